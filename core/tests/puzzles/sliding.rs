//! Sliding tiles.

use quarterturn_core::puzzle::sliding::{
    Puzzle8, Puzzle15, Puzzle24, Puzzle35, Puzzle48, Rectangle, Sides, Sliding, Tiles,
};
use quarterturn_core::random::Random;
use quarterturn_core::{Metric, Puzzle};

use crate::{distances, growth, laws, rng};

#[test]
fn the_8_puzzle_has_its_known_growth_and_diameter() {
    let all = distances(&Puzzle8, Tiles::SOLVED, 40);
    assert_eq!(all.len(), 181_440);
    assert_eq!(
        growth(&all),
        [
            1, 2, 4, 8, 16, 20, 39, 62, 116, 152, 286, 396, 748, 1024, 1893, 2512, 4485, 5638,
            9529, 10878, 16993, 17110, 23952, 20224, 24047, 15578, 14560, 6274, 3910, 760, 221, 2
        ]
    );
}

/// Two rows of three: 360 boards, the farthest 21 moves away. Half of all arrangements of each board are in reach.
#[test]
fn rectangles_have_their_known_sizes_and_diameters() {
    for (rows, columns, states, farthest) in [(2, 2, 12, 6), (2, 3, 360, 21), (4, 2, 20_160, 36)] {
        let sides = Sides::new(rows, columns).expect("sides");
        let puzzle = Rectangle::<16>::new(sides, Rectangle::usual(sides)).expect("a board");
        let all = distances(&puzzle, Rectangle::usual(sides), 60);
        assert_eq!((all.len(), growth(&all).len() - 1), (states, farthest));
        for (state, &distance) in &all {
            assert!(!puzzle.is_odd(state) && puzzle.bound(state) as usize <= distance);
            let mut other = *state;
            other.iter_mut().for_each(|tile| {
                *tile = [0, 2, 1].get(usize::from(*tile)).copied().unwrap_or(*tile)
            });
            assert!(puzzle.is_odd(&other));
        }
        laws::check(&puzzle, &Rectangle::usual(sides));
    }
}

/// The same puzzle as with its sides known when it is compiled, and a goal of its own is as far away from the usual one
/// as that is from it.
#[test]
fn a_rectangle_may_be_a_square_and_have_any_goal() {
    let sides = Sides::new(3, 3).expect("sides");
    let usual = Rectangle::<16>::usual(sides);
    let puzzle = Rectangle::<16>::new(sides, usual).expect("a board");
    let mut board = [0; 16];
    for (tiles, distance) in distances(&Puzzle8, Tiles::SOLVED, 9) {
        board[..9].copy_from_slice(tiles.cells());
        assert_eq!(puzzle.bound(&board), Puzzle8.bound(&tiles));
        let other = Rectangle::<16>::new(sides, board).expect("a goal");
        assert!(!other.is_odd(&usual) && other.bound(&usual) as usize <= distance);
        assert!(other.is_solved(&board) && other.is_read_by("puzzle3x3") == (board == usual));
    }
    assert_eq!(Sides::new(1, 4).or(Sides::new(8, 2)), None);
    assert_eq!(Rectangle::<16>::new(sides, [0; 16]), None);
}

#[test]
fn larger_boards_grow_as_published() {
    let known = [
        1, 2, 4, 10, 24, 54, 107, 212, 446, 946, 1948, 3938, 7808, 15544,
    ];
    assert_eq!(growth(&distances(&Puzzle15, Tiles::SOLVED, 13)), known);
    let known = [1, 2, 4, 10, 26, 64, 159, 366, 862, 1904, 4538, 10238];
    assert_eq!(growth(&distances(&Puzzle24, Tiles::SOLVED, 11)), known);
}

