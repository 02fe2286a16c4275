//! Both phases, depth-first, in one view of a cube.

use super::coordinates::{Pieces, TURNS};
use super::tables::{First, SECOND, Tables};
use quarterturn_core::Move;
use quarterturn_core::cube::Cube3;

/// Turns of phase two, at most: solutions with more of them are rarely short.
pub const SECOND_MOST: usize = 11;
/// Turns of a solution, at most; no cube needs more than twenty.
pub const LONGEST: usize = 30;
/// No face was turned before.
const NONE: usize = 6;

/// What a walk asks and tells.
pub trait Monitor {
    /// The longest solution that is worth finding.
    fn longest(&self) -> usize;
    /// Counts turns that were tried; whether to go on.
    fn tried(&mut self, turns: usize) -> bool;
    /// Takes a solution; whether to go on.
    fn found(&mut self, turns: &[Move]) -> bool;
}

/// Some solutions of a cube: those with a phase one of `first` turns, and with `tail` turns after phase two.
///
/// A tail begins with a turn that phase two has not. What it does is done to the cube in advance, so that the two phases
/// solve another cube. There are more short phases one and more phases two to choose from than without a tail, and for one
/// turn more in the tail there is one less in phase one.
#[derive(Clone, Copy, Debug)]
pub struct Part {
    pub first: usize,
    pub tail: usize,
    /// The last turn of the tail or, without a tail, the first turn of phase one.
    pub turn: usize,
}

/// A walk through the turns of both phases.
pub struct Walk<'a, G> {
    tables: &'a Tables,
    pub guide: G,
    turns: [Move; LONGEST],
    /// The turns of the tail, the last first.
    tail: Vec<Move>,
    /// The cube before phase one.
    cube: Cube3,
    /// The pieces before phase one and after each turn of it, of which the first `known` are known.
    pieces: [Pieces; LONGEST + 1],
    known: usize,
}

impl<'a, G: Monitor> Walk<'a, G> {
    pub fn new(tables: &'a Tables, guide: G) -> Self {
        Self {
            tables,
            guide,
            turns: [Move(0); LONGEST],
            tail: Vec::new(),
            cube: Cube3::SOLVED,
            pieces: [Pieces::default(); LONGEST + 1],
            known: 0,
        }
    }

    /// Tries a part of the solutions of a cube. False where it was told to stop.
    pub fn go(&mut self, cube: &Cube3, part: Part) -> bool {
        self.tail.clear();
        if part.tail > 0 {
            return self.tail(cube, part);
        }
        (self.cube, self.known) = (*cube, 0);
        let start = First::of(cube, &self.tables.numbers);
        let least = usize::from(self.tables.to_second(start, u8::MAX));
        if least > part.first {
            return true;
        }
        let Some(left) = part.first.checked_sub(1) else {
            // Where phase one has no turn, there is no first one.
            return part.turn > 0 || self.second(0);
        };
        let child = self.tables.turned(start, part.turn);
        let least = usize::from(self.tables.to_second(child, u8::MAX));
        if least > left || left == 0 && !ends(part.turn) {
            return self.guide.tried(1);
        }
        self.turns[0] = Move(part.turn as u8);
        self.guide.tried(1) && self.first(child, 1, left)
    }

    /// Puts a turn before those of the tail, and then as many as are left.
    fn tail(&mut self, cube: &Cube3, part: Part) -> bool {
        let Part { first, tail, turn } = part;
        let left = tail - 1;
        if left == 0 && !ends(turn) {
            return true;
        }
        self.tail.push(Move(turn as u8));
        let cube = self.tables.cubes[turn].then(cube);
        let goes_on = if left == 0 {
            (self.cube, self.known) = (cube, 0);
            let start = First::of(&cube, &self.tables.numbers);
            let least = usize::from(self.tables.to_second(start, first as u8));
            self.guide.tried(1) && (least > first || self.first(start, 0, first))
        } else {
            let before = (0..TURNS).filter(|before| !follows_badly(before / 3, turn / 3));
            let mut parts = before.map(|turn| Part {
                tail: left,
                turn,
                ..part
            });
            parts.all(|part| self.tail(&cube, part))
        };
        self.tail.pop();
        goes_on
    }

    /// Goes on after `done` turns of phase one, with `left` to come.
    fn first(&mut self, at: First, done: usize, left: usize) -> bool {
        if left == 0 {
            return self.second(done);
        }
        let left = left - 1;
        let last = self.last_face(done);
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
                self.known = self.known.min(done + 1);
                if !self.first(child, done + 1, left) {
                    return false;
                }
            }
        }
        self.guide.tried(tried)
    }

    /// Looks for the shortest phase two after `done` turns of phase one.
    fn second(&mut self, done: usize) -> bool {
        let Some(most) = self.guide.longest().checked_sub(done + self.tail.len()) else {
            return true;
        };
        if self.known == 0 {
            self.pieces[0] = Pieces::of(&self.cube, &self.tables.numbers);
        }
        for nth in self.known.max(1)..=done {
            let turn = self.turns[nth - 1].index();
            self.pieces[nth] = self.tables.moved(&self.pieces[nth - 1], turn);
        }
        self.known = done + 1;
        let pieces = self.pieces[done];
        let least = self.tables.to_end(&pieces).into();
        for length in least..=most.min(SECOND_MOST) {
            let mut tried = 0;
            let found = self.end(&pieces, done, length, &mut tried);
            if !self.guide.tried(tried) {
                return false;
            }
            if found {
                let turns = self.turns[..done + length].iter();
                let all: Vec<Move> = turns.chain(self.tail.iter().rev()).copied().collect();
                return self.guide.found(&all);
            }
        }
        true
    }

    /// Whether `left` turns of phase two end in the solved cube; they are then among the turns.
    fn end(&mut self, pieces: &Pieces, done: usize, left: usize, tried: &mut usize) -> bool {
        let Some(left) = left.checked_sub(1) else {
            return true;
        };
        let last = self.last_face(done);
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

    /// The face that was turned last.
    #[inline]
    fn last_face(&self, done: usize) -> usize {
        let last = done.checked_sub(1);
        last.map_or(NONE, |nth| self.turns[nth].index() / 3)
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
    !(turn / 3).is_multiple_of(3) && turn % 3 != 1
}
