//! The options of every command that searches.

use super::error::CliError;
use super::memory;
use super::puzzles::{self, AnyPuzzle, Request, Solver};
use super::searches::{SearchKind, Tuning};
use super::units;
use bytesize::ByteSize;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use quarterturn::limits::Limits;
use quarterturn::models::Model;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// Beam width unless told otherwise.
const DEFAULT_WIDTH: u32 = 16384;
/// Beam width of the first attempts under a time limit; it doubles from sweep to sweep.
const FIRST_WIDTH: u32 = 512;
/// Sides that a beam searches from unless told otherwise.
const DEFAULT_VIEWS: u16 = 2;
/// Attempts at a target length when no time limit ends them.
const ATTEMPTS: usize = 8;

// The sections of the help texts.
/// What is to be solved.
pub const INPUT: &str = "Input";
/// What is printed, and where.
pub const OUTPUT: &str = "Output";
const SEARCH: &str = "Search";
const TUNING: &str = "Tuning, for the searches in brackets";
const LIMITS: &str = "Limits";
const MACHINE: &str = "Machine";

/// A puzzle by its name.
pub fn puzzle_parser() -> impl TypedValueParser<Value = &'static dyn AnyPuzzle> {
    PossibleValuesParser::new(puzzles::ALL.iter().map(|p| p.name()))
        .try_map(|name| puzzles::find(&name).ok_or("there is no such puzzle"))
}

/// What to solve with, and how hard to try.
#[derive(clap::Args)]
pub struct SearchArgs {
    /// The puzzle
    #[arg(help_heading = SEARCH, long, value_name = "NAME", default_value = "cube3", value_parser = puzzle_parser())]
    pub puzzle: &'static dyn AnyPuzzle,
    /// An embedded model or a weight file [default: the embedded one of the puzzle]
    #[arg(help_heading = SEARCH, long, value_name = "NAME|PATH")]
    pub model: Option<String>,
    /// The search [default: beam]
    #[arg(help_heading = SEARCH, long, value_name = "NAME")]
    pub search: Option<SearchKind>,
    /// States kept at each depth (beam) [default: 16384; with a time limit
    /// 512, doubled from attempt to attempt]
    #[arg(help_heading = TUNING, long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub width: Option<u32>,
    /// Children made per state kept, chosen by the Q head; as many as there are moves means all
    /// (beam) [default: 2]
    #[arg(help_heading = TUNING, long, value_name = "X", value_parser = shortlist)]
    pub shortlist: Option<f32>,
    /// Children kept of each state, at most: the best by the Q or policy head, else by value (beam)
    /// [default: all]
    #[arg(help_heading = TUNING, long, value_name = "N", value_parser = clap::value_parser!(u8).range(1..))]
    pub split: Option<u8>,
    /// Sides to search from, symmetry frames and the inverse state; the shortest solution is kept
    /// (beam) [default: 2]
    #[arg(help_heading = TUNING, long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=96))]
    pub views: Option<u16>,
    /// Weight of the path cost, 0 to 1; with 0 mcts is that of DeepCube (bwas, qstar, mcts)
    /// [default: 0.6]
    #[arg(help_heading = TUNING, long, value_name = "X", allow_negative_numbers = true, value_parser = weight)]
    pub lambda: Option<f64>,
    /// States expanded at once (bwas, qstar: 1000; ida: 256; mcts: 64; gbfs: 1)
    #[arg(help_heading = TUNING, long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub batch: Option<u32>,
    /// c, how much priors and few visits count against values (mcts) [default: 0.5]
    #[arg(help_heading = TUNING, long, value_name = "X", value_parser = not_negative)]
    pub exploration: Option<f32>,
    /// ν, how much a simulation under way deters others, in moves (mcts) [default: 1]
    #[arg(help_heading = TUNING, long, value_name = "X", value_parser = not_negative)]
    pub virtual_loss: Option<f32>,
    /// Softness of priors made from Q: a move better by this many moves is e times as likely (mcts)
    /// [default: 1]
    #[arg(help_heading = TUNING, long, value_name = "X", value_parser = positive)]
    pub temperature: Option<f32>,
    /// Remember evaluations in so much memory, beside that of the search, such as 512MiB (all with a
    /// network; ida gains most) [default: none]
    #[arg(help_heading = TUNING, long, value_name = "MIB", value_parser = units::memory)]
    pub cache: Option<ByteSize>,
    /// Where the tables of korf are kept [default: the user's cache folder]
    #[arg(help_heading = TUNING, long, value_name = "DIR")]
    pub tables: Option<PathBuf>,
    /// What moves cost: look for a cheap solution instead of a short one (beam, bwas, qstar, gbfs,
    /// ida). TOML with `quarter` and `half` turns, factors for `faces` and single `moves`; inf
    /// forbids
    #[arg(help_heading = SEARCH, long, value_name = "FILE", conflicts_with = "target_length")]
    pub costs: Option<PathBuf>,
    /// Look for ever shorter solutions until this time is over: 2m, 1500ms, or a number of seconds
    #[arg(help_heading = LIMITS, long, value_name = "TIME", allow_negative_numbers = true, value_parser = units::time)]
    pub time_limit: Option<Duration>,
    /// Try again, from other sides, until a solution is at most this long
    #[arg(help_heading = LIMITS, long, value_name = "N")]
    pub target_length: Option<u16>,
    /// Stop after generating this many nodes
    #[arg(help_heading = LIMITS, long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub node_limit: Option<u64>,
    /// Most memory the search may use: 2GiB, 512MiB, or a number of MiB [default: half of what is
    /// free, at most 4 GiB; bidirectional: at most 1 GiB]
    #[arg(help_heading = LIMITS, long, value_name = "MIB", value_parser = units::memory)]
    pub memory_limit: Option<ByteSize>,
    /// Threads [default: one per processor]
    #[arg(help_heading = MACHINE, long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub threads: Option<u16>,
    /// Where the network runs: this build has no CUDA
    #[arg(help_heading = MACHINE, long, value_name = "cpu", default_value = "cpu", value_parser = device)]
    pub device: String,
    /// Seed of searches that draw lots; beam and greedy do not
    #[arg(help_heading = MACHINE, long, value_name = "N", default_value_t = 0)]
    pub seed: u64,
}

