//! The options of every command that searches.

use super::error::{CliError, read_text};
use super::flags;
use super::settings::SettingsArgs;
use super::{progress, stream};
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::error::ErrorKind;
use clap::{Arg, Args as _, Command, FromArgMatches as _};
use quarterturn::Metric;
use quarterturn::eval::{Device, DeviceError};
use quarterturn::models::{EMBEDDED, Model};
use quarterturn::puzzles::{self, Cube3Turns, Kind, Puzzle, PuzzleError};
use quarterturn::solver::{BuildError, Builder, News, Settings, Solver};
use quarterturn_classic::{Classical, PATTERNS};
use std::env;
use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::{LazyLock, Mutex};

// The sections of the help texts; those of [`SettingsArgs`] are defined there.
/// What is to be solved.
pub const INPUT: &str = "Input";
/// What is printed, and where.
pub const OUTPUT: &str = "Output";
const SEARCH: &str = "Search";
const MACHINE: &str = "Machine";

/// The names of puzzles, for help texts to borrow.
static NAMES: LazyLock<Vec<String>> = LazyLock::new(|| puzzles::names().collect());

/// A puzzle by its name, or by the path of a file that defines it.
pub fn puzzle_parser() -> impl TypedValueParser<Value = Puzzle> {
    PuzzleParser
}

#[derive(Clone)]
struct PuzzleParser;

impl TypedValueParser for PuzzleParser {
    type Value = Puzzle;

    fn parse_ref(
        &self,
        command: &Command,
        arg: Option<&Arg>,
        value: &OsStr,
    ) -> Result<Self::Value, clap::Error> {
        if let Some(found) = value.to_str().and_then(puzzles::find) {
            return Ok(found);
        }
        if puzzles::is_file(Path::new(value)) {
            let fail = |e: PuzzleError| {
                let text = format!("{}\n", flags::puzzle(&e));
                clap::Error::raw(ErrorKind::ValueValidation, text)
            };
            return Puzzle::open(value).map_err(|e| fail(e).with_cmd(command));
        }
        // Neither: name the known puzzles, unless a file was meant.
        if value.to_string_lossy().contains(['.', '/', '\\']) {
            let text = format!("there is no file {}\n", Path::new(value).display());
            return Err(clap::Error::raw(ErrorKind::ValueValidation, text).with_cmd(command));
        }
        let names = PossibleValuesParser::new(NAMES.iter().map(String::as_str));
        let refused = names.parse_ref(command, arg, value).err();
        Err(refused.unwrap_or_else(|| clap::Error::new(ErrorKind::InvalidValue)))
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new(
            NAMES.iter().map(String::as_str).map(PossibleValue::new),
        ))
    }
}

/// How moves count.
#[derive(clap::Args)]
pub struct MetricArgs {
    /// How a cube's moves are counted: in quarter turns (qtm), or with a half turn as one move (htm).
    /// `--puzzle cube3 --metric htm` is `--puzzle cube3-htm` [default: qtm, unless the puzzle's name says htm]
    #[arg(help_heading = SEARCH, long, value_name = "qtm|htm", hide_possible_values = true)]
    metric: Option<CubeMetric>,
}

/// What [`MetricArgs`] takes.
#[derive(Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum CubeMetric {
    Qtm,
    Htm,
}

impl MetricArgs {
    /// Replaces the puzzle by the same puzzle in the metric asked for.
    ///
    /// # Errors
    /// It has no such metric, or its name says another one.
    pub fn settle(&self, puzzle: &mut Puzzle) -> Result<(), CliError> {
        let metric = match self.metric {
            None => return Ok(()),
            Some(CubeMetric::Qtm) => Metric::Quarter,
            Some(CubeMetric::Htm) => Metric::Half,
        };
        let (name, own) = (puzzle.name().to_owned(), puzzle.metric());
        if own == Metric::Moves {
            let message = format!("--metric is for cubes: {name} has one metric only");
            return Err(CliError::Usage(message));
        }
        *puzzle = puzzle.in_metric(metric).ok_or_else(|| {
            let message =
                format!("--metric {metric} contradicts --puzzle {name}, which counts in {own}");
            CliError::Usage(message)
        })?;
        Ok(())
    }
}

