//! The 8-puzzle, all of it, and breadth-first search over boards that are moved tile by tile.

use quarterturn::eval::Bound;
use quarterturn::puzzles::Text;
use quarterturn::search::{Bidirectional, Bwas, Ida, Search};
use quarterturn::{Limits, Stopped};
use quarterturn_core::Puzzle;
use quarterturn_core::puzzle::sliding::{Puzzle8, Tiles, TilesErrorKind};
use std::collections::HashMap;

/// Rows of tiles, 0 the blank.
type Board = [[u8; 3]; 3];

const GOAL: Board = [[1, 2, 3], [4, 5, 6], [7, 8, 0]];

/// The board after a tile went up, down, left or right into the blank, if one can.
fn slid(board: &Board, way: &str) -> Option<Board> {
    let blank = (0..9).map(|cell| (cell / 3, cell % 3));
    let (row, column) = { blank }.find(|&(row, column)| board[row][column] == 0)?;
    // The tile comes from the other side.
    let (from_row, from_column) = match way {
        "U" => (row + 1, column),
        "D" => (row.checked_sub(1)?, column),
        "L" => (row, column + 1),
        "R" => (row, column.checked_sub(1)?),
        _ => panic!("{way} is no way"),
    };
    let mut slid = *board;
    slid[row][column] = *board.get(from_row)?.get(from_column)?;
    slid[from_row][from_column] = 0;
    Some(slid)
}

/// All boards that can be solved, with their distances, the nearest first.
fn all() -> Vec<(Board, usize)> {
    let mut far = HashMap::from([(GOAL, 0)]);
    let mut all = vec![(GOAL, 0)];
    let mut at = 0;
    while let Some(&(board, distance)) = all.get(at) {
        at += 1;
        for next in ["U", "D", "L", "R"]
            .iter()
            .filter_map(|way| slid(&board, way))
        {
            far.entry(next).or_insert_with(|| {
                all.push((next, distance + 1));
                distance + 1
            });
        }
    }
    all
}

fn text(board: &Board) -> String {
    let tiles: Vec<String> = board.as_flattened().iter().map(u8::to_string).collect();
    tiles.join(" ")
}

fn read(board: &Board) -> Tiles<9> {
    let read = Puzzle8.read(&text(board));
    read.unwrap_or_else(|refusal| panic!("{board:?}: {refusal}"))
        .1
}

#[test]
fn every_board_is_what_breadth_first_search_says() {
    let all = all();
    assert_eq!(all.len(), 181_440);
    assert_eq!(all.iter().filter(|board| board.1 == 31).count(), 2);
    assert_eq!(all.last().map(|board| board.1), Some(31));
    for (board, far) in &all {
        let tiles = read(board);
        assert_eq!(Puzzle8.write(&tiles), text(board));
        assert_eq!(Puzzle8.is_solved(&tiles), *far == 0, "{board:?}");
        let bound = Puzzle8.bound(&tiles) as usize;
        assert!(
            bound <= *far && (far - bound).is_multiple_of(2),
            "{board:?}: {bound}"
        );
        for mv in Puzzle8.moves() {
            let next = slid(board, Puzzle8.move_name(mv));
            assert_eq!(Puzzle8.allowed(&tiles, mv), next.is_some(), "{board:?}");
            if let Some(next) = next {
                let made = Puzzle8.apply(&tiles, mv);
                assert_eq!(made.cells()[..], *next.as_flattened(), "{board:?}");
            }
        }
        // The other half of all boards: two tiles exchanged.
        let odd = board.map(|row| row.map(|tile| [0, 2, 1, 3, 4, 5, 6, 7, 8][usize::from(tile)]));
        let refused = Tiles::<9>::from_text(&text(&odd)).map_err(|error| error.kind);
        assert_eq!(refused, Err(TilesErrorKind::Parity), "{odd:?}");
    }
}

#[test]
fn searches_find_the_lengths_of_breadth_first_search() {
    let all = all();
    let a_star = Bwas {
        evaluator: Bound,
        lambda: 1.0,
        batch: 1,
    };
    let ida = Ida::new::<Puzzle8>(Bound);
    let searches: [&dyn Search<Puzzle8>; 3] = [&Bidirectional, &a_star, &ida];
    for (board, far) in all.iter().step_by(6_047).chain(&all[all.len() - 2..]) {
        for search in searches {
            let tiles = read(board);
            let outcome = search.run(&Puzzle8, &tiles, &Limits::default());
            assert_eq!(outcome.stopped, Stopped::Solved, "{}", search.name());
            let solution = outcome.solution.expect("it is solved");
            assert_eq!(solution.len(), *far, "{}: {board:?}", search.name());
            let mut now = *board;
            for way in Puzzle8
                .write_moves(&tiles, &solution, None)
                .split_whitespace()
            {
                now = slid(&now, way).unwrap_or_else(|| panic!("{board:?}: {way}"));
            }
            assert_eq!(now, GOAL, "{}: {board:?}", search.name());
        }
    }
}
