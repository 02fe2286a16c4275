//! The settings of a search, each with its default and its range.

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

/// The search and its settings. `None` leaves a choice to the search.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Settings {
    /// The search [default: beam; for a puzzle without an embedded network direct or constructive where the
    /// puzzle has one, else bidirectional, which is exact]
    pub search: Option<SearchKind>,
    /// States kept at each depth (beam) [default: 16384; with the cubes' own networks 24576; with a time
    /// limit, as many as it allows]
    pub width: Option<u32>,
    /// Children evaluated per state kept, on average; the Q head chooses them. The number of moves or more
    /// means all children (beam) [default: 2]
    pub shortlist: Option<f32>,
    /// Most children kept of one state: the best by the Q or policy head, else by value (beam)
    /// [default: all]
    pub split: Option<u8>,
    /// End-game table: its radius in moves around the goal. The exact distance of all states in it is known,
    /// so the search ends there; 0 disables it (beam) [default: by width or time, where it saves time]
    pub ball: Option<u8>,
    /// Views of the state to search from: symmetry frames, each with the state or its inverse. The shortest
    /// solution is kept (beam) [default: 2]
    pub views: Option<u16>,
    /// Weight of the path cost, 0 to 1 (bwas, qstar, mcts) [default: 0.6; mcts begins with 1 where the goal
    /// may be near]
    pub lambda: Option<f64>,
    /// States expanded at once (bwas, qstar: 1000; ida: 256; mcts: 64, with --as-published cube2-report 1; gbfs: 1)
    pub batch: Option<u32>,
    /// c: how much priors and low visit counts weigh against values (mcts) [default: 0.5]
    pub exploration: Option<f32>,
    /// ν: how much a running simulation discourages others from its path, in moves (mcts) [default: 1]
    pub virtual_loss: Option<f32>,
    /// Temperature of the priors made from Q: a move that is better by this many moves is e times as likely
    /// (mcts) [default: 1]
    pub temperature: Option<f32>,
    /// Threads that share one tree. With more than one, the answer depends on how they take turns (mcts)
    /// [default: 1]
    pub workers: Option<u16>,
    /// Follow the rules of a paper: rewards in place of costs, and no λ. For networks trained as in that
    /// paper (mcts)
    pub as_published: Option<Published>,
    /// Bytes of memory in which evaluations are remembered, in addition to the memory of the search (all
    /// searches with a network; ida gains most) [default: none]
    pub cache: Option<usize>,
    /// Look for shorter and shorter solutions until this time is over: 2m, 1500ms, or a number of seconds
    pub time_limit: Option<Duration>,
    /// Whether a time limit or a target length makes the search try again, from other views and with more
    /// effort. `no` is one plain search, and a beam then has one view [default: yes]
    pub restarts: Option<bool>,
    /// Whether the two-phase algorithm answers for a 3×3×3 cube if the time is over before the beam has
    /// found anything. Its solutions are longer; the answer names the algorithm [default: yes for `solve`
    /// with the cube's own network]
    pub fallback: Option<bool>,
    /// Try again, from other views, until a solution is at most this long
    pub target_length: Option<u16>,
    /// Stop after this many generated nodes
    pub node_limit: Option<u64>,
    /// Most memory that the search may use, in bytes [default: half of the free memory, at most 4 GiB;
    /// bidirectional: at most 1 GiB]
    pub memory_limit: Option<usize>,
}

/// Numbers that a setting may have.
#[derive(Clone, Copy, Debug)]
pub struct Range {
    least: f32,
    most: f32,
    fault: &'static str,
}

impl Range {
    /// Of a shortlist.
    pub const SHORTLIST: Self = Self {
        least: 1.0,
        most: 64.0,
        fault: "not a number from 1 to 64",
    };
    /// Zero or more.
    pub const FROM_ZERO: Self = Self {
        least: 0.0,
        most: 1e6,
        fault: "not a number of at least 0",
    };
    /// More than zero.
    pub const POSITIVE: Self = Self {
        least: 1e-3,
        most: 1e6,
        fault: "not a number of at least 0.001",
    };
    /// Of a weight of path costs.
    pub const WEIGHT: Range = Self {
        least: 0.0,
        most: 1.0,
        fault: "not between 0 and 1",
    };

    /// Whether a number is one of them.
    pub fn has(&self, x: f32) -> bool {
        (self.least..=self.most).contains(&x)
    }

    /// What a number outside is not.
    pub const fn fault(&self) -> &'static str {
        self.fault
    }

    fn check(self, option: &'static str, value: Option<f32>) -> Result<(), SettingsError> {
        match value {
            Some(x) if !self.has(x) => Err(SettingsError::Range {
                option,
                value: x.to_string(),
                range: self.fault,
            }),
            _ => Ok(()),
        }
    }
}

impl Settings {
    /// The search in force.
    pub fn kind(&self) -> SearchKind {
        self.search.clone().unwrap_or_default()
    }

