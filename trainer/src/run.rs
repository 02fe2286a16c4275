//! A training run: build what the recipe names, step, report, checkpoint, stop cleanly.

use crate::checkpoint::{self, Checkpoint, CheckpointError, Progress};
use crate::compute::Compute;
use crate::eval;
use crate::folder::{Folder, FolderError};
use crate::net::{self, Net};
use crate::optimizer::{self, Optimizer};
use crate::progress;
use crate::puzzle;
use crate::recipe::{self, Recipe};
use crate::tables::Tables;
use crate::target::{self, Target};
use serde_json::json;
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};
use tch::{Device, Tensor};

/// Steps between two reports; between them the host never waits for the device.
const REPORT_STEPS: u64 = 50;

/// Why a run did not start or stopped early.
#[derive(Debug, thiserror::Error)]
pub enum RunError {
    /// The puzzle cannot be a table of independently moving pieces.
    #[error("puzzle {0:?} cannot be trained")]
    Puzzle(String),
    /// The folder holds a run and this one was not told to continue it.
    #[error("{0} already holds a run; continue it with --resume or choose another folder")]
    Occupied(PathBuf),
    /// The parameters to start from are no good.
    #[error("{path}: {reason}")]
    Init {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        reason: String,
    },
    /// The folder holds the run of another recipe.
    #[error("{0} belongs to another recipe; only [run] and optimizer.decay may change")]
    OtherRecipe(PathBuf),
    /// The folder is refused.
    #[error(transparent)]
    Folder(#[from] FolderError),
    /// A checkpoint could not be read or written.
    #[error("{0}; the last checkpoint is kept")]
    Checkpoint(#[from] CheckpointError),
    /// Numbers are no longer numbers.
    #[error("the {what} is not finite at step {step}; the last checkpoint is kept")]
    Diverged {
        /// The loss or the parameter concerned.
        what: String,
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
    /// Parameters to start from, a safetensors file of this network, where there is no checkpoint.
    pub init: Option<PathBuf>,
    /// Set from outside to stop at the next step, with a checkpoint.
    pub stop: Arc<AtomicBool>,
}

/// Everything that changes while a recipe trains.
struct State {
    tables: Rc<Tables>,
    net: Box<dyn Net>,
    target: Box<dyn Target>,
    optimizer: Box<dyn Optimizer>,
    /// The trainable variables, in the order of their names.
    parameters: Vec<Tensor>,
    /// All that a checkpoint holds.
    tensors: Vec<(String, Tensor)>,
    progress: Progress,
}

impl State {
    fn new(recipe: &Recipe, device: Device, compute: Compute) -> Result<Self, RunError> {
        let tables = puzzle::tables(&recipe.puzzle, device)
            .ok_or_else(|| RunError::Puzzle(recipe.puzzle.clone()))?;
        let tables = Rc::new(tables);
        let net = net::build(recipe, &tables, compute);
        let target = target::build(recipe, &tables, compute);
        let mut tensors = net::variables(net.as_ref());
        let trainable: Vec<_> = tensors
            .iter()
            .filter(|(_, t)| t.requires_grad())
            .map(|(name, t)| (name.clone(), t.shallow_clone()))
            .collect();
        let parameters: Vec<_> = trainable.iter().map(|(_, t)| t.shallow_clone()).collect();
        let optimizer = optimizer::build(recipe.optimizer.rule, &parameters);
        for ((name, _), state) in trainable.iter().zip(optimizer.state()) {
            tensors.extend(
                state
                    .into_iter()
                    .map(|(kind, t)| (format!("{name}/{kind}"), t)),
            );
        }
        let of_target = target.state().into_iter();
        tensors.extend(of_target.map(|(name, t)| (format!("target/{name}"), t)));
        Ok(Self {
            tables,
            net,
            target,
            optimizer,
            parameters,
            tensors,
            progress: Progress {
                step: 0,
                examples: 0,
                seconds: 0.0,
                identity: recipe.identity(),
                run: run_id(),
            },
        })
    }

    /// Starts from given parameters.
    fn init(&self, path: &Path) -> Result<(), RunError> {
        let refuse = |reason: String| RunError::Init {
            path: path.into(),
            reason,
        };
        let bytes = std::fs::read(path).map_err(|e| refuse(e.to_string()))?;
        let (tensors, _) = checkpoint::deserialize(&bytes).map_err(refuse)?;
        let given = Checkpoint {
            tensors,
            progress: self.progress.clone(),
        };
        let variables = net::variables(self.net.as_ref());
        given.restore(&variables).map_err(|e| refuse(e.to_string()))
    }

    /// Continues the folder's run, if it has one and the caller wants that.
    fn resume(&mut self, options: &Options) -> Result<(), RunError> {
        let Some(checkpoint) = Checkpoint::load(&options.out)? else {
            return options
                .init
                .as_deref()
                .map_or(Ok(()), |path| self.init(path));
        };
        if !options.resume {
            return Err(RunError::Occupied(options.out.clone()));
        }
        if checkpoint.progress.identity != self.progress.identity {
            return Err(RunError::OtherRecipe(options.out.clone()));
        }
        checkpoint.restore(&self.tensors)?;
        let fresh = self.progress.run;
        self.progress = checkpoint.progress;
        // Runs from before there were such numbers get one now.
        if self.progress.run == 0 {
            self.progress.run = fresh;
        }
        Ok(())
    }

    fn step(&mut self, rate: f64) -> Vec<(&'static str, Tensor)> {
        let loss = self.target.loss(self.net.as_ref(), self.progress.step);
        let gradients = Tensor::run_backward(&[&loss.total], &self.parameters, false, false);
        self.progress.step += 1;
        self.progress.examples += loss.examples;
        self.optimizer
            .step(&self.parameters, &gradients, rate, self.progress.step);
        loss.parts
    }

    /// Writes a checkpoint, unless it would bury the last good one under numbers that are none.
    fn save(&self, folder: &Folder) -> Result<(), RunError> {
        for (name, tensor) in &self.tensors {
            if tensor.isfinite().all().int64_value(&[]) == 0 {
                return Err(RunError::Diverged {
                    what: name.clone(),
                    step: self.progress.step,
                });
            }
        }
        let checkpoint = Checkpoint {
            tensors: self
                .tensors
                .iter()
                .map(|(name, t)| (name.clone(), t.shallow_clone()))
                .collect(),
            progress: self.progress.clone(),
        };
        Ok(checkpoint.save(folder.path())?)
    }
}

/// Trains until the recipe, the time limit or the caller says stop; always leaves a checkpoint.
/// `text` is the recipe file, of which the folder keeps a copy.
///
/// # Errors
/// See [`RunError`].
pub fn train(recipe: &Recipe, text: &str, options: &Options) -> Result<Ended, RunError> {
    let mut folder = Folder::take(&options.out)?;
    let compute = Compute::choose(recipe.run.compute, options.device);
    let mut state = State::new(recipe, options.device, compute)?;
    state.resume(options)?;
    folder.keep_recipe(text)?;
    let total = recipe.run.examples;
    let mut shown = progress::Progress::new(state.progress.examples, total);
    shown.say(&describe(recipe, &state, options.device, compute));

    let (started, earlier) = (Instant::now(), state.progress.seconds);
    let (mut saved, mut evaluated) = (Instant::now(), Instant::now());
    let mut window = Window::new(&state);
    let ended = loop {
        if state.progress.examples >= total {
            break Ended::Finished;
        }
        if options.stop.load(Ordering::Relaxed) {
            break Ended::Interrupted;
        }
        if options
            .time_limit
            .is_some_and(|limit| started.elapsed() >= limit)
        {
            break Ended::TimeLimit;
        }
        let rate = rate(
            &recipe.optimizer,
            state.progress.examples as f64 / total as f64,
        );
        window.add(state.step(rate));
        state.progress.seconds = earlier + started.elapsed().as_secs_f64();
        if state.progress.step.is_multiple_of(REPORT_STEPS) {
            window.report(&state, rate, &mut folder, &mut shown)?;
            window = Window::new(&state);
        }
        if saved.elapsed().as_secs() >= recipe.run.checkpoint_seconds {
            state.save(&folder)?;
            saved = Instant::now();
        }
        if evaluated.elapsed().as_secs() >= recipe.run.evaluate_seconds {
            evaluate(&mut state, recipe, options, &mut folder, &mut shown)?;
            evaluated = Instant::now();
        }
    };
    state.save(&folder)?;
    if ended != Ended::Interrupted {
        evaluate(&mut state, recipe, options, &mut folder, &mut shown)?;
    }
    shown.end();
    Ok(ended)
}

/// A number that no other run has but by chance: it names the run in weight files.
fn run_id() -> u64 {
    use std::hash::{BuildHasher, RandomState};
    RandomState::new().hash_one(std::time::SystemTime::now())
}

/// The learning rate at a share of the run between 0 and 1.
fn rate(optimizer: &recipe::Optimizer, done: f64) -> f64 {
    let left = ((1.0 - done) / optimizer.decay.max(1e-9)).min(1.0);
    optimizer.rate * left.max(0.01)
}

fn describe(recipe: &Recipe, state: &State, device: Device, compute: Compute) -> String {
    let parameters: usize = state.parameters.iter().map(Tensor::numel).sum();
    let place = match device {
        Device::Cpu => format!("{} CPU threads", tch::get_num_threads()),
        other => format!("{other:?}"),
    };
    let Progress { step, examples, .. } = state.progress;
    let start = match step {
        0 => "from the beginning".to_owned(),
        _ => format!("from step {step}, {examples} examples"),
    };
    format!(
        "{}: {parameters} parameters, {} arithmetic, {place}, {start}",
        recipe.puzzle,
        compute.name()
    )
}

fn evaluate(
    state: &mut State,
    recipe: &Recipe,
    options: &Options,
    folder: &mut Folder,
    shown: &mut progress::Progress,
) -> Result<(), RunError> {
    let net = state.net.as_mut();
    let Some(result) = eval::held_out(recipe, &state.tables, net, &options.stop) else {
        return Ok(());
    };
    shown.evaluated(result.summary());
    folder.record(&json!({
        "step": state.progress.step,
        "examples": state.progress.examples,
        "seconds": state.progress.seconds,
        "greedy": result.greedy,
        "beam": result.beam,
    }))?;
    Ok(())
}

/// The steps between two reports.
struct Window {
    started: Instant,
    step: u64,
    examples: u64,
    generation: f64,
    /// Sum and count of each named loss; summed on the device.
    sums: Vec<(&'static str, Tensor, u32)>,
}

impl Window {
    fn new(state: &State) -> Self {
        Self {
            started: Instant::now(),
            step: state.progress.step,
            examples: state.progress.examples,
            generation: state.target.generation_seconds(),
            sums: Vec::new(),
        }
    }

    fn add(&mut self, parts: Vec<(&'static str, Tensor)>) {
        for (name, part) in parts {
            match self.sums.iter_mut().find(|(n, ..)| *n == name) {
                Some((_, sum, count)) => {
                    *sum += part;
                    *count += 1;
                }
                None => self.sums.push((name, part, 1)),
            }
        }
    }

    fn report(
        &self,
        state: &State,
        rate: f64,
        folder: &mut Folder,
        shown: &mut progress::Progress,
    ) -> Result<(), RunError> {
        let losses: Vec<(&str, f64)> = self
            .sums
            .iter()
            .map(|(name, sum, count)| (*name, sum.double_value(&[]) / f64::from(*count)))
            .collect();
        let Progress {
            step,
            examples,
            seconds,
            ..
        } = state.progress;
        if let Some((name, _)) = losses.iter().find(|(_, v)| !v.is_finite()) {
            return Err(RunError::Diverged {
                what: format!("{name} loss"),
                step,
            });
        }
        let elapsed = self.started.elapsed().as_secs_f64().max(1e-9);
        let speed = (examples - self.examples) as f64 / elapsed;
        let table: serde_json::Map<_, _> = losses
            .iter()
            .map(|&(n, v)| (n.to_owned(), v.into()))
            .collect();
        folder.record(&json!({
            "step": step,
            "examples": examples,
            "seconds": seconds,
            "loss": table,
            "rate": rate,
            "examples_per_second": speed,
            "steps_per_second": (step - self.step) as f64 / elapsed,
            "generation_share": (state.target.generation_seconds() - self.generation) / elapsed,
        }))?;
        shown.show(examples, &losses, speed);
        Ok(())
    }
}
