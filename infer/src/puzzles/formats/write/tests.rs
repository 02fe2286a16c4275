//! What is written is read again.

use super::super::{self as formats};
use super::*;
use crate::puzzles::{Sameness, same};

const FILES: [&str; 6] = [
    include_str!("../../../../examples/puzzles/floppy.tws"),
    include_str!("../../../../examples/puzzles/pocket-cube.kpuzzle.json"),
    include_str!("../../../../examples/puzzles/ring.json"),
    include_str!("../../../../examples/necklace.json"),
    include_str!("../../../../examples/pyraminx.gap"),
    include_str!("../../../../examples/puzzles/rings.gap"),
];
const ALL: [Target; 4] = [Target::KPuzzle, Target::Tws, Target::Gap, Target::Kaggle];

#[test]
fn what_is_written_is_read_as_the_same_puzzle() {
    for file in FILES {
        let described = formats::describe(file.as_bytes(), None).unwrap();
        for target in ALL {
            let text = write(&described, target, "a puzzle");
            let again =
                formats::describe(text.as_bytes(), None).unwrap_or_else(|e| panic!("{e}: {text}"));
            let (was, is) = (&described.tables, &again.tables);
            assert_eq!(was.moves.len(), is.moves.len(), "{text}");
            let of_pieces = matches!(target, Target::KPuzzle | Target::Tws);
            match of_pieces && described.layout.is_none() {
                false => assert_eq!(was.identity(), is.identity(), "{text}"),
                true => assert!(
                    !matches!(same(was, is), Sameness::Different | Sameness::Unknown),
                    "{text}"
                ),
            }
            // What is written once is written so again.
            assert_eq!(write(&again, target, "a puzzle"), text);
        }
    }
}

/// What cannot be seen of a piece is not written, and a move that only turns such pieces is one of stickers.
#[test]
fn what_cannot_be_seen_is_no_difference() {
    let partly = "{\"orbits\":[{\"orbitName\":\"A\",\"numPieces\":2,\"numOrientations\":4}],\"defaultPattern\":{\"A\":{\"pieces\":[0,1],\"orientation\":[2,0],\"orientationMod\":[2,2]}},\"moves\":{\"r\":{\"A\":{\"permutation\":[1,0],\"orientationDelta\":[1,0]}}}}";
    for file in [
        "a:=(1,2,3,4);b:=(1,2)(5,6);ip:=[[5,6]];",
        "a:=(1,2,3,4)(5,6,7,8);b:=(1,2)(5,6);ip:=[[5,6],[7,8]];",
        "a:=(1,2);ip:=[[1,2]];",
        partly,
    ] {
        let described = formats::describe(file.as_bytes(), None).unwrap();
        for target in ALL {
            let text = write(&described, target, "p");
            let again = formats::read(text.as_bytes()).unwrap_or_else(|e| panic!("{e}: {text}"));
            let found = same(&described.tables, &again);
            assert!(
                !matches!(found, Sameness::Different | Sameness::Unknown),
                "{text}"
            );
        }
    }
    let apart = [
        "a:=(1,2,3,4);b:=(1,2)(5,6);",
        "a:=(1,2,3,4);b:=(1,2)(5,6);ip:=[[5,6]];",
    ];
    let [a, b] = apart.map(|file| formats::read(file.as_bytes()).unwrap());
    assert_eq!(same(&a, &b), Sameness::Different);
}

#[test]
fn pieces_are_found() {
    let pyraminx = formats::read(FILES[4].as_bytes()).unwrap();
    let layout = Anatomy::of(&pyraminx).layout;
    let sizes: Vec<(usize, usize)> = layout
        .orbits
        .iter()
        .map(|o| (o.slots(), o.orientations))
        .collect();
    assert_eq!(
        sizes.iter().filter(|&&size| size == (6, 2)).count(),
        1,
        "{sizes:?}"
    );
    assert_eq!(
        sizes.iter().filter(|&&size| size == (1, 3)).count(),
        8,
        "{sizes:?}"
    );
    // Colours as on a box: each piece of two has one of each, in either order.
    let text = "a:=(1,3,5)(2,4,6); b:=(1,4)(2,3); ip:=[[1,4,5],[2,3,6]];";
    let tables = formats::read(text.as_bytes()).unwrap();
    let layout = Anatomy::of(&tables).layout;
    assert_eq!(layout.orbits[0].solved.pieces, [0, 0, 0]);
    assert_eq!(layout.orbits[0].solved.orientations, [0, 1, 0]);
    let half = "a:=(1,2,3,4)(5,6,7,8); b:=(1,5)(2,6)(3,7)(4,8); ip:=[[1,3],[2,4]];";
    let half = formats::describe(half.as_bytes(), None).unwrap();
    for target in ALL {
        let text = write(&half, target, "half");
        let again = formats::read(text.as_bytes()).unwrap();
        assert!(
            !matches!(same(&half.tables, &again), Sameness::Different),
            "{text}"
        );
    }
}

#[test]
fn names_are_those_that_a_format_can_have() {
    let text = "{\"central_state\":[0,1,2],\"generators\":{\"x\":[1,2,0],\"a.b\":[1,0,2],\"a_b\":[0,2,1],\"7\":[2,1,0]}}";
    let described = formats::describe(text.as_bytes(), None).unwrap();
    for target in ALL {
        let again = formats::read(write(&described, target, "n").as_bytes()).unwrap();
        assert_eq!(again.identity(), described.tables.identity(), "{target:?}");
    }
}

#[test]
fn puzzles_are_told_apart() {
    let tables = |text: &str| formats::read(text.as_bytes()).unwrap();
    let ring = tables("t:=(1,2,3,4,5);s:=(1,2);");
    let other = tables("s:=(4,5);t:=(5,1,2,3,4);");
    let Sameness::Renamed(names) = same(&ring, &other) else {
        panic!("one ring");
    };
    assert_eq!(names.len(), 3);
    for different in [
        "t:=(1,2,3,4,5);s:=(1,3);",
        "t:=(1,2,3,4,5);",
        "t:=(1,2,3,4,5);s:=(1,2);ip:=[[1,2]];",
    ] {
        assert_eq!(
            same(&ring, &tables(different)),
            Sameness::Different,
            "{different}"
        );
    }
    // Each edge has two stickers that always go together: one says it all.
    let once = tables("a:=(1,2,3);b:=(3,4,5);");
    let twice = tables("a:=(1,2,3)(6,7,8);b:=(3,4,5)(8,9,10);");
    assert!(matches!(same(&once, &twice), Sameness::Renamed(_)));
}
