//! Move sequences: what is accepted, what is refused, and that it means what it should.

use quarterturn_core::cube::{Cube2, Cube2Htm, Cube2Qtm, Cube3, Cube3Htm, Cube3Qtm};
use quarterturn_core::notation::{
    MAX_DEPTH, Rotation, capital_rotation, write_merged, write_merged_where, write_moves,
};
use quarterturn_core::random::{below, random_moves};
use quarterturn_core::{Move, Puzzle};
use quarterturn_support::questions::rows;
use quarterturn_support::rng;
use rand_core::Rng;

/// The table of spellings.
#[test]
fn accepted_spellings() {
    for row in rows(include_str!("../../data/notation.tsv")) {
        let [cubes, text, same] = &row[..] else {
            panic!("{row:?}");
        };
        assert_eq!(Cube3::from_moves(text), Cube3::from_moves(same), "{text:?}");
        assert!(Cube3::from_moves(text).is_ok(), "{text:?}");
        if cubes == "both" {
            assert_eq!(Cube2::from_moves(text), Cube2::from_moves(same), "{text:?}");
            assert!(Cube2::from_moves(text).is_ok(), "{text:?}");
        }
    }
}

#[test]
fn capitals_that_rotate_are_found() {
    for (text, at) in [
        ("X", Some(0)),
        ("R (U Y2)", Some(5)),
        ("[R: z Z]", Some(6)),
        ("x y z R", None),
        ("R // Y", None),
        ("R q Y", None),
    ] {
        assert_eq!(capital_rotation(text), at, "{text}");
    }
}

#[test]
fn holding() {
    // The solution is in terms of the faces as they are held at the end.
    let solved_by = |text: &str, solution: &str| {
        let held = Cube3::from_moves(text).unwrap();
        let solution = Cube3::from_moves(solution).unwrap().state;
        held.state.then(&solution) == Cube3::SOLVED
    };
    assert!(solved_by("x U", "U'"));
    assert!(solved_by("F x", "U'"));
    assert!(solved_by("Rw", "L'"));
    assert!(solved_by("M", "R' L"));
    assert!(!solved_by("x U", "F'"));
    let rotation = |text| Cube3::from_moves(text).unwrap().rotation.to_string();
    assert_eq!(rotation("R U F"), "");
    assert_eq!(rotation("x U"), "x");
    assert_eq!(rotation("M2"), "x2");
    assert_eq!(rotation("z y z'"), "x'");
    assert_eq!(rotation("Rw Rw'"), "");
    let held = Cube2::from_moves("D").unwrap();
    assert_eq!(held.state, Cube2::from_moves("U").unwrap().state);
    assert_eq!(held.rotation.to_string(), "y'");
    let held = Cube2::from_moves("Rw").unwrap();
    assert_eq!(
        (held.state, held.rotation.to_string()),
        (Cube2::SOLVED, "x".into())
    );
}

#[test]
fn rotations_are_a_group_with_names() {
    let all: Vec<Rotation> = Rotation::all().collect();
    assert_eq!(all.len(), 24);
    let mut names = std::collections::HashSet::new();
    for &r in &all {
        assert_eq!(r.then(r.inverse()), Rotation::IDENTITY);
        assert_eq!(Cube3::from_moves(&r.to_string()).unwrap().rotation, r);
        assert!(names.insert(r.to_string()));
        for &s in &all {
            assert!((0..6).all(|f| r.then(s).face(f) == s.face(r.face(f))));
        }
    }
}

fn round_trips<P: Puzzle<State: Copy>>(puzzle: &P, read: impl Fn(&str) -> P::State, count: usize) {
    let solved = puzzle.goal().unwrap();
    let mut rng = rng(9);
    let (mut text, mut merged) = (String::new(), String::new());
    for i in 0..count {
        let moves: Vec<Move> = random_moves(puzzle, solved, &mut rng, i % 30).collect();
        let state = puzzle.apply_all(&solved, &moves);
        text.clear();
        merged.clear();
        write_moves(puzzle, moves.iter().copied(), &mut text).unwrap();
        write_merged(puzzle, moves.iter().copied(), &mut merged).unwrap();
        assert_eq!(
            text.split(' ').filter(|t| !t.is_empty()).count(),
            moves.len()
        );
        assert_eq!(read(&text), state, "{text}");
        assert_eq!(read(&merged), state, "{merged}");
    }
}

#[test]
fn written_moves_are_read_back() {
    round_trips(&Cube3Qtm, |t| Cube3::from_moves(t).unwrap().state, 100_000);
    round_trips(&Cube3Htm, |t| Cube3::from_moves(t).unwrap().state, 100_000);
    round_trips(&Cube2Qtm, |t| Cube2::from_moves(t).unwrap().state, 100_000);
    round_trips(&Cube2Htm, |t| Cube2::from_moves(t).unwrap().state, 100_000);
}

