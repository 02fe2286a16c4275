//! All states of a puzzle that is small enough, with their distances.

use super::States;
use super::rows::Rows;
use quarterturn_core::Puzzle;
use rustc_hash::{FxHashMap, FxHashSet};

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

/// The states by their distance from the goal, breadth first; `None` if there are more than [`MOST`].
pub fn layers<P: Puzzle>(puzzle: &P, goal: &P::State) -> Option<Vec<Vec<P::State>>> {
    let mut seen = FxHashSet::from_iter([puzzle.key(goal)]);
    let mut layers = vec![vec![goal.clone()]];
    while let Some(layer) = layers.last().filter(|layer| !layer.is_empty()) {
        let mut next = Vec::new();
        for state in layer {
            for mv in puzzle.moves().filter(|&mv| puzzle.allowed(state, mv)) {
                let child = puzzle.apply(state, mv);
                if seen.insert(puzzle.key(&child)) {
                    next.push(child);
                }
            }
            if seen.len() as u128 > MOST {
                return None;
            }
        }
        layers.push(next);
    }
    layers.pop();
    Some(layers)
}

/// All states with their distances. Every move can be undone, so that distances from the goal are those to it.
pub(super) fn of<P: Puzzle>(puzzle: &P, goal: &P::State) -> Option<Whole> {
    let (mut distances, mut states) = (FxHashMap::default(), Vec::new());
    for (distance, layer) in (0..).zip(layers(puzzle, goal)?) {
        distances.extend(layer.iter().map(|state| (puzzle.key(state), distance)));
        states.extend(layer);
    }
    let puzzle = puzzle.clone();
    Some(Whole {
        states: Box::new(Rows {
            puzzle,
            places: None,
            states,
        }),
        distances,
    })
}
