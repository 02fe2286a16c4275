//! A training run: build what the recipe names, step, report, checkpoint, stop cleanly.

use crate::adam::Adam;
use crate::checkpoint::{Checkpoint, CheckpointError, Progress};
use crate::net::{Mlp, Net};
use crate::recipe::{self, Recipe};
use crate::tables::Tables;
use crate::target::{self, Target, seed_torch};
use indicatif::{ProgressBar, ProgressStyle};
use quarterturn_core::cube::{Cube2Htm, Cube2Qtm, Cube3Htm, Cube3Qtm};
use std::fs::{File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};
use tch::{Device, Tensor};

/// The metrics file in the output folder: one JSON object per line.
pub const METRICS: &str = "metrics.jsonl";

/// Steps between two reports.
const REPORT_STEPS: u64 = 50;

/// Why a run did not start or stopped early.
#[derive(Debug, thiserror::Error)]
pub enum RunError {
    /// The puzzle is unknown or cannot be a table of independently moving pieces.
    #[error("puzzle {0:?} is not available; choose cube3, cube3-htm, cube2 or cube2-htm")]
    Puzzle(String),
    /// The output folder has a run and `--resume` was not given, or belongs to another recipe.
    #[error("{0}")]
    Folder(String),
    /// A checkpoint could not be read or written.
    #[error(transparent)]
    Checkpoint(#[from] CheckpointError),
    /// Another trainer works in the folder, or the system refuses it.
    #[error("{path}: {source}")]
    Io {
        /// The file concerned.
        path: PathBuf,
        /// What the system said.
        source: io::Error,
    },
    /// The loss is no longer a number; the last checkpoint is still good.
    #[error("the loss is {loss} at step {step}; the last checkpoint is kept")]
    Diverged {
        /// The loss.
        loss: f64,
        /// The step.
        step: u64,
    },
}

/// How a run ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ended {
    /// All examples of the recipe were seen.
    Finished,
    /// The time limit was reached.
    TimeLimit,
    /// The process was asked to stop.
    Interrupted,
}

/// What a caller decides about a run, apart from its recipe.
#[derive(Debug)]
pub struct Options {
    /// The output folder.
    pub out: PathBuf,
    /// Where tensors live.
    pub device: Device,
    /// Stop after this time, with a checkpoint.
    pub time_limit: Option<Duration>,
    /// Continue from the folder's checkpoint.
    pub resume: bool,
    /// Set from outside to stop at the next step, with a checkpoint.
    pub stop: Arc<AtomicBool>,
}

/// The tables of a puzzle named in a recipe.
///
/// # Errors
/// [`RunError::Puzzle`].
pub fn tables(puzzle: &str, device: Device) -> Result<Tables, RunError> {
    match puzzle {
        "cube3" => Tables::new::<Cube3Qtm>(device),
        "cube3-htm" => Tables::new::<Cube3Htm>(device),
        "cube2" => Tables::new::<Cube2Qtm>(device),
        "cube2-htm" => Tables::new::<Cube2Htm>(device),
        _ => None,
    }
    .ok_or_else(|| RunError::Puzzle(puzzle.into()))
}

/// The network of a recipe with fresh parameters.
pub fn network(recipe: &Recipe, tables: &Tables) -> Box<dyn Net> {
    seed_torch(recipe.seed, 0, 0);
    let recipe::Target::Walk { steps, .. } = recipe.target;
    let recipe::Net::Mlp { layers, blocks, heads } = &recipe.net;
    Box::new(Mlp::new(tables, layers, *blocks, heads, steps as f64 / 2.0))
}

/// All variables of a network in a fixed order, and the names of the trainable ones.
pub fn variables(net: &dyn Net) -> (Vec<(String, Tensor)>, Vec<String>) {
    let mut all: Vec<(String, Tensor)> = net.variables().variables().into_iter().collect();
    all.sort_by(|a, b| a.0.cmp(&b.0));
    let trainable = all
        .iter()
        .filter(|(_, t)| t.requires_grad())
        .map(|(n, _)| n.clone())
        .collect();
    (all, trainable)
}