fn shortlist(text: &str) -> Result<f32, String> {
    match text.parse() {
        Ok(x) if (1.0..=64.0).contains(&x) => Ok(x),
        _ => Err("not a number from 1 to 64".into()),
    }
}

fn not_negative(text: &str) -> Result<f32, String> {
    match text.parse() {
        Ok(x) if (0.0..=1e6).contains(&x) => Ok(x),
        _ => Err("not a number from 0 on".into()),
    }
}

fn positive(text: &str) -> Result<f32, String> {
    match not_negative(text) {
        Ok(x) if x >= 1e-3 => Ok(x),
        _ => Err("not a number from 0.001 on".into()),
    }
}

fn weight(text: &str) -> Result<f64, String> {
    let x: f64 = text.parse().map_err(|_| "not a number")?;
    if (0.0..=1.0).contains(&x) {
        Ok(x)
    } else {
        Err("not between 0 and 1".into())
    }
}

fn device(text: &str) -> Result<String, String> {
    match text.split_once(':').unwrap_or((text, "0")) {
        _ if text == "cpu" => Ok(text.into()),
        ("cuda", n) if n.parse::<u16>().is_ok() => {
            Err("this binary is built without LibTorch and so without CUDA; available: cpu".into())
        }
        _ => Err("not a device; available: cpu".into()),
    }
}

/// Takes so many threads, or one per processor.
pub fn threads(count: Option<u16>) -> Result<(), CliError> {
    rayon::ThreadPoolBuilder::new()
        .num_threads(count.map_or(0, usize::from))
        .build_global()
        .map_err(|e| CliError::System(format!("cannot start the threads: {e}")))
}

impl SearchArgs {
    /// Checks that the options go together and takes the threads asked for.
    pub fn prepare(&self) -> Result<(), CliError> {
        self.check()?;
        threads(self.threads)
    }

    /// Checks that the options go together.
    pub fn check(&self) -> Result<(), CliError> {
        let tuning = [
            ("--width", self.width.is_some()),
            ("--shortlist", self.shortlist.is_some()),
            ("--split", self.split.is_some()),
            ("--views", self.views.is_some()),
            ("--lambda", self.lambda.is_some()),
            ("--batch", self.batch.is_some()),
            ("--exploration", self.exploration.is_some()),
            ("--virtual-loss", self.virtual_loss.is_some()),
            ("--temperature", self.temperature.is_some()),
            ("--cache", self.cache.is_some()),
            ("--tables", self.tables.is_some()),
            ("--costs", self.costs.is_some()),
        ];
        let mut given = tuning.iter().filter(|(_, given)| *given);
        given.try_for_each(|(option, _)| self.kind().check(option))?;
        let amounts = [
            ("--cache", self.cache),
            ("--memory-limit", self.memory_limit),
        ];
        let mut amounts = amounts.iter().filter_map(|(name, x)| Some((name, (*x)?)));
        amounts.try_for_each(|(option, amount)| memory::check(option, amount))
    }

