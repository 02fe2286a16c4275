//! Sliding tiles: the 15-puzzle and its relatives.
//!
//! A move is named after the direction in which the *tile* slides, as speedsolvers and DeepCubeA do: `U`
//! slides the tile below the blank up.
//!
//! ```
//! use quarterturn_core::puzzle::sliding::{Puzzle15, Tiles};
//! use quarterturn_core::{Move, Puzzle};
//!
//! let tiles = Tiles::<16>::from_text("1 2 3 4  5 6 7 8  9 10 11 12  13 14 _ 15")?;
//! let left = Move(2);
//! assert_eq!(Puzzle15.move_name(left), "L");
//! assert!(Puzzle15.is_solved(&Puzzle15.apply(&tiles, left)));
//! # Ok::<(), quarterturn_core::puzzle::sliding::TilesError>(())
//! ```

mod bound;
mod rectangle;
mod sides;
mod text;

pub use rectangle::Rectangle;
pub use sides::Sides;
pub use text::{TilesError, TilesErrorKind, read, write_picture};

use rand_core::Rng;

use super::{Inputs, Move, Puzzle, key::key};
use crate::at::at;
use crate::draw::shuffled;
use crate::random::Random;

/// A reachable board: the tile in each cell, row by row, 0 the blank.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Tiles<const CELLS: usize>([u8; CELLS]);

/// The sliding puzzle of 3×3 to 7×7 cells; a board of any other size does not compile.
///
/// Moves are `U D L R`, the direction in which a tile slides.
#[derive(Clone, Copy, Debug, Default)]
pub struct Sliding<const CELLS: usize>;

