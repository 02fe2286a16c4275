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
    // With restarts the chain would answer.
    let plain = ["--restarts", "no"];
    let solve = [
        "solve", "--puzzle", &torus, "--width", "1", plain[0], plain[1], &state,
    ];
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

/// The order of U F R tells which way moves turn.
#[test]
fn inverted_moves_of_a_cube_are_said() {
    let gap = run(&["puzzle", "convert", "cube3", "--to", "gap"])
        .ends(0)
        .out;
    let show = |name: &str, text: &str| {
        let path = defined(name, text);
        run(&["puzzle", "show", &path, "--same-as", "cube3", "--time", "0"])
            .ends(0)
            .out
    };
    let usual = show("usual.gap", &gap);
    assert!(usual.contains("clockwise (U F R has order 80)"), "{usual}");
    assert!(usual.contains("the same stickers and moves"), "{usual}");
    assert!(usual.contains("symmetries  48"), "{usual}");
    let (moves, rest) = gap.split_once("Gen").unwrap();
    let inverted: Vec<String> = moves
        .split_inclusive(')')
        .map(|part| match part.split_once('(') {
            Some((before, cycle)) => {
                let points: Vec<&str> = cycle.trim_end_matches(')').rsplit(',').collect();
                format!("{before}({})", points.join(","))
            }
            None => part.into(),
        })
        .collect();
    let inverted = show("inverted.gap", &format!("{}Gen{rest}", inverted.concat()));
    assert!(
        inverted.contains("anticlockwise (U F R has order 84)"),
        "{inverted}"
    );
    assert!(inverted.contains("the same puzzle, where"), "{inverted}");
}
