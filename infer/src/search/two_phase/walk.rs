//! Both phases, depth-first, in one view of a cube.

use super::coordinates::Pieces;
use super::tables::{First, SECOND, Tables};
use quarterturn_core::Move;
use quarterturn_core::cube::Cube3;

/// Turns of phase two, at most: solutions with more of them are rarely short.
pub const SECOND_MOST: usize = 10;
/// Turns of a solution, at most; no cube needs more than twenty.
pub const LONGEST: usize = 30;
/// No face was turned before.
const NONE: usize = 6;

/// A view of a cube, as numbers.
#[derive(Clone, Debug)]
pub struct Start {
    pub first: First,
    pub pieces: Pieces,
}

impl Start {
    pub fn of(cube: &Cube3, tables: &Tables) -> Self {
        Self {
            first: First::of(cube, &tables.numbers),
            pieces: Pieces::of(cube, &tables.numbers),
        }
    }
}

/// What a walk asks and tells.
pub trait Guide {
    /// The longest solution that is worth finding.
    fn longest(&self) -> usize;
    /// Counts turns that were tried; whether to go on.
    fn tried(&mut self, turns: usize) -> bool;
    /// Takes a solution; whether to go on.
    fn found(&mut self, turns: &[Move]) -> bool;
}

/// A walk through the turns of both phases.
pub struct Walk<'a, G> {
    tables: &'a Tables,
    pub guide: G,
    turns: [Move; LONGEST],
    /// The pieces after each turn of phase one, where they are known.
    pieces: [Pieces; LONGEST + 1],
    known: usize,
}

impl<'a, G: Guide> Walk<'a, G> {
    pub fn new(tables: &'a Tables, guide: G) -> Self {
        Self {
            tables,
            guide,
            turns: [Move(0); LONGEST],
            pieces: [Pieces::default(); LONGEST + 1],
            known: 0,
        }
    }

    /// Tries all solutions whose phase one has `length` turns and begins with turn `begin`; where it has none, there is
    /// no such turn. False where it was told to stop.
    pub fn go(&mut self, start: &Start, length: usize, begin: usize) -> bool {
        (self.pieces[0], self.known) = (start.pieces, 0);
        let least = usize::from(self.tables.to_second(start.first, u8::MAX));
        if least > length {
            return true;
        }
        let Some(left) = length.checked_sub(1) else {
            return self.second(0);
        };
        let child = self.tables.turned(start.first, begin);
        let least = usize::from(self.tables.to_second(child, u8::MAX));
        if least > left || left == 0 && !ends(begin) {
            return self.guide.tried(1);
        }
        self.turns[0] = Move(begin as u8);
        self.guide.tried(1) && self.first(child, 1, left)
    }

    /// Goes on after `done` turns of phase one, with `left` to come.
    fn first(&mut self, at: First, done: usize, left: usize) -> bool {
        if left == 0 {
            return self.second(done);
        }
        let left = left - 1;
        let last = usize::from(self.turns[done - 1].0) / 3;
        let mut tried = 0;
        for face in 0..6 {
            if follows_badly(last, face) || left == 0 && face % 3 == 0 {
                continue;
            }
            for turn in 3 * face..3 * face + 3 {
                if left == 0 && !ends(turn) {
                    continue;
                }
                tried += 1;
                let child = self.tables.turned(at, turn);
                let least = usize::from(self.tables.to_second(child, left as u8));
                if least > left + 1 {
                    // The other turns of the face are one turn away.
                    break;
                }
                if least > left {
                    continue;
                }
                self.turns[done] = Move(turn as u8);
                self.known = self.known.min(done);
                if !self.first(child, done + 1, left) {
                    return false;
                }
            }
        }
        self.guide.tried(tried)
    }

    /// Looks for the shortest phase two after `done` turns of phase one.
    fn second(&mut self, done: usize) -> bool {
        for nth in self.known..done {
            let turn = self.turns[nth].index();
            self.pieces[nth + 1] = self.tables.moved(&self.pieces[nth], turn);
        }
        self.known = done;
        let pieces = self.pieces[done];
        let Some(most) = self.guide.longest().checked_sub(done) else {
            return true;
        };
        let least = self.tables.to_end(&pieces).into();
        for length in least..=most.min(SECOND_MOST) {
            let mut tried = 0;
            let found = self.end(&pieces, done, length, &mut tried);
            if !self.guide.tried(tried) {
                return false;
            }
            if found {
                return self.guide.found(&self.turns[..done + length]);
            }
        }
        true
    }

    /// Whether `left` turns of phase two end in the solved cube; they are then among the turns.
    fn end(&mut self, pieces: &Pieces, done: usize, left: usize, tried: &mut usize) -> bool {
        let Some(left) = left.checked_sub(1) else {
            return true;
        };
        let last = done.checked_sub(1);
        let last = last.map_or(NONE, |nth| self.turns[nth].index() / 3);
        for turn in SECOND {
            if follows_badly(last, turn / 3) {
                continue;
            }
            *tried += 1;
            let child = self.tables.moved(pieces, turn);
            if usize::from(self.tables.to_end(&child)) > left {
                continue;
            }
            self.turns[done] = Move(turn as u8);
            if self.end(&child, done + 1, left, tried) {
                return true;
            }
        }
        false
    }
}

/// Whether a turn of a face is never needed after one of another, by the rule of the puzzle.
#[inline]
fn follows_badly(last: usize, face: usize) -> bool {
    last == face || last % 3 == face % 3 && last > face && last < NONE
}

/// Whether a turn may be the last of phase one: one that phase two has not.
#[inline]
fn ends(turn: usize) -> bool {
    turn / 3 % 3 != 0 && turn % 3 != 1
}
