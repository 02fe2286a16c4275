//! What boards of all sides have in common.

use super::{MAX_SIDE, Move};

/// The sides of a board, in cells.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Sides {
    rows: usize,
    columns: usize,
}

impl Sides {
    /// Sides of 2 to 7 cells; `None` for others.
    pub const fn new(rows: usize, columns: usize) -> Option<Self> {
        if rows < 2 || columns < 2 || rows > MAX_SIDE || columns > MAX_SIDE {
            return None;
        }
        Some(Self { rows, columns })
    }

    pub(super) const fn square(side: usize) -> Self {
        Self {
            rows: side,
            columns: side,
        }
    }

    /// Rows.
    pub const fn rows(self) -> usize {
        self.rows
    }

    /// Columns.
    pub const fn columns(self) -> usize {
        self.columns
    }

    /// All cells.
    pub const fn cells(self) -> usize {
        self.rows * self.columns
    }

    /// The cell whose tile a move slides into the blank.
    #[inline(always)]
    pub fn source(self, blank: usize, mv: Move) -> Option<usize> {
        debug_assert!(mv.0 < 4);
        let (row, column) = (blank / self.columns, blank % self.columns);
        match mv.0 % 4 {
            0 => (row + 1 < self.rows).then(|| blank + self.columns),
            1 => (row > 0).then(|| blank - self.columns),
            2 => (column + 1 < self.columns).then(|| blank + 1),
            _ => (column > 0).then(|| blank - 1),
        }
    }

    /// Whether a board is out of reach of another with the same tiles, of which `rank` says their order there: a move
    /// swaps the blank with a tile and takes it one cell further, so both parities change together.
    #[inline(always)]
    pub(super) fn is_odd(self, cells: &[u8], rank: impl Fn(u8) -> u8, home: usize) -> bool {
        let later = |cell: usize| cells.iter().skip(cell + 1);
        let inversions = |(cell, &a): (usize, &u8)| {
            let inverted = |&&b: &&u8| rank(a) > rank(b);
            later(cell).filter(inverted).count()
        };
        let swaps: usize = cells.iter().enumerate().map(inversions).sum();
        let blank = cells.iter().position(|&tile| tile == 0).unwrap_or(home);
        let steps = (home / self.columns).abs_diff(blank / self.columns)
            + (home % self.columns).abs_diff(blank % self.columns);
        (swaps + steps) % 2 == 1
    }
}
