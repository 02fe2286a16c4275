//! `puzzle show`, `puzzle convert`, and puzzles and states in the formats of other programs.

use crate::harness::{file, run};
use std::fs;

const FOLDER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../examples/puzzles/");

fn example(name: &str) -> String {
    format!("{FOLDER}{name}")
}

fn defined(name: &str, text: &str) -> String {
    file(name, text.as_bytes()).to_str().unwrap().into()
}

#[test]
fn a_puzzle_is_shown() {
    let shown = run(&["puzzle", "show", &example("floppy.tws")]).ends(0).out;
    for line in [
        "stickers    12",
        "pieces      CORNER: 4\n",
        "pieces      EDGE: 4 with 2 orientations",
        "moves       4: U (2) R (2) D (2) L (2)",
        "commuting   2 of 6 pairs: U D, R L",
        "states      192",
        "              5              64",
        "all states  within 8 moves",
    ] {
        assert!(shown.contains(line), "{line}: {shown}");
    }
    // Larger than any number of a machine.
    let tick = "t:=(1,2)(3,4,5)(6,7,8,9,10)(11,12,13,14,15,16,17);s:=(1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,\
        19,20,21,22,23,24,25,26,27,28,29,30,31,32,33,34,35,36,37,38,39,40);ip:=[[20,21]];";
    let big = defined("big.gap", tick);
    let shown = run(&["puzzle", "show", &big, "--time", "0", "--json"]).ends(0);
    let shown = shown.json().remove(0);
    // All permutations of 40: as many as 40!.
    assert_eq!(
        shown["group"],
        "815915283247897734345611269596115894272000000000"
    );
    assert_eq!(shown["moves"][0]["order"], 210);
    assert_eq!(shown["gods_number"], serde_json::Value::Null);
    assert_eq!(shown["orbits"][0]["alike"][0], 2);
    // What has no stickers has states by depth.
    let lights = run(&["puzzle", "show", "lightsout3", "--time", "60"])
        .ends(0)
        .out;
    assert!(
        lights.contains("states      512") && lights.contains("within 9 moves"),
        "{lights}"
    );
}

