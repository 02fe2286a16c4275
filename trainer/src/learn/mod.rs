//! `learn`: from a puzzle to a weight file, with every choice made, measured and said.
//!
//! 1. [`survey`]: how many states there are, and how far away they may be.
//! 2. A first network learns for a tenth of the time from walks that are surely too long. It sees after how many moves
//!    walks lead no farther away; walks of that length teach the network that stays.
//! 3. That network begins with what the first has learnt, and learns for the rest of the time.
//! 4. [`probe`]: it solves random states, in a part of the time that is kept for that. [`verdict`] says whether networks
//!    learn; where the first one has learnt nothing, no other is trained.

mod error;
pub mod plan;
pub mod probe;
pub mod survey;
pub mod verdict;

pub use error::LearnError;

use crate::backend::Backend;
use crate::checkpoint::FILE;
use crate::device::Device;
use crate::export;
use crate::folder::RECIPE;
use crate::labels::distance;
use crate::net::predict;
use crate::peers::Peers;
use crate::progress::tell;
use crate::puzzle;
use crate::random::seeded;
use crate::recipe::Recipe;
use crate::run::{self, Ended, Options};
use crate::saved::Saved;
use probe::Probe;
use quarterturn::models::Model;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};
use verdict::Verdict;

/// The first network's share of the time, as a divisor.
const FIRST: u32 = 10;
/// The share of the time that is over when the training ends, and when everything does. The test is in between.
const TRAINED: f64 = 0.92;
const TESTED: f64 = 1.05;
/// Walks by which the first network sees how far they lead, and the most states on them: more would take longer than
/// they tell.
const WALKS: usize = 500;
const STATES: usize = 100_000;
/// The share of the way to the farthest states at which walks are long enough.
const ENOUGH: f64 = 0.98;
/// The part of a file's costs that may be lost by rounding, of those of a typical state.
const ROUNDING: f64 = 0.02;

/// What a caller wants.
#[derive(Debug)]
pub struct Wish {
    /// The puzzle: a name, or the path of a file.
    pub puzzle: String,
    /// The weight file to be written.
    pub to: PathBuf,
    /// The folder for both runs.
    pub folder: PathBuf,
    /// The time for all of it.
    pub time: Duration,
    /// Goes on where the last call was interrupted.
    pub resume: bool,
    /// The seed of everything random.
    pub seed: u64,
    /// Whether labels are dealt out at random; see [`crate::recipe::Target::Walk`].
    pub control: bool,
    /// Set from outside to stop, with a checkpoint.
    pub stop: Arc<AtomicBool>,
}

/// How it ended.
#[derive(Debug)]
pub enum Learnt {
    /// The weight file, and the recipe that makes one like it.
    File {
        /// The bytes of the weight file.
        weights: Vec<u8>,
        /// The recipe.
        recipe: String,
    },
    /// Nothing was learnt, so there is no file.
    Nothing(Verdict),
    /// It was stopped, with a checkpoint.
    Interrupted,
}

/// Learns a puzzle.
///
/// # Errors
/// [`LearnError`].
pub fn learn(wish: &Wish) -> Result<Learnt, LearnError> {
    let started = Instant::now();
    // One value: what takes long to find out of it, such as its group, is found once.
    let puzzle = puzzle::find(&wish.puzzle)?;
    let survey = survey::survey(&puzzle);
    let steps = survey.far();
    let recipe = |steps| {
        let features = survey.features;
        plan::recipe(
            &wish.puzzle,
            features,
            steps,
            wish.time,
            wish.seed,
            wish.control,
        )
    };
    let first = recipe(steps);
    first.check().map_err(LearnError::Unfit)?;
    tell(&format!("{}: {survey}", wish.puzzle));
    let probe = Probe::new(&puzzle, wish.time, &wish.stop)?;

    let pilot = wish.folder.join("first");
    let (saved, verdict) = match stage(wish, &first, &pilot, wish.time / FIRST, None)? {
        Some(ended) => ended,
        None => return Ok(Learnt::Interrupted),
    };
    tell(&verdict.to_string());
    if verdict.is_blank() {
        tell(
            "the first network has learnt nothing, so no other begins with it: give it more --time, or take other labels",
        );
        return Ok(Learnt::Nothing(verdict));
    }
    // What a network sees that does not learn says nothing; and who stops short of a typical state never sees one.
    let steps = match survey.whole || !verdict.learns() {
        true => steps,
        false => far_enough(&saved, steps).max(survey.typical().ceil() as i64),
    };
    tell(&format!("walks of {steps} moves lead far enough away"));

    let left = (wish.time.mul_f64(TRAINED)).saturating_sub(started.elapsed());
    let least = wish.time / 4;
    let recipe = recipe(steps);
    let begin = pilot.join(FILE);
    let folder = wish.folder.join("run");
    let (saved, verdict) = match stage(wish, &recipe, &folder, left.max(least), Some(&begin))? {
        Some(ended) => ended,
        None => return Ok(Learnt::Interrupted),
    };
    tell(&verdict.to_string());
    if !verdict.learns() {
        return Ok(Learnt::Nothing(verdict));
    }
    let name = wish.to.file_stem().unwrap_or_default().to_string_lossy();
    let tolerance = (ROUNDING * survey.typical()).max(0.1);
    let file = export::integer(&saved, &name, tolerance)?.file;
    let model = Model::parse(file.clone()).map_err(quarterturn::solver::BuildError::from)?;
    let end = started + wish.time.mul_f64(TESTED);
    tell(&probe.solve(model, end, &wish.stop)?.to_string());
    let mut again = recipe;
    again.run.examples = saved.progress.examples;
    Ok(Learnt::File {
        weights: file,
        recipe: toml::to_string(&again)?,
    })
}