/// Trains until the recipe, the time limit or the caller says stop; always leaves a checkpoint.
///
/// # Errors
/// See [`RunError`].
pub fn train(recipe: &Recipe, options: &Options) -> Result<Ended, RunError> {
    let out = &options.out;
    let _lock = lock(out)?;
    let tables = Rc::new(tables(&recipe.puzzle, options.device)?);
    let net = network(recipe, &tables);
    let (all, trainable) = variables(net.as_ref());
    let parameters: Vec<Tensor> = all
        .iter()
        .filter(|(_, t)| t.requires_grad())
        .map(|(_, t)| t.shallow_clone())
        .collect();
    let mut adam = Adam::new(&parameters);
    let mut progress = Progress {
        step: 0,
        examples: 0,
        seconds: 0.0,
        identity: recipe.identity(),
    };
    match Checkpoint::load(out)? {
        Some(_) if !options.resume => {
            return Err(RunError::Folder(format!(
                "{} already holds a run; continue it with --resume or choose another folder",
                out.display()
            )));
        }
        Some(checkpoint) if checkpoint.progress.identity != progress.identity => {
            return Err(RunError::Folder(format!(
                "{} belongs to another recipe; only its [run] section and decay may change",
                out.display()
            )));
        }
        Some(checkpoint) => {
            checkpoint.restore(&all, &trainable, &mut adam)?;
            progress = checkpoint.progress;
        }
        None => {}
    }

    let recipe::Target::Walk { steps, pool, q_weight } = recipe.target;
    let mut target: Box<dyn Target> = Box::new(target::Walk::new(
        Rc::clone(&tables),
        recipe.seed,
        steps,
        recipe.optimizer.batch,
        pool,
        q_weight,
    ));

    let mut metrics = append(&out.join(METRICS))?;
    let bar = progress_bar(recipe.run.examples);
    let (started, earlier) = (Instant::now(), progress.seconds);
    let (mut saved, mut reported) = (Instant::now(), (Instant::now(), progress.examples));
    let mut sums: Vec<(&'static str, Tensor)> = Vec::new();
    let mut summed = 0;
    let ended = loop {
        if progress.examples >= recipe.run.examples {
            break Ended::Finished;
        }
        if options.stop.load(Ordering::Relaxed) {
            break Ended::Interrupted;
        }
        if options.time_limit.is_some_and(|limit| started.elapsed() >= limit) {
            break Ended::TimeLimit;
        }
        let rate = rate(&recipe.optimizer, progress.examples as f64 / recipe.run.examples as f64);
        let loss = target.loss(net.as_ref(), progress.step);
        let gradients = Tensor::run_backward(&[&loss.total], &parameters, false, false);
        adam.step(&parameters, &gradients, rate);
        progress.step += 1;
        progress.examples += target.examples_per_step();
        progress.seconds = earlier + started.elapsed().as_secs_f64();

        summed += 1;
        if sums.is_empty() {
            sums = loss.parts;
        } else {
            for ((_, sum), (_, part)) in sums.iter_mut().zip(&loss.parts) {
                *sum += part;
            }
        }
        if progress.step.is_multiple_of(REPORT_STEPS) {
            let parts: Vec<(&str, f64)> = std::mem::take(&mut sums)
                .iter()
                .map(|(name, sum)| (*name, sum.double_value(&[]) / f64::from(summed)))
                .collect();
            summed = 0;
            if let Some((_, loss)) = parts.iter().find(|(_, v)| !v.is_finite()) {
                return Err(RunError::Diverged { loss: *loss, step: progress.step });
            }
            let speed = (progress.examples - reported.1) as f64 / reported.0.elapsed().as_secs_f64();
            reported = (Instant::now(), progress.examples);
            report(&mut metrics, &bar, &progress, &parts, rate, speed)
                .map_err(|source| RunError::Io { path: out.join(METRICS), source })?;
        }
        if saved.elapsed().as_secs() >= recipe.run.checkpoint_seconds {
            Checkpoint::collect(&all, &trainable, &adam, progress.clone()).save(out)?;
            saved = Instant::now();
        }
    };
    Checkpoint::collect(&all, &trainable, &adam, progress).save(out)?;
    bar.finish();
    Ok(ended)
}

/// The learning rate at a share of the run between 0 and 1.
fn rate(optimizer: &recipe::Optimizer, done: f64) -> f64 {
    let left = ((1.0 - done) / optimizer.decay.max(1e-9)).min(1.0);
    optimizer.rate * left.max(0.01)
}

fn report(
    metrics: &mut File,
    bar: &ProgressBar,
    progress: &Progress,
    parts: &[(&str, f64)],
    rate: f64,
    speed: f64,
) -> io::Result<()> {
    let losses: serde_json::Map<String, serde_json::Value> =
        parts.iter().map(|&(n, v)| (n.to_owned(), v.into())).collect();
    let line = serde_json::json!({
        "step": progress.step,
        "examples": progress.examples,
        "seconds": progress.seconds,
        "loss": losses,
        "rate": rate,
        "examples_per_second": speed,
    });
    writeln!(metrics, "{line}")?;
    let losses: Vec<String> = parts.iter().map(|(n, v)| format!("{n} {v:.4}")).collect();
    bar.set_position(progress.examples);
    bar.set_message(format!("{} · {speed:.0}/s", losses.join(" ")));
    Ok(())
}

fn progress_bar(examples: u64) -> ProgressBar {
    let style = "{bar:30} {percent:>3}% {human_pos}/{human_len} examples · {msg} · {eta} left";
    ProgressBar::new(examples)
        .with_style(ProgressStyle::with_template(style).expect("a fixed template"))
}

fn append(path: &Path) -> Result<File, RunError> {
    OpenOptions::new()
        .create(true)
        .append(true)
        .open(path)
        .map_err(|source| RunError::Io { path: path.into(), source })
}

/// Holds the output folder for this process.
fn lock(out: &Path) -> Result<File, RunError> {
    let path = out.join("lock");
    let io = |source| RunError::Io { path: path.clone(), source };
    std::fs::create_dir_all(out).map_err(io)?;
    let file = File::create(&path).map_err(io)?;
    file.try_lock().map_err(|_| {
        RunError::Folder(format!("another trainer is at work in {}", out.display()))
    })?;
    Ok(file)
}
