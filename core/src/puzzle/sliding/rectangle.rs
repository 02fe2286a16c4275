//! Boards of any sides, and with any goal.

use super::bound::{InLine, bound, in_line};
use super::{Sides, move_name};
use crate::at::at;
use crate::puzzle::{Inputs, Move, Puzzle, key::key};

/// The sliding puzzle on a board whose sides, 2 to 7 cells, need not be equal, with a goal of its own. The board has at
/// most `N` cells; a state is the tile in each cell, row by row, 0 the blank, and zeros after the last cell.
///
/// Moves are `U D L R`, the direction in which a tile slides.
#[derive(Clone, Debug)]
pub struct Rectangle<const N: usize> {
    sides: Sides,
    goal: [u8; N],
    name: [u8; 9],
    in_row: InLine,
    in_column: InLine,
}

impl<const N: usize> Rectangle<N> {
    /// The usual goal: 1, 2, 3 … and the blank last.
    pub fn usual(sides: Sides) -> [u8; N] {
        let tile = |cell: usize| {
            if cell + 1 < sides.cells() {
                cell as u8 + 1
            } else {
                0
            }
        };
        core::array::from_fn(tile)
    }

    /// The puzzle with these sides and this goal; `None` if there are more than `N` cells, or the goal has not each of
    /// its tiles once.
    pub fn new(sides: Sides, goal: [u8; N]) -> Option<Self> {
        let (cells, beyond) = goal.split_at_checked(sides.cells())?;
        let complete = (0..cells.len() as u8).all(|tile| cells.contains(&tile));
        if !complete || beyond.iter().any(|&tile| tile > 0) {
            return None;
        }
        let mut name = *b"puzzle0x0";
        (name[6], name[8]) = (b'0' + sides.rows() as u8, b'0' + sides.columns() as u8);
        Some(Self {
            in_row: in_line(sides, cells, false),
            in_column: in_line(sides, cells, true),
            sides,
            goal,
            name,
        })
    }

    /// The sides.
    pub const fn sides(&self) -> Sides {
        self.sides
    }

    /// The goal.
    pub const fn goal_cells(&self) -> &[u8; N] {
        &self.goal
    }

    /// The cells of a state.
    pub fn cells<'a>(&self, state: &'a [u8; N]) -> &'a [u8] {
        state.get(..self.sides.cells()).unwrap_or(state)
    }

    /// Whether no moves lead from a board to the goal.
    pub fn is_odd(&self, state: &[u8; N]) -> bool {
        let place = |tile: u8| {
            self.goal
                .iter()
                .position(|&other| other == tile)
                .unwrap_or(0)
        };
        let rank = |tile| place(tile) as u8;
        self.sides.is_odd(self.cells(state), rank, place(0))
    }

    /// The cell of the blank and the one whose tile a move slides into it.
    fn slide(&self, state: &[u8; N], mv: Move) -> Option<(usize, usize)> {
        let blank = self.cells(state).iter().position(|&tile| tile == 0)?;
        Some((blank, self.sides.source(blank, mv)?))
    }

    fn is_usual(&self) -> bool {
        self.goal == Self::usual(self.sides)
    }
}

/// Two with the same sides and goal are one puzzle.
impl<const N: usize> PartialEq for Rectangle<N> {
    fn eq(&self, other: &Self) -> bool {
        (self.sides, self.goal) == (other.sides, other.goal)
    }
}

impl<const N: usize> Puzzle for Rectangle<N> {
    type State = [u8; N];

    /// `puzzle3x4` for three rows of four cells.
    fn name(&self) -> &str {
        core::str::from_utf8(&self.name).unwrap_or_default()
    }

    /// None is for another goal than the usual one.
    fn is_read_by(&self, family: &str) -> bool {
        self.is_usual() && family == self.name()
    }

    fn move_count(&self) -> usize {
        4
    }

    /// One-hot, cell × tile.
    fn inputs(&self) -> Inputs {
        let cells = self.sides.cells();
        Inputs {
            width: cells * cells,
            active: cells,
        }
    }

    fn move_name(&self, mv: Move) -> &str {
        move_name(mv)
    }

    #[inline]
    fn apply(&self, state: &[u8; N], mv: Move) -> [u8; N] {
        let mut next = *state;
        if let Some((blank, source)) = self.slide(state, mv) {
            let tile = *at(state, source);
            for (cell, tile) in [(blank, tile), (source, 0)] {
                if let Some(place) = next.get_mut(cell) {
                    *place = tile;
                }
            }
        }
        next
    }

    fn is_solved(&self, state: &[u8; N]) -> bool {
        *state == self.goal
    }

    fn features(&self, state: &[u8; N], out: &mut [u16]) {
        let cells = self.sides.cells();
        for (cell, (out, &tile)) in out[..cells].iter_mut().zip(state).enumerate() {
            *out = (cell * cells) as u16 + u16::from(tile);
        }
    }

    fn key(&self, state: &[u8; N]) -> u64 {
        key(self.cells(state))
    }

    fn allowed(&self, state: &[u8; N], mv: Move) -> bool {
        self.slide(state, mv).is_some()
    }

    fn redundant(&self, previous: Move, next: Move) -> bool {
        self.undo(previous) == Some(next)
    }

    fn undo(&self, mv: Move) -> Option<Move> {
        Some(Move(mv.0 ^ 1))
    }

    fn goal(&self) -> Option<[u8; N]> {
        Some(self.goal)
    }

    /// Manhattan distance and linear conflicts.
    fn bound(&self, state: &[u8; N]) -> u32 {
        bound(self.sides, self.cells(state), &self.in_row, &self.in_column)
    }

    fn length_step(&self) -> usize {
        2
    }
}