/// Names of sizes, each a type and its only value, as with any unit struct.
macro_rules! sizes {
    ($($(#[$doc:meta])* $name:ident = $cells:literal;)*) => {$(
        $(#[$doc])*
        pub type $name = Sliding<$cells>;

        $(#[$doc])*
        #[allow(non_upper_case_globals)]
        pub const $name: $name = Sliding;
    )*};
}

sizes! {
    /// 3×3 cells, 181,440 states: small enough for tests to know every distance.
    Puzzle8 = 9;
    /// 4×4 cells.
    Puzzle15 = 16;
    /// 5×5 cells.
    Puzzle24 = 25;
    /// 6×6 cells.
    Puzzle35 = 36;
    /// 7×7 cells.
    Puzzle48 = 49;
}

/// The longest side.
const MAX_SIDE: usize = 7;

/// The direction in which the tile slides.
fn move_name(mv: Move) -> &'static str {
    debug_assert!(mv.0 < 4);
    match mv.0 % 4 {
        0 => "U",
        1 => "D",
        2 => "L",
        _ => "R",
    }
}

impl<const CELLS: usize> Tiles<CELLS> {
    /// Cells in a row or column.
    pub const SIDE: usize = {
        let side = CELLS.isqrt();
        assert!(side * side == CELLS && side >= 3 && side <= MAX_SIDE);
        side
    };

    /// Both sides.
    pub const SIDES: Sides = Sides::square(Self::SIDE);

    /// The goal: 1, 2, 3 … and the blank last.
    pub const SOLVED: Self = {
        let mut cells = [0; CELLS];
        let mut cell = 0;
        while cell + 1 < CELLS {
            cells[cell] = cell as u8 + 1;
            cell += 1;
        }
        Self(cells)
    };

    /// The board with these tiles, row by row, if each of 0 to `CELLS` − 1 occurs once and the goal can be
    /// reached.
    pub fn new(cells: [u8; CELLS]) -> Option<Self> {
        let tiles = Self(cells);
        let complete = (0..CELLS as u8).all(|tile| cells.contains(&tile));
        (complete && !tiles.is_odd()).then_some(tiles)
    }

    /// The board with these tiles, unchecked: what [`Tiles::cells`] gave, or a board that no moves
    /// solve.
    #[inline]
    pub const fn from_cells(cells: [u8; CELLS]) -> Self {
        Self(cells)
    }

    /// The tile in each cell, row by row, 0 the blank.
    pub const fn cells(&self) -> &[u8; CELLS] {
        &self.0
    }

    /// The number of each cell.
    const NUMBERS: [u8; CELLS] = {
        let mut numbers = [0; CELLS];
        let mut cell = 0;
        while cell < CELLS {
            numbers[cell] = cell as u8;
            cell += 1;
        }
        numbers
    };

    /// The cell of the blank. All cells are looked at, sixteen at once with vector instructions, because a branch to
    /// stop early could not be predicted.
    fn blank(&self) -> usize {
        let cells = self.0.iter().zip(&Self::NUMBERS);
        let number = |(&tile, &cell)| if tile == 0 { cell } else { 0 };
        usize::from(cells.map(number).fold(0, |found, cell| found | cell))
    }

    /// Whether the goal cannot be reached.
    fn is_odd(&self) -> bool {
        // The blank belongs behind all tiles.
        Self::SIDES.is_odd(&self.0, |tile| tile.wrapping_sub(1), CELLS - 1)
    }

    /// The cell of the blank and the one whose tile a move slides into it.
    #[inline]
    fn slide(&self, mv: Move) -> Option<(usize, usize)> {
        let blank = self.blank();
        let source = Self::SIDES.source(blank, mv);
        source.map(|source| (blank, source))
    }

    /// The board mirrored at its falling diagonal, with the tiles renamed so that the goal stays.
    fn transposed(&self) -> Self {
        let mirrored = |cell: usize| cell % Self::SIDE * Self::SIDE + cell / Self::SIDE;
        Self(core::array::from_fn(|cell| {
            match usize::from(*at(&self.0, mirrored(cell))) {
                0 => 0,
                tile => mirrored(tile - 1) as u8 + 1,
            }
        }))
    }
}

impl<const CELLS: usize> Random for Tiles<CELLS> {
    fn random(rng: &mut impl Rng) -> Self {
        let tiles = Self(shuffled(rng));
        if !tiles.is_odd() {
            return tiles;
        }
        // Pairs up the boards out of reach with the others.
        Self(tiles.0.map(|tile| match tile {
            1 => 2,
            2 => 1,
            _ => tile,
        }))
    }
}

impl<const CELLS: usize> Puzzle for Sliding<CELLS> {
    type State = Tiles<CELLS>;

    fn name(&self) -> &str {
        match Tiles::<CELLS>::SIDE {
            3 => "puzzle8",
            4 => "puzzle15",
            5 => "puzzle24",
            6 => "puzzle35",
            _ => "puzzle48",
        }
    }

    #[inline]
    fn move_count(&self) -> usize {
        4
    }

    /// One-hot, cell × tile.
    #[inline]
    fn inputs(&self) -> Inputs {
        Inputs {
            width: CELLS * CELLS,
            active: CELLS,
        }
    }

    fn move_name(&self, mv: Move) -> &str {
        move_name(mv)
    }

    #[inline]
    fn apply(&self, state: &Tiles<CELLS>, mv: Move) -> Tiles<CELLS> {
        let mut next = *state;
        if let Some((blank, source)) = state.slide(mv) {
            let tile = *at(&state.0, source);
            for (cell, tile) in [(blank, tile), (source, 0)] {
                if let Some(place) = next.0.get_mut(cell) {
                    *place = tile;
                }
            }
        }
        next
    }

    #[inline]
    fn is_solved(&self, state: &Tiles<CELLS>) -> bool {
        *state == Tiles::SOLVED
    }

    #[inline]
    fn features(&self, state: &Tiles<CELLS>, out: &mut [u16]) {
        for (cell, (out, &tile)) in out[..CELLS].iter_mut().zip(&state.0).enumerate() {
            *out = (cell * CELLS) as u16 + u16::from(tile);
        }
    }

    #[inline]
    fn key(&self, state: &Tiles<CELLS>) -> u64 {
        key(&state.0)
    }

    #[inline]
    fn allowed(&self, state: &Tiles<CELLS>, mv: Move) -> bool {
        state.slide(mv).is_some()
    }

    #[inline]
    fn redundant(&self, previous: Move, next: Move) -> bool {
        self.undo(previous) == Some(next)
    }

    #[inline]
    fn undo(&self, mv: Move) -> Option<Move> {
        Some(Move(mv.0 ^ 1))
    }

    #[inline]
    fn goal(&self) -> Option<Tiles<CELLS>> {
        Some(Tiles::SOLVED)
    }

    /// Manhattan distance and linear conflicts.
    fn bound(&self, state: &Tiles<CELLS>) -> u32 {
        state.bound()
    }

    #[inline]
    fn length_step(&self) -> usize {
        2
    }

    /// The board and its mirror image at the falling diagonal.
    #[inline]
    fn frames(&self) -> usize {
        2
    }

    fn conjugate(&self, state: &Tiles<CELLS>, frame: usize) -> Tiles<CELLS> {
        debug_assert!(frame < 2);
        if frame.is_multiple_of(2) {
            *state
        } else {
            state.transposed()
        }
    }

    fn conjugate_move(&self, mv: Move, frame: usize) -> Move {
        debug_assert!(frame < 2);
        Move(mv.0 ^ (frame as u8 % 2) << 1)
    }
}
