//! Pools of walks, labelled if needed, from which all targets take their batches.

use super::distance::labels;
use crate::dynamics::{Dynamics, States, Walks};
use crate::tensor::{self, Kind, Tensor};
use std::rc::Rc;
use std::time::Instant;

/// A source of batches of walks: the batch of a step is a function of the seed and the step.
#[derive(Debug)]
pub struct Pool {
    dynamics: Rc<dyn Dynamics>,
    seed: u64,
    steps: i64,
    batch: i64,
    batches: i64,
    /// Which part of each batch is taken, and of how many.
    share: (i64, i64),
    frames: bool,
    labelled: bool,
    disorder: bool,
    /// The number of the pool in memory and its walks.
    current: Option<(u64, Batch)>,
    seconds: f64,
}

/// Some walks of a pool: a batch, or this process's part of it.
#[derive(Debug)]
pub struct Batch {
    /// The walks.
    pub walks: Walks,
    labels: Option<Tensor>,
    /// The rows of a whole pool's states in an order drawn at random, the goals left out.
    order: Option<Tensor>,
}

impl Batch {
    /// Upper bounds on the distance to the goal: `[walks, steps + 1]`, float.
    ///
    /// # Panics
    /// If the pool is not [`Pool::labelled`].
    pub fn labels(&self) -> &Tensor {
        self.labels.as_ref().expect("the pool is labelled")
    }
}

impl Pool {
    /// `batch` and `walks` count walks; the pool is rounded up to whole batches.
    pub fn new(dynamics: Rc<dyn Dynamics>, seed: u64, steps: i64, batch: i64, walks: i64) -> Self {
        Self {
            dynamics,
            seed,
            steps,
            batch,
            batches: (walks + batch - 1) / batch,
            share: (0, 1),
            frames: false,
            labelled: false,
            disorder: false,
            current: None,
            seconds: 0.0,
        }
    }

    /// With labels, for targets that need them.
    pub fn labelled(self) -> Self {
        Self {
            labelled: true,
            ..self
        }
    }

    /// Ready for [`Pool::shuffled_states`].
    pub fn shuffled(self) -> Self {
        Self {
            disorder: true,
            ..self
        }
    }

    /// Whether each walk is seen in a random symmetry frame. The walks' distribution is the same
    /// in every frame, so this matters only to targets that break the symmetry.
    pub fn in_frames(self, frames: bool) -> Self {
        Self { frames, ..self }
    }

    /// Takes one of several equal parts of each batch: part `share.0` of `share.1`, which divides
    /// the batch.
    pub fn share(self, share: (i64, i64)) -> Self {
        Self { share, ..self }
    }

    /// Steps of each walk.
    pub fn steps(&self) -> i64 {
        self.steps
    }

    /// Walks in this process's part of a batch.
    pub fn batch_size(&self) -> i64 {
        self.batch / self.share.1
    }

    /// Examples in a batch, all parts together; the goal is not an example.
    pub fn examples(&self) -> u64 {
        (self.batch * self.steps) as u64
    }

    /// Those of this process's part.
    pub fn examples_here(&self) -> i64 {
        self.batch_size() * self.steps
    }

    /// Seconds spent in making pools.
    pub fn seconds(&self) -> f64 {
        self.seconds
    }

    /// Frees the walks in memory.
    pub fn forget(&mut self) {
        self.current = None;
    }

    /// The batch of step `step`.
    pub fn batch(&mut self, step: u64) -> Batch {
        let (start, count) = (self.place(step), self.batch_size());
        let all = self.pool_of(step);
        Batch {
            walks: all.walks.narrow(start, count),
            labels: all.labels.as_ref().map(|l| l.narrow(0, start, count)),
            order: None,
        }
    }

    /// As many states as the batch of step `step` has after the steps of its walks, but drawn from
    /// all walks of the pool, each state once; with their labels, `[n]`, where the pool is labelled.
    ///
    /// # Panics
    /// If the pool is not [`Pool::shuffled`].
    pub fn shuffled_states(&mut self, step: u64) -> (Box<dyn States>, Option<Tensor>) {
        let steps = self.steps;
        let (start, count) = (self.place(step) * steps, self.batch_size() * steps);
        let all = self.pool_of(step);
        let order = all.order.as_ref().expect("the pool is in disorder");
        let rows = order.narrow(0, start, count);
        let labels = all.labels.as_ref();
        let labels = labels.map(|labels| labels.reshape([-1]).index_select(0, &rows));
        (all.walks.states.pick(&rows), labels)
    }

    /// The first walk of a step's batch in its pool.
    fn place(&self, step: u64) -> i64 {
        let share = self.share.0 * self.batch_size();
        (step % self.batches as u64) as i64 * self.batch + share
    }

    /// The pool of a step.
    fn pool_of(&mut self, step: u64) -> &Batch {
        let index = step / self.batches as u64;
        if self.current.as_ref().is_none_or(|c| c.0 != index) {
            let started = self.clock();
            // Free the old pool first: two would need twice the memory.
            self.current = None;
            tensor::seed(self.seed, 1, index);
            self.current = Some((index, self.fill()));
            self.seconds += (self.clock() - started).as_secs_f64();
        }
        let (_, all) = self.current.as_ref().expect("just made");
        all
    }

    /// All walks of a pool.
    fn fill(&self) -> Batch {
        let walks = self.dynamics.walks(self.batch * self.batches, self.steps);
        // Before the frames: a duplicate is the same state in the same frame.
        let labels = self.labelled.then(|| labels(&walks));
        let walks = match self.frames {
            true => self.dynamics.in_random_frames(&walks),
            false => walks,
        };
        let order = self.disorder.then(|| {
            // The rows of the goals, one for each walk, are left out.
            let options = (Kind::Int64, walks.back.device());
            let order = Tensor::randperm(walks.count() * self.steps, options);
            &order + order.divide_scalar_mode(self.steps, "floor") + 1
        });
        Batch {
            walks,
            labels,
            order,
        }
    }

    /// The time when the device has finished its work. Asked once for each pool, so the wait is cheap.
    fn clock(&self) -> Instant {
        #[cfg(feature = "libtorch")]
        if let tch::Device::Cuda(index) = self.dynamics.device() {
            tch::Cuda::synchronize(index as i64);
        }
        Instant::now()
    }
}
