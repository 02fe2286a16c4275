//! The ring: all states at one distance from the goal, as fingerprints. Where a beam meets the ring, trying a few
//! moves ends the search, so it needs no layers inside. A state on the ring is found even if the beam would drop its
//! children.

#[cfg(feature = "std")]
extern crate std;

use super::path::Path;
use crate::net::MOVE_COST;
use crate::puzzle::Puzzle;

/// The states `distance` moves from the goal.
#[derive(Clone, Copy, Debug)]
pub struct Ring<'r> {
    prints: &'r [u32],
    distance: usize,
}

impl<'r> Ring<'r> {
    /// No states: a beam goes on to the goal.
    pub const NONE: Self = Self {
        prints: &[],
        distance: 0,
    };

    /// `prints` are as [`Ring::prints`] makes them for that distance.
    pub const fn new(prints: &'r [u32], distance: usize) -> Self {
        Self { prints, distance }
    }

    /// The sorted fingerprints of all states `distance` moves from the goal of a puzzle that has one and whose moves can
    /// all be undone by one; none of other puzzles.
    #[cfg(feature = "std")]
    pub fn prints<P: Puzzle>(puzzle: &P, distance: usize) -> std::vec::Vec<u32> {
        use std::{collections::HashSet, vec::Vec};
        let mut layer: Vec<P::State> = puzzle.goal().into_iter().collect();
        let mut met: HashSet<P::State> = layer.iter().cloned().collect();
        if puzzle.moves().any(|mv| puzzle.undo(mv).is_none()) {
            return Vec::new();
        }
        for _ in 0..distance {
            let mut next = Vec::new();
            for state in &layer {
                let allowed = puzzle.moves().filter(|&mv| puzzle.allowed(state, mv));
                let children = allowed.map(|mv| puzzle.apply(state, mv));
                next.extend(children.filter(|child| met.insert(child.clone())));
            }
            layer = next;
        }
        let mut prints: Vec<u32> = layer.iter().map(|s| puzzle.key(s) as u32).collect();
        prints.sort_unstable();
        prints.dedup();
        prints
    }

    /// Moves from the goal that the ring finds a state within: its own distance and one.
    pub(super) const fn reach(&self) -> usize {
        if self.prints.is_empty() {
            0
        } else {
            self.distance + 1
        }
    }

    /// The shortest way from a state on or within the ring, with its length.
    pub(super) fn near<P: Puzzle>(&self, puzzle: &P, state: &P::State) -> Option<(Path, usize)> {
        let lengths = 0..=self.distance;
        let way = |left| search(puzzle, state, Path::EMPTY, 0, left);
        if self.prints.is_empty() {
            None
        } else {
            lengths.into_iter().find_map(way)
        }
    }

    /// The path to a state after `length` moves, continued to the goal, with its length. The state must be on the
    /// ring or, where its cost leaves this open or there is no room for another layer, one move outside.
    pub(super) fn finish<P: Puzzle>(
        &self,
        puzzle: &P,
        state: &P::State,
        cost: i32,
        path: Path,
        length: usize,
        room: usize,
    ) -> Option<(Path, usize)> {
        if self.prints.is_empty() || length + self.distance > room {
            return None;
        }
        if let Some(found) = self.descend(puzzle, state, path, length) {
            return Some(found);
        }
        // Beyond that costs are a move off hardly ever. In the last layer all are looked at: costs may be sums of other things.
        let (near, end) = ((self.reach() as i32 + 1) * MOVE_COST, length + self.reach());
        if end > room || (cost > near && end < room) {
            return None;
        }
        let allowed = puzzle.moves().filter(|&mv| puzzle.allowed(state, mv));
        allowed.into_iter().find_map(|mv| {
            let mut path = path;
            path.set(puzzle, length, mv);
            self.descend(puzzle, &puzzle.apply(state, mv), path, length + 1)
        })
    }

    /// From a state on the ring to the goal.
    fn descend<P: Puzzle>(
        &self,
        puzzle: &P,
        state: &P::State,
        path: Path,
        length: usize,
    ) -> Option<(Path, usize)> {
        let print = puzzle.key(state) as u32;
        self.prints.binary_search(&print).ok()?;
        // Another state may have the same fingerprint.
        search(puzzle, state, path, length, self.distance)
    }
}

/// The path gone on to the goal by at most `left` moves, all tried in order.
fn search<P: Puzzle>(
    puzzle: &P,
    state: &P::State,
    path: Path,
    length: usize,
    left: usize,
) -> Option<(Path, usize)> {
    if puzzle.is_solved(state) {
        return Some((path, length));
    }
    let left = left.checked_sub(1)?;
    let mut allowed = puzzle.moves().filter(|&mv| puzzle.allowed(state, mv));
    allowed.find_map(|mv| {
        let mut path = path;
        path.set(puzzle, length, mv);
        search(puzzle, &puzzle.apply(state, mv), path, length + 1, left)
    })
}

#[cfg(all(test, feature = "std"))]
mod tests {
    use super::*;
    use crate::cube::{Cube3, Cube3Qtm};
    use crate::puzzle::Move;

    #[test]
    fn rings_of_the_cube_are_as_large_as_known() {
        // Rokicki: positions at each distance in the quarter-turn metric.
        for (distance, count) in [1, 12, 114, 1068, 10_011].into_iter().enumerate() {
            assert_eq!(Ring::prints(&Cube3Qtm, distance).len(), count, "{distance}");
        }
    }

    #[test]
    fn states_near_a_ring_are_solved() {
        let prints = Ring::prints(&Cube3Qtm, 3);
        let ring = Ring::new(&prints, 3);
        // R U F R U: each a move farther.
        let mut state = Cube3::SOLVED;
        for (distance, mv) in (1..).zip([2, 0, 4, 2, 0]) {
            state = Cube3Qtm.apply(&state, Move(mv));
            let solves = |found: Option<(Path, usize)>| {
                found.is_some_and(|(path, length)| {
                    let end = path.replay(&Cube3Qtm, &state, length);
                    length == distance && Cube3Qtm.is_solved(&end)
                })
            };
            let near = ring.near(&Cube3Qtm, &state);
            assert_eq!(solves(near), distance <= 3, "{distance}");
            if distance < 3 {
                continue;
            }
            let finish = |cost, room| ring.finish(&Cube3Qtm, &state, cost, Path::EMPTY, 0, room);
            assert_eq!(solves(finish(4 * MOVE_COST, 20)), distance <= 4);
            assert!(finish(4 * MOVE_COST, distance - 1).is_none());
            // By a cost far above only the ring itself is worth a look, unless there is no room for another layer.
            assert_eq!(solves(finish(9 * MOVE_COST, 20)), distance == 3);
            assert_eq!(solves(finish(9 * MOVE_COST, 4)), distance <= 4);
        }
    }
}
