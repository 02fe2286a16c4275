//! The settings of a search: one table, which all doors read.

use super::setting::{Field, Value, Values, Wrong};
use super::{SearchKind, SettingsError};
use crate::limits::Limits;
use crate::memory;
use crate::puzzles::Puzzle;
use crate::search::Published;
use std::fmt;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// Beam width by default.
const DEFAULT_WIDTH: u32 = 16384;
/// Least beam width under a time limit; attempts are as wide as the time allows.
const LEAST_WIDTH: u32 = 64;
/// Views that a beam searches from by default.
const DEFAULT_VIEWS: u16 = 2;
/// Attempts at a target length when no time limit ends them.
const ATTEMPTS: usize = 8;

/// A whole number of at least `least` that fits into the type of its field.
const fn whole(least: u64, most: u64) -> Values {
    Values::Whole { least, most }
}

/// The searches that a network guides.
const GUIDED: &[SearchKind] = {
    use SearchKind::{Beam, Bwas, Gbfs, Greedy, Ida, Mcts, MctsNaive, Qstar};
    &[Beam, Bwas, Qstar, Gbfs, Ida, Mcts, MctsNaive, Greedy]
};
const MCTS: &[SearchKind] = &[SearchKind::Mcts, SearchKind::MctsNaive];

/// Writes [`Settings`] and [`Setting`]. A row is the name of a setting twice, its type, what it may be, the searches that
/// it tunes ("all": it is a limit), and its help: what it does, then its default.
macro_rules! settings {
    ($($(#[doc = $help:literal])+ $(#[default = $default:literal])? $setting:ident $field:ident: $type:ty = $values:expr, $searches:expr;)*) => {
        /// The search and its settings. `None` leaves a choice to the search.
        #[derive(Clone, Debug, Default, PartialEq)]
        pub struct Settings {
            $($(#[doc = $help])+ $(#[doc = concat!("[default: ", $default, "]")])? pub $field: Option<$type>,)*
        }

        /// A setting.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        #[non_exhaustive]
        pub enum Setting {
            $($(#[doc = $help])+ $setting,)*
        }

        impl Setting {
            /// All of them.
            pub const ALL: &'static [Self] = &[$(Self::$setting),*];

            /// Its name, that of its field in [`Settings`].
            pub const fn name(self) -> &'static str {
                match self {
                    $(Self::$setting => stringify!($field),)*
                }
            }

            /// What it does, in a sentence or two.
            pub const fn help(self) -> &'static str {
                match self {
                    $(Self::$setting => concat!($($help),+).trim_ascii(),)*
                }
            }

            /// What holds where it is not given, in words; empty where that needs none.
            pub const fn default(self) -> &'static str {
                match self {
                    $(Self::$setting => concat!($($default)?),)*
                }
            }

            /// What it may be.
            pub fn values(self) -> Values {
                match self {
                    $(Self::$setting => $values,)*
                }
            }

            /// The searches that it tunes; `None` where it is for all.
            pub(super) const fn searches(self) -> Option<&'static [SearchKind]> {
                match self {
                    $(Self::$setting => $searches,)*
                }
            }
        }

        impl Settings {
            /// The value of a setting, where one was given.
            pub fn get(&self, setting: Setting) -> Option<Value> {
                match setting {
                    $(Setting::$setting => self.$field.as_ref().map(Field::value),)*
                }
            }

            /// As [`Settings::get`], for people.
            fn shown(&self, setting: Setting) -> Option<String> {
                match setting {
                    $(Setting::$setting => self.$field.as_ref().map(Field::shown),)*
                }
            }

            /// Gives a setting a value that is in its range.
            fn put(&mut self, setting: Setting, value: Value) {
                match setting {
                    $(Setting::$setting => self.$field = Field::of(value),)*
                }
            }

            /// Leaves a setting to the search.
            pub fn unset(&mut self, setting: Setting) {
                match setting {
                    $(Setting::$setting => self.$field = None,)*
                }
            }

            /// These settings and, where they leave a choice, those of `usual` that pass.
            fn or(self, usual: Self, passes: impl Fn(Setting) -> bool) -> Self {
                Self {
                    $($field: self.$field.or(usual.$field.filter(|_| passes(Setting::$setting))),)*
                }
            }
        }
    };
}

settings! {
    /// The search
    #[default = "beam; for a puzzle without an embedded network direct or constructive where the puzzle has one, chain where it has stickers and more states than memory holds, else bidirectional, which is exact"]
    Search search: SearchKind = Values::Words(SearchKind::NAMES), None;
    /// States kept at each depth (beam)
    #[default = "16384; with the cubes' own networks 24576; with a time limit, as many as it allows"]
    Width width: u32 = whole(1, u32::MAX as u64), Some(&[SearchKind::Beam]);
    /// Views of the state to search from: symmetry frames, each with the state or its inverse. The shortest
    /// solution is kept (beam)
    #[default = "2"]
    Views views: u16 = whole(1, 96), Some(&[SearchKind::Beam]);
    /// Children evaluated per state kept, on average; the Q head chooses them. The number of moves or more
    /// means all children (beam)
    #[default = "2"]
    Shortlist shortlist: f32 = Values::Number { least: 1.0, most: 64.0, fault: "not a number from 1 to 64" }, Some(&[SearchKind::Beam]);
    /// Most children kept of one state: the best by the Q or policy head, else by value (beam)
    #[default = "all"]
    Split split: u8 = whole(1, u8::MAX as u64), Some(&[SearchKind::Beam]);
    /// End-game table: its radius in moves around the goal. The exact distance of all states in it is known,
    /// so the search ends there; 0 disables it (beam)
    #[default = "by width or time, where it saves time"]
    Ball ball: u8 = whole(0, u8::MAX as u64), Some(&[SearchKind::Beam]);
    /// Weight of the path cost, 0 to 1 (bwas, qstar, mcts)
    #[default = "0.6; mcts begins with 1 where the goal may be near"]
    Lambda lambda: f64 = Values::Number { least: 0.0, most: 1.0, fault: "not between 0 and 1" },
        Some(&[SearchKind::Bwas, SearchKind::Qstar, SearchKind::Mcts, SearchKind::MctsNaive]);
    /// States expanded at once (bwas, qstar, ida, mcts, gbfs)
    #[default = "bwas, qstar: 1000; ida: 256; mcts: 64, as published by cube2-report 1; gbfs: 1"]
    Batch batch: u32 = whole(1, u32::MAX as u64),
        Some(&[SearchKind::Bwas, SearchKind::Qstar, SearchKind::Gbfs, SearchKind::Ida, SearchKind::Mcts, SearchKind::MctsNaive]);
    /// c: how much priors and low visit counts weigh against values (mcts)
    #[default = "0.5"]
    Exploration exploration: f32 = Values::from(0.0, "not a number of at least 0"), Some(MCTS);
    /// ν: how much a running simulation discourages others from its path, in moves (mcts)
    #[default = "1"]
    VirtualLoss virtual_loss: f32 = Values::from(0.0, "not a number of at least 0"), Some(MCTS);
    /// Temperature of the priors made from Q: a move that is better by this many moves is e times as likely
    /// (mcts)
    #[default = "1"]
    Temperature temperature: f32 = Values::from(1e-3, "not a number of at least 0.001"), Some(MCTS);
    /// Threads that share one tree. With more than one, the answer depends on how they take turns (mcts)
    #[default = "1"]
    Workers workers: u16 = whole(1, 1024), Some(MCTS);
    /// Follow the rules of a paper: rewards in place of costs, and no λ. For networks trained as in that
    /// paper (mcts)
    AsPublished as_published: Published = Values::Words(Published::NAMES), Some(MCTS);
    /// Memory in which evaluations are remembered, in addition to the memory of the search (all searches with a
    /// network; ida gains most)
    #[default = "none"]
    Cache cache: usize = Values::Bytes, Some(GUIDED);
    /// Look for shorter and shorter solutions until this time is over
    TimeLimit time_limit: Duration = Values::Time, None;
    /// Whether a time limit or a target length makes the search try again, from other views and with more
    /// effort. `no` is one plain search, and a beam then has one view
    #[default = "yes"]
    Restarts restarts: bool = Values::YesNo, None;
    /// Whether the two-phase algorithm answers for a 3×3×3 cube if the time is over before the beam has
    /// found anything. Its solutions are longer; the answer names the algorithm
    #[default = "yes with the cube's own network, but not in measurements"]
    Fallback fallback: bool = Values::YesNo, None;
    /// Try again, from other views, until a solution is at most this long
    TargetLength target_length: u16 = whole(0, u16::MAX as u64), None;
    /// Stop after this many generated nodes
    NodeLimit node_limit: u64 = whole(1, u64::MAX), None;
    /// Most memory that the search may use
    #[default = "half of the free memory, at most 4 GiB; bidirectional: at most 1 GiB"]
    MemoryLimit memory_limit: usize = Values::Bytes, None;
}

impl Setting {
    /// The setting of that name.
    ///
    /// # Errors
    /// [`SettingsError::NoSetting`].
    pub fn named(name: &str) -> Result<Self, SettingsError> {
        let found = Self::ALL.iter().find(|setting| setting.name() == name);
        found
            .copied()
            .ok_or_else(|| SettingsError::NoSetting(name.into()))
    }

    /// Whether it is for all searches: it limits them.
    pub fn is_limit(self) -> bool {
        self != Self::Search && self.searches().is_none()
    }

    /// The plain form of a value: a text is read.
    ///
    /// # Errors
    /// [`SettingsError`]: it is of another kind or out of range.
    pub fn take(self, value: &Value) -> Result<Value, SettingsError> {
        let taken = self.values().take(value);
        let (option, wanted) = (self.name(), || self.values().wanted());
        taken.map_err(|wrong| match (self, wrong, value.to_string()) {
            (Self::Search, _, value) => SettingsError::NoSearch(value),
            (_, Wrong::Kind, value) => SettingsError::Value {
                option,
                value,
                wants: wanted(),
            },
            (_, Wrong::Range, value) => SettingsError::Range {
                option,
                value,
                range: wanted(),
            },
        })
    }
}

impl Settings {
    /// Settings as a text: pairs `name=value` with spaces, commas or semicolons between them, in which the values are what
    /// [`Settings::set`] takes. A setting that is named twice has its last value.
    ///
    /// ```
    /// use quarterturn::Settings;
    ///
    /// let settings = Settings::read("time_limit=1500ms width=1024; views=2")?;
    /// assert_eq!(settings.width, Some(1024));
    /// assert_eq!(Settings::read("")?, Settings::default());
    /// let refused = |text| Settings::read(text).unwrap_err().to_string();
    /// assert_eq!(refused("breadth=7"), "there is no setting \"breadth\"");
    /// assert_eq!(refused("width=wide"), "width is wide: not a whole number of at least 1");
    /// assert_eq!(refused("restarts"), "restarts is : neither yes nor no");
    /// # Ok::<(), quarterturn::solver::SettingsError>(())
    /// ```
    ///
    /// # Errors
    /// [`SettingsError`]: as of [`Settings::set`]. A word without a `=` names a setting whose value is empty.
    pub fn read(text: &str) -> Result<Self, SettingsError> {
        let mut settings = Self::default();
        let words = text.split(|c: char| c.is_whitespace() || matches!(c, ',' | ';'));
        for word in words.filter(|word| !word.is_empty()) {
            let (name, value) = word.split_once('=').unwrap_or((word, ""));
            settings.set(name, value)?;
        }
        Ok(settings)
    }

    /// Gives the setting of a name a value. Texts are values too, as people write them: `512MiB`, `1500ms`, `yes`.
    ///
    /// ```
    /// use quarterturn::Settings;
    ///
    /// let mut settings = Settings::default();
    /// settings.set("time_limit", "1500ms")?;
    /// settings.set("width", 1024)?;
    /// let refused = settings.set("views", 1000).unwrap_err();
    /// assert_eq!(refused.to_string(), "views is 1000: not a whole number from 1 to 96");
    /// # Ok::<(), quarterturn::solver::SettingsError>(())
    /// ```
    ///
    /// # Errors
    /// [`SettingsError`]: there is no such setting, or the value is none of its.
    pub fn set(&mut self, name: &str, value: impl Into<Value>) -> Result<(), SettingsError> {
        let setting = Setting::named(name)?;
        let value = setting.take(&value.into())?;
        self.put(setting, value);
        Ok(())
    }

    /// The search in force.
    pub fn kind(&self) -> SearchKind {
        self.search.clone().unwrap_or_default()
    }

    /// These settings and, where they leave a choice, those of `usual`. Of another search's only the limits stay, and
    /// what this one takes too.
    pub(super) fn over(self, usual: Self) -> Self {
        let kind = self.search.clone().unwrap_or(usual.kind());
        let same = kind == usual.kind();
        // Only one kind of search has a fallback.
        self.or(usual, |setting| {
            same || kind.takes(setting) && setting != Setting::Fallback
        })
    }

    /// Chooses a search for a target that leaves places open, or that no network guides to, if no search was chosen.
    pub(super) fn suit(
        &mut self,
        puzzle: &Puzzle,
        target: Option<&str>,
    ) -> Result<(), SettingsError> {
        let Some(target) = target.filter(|_| self.search.is_none()) else {
            return Ok(());
        };
        if puzzle.is_open(target) {
            self.search = Some(SearchKind::Bidirectional);
        } else if let Some(Ok(aim)) = puzzle.aimed(target)
            && !aim.guided
        {
            self.search = SearchKind::without_network(&aim.puzzle);
        }
        self.check()
    }

    /// Whether the search goes on after its first solution to find shorter ones.
    pub fn is_anytime(&self) -> bool {
        self.restarts() && (self.time_limit.is_some() || self.target_length.is_some())
    }

    /// Whether the fallback answers when the time is over; `usual` is the default.
    pub(super) fn falls_back(&self, usual: bool) -> bool {
        let timed = self.kind() == SearchKind::Beam && self.time_limit.is_some();
        timed && self.fallback.unwrap_or(usual && self.restarts())
    }

    /// Whether the chain answers where a network's beam finds nothing.
    pub(super) fn is_rescued(&self) -> bool {
        self.kind() == SearchKind::Beam && self.fallback.unwrap_or(self.restarts())
    }

    /// Whether limits make a search try again.
    fn restarts(&self) -> bool {
        self.restarts.unwrap_or(true)
    }

    /// Checks that the settings go together, that each is in its range, and that there is the memory asked for.
    ///
    /// # Errors
    /// [`SettingsError`] names the setting at fault.
    pub fn check(&self) -> Result<(), SettingsError> {
        let kind = self.kind();
        for &setting in Setting::ALL {
            let Some(value) = self.get(setting) else {
                continue;
            };
            kind.check(setting)?;
            // Those of other crates have no row.
            if setting != Setting::Search {
                setting.take(&value)?;
            }
        }
        if !self.restarts() && self.views.is_some_and(|n| n > 1) {
            return Err(SettingsError::Range {
                option: "views",
                value: self.views().to_string(),
                range: "a search without restarts has one view".into(),
            });
        }
        if self.fallback == Some(true) && !self.falls_back(true) {
            return Err(SettingsError::Range {
                option: "fallback",
                value: "yes".into(),
                range: "only a beam with a time limit takes it".into(),
            });
        }
        let [cache, limit] = [self.cache, self.memory_limit].map(Option::unwrap_or_default);
        memory::check(&[
            ("cache", cache),
            ("memory_limit", limit),
            ("cache and memory_limit", cache.saturating_add(limit)),
        ])
    }

    /// The beam width in force, for searches that have one; `None` also where the time decides.
    pub fn width(&self) -> Option<usize> {
        self.least_width()
            .filter(|_| self.width.is_some() || !self.widens())
    }

    /// As [`Settings::width`]; where the time decides, the least.
    pub(super) fn least_width(&self) -> Option<usize> {
        let default = if self.widens() {
            LEAST_WIDTH
        } else {
            DEFAULT_WIDTH
        };
        let width = self.width.unwrap_or(default) as usize;
        self.has_width().then_some(width)
    }

    /// Sets the default width of a network, unless the user or the time limit decides the width.
    pub(super) fn set_default_width(&mut self, width: Option<u32>) {
        if self.has_width() && !self.widens() {
            self.width = self.width.or(width);
        }
    }

    fn has_width(&self) -> bool {
        self.kind().takes(Setting::Width)
    }

    /// Whether the time limit decides the width of the beam.
    fn widens(&self) -> bool {
        self.time_limit.is_some() && self.restarts()
    }

    /// Views to search from before the shortest solution is taken.
    pub fn views(&self) -> usize {
        let takes = self.kind().takes(Setting::Views);
        let default = if takes && self.restarts() {
            DEFAULT_VIEWS
        } else {
            1
        };
        self.views.unwrap_or(default).into()
    }

    /// Most attempts, from other views and with more effort; 1 to search once.
    pub(super) fn attempts(&self) -> usize {
        let attempts = match (self.time_limit, self.target_length) {
            _ if !self.restarts() => 1,
            (Some(_), _) => usize::MAX,
            (None, Some(_)) => ATTEMPTS,
            (None, None) => 1,
        };
        attempts.max(self.views())
    }

    /// The limits of one search of a puzzle, without costs.
    pub(super) fn limits_for(&self, puzzle: &Puzzle, cancel: Arc<AtomicBool>) -> Limits {
        Limits {
            // Twice the depth of what can be enumerated from both ends: memory ends such a search.
            max_length: match self.kind() {
                SearchKind::Bidirectional | SearchKind::Constructive | SearchKind::Chain => {
                    usize::MAX
                }
                _ => puzzle.longest(),
            },
            ..self.limits(cancel)
        }
    }

    /// The limits of one search, without costs.
    pub fn limits(&self, cancel: Arc<AtomicBool>) -> Limits {
        let usual = || memory::usual().min(self.kind().memory());
        Limits {
            time: self.time_limit,
            nodes: self.node_limit,
            memory: Some(self.memory_limit.unwrap_or_else(usual)),
            target_length: self.target_length.map(usize::from),
            cancel,
            ..Limits::default()
        }
    }
}

/// The search and its settings, for people.
impl fmt::Display for Settings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.kind().name())?;
        for &setting in Setting::ALL {
            // Limits are said elsewhere.
            if setting == Setting::Search || setting.is_limit() {
                continue;
            }
            let value = match setting {
                Setting::Width if self.has_width() && self.width().is_none() => {
                    Some("by time".into())
                }
                Setting::Width => self.width().map(|width| width.to_string()),
                Setting::Views => (self.views() > 1).then(|| self.views().to_string()),
                _ => self.shown(setting),
            };
            if let Some(value) = value {
                write!(f, ", {} {value}", setting.name().replace('_', " "))?;
            }
        }
        if !self.restarts() {
            f.write_str(", no restarts")?;
        }
        if self.fallback == Some(false) && self.time_limit.is_some() {
            f.write_str(", no fallback")?;
        }
        Ok(())
    }
}
