//! States that are solved in another puzzle: states go there, and moves come back.

use super::SolveError;
use super::typed::{Engine, Reply, own};
use crate::limits::{Found, Limits, Observer};
use crate::outcome::WrongSolution;
use crate::puzzles::{State, Text};
use crate::refusal::Refusal;
use quarterturn_core::{Move, Puzzle};
use std::sync::Arc;

/// The state of the other puzzle.
pub(super) type There<P> =
    dyn Fn(&P, &<P as Puzzle>::State) -> Result<State, Refusal> + Send + Sync;

/// Whether a state is where solutions should lead.
pub(super) type Ends<P> = dyn Fn(&P, &<P as Puzzle>::State) -> bool + Send + Sync;

/// The engine of another puzzle, for states of this one.
pub(super) struct Elsewhere<P: Text> {
    pub puzzle: P,
    pub there: Box<There<P>>,
    /// What each move of the other puzzle is here; where it is missing, the same.
    pub back: Option<Arc<[Move]>>,
    pub ends: Box<Ends<P>>,
    pub engine: Box<dyn Engine>,
}

/// Moves of the other puzzle as those of this one.
fn returned(back: &[Move], moves: &[Move]) -> Vec<Move> {
    moves.iter().map(|mv| back[mv.index()]).collect()
}

impl<P: Text> Elsewhere<P> {
    /// Solves a state there; the solution is replayed here.
    pub fn solve(&self, state: &State, limits: &Limits) -> Result<Reply, SolveError> {
        let (puzzle, state) = own(state, &self.puzzle)?;
        let there = (self.there)(puzzle, state)?;
        let mut limits = limits.clone();
        if let (Some(observer), Some(back)) = (&limits.observer, &self.back) {
            let (observer, back) = (observer.clone(), back.clone());
            limits.observer = Some(Observer::new(move |found: Found<'_>| {
                let solution = &returned(&back, found.solution);
                observer.tell(Found { solution, ..found });
            }));
        }
        let mut reply = self.engine.solve(&there, &limits)?;
        if let Some(moves) = &mut reply.outcome.solution {
            if let Some(back) = &self.back {
                *moves = returned(back, moves);
            }
            if !(self.ends)(puzzle, &puzzle.apply_all(state, moves)) {
                return Err(WrongSolution.into());
            }
        }
        Ok(reply)
    }
}
