//! What both types of boards have: squares, whose sides the compiler knows, and rectangles.

use crate::puzzles::Seeded;
use crate::puzzles::{Erased, Kind, Puzzle};
use quarterturn_core::Puzzle as Rules;
use quarterturn_core::puzzle::sliding::{Rectangle, Sides, Sliding, Tiles};
use quarterturn_core::random::{Random, below};

/// Sliding tiles.
pub trait Board: Rules {
    /// The sides.
    fn sides(&self) -> Sides;

    /// The tile in each cell.
    fn cells<'a>(&self, state: &'a Self::State) -> &'a [u8];

    /// The state with these tiles, whether or not moves solve it.
    fn of(&self, cells: &[u8]) -> Self::State;

    /// The goal.
    fn end(&self) -> Self::State;

    /// Whether no moves solve a state.
    fn is_odd(&self, state: &Self::State) -> bool;

    /// A random state that moves solve.
    fn drawn(&self, rng: &mut Seeded) -> Self::State;

    /// The puzzle as symbols in places.
    #[cfg(feature = "places")]
    fn in_places(&self) -> Option<crate::puzzles::Places<Self::State>> {
        None
    }
}

impl<const CELLS: usize> Board for Sliding<CELLS> {
    fn sides(&self) -> Sides {
        Tiles::<CELLS>::SIDES
    }

    fn cells<'a>(&self, state: &'a Tiles<CELLS>) -> &'a [u8] {
        state.cells()
    }

    fn of(&self, cells: &[u8]) -> Tiles<CELLS> {
        Tiles::from_cells(cells.try_into().expect("all cells"))
    }

    fn end(&self) -> Tiles<CELLS> {
        Tiles::SOLVED
    }

    fn is_odd(&self, state: &Tiles<CELLS>) -> bool {
        Tiles::new(*state.cells()).is_none()
    }

    fn drawn(&self, rng: &mut Seeded) -> Tiles<CELLS> {
        Tiles::random(rng)
    }

    #[cfg(feature = "places")]
    fn in_places(&self) -> Option<crate::puzzles::Places<Tiles<CELLS>>> {
        crate::puzzles::places::tiles(self)
    }
}

impl<const N: usize> Board for Rectangle<N> {
    fn sides(&self) -> Sides {
        Rectangle::sides(self)
    }

    fn cells<'a>(&self, state: &'a [u8; N]) -> &'a [u8] {
        Rectangle::cells(self, state)
    }

    fn of(&self, cells: &[u8]) -> [u8; N] {
        padded(cells)
    }

    fn end(&self) -> [u8; N] {
        *self.goal_cells()
    }

    fn is_odd(&self, state: &[u8; N]) -> bool {
        Rectangle::is_odd(self, state)
    }

    fn drawn(&self, rng: &mut Seeded) -> [u8; N] {
        let mut state = self.end();
        let cells = self.sides().cells();
        for left in (1..cells).rev() {
            state.swap(left, below(rng, left as u32 + 1) as usize);
        }
        if Rectangle::is_odd(self, &state) {
            // Pairs up the boards out of reach with the others.
            state.iter_mut().for_each(|tile| match *tile {
                1 => *tile = 2,
                2 => *tile = 1,
                _ => {}
            });
        }
        state
    }
}

fn padded<const N: usize>(cells: &[u8]) -> [u8; N] {
    std::array::from_fn(|cell| cells.get(cell).copied().unwrap_or(0))
}

/// The puzzle on a board with these sides, with a goal of its own or the usual one.
pub(super) fn rectangle(sides: Sides, goal: Option<&[u8]>) -> Option<Puzzle> {
    let goal = goal.map_or_else(|| Rectangle::usual(sides), padded);
    let board = Rectangle::<49>::new(sides, goal)?;
    Some(Kind::from(Erased::new(board)).into())
}
