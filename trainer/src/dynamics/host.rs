//! Any puzzle with a goal and moves that can be undone, state by state on the host.

use super::reductions::{Past, Reductions, Set};
use super::{Children, Dynamics, Shape, States, Walks, moves_in_frames};
use quarterturn_core::random::below;
use quarterturn_core::{Move, Puzzle};
use rand_core::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;
use tch::{Device, Kind, Tensor};

/// A puzzle; see the module's page.
#[derive(Debug)]
pub struct OnHost<P: Puzzle> {
    walker: Walker<P>,
    /// The move that undoes each move.
    undo: Vec<Move>,
    moves_in_frames: Tensor,
    device: Device,
}

impl<P: Puzzle> OnHost<P> {
    /// `None` where there is more than one goal or a move cannot be undone.
    pub fn new(puzzle: &P, device: Device) -> Option<Self> {
        let undo: Option<Vec<Move>> = puzzle.moves().map(|mv| puzzle.undo(mv)).collect();
        let walker = Walker {
            goal: puzzle.goal()?,
            reductions: Reductions::of(puzzle),
            puzzle: puzzle.clone(),
        };
        Some(Self {
            walker,
            undo: undo?,
            moves_in_frames: moves_in_frames(puzzle, device),
            device,
        })
    }
}

impl<P: Puzzle> Dynamics for OnHost<P> {
    fn shape(&self) -> Shape {
        let puzzle = &self.walker.puzzle;
        Shape {
            features: puzzle.inputs().width as i64,
            active: puzzle.inputs().active as i64,
            moves: puzzle.move_count() as i64,
        }
    }

    fn device(&self) -> Device {
        self.device
    }

    fn moves_in_frames(&self) -> &Tensor {
        &self.moves_in_frames
    }

    fn walks(&self, walks: i64, steps: i64) -> Walks {
        let seed = Tensor::randint(i64::MAX, [1], (Kind::Int64, Device::Cpu));
        let seed = seed.int64_value(&[0]) as u64;
        let (states, onward) = self.walker.walks(seed, walks as usize, steps as usize);
        let back: Vec<u8> = onward
            .iter()
            .map(|&mv| self.undo[usize::from(mv)].0)
            .collect();
        let moves = |moves: &[u8]| {
            Tensor::from_slice(moves)
                .to(self.device)
                .reshape([walks, steps])
        };
        Walks {
            states: Box::new(Rows {
                puzzle: self.walker.puzzle.clone(),
                states,
                device: self.device,
            }),
            back: moves(&back),
            onward: Some(moves(&onward)),
        }
    }
}

/// What makes walks: the part of the dynamics that threads can share.
#[derive(Debug)]
struct Walker<P: Puzzle> {
    puzzle: P,
    goal: P::State,
    /// By move.
    reductions: Vec<Reductions>,
}

impl<P: Puzzle> Walker<P> {
    /// The states of walks, walk by walk, and their moves. On as many threads as LibTorch has, and
    /// the same on any number of them.
    fn walks(&self, seed: u64, walks: usize, steps: usize) -> (Vec<P::State>, Vec<u8>) {
        let mut states = vec![self.goal; walks * (steps + 1)];
        let mut moves = vec![0; walks * steps];
        let share = walks
            .div_ceil(tch::get_num_threads().max(1) as usize)
            .max(1);
        std::thread::scope(|scope| {
            let shares = states
                .chunks_mut(share * (steps + 1))
                .zip(moves.chunks_mut(share * steps));
            for (first, (states, moves)) in (0..).step_by(share).zip(shares) {
                scope.spawn(move || {
                    let walks = states.chunks_mut(steps + 1).zip(moves.chunks_mut(steps));
                    for (walk, (states, moves)) in (first..).zip(walks) {
                        let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed.wrapping_add(walk));
                        self.walk(&mut rng, states, moves);
                    }
                });
            }
        });
        (states, moves)
    }

    /// One walk, each move drawn evenly from those that are allowed and do not reduce;
    /// from all that are allowed where none is left.
    fn walk(&self, rng: &mut Xoshiro256PlusPlus, states: &mut [P::State], moves: &mut [u8]) {
        let mut state = states[0];
        let mut past = Past::default();
        let mut room = [Move(0); 256];
        for (next, made) in states[1..].iter_mut().zip(moves) {
            let mut count = self.choices(&state, past.spent, &mut room);
            if count == 0 {
                count = self.choices(&state, Set::default(), &mut room);
            }
            assert!(count > 0, "no move leads away from {state:?}");
            let mv = room[below(rng, count as u32) as usize];
            state = self.puzzle.apply(&state, mv);
            past = past.add(mv, &self.reductions[mv.index()]);
            (*next, *made) = (state, mv.0);
        }
    }

    /// Writes the moves that are allowed and not in `spent` to `room`; returns their number.
    fn choices(&self, state: &P::State, spent: Set, room: &mut [Move; 256]) -> usize {
        let mut count = 0;
        for mv in self.puzzle.moves() {
            if !spent.has(mv) && self.puzzle.allowed(state, mv) {
                room[count] = mv;
                count += 1;
            }
        }
        count
    }
}

/// States on the host.
#[derive(Debug)]
struct Rows<P: Puzzle> {
    puzzle: P,
    states: Vec<P::State>,
    device: Device,
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

/// The numbers of an int64 tensor.
fn numbers(tensor: &Tensor) -> Vec<i64> {
    let flat = tensor.to(Device::Cpu).contiguous();
    Vec::try_from(flat).expect("one dimension on the host")
}

impl<P: Puzzle> States for Rows<P> {
    fn features(&self) -> Tensor {
        let active = self.puzzle.inputs().active;
        let mut row = vec![0u16; active];
        let mut all = vec![0i64; self.states.len() * active];
        for (state, out) in self.states.iter().zip(all.chunks_exact_mut(active)) {
            self.puzzle.features(state, &mut row);
            for (out, &feature) in out.iter_mut().zip(&row) {
                *out = feature.into();
            }
        }
        let all = Tensor::from_slice(&all).reshape([-1, active as i64]);
        all.to(self.device)
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

    fn narrow(&self, start: i64, count: i64) -> Box<dyn States> {
        let (start, count) = (start as usize, count as usize);
        self.with(self.states[start..start + count].to_vec())
    }

    fn pick(&self, rows: &Tensor) -> Box<dyn States> {
        let rows = numbers(rows).into_iter();
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
