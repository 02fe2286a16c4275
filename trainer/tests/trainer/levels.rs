//! Levels of Sokoban: made, read and walked in.

use crate::common::{Bench, fail};
use quarterturn::Limits;
use quarterturn::eval::Bound;
use quarterturn::puzzles::Text;
use quarterturn::search::{Bwas, Search};
use quarterturn_core::puzzle::sokoban::{DEAD, Sokoban};
use quarterturn_core::{Move, Puzzle};
use quarterturn_trainer::dynamics::{Dynamics, Pulls};
use quarterturn_trainer::levels::{At, Levels, made, many, read};
use quarterturn_trainer::random::seeded;
use rand_core::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;
use std::path::Path;

const SMALL: &str = "#####\n#@$.#\n#####\n";
const LARGE: &str = "######\n#@$-.#\n######\n";

#[test]
fn made_levels_have_four_boxes_and_a_solution() {
    let levels = many(6, 3);
    let bwas = Bwas::new(Bound);
    for (level, position) in (0..).zip(many(6, 3).iter()).map(|(n, level)| (n, level.1)) {
        let start = At { level, position };
        let text = levels.write(&start);
        assert_eq!(text.matches(['$', '*']).count(), 4, "{text}");
        assert_eq!(text.matches(['.', '*', '+']).count(), 4, "{text}");
        assert!(
            levels.bound(&start) < DEAD && levels.bound(&start) > 0,
            "{text}"
        );
        let solution = bwas.run(&levels, &start, &Limits::default()).solution;
        let solution = solution.unwrap_or_else(|| panic!("no solution of {text}"));
        assert!(levels.is_solved(&levels.apply_all(&start, &solution)));
        // The command line reads what the trainer makes.
        assert_eq!(Sokoban::from_text(&text).unwrap().1, position);
    }
    let other = made(&mut Xoshiro256PlusPlus::seed_from_u64(4));
    assert_ne!(levels.iter().next(), Some(&other));
}

/// With the first seed some of a thousand rooms are carved too small.
#[test]
fn rooms_too_small_for_four_boxes_are_carved_again() {
    assert_eq!(many(1000, 1).iter().count(), 1000);
}

#[test]
fn walks_in_many_levels_lead_back_to_goals() {
    let levels = many(20, 1);
    let dynamics = Pulls::new(levels);
    let (count, steps) = (100, 80);
    let walks = dynamics.walks(&mut seeded(1, 1, 0), count, steps);
    let (keys, goals) = (walks.states.keys(), walks.states.goals());
    let children = walks.states.children().states.keys();
    let back = walks.back;
    let bounds = walks.states.bounds();
    assert!(bounds.iter().all(|bound| bound.is_finite()));
    let (rows, mut starts) = (steps + 1, Vec::new());
    for walk in 0..count {
        assert!(goals[walk * rows]);
        starts.push(keys[walk * rows]);
        for k in 1..rows {
            let (here, mv) = (walk * rows + k, back[walk * (rows - 1) + k - 1]);
            let restarted = goals[here] && mv == 0;
            assert!(restarted || children[here * 4 + usize::from(mv)] == keys[here - 1]);
        }
    }
    starts.sort_unstable();
    starts.dedup();
    assert!(starts.len() > 80, "{} beginnings", starts.len());
}

#[test]
fn the_same_place_in_two_levels_is_two_states() {
    let both = [SMALL, LARGE].map(|text| Sokoban::from_text(text).unwrap());
    let position = both[0].1;
    assert_eq!(position, both[1].1);
    let levels = Levels::new(both.into()).unwrap();
    let [a, b] = [0, 1].map(|level| At { level, position });
    assert_ne!(levels.key(&a), levels.key(&b));
    assert_ne!(a, b);
    let push = Move(3);
    assert!(levels.is_solved(&levels.apply(&a, push)));
    assert!(!levels.is_solved(&levels.apply(&b, push)));
    assert!(levels.is_solved(&levels.apply_all(&b, &[push, push])));
}

fn written(files: &[(&str, &str)]) -> tempfile::TempDir {
    let folder = tempfile::TempDir::new().unwrap();
    for (name, text) in files {
        std::fs::write(folder.path().join(name), text).unwrap();
    }
    folder
}

#[test]
fn a_folder_is_read() {
    let first = format!("; 0\n{SMALL}\n; 1\n{LARGE}\n");
    // A file may hold one level without its name.
    let folder = written(&[("b.txt", SMALL), ("a.txt", &first), ("notes.md", "none")]);
    let levels = read(folder.path()).unwrap();
    let texts: Vec<String> = levels.iter().map(|(level, at)| level.write(at)).collect();
    let small = "#####/#@$.#/#####";
    assert_eq!(texts, [small, "######/#@$-.#/######", small]);
}

#[test]
fn folders_that_will_not_do_are_refused_by_name() {
    let message = |folder: &Path| read(folder).unwrap_err().to_string();
    let folder = written(&[("notes.md", SMALL)]);
    assert!(message(folder.path()).starts_with("there are no levels in "));
    assert!(message(&folder.path().join("none")).starts_with("cannot read "));

    for (bad, expected) in [
        (
            "#####\n#@$?#\n#####\n",
            "a.txt, line 8: '?' is no part of a level",
        ),
        (
            "#####\n#@--#\n#-.$#\n#####\n",
            "a.txt, line 9: the box in row 3, column 4 is stuck",
        ),
    ] {
        let folder = written(&[("a.txt", &format!("; 0\n{SMALL}\n; 1\n{bad}"))]);
        let said = message(folder.path());
        assert!(said.contains(expected), "{said}");
    }

    let recipe = |puzzle: &str, levels: &str| {
        Bench::new(&format!(
            "puzzle = \"{puzzle}\"\nseed = 1\nlevels = {levels}\n\
             [net]\nkind = \"mlp\"\nlayers = [8]\nheads = [\"value\"]\n\
             [target]\nkind = \"walk\"\nsteps = 5\npool = 5\n\
             [optimizer]\nbatch = 5\nrate = 1e-3\n[run]\nexamples = 25\n"
        ))
    };
    for (puzzle, levels, expected) in [
        ("sokoban", "\"nowhere\"", "cannot read nowhere"),
        (
            "sokoban",
            "0",
            "line 3: levels: must be a folder, or the number of levels to make",
        ),
        (
            "cube2",
            "5",
            "line 3: levels: cube2 is one puzzle, without levels",
        ),
    ] {
        let bench = recipe(puzzle, levels);
        let said = fail(&mut bench.train(&bench.out("run"), &[]));
        assert!(said.contains(expected), "{said}");
    }
}
