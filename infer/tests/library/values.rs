//! Puzzles, states and moves as values.

use quarterturn::core::Puzzle as _;
use quarterturn::puzzles::{self, PuzzleError, is_identity};
use quarterturn::{Move, Puzzle, Solver, State};
use std::fs;
use std::path::PathBuf;
use std::thread;

fn file(name: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name)
}

/// All that a page needs that shows a puzzle and lets people turn it.
#[test]
fn every_puzzle_with_a_name_can_be_turned() {
    for puzzle in puzzles::all() {
        let name = puzzle.name();
        let named = Puzzle::named(name).unwrap();
        assert_eq!((named.id(), named.name()), (puzzle.id(), name));
        // What a file defines is identified by its moves, whatever its name.
        assert!(puzzle.id() == name || is_identity(puzzle.id()));
        let state = puzzle.random(3);
        assert_eq!(state, puzzle.random(3), "{name}: a seed determines a state");
        assert_ne!(state, puzzle.random(4), "{name}");
        assert_eq!(puzzle.read(&state.to_string()).unwrap(), state, "{name}");
        assert_eq!(puzzle.contains(&state.to_string()), Some(true), "{name}");
        assert!(!state.picture(false).trim().is_empty());
        let there = puzzle.moves().count();
        let made: Vec<Move> = state.moves().collect();
        assert!((1..=there).contains(&made.len()), "{name}");
        for mv in made {
            let next = state.after(&mv).unwrap();
            assert_eq!(state.apply(&mv.to_string()).unwrap(), next, "{name}: {mv}");
            if let Some(back) = mv.undo() {
                assert_eq!(next.after(&back).unwrap(), state, "{name}: {mv}");
            }
        }
        if let Some(solved) = puzzle.solved() {
            assert!(solved.is_solved() && solved == puzzle.start(), "{name}");
            let scramble = puzzle.scramble(5, 9);
            let moves = scramble.moves.unwrap();
            assert_eq!(solved.apply(&moves).unwrap(), scramble.state, "{name}");
        }
    }
}

/// Of all states that few moves lead to there are as many as the puzzle says.
#[test]
fn orders_are_those_that_an_enumeration_finds() {
    let enumerated = |puzzle: &Puzzle| {
        let mut found = vec![puzzle.start()];
        let mut known: std::collections::HashSet<String> = [found[0].to_string()].into();
        while let Some(state) = found.pop() {
            let next = state.moves().map(|mv| state.after(&mv).unwrap());
            found.extend(next.filter(|next| known.insert(next.to_string())));
        }
        known.len() as u128
    };
    let ring = Puzzle::parse(b"turn:=(1,2,3,4,5); swap:=(1,2); ip:=[[4,5]];").unwrap();
    let pairs = Puzzle::parse(b"a:=(1,2)(3,4); b:=(2,3)(5,6);").unwrap();
    for puzzle in [ring, pairs, Puzzle::named("lightsout3").unwrap()] {
        assert_eq!(puzzle.order(), Some(enumerated(&puzzle)), "{puzzle}");
    }
    for (name, order) in [
        ("cube3", 43_252_003_274_489_856_000),
        ("cube2-htm", 3_674_160),
        ("puzzle15", 10_461_394_944_000),
        ("lightsout5", 1 << 23),
    ] {
        assert_eq!(Puzzle::named(name).unwrap().order(), Some(order), "{name}");
    }
    assert_eq!(Puzzle::named("sokoban").unwrap().order(), None);
    // Too many for a number of the machine. The 4×4×4 cube has 24!² · 8! · 3⁷ / 4!⁶, in each of 24 ways to hold it.
    for (name, states) in [
        ("cube3", "43252003274489856000"),
        ("cube4", "177628724197557644876978255387965784064000000000"),
        ("puzzle35", "185996663394950608733999724075417600000000"),
        (
            "megaminx",
            "100669616553523347122516032313645505168688116411019768627200000000000",
        ),
    ] {
        let states = states.to_owned();
        let found = Puzzle::named(name).unwrap().states();
        assert_eq!(found.map(|size| size.to_string()), Some(states), "{name}");
    }
}

#[test]
fn an_edited_file_is_read_again_and_its_name_says_nothing() {
    let (path, other) = (file("edited.gap"), file("renamed.json"));
    fs::write(&path, "turn:=(1,2,3,4); swap:=(1,2);").unwrap();
    fs::copy(&path, &other).unwrap();
    let [first, renamed] = [&path, &other].map(|path| Puzzle::open(path).unwrap());
    assert!(first.name().starts_with("edited-") && renamed.name().starts_with("renamed-"));
    assert_eq!(first.id(), renamed.id());
    assert_eq!(first.random(1), renamed.random(1));
    fs::write(&path, "turn:=(1,2,3,4,5); swap:=(1,2);").unwrap();
    let second = Puzzle::open(&path).unwrap();
    assert_ne!(first.id(), second.id());
    assert_eq!((first.order(), second.order()), (Some(24), Some(120)));
    // The first one goes on as it was.
    assert!(first.read("4 turn").is_err() && first.read("3 0 1 2").is_ok());
}

