//! Pools of walks, labelled if needed, from which all targets take their batches.
//!
//! A pool is a function of the seed and its number alone. So the next one can be made while a step runs, which is what
//! happens where a GPU takes the steps: the host's threads have nothing else to do there.

use super::distance::labels;
use crate::dynamics::{Dynamics, States, Walks};
use crate::random::{permutation, seeded};
use crate::threads;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, channel};
use std::time::Instant;

/// A source of batches of walks: the batch of a step is a function of the seed and the step.
#[derive(Debug)]
pub struct Pool {
    source: Source,
    /// Which part of each batch is taken, and of how many.
    share: (usize, usize),
    /// Whether the next pool is made while this one is used.
    ahead: bool,
    /// The number of the pool in memory and its walks.
    current: Option<(u64, Batch)>,
    /// The number of the next one, and where it will come from.
    next: Option<(u64, Receiver<Batch>)>,
    seconds: f64,
}

/// How pools are made.
#[derive(Clone, Debug)]
struct Source {
    dynamics: Arc<dyn Dynamics>,
    seed: u64,
    steps: usize,
    batch: usize,
    batches: usize,
    frames: bool,
    labelled: bool,
    disorder: bool,
}

/// Some walks of a pool: a batch, or this process's part of it.
#[derive(Debug)]
pub struct Batch {
    /// The walks.
    pub walks: Walks,
    labels: Option<Vec<f32>>,
    /// The rows of a whole pool's states in an order drawn at random, the goals left out.
    order: Option<Vec<usize>>,
}

impl Batch {
    /// Upper bounds on the distance to the goal: `[walks × (steps + 1)]`.
    ///
    /// # Panics
    /// If the pool is not [`Pool::labelled`].
    pub fn labels(&self) -> &[f32] {
        self.labels.as_ref().expect("the pool is labelled")
    }

    /// The same without those of the goals that walks begin at: `[walks × steps]`.
    ///
    /// # Panics
    /// As [`Batch::labels`].
    pub fn scrambled_labels(&self) -> Vec<f32> {
        let walks = self.labels().chunks_exact(self.walks.steps + 1);
        walks.flat_map(|walk| &walk[1..]).copied().collect()
    }
}

impl Pool {
    /// `batch` and `walks` count walks; the pool is rounded up to whole batches.
    pub fn new(
        dynamics: Arc<dyn Dynamics>,
        seed: u64,
        steps: usize,
        batch: usize,
        walks: usize,
    ) -> Self {
        Self {
            source: Source {
                dynamics,
                seed,
                steps,
                batch,
                batches: walks.div_ceil(batch),
                frames: false,
                labelled: false,
                disorder: false,
            },
            share: (0, 1),
            ahead: false,
            current: None,
            next: None,
            seconds: 0.0,
        }
    }

    /// With labels, for targets that need them.
    pub fn labelled(mut self) -> Self {
        self.source.labelled = true;
        self
    }

    /// Ready for [`Pool::shuffled_states`].
    pub fn shuffled(mut self) -> Self {
        self.source.disorder = true;
        self
    }

    /// Whether each walk is seen in a random symmetry frame. The walks' distribution is the same
    /// in every frame, so this matters only to targets that break the symmetry.
    pub fn in_frames(mut self, frames: bool) -> Self {
        self.source.frames = frames;
        self
    }

    /// Whether the next pool is made while one is used, by threads that nothing else needs meanwhile. Two pools are then
    /// in memory. Batches are the same.
    pub fn ahead(self, ahead: bool) -> Self {
        Self { ahead, ..self }
    }

    /// Takes one of several equal parts of each batch: part `share.0` of `share.1`, which divides
    /// the batch.
    pub fn share(self, share: (usize, usize)) -> Self {
        Self { share, ..self }
    }

    /// Steps of each walk.
    pub fn steps(&self) -> usize {
        self.source.steps
    }

    /// Walks in this process's part of a batch.
    pub fn batch_size(&self) -> usize {
        self.source.batch / self.share.1
    }

    /// Examples in a batch, all parts together; the goal is not an example.
    pub fn examples(&self) -> u64 {
        (self.source.batch * self.steps()) as u64
    }

