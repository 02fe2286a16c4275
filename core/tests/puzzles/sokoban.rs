//! Sokoban.

use std::collections::{HashMap, HashSet};

use quarterturn_core::puzzle::sokoban::{DEAD, Position, Sokoban};
use quarterturn_core::{Metric, Move, Puzzle};

use crate::{distances, laws};

/// Small levels with the length of their shortest solutions, some of them counted by hand.
const LEVELS: [(&str, usize); 6] = [
    ("#####/#@$.#/#####", 1),
    ("######/#@-$.#/######", 2),
    // Round the box, to push it back to where the player was.
    ("#######/#-----#/#.@$--#/#-----#/#######", 6),
    // Two boxes and two targets in a room.
    ("#######/#.---.#/#-$@$-#/#-----#/#######", 10),
    ("  ####/###  #/#    #/# .$@#/#  *##/#####", 1),
    // The box must pass the corridor, where the player cannot pass it.
    ("########/#--#---#/#@$--.-#/#--#---#/########", 3),
];

fn level(text: &str) -> (Sokoban, Position) {
    Sokoban::from_text(text).expect(text)
}

/// All positions from which a goal can be reached, with the fewest moves, found by going backwards
/// from the goals.
fn backwards(level: &Sokoban) -> HashMap<Position, usize> {
    let mut layer: Vec<Position> = level.goals().collect();
    let mut distance: HashMap<Position, usize> = layer.iter().map(|&goal| (goal, 0)).collect();
    for depth in 1.. {
        let before = layer.iter().flat_map(|state| level.predecessors(state));
        let before: HashSet<Position> = before.map(|(state, _)| state).collect();
        layer = before
            .into_iter()
            .filter(|s| !distance.contains_key(s))
            .collect();
        distance.extend(layer.iter().map(|&state| (state, depth)));
        if layer.is_empty() {
            break;
        }
    }
    distance
}

#[test]
fn small_levels_have_their_shortest_solutions_forwards_and_backwards() {
    for (text, length) in LEVELS {
        let (level, start) = level(text);
        let reached = distances(&level, start, 1000);
        let solved = reached.iter().filter(|(state, _)| level.is_solved(state));
        assert_eq!(solved.map(|(_, &d)| d).min(), Some(length), "{text}");
        assert_eq!(backwards(&level).get(&start), Some(&length), "{text}");
    }
}

#[test]
fn the_bound_is_admissible_and_sees_some_dead_ends() {
    let (mut dead, mut hopeless) = (0, 0);
    for (text, _) in LEVELS {
        let (level, start) = level(text);
        let solvable = backwards(&level);
        for state in distances(&level, start, 1000).keys() {
            let bound = level.bound(state);
            match solvable.get(state) {
                Some(&distance) => assert!(bound as usize <= distance),
                None => hopeless += 1,
            }
            dead += usize::from(bound == DEAD);
            for mv in level.moves().filter(|&mv| level.allowed(state, mv)) {
                assert!(bound == DEAD || bound <= level.bound(&level.apply(state, mv)) + 1);
            }
        }
    }
    assert!(0 < dead && dead <= hopeless, "{dead} {hopeless}");
}

#[test]
fn the_bound_gives_each_box_a_target_of_its_own() {
    let bound = |text| {
        let (level, start) = level(text);
        level.bound(&start)
    };
    // The same target is one push away for both boxes; the other one is two pushes from the second.
    assert_eq!(
        bound("#########/#-------#/#@-$.$-.#/#-------#/#########"),
        1 + 2 + 1
    );
    assert_eq!(
        bound("#########/#@------#/#-$.$--.#/#-------#/#########"),
        1 + 3 + 1
    );
}

#[test]
fn predecessors_are_the_positions_from_which_a_move_leads_here() {
    for (text, _) in LEVELS {
        let (level, start) = level(text);
        let reached = distances(&level, start, 1000);
        let mut steps = HashSet::new();
        for &state in reached.keys() {
            for mv in level.moves().filter(|&mv| level.allowed(&state, mv)) {
                steps.insert((state, mv, level.apply(&state, mv)));
            }
        }
        let mut back = HashSet::new();
        for &state in reached.keys() {
            for (before, mv) in level.predecessors(&state) {
                assert!(level.allowed(&before, mv));
                assert_eq!(level.apply(&before, mv), state);
                back.insert((before, mv, state));
            }
        }
        assert!(steps.is_subset(&back), "none is missed");
        let own = back
            .iter()
            .filter(|(before, ..)| reached.contains_key(before));
        assert_eq!(own.count(), steps.len());
    }
}

#[test]
fn the_laws_of_a_puzzle_hold() {
    for (text, _) in LEVELS {
        let (level, start) = level(text);
        let reached = distances(&level, start, 1000);
        reached.keys().for_each(|state| laws::check(&level, state));
    }
}