#[test]
fn what_is_no_puzzle_state_or_move_is_refused() {
    assert!(matches!(
        Puzzle::named("cube9"),
        Err(PuzzleError::Unknown { .. })
    ));
    let error = Puzzle::find("no such file.gap").unwrap_err();
    assert_eq!(error.code(), "unknown-puzzle");
    assert!(
        error.to_string().contains("no file of that name"),
        "{error}"
    );
    assert_eq!(
        Puzzle::open(file("nobody.gap")).unwrap_err().code(),
        "unreadable-file"
    );
    assert_eq!(Puzzle::parse(b"R:=(1,2").unwrap_err().code(), "gap-syntax");
    assert!(Solver::new("cube9").is_err());

    let torus = Puzzle::parse(b"a:=(1,2,3);b:=(3,4,5);").unwrap();
    assert_eq!(torus.contains("1 0 2 3 4"), Some(false));
    assert_eq!(
        torus.read("1 0 2 3 4").unwrap_err().code,
        "unreachable-state"
    );
    let tiles = Puzzle::named("puzzle15").unwrap();
    let corner = tiles.start();
    let stuck: Vec<Move> = tiles
        .moves()
        .filter(|mv| !corner.moves().any(|m| m == *mv))
        .collect();
    assert_eq!(stuck.len(), 2);
    assert_eq!(corner.after(&stuck[0]).unwrap_err().code, "impossible-move");
    let foreign = torus.moves().next().unwrap();
    assert_eq!(corner.after(&foreign).unwrap_err().code, "other-puzzle");
    assert_eq!(corner.apply("X").unwrap_err().code, "unknown-move");
}

/// Values go where they are needed, and do not care which of them is dropped first.
#[test]
fn values_outlive_what_they_came_from_on_any_thread() {
    fn anywhere<T: Clone + Send + Sync + 'static>() {}
    anywhere::<Puzzle>();
    anywhere::<State>();
    anywhere::<Move>();
    let (state, mv) = {
        let puzzle = Puzzle::parse(b"turn:=(1,2,3,4); swap:=(1,2);").unwrap();
        (puzzle.random(2), puzzle.moves().next().unwrap())
    };
    let there = state.clone();
    let turned = thread::spawn(move || there.after(&mv).map(|s| s.to_string()));
    assert_eq!(
        turned.join().unwrap().unwrap(),
        state.apply("turn").unwrap().to_string()
    );
    let solver = Solver::new(state.puzzle()).unwrap();
    let answer = solver.solve(&state.to_string()).unwrap();
    assert!(
        state
            .apply(answer.solution.unwrap().text())
            .unwrap()
            .is_solved()
    );
}

/// A level of Sokoban is a puzzle of its own.
#[test]
fn a_state_of_sokoban_knows_its_level() {
    let sokoban = Puzzle::named("sokoban").unwrap();
    let state = sokoban.read("#####/#@$.#/#####").unwrap();
    assert!(!state.is_solved() && state.apply("r").unwrap().is_solved());
    let wider = sokoban.read("######/#@$.-#/######").unwrap();
    assert_ne!(state, wider);
    assert_eq!(sokoban.solved(), None);
    let quarterturn::puzzles::Kind::Other(level) = state.puzzle().kind().clone() else {
        panic!("a level has few cells");
    };
    assert_eq!(level.move_count(), 4);
}

/// Where no group is known: all cycles of 514 are odd, and so are swaps.
#[test]
fn random_states_of_large_puzzles_have_both_parities() {
    let points: String = (2..=514).map(|point| format!(",{point}")).collect();
    let puzzle = Puzzle::parse(format!("a:=(1{points});b:=(1,2);").as_bytes()).unwrap();
    assert!(puzzle.group().is_none());
    let is_odd = |state: String| {
        let mut all: Vec<usize> = state.split(' ').map(|n| n.parse().unwrap()).collect();
        let mut odd = false;
        for place in 0..all.len() {
            while all[place] != place {
                let home = all[place];
                all.swap(place, home);
                odd = !odd;
            }
        }
        odd
    };
    let odd = (0..40).filter(|&seed| is_odd(puzzle.random(seed).to_string()));
    assert!((5..=35).contains(&odd.count()));
}

