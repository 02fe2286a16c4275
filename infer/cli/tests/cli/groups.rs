//! Puzzles from files: their states, scrambles and networks, and files that are not puzzles.

use crate::harness::{blank_model, file, run};
use quarterturn::puzzles::{Shared, Text, gap};
use quarterturn_core::Puzzle;
use quarterturn_core::net::format::PuzzleFile;
use quarterturn_core::net::write::with_definition;
use quarterturn_core::puzzle::permutation::Permutation;
use std::fs;
use std::path::Path;

/// A file that defines a puzzle.
fn defined(name: &str, text: &str) -> String {
    file(name, text.as_bytes()).to_str().unwrap().into()
}

/// Nine tiles on a torus, pushed around in rows and columns: the alternating group.
const TORUS: &str = "a:=(1,2,3);b:=(4,5,6);c:=(7,8,9);d:=(1,4,7);e:=(2,5,8);f:=(3,6,9);";

#[test]
fn impossible_states_are_refused_with_the_reason() {
    let torus = defined("torus.gap", TORUS);
    let pairs = defined(
        "pairs.gap",
        "a:=(1,3,5)(2,4,6);b:=(1,2)(3,4);ip:=[[7,8],[9,10]];",
    );
    let alike = defined(
        "alike.gap",
        "a:=(1,2)(3,4);b:=(3,4)(5,6);ip:=[[1],[2],[3],[4],[5],[6]];",
    );
    for (puzzle, state, code, why) in [
        (
            &torus,
            "1 0 2 3 4 5 6 7 8",
            "unreachable-state",
            "an odd number of exchanges of the stickers 0 to 8",
        ),
        (
            &pairs,
            "1 2 0 3 4 5 6 6 8 8",
            "unreachable-state",
            "is never at place",
        ),
        (
            &alike,
            "1 0 2 3 4 5",
            "unreachable-state",
            "an odd number of exchanges of the stickers 0 to 5",
        ),
        (
            &torus,
            "0 1 2 3 4 5 6 7",
            "impossible-stickers",
            "8 numbers are not a state of torus-",
        ),
        (
            &torus,
            "0 1 2 3 4 5 6 7 7",
            "impossible-stickers",
            "sticker 7 appears too often; the puzzle has it once",
        ),
        (
            &torus,
            "0 1 2 3 4 5 6 7 99999999999999999999",
            "impossible-stickers",
            "there is no sticker 99999999999999999999: stickers are 0 to 8",
        ),
        (
            &pairs,
            "0 1 2 3 4 5 6 7 8 8",
            "impossible-stickers",
            "sticker 7 looks like sticker 6: write 6",
        ),
        (
            &pairs,
            "6 1 2 3 4 5 0 6 8 8",
            "impossible-stickers",
            "no moves take sticker 6 to place 0",
        ),
    ] {
        let args = ["solve", "--json", "--puzzle", puzzle, state];
        let error = &run(&args).ends(3).json()[0]["error"];
        assert_eq!(error["code"], code, "{state}");
        let message = error["message"].as_str().unwrap();
        assert!(message.contains(why), "{state}: {message}");
    }
    // Counted from 1, as in the file; and what a state looks like.
    let counted = ["solve", "--puzzle", &torus, "2 3 1 4 5 6 7 8 9"];
    run(&counted).ends(3).complains(
        "states count stickers from 0, files from 1; counted from 0 this is 1 2 0 3 4 5 6 7 8",
    );
    let short = ["solve", "--puzzle", &torus, "0 1"];
    run(&short)
        .ends(3)
        .complains("solved it is 0 1 2 3 4 5 6 7 8");
}

/// All 181,440 states are within eight moves, 95 of 100 of them five to seven moves away.
#[test]
fn random_states_are_not_near_the_goal() {
    let torus = defined("torus-random.gap", TORUS);
    let scramble = [
        "scramble",
        "--puzzle",
        &torus,
        "--random-state",
        "--count",
        "40",
        "--seed",
        "1",
    ];
    let states = run(&scramble).ends(0).out;
    let from = defined("torus-states.txt", &states);
    let answers = run(&["solve", "--json", "--puzzle", &torus, "--from", &from])
        .ends(0)
        .json();
    let lengths: Vec<u64> = answers
        .iter()
        .map(|a| a["length"].as_u64().unwrap())
        .collect();
    assert_eq!(lengths.len(), 40);
    assert!(lengths.iter().all(|&n| n <= 8), "{lengths:?}");
    assert!(lengths.iter().sum::<u64>() >= 40 * 5, "{lengths:?}");
}