/// Fresh walks of `steps` moves, what a network says of the states after each move, and their labels.
fn fresh(saved: &Saved, steps: usize) -> (Vec<f32>, Vec<f32>) {
    let walks = saved.dynamics.walks(
        &mut seeded(0, u64::MAX, 1),
        WALKS.min(STATES / steps).max(1),
        steps,
    );
    let labels = distance::labels(&walks);
    let labels = labels.chunks_exact(steps + 1).flat_map(|walk| &walk[1..]);
    let said = predict(
        saved.net.as_ref(),
        &saved.recipe.net,
        walks.scrambled().as_ref(),
    );
    (said.value.unwrap_or_default(), labels.copied().collect())
}

/// How well a network explains the labels of walks that it has not seen.
fn judge(saved: &Saved) -> Verdict {
    let (said, labels) = fresh(saved, saved.recipe.steps() as usize);
    let count = labels.len().max(1) as f64;
    let mean = labels.iter().map(|&label| f64::from(label)).sum::<f64>() / count;
    let variance = labels
        .iter()
        .map(|&label| (f64::from(label) - mean).powi(2));
    let error = said
        .iter()
        .zip(&labels)
        .map(|(a, b)| f64::from(a - b).powi(2));
    let examples = saved.progress.examples;
    Verdict::new(
        error.sum::<f64>() / count,
        variance.sum::<f64>() / count,
        examples,
    )
}

/// After how many moves walks lead no farther away, as a network sees it: near to the mean of the last quarter of
/// `steps` moves, and a little more.
fn far_enough(saved: &Saved, steps: i64) -> i64 {
    let steps = steps as usize;
    let (said, _) = fresh(saved, steps);
    let mut means = vec![0.0; steps];
    for walk in said.chunks_exact(steps) {
        means
            .iter_mut()
            .zip(walk)
            .for_each(|(mean, &cost)| *mean += f64::from(cost));
    }
    let last = &means[steps - steps.div_ceil(4)..];
    let most = last.iter().sum::<f64>() / last.len() as f64;
    let enough = means.iter().position(|&mean| mean >= ENOUGH * most);
    let enough = enough.map_or(steps, |at| at + 1);
    (enough + enough.div_ceil(10)).min(steps) as i64
}

/// Trains one of the two networks, for that time in all. `None` if it was interrupted.
fn stage(
    wish: &Wish,
    recipe: &Recipe,
    folder: &Path,
    time: Duration,
    begin: Option<&Path>,
) -> Result<Option<(Saved, Verdict)>, LearnError> {
    let text = toml::to_string(recipe)?;
    let options = Options {
        out: folder.into(),
        backend: Backend::Native,
        device: Device::Cpu,
        time_limit: None,
        within: Some(time),
        resume: wish.resume,
        init: begin.map(Path::to_path_buf),
        stop: Arc::clone(&wish.stop),
        peers: Peers::meet(),
    };
    let seen = run::train(recipe, &text, &options)?;
    if seen == Ended::Interrupted {
        return Ok(None);
    }
    let saved = Saved::load(folder, Some(&folder.join(RECIPE)), Device::Cpu)?;
    let verdict = judge(&saved);
    Ok(Some((saved, verdict)))
}
