//! Everything that changes while a recipe trains, and one step of it.

use super::{Options, RunError};
use crate::checkpoint::{self, Checkpoint, Progress};
use crate::compute::Compute;
use crate::dynamics::Dynamics;
use crate::folder::Folder;
use crate::labels::{self, Target};
use crate::net::{self, Net};
use crate::optimizer::{self, Optimizer};
use crate::peers::Peers;
use crate::puzzle;
use crate::recipe::Recipe;
use std::path::Path;
use std::rc::Rc;
use tch::Tensor;

/// Everything that changes while a recipe trains.
pub(super) struct State {
    peers: Rc<Peers>,
    pub(super) dynamics: Rc<dyn Dynamics>,
    pub(super) net: Box<dyn Net>,
    pub(super) target: Box<dyn Target>,
    optimizer: Box<dyn Optimizer>,
    /// The trainable variables, in the order of their names.
    pub(super) parameters: Vec<Tensor>,
    /// What normalisation keeps of the batches it has seen.
    statistics: Vec<Tensor>,
    /// All that a checkpoint holds.
    tensors: Vec<(String, Tensor)>,
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
        let dynamics = puzzle::dynamics(&recipe.puzzle, device)
            .ok_or_else(|| RunError::Puzzle(recipe.puzzle.clone()))?;
        let net = net::build(recipe, dynamics.as_ref(), compute);
        let target = labels::build(recipe, &dynamics, compute, (peers.rank(), processes));
        let mut tensors = net::variables(net.as_ref());
        let fixed = tensors.iter().filter(|(_, t)| !t.requires_grad());
        let statistics = fixed.map(|(_, t)| t.shallow_clone()).collect();
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
            peers,
            dynamics,
            net,
            statistics,
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
                score: None,
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
    pub(super) fn resume(&mut self, options: &Options) -> Result<(), RunError> {
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

    /// Begins where the first process does.
    pub(super) fn together(&mut self) {
        let mut tensors: Vec<_> = self
            .tensors
            .iter()
            .map(|(_, t)| t.shallow_clone())
            .collect();
        let mut numbers = [self.progress.step, self.progress.examples];
        self.peers.copy(&mut tensors, &mut numbers);
        [self.progress.step, self.progress.examples] = numbers;
    }

    pub(super) fn step(&mut self, rate: f64) -> Vec<(&'static str, Tensor)> {
        let loss = self.target.loss(self.net.as_ref(), self.progress.step);
        let gradients = Tensor::run_backward(&[&loss.total], &self.parameters, false, false);
        let parts = loss.parts.iter().map(|(_, part)| part);
        let same = gradients.iter().chain(&self.statistics).chain(parts);
        let mut same: Vec<_> = same.map(Tensor::shallow_clone).collect();
        same.extend(self.target.sums());
        self.peers.average(&mut same);
        self.progress.step += 1;
        self.progress.examples += loss.examples;
        self.optimizer
            .step(&self.parameters, &gradients, rate, self.progress.step);
        loss.parts
    }

    /// Writes a checkpoint, unless it would bury the last good one under numbers that are none.
    pub(super) fn save(&self, folder: &Folder) -> Result<(), RunError> {
        let copy = |(name, t): &(String, Tensor)| (name.clone(), t.shallow_clone());
        let all = self.tensors.iter().map(copy).collect();
        Ok(self.checkpoint(all)?.save(folder.path())?)
    }

    /// A checkpoint of these tensors, if all their numbers are some.
    pub(super) fn checkpoint(
        &self,
        tensors: Vec<(String, Tensor)>,
    ) -> Result<Checkpoint, RunError> {
        for (name, tensor) in &tensors {
            if tensor.isfinite().all().int64_value(&[]) == 0 {
                return Err(RunError::Diverged {
                    what: name.clone(),
                    step: self.progress.step,
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