    /// Those of this process's part.
    pub fn examples_here(&self) -> usize {
        self.batch_size() * self.steps()
    }

    /// Seconds spent in waiting for pools.
    pub fn seconds(&self) -> f64 {
        self.seconds
    }

    /// Frees the walks in memory.
    pub fn forget(&mut self) {
        (self.current, self.next) = (None, None);
    }

    /// The batch of step `step`.
    pub fn batch(&mut self, step: u64) -> Batch {
        let start = self.place(step);
        let (end, rows) = (start + self.batch_size(), self.steps() + 1);
        let all = self.pool_of(step);
        let labels = all.labels.as_ref();
        Batch {
            walks: all.walks.narrow(start..end),
            labels: labels.map(|labels| labels[start * rows..end * rows].to_vec()),
            order: None,
        }
    }

    /// The states of the batch of step `step` after the steps of its walks, or, where the pool is
    /// [`Pool::shuffled`], as many from all walks; with their labels where it is labelled.
    pub fn states(&mut self, step: u64) -> (Box<dyn States>, Option<Vec<f32>>) {
        if self.source.disorder {
            return self.shuffled_states(step);
        }
        let batch = self.batch(step);
        let labels = self.source.labelled.then(|| batch.scrambled_labels());
        (batch.walks.scrambled(), labels)
    }

    /// As many states as the batch of step `step` has after the steps of its walks, but drawn from
    /// all walks of the pool, each state once; with their labels where the pool is labelled.
    ///
    /// # Panics
    /// If the pool is not [`Pool::shuffled`].
    pub fn shuffled_states(&mut self, step: u64) -> (Box<dyn States>, Option<Vec<f32>>) {
        let steps = self.steps();
        let (start, count) = (self.place(step) * steps, self.batch_size() * steps);
        let all = self.pool_of(step);
        let order = all.order.as_ref().expect("the pool is in disorder");
        let rows = &order[start..start + count];
        let labels = all.labels.as_ref();
        let labels = labels.map(|labels| rows.iter().map(|&row| labels[row]).collect());
        (all.walks.states.pick(rows), labels)
    }

    /// The first walk of a step's batch in its pool.
    fn place(&self, step: u64) -> usize {
        let share = self.share.0 * self.batch_size();
        let Source { batch, batches, .. } = self.source;
        (step % batches as u64) as usize * batch + share
    }

    /// The pool of a step.
    fn pool_of(&mut self, step: u64) -> &Batch {
        let index = step / self.source.batches as u64;
        if self.current.as_ref().is_none_or(|c| c.0 != index) {
            let started = Instant::now();
            // Free the old pool first: two would need twice the memory.
            self.current = None;
            let made = self.next.take().filter(|next| next.0 == index);
            // A thread that failed has said so itself.
            let made = made.and_then(|(_, made)| made.recv().ok());
            self.current = Some((index, made.unwrap_or_else(|| self.source.fill(index))));
            self.seconds += started.elapsed().as_secs_f64();
            if self.ahead {
                self.next = Some((index + 1, self.source.start(index + 1)));
            }
        }
        let (_, all) = self.current.as_ref().expect("just made");
        all
    }
}

impl Source {
    /// Makes a pool on a thread.
    fn start(&self, index: u64) -> Receiver<Batch> {
        let (give, take) = channel();
        let source = self.clone();
        // Nobody waits for it any more if the run is over.
        threads::pool().spawn(move || drop(give.send(source.fill(index))));
        take
    }

    /// All walks of a pool.
    fn fill(&self, index: u64) -> Batch {
        let rng = &mut seeded(self.seed, 1, index);
        let dynamics = &self.dynamics;
        let walks = dynamics.walks(rng, self.batch * self.batches, self.steps);
        // Before the frames: a duplicate is the same state in the same frame.
        let labels = self.labelled.then(|| labels(&walks));
        let walks = match self.frames {
            true => dynamics.in_random_frames(rng, &walks),
            false => walks,
        };
        let order = self.disorder.then(|| {
            // The rows of the goals, one for each walk, are left out.
            let order = permutation(rng, walks.count() * self.steps).into_iter();
            order.map(|row| row + row / self.steps + 1).collect()
        });
        Batch {
            walks,
            labels,
            order,
        }
    }
}