/// The solver of a command: puzzle, model, search and limits.
#[derive(clap::Args)]
pub struct SearchArgs {
    /// The puzzle, or a file that defines one: GAP, KPuzzle, ksolve or twsearch, or Kaggle's; FILE#NAME is one of
    /// a file of several. puzzle3x4 is sliding tiles in 3 rows and 4 columns, and so on from 2 to 7 [default: the puzzle
    /// of the network of --model, else cube3]
    #[arg(help_heading = SEARCH, long = "puzzle", value_name = "NAME|FILE", value_parser = puzzle_parser())]
    pub given: Option<Puzzle>,
    /// The puzzle that is meant, once [`SearchArgs::settle`] has found it.
    #[arg(skip = Kind::Cube3(Cube3Turns::Quarter))]
    pub puzzle: Puzzle,
    #[command(flatten)]
    pub metric: MetricArgs,
    /// What guides the search: the name of an embedded network, or a weight file; or `bound`, the puzzle's
    /// own lower bound, such as the Manhattan distance of tiles; or `patterns`, the lower bound of pattern
    /// databases (cube3, and tiles up to 6×6) [default: the embedded network of the puzzle]
    #[arg(help_heading = SEARCH, long, value_name = "NAME|PATH")]
    pub model: Option<String>,
    #[command(flatten)]
    pub settings: SettingsArgs,
    /// A file that says what moves cost: look for a cheap solution, not a short one (beam, bwas, qstar, gbfs,
    /// ida). A quarter of the limits goes to a search without costs, and the rest to a search for a cheaper
    /// solution than that. TOML: `quarter` and `half` are the costs of turns, `faces` are factors, `moves`
    /// are the costs of single moves; inf forbids a move
    #[arg(help_heading = SEARCH, long, value_name = "FILE", conflicts_with = "target_length")]
    pub costs: Option<PathBuf>,
    /// Number of threads [default: one per processor]
    #[arg(help_heading = MACHINE, long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=i64::from(THREADS)))]
    pub threads: Option<u16>,
    /// Where the network runs: cpu; or libtorch-cpu, cuda or cuda:N in a build with LibTorch. On a GPU
    /// float networks run in half precision. Several cards, as cuda:0,1, share each batch; a beam's states are
    /// then kept by the processor
    #[arg(help_heading = MACHINE, long, value_name = "NAME", default_value_t, value_parser = device)]
    pub device: Device,
    /// Seed of the random states that `bench --random` draws. No search uses random numbers, so it changes
    /// no answer
    #[arg(help_heading = MACHINE, long, value_name = "N")]
    pub seed: Option<u64>,
}

/// The puzzle that a network is for, if one is given and says so.
///
/// # Errors
/// The weight file does not load, or defines a puzzle wrongly.
pub fn puzzle_of(model: Option<&str>) -> Result<Option<Puzzle>, CliError> {
    let known = |name: &&str| EMBEDDED.iter().any(|e| e.name == *name) || Path::new(name).is_file();
    let Some(name) = model.filter(known) else {
        return Ok(None);
    };
    let model = Model::find(name)?;
    match model.own_puzzle() {
        Some(own) => {
            let fault = |e| CliError::Invalid(format!("the puzzle inside {name}: {e}"));
            own.map(Some).map_err(fault)
        }
        // Networks of the default puzzle guide searches in either metric.
        None => Ok(model.puzzle().filter(|puzzle| puzzle.family() != "cube3")),
    }
}

/// A device that is there, by its name.
pub fn device(text: &str) -> Result<Device, DeviceError> {
    let device: Device = text.parse()?;
    device.check().map(|()| device)
}

/// Most threads.
const THREADS: u16 = 1024;

/// Refuses a number of threads in the environment that no machine could keep busy: rayon would start them all.
pub fn check_environment() -> Result<(), CliError> {
    const NAME: &str = "RAYON_NUM_THREADS";
    let given: Option<usize> = env::var(NAME).ok().and_then(|text| text.parse().ok());
    match given {
        Some(count) if count > usize::from(THREADS) => Err(CliError::Usage(format!(
            "{NAME} is {count} in the environment: at most {THREADS} threads are possible"
        ))),
        _ => Ok(()),
    }
}

/// Starts this number of threads, or one per processor.
pub fn threads(count: Option<u16>) -> Result<(), CliError> {
    rayon::ThreadPoolBuilder::new()
        .num_threads(count.map_or(0, usize::from))
        .build_global()
        .map_err(|e| CliError::System(format!("cannot start the threads: {e}")))
}

impl SearchArgs {
    /// Checks that the options go together and starts the threads asked for; `drawn` says whether the seed
    /// draws states.
    pub fn prepare(&self, drawn: bool) -> Result<(), CliError> {
        self.check()?;
        if self.seed.is_some() && !drawn {
            stream::tell("note: --seed changes nothing here: no search uses random numbers");
        }
        threads(self.threads)
    }

