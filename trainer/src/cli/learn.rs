//! `learn`: a network for a puzzle, with every choice made.

use super::export::{self, put};
use super::{failed, stop};
use quarterturn_core::Plain;
use quarterturn_lab::files::{Kind, may_write};
use quarterturn_lab::units::time;
use quarterturn_trainer::learn::{self, Learnt, Wish};
use quarterturn_trainer::progress::tell;
use quarterturn_trainer::threads;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;

/// What the recipe begins with.
const TITLE: &str = "# What `quarterturn-trainer learn` chose. Change it and give it to `quarterturn-trainer train`.\n";

/// Learn to solve a puzzle: a file that defines it goes in, and a weight file that solves it comes out.
///
/// The length of the training walks, the sizes of the network and everything else are chosen by the puzzle and the
/// time, and written beside the weight file as a recipe that `train` takes. The weight file has the puzzle inside:
/// `quarterturn solve --model FILE STATE` needs nothing else.
///
/// Ctrl-C stops with a checkpoint, and --resume goes on.
#[derive(clap::Args)]
pub struct Args {
    /// The puzzle: a file that defines one, or the name of one that is built in.
    puzzle: String,
    /// The time for all of it, the test at the end included: 10m, 2h 30m, or a number of seconds.
    #[arg(long, value_name = "TIME", default_value = "10m", allow_negative_numbers = true, value_parser = time)]
    time: Duration,
    /// The weight file to write, NAME.qtw [default: the puzzle's name and .qtw, in the working directory]. The recipe and
    /// the folder of the run lie beside it.
    #[arg(long, value_name = "FILE")]
    to: Option<PathBuf>,
    /// Overwrite the files of --to, whatever they are.
    #[arg(long)]
    force: bool,
    /// Go on where an interrupted run of the same command stopped.
    #[arg(long)]
    resume: bool,
    /// Seed of everything random.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Number of CPU threads [default: one per processor].
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
    /// Deal the labels out to the states at random, to see what is said where nothing can be learnt.
    #[arg(long)]
    control: bool,
}

/// Runs the command.
pub fn run(args: &Args) -> ExitCode {
    if let Some(count) = args.threads {
        threads::allow(count.into());
    }
    let to = args.to.clone().unwrap_or_else(|| {
        let stem = Path::new(&args.puzzle).file_stem().unwrap_or_default();
        Path::new(stem).with_extension("qtw")
    });
    let title = |bytes: &[u8]| bytes.starts_with(TITLE.as_bytes());
    let recipe = Kind {
        name: "a recipe of `learn`",
        begins: &title,
    };
    let (beside, inputs) = (to.with_extension("toml"), [Path::new(&args.puzzle)]);
    let may = export::may_put(&to, &["qtw"], &inputs, args.force)
        .and_then(|()| Ok(may_write(&beside, &recipe, &inputs, args.force)?));
    if let Err(refused) = may {
        return failed(refused);
    }
    let stop = match stop() {
        Ok(stop) => stop,
        Err(error) => return failed(error),
    };
    let wish = Wish {
        puzzle: args.puzzle.clone(),
        folder: to.with_extension("run"),
        time: args.time,
        resume: args.resume,
        seed: args.seed,
        control: args.control,
        stop,
        to,
    };
    match learn::learn(&wish) {
        Ok(Learnt::File { weights, recipe }) => match write(&wish, &weights, &recipe) {
            Ok(()) => ExitCode::SUCCESS,
            Err(error) => failed(error),
        },
        Ok(Learnt::Nothing(_)) => {
            tell("no weight file was written");
            ExitCode::FAILURE
        }
        Ok(Learnt::Interrupted) => {
            tell("interrupted; continue with --resume");
            ExitCode::from(130)
        }
        Err(error) => failed(error),
    }
}

/// Writes the weight file and the recipe, and says what to do with them.
fn write(wish: &Wish, weights: &[u8], recipe: &str) -> Result<(), super::Failure> {
    let beside = wish.to.with_extension("toml");
    put(&wish.to, weights)?;
    put(&beside, (TITLE.to_owned() + recipe).as_bytes())?;
    let name = wish.to.display().to_string();
    tell(&format!(
        "{}: {} bytes; the recipe is {}. Next:\n  quarterturn solve --model {} STATE",
        Plain(&name),
        weights.len(),
        Plain(&beside.display().to_string()),
        super::quoted(&name),
    ));
    Ok(())
}
