//! States on the host, and walks made of them.

use super::{Children, States, numbers};
use crate::tensor::{Device, Kind, Tensor};
use quarterturn_core::Puzzle;
use quarterturn_core::puzzle::sokoban::DEAD;
use rand_core::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;

/// States on the host.
#[derive(Debug)]
pub(super) struct Rows<P: Puzzle> {
    pub puzzle: P,
    pub states: Vec<P::State>,
    pub device: Device,
}

impl<P: Puzzle> Rows<P> {
    fn with(&self, states: Vec<P::State>) -> Box<dyn States> {
        Box::new(Self {
            puzzle: self.puzzle.clone(),
            states,
            device: self.device,
        })
    }
}

impl<P: Puzzle> States for Rows<P> {
    fn features(&self) -> Tensor {
        let all: Vec<i64> = self.on_host().into_iter().map(i64::from).collect();
        let active = self.puzzle.inputs().active as i64;
        let all = Tensor::from_slice(&all).reshape([-1, active]);
        all.to(self.device)
    }

    fn on_host(&self) -> Vec<u16> {
        let active = self.puzzle.inputs().active;
        let mut all = vec![0; self.states.len() * active];
        for (state, out) in self.states.iter().zip(all.chunks_exact_mut(active)) {
            self.puzzle.features(state, out);
        }
        all
    }

    fn keys(&self) -> Tensor {
        let keys = self
            .states
            .iter()
            .map(|state| self.puzzle.key(state) as i64);
        Tensor::from_slice(&keys.collect::<Vec<_>>()).to(self.device)
    }

    fn is_goal(&self) -> Tensor {
        let goals = self.states.iter().map(|state| self.puzzle.is_solved(state));
        Tensor::from_slice(&goals.collect::<Vec<_>>()).to(self.device)
    }

    fn bounds(&self) -> Tensor {
        let bounds = self.states.iter().map(|state| self.puzzle.bound(state));
        let cost = |bound| {
            if bound >= DEAD {
                f32::INFINITY
            } else {
                bound as f32
            }
        };
        let bounds: Vec<f32> = bounds.map(cost).collect();
        Tensor::from_slice(&bounds).to(self.device)
    }

    fn narrow(&self, start: i64, count: i64) -> Box<dyn States> {
        let (start, count) = (start as usize, count as usize);
        self.with(self.states[start..start + count].to_vec())
    }

    fn pick(&self, rows: &Tensor) -> Box<dyn States> {
        let rows = numbers::<i64>(rows).into_iter();
        self.with(rows.map(|row| self.states[row as usize]).collect())
    }

    fn in_frames(&self, frames: &Tensor) -> Box<dyn States> {
        let pairs = self.states.iter().zip(numbers(frames));
        let seen = |(state, frame): (&P::State, i64)| self.puzzle.conjugate(state, frame as usize);
        self.with(pairs.map(seen).collect())
    }

    fn allowed(&self) -> Option<Tensor> {
        let moves = self.puzzle.moves();
        let of = |state| moves.clone().map(move |mv| self.puzzle.allowed(state, mv));
        let all: Vec<bool> = self.states.iter().flat_map(of).collect();
        let mask = || Tensor::from_slice(&all).to(self.device);
        let some = all.contains(&false);
        some.then(|| mask().reshape([-1, self.puzzle.move_count() as i64]))
    }

    fn children(&self) -> Children {
        let moves = self.puzzle.moves();
        let of = |state| moves.clone().map(move |mv| self.puzzle.apply(state, mv));
        Children {
            states: self.with(self.states.iter().flat_map(of).collect()),
            allowed: self.allowed(),
            moves: self.puzzle.move_count() as i64,
        }
    }
}

/// The states of walks, walk by walk, and a move for each step. `walk` makes one: of its states the
/// first is `start`. On as many threads as are allowed, and the same on any number of them. All that
/// is random comes from LibTorch's generator.
pub(super) fn walks<S: Copy + Send>(
    start: S,
    walks: usize,
    steps: usize,
    walk: impl Fn(&mut Xoshiro256PlusPlus, &mut [S], &mut [u8]) + Sync,
) -> (Vec<S>, Vec<u8>) {
    let seed = Tensor::randint(i64::MAX, [1], (Kind::Int64, Device::Cpu));
    let seed = seed.int64_value(&[0]) as u64;
    let mut states = vec![start; walks * (steps + 1)];
    let mut moves = vec![0; walks * steps];
    let threads = crate::threads::count();
    let share = walks.div_ceil(threads).max(1);
    let walk = &walk;
    std::thread::scope(|scope| {
        let states = states.chunks_mut(share * (steps + 1));
        let shares = states.zip(moves.chunks_mut(share * steps));
        for (first, (states, moves)) in (0..).step_by(share).zip(shares) {
            scope.spawn(move || {
                let walks = states.chunks_mut(steps + 1).zip(moves.chunks_mut(steps));
                for (number, (states, moves)) in (first..).zip(walks) {
                    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed.wrapping_add(number));
                    walk(&mut rng, states, moves);
                }
            });
        }
    });
    (states, moves)
}
