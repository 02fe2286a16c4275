//! The shortest way to the goal through the states of the tree, by breadth-first search.

use super::tree::Tree;
use quarterturn_core::{Move, Puzzle};
use std::collections::VecDeque;

const UNSEEN: u32 = u32::MAX;

impl<P: Puzzle> Tree<P> {
    /// The shortest path from the root to the goal; empty when the goal is not in the tree.
    ///
    /// All moves between two states of the tree count, whether or not a simulation made them. Time
    /// and memory grow with the tree.
    pub fn shortest(&self) -> Vec<Move> {
        let mut from = vec![(UNSEEN, Move(0)); self.nodes.len()];
        let mut queue = VecDeque::from([0]);
        from[0].0 = 0;
        while let Some(at) = queue.pop_front() {
            let state = self.nodes.get(at).state;
            if P::is_solved(&state) {
                return walk_back(&from, at);
            }
            for mv in P::moves() {
                let next = self.nodes.find(&P::apply(&state, mv));
                if let Some(next) = next.filter(|&n| from[n as usize].0 == UNSEEN) {
                    from[next as usize] = (at, mv);
                    queue.push_back(next);
                }
            }
        }
        Vec::new()
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
