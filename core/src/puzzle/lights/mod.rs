//! Lights Out: a press switches a light and its neighbours. The goal is to switch all lights off.
//!
//! ```
//! use quarterturn_core::puzzle::lights::Lights;
//! use quarterturn_core::Puzzle;
//!
//! let puzzle = Lights::new(3).expect("3 to 9");
//! let lit = puzzle.from_text("##. #.. ...")?;
//! let presses = puzzle.solve(&lit).expect("3×3 lights always go out");
//! assert_eq!(presses.map(|mv| puzzle.move_name(mv)).collect::<String>(), "1,1");
//! # Ok::<(), quarterturn_core::puzzle::lights::LightsError>(())
//! ```

mod solve;
mod text;

pub use text::{LightsError, LightsErrorKind};

use rand_core::Rng;

use super::{Inputs, Move, Puzzle, bits::ones, key::key};
use crate::at::at;

/// Lights Out on 3×3 to 9×9 cells.
///
/// A move is a press, named `row,column` from 1; its index is row × side + column from 0. The order
/// of presses does not matter, and two of one light do nothing.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Lights {
    side: usize,
}

/// Which lights are on, such that presses can turn all off.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Lit(u128);

impl Lit {
    /// The lights with these bits, unchecked: what [`Lit::bits`] gave, or lights that no presses
    /// turn off.
    #[inline]
    pub const fn from_bits(bits: u128) -> Self {
        Self(bits)
    }

    /// The lights that are on: bit row × side + column.
    pub const fn bits(self) -> u128 {
        self.0
    }
}

/// The longest side.
const MAX_SIDE: usize = 9;

/// The most cells.
const MAX_CELLS: usize = MAX_SIDE * MAX_SIDE;

/// `row,column` for rows and columns from 1, row by row.
const NAMES: [[u8; 3]; MAX_CELLS] = {
    let mut names = [[0; 3]; MAX_CELLS];
    let mut cell = 0;
    while cell < MAX_CELLS {
        let (row, column) = ((cell / MAX_SIDE) as u8, (cell % MAX_SIDE) as u8);
        names[cell] = [b'1' + row, b',', b'1' + column];
        cell += 1;
    }
    names
};

impl Lights {
    /// Lights Out with `side` × `side` lights, 3 to 9.
    pub const fn new(side: usize) -> Option<Self> {
        match side {
            3..=MAX_SIDE => Some(Self { side }),
            _ => None,
        }
    }

    /// Lights in a row or column.
    pub const fn side(&self) -> usize {
        self.side
    }

    /// Number of lights.
    pub const fn cells(&self) -> usize {
        self.side * self.side
    }

    /// The lights that are on by their bits (see [`Lit::bits`]), if they are on the board and
    /// presses can turn them off.
    pub fn lit(&self, bits: u128) -> Option<Lit> {
        let lit = Lit(bits);
        (bits & !self.board() == 0 && self.solve(&lit).is_some()).then_some(lit)
    }

    /// Lights after random presses: each reachable state with the same probability.
    pub fn random(&self, rng: &mut impl Rng) -> Lit {
        let presses = u128::from(rng.next_u64()) << 64 | u128::from(rng.next_u64());
        let pressed = ones(presses & self.board());
        Lit(pressed.fold(0, |lit, cell| lit ^ self.pattern(cell)))
    }

    /// All lights.
    const fn board(&self) -> u128 {
        (1 << self.cells()) - 1
    }

    /// The cell of a move.
    #[inline]
    fn cell(&self, mv: Move) -> usize {
        debug_assert!(mv.index() < self.cells());
        mv.index() % self.cells().max(1)
    }

    /// The lights that a press switches.
    #[inline]
    fn pattern(&self, cell: usize) -> u128 {
        let (light, column) = (1u128 << cell, cell % self.side.max(1));
        let left = if column > 0 { light >> 1 } else { 0 };
        let right = if column + 1 < self.side {
            light << 1
        } else {
            0
        };
        (light | left | right | light << self.side | light >> self.side) & self.board()
    }

