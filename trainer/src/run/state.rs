//! Everything that changes while a recipe trains, and one step of it.

use super::error::Kept;
use super::{Options, RunError, ground};
use crate::backend::{self, Learner};
use crate::checkpoint::{self, Checkpoint, Progress};
use crate::compute::Compute;
use crate::dynamics::Dynamics;
use crate::folder::Folder;
use crate::init::{self, InitError};
use crate::labels::{self, Target, guide};
use crate::net::{self, Net};
use crate::peers::Peers;
use crate::recipe::Recipe;
use crate::tensor::Tensor;
use std::path::Path;
use std::rc::Rc;

/// Everything that changes while a recipe trains.
pub(super) struct State {
    peers: Rc<Peers>,
    pub(super) dynamics: Rc<dyn Dynamics>,
    pub(super) target: Box<dyn Target>,
    pub(super) learner: Box<dyn Learner>,
    pub(super) progress: Progress,
}

impl State {
    pub(super) fn new(
        recipe: &Recipe,
        options: &Options,
        compute: Compute,
    ) -> Result<Self, RunError> {
        let (device, peers) = (options.device, Rc::clone(&options.peers));
        let (batch, processes) = (recipe.optimizer.batch, peers.count());
        if batch % processes != 0 {
            return Err(RunError::Share { batch, processes });
        }
        let dynamics = ground::dynamics(recipe, device)?;
        let learner = backend::build(options.backend, recipe, dynamics.as_ref(), compute, &peers)?;
        let target = labels::build(recipe, &dynamics, compute, (peers.rank(), processes));
        Ok(Self {
            peers,
            dynamics,
            target,
            learner,
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

    /// The network.
    pub(super) fn net(&self) -> &dyn Net {
        self.learner.net()
    }

    /// All that a checkpoint holds, up to date.
    fn tensors(&self) -> Vec<(String, Tensor)> {
        let mut tensors = self.learner.tensors();
        let of_target = self.target.state().into_iter();
        tensors.extend(of_target.map(|(name, t)| (format!("target/{name}"), t)));
        tensors
    }

    /// Starts from given parameters.
    fn init(&mut self, path: &Path, recipe: &Recipe) -> Result<(), RunError> {
        let refuse = |source: InitError| RunError::Init {
            path: path.into(),
            source,
        };
        let mut given = init::read(path, recipe, &self.dynamics).map_err(refuse)?;
        let own = net::variables(self.net());
        init::renew_heads(&mut given, &own);
        let restored = checkpoint::restore(&given, &own);
        restored.map_err(|e| refuse(e.into()))?;
        self.learner.adopt();
        Ok(())
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
        let own = net::variables(self.net());
        let bare = checkpoint.tensors.len() == own.len();
        if bare {
            checkpoint.restore(&own)?;
            self.init_target(&own);
        } else {
            checkpoint.restore(&self.tensors())?;
        }
        self.learner.adopt();
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

    /// Copies the learning parameters to the target's network, if the checkpoint has none for it.
    fn init_target(&self, own: &[(String, Tensor)]) {
        for (name, mut tensor) in self.target.state() {
            let name = name.strip_prefix(guide::PREFIX);
            if let Some((_, from)) = own.iter().find(|(own, _)| Some(&**own) == name) {
                crate::tensor::no_grad(|| tensor.copy_(from));
            }
        }
    }

    /// Starts from the state of the first process.
    pub(super) fn sync_with_peers(&mut self) {
        let tensors = self.tensors().into_iter();
        let mut tensors: Vec<_> = tensors.map(|(_, t)| t).collect();
        let mut numbers = [self.progress.step, self.progress.examples];
        self.peers.copy(&mut tensors, &mut numbers);
        [self.progress.step, self.progress.examples] = numbers;
    }

    /// One step; its named losses.
    pub(super) fn step(&mut self, rate: f64) -> Vec<(&'static str, Tensor)> {
        let step = self.progress.step;
        if let Some(layout) = self.learner.layout()
            && let Some(batch) = self.target.slices(self.learner.net(), step, layout)
        {
            self.progress.step += 1;
            self.progress.examples += batch.examples;
            let losses = self.learner.learn_slices(&batch, rate, self.updates());
            let part = |(name, loss)| (name, Tensor::from(loss));
            return losses.into_iter().map(part).collect();
        }
        self.step_in_graph(rate)
    }

    /// The same by LibTorch's graph.
    #[cfg(feature = "libtorch")]
    fn step_in_graph(&mut self, rate: f64) -> Vec<(&'static str, Tensor)> {
        let loss = self.target.loss(self.learner.net(), self.progress.step);
        let parts = loss.parts.iter().map(|(_, part)| part.shallow_clone());
        let more = parts.chain(self.target.sums()).collect();
        self.progress.step += 1;
        self.progress.examples += loss.examples;
        let updates = self.updates();
        self.learner.learn(&loss, more, &self.peers, rate, updates);
        loss.parts
    }

    #[cfg(not(feature = "libtorch"))]
    fn step_in_graph(&mut self, _: f64) -> Vec<(&'static str, Tensor)> {
        unreachable!("recipes for LibTorch's graph are refused")
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
        let checkpoint = self.checkpoint(self.tensors(), folder)?;
        let saved = checkpoint.save(folder.path());
        saved.map_err(|source| RunError::unsaved(source, folder))
    }

    /// A checkpoint of these tensors for a folder, if all their numbers are some.
    pub(super) fn checkpoint(
        &self,
        tensors: Vec<(String, Tensor)>,
        folder: &Folder,
    ) -> Result<Checkpoint, RunError> {
        for (name, tensor) in &tensors {
            if tensor.isfinite().all().int64_value(&[]) == 0 {
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
