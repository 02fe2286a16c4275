//! Everything that changes while a recipe trains, and one step of it.

use super::error::Kept;
use super::{Options, RunError, ground};
use crate::backend::{self, Course, Update};
use crate::checkpoint::{Checkpoint, CheckpointError, Progress};
use crate::dynamics::Dynamics;
use crate::folder::Folder;
use crate::init::{self, InitError};
use crate::peers::Peers;
use crate::recipe::Recipe;
use crate::tensor::Tensor;
use std::path::Path;
use std::sync::Arc;

/// Everything that changes while a recipe trains.
pub(super) struct State {
    pub(super) dynamics: Arc<dyn Dynamics>,
    pub(super) course: Box<dyn Course>,
    pub(super) progress: Progress,
}

impl State {
    pub(super) fn new(recipe: &Recipe, options: &Options) -> Result<Self, RunError> {
        let (batch, processes) = (recipe.optimizer.batch, options.peers.count() as i64);
        if batch % processes != 0 {
            return Err(RunError::Share { batch, processes });
        }
        let dynamics = ground::dynamics(recipe)?;
        let Options {
            backend,
            device,
            peers,
            ..
        } = options;
        let course = backend::build(*backend, recipe, &dynamics, *device, peers)?;
        Ok(Self {
            dynamics,
            course,
            progress: Progress {
                step: 0,
                examples: 0,
                seconds: 0.0,
                identity: recipe.identity(),
                run: run_id(),
                moments_from: 0,
                score: None,
            },
        })
    }

    /// Starts from given parameters.
    fn init(&mut self, path: &Path, recipe: &Recipe) -> Result<(), RunError> {
        let refuse = |source: InitError| RunError::Init {
            path: path.into(),
            source,
        };
        let mut given = init::read(path, recipe, &self.dynamics).map_err(refuse)?;
        let net = self.course.net_mut();
        init::renew_heads(&mut given, &net.variables());
        let restored = net.restore(&given);
        restored.map_err(|error| refuse(error.into()))
    }

    /// Continues the folder's run, if it has one and the caller wants that.
    pub(super) fn resume(&mut self, recipe: &Recipe, options: &Options) -> Result<(), RunError> {
        let Some(checkpoint) = Checkpoint::load(&options.out)? else {
            return options
                .init
                .as_deref()
                .map_or(Ok(()), |path| self.init(path, recipe));
        };
        if !options.resume {
            return Err(RunError::Occupied(options.out.clone()));
        }
        if !recipe.continues(&checkpoint.progress.identity) {
            return Err(RunError::OtherRecipe(options.out.clone()));
        }
        let net = self.course.net_mut();
        let bare = checkpoint.tensors.len() == net.variables().len();
        if bare {
            let restored = net.restore(&checkpoint.tensors);
            restored.map_err(CheckpointError::from)?;
            self.course.guide();
        } else {
            let restored = self.course.restore(&checkpoint.tensors);
            restored.map_err(CheckpointError::from)?;
        }
        let fresh = self.progress.run;
        self.progress = checkpoint.progress;
        if bare {
            self.progress.moments_from = self.progress.step;
        }
        // Runs from before there were such numbers get one now.
        if self.progress.run == 0 {
            self.progress.run = fresh;
        }
        Ok(())
    }

    /// Starts from the state of the first process.
    pub(super) fn sync_with_peers(&mut self, peers: &Peers) -> Result<(), RunError> {
        if peers.count() == 1 {
            return Ok(());
        }
        let mut numbers = [self.progress.step, self.progress.examples];
        let mut tensors = self.course.tensors();
        let mut flat: Vec<f32> = tensors.iter().flat_map(|t| &t.data).copied().collect();
        peers.copy(&mut flat, &mut numbers);
        let mut rest = flat.as_slice();
        for tensor in &mut tensors {
            let (own, later) = rest.split_at(tensor.data.len());
            tensor.data.copy_from_slice(own);
            rest = later;
        }
        [self.progress.step, self.progress.examples] = numbers;
        let restored = self.course.restore(&tensors);
        Ok(restored.map_err(CheckpointError::from)?)
    }

    /// One step.
    pub(super) fn step(&mut self, rate: f64, peers: &Peers) {
        let step = self.progress.step;
        self.progress.step += 1;
        let update = Update {
            rate,
            number: self.updates(),
        };
        self.progress.examples += self.course.step(step, update, peers);
    }

    /// Number of updates that the moments have seen, including the current one.
    fn updates(&self) -> u64 {
        self.progress.step - self.progress.moments_from
    }

    /// Whether the run continues from parameters alone, and makes moments from here on.
    pub(super) fn has_fresh_moments(&self) -> bool {
        self.progress.step > 0 && self.updates() == 0
    }

    /// Writes a checkpoint, unless it would bury the last good one under NaN.
    pub(super) fn save(&self, folder: &Folder) -> Result<(), RunError> {
        let checkpoint = self.checkpoint(self.course.tensors(), folder)?;
        let saved = checkpoint.save(folder.path());
        saved.map_err(|source| RunError::unsaved(source, folder))
    }

    /// A checkpoint of these tensors for a folder, if all their numbers are some.
    pub(super) fn checkpoint(
        &self,
        tensors: Vec<Tensor>,
        folder: &Folder,
    ) -> Result<Checkpoint, RunError> {
        for Tensor { name, data, .. } in &tensors {
            if data.iter().any(|x| !x.is_finite()) {
                return Err(RunError::Diverged {
                    what: name.clone(),
                    step: self.progress.step,
                    kept: Kept::of(folder),
                });
            }
        }
        Ok(Checkpoint {
            tensors,
            progress: self.progress.clone(),
        })
    }
}

/// A number that no other run has but by chance: it names the run in weight files.
fn run_id() -> u64 {
    use std::hash::{BuildHasher, RandomState};
    RandomState::new().hash_one(std::time::SystemTime::now())
}