    /// Finds the puzzle that is meant; see [`MetricArgs::settle`].
    ///
    /// # Errors
    /// As there, and where the weight file defines a puzzle wrongly.
    pub fn settle(&mut self) -> Result<(), CliError> {
        if let Some(given) = self.given.take() {
            self.puzzle = given;
        } else if let Some(own) = puzzle_of(self.model.as_deref())? {
            self.puzzle = own;
        }
        self.metric.settle(&mut self.puzzle)
    }

    /// Checks that the options go together.
    pub fn check(&self) -> Result<(), CliError> {
        let settings = self.settings.settings()?;
        settings.check().map_err(BuildError::from)?;
        if self.costs.is_some() {
            let kind = settings.kind();
            kind.check_prices().map_err(BuildError::from)?;
        }
        Ok(())
    }

    /// The usual options, for this puzzle.
    pub fn of(puzzle: &Puzzle) -> Self {
        let none = Self::augment_args(Command::new("")).get_matches_from([""]);
        let usual = Self::from_arg_matches(&none).expect("no option must be given");
        Self {
            puzzle: puzzle.clone(),
            ..usual
        }
    }

    /// A builder of the solver asked for, for further settings.
    pub fn builder(&self) -> Result<Builder, CliError> {
        self.builder_with(self.settings.settings()?)
    }

    pub fn builder_with(&self, settings: Settings) -> Result<Builder, CliError> {
        let mut builder = Solver::builder()
            .puzzle(&self.puzzle)
            .device(self.device)
            .settings(settings)
            .news(tables_bar());
        match self.model.as_deref() {
            None => {}
            Some(PATTERNS) => builder = builder.bound(Arc::new(Classical::patterns(None))),
            Some(name) => builder = builder.model(name),
        }
        if let Some(path) = &self.costs {
            builder = builder.costs(&read_text(path)?);
        }
        Ok(builder)
    }

    /// As [`SearchArgs::builder`], for measurements: by default no other algorithm answers in place of the
    /// search.
    pub fn measured(&self) -> Result<Builder, CliError> {
        let mut settings = self.settings.settings()?;
        settings.fallback.get_or_insert(false);
        self.builder_with(settings)
    }

    /// The solver that `builder` makes.
    pub fn build(&self, builder: Builder) -> Result<Solver, CliError> {
        builder.build().map_err(|error| match (error, &self.costs) {
            (BuildError::Costs(source), Some(path)) => CliError::Costs {
                path: path.clone(),
                source,
            },
            (error, _) => error.into(),
        })
    }

    /// The solver asked for.
    pub fn solver(&self) -> Result<Solver, CliError> {
        self.build(self.measured()?)
    }

    /// Everything but the state that answers depend on, as a text for comparison: two texts are equal if the
    /// settings are.
    ///
    /// # Errors
    /// When the file of costs cannot be read.
    pub fn fingerprint(&self, model: Option<&Model>) -> Result<String, CliError> {
        let costs = self.costs.as_deref().map(read_text).transpose()?;
        let own = self.settings.settings()?;
        let limits = (own.time_limit, own.node_limit, own.memory_limit);
        let (puzzle, weights) = (self.puzzle.name(), model.map(Model::checksum));
        let search = own.to_string();
        let more = (costs, limits, own.target_length, self.seed.unwrap_or(0));
        let mut all = format!("{:?}", (puzzle, weights, search, more));
        // The guide of the search, if it is not a network.
        if let (None, Some(name)) = (weights, &self.model) {
            all += &format!(" by {name}");
        }
        if own.fallback == Some(true) {
            all += " with fallback";
        }
        if self.device != Device::Cpu {
            all += &format!(" on {}", self.device);
        }
        Ok(all)
    }
}

/// Shows a bar while tables are made, and a note if they cannot be kept.
pub fn tables_bar() -> impl Fn(News<'_>) + Send + Sync + 'static {
    let bar = Mutex::new(None);
    move |news| {
        let (known, total) = match news {
            News::Tables { known, total } => (known, total),
            News::Unkept(error) => {
                let hint =
                    "they will be made again next time; give another folder with --tables DIR";
                return stream::tell(&format!("note: the tables are not kept: {error}; {hint}"));
            }
            _ => return,
        };
        let Ok(mut bar) = bar.lock() else { return };
        let bar = bar.get_or_insert_with(progress::tables);
        bar.set_length(total as u64);
        bar.set_position(known as u64);
        if known == total {
            bar.finish_and_clear();
        }
    }
}