#[test]
fn puzzles_are_found_by_what_people_call_them() {
    for (name, own) in [
        ("3x3x3", "cube3"),
        ("3×3×3", "cube3"),
        ("333", "cube3"),
        ("2x2", "cube2"),
        ("4x4x4", "cube4"),
        ("Pyra", "pyraminx"),
        ("15-puzzle", "puzzle15"),
    ] {
        assert_eq!(Puzzle::named(name).unwrap().name(), own);
    }
    let error = Puzzle::named("cub3").unwrap_err();
    assert_eq!(error.code(), "unknown-puzzle");
    assert!(error.to_string().contains("cube3 is nearest"), "{error}");
}

/// In the forms of other programs and of people.
#[test]
fn moves_and_cubes_are_read_as_they_are_written_elsewhere() {
    let cube = Puzzle::named("cube3").unwrap();
    let moves = cube.read("F R U R' U' R U R' U' R U R' U' F'").unwrap();
    for count in ["x3", "X3", " x 3", "*3", "×3", "^3", " × 3", "3"] {
        let text = format!("F (R U R' U'){count} F'");
        assert_eq!(cube.read(&text), Ok(moves.clone()), "{text}");
    }
    assert_eq!(cube.warning("F (R U R' U')x3 F'"), None);
    // A rotation that stands by itself stays one, and is named.
    assert_eq!(
        cube.read("(R U) x2 R").unwrap(),
        cube.read("R U x2 R").unwrap()
    );
    let warning = cube.warning("(R U) x2 R").unwrap();
    assert!(
        warning.contains("byte 6") && warning.contains("(R U)2"),
        "{warning}"
    );
    assert_eq!(cube.read("3(R U)").unwrap_err().code, "count-before");
    for list in [
        "['R', \"U'\", 'F2']",
        "[\"R\",\"U'\",\"F2\"]",
        "R -> U' → F2",
    ] {
        assert_eq!(cube.read(list), cube.read("R U' F2"), "{list}");
    }
    let at = cube.read("['R', 'Q']").unwrap_err().at;
    assert_eq!(at, Some(7));
    let solved = "UF UR UB UL DF DR DB DL FR FL BR BL UFR URB UBL ULF DRF DFL DLB DBR";
    assert!(cube.read(solved).unwrap().is_solved());
    let flipped = solved.replace("UF UR", "FU UR");
    assert_eq!(cube.read(&flipped).unwrap_err().code, "flipped-edge");
    let pyraminx = Puzzle::named("pyraminx").unwrap();
    assert_eq!(pyraminx.read("['U', \"L'\"]"), pyraminx.read("U L'"));
    assert_eq!(pyraminx.read("(U L)x3"), pyraminx.read("(U L)3"));
}

#[test]
fn a_refusal_says_what_was_meant() {
    let refused = |puzzle: &str, text: &str| {
        let refusal = Puzzle::named(puzzle).unwrap().read(text).unwrap_err();
        format!("{} {}", refusal.message, refusal.hint.unwrap_or_default())
    };
    for (puzzle, text, said) in [
        ("cube4", "U' Uw2", "write U2 2U2"),
        ("cube4", &"URFDLB".repeat(16), "which it reads as numbers"),
        ("megaminx", "R++ D--", "Pochmann"),
        ("pyraminx", "U (L", "never closed"),
        ("megaminx", "BRR", "BR is nearest"),
    ] {
        let refusal = refused(puzzle, text);
        assert!(refusal.contains(said), "{refusal}");
    }
    let x = "Set A 2 1\nSolved\nEnd\nMove s\nA\n2 1\nEnd\nMove x\nA\n2 1\nEnd\n";
    let refusal = Puzzle::parse(x.as_bytes())
        .unwrap()
        .read("s x2")
        .unwrap_err();
    assert!(
        refusal.message.ends_with("the whole puzzle turns with it"),
        "{refusal}"
    );
}

#[test]
fn a_net_with_a_fault_of_form_is_told_so() {
    let cube = Puzzle::named("cube3").unwrap();
    let net = "    BBB\n    BBB\n    BBB\n LLLUUURRRDDD\n LLLUUURRRDDD\n LLLUUURRRDDD\n    FFF\n    FFF\n    FFF";
    assert!(cube.read(net).unwrap().is_solved());
    let word: String = net.split_whitespace().collect();
    let hint = cube.read(&word).unwrap_err().hint.unwrap();
    assert!(hint.contains("rows of a net"), "{hint}");
    let marked = format!("{net}*");
    assert_eq!(cube.read(&marked).unwrap_err().at, Some(net.len()));
}
