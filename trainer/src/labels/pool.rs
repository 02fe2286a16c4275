//! Pools of labelled walks, from which all targets take their batches.
//!
//! Labels are step numbers, min-propagated over duplicates in the pool (CayleyPy 2025, "diffusion
//! distance"; min-propagation as in JAxtar).

use super::seed_torch;
use crate::dynamics::{Dynamics, States, Walks};
use std::rc::Rc;
use std::time::Instant;
use tch::{Device, Kind, Tensor};

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

    /// With labels, for targets that learn them.
    pub fn labelled(self) -> Self {
        Self {
            labelled: true,
            ..self
        }
    }

    /// Ready for [`Pool::scattered`].
    pub fn in_disorder(self) -> Self {
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

    /// Examples in a batch, all parts together: the goal is none.
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
    /// If the pool is not [`Pool::in_disorder`].
    pub fn scattered(&mut self, step: u64) -> (Box<dyn States>, Option<Tensor>) {
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
            seed_torch(self.seed, 1, index);
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

    /// The time when the device has done all it was asked for. Once a pool, so the wait is cheap.
    fn clock(&self) -> Instant {
        if let Device::Cuda(index) = self.dynamics.device() {
            tch::Cuda::synchronize(index as i64);
        }
        Instant::now()
    }
}

/// Step numbers, lowered to the smallest number under which any state of the pool, or a
/// neighbour of it on a walk, was met: `[walks, steps + 1]`, float.
pub fn labels(walks: &Walks) -> Tensor {
    let (count, steps) = (walks.count(), walks.steps());
    let options = (Kind::Float, walks.back.device());
    let ramp = Tensor::arange(steps + 1, options);
    let mut labels = ramp.expand([count, steps + 1], false).contiguous();
    let (unique, class) = classes(&walks.states.keys());
    for _ in 0..2 {
        let best = Tensor::full([unique], steps as f64, options).internal_scatter_reduce(
            0,
            &class,
            &labels.reshape([-1]),
            "amin",
            true,
        );
        labels = best.take(&class).reshape([count, steps + 1]);
        // A state is at most one move farther than the one before it on its walk.
        labels = (&labels - &ramp).cummin(1).0 + &ramp;
        // And at most one farther than the one after it, if a move leads there.
        if walks.onward.is_some() {
            labels = (&labels + &ramp).flip([1]).cummin(1).0.flip([1]) - &ramp;
        }
    }
    labels
}

/// Numbers equal keys alike: the number of distinct keys, and the class of each key.
fn classes(keys: &Tensor) -> (i64, Tensor) {
    let (sorted, order) = keys.sort(0, false);
    let rank = sorted
        .not_equal_tensor(&sorted.roll([1], [0]))
        .to_kind(Kind::Int64);
    let _ = rank.get(0).zero_();
    let rank = rank.cumsum(0, Kind::Int64);
    let count = rank.get(-1).int64_value(&[]) + 1;
    (count, rank.zeros_like().scatter(0, &order, &rank))
}