    /// Where a cell goes in a frame: bit 0 mirrors at the falling diagonal, then bit 1 turns the
    /// columns round and bit 2 the rows.
    fn image(&self, cell: usize, frame: usize) -> usize {
        debug_assert!(frame < 8);
        let side = self.side.max(1);
        let (row, column) = match (cell / side, cell % side) {
            (row, column) if frame & 1 == 1 => (column, row),
            place => place,
        };
        let turned = |bit: usize, at: usize| if frame & bit == 0 { at } else { side - 1 - at };
        turned(4, row) * side + turned(2, column)
    }
}

impl Puzzle for Lights {
    type State = Lit;

    fn name(&self) -> &str {
        match self.side {
            3 => "lightsout3",
            4 => "lightsout4",
            5 => "lightsout5",
            6 => "lightsout6",
            7 => "lightsout7",
            8 => "lightsout8",
            _ => "lightsout9",
        }
    }

    #[inline]
    fn move_count(&self) -> usize {
        self.cells()
    }

    /// Of each light two features, off and on.
    #[inline]
    fn inputs(&self) -> Inputs {
        Inputs {
            width: 2 * self.cells(),
            active: self.cells(),
        }
    }

    fn move_name(&self, mv: Move) -> &str {
        let cell = self.cell(mv);
        let (row, column) = (cell / self.side.max(1), cell % self.side.max(1));
        let name = at(&NAMES, row * MAX_SIDE + column);
        core::str::from_utf8(name).unwrap_or_default()
    }

    #[inline]
    fn apply(&self, state: &Lit, mv: Move) -> Lit {
        Lit(state.0 ^ self.pattern(self.cell(mv)))
    }

    #[inline]
    fn is_solved(&self, state: &Lit) -> bool {
        state.0 == 0
    }

    #[inline]
    fn features(&self, state: &Lit, out: &mut [u16]) {
        for (cell, out) in out[..self.cells()].iter_mut().enumerate() {
            *out = 2 * cell as u16 + (state.0 >> cell & 1) as u16;
        }
    }

    #[inline]
    fn key(&self, state: &Lit) -> u64 {
        key(&state.0.to_le_bytes())
    }

    /// Only a press right after itself. A shortest solution can be put in increasing order. But to a search guided by
    /// a network all needed presses look equally good; it would make any of them, and then miss those before it. A
    /// search handles states that it meets again in any case.
    #[inline]
    fn redundant(&self, previous: Move, next: Move) -> bool {
        previous == next
    }

    #[inline]
    fn undo(&self, mv: Move) -> Option<Move> {
        Some(mv)
    }

    #[inline]
    fn goal(&self) -> Option<Lit> {
        Some(Lit(0))
    }

    /// A press switches five lights at most.
    #[inline]
    fn bound(&self, state: &Lit) -> u32 {
        state.0.count_ones().div_ceil(5)
    }

    /// Presses that together do nothing are always an even number: each switches its own light, so
    /// there are presses that turn on all lights (Sutner 1989), and those tell odd from even.
    #[inline]
    fn length_step(&self) -> usize {
        2
    }

    /// The symmetries of the square.
    #[inline]
    fn frames(&self) -> usize {
        8
    }

    fn conjugate(&self, state: &Lit, frame: usize) -> Lit {
        let images = ones(state.0).map(|cell| self.image(cell, frame));
        Lit(images.fold(0, |lit, cell| lit | 1 << cell))
    }

    fn conjugate_move(&self, mv: Move, frame: usize) -> Move {
        Move(self.image(self.cell(mv), frame) as u8)
    }

    fn inverse_frame(&self, frame: usize) -> usize {
        match frame & 1 {
            0 => frame,
            _ => 1 | (frame & 2) << 1 | (frame & 4) >> 1,
        }
    }

    #[inline]
    fn is_group(&self) -> bool {
        true
    }

    fn invert(&self, state: &Lit) -> Option<Lit> {
        Some(*state)
    }

    fn then(&self, state: &Lit, next: &Lit) -> Option<Lit> {
        Some(Lit(state.0 ^ next.0))
    }
}
