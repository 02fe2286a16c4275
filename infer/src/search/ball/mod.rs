//! The end-game table, here called a ball around the goal: every state up to some distance, with a
//! shortest path from it.
//!
//! A search that meets the ball is done: the rest of the path is known, and it is shortest. The ball needs
//! moves that can be undone and a single goal. It is then made by breadth-first search from the goal, and
//! a path to the goal goes to the next smaller distance again and again.
//!
//! Only a fingerprint of each state is kept. A state outside the ball may have the fingerprint of a state
//! inside, but then its path to the goal ends nowhere. So a path is followed to its end before it is
//! believed. States are distinguished by keys of 64 bits. The chance that two of ten million states share
//! a key is 1 in 400,000; then the ball lacks one of them, and a search that meets it goes on.

mod build;
mod lazy;
mod shell;
#[cfg(test)]
mod tests;

pub use lazy::Nearby;

use quarterturn_core::{Move, Puzzle};
use shell::Shell;

/// How large a ball is made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Size {
    /// All states up to this distance.
    Radius(usize),
    /// All distances up to the one with which the ball has at most this number of states.
    States(usize),
    /// The distances that take a small part of the time that is left.
    Time,
}

/// All states up to a distance from the goal.
#[derive(Clone, Debug)]
pub struct Ball {
    /// The states at distance 1, 2, ….
    shells: Vec<Shell>,
    /// The goal, by its key.
    goal: u64,
}

impl Ball {
    /// The largest distance.
    pub fn radius(&self) -> usize {
        self.shells.len()
    }

    /// Bytes held.
    pub fn bytes(&self) -> usize {
        self.shells.iter().map(Shell::bytes).sum()
    }

    /// Whether the state of this key may be at the largest distance.
    pub fn may_end(&self, key: u64) -> bool {
        self.shells.last().is_some_and(|rim| rim.may_contain(key))
    }

    /// The names of the states at the largest distance, and the number of buckets, for
    /// [`Beams::edged`](crate::eval::layers::Beams::edged).
    pub(crate) fn rim(&self) -> Option<(Vec<i64>, usize)> {
        self.shells.last().map(Shell::names)
    }

    /// A shortest path from a state to the goal, if the ball has the state.
    pub fn way<P: Puzzle>(&self, puzzle: &P, state: &P::State) -> Option<Vec<Move>> {
        (0..=self.radius()).find_map(|distance| self.way_of(puzzle, state, distance))
    }

    /// A path of `distance` moves from a state to the goal; each move comes nearer to it.
    pub fn way_of<P: Puzzle>(
        &self,
        puzzle: &P,
        state: &P::State,
        distance: usize,
    ) -> Option<Vec<Move>> {
        let mut way = Vec::new();
        self.follow(puzzle, state, distance, &mut way)
            .then_some(way)
    }

    fn follow<P: Puzzle>(
        &self,
        puzzle: &P,
        state: &P::State,
        distance: usize,
        way: &mut Vec<Move>,
    ) -> bool {
        let Some(nearer) = distance.checked_sub(1) else {
            return puzzle.is_solved(state);
        };
        if !self.shells[nearer].may_contain(puzzle.key(state)) {
            return false;
        }
        puzzle.moves().any(|mv| {
            way.push(mv);
            let leads = puzzle.allowed(state, mv)
                && self.follow(puzzle, &puzzle.apply(state, mv), nearer, way);
            if !leads {
                way.pop();
            }
            leads
        })
    }
}