#[test]
fn definitions_are_converted_and_recognised() {
    for (name, pieces) in [
        ("floppy.tws", true),
        ("pocket-cube.kpuzzle.json", true),
        ("ring.json", false),
        ("rings.gap", false),
        ("hungarian.gap", false),
    ] {
        for format in ["kpuzzle", "tws", "gap", "kaggle"] {
            let to = defined(&format!("{name}.{format}"), "");
            run(&[
                "puzzle",
                "convert",
                &example(name),
                "--to",
                format,
                "--out",
                &to,
            ])
            .ends(0);
            let same = [
                "puzzle",
                "show",
                &to,
                "--same-as",
                &example(name),
                "--time",
                "0",
                "--json",
            ];
            let same = run(&same).ends(0).json().remove(0)["same"]["is"].clone();
            let in_order = pieces || matches!(format, "gap" | "kaggle");
            assert!(
                same == "identical" || same == "renamed" && !in_order,
                "{name} {format}: {same}"
            );
        }
    }
    run(&["puzzle", "convert", "puzzle15", "--to", "gap"])
        .ends(3)
        .complains("no puzzle of stickers");
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

#[test]
fn one_of_several_puzzles_is_chosen() {
    let boards = example("boards.csv");
    let ring = format!("{boards}#ring_5");
    let answer = run(&["solve", "--json", "--puzzle", &ring, "turn.swap.-turn"])
        .ends(0)
        .json()
        .remove(0);
    assert_eq!(answer["solution"], "turn swap -turn");
    let coloured = format!("{boards}#ring_5=A;A;B;B;B");
    let answer = run(&["solve", "--json", "--puzzle", &coloured, "B;A;A;B;B"])
        .ends(0)
        .json()
        .remove(0);
    assert_eq!(answer["solution"], "-turn");
    run(&["solve", "--puzzle", &boards, "turn"])
        .ends(2)
        .complains("choose one by its type")
        .complains("beads_6");
    run(&["solve", "--puzzle", &format!("{boards}#cube"), "turn"])
        .ends(2)
        .complains("there is no puzzle \"cube\"");
}

#[test]
fn states_of_other_programs_are_read() {
    let pocket = example("pocket-cube.kpuzzle.json");
    let solve = |state: &str| run(&["solve", "--json", "--puzzle", &pocket, state]);
    // After R U.
    let pattern = "{\"CORNERS\": {\n  \"pieces\": [0, 2, 3, 4, 6, 5, 1],\n  \"orientation\": [1, 0, 0, 2, 1, 0, 2]\n}}";
    assert_eq!(solve(pattern).ends(0).json()[0]["solution"], "U' R'");
    let from = defined("two.kpattern.json", &format!("{pattern}\n{pattern}\n"));
    let answers = run(&["solve", "--json", "--puzzle", &pocket, "--from", &from])
        .ends(0)
        .json();
    assert_eq!(answers.len(), 2);
    assert_eq!(answers[1]["length"], 2);
    let refused = solve(&pattern.replace("[0, 2", "[9, 2"))
        .ends(3)
        .json()
        .remove(0);
    assert_eq!(refused["error"]["code"], "kpattern");
    let short = solve("{\"CORNERS\": {\"pieces\": [0], \"orientation\": [0]}}")
        .ends(3)
        .json()
        .remove(0);
    assert!(
        short["error"]["message"]
            .as_str()
            .unwrap()
            .contains("7 numbers"),
        "{short}"
    );

    let floppy = example("floppy.tws");
    let block = "Scramble turned\nCORNER\n2 1 3 4\nEDGE\n1 2 3 4\n1 0 0 0\nEnd\n";
    let from = defined("turned.txt", &format!("# one\n{block}{block}"));
    let answers = run(&["solve", "--json", "--puzzle", &floppy, "--from", &from])
        .ends(0)
        .json();
    assert_eq!(answers.len(), 2);
    assert_eq!(answers[0]["solution"], "U");
    let moves = run(&[
        "solve",
        "--json",
        "--puzzle",
        &floppy,
        "ScrambleAlg a\nU R\nEnd",
    ])
    .ends(0);
    assert_eq!(moves.json()[0]["length"], 2);
    // No moves turn one edge alone.
    let impossible = block.replace("2 1 3 4", "1 2 3 4");
    let refused = run(&["solve", "--json", "--puzzle", &floppy, &impossible])
        .ends(3)
        .json()
        .remove(0);
    assert_eq!(refused["error"]["code"], "unreachable-state");
}

#[test]
fn moves_are_repeated_undone_and_commuted() {
    let pocket = example("pocket-cube.kpuzzle.json");
    let length = |text: &str| {
        run(&["solve", "--json", "--puzzle", &pocket, text])
            .ends(0)
            .json()[0]["length"]
            .clone()
    };
    for (text, same) in [
        ("R2 U'", "R R U'"),
        ("[R, U]", "R U R' U'"),
        ("[R: U2]", "R U U R'"),
        ("(R U)2' F", "U' R' U' R' F"),
        ("[R,U][R,U] // twice", "R U R' U' R U R' U'"),
    ] {
        let together = format!("{text}\n({same})'");
        assert_eq!(length(&together), 0, "{together}");
        assert_ne!(length(text), 0, "{text}");
    }
    let refused = run(&["solve", "--json", "--puzzle", &pocket, "R (U"])
        .ends(3)
        .json()
        .remove(0);
    assert_eq!(
        (&refused["error"]["code"], &refused["error"]["at"]),
        (&"unclosed-bracket".into(), &2.into())
    );
    let many = run(&[
        "solve",
        "--json",
        "--puzzle",
        &pocket,
        "(((R)9999)9999)9999",
    ])
    .ends(3)
    .json()
    .remove(0);
    assert_eq!(many["error"]["code"], "impossible-sequence");
}

/// What limits a search is passed over or refused by its name, once; what is a state is solved.
#[test]
fn files_of_scrambles_have_settings() {
    let small = defined(
        "small.tws",
        "Set C 3 3\nSolved\nC\n1 2 3\n0 0 0\nEnd\nMove U\nC\n2 3 1\nEnd\nMove R\nC\n2 1 3\n1 2 0\nEnd\nMove x\nC\n2 3 1\nEnd\n",
    );
    let shown = run(&["puzzle", "show", &small]).ends(0).out;
    assert!(
        shown.contains("left out    x: the whole puzzle turns"),
        "{shown}"
    );
    let states = defined(
        "settings.txt",
        "Slack 2\n\nScramble turned\nC\n2 3 1\n0 0 0\nEnd\nQTM\nMaxDepth 12\nMoveLimits\nU 2\nEnd\nScrambleAlg moves\nU R U\nEnd\nRandomScramble any\nEnd\n",
    );
    let solved = run(&["solve", "-q", "--puzzle", &small, "--from", &states]).ends(3);
    assert_eq!(
        solved.out.lines().filter(|line| *line != "-").count(),
        2,
        "{}",
        solved.out
    );
    assert_eq!(
        solved.err.matches("error: line").count(),
        2,
        "{}",
        solved.err
    );
    solved
        .complains("MoveLimits limits a search")
        .complains("RandomScramble asks for");
}

/// As many stickers as a cube of 13 layers has, more symmetries than are kept.
#[test]
fn symmetries_that_were_not_looked_for_are_said() {
    let swaps: String = (0..20)
        .map(|n| format!("m{n}:=({},{});", 2 * n + 1, 2 * n + 2))
        .collect();
    let many = defined("swaps.gap", &swaps);
    let shown = run(&["puzzle", "show", &many, "--time", "0"]).ends(0).out;
    assert!(shown.contains("symmetries  not all looked for"), "{shown}");
    let json = run(&["puzzle", "show", &many, "--time", "0", "--json"])
        .ends(0)
        .json()
        .remove(0);
    assert_eq!(json["all_symmetries"], false);
}

#[test]
fn definitions_are_not_written_over_other_files() {
    let ring = file("convert-ring.gap", b"turn:=(1,2,3,4);swap:=(1,2);");
    let notes = file("convert-notes.txt", b"precious");
    let [ring, notes] = [&ring, &notes].map(|path| path.to_str().unwrap());
    let convert = |out: &str, more: &[&str]| {
        let args = ["puzzle", "convert", ring, "--to", "kaggle", "--out", out];
        run(&[&args[..], more].concat())
    };
    convert(notes, &[]).ends(3).complains("is not a definition");
    assert_eq!(fs::read(notes).unwrap(), b"precious");
    convert(ring, &["--force"])
        .ends(3)
        .complains("is read by the same command");
    // What it has written is its own.
    for _ in 0..2 {
        convert(notes, &["--force"]).ends(0);
        convert(notes, &[]).ends(0);
    }
    assert!(fs::read_to_string(notes).unwrap().contains("generators"));
}