#[test]
fn the_bound_is_admissible_consistent_and_more_than_the_manhattan_distance() {
    let all = distances(&Puzzle8, Tiles::SOLVED, 40);
    let (mut bounds, mut manhattans) = (0, 0);
    for (state, &distance) in &all {
        let bound = Puzzle8.bound(state) as usize;
        assert!(bound <= distance && bound % 2 == distance % 2);
        for mv in Puzzle8.moves() {
            let next = Puzzle8.apply(state, mv);
            assert!(bound <= Puzzle8.bound(&next) as usize + 1);
        }
        let manhattan = manhattan(state);
        assert!(bound >= manhattan);
        (bounds, manhattans) = (bounds + bound, manhattans + manhattan);
    }
    assert!(bounds > manhattans);
}

fn manhattan<const CELLS: usize>(state: &Tiles<CELLS>) -> usize {
    let side = Tiles::<CELLS>::SIDE;
    let apart = |a: usize, b: usize| (a / side).abs_diff(b / side) + (a % side).abs_diff(b % side);
    let tiles = state.cells().iter().map(|&tile| usize::from(tile));
    let far = |(cell, tile): (usize, usize)| if tile == 0 { 0 } else { apart(cell, tile - 1) };
    tiles.enumerate().map(far).sum()
}

#[test]
fn a_conflict_within_a_line_costs_two_moves_for_each_tile_that_must_leave_it() {
    let bound = |text| Puzzle15.bound(&Tiles::from_text(text).expect("a board"));
    // 2 and 1 are each one cell from home, so are 15 and 14.
    assert_eq!(
        bound("2 1 3 4 5 6 7 8 9 10 11 12 13 15 14 0"),
        2 + 2 + 2 + 2
    );
    // Reversed: 3 + 1 + 1 + 3 columns, and all but one of four tiles must leave; twice.
    assert_eq!(bound("4 3 2 1 8 7 6 5 9 10 11 12 13 14 15 0"), 2 * (8 + 6));
}

#[test]
fn the_laws_of_a_puzzle_hold() {
    fn check<const CELLS: usize>() {
        let rng = &mut rng(1);
        laws::check(&Sliding::<CELLS>, &Tiles::SOLVED);
        (0..50).for_each(|_| laws::check(&Sliding::<CELLS>, &Tiles::random(rng)));
    }
    check::<9>();
    check::<16>();
    check::<25>();
    check::<36>();
    check::<49>();
}

#[test]
fn a_move_is_named_after_the_way_of_the_tile() {
    let centre = Tiles::from_text("1 2 3 4 _ 5 7 8 6").expect("a board");
    let after = |name| {
        let moves = laws::moves(&Puzzle8, name);
        Puzzle8.apply_all(&centre, &moves).to_string()
    };
    assert_eq!(after("U"), "1 2 3 4 8 5 7 0 6");
    assert_eq!(after("D"), "1 0 3 4 2 5 7 8 6");
    assert_eq!(after("L"), "1 2 3 4 5 0 7 8 6");
    assert_eq!(after("R"), "1 2 3 0 4 5 7 8 6");
    assert_eq!(after("L U"), Tiles::<9>::SOLVED.to_string());
}

#[test]
fn at_the_edge_a_tile_that_is_not_there_cannot_move() {
    let allowed = |state: &Tiles<9>| {
        let moves = Puzzle8.moves().filter(|&mv| Puzzle8.allowed(state, mv));
        moves.map(|mv| Puzzle8.move_name(mv)).collect::<String>()
    };
    assert_eq!(allowed(&Tiles::SOLVED), "DR");
    let corner = Tiles::from_text("0 1 2 4 5 3 7 8 6").expect("a board");
    assert_eq!(allowed(&corner), "UL");
    for mv in laws::moves(&Puzzle8, "D R") {
        assert_eq!(Puzzle8.apply(&corner, mv), corner);
    }
}

