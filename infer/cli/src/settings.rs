//! The settings of a search as options of the command line.

use crate::error::CliError;
use quarterturn::search::Published;
use quarterturn::solver::{Range, SearchKind, Settings};
#[cfg(feature = "compare")]
use quarterturn_classic::{Classical, folder};
use quarterturn_lab::units;
#[cfg(feature = "compare")]
use std::path::Path;
use std::path::PathBuf;
#[cfg(feature = "compare")]
use std::sync::Arc;
use std::time::Duration;

// The sections of the help texts.
const SEARCH: &str = "Search";
const TUNING: &str = "Tuning, for the searches in brackets";
const LIMITS: &str = "Limits";

// What the library takes in bytes, people give in units.
const MEMORY_HELP: &str = "Most memory that the search may use: 2GiB, 512MiB, or a number of MiB [default: half of the free memory, \
                           at most 4 GiB; bidirectional: at most 1 GiB]";
const CACHE_HELP: &str = "Memory in which evaluations are remembered, such as 512MiB, in addition to the memory of the search \
                          (all searches with a network; ida gains most) [default: none]";

/// A search.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::ValueEnum)]
pub enum Search {
    #[default]
    /// Beam search: keeps the best N states of each depth
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
    /// Kociemba's two-phase algorithm, classical: instant, about 30 quarter turns; shorter and shorter in half turns
    /// with --time-limit
    TwoPhase,
    /// Korf's algorithm, classical: exact; takes minutes beyond 17 quarter turns
    #[cfg(feature = "compare")]
    Korf,
    /// Additive pattern databases, classical: exact, for sliding tiles up to 6×6
    #[cfg(feature = "compare")]
    Patterns,
}

/// A paper whose rules a tree search follows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum Paper {
    /// McAleer et al. 2018: U = c · P · √ΣN / (1 + N)
    Deepcube,
    /// The report on the 2×2×2 cube of 2024: U = c · P · √(ΣN / (1 + N)), c = 2
    Cube2Report,
}

/// The search and its options. `None` leaves a choice to the search.
#[derive(Clone, Debug, Default, clap::Args)]
pub struct SettingsArgs {
    /// The search [default: beam; for a puzzle without an embedded network direct or constructive where the
    /// puzzle has one, else bidirectional, which is exact]
    #[arg(help_heading = SEARCH, long, value_name = "NAME")]
    pub search: Option<Search>,
    /// States kept at each depth (beam) [default: 16384; with the cubes' own networks 24576; with a time
    /// limit, as many as it allows]
    #[arg(help_heading = TUNING, long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub width: Option<u32>,
    /// Children evaluated per state kept, on average; the Q head chooses them. The number of moves or more
    /// means all children (beam) [default: 2]
    #[arg(help_heading = TUNING, long, value_name = "X", value_parser = number(Range::SHORTLIST))]
    pub shortlist: Option<f32>,
    /// Most children kept of one state: the best by the Q or policy head, else by value (beam)
    /// [default: all]
    #[arg(help_heading = TUNING, long, value_name = "N", value_parser = clap::value_parser!(u8).range(1..))]
    pub split: Option<u8>,
    /// End-game table: its radius in moves around the goal. The exact distance of all states in it is known,
    /// so the search ends there; 0 disables it (beam) [default: by width or time, where it saves time]
    #[arg(help_heading = TUNING, long, value_name = "N")]
    pub ball: Option<u8>,
    /// Views of the state to search from: symmetry frames, each with the state or its inverse. The shortest
    /// solution is kept (beam) [default: 2]
    #[arg(help_heading = TUNING, long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=96))]
    pub views: Option<u16>,
    /// Weight of the path cost, 0 to 1 (bwas, qstar, mcts) [default: 0.6; mcts begins with 1 where the goal
    /// may be near]
    #[arg(help_heading = TUNING, long, value_name = "X", allow_negative_numbers = true, value_parser = weight)]
    pub lambda: Option<f64>,
    /// States expanded at once (bwas, qstar: 1000; ida: 256; mcts: 64, with --as-published cube2-report 1; gbfs: 1)
    #[arg(help_heading = TUNING, long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub batch: Option<u32>,
    /// c: how much priors and low visit counts weigh against values (mcts) [default: 0.5]
    #[arg(help_heading = TUNING, long, value_name = "X", value_parser = number(Range::FROM_ZERO))]
    pub exploration: Option<f32>,
    /// ν: how much a running simulation discourages others from its path, in moves (mcts) [default: 1]
    #[arg(help_heading = TUNING, long, value_name = "X", value_parser = number(Range::FROM_ZERO))]
    pub virtual_loss: Option<f32>,
    /// Temperature of the priors made from Q: a move that is better by this many moves is e times as likely
    /// (mcts) [default: 1]
    #[arg(help_heading = TUNING, long, value_name = "X", value_parser = number(Range::POSITIVE))]
    pub temperature: Option<f32>,
    /// Threads that share one tree. With more than one, the answer depends on how they take turns (mcts)
    /// [default: 1]
    #[arg(help_heading = TUNING, long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub workers: Option<u16>,
    /// Follow the rules of a paper: rewards in place of costs, and no λ. For networks trained as in that
    /// paper (mcts)
    #[arg(help_heading = TUNING, long, value_name = "PAPER", conflicts_with = "lambda")]
    pub as_published: Option<Paper>,
    /// Bytes of memory in which evaluations are remembered, in addition to the memory of the search (all
    /// searches with a network; ida gains most) [default: none]
    #[arg(help_heading = TUNING, long, value_name = "MIB", value_parser = units::bytes, help = CACHE_HELP)]
    pub cache: Option<usize>,
    /// Folder in which the tables of korf and patterns are kept [default: the user's cache folder]
    #[arg(help_heading = TUNING, long, value_name = "DIR")]
    pub tables: Option<PathBuf>,
    /// Look for shorter and shorter solutions until this time is over: 2m, 1500ms, or a number of seconds
    #[arg(help_heading = LIMITS, long, value_name = "TIME", allow_negative_numbers = true, value_parser = units::time)]
    pub time_limit: Option<Duration>,
    /// Whether a time limit or a target length makes the search try again, from other views and with more
    /// effort. `no` is one plain search, and a beam then has one view [default: yes]
    #[arg(help_heading = LIMITS, long, value_name = "yes|no", hide_possible_values = true, value_parser = clap::builder::BoolishValueParser::new())]
    pub restarts: Option<bool>,
    /// Whether the two-phase algorithm answers for a 3×3×3 cube if the time is over before the beam has
    /// found anything. Its solutions are longer; the answer names the algorithm [default: yes for `solve`
    /// with the cube's own network]
    #[arg(help_heading = LIMITS, long, value_name = "yes|no", hide_possible_values = true, value_parser = clap::builder::BoolishValueParser::new())]
    pub fallback: Option<bool>,
    /// Try again, from other views, until a solution is at most this long
    #[arg(help_heading = LIMITS, long, value_name = "N")]
    pub target_length: Option<u16>,
    /// Stop after this many generated nodes
    #[arg(help_heading = LIMITS, long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub node_limit: Option<u64>,
    /// Most memory that the search may use, in bytes [default: half of the free memory, at most 4 GiB;
    /// bidirectional: at most 1 GiB]
    #[arg(help_heading = LIMITS, long, value_name = "MIB", value_parser = units::bytes, help = MEMORY_HELP)]
    pub memory_limit: Option<usize>,
}

