//! Walk labels without tensors: pools of random walks with min-propagated labels, and the losses of
//! the value and Q heads. What [`crate::labels::walk`] and [`crate::labels::pool`] do, from
//! another stream of random numbers.

use rand_core::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use std::time::Instant;

/// How a puzzle's features move, and which moves a walk may take.
#[derive(Clone, Debug)]
pub struct Moves {
    /// Width of the one-hot input.
    pub features: usize,
    /// The features of the goal.
    pub solved: Vec<u16>,
    /// Feature after a move: `[moves, features]`.
    pub step: Vec<u16>,
    /// The inverse of each move.
    pub inverse: Vec<u8>,
    /// The moves that cancel or merge with each move, as bits.
    pub merge: Vec<u64>,
    /// The moves that commute with each move without that, as bits.
    pub commute: Vec<u64>,
    /// The moves that are nothing or a single move when made three times, as bits.
    pub thrice: u64,
}

/// How walks become examples.
#[derive(Clone, Debug)]
pub struct Setting {
    /// The run's seed.
    pub seed: u64,
    /// Steps of each walk.
    pub steps: usize,
    /// Walks in a batch.
    pub batch: usize,
    /// Batches in a pool.
    pub batches: usize,
    /// Weight of the Q loss beside the value loss.
    pub q_weight: f32,
    /// How much each depth counts in the value loss, one on average: `[steps]`.
    pub weight: Vec<f32>,
    /// Where the Q head's outputs begin in a row of outputs, if there are any; the value is first.
    pub q: Option<usize>,
    /// Outputs in a row.
    pub outputs: usize,
}

/// The source of examples.
#[derive(Debug)]
pub struct Walk {
    moves: Moves,
    setting: Setting,
    /// A random number per feature; their wrapping sum is a state's hash.
    hash: Vec<u64>,
    current: Option<(u64, Pool)>,
    seconds: f64,
}

/// Walks with labels.
#[derive(Debug)]
struct Pool {
    /// `[walks, steps + 1, active]`; step 0 is the goal.
    states: Vec<u16>,
    /// `[walks, steps]`
    moves: Vec<u8>,
    /// Upper bounds on the distance: `[walks, steps + 1]`.
    labels: Vec<u8>,
}

/// The means of the losses over a batch.
#[derive(Clone, Copy, Debug)]
pub struct Losses {
    /// Of the value head.
    pub value: f64,
    /// Of the Q head if there is one, both neighbours together.
    pub q: Option<f64>,
}

impl Walk {
    /// Most moves of a puzzle, and most steps of a walk.
    pub const MOST: (usize, usize) = (64, u8::MAX as usize);

    /// Walks of a puzzle.
    ///
    /// # Panics
    /// If there are more moves or steps than [`Walk::MOST`].
    pub fn new(moves: Moves, setting: Setting) -> Self {
        assert!(moves.inverse.len() <= Self::MOST.0 && setting.steps <= Self::MOST.1);
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(0);
        Self {
            hash: (0..moves.features).map(|_| rng.next_u64()).collect(),
            moves,
            setting,
            current: None,
            seconds: 0.0,
        }
    }

    /// Seconds spent in making pools.
    pub fn seconds(&self) -> f64 {
        self.seconds
    }

    /// Examples in a batch: the goal is none.
    pub fn examples(&self) -> u64 {
        (self.setting.batch * self.setting.steps) as u64
    }

    /// Makes the pool of step `step`, unless it is there.
    pub fn prepare(&mut self, step: u64) {
        let index = step / self.setting.batches as u64;
        if self.current.as_ref().is_none_or(|c| c.0 != index) {
            let started = Instant::now();
            self.current = None;
            self.current = Some((index, self.pool(index)));
            self.seconds += started.elapsed().as_secs_f64();
        }
    }

    /// The active features of the batch of step `step`: `[walks × (steps + 1), active]`.
    ///
    /// # Panics
    /// If its pool is not prepared.
    pub fn features(&self, step: u64) -> &[u16] {
        let (_, pool) = self.current.as_ref().expect("it is prepared");
        let (first, row) = (self.first(step), self.row() * self.moves.solved.len());
        &pool.states[first * row..(first + self.setting.batch) * row]
    }

