//! Lights Out.

use quarterturn_core::puzzle::lights::Lights;
use quarterturn_core::random::random_moves;
use quarterturn_core::{Metric, Move, Puzzle};
use rand_core::Rng;

use crate::{distances, growth, laws, rng};

fn lights(side: usize) -> Lights {
    Lights::new(side).expect("3 to 9")
}

#[test]
fn boards_have_3_to_9_lights_a_side() {
    let sides = (0..20).filter(|&side| Lights::new(side).is_some());
    assert!(sides.eq(3..=9));
}

#[test]
fn the_solver_finds_the_shortest_solution_of_every_3x3_and_4x4_board() {
    // On 4×4 cells sixteen sets of presses do nothing, so a sixteenth of all boards is solvable.
    for (side, states, farthest) in [(3, 512, 9), (4, 4096, 7)] {
        let puzzle = lights(side);
        let goal = puzzle.goal().expect("all off");
        let all = distances(&puzzle, goal, 20);
        assert_eq!(all.len(), states);
        assert_eq!(growth(&all).len(), farthest + 1);
        for (state, &distance) in &all {
            let solution: Vec<Move> = puzzle.solve(state).expect("it was reached").collect();
            assert_eq!(solution.len(), distance);
            assert!(puzzle.is_solved(&puzzle.apply_all(state, &solution)));
            assert!(puzzle.bound(state) as usize <= distance);
        }
        let solvable = (0..1u128 << (side * side)).filter(|&bits| puzzle.lit(bits).is_some());
        assert_eq!(solvable.count(), states);
    }
}

#[test]
fn on_3x3_cells_each_set_of_presses_leads_elsewhere() {
    let all = distances(&lights(3), lights(3).goal().expect("all off"), 9);
    let binomial = [1, 9, 36, 84, 126, 126, 84, 36, 9, 1];
    assert_eq!(growth(&all), binomial);
}

#[test]
fn on_larger_boards_solutions_solve_and_are_no_longer_than_the_presses() {
    let rng = &mut rng(3);
    for side in 3..=9 {
        let puzzle = lights(side);
        let goal = puzzle.goal().expect("all off");
        for _ in 0..100 {
            let length = side * side / 3;
            let presses: Vec<Move> = random_moves(&puzzle, goal, rng, length).collect();
            let state = puzzle.apply_all(&goal, &presses);
            let solution: Vec<Move> = puzzle.solve(&state).expect("it was reached").collect();
            assert!(puzzle.is_solved(&puzzle.apply_all(&state, &solution)));
            assert!(solution.is_sorted_by(|a, b| a < b));
            assert!(solution.len() <= length && solution.len() % 2 == length % 2);
            assert!(puzzle.bound(&state) as usize <= solution.len());
        }
    }
}

#[test]
fn the_number_of_solvable_boards_is_known() {
    // Anderson and Feil, "Turning lights out with linear algebra": 5×5 has 2 quiet patterns in a
    // basis, so a quarter of all boards is solvable; 6×6 to 8×8 have none, 9×9 has 8.
    let rng = &mut rng(4);
    for (side, quiet) in [(3, 0), (4, 4), (5, 2), (6, 0), (7, 0), (8, 0), (9, 8)] {
        let puzzle = lights(side);
        let draws = 16_384;
        let mut solvable = 0;
        for _ in 0..draws {
            let bits = u128::from(rng.next_u64()) << 64 | u128::from(rng.next_u64());
            let bits = bits & ((1 << (side * side)) - 1);
            solvable += i32::from(puzzle.lit(bits).is_some());
        }
        let expected = draws >> quiet;
        let spread = 6 * f64::from(expected).sqrt() as i32;
        let off = (solvable - expected).abs();
        assert!(
            off <= if quiet == 0 { 0 } else { spread },
            "{side}: {solvable}"
        );
    }
}

#[test]
fn the_laws_of_a_puzzle_hold() {
    let rng = &mut rng(5);
    for side in 3..=9 {
        let puzzle = lights(side);
        laws::check(&puzzle, &puzzle.goal().expect("all off"));
        for _ in 0..20 {
            let state = puzzle.random(rng);
            assert_eq!(
                puzzle.lit(state.bits()),
                Some(state),
                "random states are solvable"
            );
            laws::check(&puzzle, &state);
        }
    }
}

#[test]
fn presses_commute_and_undo_themselves() {
    let puzzle = lights(7);
    let state = puzzle.random(&mut rng(6));
    for a in puzzle.moves() {
        for b in puzzle.moves() {
            let both = [[a, b], [b, a]].map(|moves| puzzle.apply_all(&state, &moves));
            assert_eq!(both[0], both[1]);
            assert_eq!(both[0] == state, a == b);
            assert_eq!(puzzle.redundant(a, b), a == b);
        }
    }
}

#[test]
fn a_press_switches_its_light_and_those_next_to_it() {
    let puzzle = lights(3);
    let dark = puzzle.goal().expect("all off");
    let after = |name| {
        let mut picture = String::new();
        let state = puzzle.apply_all(&dark, &laws::moves(&puzzle, name));
        let _ = puzzle.write_picture(&state, false, &mut picture);
        picture
    };
    assert_eq!(after("2,2"), ". # .\n# # #\n. # .\n");
    assert_eq!(after("1,1"), "# # .\n# . .\n. . .\n");
    assert_eq!(after("3,2"), ". . .\n. # .\n# # #\n");
    assert_eq!(after("2,3 2,3 1,3"), ". # #\n. . #\n. . .\n");
}

#[test]
fn names_units_and_inputs() {
    let puzzle = lights(7);
    assert_eq!((puzzle.name(), puzzle.move_count()), ("lightsout7", 49));
    assert_eq!((puzzle.metric(), puzzle.length_step()), (Metric::Moves, 2));
    assert_eq!((puzzle.inputs().width, puzzle.inputs().active), (98, 49));
    assert_eq!(puzzle.move_name(Move(0)), "1,1");
    assert_eq!(puzzle.move_name(Move(7)), "2,1");
    assert_eq!(puzzle.move_name(Move(48)), "7,7");
    assert_eq!(lights(9).move_name(Move(80)), "9,9");
    assert_eq!(lights(3).name(), "lightsout3");
}

#[test]
fn boards_are_read_in_every_layout_and_written() {
    let puzzle = lights(3);
    let lit = puzzle.from_text("110100000").expect("a board");
    for text in [
        "##. #.. ...",
        "##./#../...",
        "1,1,0 | 1,0,0 | 0,0,0",
        "\u{feff}##.\r\n#..\r\n...\r\n",
    ] {
        assert_eq!(puzzle.from_text(text), Ok(lit));
    }
    let (mut text, mut picture) = (String::new(), String::new());
    puzzle
        .write_text(&lit, &mut text)
        .expect("a string takes all");
    puzzle
        .write_picture(&lit, false, &mut picture)
        .expect("a string takes all");
    assert_eq!(text, "110100000");
    assert_eq!(puzzle.from_text(&picture), Ok(lit));
    let mut coloured = String::new();
    puzzle
        .write_picture(&lit, true, &mut coloured)
        .expect("a string takes all");
    assert_eq!(coloured.matches("48;5;226").count(), 3);
    assert!(coloured.lines().all(|line| line.ends_with("\x1b[0m")));
}
