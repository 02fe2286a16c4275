//! What many solutions have in common.

use crate::harness::{blank_cube3, file, run, run_on};
use serde_json::{Value, json};

/// Five triplets: two a b a⁻¹, one of each other form.
const MOVES: &str = "R U R' U'\n-\nR2 U2\nR U R\n";
const JSON: &str = r#"{"version":1,"puzzle":"cube3","solution":"R U R' U'"}
{"puzzle":"cube3","solution":null}
{"version":1,"input":"Q","error":{"code":"c","message":"m","at":0,"hint":null}}
{"puzzle":"cube3","solution":"R2 U2"}
{"puzzle":"cube3","solution":"R U R"}
"#;
const WORDS: &str = "\
line      1
solution  R U R' U'
length    4 in the quarter-turn metric (qtm)
search    beam, width 8, model m
nodes     1 generated, 1 expanded, 1 evaluated
time      0.001 s

line      2
solution  not found: the time limit was reached
line      3
solution  R2 U2
line      4
solution  R U R
";

#[test]
fn forms_of_triplets_are_counted_in_whatever_solve_writes() {
    for (name, text) in [("moves", MOVES), ("json", JSON), ("words", WORDS)] {
        let path = file(&format!("analyse-{name}.txt"), text.as_bytes());
        let path = path.to_str().unwrap();
        let report = &run(&["analyse", path, "--json"]).ends(0).json()[0];
        assert_eq!(
            (&report["solutions"], &report["triplets"]),
            (&3.into(), &5.into())
        );
        let forms = report["forms"].as_array().unwrap();
        let forms: Vec<_> = forms.iter().map(|f| (&f["form"], &f["percent"])).collect();
        let known = [
            ("a b a⁻¹", 40.0),
            ("a b a", 20.0),
            ("a a b", 20.0),
            ("a b b", 20.0),
        ];
        let known: Vec<(Value, Value)> = known.map(|(f, p)| (json!(f), json!(p))).into();
        assert_eq!(
            forms,
            known.iter().map(|(f, p)| (f, p)).collect::<Vec<_>>(),
            "{name}"
        );
        assert_eq!(report["most_used"].as_array().unwrap().len(), 5);
        run(&["analyse", path])
            .ends(0)
            .says("solutions  3, mean length 3.667\n")
            .says("  a b a⁻¹  40.00 %\n")
            .says("R U R'* 1");
        let piped = run_on(&["analyse", "-", "--json"], text.as_bytes()).ends(0);
        assert_eq!(&piped.json()[0], report);
    }
}

#[test]
fn solutions_are_mirrored_and_compared() {
    let one = file("analyse-one.txt", b"R U\nF2 D'\nB\nR' L\n");
    let one = one.to_str().unwrap();
    // The states that L' U', F2 D, B' and L R' solve.
    let mirror = run(&["analyse", one, "--mirror"]).ends(0);
    assert_eq!(mirror.out, "U L\nD' F F\nB\nR L'\n");
    let model = blank_cube3("analyse-mirror.qtw");
    let solve = ["solve", "-", "--model", &model, "--json"];
    let other = run_on(&solve, mirror.out.as_bytes()).ends(0);
    for (answer, length) in other.json().iter().zip([2, 3, 1, 2]) {
        assert_eq!(answer["length"], length);
    }
    // Symmetric, as long, longer, symmetric; a half turn has two directions.
    let other = file("analyse-other.txt", b"L' U'\nD F2\nB B B\nL R'\n");
    let with = ["analyse", one, "--mirrored", other.to_str().unwrap()];
    let symmetry = run(&[&with[..], &["--json"]].concat()).ends(0);
    let symmetry = &symmetry.json()[0]["symmetry"];
    let known = json!({"pairs": 4, "symmetric": 2, "symmetric_percent": 50.0,
                       "same_length": 1, "same_length_percent": 50.0});
    assert_eq!(symmetry, &known);
    run(&with)
        .ends(0)
        .says("mirrored   50.00 % of 4 symmetric; of the others 50.00 % as long");
}

#[test]
fn pairs_stand_move_below_move() {
    // The mirror image of F2 is F' F', the same half turn.
    let one = file("analyse-pairs-one.txt", b"F2 R\nR U D\n-\nF\n");
    let other = file("analyse-pairs-other.txt", b"F2 L'\nL' U' D\nR\nF'\n");
    let paths = [&one, &other].map(|path| path.to_str().unwrap());
    let with = ["analyse", paths[0], "--mirrored", paths[1], "--pairs", "2"];
    run(&with).ends(0).says(
        "\
mirrored   66.67 % of 3 symmetric; of the others 100.00 % as long
pair 1     mirror images
  state    F  F  R
  mirror   F  F  L'
pair 2     mirror images for 2 moves
  state    R  U  D
  mirror   L' U' D
",
    );
    let pairs = run(&[&with[..], &["--json"]].concat()).ends(0);
    let known = json!([
        {"solution": "F F R", "mirrored": "F F L'", "symmetric": true, "symmetric_moves": 3},
        {"solution": "R U D", "mirrored": "L' U' D", "symmetric": false, "symmetric_moves": 2},
    ]);
    assert_eq!(pairs.json()[0]["pairs"], known);
    run(&["analyse", paths[0], "--pairs", "2"])
        .ends(2)
        .complains("--mirrored");
}

