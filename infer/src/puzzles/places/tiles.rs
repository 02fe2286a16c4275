//! Sliding tiles: the tile in each cell. Where the blank is says what a move does.

use super::{Places, blank_tables, features, of_bytes};
use quarterturn_core::Puzzle;
use quarterturn_core::puzzle::sliding::{Sliding, Tiles};
use quarterturn_core::puzzle::tables::{Bound, Tables};

/// Sliding tiles: the tile in each cell.
pub fn tiles<const CELLS: usize>(puzzle: &Sliding<CELLS>) -> Option<Places<Tiles<CELLS>>> {
    // The goal with two tiles exchanged.
    let with = |cell: usize, tile: usize| {
        let mut cells = *Tiles::<CELLS>::SOLVED.cells();
        let home = (tile + CELLS - 1) % CELLS;
        cells.swap(cell, home);
        Tiles::from_cells(cells)
    };
    let (mut from, mut barred) = (Vec::new(), Vec::new());
    for mv in puzzle.moves() {
        for blank in 0..CELLS {
            let before = with(blank, 0);
            barred.push(!puzzle.allowed(&before, mv));
            let place = |tile| before.cells().iter().position(|t| t == tile);
            let after = puzzle.apply(&before, mv);
            let places = after.cells().iter().filter_map(place);
            from.extend(places.map(|place| place as u8));
        }
    }
    let tables = Tables {
        blank: true,
        from,
        barred,
        features: features(puzzle, [CELLS; 2], with),
        bound: Some(distances_and_conflicts::<CELLS>()),
        ..blank_tables(puzzle, [CELLS; 2], of_bytes())
    };
    Some(Places {
        tables,
        symbols: Box::new(|tiles| tiles.cells().to_vec()),
        state: Box::new(|cells| Tiles::from_cells(cells.try_into().expect("all cells"))),
    })
}

/// The Manhattan distance and the lines of tiles, as [`Puzzle::bound`] has them.
fn distances_and_conflicts<const CELLS: usize>() -> Bound {
    let side = Tiles::<CELLS>::SIDE;
    let line = |row: bool, line: usize| {
        let cell = move |step: usize| {
            if row {
                line * side + step
            } else {
                step * side + line
            }
        };
        (0..side)
            .map(move |step| cell(step) as u8)
            .collect::<Vec<_>>()
    };
    let lines: Vec<Vec<u8>> = [true, false]
        .into_iter()
        .flat_map(|row| (0..side).map(move |at| line(row, at)))
        .collect();
    let home = |tile: usize| (tile + CELLS - 1) % CELLS;
    let bit = |line: &[u8], tile: usize| {
        let at = line
            .iter()
            .position(|&cell| usize::from(cell) == home(tile));
        at.filter(|_| tile > 0).map_or(0, |at| 1 << at)
    };
    let homes = lines
        .iter()
        .flat_map(|line| (0..CELLS).map(move |tile| bit(line, tile)));
    let moves = |cell: usize, tile: usize| match home(tile) {
        _ if tile == 0 => 0,
        home => (cell / side).abs_diff(home / side) + (cell % side).abs_diff(home % side),
    };
    let distances = (0..CELLS).flat_map(|cell| (0..CELLS).map(move |tile| moves(cell, tile) as u8));
    Bound {
        distances: distances.collect(),
        homes: homes.collect(),
        lines,
    }
}
