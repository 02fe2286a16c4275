//! `train`: run a recipe or continue it.

use super::{device, failed, quoted, stop};
use quarterturn_lab::units::time;
use quarterturn_trainer::backend::Backend;
use quarterturn_trainer::device::Device;
use quarterturn_trainer::peers::{self, Peers};
use quarterturn_trainer::progress::tell;
use quarterturn_trainer::recipe::{Precision, Recipe};
use quarterturn_trainer::run::{self, Ended, Options};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;

/// Train a network as a recipe describes, or resume a run.
///
/// The network is evaluated every ten minutes: beam search on 100 fixed scrambles, 2,048 states wide if
/// the network has an integer form. Evaluations take at most a hundredth of the time. The best parameters
/// so far are kept in best.safetensors. `evaluate_seconds`, `evaluate_scrambles` and `evaluate_width` in
/// the recipe's [run] change this.
///
/// Ctrl-C stops at the next step and leaves a checkpoint; a second Ctrl-C stops at once.
#[derive(clap::Args)]
pub struct Args {
    /// The recipe, a TOML file.
    recipe: PathBuf,
    /// The folder of the run, for checkpoints, metrics.jsonl and a copy of the recipe.
    #[arg(long)]
    out: PathBuf,
    /// What computes the gradients: libtorch (all networks, on processors and GPUs) or native (networks of
    /// kind "mlp" with Adam on the processor, several times faster). The recipe, the folder and its
    /// checkpoints are the same for both: one may resume what the other began [default: libtorch where
    /// the trainer was built with it, else native]
    #[arg(
        long,
        value_enum,
        default_value_t,
        hide_default_value = true,
        hide_possible_values = true
    )]
    backend: Backend,
    /// Where to train: cpu, cuda or cuda:N.
    #[arg(long, default_value = "cpu", value_parser = device::parse)]
    device: Device,
    /// Write a checkpoint and stop after this time: 10m, 2h 30m, or a number of seconds.
    #[arg(long, value_name = "TIME", allow_negative_numbers = true, value_parser = time)]
    time_limit: Option<Duration>,
    /// Resume the run in the folder from its last checkpoint.
    #[arg(long)]
    resume: bool,
    /// Start from the parameters in this file: NAME.safetensors as `export` writes it, or a weight file
    /// NAME.qtw for the same puzzle and a network of kind "mlp". Layers may be wider or narrower than the
    /// recipe's: the units that matter most are kept, or units are added that at first change nothing.
    #[arg(long, value_name = "FILE", conflicts_with = "resume")]
    init: Option<PathBuf>,
    /// Number of CPU threads for labels and gradients [default: one per processor]. One thread is faster for
    /// small networks and on busy machines.
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
    /// Number format of matrix products, in place of the recipe's.
    #[arg(long)]
    compute: Option<Precision>,
}

/// Runs the command.
pub fn run(args: &Args) -> ExitCode {
    let (mut recipe, text) = match Recipe::load(&args.recipe) {
        Ok(loaded) => loaded,
        Err(e) => return failed(e),
    };
    if let Some(compute) = args.compute {
        recipe.run.compute = compute;
    }
    if let Some(threads) = args.threads {
        quarterturn_trainer::threads::allow(threads.into());
    }
    let stop = match stop() {
        Ok(stop) => stop,
        Err(error) => return failed(error),
    };
    let options = Options {
        out: args.out.clone(),
        backend: args.backend,
        device: args.device,
        time_limit: args.time_limit,
        within: None,
        resume: args.resume,
        init: args.init.clone(),
        stop,
        peers: Peers::meet(),
    };
    match run::train(&recipe, &text, &options) {
        Ok(Ended::Finished) => {
            if options.peers.is_first() {
                tell(&next(&args.out, &recipe.puzzle));
            }
            ExitCode::SUCCESS
        }
        Ok(Ended::TimeLimit) => {
            tell("time limit reached; continue with --resume");
            ExitCode::SUCCESS
        }
        Ok(Ended::Interrupted) => {
            tell("interrupted; continue with --resume");
            ExitCode::from(130)
        }
        Err(error) => {
            let code = failed(error);
            peers::give_up();
            code
        }
    }
}

/// What to do next with a finished run.
fn next(out: &Path, puzzle: &str) -> String {
    let name = out
        .file_name()
        .map_or("network".into(), |n| n.to_string_lossy());
    let file = quoted(&format!("{name}.qtw"));
    format!(
        "done. Next:\n  quarterturn-trainer export {} --to {file}\n  \
         quarterturn solve --puzzle {} --model {file} STATE",
        quoted(&out.to_string_lossy()),
        quoted(puzzle),
    )
}
