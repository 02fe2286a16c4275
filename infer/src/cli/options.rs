//! The options of every command that searches.

use super::error::CliError;
use super::puzzles::{self, AnyPuzzle, Solver};
use super::searches::SearchKind;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use quarterturn::limits::Limits;
use quarterturn::models::Model;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// Beam width unless told otherwise.
const DEFAULT_WIDTH: u32 = 4096;

/// A puzzle by its name.
pub fn puzzle_parser() -> impl TypedValueParser<Value = &'static dyn AnyPuzzle> {
    PossibleValuesParser::new(puzzles::ALL.iter().map(|p| p.name()))
        .try_map(|name| puzzles::find(&name).ok_or("there is no such puzzle"))
}

/// What to solve with, and how hard to try.
#[derive(clap::Args)]
pub struct SearchArgs {
    /// The puzzle
    #[arg(long, value_name = "NAME", default_value = "cube3", value_parser = puzzle_parser())]
    pub puzzle: &'static dyn AnyPuzzle,
    /// An embedded model or a weight file [default: the embedded one of the puzzle]
    #[arg(long, value_name = "NAME|PATH")]
    pub model: Option<String>,
    /// The search
    #[arg(long, value_name = "NAME", default_value = "beam")]
    pub search: SearchKind,
    /// States kept at each depth (beam) [default: 4096]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub width: Option<u32>,
    /// Weight of the path cost, 0 to 1 (bwas)
    #[arg(long, value_name = "X", allow_negative_numbers = true, value_parser = weight)]
    pub lambda: Option<f64>,
    /// States expanded at once (bwas)
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub batch: Option<u32>,
    /// Stop after this time
    #[arg(long, value_name = "SECONDS", allow_negative_numbers = true, value_parser = seconds)]
    pub time_limit: Option<Duration>,
    /// Stop after generating this many nodes
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub node_limit: Option<u64>,
    /// Most memory the search may use
    #[arg(long, value_name = "MIB", value_parser = clap::value_parser!(u32).range(1..))]
    pub memory_limit: Option<u32>,
    /// Threads [default: one per processor]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub threads: Option<u16>,
    /// Where the network runs
    #[arg(long, value_name = "cpu|cuda|cuda:N", default_value = "cpu", value_parser = device)]
    pub device: String,
    /// Seed of searches that draw lots; beam and greedy do not
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub seed: u64,
}

fn weight(text: &str) -> Result<f64, String> {
    let x: f64 = text.parse().map_err(|_| "not a number")?;
    if (0.0..=1.0).contains(&x) {
        Ok(x)
    } else {
        Err("not between 0 and 1".into())
    }
}

fn seconds(text: &str) -> Result<Duration, String> {
    let x: f64 = text.parse().map_err(|_| "not a number of seconds")?;
    match Duration::try_from_secs_f64(x) {
        Ok(time) if !time.is_zero() => Ok(time),
        _ => Err("not a positive number of seconds".into()),
    }
}

fn device(text: &str) -> Result<String, String> {
    match text.split_once(':').unwrap_or((text, "0")) {
        _ if text == "cpu" => Ok(text.into()),
        ("cuda", n) if n.parse::<u16>().is_ok() => {
            Err("this binary is built without LibTorch and so without CUDA; available: cpu".into())
        }
        _ => Err("not a device: cpu, cuda or cuda:N".into()),
    }
}

impl SearchArgs {
    /// Checks that the options go together and takes the threads asked for.
    pub fn prepare(&self) -> Result<(), CliError> {
        let tuning = [
            ("--width", self.width.is_some()),
            ("--lambda", self.lambda.is_some()),
            ("--batch", self.batch.is_some()),
        ];
        let search = self.search.name();
        for (option, _) in tuning.iter().filter(|(_, given)| *given) {
            if !self.search.takes().contains(option) {
                let message = format!("{option} means nothing to the search '{search}'");
                return Err(CliError::Usage(message));
            }
        }
        rayon::ThreadPoolBuilder::new()
            .num_threads(self.threads.map_or(0, usize::from))
            .build_global()
            .map_err(|e| CliError::System(format!("cannot start the threads: {e}")))
    }

    /// The solver asked for, with its model.
    pub fn solver(&self, model: &Model) -> Result<Box<dyn Solver>, CliError> {
        Ok(self
            .puzzle
            .solver(model, self.search, self.width().unwrap_or(1))?)
    }

    /// The beam width in force, for searches that have one.
    pub fn width(&self) -> Option<usize> {
        let takes = self.search.takes().contains(&"--width");
        takes.then_some(self.width.unwrap_or(DEFAULT_WIDTH) as usize)
    }

    /// The search and its settings, for people.
    pub fn describe(&self) -> String {
        match self.width() {
            Some(width) => format!("{}, width {width}", self.search.name()),
            None => self.search.name().into(),
        }
    }

    /// The weights to use.
    pub fn load(&self) -> Result<Model, CliError> {
        Ok(match &self.model {
            Some(name) => Model::find(name)?,
            None => Model::embedded_for(self.puzzle.family())?,
        })
    }

    /// The limits of one search.
    pub fn limits(&self, cancel: Arc<AtomicBool>) -> Limits {
        Limits {
            time: self.time_limit,
            nodes: self.node_limit,
            memory: self
                .memory_limit
                .map(|mib| (mib as usize).saturating_mul(1 << 20)),
            cancel,
            ..Limits::default()
        }
    }
}
