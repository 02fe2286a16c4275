//! The shortest way to the goal through the states of the tree, by breadth-first search.

use super::tree::Tree;
use crate::limits::{Stopped, Watch};
use crate::search::pace::PART;
use quarterturn_core::{Move, Puzzle};
use std::collections::VecDeque;

const UNSEEN: u32 = u32::MAX;

impl<P: Puzzle> Tree<P> {
    /// The shortest path from the root to the goal; empty when the goal is not in the tree.
    ///
    /// All moves between two states of the tree count, whether or not a simulation made them; by the
    /// rules of a paper, those with an expanded state at one end. Time and memory grow with the tree.
    ///
    /// # Errors
    /// When the time is over first.
    pub fn shortest(&self, watch: Watch<'_>) -> Result<Vec<Move>, Stopped> {
        let mut from = vec![(UNSEEN, Move(0)); self.nodes.len()];
        let mut queue = VecDeque::from([0]);
        from[0].0 = 0;
        let mut looked = 0;
        while let Some(at) = queue.pop_front() {
            if looked % PART == 0 {
                watch.due()?;
            }
            looked += 1;
            let state = self.nodes.get(at).state.clone();
            if self.nodes.puzzle.is_solved(&state) {
                return Ok(walk_back(&from, at));
            }
            for mv in self.nodes.puzzle.moves() {
                if !self.nodes.puzzle.allowed(&state, mv) {
                    continue;
                }
                let next = self.nodes.find(&self.nodes.puzzle.apply(&state, mv));
                let new = |&next: &u32| from[next as usize].0 == UNSEEN && self.joins(at, next);
                if let Some(next) = next.filter(new) {
                    from[next as usize] = (at, mv);
                    queue.push_back(next);
                }
            }
        }
        Ok(Vec::new())
    }
}

fn walk_back(from: &[(u32, Move)], mut at: u32) -> Vec<Move> {
    let mut moves = Vec::new();
    while at != 0 {
        let (parent, mv) = from[at as usize];
        moves.push(mv);
        at = parent;
    }
    moves.reverse();
    moves
}
