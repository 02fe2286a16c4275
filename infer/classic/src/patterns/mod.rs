//! Sliding tiles solved optimally: iterative-deepening A* with additive pattern databases.
//!
//! The heuristic is the greater of the tables' sums for the board and for its mirror image at the
//! falling diagonal (Korf and Felner 2002). It never overestimates, so the first solution is a
//! shortest one. One thread.

mod tables;
#[cfg(test)]
mod tests;

pub use tables::Tables;

use crate::PATTERNS;
use quarterturn::eval::bound::each;
use quarterturn::eval::{Evaluator, Heads, MOVE_COST, Outputs};
use quarterturn::limits::{Limits, Stopped};
use quarterturn::outcome::Outcome;
use quarterturn::puzzles::Erased;
use quarterturn::search::Search;
use quarterturn::search::run::{Run, run};
use quarterturn_core::puzzle::symbols::Symbols;
use quarterturn_core::{Move, Puzzle};
use std::sync::Arc;

/// Nodes between two looks at the limits.
const PATIENCE: u64 = 1 << 14;

/// Most cells of a board, and most groups.
const CELLS: usize = 36;
const GROUPS: usize = 7;

/// The optimal solver. The tables must be those of the puzzle it runs on.
#[derive(Clone, Debug)]
pub struct Patterns {
    /// The pattern databases.
    pub tables: Arc<Tables>,
}

impl Search<Erased> for Patterns {
    fn name(&self) -> &'static str {
        "patterns"
    }

    /// Ends at its first solution whatever the target length, since there is no shorter one.
    fn run(&self, puzzle: &Erased, state: &Symbols, limits: &Limits) -> Outcome {
        run(puzzle, state, limits, |run| {
            let mut board = Board::new(&self.tables, &state.bytes());
            let mut length = board.least();
            while length <= run.bound() {
                let mut path = Vec::new();
                if board.descend(run, length, &mut path)? {
                    return run.offer(path);
                }
                run.check()?;
                // Every move changes the parity.
                length += 2;
            }
            Ok(())
        })
    }
}

/// The lower bound of the tables as an evaluator: `--model patterns`.
impl Evaluator<Erased> for Patterns {
    fn heads(&self) -> Heads {
        Heads::VALUE
    }

    fn preferred_batch(&self) -> usize {
        1024
    }

    fn evaluate(&self, puzzle: &Erased, states: &[Symbols], out: Outputs<'_>) {
        each(puzzle, states, out, &|state| {
            Board::new(&self.tables, &state.bytes()).least() as i32 * MOVE_COST
        });
    }

    fn name(&self) -> &str {
        PATTERNS
    }
}

/// A board and its costs in the tables.
struct Board<'a> {
    tables: &'a Tables,
    cells: [u8; CELLS],
    blank: usize,
    /// The board and its mirror image.
    views: [View; 2],
}

/// The arrangement of each group, and the sum of their costs.
#[derive(Clone, Copy, Default)]
struct View {
    arrangements: [u32; GROUPS],
    cost: usize,
}

impl View {
    /// Moves a tile from one cell to another.
    fn shift(&mut self, tables: &Tables, tile: u8, from: usize, to: usize) {
        let group = tables.group(tile);
        let arrangement = &mut self.arrangements[group];
        self.cost -= usize::from(tables.cost(group, *arrangement));
        *arrangement = *arrangement + tables.share(tile, to) - tables.share(tile, from);
        self.cost += usize::from(tables.cost(group, *arrangement));
    }
}

impl<'a> Board<'a> {
    fn new(tables: &'a Tables, state: &[u8]) -> Self {
        let mut board = Self {
            tables,
            cells: [0; CELLS],
            blank: 0,
            views: [View::default(); 2],
        };
        for (cell, &tile) in state[..tables.cells()].iter().enumerate() {
            board.cells[cell] = tile;
            if tile == 0 {
                board.blank = cell;
                continue;
            }
            for (view, (tile, cell)) in [(tile, cell), board.mirrored(tile, cell)]
                .iter()
                .enumerate()
            {
                let arrangement = &mut board.views[view].arrangements[tables.group(*tile)];
                *arrangement += tables.share(*tile, *cell);
            }
        }
        for view in &mut board.views {
            let groups = view.arrangements.iter().enumerate().take(tables.groups());
            view.cost = groups.map(|(g, &a)| usize::from(tables.cost(g, a))).sum();
        }
        board
    }

    /// The tile and the cell that these are in the mirror image.
    fn mirrored(&self, tile: u8, cell: usize) -> (u8, usize) {
        let side = self.tables.side();
        let mirror = |cell: usize| cell % side * side + cell / side;
        (mirror(usize::from(tile) - 1) as u8 + 1, mirror(cell))
    }

    /// A lower bound.
    fn least(&self) -> usize {
        self.views[0].cost.max(self.views[1].cost)
    }

    /// Depth-first search for a solution in `left` moves; true when `path` has become one.
    fn descend<P: Puzzle>(
        &mut self,
        run: &mut Run<'_, P>,
        left: usize,
        path: &mut Vec<Move>,
    ) -> Result<bool, Stopped> {
        if left == 0 {
            // All tiles are at home.
            return Ok(true);
        }
        run.counters.expanded += 1;
        if run.counters.expanded.is_multiple_of(PATIENCE) {
            run.check()?;
        }
        let (blank, side) = (self.blank, self.tables.side());
        let (row, column) = (blank / side, blank % side);
        // The cell whose tile each of U D L R slides into the blank's.
        let sources = [
            (row + 1 < side).then_some(blank + side),
            (row > 0).then(|| blank - side),
            (column + 1 < side).then_some(blank + 1),
            (column > 0).then(|| blank - 1),
        ];
        for (mv, source) in (0..).map(Move).zip(sources) {
            let Some(source) = source else { continue };
            // Not back: U and D, L and R differ in the last bit.
            if path.last().is_some_and(|last| last.0 == mv.0 ^ 1) {
                continue;
            }
            run.counters.generated += 1;
            let before = self.views;
            let tile = self.cells[source];
            let (image, cell) = self.mirrored(tile, source);
            let (_, home) = self.mirrored(tile, blank);
            self.views[0].shift(self.tables, tile, source, blank);
            self.views[1].shift(self.tables, image, cell, home);
            if self.least() < left {
                self.slide(source);
                path.push(mv);
                if self.descend(run, left - 1, path)? {
                    return Ok(true);
                }
                path.pop();
                self.slide(blank);
            }
            self.views = before;
        }
        Ok(false)
    }

    /// Slides the tile of a neighbouring cell into the blank.
    fn slide(&mut self, source: usize) {
        self.cells[self.blank] = self.cells[source];
        self.cells[source] = 0;
        self.blank = source;
    }
}
