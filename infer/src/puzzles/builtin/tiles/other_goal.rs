//! Other goals: the board is turned and its tiles are renamed, so that the goal becomes the usual one.

use super::board::{Board, rectangle};
use crate::puzzles::{Aim, find};
use crate::refusal::Refusal;
use quarterturn_core::Move;
use quarterturn_core::puzzle::sliding::{Sides, TilesError, TilesErrorKind};

/// The numbers of a board.
pub(super) fn text(cells: &[u8]) -> String {
    let words: Vec<String> = cells.iter().map(u8::to_string).collect();
    words.join(" ")
}

/// What leads to another goal. Where its blank is in a corner, the board can be mirrored so that it is in the last one:
/// searches for the usual goal then serve. Elsewhere it is a goal of its own.
pub(super) fn at<B: Board>(puzzle: &B, goal: &[u8]) -> Option<Aim> {
    let sides = puzzle.sides();
    let blank = goal.iter().position(|&tile| tile == 0)?;
    let (row, column) = (blank / sides.columns(), blank % sides.columns());
    let flips = [(row, sides.rows()), (column, sides.columns())];
    if flips.iter().any(|&(at, side)| at > 0 && at + 1 < side) {
        return Some(Aim {
            puzzle: rectangle(sides, Some(goal))?,
            there: Box::new(|state| state.into()),
            moves: puzzle.moves().collect(),
            guided: false,
        });
    }
    let flips = flips.map(|(at, _)| at == 0);
    // What each tile is called there: the number of its place in the goal.
    let mut names = vec![0; goal.len()];
    for (cell, &tile) in goal.iter().enumerate().filter(|(_, tile)| **tile > 0) {
        names[usize::from(tile)] = flipped(sides, flips, cell) as u8 + 1;
    }
    let there = move |state: &str| {
        let tiles = state
            .split_whitespace()
            .filter_map(|tile| tile.parse().ok());
        let tiles: Vec<usize> = tiles.collect();
        let cells = (0..tiles.len()).map(|cell| names[tiles[flipped(sides, flips, cell)]]);
        text(&cells.collect::<Vec<u8>>())
    };
    let turned = |mv: Move| Move(mv.0 ^ u8::from(flips[usize::from(mv.0 / 2)]));
    Some(Aim {
        puzzle: find(puzzle.name())?,
        there: Box::new(there),
        moves: puzzle.moves().map(turned).collect(),
        guided: true,
    })
}

/// A cell of the board with the order of rows, or of columns, turned round.
fn flipped(sides: Sides, [rows, columns]: [bool; 2], cell: usize) -> usize {
    let (row, column) = (cell / sides.columns(), cell % sides.columns());
    let row = if rows { sides.rows() - 1 - row } else { row };
    let column = if columns {
        sides.columns() - 1 - column
    } else {
        column
    };
    row * sides.columns() + column
}

/// The refusal of a board that no moves solve. It names a goal of other programs that moves do lead to.
pub(super) fn odd<B: Board>(puzzle: &B) -> Refusal {
    let mut refusal = Refusal::from(TilesError {
        at: None,
        kind: TilesErrorKind::Parity,
    });
    let goals = [
        ("the blank first", first(puzzle.sides())),
        ("the numbers in a spiral", spiral(puzzle.sides())),
    ];
    // The boards of one goal that no moves lead to are all boards of any other one.
    let reached = |(_, goal): &&(&str, Vec<u8>)| puzzle.is_odd(&puzzle.of(goal));
    if let Some((which, goal)) = goals.iter().find(reached) {
        refusal.hint = Some(format!(
            "it has a solution where the goal has {which}: give the target \"{}\"",
            text(goal)
        ));
    }
    refusal
}

/// The goal with the blank first.
fn first(sides: Sides) -> Vec<u8> {
    (0..sides.cells() as u8).collect()
}

/// The goal whose numbers run round the board from the first corner inwards, the blank at the end.
fn spiral(sides: Sides) -> Vec<u8> {
    let (rows, columns) = (sides.rows() as isize, sides.columns() as isize);
    let mut cells = vec![0; sides.cells()];
    let (mut row, mut column, mut way) = (0isize, 0isize, (0, 1));
    for tile in 1..sides.cells() {
        cells[(row * columns + column) as usize] = tile as u8;
        let free = |(down, right): (isize, isize)| {
            let (row, column) = (row + down, column + right);
            let inside = (0..rows).contains(&row) && (0..columns).contains(&column);
            inside && cells[(row * columns + column) as usize] == 0
        };
        if !free(way) {
            way = (way.1, -way.0);
        }
        (row, column) = (row + way.0, column + way.1);
    }
    cells
}