#[test]
fn scrambles_have_as_many_moves_as_asked_for() {
    // A tip that commutes with all other moves, and a move that is its own inverse alone.
    for (name, text) in [
        ("tips.gap", "a:=(1,2,3);b:=(3,4,5);tip:=(6,7,8);"),
        ("one.gap", "swap:=(1,2);"),
        ("torus-long.gap", TORUS),
    ] {
        let puzzle = defined(name, text);
        let scramble = [
            "scramble", "--json", "--puzzle", &puzzle, "--length", "30", "--count", "5",
        ];
        for scramble in run(&scramble).ends(0).json() {
            let moves = scramble["moves"].as_str().unwrap();
            assert_eq!(moves.split(' ').count(), 30, "{moves}");
            assert_eq!(scramble["length"], 30);
        }
    }
}

#[test]
fn where_there_is_no_network_the_search_is_exact() {
    let torus = defined("torus-default.gap", TORUS);
    for (puzzle, input, search, length) in [
        (&*torus, "a b c d", "bidirectional", 4),
        ("lightsout5", "1111111111111111111111111", "direct", 15),
    ] {
        let answer = run(&["solve", "--json", "--puzzle", puzzle, input]).ends(0);
        let answer = answer.complains(&format!("the search is '{search}', which is exact"));
        let answer = answer.json().remove(0);
        assert_eq!(
            (&answer["search"], &answer["length"]),
            (&search.into(), &length.into())
        );
        let table = [
            "compare", "--json", "--puzzle", puzzle, "--random", "1", "--length", "3",
        ];
        let table = run(&table).ends(0).json().remove(0);
        assert_eq!(table["rows"][0]["solver"], search, "{table}");
    }
    // What only a beam takes is for a beam, which needs a network.
    run(&["solve", "--puzzle", "lightsout5", "--width", "5", "1,1"])
        .ends(3)
        .complains("no weights for lightsout5 are embedded");
}

/// A clock that goes once around in 2,310 steps.
#[test]
fn an_exact_search_has_no_longest_solution() {
    let clock =
        "tick:=(1,2)(3,4,5)(6,7,8,9,10)(11,12,13,14,15,16,17)(18,19,20,21,22,23,24,25,26,27,28);";
    let clock = defined("clock.gap", clock);
    let input = ["tick"; 1150].join(" ");
    let answer = run(&["solve", "--json", "--puzzle", &clock, &input])
        .ends(0)
        .json()
        .remove(0);
    assert_eq!(answer["length"], 1150);
}

/// A network without an opinion, for what a file defines, and the options that have it guide a beam.
fn blank(text: &str) -> [String; 4] {
    let tables = gap::read(text).unwrap();
    let puzzle = opened(text);
    let (inputs, moves) = (puzzle.inputs(), puzzle.move_count());
    let model = blank_model(
        "blank",
        &tables.identity(),
        inputs.width,
        inputs.active,
        moves,
    );
    let model = file("blank.qtw", &model).to_str().unwrap().into();
    ["--model".into(), model, "--search".into(), "beam".into()]
}

/// What a file defines, for tests that need its states.
fn opened(text: &str) -> Permutation<Shared> {
    let definition = gap::read(text).unwrap().definition("opened");
    Permutation::new(Shared::new(definition.unwrap()))
}