#[test]
fn estimates_stand_beside_the_moves_left() {
    let model = blank_cube3("analyse-estimates.qtw");
    let path = file("analyse-estimates.txt", b"R U F\nD\n");
    let with = ["analyse", path.to_str().unwrap(), "--model", &model];
    let report = run(&[&with[..], &["--json"]].concat()).ends(0);
    let estimates = &report.json()[0]["estimates"];
    // A blank network says 0 of everything; 3, 2, 1 and 1 moves are left.
    let known = json!({"states": 4, "not_above_percent": 100.0, "one_above_percent": 100.0,
                       "above_mean": 0.0, "error_mean": -1.75});
    assert_eq!(estimates, &known);
    let bands = json!([{"from": 0, "states": 4, "error_mean": -1.75}]);
    assert_eq!(report.json()[0]["by_moves_left"], bands);
    let costs = &report.json()[0]["costs"];
    let known = json!({"moves_left": 1, "states": 2, "value_mean": 0.0,
                       "value_quartiles": [0.0, 0.0, 0.0, 0.0, 0.0]});
    assert_eq!((&costs[0], costs.as_array().unwrap().len()), (&known, 3));
    let first = [3, 2, 1].map(|left| json!({"moves_left": left, "value": 0.0}));
    assert_eq!(report.json()[0]["first_solution"], json!(first));
    run(&with)
        .ends(0)
        .says("error -1.75 on average")
        .says("error by moves left     0: -1.75")
        .says("first, by moves left    3: 0.00, 2: 0.00, 1: 0.00\n");
}

#[test]
fn triplets_and_costs_are_drawn() {
    let picture = |name| std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let solutions = file("analyse-plot.txt", MOVES.as_bytes());
    let analyse = ["analyse", solutions.to_str().unwrap(), "--plot"];
    let draw = |name, more: &[&str]| {
        let path = picture(name);
        let path = path.to_str().unwrap();
        run(&[&analyse[..], &[path], more].concat()).ends(0);
        std::fs::read_to_string(path).unwrap()
    };
    let svg = draw("analyse-triplets.svg", &[]);
    for words in [
        "cube3: 3 solutions (qtm)",
        "conjugations: 1.0 uses on average",
        "other triplets: 1.0 uses on average",
        "uses of a triplet",
    ] {
        assert!(svg.contains(words), "{words:?} is not in the picture");
    }
    let model = blank_cube3("analyse-plot.qtw");
    let svg = draw("analyse-costs.svg", &["--model", &model]);
    for words in ["the moves left", "predicted cost", "the first solution"] {
        assert!(svg.contains(words), "{words:?} is not in the picture");
    }
    let pixels = picture("analyse-triplets.png");
    run(&[&analyse[..], &[pixels.to_str().unwrap()]].concat()).ends(0);
    assert!(std::fs::read(pixels).unwrap().starts_with(b"\x89PNG"));
    for (text, more, what) in [
        ("R U\n", &[][..], "three moves"),
        ("none needed\n", &["--model", &model], "a move"),
    ] {
        let nothing = picture("analyse-nothing.svg");
        let args = ["analyse", "-", "--plot", nothing.to_str().unwrap()];
        run_on(&[&args[..], more].concat(), text.as_bytes())
            .ends(3)
            .complains(&format!("no solution has {what} to draw"));
        assert!(!nothing.exists());
    }
}

#[test]
fn what_cannot_be_analysed_is_named() {
    let analyse = |text: &str, more: &[&str]| {
        run_on(&[&["analyse", "-"][..], more].concat(), text.as_bytes())
    };
    analyse("R U\nR Q\n", &[]).ends(3).complains("line 2: ");
    analyse("-\n", &[]).ends(3).complains("holds no solution");
    analyse("{}x\n", &[]).ends(3).complains("line 1: ");
    let json = r#"{"puzzle":"cube2","solution":"R"}"#;
    analyse(json, &[])
        .ends(3)
        .complains("line 1: is of cube2; name it with --puzzle");
    analyse(json, &["--puzzle", "cube2"]).ends(0);
    let half = r#"{"puzzle":"cube2-htm","solution":"R2"}"#;
    analyse(half, &["--puzzle", "cube2", "--metric", "htm"]).ends(0);
    analyse("R U\n", &["--puzzle", "cube2", "--mirror"])
        .ends(2)
        .complains("cube2 has no left-right mirror image");
    analyse("-\n", &["--mirror"]).ends(3).complains("state 1");
    let other = file("analyse-short.txt", b"R\nU\n");
    analyse("R\n", &["--mirrored", other.to_str().unwrap()])
        .ends(3)
        .complains("1 states, and 2 in the mirror");
    run(&["analyse", "no-such-file"])
        .ends(3)
        .complains("cannot read");
}