#[test]
fn half_of_all_boards_are_reachable_and_random_ones_always() {
    let all = distances(&Puzzle8, Tiles::SOLVED, 40);
    let mut cells = *Tiles::<9>::SOLVED.cells();
    let mut reachable = 0;
    permutations(&mut cells, 9, &mut |cells| {
        let tiles = Tiles::new(*cells);
        assert!(tiles.is_none_or(|tiles| all.contains_key(&tiles)));
        reachable += usize::from(tiles.is_some());
    });
    assert_eq!(reachable, 181_440);
    assert_eq!(Tiles::<9>::new([1, 1, 2, 3, 4, 5, 6, 7, 0]), None);
    assert_eq!(Tiles::<9>::new([1, 2, 3, 4, 5, 6, 7, 8, 9]), None);

    let rng = &mut rng(2);
    let (draws, mut counts) = (8_100, [[0i32; 9]; 9]);
    for _ in 0..draws {
        let tiles = Tiles::<9>::random(rng);
        assert!(all.contains_key(&tiles));
        for (counts, &tile) in counts.iter_mut().zip(tiles.cells()) {
            counts[usize::from(tile)] += 1;
        }
    }
    // Each tile is in each cell in a ninth of all boards; the standard deviation is 28.
    assert!(
        counts
            .as_flattened()
            .iter()
            .all(|c| (c - draws / 9).abs() < 130)
    );
}

/// Heap's algorithm.
fn permutations(cells: &mut [u8; 9], count: usize, visit: &mut impl FnMut(&[u8; 9])) {
    if count == 1 {
        return visit(cells);
    }
    for i in 0..count {
        permutations(cells, count - 1, visit);
        cells.swap(if count % 2 == 1 { 0 } else { i }, count - 1);
    }
}

#[test]
fn names_units_and_inputs() {
    let names = [
        Puzzle8.name(),
        Puzzle15.name(),
        Puzzle24.name(),
        Puzzle35.name(),
        Puzzle48.name(),
    ];
    assert_eq!(
        names,
        ["puzzle8", "puzzle15", "puzzle24", "puzzle35", "puzzle48"]
    );
    assert_eq!(
        (Puzzle15.metric(), Puzzle15.length_step()),
        (Metric::Moves, 2)
    );
    assert_eq!(Puzzle48.inputs().width, 2401);
    assert_eq!(size_of::<Puzzle48>(), 0);
}

#[test]
fn boards_are_read_in_every_layout_and_written() {
    let text = "5 1 2 3 9 6 7 4 13 10 11 8 14 15 12 0";
    let tiles = Tiles::<16>::from_text(text).expect("a board");
    assert_eq!(tiles.to_string(), text);
    let commas = "5,1,2,3, 9,6,7,4, 13,10,11,8, 14,15,12,_";
    let rows = "\u{feff} 5  1  2  3\r\n 9  6  7  4\n13 10 11  8\n14 15 12  _\n";
    let bars = "05 01 02 03|9 6 7 4|13 10 11 8|14 15 12 0|";
    for text in [commas, rows, bars] {
        assert_eq!(Tiles::from_text(text), Ok(tiles));
    }
    let mut picture = String::new();
    tiles
        .write_picture(false, &mut picture)
        .expect("a string takes all");
    assert_eq!(
        picture,
        " 5  1  2  3\n 9  6  7  4\n13 10 11  8\n14 15 12  _\n"
    );
    assert_eq!(Tiles::from_text(&picture), Ok(tiles));
}

#[test]
fn a_coloured_picture_shows_which_tiles_are_at_home() {
    let tiles = Tiles::<9>::from_text("1 2 3 4 5 6 7 0 8").expect("a board");
    let mut picture = String::new();
    tiles
        .write_picture(true, &mut picture)
        .expect("a string takes all");
    assert_eq!(picture.matches("48;5;40").count(), 7);
    assert_eq!(picture.matches("48;5;231").count(), 1);
    assert!(picture.lines().all(|line| line.ends_with("\x1b[0m")));
}