    /// The losses of `outputs`, `[walks × (steps + 1), outputs]`, on that batch; writes their
    /// gradients.
    ///
    /// The value head learns the labels. The Q head learns what the value head says of the two
    /// neighbours of a state on its walk; of the goal the cost is known.
    ///
    /// # Panics
    /// If its pool is not prepared, or the outputs are not as many.
    pub fn losses(&self, step: u64, outputs: &[f32], gradient: &mut [f32]) -> Losses {
        let Setting { steps, batch, outputs: width, q_weight, .. } = self.setting;
        let (_, pool) = self.current.as_ref().expect("it is prepared");
        let (first, row) = (self.first(step), self.row());
        assert!(outputs.len() == batch * row * width && gradient.len() == outputs.len());
        gradient.fill(0.0);
        let count = (batch * steps) as f32;
        let (mut value, mut q) = (0.0, 0.0);
        let walks = outputs.chunks_exact(row * width).zip(gradient.chunks_exact_mut(row * width));
        for (i, (out, gradient)) in walks.enumerate() {
            let labels = &pool.labels[(first + i) * row..][..row];
            let moves = &pool.moves[(first + i) * steps..][..steps];
            for k in 1..row {
                let error = out[k * width] - f32::from(labels[k]);
                let weight = self.setting.weight[k - 1];
                value += f64::from(weight * error * error);
                gradient[k * width] = 2.0 * weight * error / count;
            }
            let Some(from) = self.setting.q else { continue };
            let teacher = |k: usize| if k == 0 { 0.0 } else { out[k * width] };
            let mut learn = |k: usize, mv: u8, cost: f32| {
                let at = k * width + from + usize::from(mv);
                let error = out[at] - cost;
                q += f64::from(error * error);
                gradient[at] += 2.0 * q_weight * error / count;
            };
            for (k, &mv) in moves.iter().enumerate() {
                learn(k, mv, teacher(k + 1));
                learn(k + 1, self.moves.inverse[usize::from(mv)], teacher(k));
            }
        }
        Losses {
            value: value / f64::from(count),
            q: self.setting.q.map(|_| q / f64::from(count)),
        }
    }

    fn row(&self) -> usize {
        self.setting.steps + 1
    }

    /// The first walk of a step's batch in its pool.
    fn first(&self, step: u64) -> usize {
        (step % self.setting.batches as u64) as usize * self.setting.batch
    }

    fn pool(&self, index: u64) -> Pool {
        let walks = self.setting.batch * self.setting.batches;
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(mix(self.setting.seed, index));
        let (row, active) = (self.row(), self.moves.solved.len());
        let mut pool = Pool {
            states: Vec::with_capacity(walks * row * active),
            moves: Vec::with_capacity(walks * self.setting.steps),
            labels: Vec::new(),
        };
        for _ in 0..walks {
            let mut past = Past::default();
            pool.states.extend_from_slice(&self.moves.solved);
            for _ in 0..self.setting.steps {
                let mv = past.draw(self.moves.inverse.len(), &mut rng);
                past.add(mv, &self.moves);
                let step = &self.moves.step[mv * self.moves.features..][..self.moves.features];
                let from = pool.states.len() - active;
                for i in from..from + active {
                    let after = step[usize::from(pool.states[i])];
                    pool.states.push(after);
                }
                pool.moves.push(mv as u8);
            }
        }
        pool.labels = self.labels(&pool.states);
        pool
    }

    /// Step numbers, lowered to the smallest number under which any state of the pool, or a
    /// neighbour of it on a walk, was met.
    fn labels(&self, states: &[u16]) -> Vec<u8> {
        let (row, active) = (self.row(), self.moves.solved.len());
        let hashes = states.chunks_exact(active).map(|state| {
            let numbers = state.iter().map(|&f| self.hash[usize::from(f)]);
            numbers.fold(0u64, u64::wrapping_add)
        });
        let (places, count) = places(hashes, states.len() / active);
        let mut best = vec![u8::MAX; count];
        let mut labels: Vec<u8> = (0..places.len()).map(|i| (i % row) as u8).collect();
        for _ in 0..2 {
            for (&place, &label) in places.iter().zip(&labels) {
                let best = &mut best[place as usize];
                *best = label.min(*best);
            }
            for (label, &place) in labels.iter_mut().zip(&places) {
                *label = best[place as usize];
            }
            // Neighbours on a walk differ by at most one.
            for walk in labels.chunks_exact_mut(row) {
                for k in 1..row {
                    walk[k] = walk[k].min(walk[k - 1] + 1);
                }
                for k in (1..row).rev() {
                    walk[k - 1] = walk[k - 1].min(walk[k] + 1);
                }
            }
        }
        labels
    }
}