    /// The solver asked for, with its model.
    pub fn solver(&self, model: Option<&Model>) -> Result<Box<dyn Solver>, CliError> {
        self.solver_for(model, &Request::default())
    }

    /// The solver asked for, with more to do than to solve.
    pub fn solver_for(
        &self,
        model: Option<&Model>,
        more: &Request<'_>,
    ) -> Result<Box<dyn Solver>, CliError> {
        let request = Request {
            costs: self.costs.as_deref(),
            cache: self.cache.map(units::bytes),
            tables: self.tables.as_deref(),
            ..*more
        };
        self.puzzle
            .solver(model, self.kind(), self.tuning(), &request)
    }

    /// The search in force.
    pub fn kind(&self) -> SearchKind {
        self.search.unwrap_or(SearchKind::Beam)
    }

    fn tuning(&self) -> Tuning {
        Tuning {
            width: self.width().unwrap_or(1),
            shortlist: self.shortlist,
            split: self.split.map(usize::from),
            views: self.views(),
            lambda: self.lambda.map(|x| x as f32),
            batch: self.batch.map(|n| n as usize),
            exploration: self.exploration,
            virtual_loss: self.virtual_loss,
            temperature: self.temperature,
            attempts: match (self.time_limit, self.target_length) {
                (Some(_), _) => usize::MAX,
                (None, Some(_)) => ATTEMPTS,
                (None, None) => 1,
            },
        }
    }

    /// The beam width in force, for searches that have one.
    pub fn width(&self) -> Option<usize> {
        let takes = self.kind().takes().contains(&"--width");
        // Against the clock a first answer comes first; later attempts are wider.
        let default = if self.time_limit.is_some() {
            FIRST_WIDTH
        } else {
            DEFAULT_WIDTH
        };
        takes.then_some(self.width.unwrap_or(default) as usize)
    }

    /// Sides to search from.
    fn views(&self) -> usize {
        let takes = self.kind().takes().contains(&"--views");
        let default = if takes { DEFAULT_VIEWS } else { 1 };
        self.views.unwrap_or(default).into()
    }

    /// The search and its settings, for people.
    pub fn describe(&self) -> String {
        let mut words = self.kind().name().to_owned();
        for (name, value) in [
            ("width", self.width().map(|n| n.to_string())),
            (
                "views",
                Some(self.views()).filter(|&n| n > 1).map(|n| n.to_string()),
            ),
            ("shortlist", self.shortlist.map(|x| x.to_string())),
            ("split", self.split.map(|n| n.to_string())),
            ("lambda", self.lambda.map(|x| x.to_string())),
            ("batch", self.batch.map(|n| n.to_string())),
            ("exploration", self.exploration.map(|x| x.to_string())),
            ("virtual loss", self.virtual_loss.map(|x| x.to_string())),
            ("temperature", self.temperature.map(|x| x.to_string())),
            ("cache", self.cache.map(|n| n.to_string())),
        ] {
            if let Some(value) = value {
                words += &format!(", {name} {value}");
            }
        }
        words
    }

    /// All that answers depend on but the state, in no form for people: two texts are equal if the
    /// settings are.
    ///
    /// # Errors
    /// When the file of costs cannot be read.
    pub fn settings(&self, model: Option<&Model>) -> Result<String, CliError> {
        let costs = self.costs.as_deref().map(puzzles::read_text).transpose()?;
        let limits = (self.time_limit, self.node_limit, self.memory_limit);
        let (puzzle, weights) = (self.puzzle.name(), model.map(Model::checksum));
        let search = self.describe();
        let more = (costs, limits, self.target_length, self.seed);
        Ok(format!("{:?}", (puzzle, weights, search, more)))
    }

    /// The weights to use; none for a search that has no use for them.
    pub fn load(&self) -> Result<Option<Model>, CliError> {
        let model = match &self.model {
            _ if !self.kind().guided() => return Ok(None),
            Some(name) => Model::find(name)?,
            None => Model::embedded_in(self.puzzle.family(), self.puzzle.metric().name())?,
        };
        Ok(Some(model))
    }

    /// The limits of one search.
    pub fn limits(&self, cancel: Arc<AtomicBool>) -> Limits {
        let usual = || memory::usual().min(self.kind().memory());
        Limits {
            time: self.time_limit,
            nodes: self.node_limit,
            memory: Some(self.memory_limit.map_or_else(usual, units::bytes)),
            target_length: self.target_length.map(usize::from),
            cancel,
            ..Limits::default()
        }
    }
}
