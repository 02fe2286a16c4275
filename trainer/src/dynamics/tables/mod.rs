//! A puzzle as tensors on the training device, so that states are generated without host work.

mod frames;
mod past;

use super::{Children, Dynamics, Shape, States, Walks, moves_in_frames};
use past::{Past, Reductions};
use quarterturn_core::{Move, Puzzle, walk};
use rand_core::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use std::rc::Rc;
use tch::{Device, Kind, Tensor};

/// Move tables of a puzzle whose pieces move independently of each other: a state is the list of
/// its active features, and a move sends each feature to another, whatever the rest.
#[derive(Debug)]
pub struct Tables {
    of_states: Rc<OfStates>,
    /// The move that undoes each move: `[moves]`, int64.
    undo: Tensor,
    /// See [`Dynamics::moves_in_frames`].
    moves_in_frames: Tensor,
    /// Which moves a walk may take.
    reductions: Reductions,
}

/// What rows of features need.
#[derive(Debug)]
struct OfStates {
    shape: Shape,
    device: Device,
    /// Feature after a move: `[moves × features]`, int64.
    step: Tensor,
    /// The features of the goal: `[active]`, int64.
    goal: Tensor,
    /// Feature in a frame: `[frames × features]`, int64.
    in_frames: Tensor,
    /// A random 63-bit number per feature: `[features]`, int64; their wrapping sum is a hash.
    zobrist: Tensor,
}

impl Tables {
    /// Builds the tables of `puzzle` on `device`. `None` where features do not move independently of
    /// each other, moves are not always allowed or cannot be undone, or there is more than one goal.
    pub fn new<P: Puzzle>(puzzle: &P, device: Device) -> Option<Self> {
        let goal = puzzle.goal()?;
        let undo: Option<Vec<i64>> = puzzle
            .moves()
            .map(|m| Some(puzzle.undo(m)?.0.into()))
            .collect();
        let undo = undo?;
        let inputs = puzzle.inputs();
        let (width, moves) = (inputs.width, puzzle.move_count());
        let mut step = vec![-1i64; moves * width];
        let (mut before, mut after) = (vec![0u16; inputs.active], vec![0u16; inputs.active]);
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(0);
        let mut state = goal;
        // A long random walk meets every feature; a contradiction on the way means dependence.
        for _ in 0..200 * width {
            puzzle.features(&state, &mut before);
            for mv in puzzle.moves() {
                if !puzzle.allowed(&state, mv) {
                    return None;
                }
                puzzle.features(&puzzle.apply(&state, mv), &mut after);
                for (&b, &a) in before.iter().zip(&after) {
                    let entry = &mut step[mv.index() * width + b as usize];
                    if *entry != -1 && *entry != i64::from(a) {
                        return None;
                    }
                    *entry = i64::from(a);
                }
            }
            state = puzzle.apply(&state, Move((rng.next_u32() % moves as u32) as u8));
        }
        puzzle.features(&goal, &mut before);
        let goal_features: Vec<i64> = before.iter().map(|&f| i64::from(f)).collect();
        let of_moves: Vec<_> = puzzle
            .moves()
            .map(|mv| walk::Reductions::of(puzzle, mv))
            .collect();
        let zobrist: Vec<i64> = (0..width).map(|_| rng.next_u64() as i64).collect();
        Some(Self {
            of_states: Rc::new(OfStates {
                shape: Shape::of(puzzle),
                device,
                step: Tensor::from_slice(&step).to(device),
                goal: Tensor::from_slice(&goal_features).to(device),
                in_frames: frames::features(puzzle, goal).to(device),
                zobrist: Tensor::from_slice(&zobrist).to(device),
            }),
            undo: Tensor::from_slice(&undo).to(device),
            moves_in_frames: moves_in_frames(puzzle, device),
            reductions: Reductions::new(&of_moves, device),
        })
    }
}

impl Dynamics for Tables {
    fn shape(&self) -> Shape {
        self.of_states.shape
    }

    fn device(&self) -> Device {
        self.of_states.device
    }

    fn moves_in_frames(&self) -> &Tensor {
        &self.moves_in_frames
    }

    /// No moves cancel or merge, not even across moves that commute with them: each move is drawn
    /// evenly from those left.
    fn walks(&self, walks: i64, steps: i64) -> Walks {
        let of_states = &self.of_states;
        let active = of_states.shape.active;
        let mut states = vec![of_states.goal.expand([walks, active], false)];
        let mut moves: Vec<Tensor> = Vec::new();
        let mut past = Past::new(walks, &self.reductions);
        for k in 0..steps as usize {
            let mv = past.draw();
            past.add(&mv, &self.reductions);
            states.push(of_states.apply(&states[k], &mv));
            moves.push(mv);
        }
        let onward = Tensor::stack(&moves, 1);
        Walks {
            states: of_states.rows(Tensor::stack(&states, 1).reshape([-1, active])),
            back: self.undo.take(&onward),
            onward: Some(onward),
        }
    }
}

impl OfStates {
    /// States after one move each: `rows` is `[n, active]`, `moves` is `[n]`.
    fn apply(&self, rows: &Tensor, moves: &Tensor) -> Tensor {
        let offsets = moves.unsqueeze(-1) * self.shape.features;
        self.step.take(&(rows + offsets))
    }

    fn rows(self: &Rc<Self>, rows: Tensor) -> Box<dyn States> {
        Box::new(Rows {
            of: Rc::clone(self),
            rows,
        })
    }
}

/// States as their features, in the order of the puzzle's own unless they are seen in frames.
#[derive(Debug)]
struct Rows {
    of: Rc<OfStates>,
    /// `[n, active]`, int64
    rows: Tensor,
}

impl States for Rows {
    fn features(&self) -> Tensor {
        self.rows.shallow_clone()
    }

    fn keys(&self) -> Tensor {
        let numbers = self.of.zobrist.take(&self.rows);
        numbers.sum_dim_intlist(-1, false, Kind::Int64)
    }

    fn is_goal(&self) -> Tensor {
        self.rows.eq_tensor(&self.of.goal).all_dim(-1, false)
    }

    /// Nothing is known of states that are only features.
    fn bounds(&self) -> Tensor {
        let count = self.rows.size()[0];
        Tensor::zeros([count], (Kind::Float, self.rows.device()))
    }

    fn narrow(&self, start: i64, count: i64) -> Box<dyn States> {
        self.of.rows(self.rows.narrow(0, start, count))
    }

    fn pick(&self, rows: &Tensor) -> Box<dyn States> {
        self.of.rows(self.rows.index_select(0, rows))
    }

    fn in_frames(&self, frames: &Tensor) -> Box<dyn States> {
        let offsets = frames.unsqueeze(-1) * self.of.shape.features;
        self.of
            .rows(self.of.in_frames.take(&(&self.rows + offsets)))
    }

    fn allowed(&self) -> Option<Tensor> {
        None
    }

    fn children(&self) -> Children {
        let Shape {
            features,
            active,
            moves,
        } = self.of.shape;
        let offsets = Tensor::arange(moves, (Kind::Int64, self.of.device)) * features;
        let rows = self.rows.unsqueeze(1) + offsets.reshape([1, -1, 1]);
        Children {
            states: self.of.rows(self.of.step.take(&rows).reshape([-1, active])),
            allowed: None,
            moves,
        }
    }
}
