//! The searches by name, what holds of each, and the heads that it needs.

use super::{Extension, Setting, SettingsError};
use crate::eval::Heads;
use crate::puzzles::Puzzle;
use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

/// States that an exact search from both ends holds in its memory, all of them.
const ENUMERABLE: u128 = 4_000_000;

/// What is known of a search.
struct Row {
    name: &'static str,
    help: &'static str,
    guided: bool,
    exact: bool,
    priced: bool,
}

impl Row {
    const fn new(name: &'static str, help: &'static str) -> Self {
        Self {
            name,
            help,
            guided: false,
            exact: false,
            priced: false,
        }
    }
}

/// The table of searches. A row is a name and what holds of it: a network guides it, its solutions are certainly shortest
/// ones (it looks at all states before it gives up), moves may have prices.
macro_rules! searches {
    ($($(#[doc = $help:literal])+ $kind:ident $name:literal $($property:ident)*;)*) => {
        /// A search.
        #[derive(Clone)]
        #[non_exhaustive]
        pub enum SearchKind {
            $($(#[doc = $help])+ $kind,)*
            /// One of another crate
            Extension(Arc<dyn Extension>),
        }

        impl SearchKind {
            /// All that the library has.
            pub const ALL: &'static [Self] = &[$(Self::$kind),*];

            /// Their names.
            pub(super) const NAMES: &'static [&'static str] = &[$($name),*];

            const fn row(&self) -> Option<Row> {
                match self {
                    $(Self::$kind => Some(Row {
                        $($property: true,)*
                        ..Row::new($name, concat!($($help),+))
                    }),)*
                    Self::Extension(_) => None,
                }
            }
        }
    };
}

searches! {
    /// Beam search: keeps the best N states of each depth
    Beam "beam" guided priced;
    /// Batch weighted A*
    Bwas "bwas" guided priced;
    /// Q*: weighted A* over moves, by the Q head
    Qstar "qstar" guided priced;
    /// Greedy best-first search
    Gbfs "gbfs" guided priced;
    /// Monte Carlo tree search; answers with the shortest path in the tree
    Mcts "mcts" guided;
    /// Monte Carlo tree search; answers with the path that reached the goal
    MctsNaive "mcts-naive" guided;
    /// Iterative-deepening A*; needs little memory
    Ida "ida" guided priced;
    /// Makes the best move again and again
    Greedy "greedy" guided;
    /// Breadth-first search from both ends: exact, needs no network, for short solutions
    Bidirectional "bidirectional" exact;
    /// Computes a shortest solution directly, for puzzles that allow it (lightsout)
    Direct "direct" exact;
    /// Sliding tiles row by row at once, then shorter solutions as far as time goes, and a proof
    Constructive "constructive";
    /// Every state of a puzzle of stickers at once, then shorter solutions as far as time goes; exact near the goal
    Chain "chain";
    /// Kociemba's two-phase algorithm for the 3×3×3 cube: instant, about 30 quarter turns; shorter and shorter in half
    /// turns with a time limit
    TwoPhase "two-phase";
}

#[expect(
    clippy::derivable_impls,
    reason = "a row of the table has no such mark"
)]
impl Default for SearchKind {
    fn default() -> Self {
        Self::Beam
    }
}

impl SearchKind {
    /// Its name.
    pub fn name(&self) -> &'static str {
        match (self.row(), self) {
            (Some(row), _) => row.name,
            (None, Self::Extension(extension)) => extension.name(),
            (None, _) => unreachable!("all others have a row"),
        }
    }

    /// What it does, in a line.
    pub fn help(&self) -> &'static str {
        self.row().map_or("", |row| row.help.trim_ascii())
    }

    /// The search that needs no network, if the puzzle allows one: an exact one or, for boards of tiles and puzzles of stickers
    /// with more states than that can hold, one that always has an answer.
    pub fn without_network(puzzle: &Puzzle) -> Option<Self> {
        if puzzle.is_direct() {
            return Some(Self::Direct);
        }
        let few = puzzle.order().is_some_and(|order| order <= ENUMERABLE);
        if puzzle.constructs() && !few {
            return Some(Self::Constructive);
        }
        if puzzle.is_chained() && !few {
            return Some(Self::Chain);
        }
        puzzle.meets_halfway().then_some(Self::Bidirectional)
    }

    /// Whether a setting means something to it.
    pub fn takes(&self, setting: Setting) -> bool {
        setting.searches().is_none_or(|kinds| kinds.contains(self))
    }

    /// Whether moves may have prices.
    pub const fn is_priced(&self) -> bool {
        matches!(self.row(), Some(Row { priced: true, .. }))
    }

    /// Whether a network guides it.
    pub const fn guided(&self) -> bool {
        matches!(self.row(), Some(Row { guided: true, .. }))
    }

    /// Whether its solutions are certainly shortest ones.
    pub fn exact(&self) -> bool {
        match self {
            Self::Extension(extension) => extension.exact(),
            _ => self.exhausts(),
        }
    }

    /// Whether it looks at all states before it gives up, so that there is no solution then.
    pub const fn exhausts(&self) -> bool {
        matches!(self.row(), Some(Row { exact: true, .. }))
    }

    /// Most bytes that it may use by default.
    pub const fn memory(&self) -> usize {
        match self {
            // Enough for fourteen quarter turns of the 3×3×3 cube; each further turn takes nine times as much
            // memory and time.
            Self::Bidirectional => 1 << 30,
            _ => usize::MAX,
        }
    }

    /// Refuses a setting that it does not take, and names the searches that take it.
    pub(super) fn check(&self, setting: Setting) -> Result<(), SettingsError> {
        self.refuse_unless(setting.name(), |kind| kind.takes(setting))
    }

    /// Refuses prices where it cannot count them.
    ///
    /// # Errors
    /// [`SettingsError::MeansNothing`].
    pub fn check_prices(&self) -> Result<(), SettingsError> {
        self.refuse_unless("costs", Self::is_priced)
    }

    fn refuse_unless(
        &self,
        option: &'static str,
        takes: impl Fn(&Self) -> bool,
    ) -> Result<(), SettingsError> {
        if takes(self) {
            return Ok(());
        }
        let others = Self::ALL.iter().filter(|kind| takes(kind));
        let others: Vec<&str> = others.map(Self::name).collect();
        Err(SettingsError::MeansNothing {
            option,
            search: self.name(),
            others: others.join(", "),
        })
    }

    /// The head it needs and does not find.
    pub(super) fn lacks(&self, heads: Heads) -> Option<&'static str> {
        match self {
            Self::Bwas | Self::Gbfs | Self::Mcts | Self::MctsNaive if !heads.value => Some("value"),
            Self::Qstar if !heads.q => Some("Q"),
            Self::Ida if !heads.value && !heads.q => Some("value or Q"),
            _ => None,
        }
    }
}

/// Two of other crates are equal if they are one and the same.
impl PartialEq for SearchKind {
    fn eq(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Extension(one), Self::Extension(other)) => Arc::ptr_eq(one, other),
            (Self::Extension(_), _) | (_, Self::Extension(_)) => false,
            _ => self.name() == other.name(),
        }
    }
}

impl Eq for SearchKind {}

impl fmt::Debug for SearchKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl fmt::Display for SearchKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// By the name; one of the library's own.
impl FromStr for SearchKind {
    type Err = SettingsError;

    fn from_str(name: &str) -> Result<Self, SettingsError> {
        let found = Self::ALL.iter().find(|kind| kind.name() == name);
        found
            .cloned()
            .ok_or_else(|| SettingsError::NoSearch(name.into()))
    }
}