/// A beam looks as far as the moves of a puzzle lead, which may be far.
#[test]
fn a_beam_goes_as_far_as_the_group() {
    let text =
        "tick:=(1,2)(3,4,5)(6,7,8,9,10)(11,12,13,14,15,16,17)(18,19,20,21,22,23,24,25,26,27,28);";
    let clock = defined("clock-beam.gap", text);
    let options = blank(text);
    let solve = ["solve", "--json", "--puzzle", &clock, "--width", "10"];
    let solve = [&solve[..], &options.each_ref().map(String::as_str)].concat();
    let input = ["tick"; 300].join(" ");
    let answer = run(&[&solve[..], &[&input]].concat())
        .ends(0)
        .json()
        .remove(0);
    assert_eq!(answer["length"], 300);
    // Where it ends without a solution it says how far it looked.
    let torus = defined("torus-beam.gap", TORUS);
    let options = blank(TORUS);
    let state = quarterturn::Puzzle::parse(TORUS.as_bytes()).unwrap();
    let state = state.read("a b c d e f a b").unwrap().to_string();
    let solve = ["solve", "--puzzle", &torus, "--width", "1", &state];
    let solve = [&solve[..], &options.each_ref().map(String::as_str)].concat();
    let found = run(&solve).ends(4).out;
    assert!(found.contains("none of up to 100 moves"), "{found}");
    let answer = run(&[&solve[..], &["--json"]].concat())
        .ends(4)
        .json()
        .remove(0);
    assert_eq!(answer["stopped"], "exhausted");
}

/// Two alike stickers change places whenever the six points of a projective line, three of them alike, are
/// multiplied by 2; beside them are 48 beads in alike pairs. Backtracking leaves the two where they are, tries the
/// beads in 2^24 ways, and in none the line can follow. The solution is a single move.
const DOUBTFUL: &str = "s:=(1,2)(52,53,55,54);k:=(51,52,53,54,55);m:=(51,56)(52,55);swap:=(3,4);\n\
     turn:=(3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23,24,25,26,27,28,29,30,31,32,33,34,35,36,37,38,39,\
     40,41,42,43,44,45,46,47,48,49,50);\n\
     ip:=[[1,2],[3,4],[5,6],[7,8],[9,10],[11,12],[13,14],[15,16],[17,18],[19,20],[21,22],[23,24],[25,26],[27,28],\
     [29,30],[31,32],[33,34],[35,36],[37,38],[39,40],[41,42],[43,44],[45,46],[47,48],[49,50],[51,52,56],[53,54,55]];";

#[test]
fn where_it_is_not_known_whether_a_state_is_one_the_search_goes_on_and_says_so() {
    let path = defined("doubtful.gap", DOUBTFUL);
    let puzzle = opened(DOUBTFUL);
    let moves = puzzle.read_moves("s").unwrap();
    let state = puzzle.write(&puzzle.apply_all(&puzzle.start(), &moves));
    let doubt = "whether any moves lead to this state was not found out";
    let solve = ["solve", "--puzzle", &path, &state];
    let text = run(&solve).ends(0).out;
    assert!(text.contains(doubt), "{text}");
    let json = [&solve[..], &["--json"]].concat();
    let answer = run(&json).ends(0).json().remove(0);
    assert_eq!(answer["length"], 1);
    let said = answer["doubt"].as_str().unwrap();
    assert!(said.contains(doubt), "{said}");
    // Moves leave no doubt.
    let moves = ["solve", "--json", "--puzzle", &path, "s"];
    assert!(run(&moves).ends(0).json()[0]["doubt"].is_null());
    // A network that tells all stickers apart needs to know which are which.
    let finest = DOUBTFUL.split("ip:=").next().unwrap();
    let options = blank(finest);
    let guided = [&solve[..], &options.each_ref().map(String::as_str)].concat();
    run(&guided)
        .ends(3)
        .complains("which are which was not found out");
}

/// Its moves and colours are those of the file.
#[test]
fn a_puzzle_of_kaggle_is_solved() {
    let necklace = concat!(env!("CARGO_MANIFEST_DIR"), "/../examples/necklace.json");
    let solve = |state| run(&["solve", "--json", "--puzzle", necklace, state]);
    let answer = solve("swap turn").ends(0).json().remove(0);
    assert_eq!(answer["solution"], "-turn swap");
    let answer = solve("2 0 0 0 1 1 1 2 2").ends(0).json().remove(0);
    assert_eq!(answer["solution"], "-turn");
    for (state, why) in [
        ("3 0 0 0 1 1 1 2 2", "no sticker has the colour 3"),
        (
            "0 0 0 0 1 1 1 2 2",
            "the colour 0 appears too often; the puzzle has it 3 times",
        ),
    ] {
        let error = &solve(state).ends(3).json()[0]["error"];
        assert!(error["message"].as_str().unwrap().contains(why), "{error}");
    }
}