#[test]
fn half_turns_are_merged_on_request() {
    let moves = [0, 0, 3, 3, 4, 4, 4, 1].map(Move);
    let mut text = String::new();
    write_moves(&Cube3Qtm, moves, &mut text).unwrap();
    assert_eq!(text, "U U R' R' F F F U'");
    text.clear();
    write_merged(&Cube3Qtm, moves, &mut text).unwrap();
    assert_eq!(text, "U2 R2 F2 F U'");
}

#[test]
fn half_turns_are_merged_only_where_that_says_the_same() {
    let written = |moves: &[u8], even: fn(Move) -> bool| {
        let mut text = String::new();
        let moves = moves.iter().copied().map(Move);
        write_merged_where(&Cube3Qtm, moves, even, &mut text).unwrap();
        text
    };
    assert_eq!(written(&[0, 0, 1, 1, 2, 2], |mv| mv.0 > 1), "U U U' U' R2");
    // Where half turns are moves, two quarter turns are two moves, and two half turns are nothing.
    for (moves, expected) in [([0, 0], "U U"), ([1, 1], "U2 U2"), ([2, 2], "U' U'")] {
        let mut text = String::new();
        write_merged(&Cube3Htm, moves.map(Move), &mut text).unwrap();
        assert_eq!(text, expected);
    }
}

#[test]
fn hostile_texts_end_soon() {
    let nested = |n: usize| format!("{}R{}", "(".repeat(n), ")3".repeat(n));
    assert!(Cube3::from_moves(&nested(MAX_DEPTH)).is_ok());
    let commutators = |n: usize| format!("{}R{}", "[U: F, ".repeat(n), "]3".repeat(n));
    assert!(Cube3::from_moves(&commutators(MAX_DEPTH)).is_ok());
    let error = Cube3::from_moves(&commutators(MAX_DEPTH + 1)).unwrap_err();
    assert_eq!((error.code(), error.at), ("too-deep", 7 * MAX_DEPTH));
    let error = Cube3::from_moves(&nested(MAX_DEPTH + 1)).unwrap_err();
    assert_eq!((error.code(), error.at), ("too-deep", MAX_DEPTH));
    assert_eq!(
        Cube3::from_moves(&"(".repeat(10_000_000))
            .unwrap_err()
            .code(),
        "too-deep"
    );
    // 32 nested powers: far more turns than could ever be made one by one.
    let tower = format!("{}R{}", "(".repeat(32), ")4294967295".repeat(32));
    let expected = Cube3::SOLVED.turned(1, 1);
    assert_eq!(Cube3::from_moves(&tower).unwrap().state, expected);
    let long = "R U ".repeat(2_500_000);
    let power = Cube3::from_moves("(R U)2500000").unwrap();
    assert_eq!(Cube3::from_moves(&long), Ok(power));
    for unit in ["9", "/", "'", "/*", "é", "("] {
        assert!(Cube3::from_moves(&unit.repeat(1_000_001)).is_err() || unit == "/");
    }
}

#[test]
fn random_texts_never_panic() {
    const PIECES: [&str; 40] = [
        "R",
        "U",
        "F",
        "D",
        "L",
        "B",
        "r",
        "u",
        "w",
        "M",
        "E",
        "x",
        "y",
        "z",
        "'",
        "’",
        "2",
        "3",
        "0",
        "9",
        "(",
        ")",
        "[",
        "]",
        ",",
        ":",
        "//",
        "/*",
        "*/",
        "/",
        "\n",
        " ",
        "é",
        "²",
        "🧩",
        "\u{feff}",
        "\0",
        "i",
        "4294967295",
        "\u{301}",
    ];
    let mut rng = rng(10);
    let mut read = 0;
    for i in 0..200_000 {
        let length = below(&mut rng, 24);
        let text: String = if i % 2 == 0 {
            let piece = |_| PIECES[below(&mut rng, PIECES.len() as u32) as usize];
            (0..length).map(piece).collect()
        } else {
            let bytes: Vec<u8> = (0..length).map(|_| rng.next_u32() as u8).collect();
            String::from_utf8_lossy(&bytes).into_owned()
        };
        for error in [
            Cube3::from_moves(&text).err(),
            Cube2::from_moves(&text).err(),
        ] {
            match error {
                Some(e) => assert!(text.is_char_boundary(e.at), "{text:?} {e}"),
                None => read += 1,
            }
        }
        let facelets = [
            Cube3::from_facelet_text(&text).err(),
            Cube2::from_facelet_text(&text).err(),
        ];
        for at in facelets.into_iter().flatten().filter_map(|e| e.at) {
            assert!(text.is_char_boundary(at), "{text:?} {at}");
        }
    }
    assert!(read > 1000, "only {read} of the texts made sense");
}
