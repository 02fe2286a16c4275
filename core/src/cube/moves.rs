//! The moves of both cubes in both metrics: how they are numbered, undone, named and seen in another frame.
//!
//! Faces are numbered in the order U R F D L B, of which the 2×2×2 cube turns the first three.

/// Quarter turns, two of each face: clockwise, then counter-clockwise.
pub(super) mod quarter {
    use super::super::geometry::Action;
    use crate::at::at;
    use crate::puzzle::Move;

    const NAMES: [&str; 12] = [
        "U", "U'", "R", "R'", "F", "F'", "D", "D'", "L", "L'", "B", "B'",
    ];

    /// The face, and how many clockwise quarters.
    #[inline]
    pub fn turn(mv: Move) -> (usize, usize) {
        (mv.index() / 2, 1 + mv.index() % 2 * 2)
    }

    #[inline]
    pub fn undo(mv: Move) -> Move {
        Move(mv.0 ^ 1)
    }

    pub fn name(mv: Move) -> &'static str {
        at::<&str, _>(&NAMES, mv.index())
    }

    /// See [`Puzzle::redundant`](crate::Puzzle::redundant).
    #[inline]
    pub fn redundant(previous: Move, next: Move) -> bool {
        let (p, n) = (turn(previous).0, turn(next).0);
        // A half turn is two equal quarter turns; it is kept in one direction only.
        if p == n {
            previous != next || next.index() % 2 == 1
        } else {
            super::faces_redundant(p, n)
        }
    }

    /// The move as it is in the frame of a symmetry.
    pub fn seen(mv: Move, frame: &Action) -> Move {
        Move(at(&frame.face, mv.index() / 2) * 2 + ((mv.0 % 2) ^ frame.mirror as u8))
    }
}

/// All turns, three of each face: a clockwise quarter, a half, a counter-clockwise quarter.
pub(super) mod half {
    use super::super::geometry::Action;
    use crate::at::at;
    use crate::puzzle::Move;

    const NAMES: [&str; 18] = [
        "U", "U2", "U'", "R", "R2", "R'", "F", "F2", "F'", "D", "D2", "D'", "L", "L2", "L'", "B",
        "B2", "B'",
    ];

    /// The face, and how many clockwise quarters.
    #[inline]
    pub fn turn(mv: Move) -> (usize, usize) {
        (mv.index() / 3, mv.index() % 3 + 1)
    }

    #[inline]
    pub fn undo(mv: Move) -> Move {
        let (face, quarters) = (mv.0 / 3, mv.0 % 3);
        Move(face * 3 + 2 - quarters)
    }

    pub fn name(mv: Move) -> &'static str {
        at::<&str, _>(&NAMES, mv.index())
    }

    /// See [`Puzzle::redundant`](crate::Puzzle::redundant).
    #[inline]
    pub fn redundant(previous: Move, next: Move) -> bool {
        super::faces_redundant(turn(previous).0, turn(next).0)
    }

    /// The move as it is in the frame of a symmetry.
    pub fn seen(mv: Move, frame: &Action) -> Move {
        let moved = Move(at(&frame.face, mv.index() / 3) * 3 + mv.0 % 3);
        if frame.mirror { undo(moved) } else { moved }
    }
}

/// Faces of a redundant pair: the same face, or opposite faces in the order that is not kept.
const fn faces_redundant(previous: usize, next: usize) -> bool {
    previous == next || (previous % 3 == next % 3 && previous > next)
}