#[test]
fn other_formats_are_named_once() {
    for (name, text, format) in [
        (
            "puzzles.csv",
            "id,puzzle_type,solution_state\n0,cube_2/2/2,A",
            "a table of states of Kaggle's Santa 2023",
        ),
        ("list.json", "[ {\"a\": 1} ]", "JSON"),
        ("ring.xml", "<?xml version=\"1.0\"?><puzzle/>", "XML"),
        ("ring.qtw", "QTWEIGHT........", "a weight file"),
    ] {
        let path = defined(name, text);
        let refused = run(&["solve", "--puzzle", &path, "R"]).ends(2);
        let refused = refused.complains(&format!("line 1: this is {format}"));
        let refused = refused
            .complains("a GAP file")
            .complains("a KPuzzle definition in JSON")
            .complains("a definition for ksolve or twsearch")
            .complains("a puzzle_info.csv")
            .complains("a puzzle_info.json");
        assert_eq!(refused.err.matches("this is").count(), 1);
    }
    // Nobody knows this one.
    let path = defined("letter.txt", "Dear reader, this is no puzzle.");
    run(&["solve", "--puzzle", &path, "R"])
        .ends(2)
        .complains("line 1: this defines no puzzle; a puzzle is read from a GAP file")
        .complains("or a puzzle_info.csv");
    // A move may be called like a word of theirs.
    let set = defined("set.gap", "Set:=(1,2);\nMove := (2,3);");
    run(&["solve", "--puzzle", &set, "Set Move"]).ends(0);
    let path = file("binary.gap", b"\xff\xfe\0");
    run(&["solve", "--puzzle", path.to_str().unwrap(), "R"])
        .ends(2)
        .complains("not a text");
}

#[test]
fn a_network_is_for_what_a_file_defines_whatever_its_name() {
    let text = "turn:=(1,2,3,4,5,6);swap:=(1,2);";
    let renamed = "spin:=(1,2,3,4,5,6);\nflip:=(1,2); # the same, with other names";
    let identity = gap::read(text).unwrap().identity();
    assert_eq!(gap::read(renamed).unwrap().identity(), identity);
    for other in [
        "turn:=(1,2,3,4,5,6);swap:=(1,3);",
        "swap:=(1,2);turn:=(1,2,3,4,5,6);",
        "turn:=(1,2,3,4,5,6);swap:=(1,2);ip:=[[1,2]];",
    ] {
        assert_ne!(gap::read(other).unwrap().identity(), identity, "{other}");
    }
    // Points that no moves exchange are not alike, whatever the file says.
    let apart = [
        "a:=(1,2,3);b:=(4,5,6);",
        "a:=(1,2,3);b:=(4,5,6);ip:=[[1,4]];",
    ];
    let apart = apart.map(|text| gap::read(text).unwrap().identity());
    assert_eq!(apart[0], apart[1]);

    let solves_at = |puzzle: &str, family: &str, input: &str| {
        let model = file("renamed.qtw", &blank_model("ring", family, 36, 6, 3));
        run(&[
            "solve",
            "--json",
            "--puzzle",
            puzzle,
            "--model",
            model.to_str().unwrap(),
            "--width",
            "1000",
            input,
        ])
    };
    let solves = |puzzle: &str, family: &str| solves_at(puzzle, family, "swap turn");
    // A network that tells beads apart guides where two look alike: any two do for a solution.
    let alike = defined("ring-alike.gap", &format!("{text}ip:=[[3,5]];"));
    for input in ["swap turn", "1 2 2 3 0 5", "2 1 2 0 3 5"] {
        let answer = solves_at(&alike, &identity, input).ends(0).json().remove(0);
        let solution = answer["solution"].as_str().unwrap();
        let other = [
            "solve",
            "--json",
            "--puzzle",
            &alike,
            "--search",
            "bidirectional",
            input,
        ];
        let shortest = run(&other).ends(0).json().remove(0);
        assert!(
            answer["length"].as_u64() >= shortest["length"].as_u64(),
            "{solution}"
        );
    }
    let other = gap::read("turn:=(1,2,3,4,5,6);swap:=(1,3);")
        .unwrap()
        .identity();
    solves_at(&alike, &other, "turn")
        .ends(3)
        .complains("is for moves-");
    let one = defined("ring-one.gap", text);
    let two = Path::new(&one).with_file_name("ring-two.gap");
    fs::copy(&one, &two).unwrap();
    let two = two.to_str().unwrap();
    let name = run(&["scramble", "--json", "--puzzle", &one])
        .ends(0)
        .json()
        .remove(0);
    let name = name["puzzle"].as_str().unwrap();
    assert!(name.starts_with("ring-one-"), "{name}");
    for puzzle in [&one, two] {
        let answer = solves(puzzle, &identity).ends(0).json().remove(0);
        assert_eq!(answer["length"], 2);
        // Networks from before name the file, and then what it defines.
        solves(puzzle, name).ends(0);
        let former = name.replace("ring-one", "another-ring");
        solves(puzzle, &former).ends(0);
        solves(puzzle, "ring-one-00000000")
            .ends(3)
            .complains("is for ring-one-00000000, not for moves-");
    }
}

