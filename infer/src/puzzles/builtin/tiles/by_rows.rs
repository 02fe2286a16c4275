//! A solution by rule, as people find one: row by row and column by column, always of the longer side, and the last six
//! cells at once. It is long and takes milliseconds.

use quarterturn_core::Move;
use quarterturn_core::puzzle::sliding::Sides;
use std::collections::HashMap;
use std::collections::VecDeque;

/// A solution; `None` where there is none. Boards are the tile in each cell, 0 the blank.
pub(super) fn by_rows(sides: Sides, goal: &[u8], cells: &[u8]) -> Option<Vec<Move>> {
    let mut goal = goal.to_vec();
    let mut back = Vec::new();
    // The blank ends in the last corner, and goes from there to its place.
    let mut blank = place(&goal, 0)?;
    for mv in [Move(0), Move(2)] {
        while let Some(source) = sides.source(blank, mv) {
            goal.swap(blank, source);
            back.push(undo(mv));
            blank = source;
        }
    }
    let mut board = Board {
        sides,
        cells: cells.to_vec(),
        placed: 0,
        moves: Vec::new(),
    };
    for group in groups(sides) {
        board.place(&group, &goal)?;
    }
    back.reverse();
    board.moves.extend(back);
    Some(without_returns(&board.moves))
}

fn undo(mv: Move) -> Move {
    Move(mv.0 ^ 1)
}

fn place(cells: &[u8], tile: u8) -> Option<usize> {
    cells.iter().position(|&other| other == tile)
}

/// Cells that are filled together, in order: the last two of a line, which are in each other's way, the last six of a
/// board, and each of the others by itself.
fn groups(sides: Sides) -> Vec<Vec<usize>> {
    let (mut top, mut left) = (0, 0);
    let mut groups = Vec::new();
    let cell = |row: usize, column: usize| row * sides.columns() + column;
    loop {
        let (height, width) = (sides.rows() - top, sides.columns() - left);
        let mut line: Vec<usize> = if height * width <= 6 {
            let rest = (top..sides.rows())
                .flat_map(|row| (left..sides.columns()).map(move |column| cell(row, column)));
            groups.push(rest.collect());
            return groups;
        } else if height >= width {
            top += 1;
            (left..sides.columns())
                .map(|column| cell(top - 1, column))
                .collect()
        } else {
            left += 1;
            (top..sides.rows()).map(|row| cell(row, left - 1)).collect()
        };
        let pair = line.split_off(line.len() - 2);
        groups.extend(line.into_iter().map(|cell| vec![cell]));
        groups.push(pair);
    }
}

struct Board {
    sides: Sides,
    cells: Vec<u8>,
    /// The cells whose tiles stay, as bits.
    placed: u64,
    moves: Vec<Move>,
}

impl Board {
    /// Fills cells with the tiles that the goal has there, by breadth-first search of the places of these and the blank.
    fn place(&mut self, group: &[usize], goal: &[u8]) -> Option<()> {
        let tiles = group
            .iter()
            .map(|&cell| goal[cell])
            .filter(|&tile| tile > 0);
        let from: Vec<usize> = std::iter::once(0)
            .chain(tiles.clone())
            .map(|tile| place(&self.cells, tile))
            .collect::<Option<_>>()?;
        let to: Vec<usize> = tiles.map(|tile| place(goal, tile)).collect::<Option<_>>()?;
        let mut came = HashMap::from([(from.clone(), None)]);
        let mut next = VecDeque::from([from]);
        let mut end = loop {
            let places = next.pop_front()?;
            if places[1..] == to {
                break places;
            }
            for mv in (0..4).map(Move) {
                let blank = places[0];
                let source = self.sides.source(blank, mv);
                let Some(source) = source.filter(|source| self.placed >> source & 1 == 0) else {
                    continue;
                };
                let mut after = places.clone();
                for tile in after[1..].iter_mut().filter(|tile| **tile == source) {
                    *tile = blank;
                }
                after[0] = source;
                if !came.contains_key(&after) {
                    came.insert(after.clone(), Some((mv, places.clone())));
                    next.push_back(after);
                }
            }
        };
        let mut way = Vec::new();
        while let Some(Some((mv, before))) = came.remove(&end) {
            way.push(mv);
            end = before;
        }
        for &mv in way.iter().rev() {
            let blank = place(&self.cells, 0)?;
            self.cells.swap(blank, self.sides.source(blank, mv)?);
        }
        self.moves.extend(way.into_iter().rev());
        self.placed |= to.iter().fold(0, |bits, &cell| bits | 1 << cell);
        Some(())
    }
}

/// The same without moves that the next one undoes.
fn without_returns(moves: &[Move]) -> Vec<Move> {
    let mut kept: Vec<Move> = Vec::with_capacity(moves.len());
    for &mv in moves {
        if kept.last() == Some(&undo(mv)) {
            kept.pop();
        } else {
            kept.push(mv);
        }
    }
    kept
}