/// Reads a number of a range.
fn number(range: Range) -> impl Fn(&str) -> Result<f32, String> + Clone {
    move |text| match text.parse() {
        Ok(x) if range.has(x) => Ok(x),
        _ => Err(range.fault().into()),
    }
}

/// λ keeps its digits as they were given, which reports repeat.
fn weight(text: &str) -> Result<f64, String> {
    let x: f64 = text.parse().map_err(|_| "not a number")?;
    if (0.0..=1.0).contains(&x) {
        Ok(x)
    } else {
        Err(Range::WEIGHT.fault().into())
    }
}

impl SettingsArgs {
    /// As the library takes them.
    ///
    /// # Errors
    /// There is no folder for the tables of the search, or it has none.
    pub fn settings(&self) -> Result<Settings, CliError> {
        Ok(Settings {
            search: self.search()?,
            width: self.width,
            shortlist: self.shortlist,
            split: self.split,
            ball: self.ball,
            views: self.views,
            lambda: self.lambda,
            batch: self.batch,
            exploration: self.exploration,
            virtual_loss: self.virtual_loss,
            temperature: self.temperature,
            workers: self.workers,
            as_published: self.as_published.map(|paper| match paper {
                Paper::Deepcube => Published::Deepcube,
                Paper::Cube2Report => Published::Cube2Report,
            }),
            cache: self.cache,
            time_limit: self.time_limit,
            restarts: self.restarts,
            fallback: self.fallback,
            target_length: self.target_length,
            node_limit: self.node_limit,
            memory_limit: self.memory_limit,
        })
    }

    fn search(&self) -> Result<Option<SearchKind>, CliError> {
        let Some(search) = self.search else {
            self.no_tables(SearchKind::default().name())?;
            return Ok(None);
        };
        #[cfg(feature = "compare")]
        if let Some(classical) = search.classical(self.tables.as_deref())? {
            return Ok(Some(SearchKind::Extension(Arc::new(classical))));
        }
        let kind = search.own();
        self.no_tables(kind.name())?;
        Ok(Some(kind))
    }

    /// Refuses a folder of tables for a search that has none.
    fn no_tables(&self, search: &str) -> Result<(), CliError> {
        if self.tables.is_none() {
            return Ok(());
        }
        let others = if cfg!(feature = "compare") {
            "korf, patterns"
        } else {
            ""
        };
        Err(CliError::Usage(format!(
            "--tables means nothing to the search '{search}'; it is for {others}"
        )))
    }
}

impl Search {
    /// The classical solver of that name.
    #[cfg(feature = "compare")]
    fn classical(self, tables: Option<&Path>) -> Result<Option<Classical>, CliError> {
        Ok(Some(match self {
            Self::Korf => Classical::Korf(folder(tables)?),
            Self::Patterns => Classical::patterns(tables),
            _ => return Ok(None),
        }))
    }

    /// The library's search of that name; the classical solvers are not among these.
    fn own(self) -> SearchKind {
        match self {
            Self::Bwas => SearchKind::Bwas,
            Self::Qstar => SearchKind::Qstar,
            Self::Gbfs => SearchKind::Gbfs,
            Self::Mcts => SearchKind::Mcts,
            Self::MctsNaive => SearchKind::MctsNaive,
            Self::Ida => SearchKind::Ida,
            Self::Greedy => SearchKind::Greedy,
            Self::Bidirectional => SearchKind::Bidirectional,
            Self::Direct => SearchKind::Direct,
            Self::Constructive => SearchKind::Constructive,
            Self::TwoPhase => SearchKind::TwoPhase,
            _ => SearchKind::Beam,
        }
    }
}