    /// These settings and, where they leave a choice, those of `usual`. Of another search's only the limits stay, and
    /// what this one takes too.
    pub(super) fn over(self, usual: Self) -> Self {
        let kind = self.search.clone().unwrap_or(usual.kind());
        let same = kind == usual.kind();
        let takes = |option| same || kind.takes().contains(&option);
        Self {
            search: self.search.or(usual.search),
            width: self.width.or(usual.width.filter(|_| takes("width"))),
            shortlist: (self.shortlist).or(usual.shortlist.filter(|_| takes("shortlist"))),
            split: self.split.or(usual.split.filter(|_| takes("split"))),
            ball: self.ball.or(usual.ball.filter(|_| takes("ball"))),
            views: self.views.or(usual.views.filter(|_| takes("views"))),
            lambda: self.lambda.or(usual.lambda.filter(|_| takes("lambda"))),
            batch: self.batch.or(usual.batch.filter(|_| takes("batch"))),
            exploration: (self.exploration).or(usual.exploration.filter(|_| takes("exploration"))),
            virtual_loss: (self.virtual_loss)
                .or(usual.virtual_loss.filter(|_| takes("virtual_loss"))),
            temperature: (self.temperature).or(usual.temperature.filter(|_| takes("temperature"))),
            workers: self.workers.or(usual.workers.filter(|_| takes("workers"))),
            as_published: (self.as_published)
                .or(usual.as_published.filter(|_| takes("as_published"))),
            cache: self.cache.or(usual.cache.filter(|_| takes("cache"))),
            time_limit: self.time_limit.or(usual.time_limit),
            restarts: self.restarts.or(usual.restarts),
            fallback: self.fallback.or(usual.fallback.filter(|_| same)),
            target_length: self.target_length.or(usual.target_length),
            node_limit: self.node_limit.or(usual.node_limit),
            memory_limit: self.memory_limit.or(usual.memory_limit),
        }
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

    /// Whether limits make a search try again.
    fn restarts(&self) -> bool {
        self.restarts.unwrap_or(true)
    }

    /// Checks that the options go together and that there is the memory asked for.
    ///
    /// # Errors
    /// [`SettingsError`] names the option at fault.
    pub fn check(&self) -> Result<(), SettingsError> {
        let given = [
            ("width", self.width.is_some()),
            ("shortlist", self.shortlist.is_some()),
            ("split", self.split.is_some()),
            ("ball", self.ball.is_some()),
            ("views", self.views.is_some()),
            ("lambda", self.lambda.is_some()),
            ("batch", self.batch.is_some()),
            ("exploration", self.exploration.is_some()),
            ("virtual_loss", self.virtual_loss.is_some()),
            ("temperature", self.temperature.is_some()),
            ("workers", self.workers.is_some()),
            ("as_published", self.as_published.is_some()),
            ("cache", self.cache.is_some()),
        ];
        let mut given = given.iter().filter(|(_, given)| *given);
        given.try_for_each(|(option, _)| self.kind().check(option))?;
        if !self.restarts() && self.views.is_some_and(|n| n > 1) {
            return Err(SettingsError::Range {
                option: "views",
                value: self.views().to_string(),
                range: "a search without restarts has one view",
            });
        }
        if self.fallback == Some(true) && !self.falls_back(true) {
            return Err(SettingsError::Range {
                option: "fallback",
                value: "yes".into(),
                range: "only a beam with a time limit takes it",
            });
        }
        Range::SHORTLIST.check("shortlist", self.shortlist)?;
        Range::FROM_ZERO.check("exploration", self.exploration)?;
        Range::FROM_ZERO.check("virtual_loss", self.virtual_loss)?;
        Range::POSITIVE.check("temperature", self.temperature)?;
        Range::WEIGHT.check("lambda", self.lambda.map(|x| x as f32))?;
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
        self.kind().takes().contains(&"width")
    }

    /// Whether the time limit decides the width of the beam.
    fn widens(&self) -> bool {
        self.time_limit.is_some() && self.restarts()
    }

    /// Views to search from before the shortest solution is taken.
    pub fn views(&self) -> usize {
        let takes = self.kind().takes().contains(&"views");
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
                SearchKind::Bidirectional | SearchKind::Constructive => usize::MAX,
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
        let views = Some(self.views()).filter(|&n| n > 1);
        let by_time = (self.has_width() && self.widens()).then(|| "by time".into());
        for (name, value) in [
            ("width", self.width().map(|n| n.to_string()).or(by_time)),
            ("views", views.map(|n| n.to_string())),
            ("shortlist", self.shortlist.map(|x| x.to_string())),
            ("split", self.split.map(|n| n.to_string())),
            ("ball", self.ball.map(|n| n.to_string())),
            ("lambda", self.lambda.map(|x| x.to_string())),
            ("batch", self.batch.map(|n| n.to_string())),
            ("exploration", self.exploration.map(|x| x.to_string())),
            ("virtual loss", self.virtual_loss.map(|x| x.to_string())),
            ("temperature", self.temperature.map(|x| x.to_string())),
            ("workers", self.workers.map(|n| n.to_string())),
            ("as published", self.as_published.map(|p| p.name().into())),
            ("cache", self.cache.map(|n| memory::Amount(n).to_string())),
        ] {
            if let Some(value) = value {
                write!(f, ", {name} {value}")?;
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
