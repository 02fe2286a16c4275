//! Pools of labelled walks, from which all targets take their batches.
//!
//! Labels are step numbers, min-propagated over duplicates in the pool (CayleyPy 2025, "diffusion
//! distance"; min-propagation as in JAxtar).

use super::seed_torch;
use crate::tables::{Tables, Walks};
use std::rc::Rc;
use std::time::Instant;
use tch::{Device, Kind, Tensor};

/// A source of batches of walks: the batch of a step is a function of the seed and the step.
#[derive(Debug)]
pub struct Pool {
    tables: Rc<Tables>,
    seed: u64,
    steps: i64,
    batch: i64,
    batches: i64,
    /// Which part of each batch is taken, and of how many.
    share: (i64, i64),
    frames: bool,
    current: Option<(u64, Walks, Tensor)>,
    seconds: f64,
}

/// Some walks of a pool: a batch, or this process's part of it.
#[derive(Debug)]
pub struct Batch {
    /// Active features: `[walks, steps + 1, active]`, int64; step 0 is the goal.
    pub states: Tensor,
    /// The move from each step to the next: `[walks, steps]`, int64.
    pub moves: Tensor,
    /// Upper bounds on the distance to the goal: `[walks, steps + 1]`, float.
    pub labels: Tensor,
}

impl Pool {
    /// `batch` and `walks` count walks; the pool is rounded up to whole batches.
    pub fn new(tables: Rc<Tables>, seed: u64, steps: i64, batch: i64, walks: i64) -> Self {
        Self {
            tables,
            seed,
            steps,
            batch,
            batches: (walks + batch - 1) / batch,
            share: (0, 1),
            frames: false,
            current: None,
            seconds: 0.0,
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
        let index = step / self.batches as u64;
        if self.current.as_ref().is_none_or(|c| c.0 != index) {
            let started = self.clock();
            // Free the old pool first: two would need twice the memory.
            self.current = None;
            seed_torch(self.seed, 1, index);
            let walks = self.tables.walks(self.batch * self.batches, self.steps);
            let labels = labels(&self.tables, &walks, self.steps);
            let walks = match self.frames {
                true => self.tables.in_random_frames(&walks),
                false => walks,
            };
            self.current = Some((index, walks, labels));
            self.seconds += (self.clock() - started).as_secs_f64();
        }
        let (_, walks, labels) = self.current.as_ref().expect("just made");
        let count = self.batch_size();
        let start = (step % self.batches as u64) as i64 * self.batch + self.share.0 * count;
        Batch {
            states: walks.states.narrow(0, start, count),
            moves: walks.moves.narrow(0, start, count),
            labels: labels.narrow(0, start, count),
        }
    }

    /// The time when the device has done all it was asked for. Once a pool, so the wait is cheap.
    fn clock(&self) -> Instant {
        if let Device::Cuda(index) = self.tables.device {
            tch::Cuda::synchronize(index as i64);
        }
        Instant::now()
    }
}

/// Step numbers, lowered to the smallest number under which any state of the pool, or a
/// neighbour of it on a walk, was met: `[walks, steps + 1]`, float.
pub fn labels(tables: &Tables, walks: &Walks, steps: i64) -> Tensor {
    let ramp = Tensor::arange(steps + 1, (Kind::Float, tables.device));
    let count = walks.states.size()[0];
    let mut labels = ramp.expand([count, steps + 1], false).contiguous();
    let (unique, class) = classes(&tables.keys(&walks.states).reshape([-1]));
    for _ in 0..2 {
        let best = Tensor::full([unique], steps as f64, (Kind::Float, tables.device))
            .internal_scatter_reduce(0, &class, &labels.reshape([-1]), "amin", true);
        labels = best.take(&class).reshape([count, steps + 1]);
        // Neighbours on a walk differ by at most one: relax forwards, then backwards.
        let forward = (&labels - &ramp).cummin(1).0 + &ramp;
        labels = (forward + &ramp).flip([1]).cummin(1).0.flip([1]) - &ramp;
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