/// Gives equal hashes equal places (open addressing): the place of each, and how many there are.
fn places(hashes: impl Iterator<Item = u64>, count: usize) -> (Vec<u32>, usize) {
    let size = (2 * count).next_power_of_two();
    let mut table = vec![0u64; size];
    let place = |hash: u64| -> u32 {
        let hash = hash.max(1);
        let mut at = (hash >> 20) as usize & (size - 1);
        while table[at] != hash {
            if table[at] == 0 {
                table[at] = hash;
                break;
            }
            at = (at + 1) & (size - 1);
        }
        at as u32
    };
    (hashes.map(place).collect(), size)
}

/// A seed for each pool of a run (SplitMix64's finaliser).
fn mix(seed: u64, index: u64) -> u64 {
    let mut z = seed ^ index.wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

/// What a walk has done since a move that does not commute with its next one.
#[derive(Clone, Copy, Debug, Default)]
struct Past {
    /// Moves that would reduce.
    spent: u64,
    /// Moves made.
    made: u64,
}

impl Past {
    /// A move drawn evenly from those that do not reduce; from all where all do.
    fn draw(self, moves: usize, rng: &mut impl Rng) -> usize {
        let all = u64::MAX >> (64 - moves);
        let left = match all & !self.spent {
            0 => all,
            left => left,
        };
        let nth = (u64::from(rng.next_u32()) * u64::from(left.count_ones())) >> 32;
        let rest = (0..nth).fold(left, |rest, _| rest & (rest - 1));
        rest.trailing_zeros() as usize
    }

    fn add(&mut self, mv: usize, moves: &Moves) {
        let now = 1 << mv;
        let third = self.made & moves.thrice & now;
        self.spent = self.spent & moves.commute[mv] | moves.merge[mv] | third;
        self.made = self.made & moves.commute[mv] | now;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A ring of six places, one token: left, right, and two more moves that mirror them.
    fn ring() -> Moves {
        let around = |by: u16| (0..6).map(move |f| (f + by) % 6);
        Moves {
            features: 6,
            solved: vec![0],
            step: around(1).chain(around(5)).collect(),
            inverse: vec![1, 0],
            merge: vec![0b10, 0b01],
            commute: vec![0, 0],
            thrice: 0,
        }
    }

    fn walk(q: Option<usize>) -> Walk {
        let setting = Setting {
            seed: 3,
            steps: 8,
            batch: 2,
            batches: 3,
            q_weight: 0.5,
            weight: (1..=8).map(|k| k as f32 / 4.5).collect(),
            q,
            outputs: 3,
        };
        Walk::new(ring(), setting)
    }

    #[test]
    fn walks_do_not_turn_back_and_labels_are_distances_where_all_is_met() {
        let mut walk = walk(None);
        walk.prepare(0);
        let features = walk.features(0).to_vec();
        assert_eq!(features.len(), 2 * 9);
        let (_, pool) = walk.current.as_ref().expect("made");
        for moves in pool.moves.chunks(8) {
            assert!(moves.iter().all(|&mv| mv == moves[0]), "{moves:?}");
        }
        // Six walks around a ring of six: both ways are met, so labels are true distances.
        let both = [0, 1].map(|mv| pool.moves.contains(&mv));
        assert_eq!(both, [true; 2], "another seed");
        for (&place, &label) in pool.states.iter().zip(&pool.labels) {
            assert_eq!(u16::from(label), place.min(6 - place));
        }
        // A batch is a function of its step.
        walk.prepare(5);
        walk.prepare(0);
        assert_eq!(walk.features(0), features);
    }

    #[test]
    fn gradients_are_those_of_finite_differences() {
        let mut walk = walk(Some(1));
        walk.prepare(1);
        let outputs: Vec<f32> = (0..2 * 9 * 3).map(|i| (i * 7 % 13) as f32 / 3.0).collect();
        let mut gradient = vec![1.0; outputs.len()];
        walk.losses(1, &outputs, &mut gradient);
        for i in 0..outputs.len() {
            // The teacher is no variable: a value moves the Q loss without a gradient.
            let value = i % 3 == 0;
            let at = |d: f32| {
                let mut outputs = outputs.clone();
                outputs[i] += d;
                let losses = walk.losses(1, &outputs, &mut vec![0.0; outputs.len()]);
                let q = losses.q.expect("a Q head");
                if value { losses.value } else { 0.5 * q }
            };
            let slope = (at(0.01) - at(-0.01)) / 0.02;
            let given = f64::from(gradient[i]);
            assert!((slope - given).abs() < 1e-3, "{i}: {slope} {given}");
        }
    }
}