/// Seeds go on meaning what they meant.
#[test]
fn scrambles_of_named_puzzles_stay_the_same() {
    for (puzzle, moves) in [
        ("cube3", "R' L U2 D L' F' U B"),
        ("cube3-htm", "R' L U2 R D2 L' F' U2 B2"),
        ("cube2", "U' F U2 R' F R U F'"),
        ("puzzle15", "D R U L D R D D R"),
        ("lightsout7", "3,1 5,3 1,5 1,3 4,6 5,7 4,2 1,4 7,2"),
    ] {
        let scramble = [
            "scramble", "--length", "9", "--seed", "5", "--puzzle", puzzle,
        ];
        assert_eq!(run(&scramble).ends(0).out.trim(), moves, "{puzzle}");
    }
}

#[test]
fn a_weight_file_may_have_its_puzzle_inside() {
    let text = b"turn:=(1,2,3,4,5,6);swap:=(1,2);";
    let family = gap::read(std::str::from_utf8(text).unwrap())
        .unwrap()
        .identity();
    let plain = blank_model("ring", &family, 36, 6, 3);
    let definition = PuzzleFile {
        name: "ring.1",
        file: text,
    };
    let whole = with_definition(&plain, definition).unwrap();
    let path = file("with-a-puzzle.qtw", &whole);
    let path = path.to_str().unwrap();
    // One file is the network and the puzzle.
    let one = run(&[
        "solve",
        "--json",
        "--model",
        path,
        "--width",
        "1000",
        "swap turn",
    ])
    .ends(0);
    let puzzle = one.out.contains("\"puzzle\":\"ring.1-");
    assert!(puzzle && one.out.contains("\"length\":2"), "{}", one.out);
    // It is a definition too, for every command that takes one.
    run(&["scramble", "--puzzle", path, "--random-state"]).ends(0);
    let exact = run(&[
        "solve",
        "--puzzle",
        path,
        "--search",
        "bidirectional",
        "swap turn",
    ])
    .ends(0);
    assert!(exact.out.contains("2 moves"));
    // The same puzzle by another definition, and another puzzle.
    let line = defined("line.gap", "swap:=(1,2);turn:=(1,2,3,4,5,6);");
    run(&["solve", "--puzzle", &line, "--model", path, "swap turn"])
        .ends(0)
        .says("2 moves");
    let other = defined("other.gap", "swap:=(1,2);turn:=(1,2,3,4,5);");
    run(&["solve", "--puzzle", &other, "--model", path, "swap turn"])
        .ends(3)
        .complains("ring");
    // A network without a puzzle inside leaves the cube to be solved, for which it is not.
    let plain = file("without-a-puzzle.qtw", &plain);
    run(&["solve", "--model", plain.to_str().unwrap(), "R U"]).ends(3);
    run(&["solve", "--puzzle", plain.to_str().unwrap(), "R U"])
        .ends(2)
        .complains("has no puzzle in it");
    // A damaged definition is refused with its place.
    let bad = PuzzleFile {
        file: b"turn:=(1,2,1);",
        ..definition
    };
    let bad = file("bad-puzzle.qtw", &with_definition(&whole, bad).unwrap());
    run(&["solve", "--model", bad.to_str().unwrap(), "turn"])
        .ends(3)
        .complains("line 1, column");
}
