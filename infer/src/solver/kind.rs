//! The searches by name, with the options that each takes and the heads that it needs.

use super::SettingsError;
use crate::eval::Heads;
use std::fmt;
use std::str::FromStr;

/// The searches this build has.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "cli", derive(clap::ValueEnum))]
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
    /// Kociemba's two-phase algorithm, classical: instant, about 30 quarter turns
    #[cfg(feature = "compare")]
    TwoPhase,
    /// Korf's algorithm, classical: exact; takes minutes beyond 17 quarter turns
    #[cfg(feature = "compare")]
    Korf,
    /// Additive pattern databases, classical: exact, for sliding tiles up to 5×5
    #[cfg(feature = "compare")]
    Patterns,
}

impl SearchKind {
    /// All of them.
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
        #[cfg(feature = "compare")]
        Self::TwoPhase,
        #[cfg(feature = "compare")]
        Self::Korf,
        #[cfg(feature = "compare")]
        Self::Patterns,
    ];

    /// The name on the command line.
    pub const fn name(self) -> &'static str {
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
            #[cfg(feature = "compare")]
            Self::TwoPhase => "two-phase",
            #[cfg(feature = "compare")]
            Self::Korf => "korf",
            #[cfg(feature = "compare")]
            Self::Patterns => "patterns",
        }
    }

    /// The tuning options that it takes.
    pub const fn takes(self) -> &'static [&'static str] {
        match self {
            Self::Beam => &[
                "--width",
                "--shortlist",
                "--split",
                "--ball",
                "--views",
                "--costs",
                "--cache",
            ],
            Self::Bwas | Self::Qstar => &["--lambda", "--batch", "--costs", "--cache"],
            Self::Gbfs | Self::Ida => &["--batch", "--costs", "--cache"],
            Self::Mcts | Self::MctsNaive => &[
                "--lambda",
                "--batch",
                "--exploration",
                "--virtual-loss",
                "--temperature",
                "--workers",
                "--as-published",
                "--cache",
            ],
            Self::Greedy => &["--cache"],
            #[cfg(feature = "compare")]
            Self::Korf | Self::Patterns => &["--tables"],
            #[cfg(feature = "compare")]
            Self::TwoPhase => &[],
            Self::Bidirectional | Self::Direct => &[],
        }
    }

    /// Whether a network guides it.
    pub const fn guided(self) -> bool {
        match self {
            Self::Bidirectional | Self::Direct => false,
            #[cfg(feature = "compare")]
            Self::TwoPhase | Self::Korf | Self::Patterns => false,
            _ => true,
        }
    }

    /// Whether its solutions are certainly shortest ones.
    pub const fn exact(self) -> bool {
        match self {
            Self::Bidirectional | Self::Direct => true,
            #[cfg(feature = "compare")]
            Self::Korf | Self::Patterns => true,
            _ => false,
        }
    }

    /// Whether it looks at all states before it gives up, so that there is no solution then.
    pub const fn exhausts(self) -> bool {
        matches!(self, Self::Bidirectional | Self::Direct)
    }

    /// Most bytes that it may use by default.
    pub const fn memory(self) -> usize {
        match self {
            // Enough for fourteen quarter turns of the 3×3×3 cube; each further turn takes nine times as much
            // memory and time.
            Self::Bidirectional => 1 << 30,
            _ => usize::MAX,
        }
    }

    /// Refuses an option that it does not take, and names the searches that take it.
    ///
    /// # Errors
    /// [`SettingsError::MeansNothing`].
    pub fn check(self, option: &'static str) -> Result<(), SettingsError> {
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
    pub(super) fn lacks(self, heads: Heads) -> Option<&'static str> {
        match self {
            Self::Bwas | Self::Gbfs | Self::Mcts | Self::MctsNaive if !heads.value => Some("value"),
            Self::Qstar if !heads.q => Some("Q"),
            Self::Ida if !heads.value && !heads.q => Some("value or Q"),
            _ => None,
        }
    }
}

impl fmt::Display for SearchKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// By the name on the command line.
impl FromStr for SearchKind {
    type Err = SettingsError;

    fn from_str(name: &str) -> Result<Self, SettingsError> {
        let found = Self::ALL.iter().find(|kind| kind.name() == name);
        found
            .copied()
            .ok_or_else(|| SettingsError::NoSearch(name.into()))
    }
}
