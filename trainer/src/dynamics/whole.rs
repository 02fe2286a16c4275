//! All states of a puzzle that is small enough, with their distances.

use super::States;
use super::rows::Rows;
use quarterturn_core::Puzzle;
use rustc_hash::FxHashMap;
use std::collections::hash_map::Entry;

/// Most states that are kept: they take half a gigabyte.
pub const MOST: u128 = 1 << 23;

/// All states of a puzzle.
#[derive(Debug)]
pub struct Whole {
    /// The states, the goal first and none before a nearer one.
    pub states: Box<dyn States>,
    /// Moves to the goal, by [`States::keys`].
    distances: FxHashMap<u64, u32>,
}

impl Whole {
    /// The number of moves from each state to the goal: `[n]`; infinity for what is no state of the puzzle.
    pub fn distances(&self, states: &dyn States) -> Vec<f32> {
        let distance = |key| self.distances.get(key).map_or(f32::INFINITY, |&d| d as f32);
        states.keys().iter().map(distance).collect()
    }
}

/// A search from the goal, breadth first. Every move can be undone, so that distances from the goal are those to it.
pub(super) fn of<P: Puzzle>(puzzle: &P, goal: &P::State) -> Option<Whole> {
    let mut distances = FxHashMap::from_iter([(puzzle.key(goal), 0)]);
    let mut states = vec![goal.clone()];
    let mut layer = 0..1;
    for distance in 1.. {
        for row in layer.clone() {
            let state = states[row].clone();
            for mv in puzzle.moves().filter(|&mv| puzzle.allowed(&state, mv)) {
                let child = puzzle.apply(&state, mv);
                if let Entry::Vacant(place) = distances.entry(puzzle.key(&child)) {
                    place.insert(distance);
                    states.push(child);
                }
            }
            if states.len() as u128 > MOST {
                return None;
            }
        }
        layer = layer.end..states.len();
        if layer.is_empty() {
            break;
        }
    }
    let puzzle = puzzle.clone();
    Some(Whole {
        states: Box::new(Rows { puzzle, states }),
        distances,
    })
}
