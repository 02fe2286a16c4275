//! `train`: run a recipe or continue it.

use super::{device, failed};
use quarterturn::units::time;
use quarterturn_trainer::backend::Backend;
use quarterturn_trainer::peers::{self, Peers};
use quarterturn_trainer::progress::tell;
use quarterturn_trainer::recipe::{Precision, Recipe};
use quarterturn_trainer::run::{self, Ended, Options};
use quarterturn_trainer::tensor::Device;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// Train what a recipe describes, or continue.
///
/// Every ten minutes, but at most for a hundredth of the time, the network is evaluated: beam search
/// on 100 fixed scrambles, 2,048 states wide where it has an integer form. The best parameters so far
/// are kept in best.safetensors. `evaluate_seconds`, `evaluate_scrambles` and `evaluate_width` in the
/// recipe's [run] change that.
///
/// Ctrl-C stops at the next step and leaves a checkpoint; a second Ctrl-C stops at once.
#[derive(clap::Args)]
pub struct Args {
    /// The recipe, a TOML file.
    recipe: PathBuf,
    /// The folder of the run: checkpoints, metrics.jsonl, a copy of the recipe.
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
    /// cpu, cuda or cuda:N.
    #[arg(long, default_value = "cpu", value_parser = device::parse)]
    device: Device,
    /// Stop after this time with a checkpoint: 10m, 2h 30m, or a number of seconds.
    #[arg(long, value_name = "TIME", allow_negative_numbers = true, value_parser = time)]
    time_limit: Option<Duration>,
    /// Continue the run in the folder from its last checkpoint.
    #[arg(long)]
    resume: bool,
    /// Start from this file: parameters, as `export --to NAME.safetensors` writes them, or a weight
    /// file, NAME.qtw, of the recipe's puzzle and network (kind "mlp"), whose layers may be wider or
    /// narrower: the units that matter most are kept, or new ones added that change nothing at first.
    #[arg(long, value_name = "FILE", conflicts_with = "resume")]
    init: Option<PathBuf>,
    /// Threads to use on the CPU, for labels and gradients; all processors if not given. Small networks, and
    /// machines that are busy with other things, do better with 1.
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
    /// Arithmetic of matrix products, instead of the recipe's.
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
    let stop = Arc::new(AtomicBool::new(false));
    let flag = Arc::clone(&stop);
    let handler = move || {
        if flag.swap(true, Ordering::Relaxed) {
            std::process::exit(130);
        }
        tell("stopping after this step, with a checkpoint; once more stops at once");
    };
    if let Err(e) = ctrlc::set_handler(handler) {
        return failed(e);
    }
    let peers = Rc::new(Peers::meet());
    let options = Options {
        out: args.out.clone(),
        backend: args.backend,
        device: args.device,
        time_limit: args.time_limit,
        resume: args.resume,
        init: args.init.clone(),
        stop,
        peers: Rc::clone(&peers),
    };
    match run::train(&recipe, &text, &options) {
        Ok(Ended::Finished) => {
            if peers.is_first() {
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

/// What there is to do with a run that is over.
fn next(out: &Path, puzzle: &str) -> String {
    let name = out
        .file_name()
        .map_or("network".into(), |n| n.to_string_lossy());
    let file = quoted(&format!("{name}.qtw"));
    format!(
        "done; what comes next:\n  quarterturn-trainer export {} --to {file}\n  \
         quarterturn solve --puzzle {} --model {file} STATE",
        quoted(&out.to_string_lossy()),
        quoted(puzzle),
    )
}

/// A word as a shell takes it.
fn quoted(word: &str) -> String {
    let plain = |c: char| c.is_alphanumeric() || "/._-+:,@%".contains(c);
    match !word.is_empty() && word.chars().all(plain) {
        true => word.into(),
        false => format!("'{}'", word.replace('\'', r"'\''")),
    }
}
