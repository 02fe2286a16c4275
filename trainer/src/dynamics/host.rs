//! Any puzzle with a goal and moves that can be undone, state by state on the host.

use super::rows::{self, Rows};
use super::{Dynamics, Shape, Walks, moves_in_frames};
use crate::tensor::{Device, Tensor};
use quarterturn_core::walk::{Past, Reductions};
use quarterturn_core::{Move, Puzzle};
use rand_xoshiro::Xoshiro256PlusPlus;

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
            reductions: puzzle
                .moves()
                .map(|mv| Reductions::of(puzzle, mv))
                .collect(),
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
        Shape::of(&self.walker.puzzle)
    }

    fn device(&self) -> Device {
        self.device
    }

    fn moves_in_frames(&self) -> &Tensor {
        &self.moves_in_frames
    }

    fn walks(&self, walks: i64, steps: i64) -> Walks {
        let walker = &self.walker;
        let walk = |rng: &mut _, states: &mut [_], moves: &mut [_]| walker.walk(rng, states, moves);
        let (states, onward) = rows::walks(walker.goal, walks as usize, steps as usize, walk);
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

/// Makes walks: the part of the dynamics that threads can share.
#[derive(Debug)]
struct Walker<P: Puzzle> {
    puzzle: P,
    goal: P::State,
    /// By move.
    reductions: Vec<Reductions>,
}

impl<P: Puzzle> Walker<P> {
    /// One walk, as [`random_walk`](quarterturn_core::walk::random_walk) makes it.
    fn walk(&self, rng: &mut Xoshiro256PlusPlus, states: &mut [P::State], moves: &mut [u8]) {
        let mut state = states[0];
        let mut past = Past::default();
        for (next, made) in states[1..].iter_mut().zip(moves) {
            let mv = past.draw(&self.puzzle, &state, rng);
            let mv = mv.unwrap_or_else(|| panic!("no move leads away from {state:?}"));
            state = self.puzzle.apply(&state, mv);
            past = past.add(mv, &self.reductions[mv.index()]);
            (*next, *made) = (state, mv.0);
        }
    }
}
