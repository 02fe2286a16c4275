//! A training run: build what the recipe names, step, report, checkpoint, stop cleanly.

mod error;
mod evaluation;
mod ground;
mod state;
mod window;

pub use error::{Kept, RunError};

use crate::backend::Backend;
use crate::checkpoint::Progress;
use crate::device::Device;
use crate::folder::Folder;
use crate::peers::Peers;
use crate::progress;
use crate::recipe::Recipe;
use evaluation::Evaluations;
use state::State;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};
use window::Window;

/// Steps between two reports; between them the host never waits for the device.
const REPORT_STEPS: u64 = 50;

/// Training takes at least this many times as long as the evaluations between its steps.
const EVALUATION_SHARE: u32 = 100;

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
    /// Who computes gradients.
    pub backend: Backend,
    /// Where tensors live.
    pub device: Device,
    /// Stop after this time, with a checkpoint.
    pub time_limit: Option<Duration>,
    /// Fit the run into this time, all its parts together: it is finished then, and the rate has fallen.
    pub within: Option<Duration>,
    /// Continue from the folder's checkpoint.
    pub resume: bool,
    /// Parameters to start from where there is no checkpoint: a safetensors or weight file of this network.
    pub init: Option<PathBuf>,
    /// Set from outside to stop at the next step, with a checkpoint.
    pub stop: Arc<AtomicBool>,
    /// The processes that share the run; the first of them decides and does all but the sums.
    pub peers: Peers,
}

/// Trains until the recipe, the time limit or the caller says stop; always leaves a checkpoint.
/// `text` is the recipe file, of which the folder keeps a copy.
///
/// # Errors
/// See [`RunError`].
pub fn train(recipe: &Recipe, text: &str, options: &Options) -> Result<Ended, RunError> {
    if !options.peers.is_first() {
        return follow_first_process(recipe, State::new(recipe, options)?, &options.peers);
    }
    let mut folder = Folder::take(&options.out, text)?;
    let mut state = State::new(recipe, options)?;
    state.resume(recipe, options)?;
    folder.keep_recipe(text)?;
    let kept = folder.keep_puzzle(&recipe.puzzle)?;
    let total = recipe.run.examples;
    let mut shown = progress::Reporter::new(state.progress.examples, total);
    shown.say(&describe(recipe, &state, options));
    state.sync_with_peers(&options.peers)?;
    let mut recipe = recipe.clone();
    if let Some(kept) = kept.as_deref().and_then(Path::to_str) {
        recipe.puzzle = kept.into();
    }
    let recipe = &recipe;

    let (started, earlier) = (Instant::now(), state.progress.seconds);
    let (mut saved, mut evaluated) = (Instant::now(), Instant::now());
    let wish = Duration::from_secs(recipe.run.evaluate_seconds);
    let mut pause = wish;
    let mut window = Window::new(&state);
    let mut evaluations = Evaluations::new(&state, &folder)?;
    let ended = loop {
        let done = done(recipe, &state, options.within);
        let ended = if done >= 1.0 {
            Some(Ended::Finished)
        } else if options.stop.load(Ordering::Relaxed) {
            Some(Ended::Interrupted)
        } else {
            let over = |limit| started.elapsed() >= limit;
            let over = options.time_limit.is_some_and(over);
            over.then_some(Ended::TimeLimit)
        };
        options.peers.agree(ended.is_some());
        if let Some(ended) = ended {
            break ended;
        }
        let rate = rate(recipe, &state, done);
        state.step(rate, &options.peers);
        state.progress.seconds = earlier + started.elapsed().as_secs_f64();
        if state.progress.step.is_multiple_of(REPORT_STEPS) {
            if options.within.is_some() {
                shown.expect(expected(&state, done));
            }
            window.report(&mut state, rate, &mut folder, &mut shown)?;
            window = Window::new(&state);
        }
        if saved.elapsed().as_secs() >= recipe.run.checkpoint_seconds {
            state.save(&folder)?;
            saved = Instant::now();
        }
        if evaluated.elapsed() >= pause {
            let cost = Instant::now();
            evaluations.run(&mut state, recipe, options, &mut folder, &mut shown)?;
            if !wish.is_zero() {
                pause = wish.max(cost.elapsed() * EVALUATION_SHARE);
            }
            evaluated = Instant::now();
        }
    };
    if !window.is_empty(&state) {
        let done = done(recipe, &state, options.within);
        let rate = rate(recipe, &state, done);
        if options.within.is_some() {
            shown.expect(expected(&state, done));
        }
        window.report(&mut state, rate, &mut folder, &mut shown)?;
    }
    state.save(&folder)?;
    if ended != Ended::Interrupted {
        evaluations.run(&mut state, recipe, options, &mut folder, &mut shown)?;
    }
    shown.end();
    // Who did not wait for the last evaluation may continue the run, which then begins with it.
    let stopped = options.stop.load(Ordering::Relaxed);
    Ok(if stopped { Ended::Interrupted } else { ended })
}

/// Makes the same steps as the first process until it says stop.
fn follow_first_process(
    recipe: &Recipe,
    mut state: State,
    peers: &Peers,
) -> Result<Ended, RunError> {
    state.sync_with_peers(peers)?;
    while !peers.agree(false) {
        let rate = rate(recipe, &state, done(recipe, &state, None));
        state.step(rate, peers);
    }
    Ok(Ended::Finished)
}

/// The share of the run that is over: of its examples or of its time, whichever is more.
fn done(recipe: &Recipe, state: &State, within: Option<Duration>) -> f64 {
    let examples = state.progress.examples as f64 / recipe.run.examples as f64;
    let time = within.map_or(0.0, |within| state.progress.seconds / within.as_secs_f64());
    examples.max(time)
}

/// How many examples a run will have seen, of which that share is over.
fn expected(state: &State, done: f64) -> u64 {
    (state.progress.examples as f64 / done.max(1e-9)) as u64
}

/// The learning rate of the next step, where that share is over.
fn rate(recipe: &Recipe, state: &State, done: f64) -> f64 {
    let optimizer = &recipe.optimizer;
    let left = ((1.0 - done) / optimizer.decay.max(1e-9)).min(1.0);
    let factor = optimizer.multiply.map_or(1.0, |multiply| {
        multiply
            .by
            .powf((state.progress.examples / multiply.every) as f64)
    });
    optimizer.rate * factor * left.max(0.01)
}

fn describe(recipe: &Recipe, state: &State, options: &Options) -> String {
    let parameters = state.course.parameters();
    let mut place = match options.device {
        Device::Cpu => match crate::threads::count() {
            1 => "1 CPU thread".into(),
            n => format!("{n} CPU threads"),
        },
        other => format!("{other:?}"),
    };
    if options.peers.count() > 1 {
        place += &format!(" in each of {} processes", options.peers.count());
    }
    let Progress { step, examples, .. } = state.progress;
    let start = match step {
        0 => match &options.init {
            Some(path) => format!("from {}", path.display()),
            None => "from the beginning".to_owned(),
        },
        _ if state.has_fresh_moments() => format!(
            "from step {step}, {examples} examples, with the parameters alone: moments begin here"
        ),
        _ => format!("from step {step}, {examples} examples"),
    };
    format!(
        "{}: {parameters} parameters, {}, {place}, {start}",
        recipe.puzzle,
        state.course.describe()
    )
}
