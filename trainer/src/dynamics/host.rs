//! Any puzzle with a goal and moves that can be undone, state by state.

use super::rows::{self, Rows};
use super::{Dynamics, Shape, Walks, Whole, moves_in_frames, whole};
use crate::random::Random;
use quarterturn::puzzles::{Places, Text};
use quarterturn_core::puzzle::tables::Tables;
use quarterturn_core::walk::{Past, Reductions};
use quarterturn_core::{Move, Puzzle};
use std::sync::Arc;

/// A puzzle; see the module's page.
#[derive(Debug)]
pub struct OnHost<P: Puzzle> {
    walker: Walker<P>,
    places: Option<Arc<Places<P::State>>>,
    /// The move that undoes each move.
    undo: Vec<Move>,
    moves_in_frames: Vec<u8>,
}

impl<P: Text> OnHost<P> {
    /// `None` where there is more than one goal or a move cannot be undone.
    pub fn new(puzzle: &P) -> Option<Self> {
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
            places: puzzle.places().map(Arc::new),
            undo: undo?,
            moves_in_frames: moves_in_frames(puzzle),
        })
    }
}

impl<P: Text> Dynamics for OnHost<P> {
    fn shape(&self) -> Shape {
        Shape::of(&self.walker.puzzle)
    }

    fn moves_in_frames(&self) -> &[u8] {
        &self.moves_in_frames
    }

    fn walks(&self, rng: &mut Random, walks: usize, steps: usize) -> Walks {
        let walker = &self.walker;
        let walk = |rng: &mut _, states: &mut [_], moves: &mut [_]| walker.walk(rng, states, moves);
        let (states, onward) = rows::walks(rng, walker.goal.clone(), walks, steps, walk);
        let undo = |&mv: &u8| self.undo[usize::from(mv)].0;
        Walks {
            states: Box::new(Rows {
                puzzle: self.walker.puzzle.clone(),
                places: self.places.clone(),
                states,
            }),
            steps,
            back: onward.iter().map(undo).collect(),
            onward: Some(onward),
        }
    }

    fn tables(&self) -> Option<&Tables> {
        self.places.as_deref().map(|places| &places.tables)
    }

    fn whole(&self) -> Option<Whole> {
        whole::of(&self.walker.puzzle, &self.walker.goal)
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
    fn walk(&self, rng: &mut Random, states: &mut [P::State], moves: &mut [u8]) {
        let mut state = states[0].clone();
        let mut past = Past::default();
        for (next, made) in states[1..].iter_mut().zip(moves) {
            let mv = past.draw(&self.puzzle, &state, rng);
            let mv = mv.unwrap_or_else(|| panic!("no move leads away from {state:?}"));
            state = self.puzzle.apply(&state, mv);
            past = past.add(mv, &self.reductions[mv.index()]);
            (*next, *made) = (state.clone(), mv.0);
        }
    }
}
