//! The searches by name, with the options that each takes and the heads that it needs.

use super::{Extension, SettingsError};
use crate::eval::Heads;
use crate::puzzles::Puzzle;
use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

/// States that an exact search from both ends holds in its memory, all of them.
const ENUMERABLE: u128 = 4_000_000;

/// A search.
#[derive(Clone, Default)]
#[non_exhaustive]
pub enum SearchKind {
    /// Beam search: keeps the best N states of each depth
    #[default]
    Beam,
    /// Batch weighted A*
    Bwas,
    /// Q*: weighted A* over moves, by the Q head
    Qstar,
    /// Greedy best-first search
    Gbfs,
    /// Monte Carlo tree search; answers with the shortest path in the tree
    Mcts,
    /// Monte Carlo tree search; answers with the path that reached the goal
    MctsNaive,
    /// Iterative-deepening A*; needs little memory
    Ida,
    /// Makes the best move again and again
    Greedy,
    /// Breadth-first search from both ends: exact, needs no network, for short solutions
    Bidirectional,
    /// Computes a shortest solution directly, for puzzles that allow it (lightsout)
    Direct,
    /// Sliding tiles row by row at once, then shorter solutions as far as time goes, and a proof
    Constructive,
    /// Kociemba's two-phase algorithm for the 3×3×3 cube: short solutions in half turns within milliseconds, without a
    /// network
    TwoPhase,
    /// One of another crate
    Extension(Arc<dyn Extension>),
}

impl SearchKind {
    /// All that the library has.
    pub const ALL: &'static [Self] = &[
        Self::Beam,
        Self::Bwas,
        Self::Qstar,
        Self::Gbfs,
        Self::Mcts,
        Self::MctsNaive,
        Self::Ida,
        Self::Greedy,
        Self::Bidirectional,
        Self::Direct,
        Self::Constructive,
        Self::TwoPhase,
    ];

    /// Its name.
    pub fn name(&self) -> &'static str {
        match self {
            Self::Beam => "beam",
            Self::Bwas => "bwas",
            Self::Qstar => "qstar",
            Self::Gbfs => "gbfs",
            Self::Mcts => "mcts",
            Self::MctsNaive => "mcts-naive",
            Self::Ida => "ida",
            Self::Greedy => "greedy",
            Self::Bidirectional => "bidirectional",
            Self::Direct => "direct",
            Self::Constructive => "constructive",
            Self::TwoPhase => "two-phase",
            Self::Extension(extension) => extension.name(),
        }
    }

    /// The search that needs no network, if the puzzle allows one: an exact one or, for boards of tiles with more states
    /// than that can hold, one that always has an answer.
    pub fn without_network(puzzle: &Puzzle) -> Option<Self> {
        if puzzle.is_direct() {
            return Some(Self::Direct);
        }
        let few = puzzle.order().is_some_and(|order| order <= ENUMERABLE);
        if puzzle.constructs() && !few {
            return Some(Self::Constructive);
        }
        puzzle.meets_halfway().then_some(Self::Bidirectional)
    }

    /// The settings that tune it, by the names that they have in [`Settings`](super::Settings); `costs` are prices.
    pub const fn takes(&self) -> &'static [&'static str] {
        match self {
            Self::Beam => &[
                "width",
                "shortlist",
                "split",
                "ball",
                "views",
                "costs",
                "cache",
            ],
            Self::Bwas | Self::Qstar => &["lambda", "batch", "costs", "cache"],
            Self::Gbfs | Self::Ida => &["batch", "costs", "cache"],
            Self::Mcts | Self::MctsNaive => &[
                "lambda",
                "batch",
                "exploration",
                "virtual_loss",
                "temperature",
                "workers",
                "as_published",
                "cache",
            ],
            Self::Greedy => &["cache"],
            _ => &[],
        }
    }

    /// Whether a network guides it.
    pub const fn guided(&self) -> bool {
        !matches!(
            self,
            Self::Bidirectional
                | Self::Direct
                | Self::Constructive
                | Self::TwoPhase
                | Self::Extension(_)
        )
    }

    /// Whether its solutions are certainly shortest ones.
    pub fn exact(&self) -> bool {
        match self {
            Self::Bidirectional | Self::Direct => true,
            Self::Extension(extension) => extension.exact(),
            _ => false,
        }
    }

    /// Whether it looks at all states before it gives up, so that there is no solution then.
    pub const fn exhausts(&self) -> bool {
        matches!(self, Self::Bidirectional | Self::Direct)
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
    ///
    /// # Errors
    /// [`SettingsError::MeansNothing`].
    pub fn check(&self, option: &'static str) -> Result<(), SettingsError> {
        if self.takes().contains(&option) {
            return Ok(());
        }
        let others = Self::ALL
            .iter()
            .filter(|kind| kind.takes().contains(&option));
        let others: Vec<&str> = others.map(|kind| kind.name()).collect();
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
