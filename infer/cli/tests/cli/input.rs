//! Inputs that are refused, and what a refusal looks like.

use crate::harness::{Run, SOLVED, blank_cube3, file, run, run_on};
use serde_json::Value;
use std::path::Path;

#[test]
fn invalid_input_ends_with_3_and_points_at_the_fault() {
    let model = blank_cube3("invalid.qtw");
    let shown = run(&["solve", "R U Q2 F", "--model", &model]).ends(3);
    let shown = shown
        .complains("'Q' is not a move [unknown-move]")
        .complains("hint:");
    let shown = shown.complains("  | R U Q2 F\n  |     ^\n");
    assert_eq!(shown.out, "");

    let json = run(&["solve", "R U Q2 F", "--model", &model, "--json"])
        .ends(3)
        .json();
    assert_eq!(json[0]["input"], "R U Q2 F");
    assert_eq!(json[0]["error"]["code"], "unknown-move");
    assert_eq!(json[0]["error"]["at"], 4);
    assert!(json[0]["error"]["message"].is_string() && json[0]["error"]["hint"].is_string());

    // The corner URF, at U9 R1 F3, twisted in its place.
    let mut twisted = SOLVED.as_bytes().to_vec();
    (twisted[8], twisted[9], twisted[20]) = (b'F', b'U', b'R');
    let twisted = String::from_utf8(twisted).unwrap();
    let json = run(&["solve", &twisted, "--model", &model, "--json"])
        .ends(3)
        .json();
    assert_eq!(json[0]["error"]["code"], "twisted-corner");
    assert_eq!(json[0]["error"]["at"], 8);
    let short = run(&["solve", &SOLVED[1..], "--model", &model, "--json"])
        .ends(3)
        .json();
    assert_eq!(short[0]["error"]["code"], "facelet-count");
    for some in [&SOLVED[..27], &SOLVED[..40], &SOLVED[..9]] {
        run(&["solve", some, "--model", &model])
            .ends(3)
            .complains(&format!("{} facelets instead of 54", some.len()))
            .complains("between moves put spaces");
    }
}

#[test]
fn bad_lines_do_not_stop_the_rest_and_the_order_is_kept() {
    let model = blank_cube3("lines.qtw");
    let mut text = b"\xef\xbb\xbfR U\r\n\n# remark\nR Q\n\xff\xfe\0\n".to_vec();
    text.extend("U ".repeat(1 << 20).bytes());
    text.extend(b"\nF'");
    let path = file("lines.txt", &text);
    let from = [
        "solve",
        "--model",
        &model,
        "--json",
        "--from",
        path.to_str().unwrap(),
    ];
    let codes = |run: &Run| -> Vec<(u64, String)> {
        let one = |v: &Value| {
            let word = v["solution"].as_str().or(v["error"]["code"].as_str());
            (v["line"].as_u64().unwrap(), word.unwrap().to_owned())
        };
        run.json().iter().map(one).collect()
    };
    let expected = [
        (1, "U' R'"),
        (4, "unknown-move"),
        (5, "not-text"),
        (6, "line-too-long"),
        (7, "F"),
    ];
    let expected: Vec<_> = expected.map(|(n, s)| (n, s.to_owned())).into();
    assert_eq!(codes(&run(&from).ends(3)), expected);
    let piped = run_on(&["solve", "-", "--model", &model, "--json"], &text).ends(3);
    assert_eq!(codes(&piped), expected);

    let shown = run(&["solve", "--model", &model, "--from", path.to_str().unwrap()]).ends(3);
    shown
        .says("line      7")
        .complains("error: line 4: 'Q' is not a move");
}

#[test]
fn a_ten_megabyte_line_is_refused() {
    let model = blank_cube3("long.qtw");
    let line = "R U R' U' ".repeat(1 << 20);
    let refused = run_on(&["solve", "-", "--model", &model], line.as_bytes()).ends(3);
    let refused = refused.complains("longer than 1048576 bytes");
    assert!(refused.err.len() < 500, "the line is not repeated");
}

#[test]
fn empty_missing_and_binary_files_are_refused() {
    let model = blank_cube3("files.qtw");
    let solve = |path: &Path| run(&["solve", "--model", &model, "--from", path.to_str().unwrap()]);
    solve(&file("empty.txt", b""))
        .ends(3)
        .complains("holds no state");
    solve(&file("blank.txt", b"\n  \n# remark\n"))
        .ends(3)
        .complains("holds no state");
    solve(Path::new("no/such/file"))
        .ends(3)
        .complains("cannot read no/such/file");
    solve(Path::new(env!("CARGO_TARGET_TMPDIR")))
        .ends(3)
        .complains("cannot read");
    let garbage: Vec<u8> = (0..100_000u32)
        .map(|i| (i.wrapping_mul(2_654_435_761) >> 24) as u8)
        .collect();
    let shown = solve(&file("garbage.bin", &garbage))
        .ends(3)
        .complains("not UTF-8");
    assert!(
        !shown.err.contains('\u{1b}'),
        "no control character reaches the terminal"
    );
    run_on(&["solve", "-", "--model", &model], b"")
        .ends(3)
        .complains("standard input holds no state");
}