#[test]
fn walls_stop_the_player_and_boxes_stop_boxes() {
    let (level, start) = level("#######/#@$$..#/#-----#/#######");
    let allowed = |state: &Position| {
        let moves = level.moves().filter(|&mv| level.allowed(state, mv));
        moves.map(|mv| level.move_name(mv)).collect::<String>()
    };
    assert_eq!(allowed(&start), "d");
    for mv in laws::moves(&level, "u l r") {
        assert_eq!(level.apply(&start, mv), start);
    }
    let below = level.apply_all(&start, &laws::moves(&level, "d r"));
    assert_eq!(allowed(&below), "lr", "a box at a wall is not pushed");
    assert!(
        laws::moves(&level, "u d l r")
            .iter()
            .all(|&mv| level.undo(mv).is_none())
    );
    assert_eq!(level.goal(), None);
}

#[test]
fn no_box_leaves_the_grid() {
    // Without walls round it, the edge of the grid is one.
    let (open, start) = level("-.--------/--$-------/@---------");
    let reached = distances(&open, start, 1000);
    let boxes: HashSet<u128> = reached
        .keys()
        .map(|s| s.bits() & ((1 << 100) - 1))
        .collect();
    assert_eq!(boxes.len(), 30, "one box, on each cell of three rows");
}

#[test]
fn names_units_and_inputs() {
    let (level, start) = level(LEVELS[0].0);
    assert_eq!((level.name(), level.metric()), ("sokoban", Metric::Moves));
    assert_eq!((level.inputs().width, level.inputs().active), (700, 100));
    assert_eq!((level.length_step(), level.frames()), (1, 1));
    assert_eq!(size_of::<Position>(), 16);
    let letters = "uDlR".chars().map(|c| level.step_named(c));
    assert!(letters.eq((0..4).map(|mv| Some(Move(mv)))));
    assert_eq!(level.step_named('x'), None);
    assert_eq!(Position::from_bits(start.bits()), start);
}

#[test]
fn a_network_sees_the_level_and_the_position() {
    let (level, start) = level("#######/#@$.*-#/#.-----");
    let kinds = |state: &Position| {
        let mut out = [0; 100];
        level.features(state, &mut out);
        let kind = |(cell, &feature): (usize, &u16)| usize::from(feature) - 7 * cell;
        out.iter().enumerate().map(kind).collect::<Vec<_>>()
    };
    let before = kinds(&start);
    assert_eq!(before[10..17], [0, 5, 3, 2, 4, 1, 0]);
    assert!(
        before[7..10]
            .iter()
            .chain(&before[30..])
            .all(|&kind| kind == 0)
    );
    let after = kinds(&level.apply_all(&start, &laws::moves(&level, "d")));
    assert_eq!((after[11], after[21]), (1, 6), "the player is on a target");
}

#[test]
fn levels_are_read_in_every_layout_and_written() {
    let line = "#######/#.-@-*#/#-$---#/#-----#/#######";
    let (level, start) = level(line);
    let lines = "\n\n#######\r\n#. @ *#\n#_$   #\n#     #\n#######\n\n";
    for text in [lines, &line.replace('/', "|"), &format!("\u{feff}{line}/")] {
        assert_eq!(Sokoban::from_text(text), Ok((level.clone(), start)));
    }
    let (mut text, mut picture) = (String::new(), String::new());
    level
        .write_text(&start, &mut text)
        .expect("a string takes all");
    level
        .write_picture(&start, false, &mut picture)
        .expect("a string takes all");
    assert_eq!(text, line);
    assert_eq!(picture, "#######\n#. @ *#\n# $   #\n#     #\n#######\n");
    assert_eq!(Sokoban::from_text(&picture), Ok((level.clone(), start)));
    let mut coloured = String::new();
    level
        .write_picture(&start, true, &mut coloured)
        .expect("a string takes all");
    assert_eq!(
        (
            coloured.matches("48;5;172").count(),
            coloured.matches("48;5;40").count()
        ),
        (1, 1)
    );
    assert!(coloured.lines().all(|line| line.ends_with("\x1b[0m")));
}

#[test]
fn tabs_indents_and_grids_of_numbers_are_read() {
    let expected = level("#####\n#@$.#\n# *-#\n#####");
    for text in [
        "\t#####\n\t#@$.#\n        # * #\n\t#####",
        "  #####\n  #@$.#\n  # * #\n  #####",
        "[[0 0 0 0 0]\n [0 5 4 2 0]\n [0 1 3 1 0]\n [0 0 0 0 0]]",
        "[[0, 0, 0, 0, 0], [0, 5, 4, 2, 0], [0, 1, 3, 1, 0], [0, 0, 0, 0, 0]]",
        "0 0 0 0 0/0 5 4 2 0/0 1 3 1 0/0 0 0 0 0",
    ] {
        assert_eq!(level(text), expected, "{text}");
    }
}

#[test]
fn what_the_player_never_gets_to_is_wall() {
    let outside = level("  #####  \n###   ###\n# @$.   #\n#########\n");
    let inside = level("#########\n###   ###\n# @$.   #\n#########\n");
    assert_eq!(outside, inside);
    let cellar = level("#########\n#@$.#   #\n#########");
    assert_eq!(cellar, level("#########\n#@$.#####\n#########"));
}

#[test]
fn pushes_are_written_as_capitals() {
    let (level, start) = level("######/#@-$.#/######");
    let mut text = String::new();
    let moves = laws::moves(&level, "r r l");
    level
        .write_moves(&start, &moves, &mut text)
        .expect("a string takes all");
    assert_eq!(text, "rRl");
}
