//! Facelets of wrong cubes: each is refused by its class, and the piece at fault is named.

use quarterturn_core::cube::orbit::Orbit;
use quarterturn_core::cube::{Cube2, Cube3};
use quarterturn_core::facelets::{Cubie, FaceletErrorKind};
use quarterturn_core::random::{Random, below};
use quarterturn_support::{SOLVED2, SOLVED3, rng, text2, text3};

fn edited(text: &str, edits: &[(usize, char)]) -> String {
    let mut cells: Vec<char> = text.chars().collect();
    edits.iter().for_each(|&(i, c)| cells[i] = c);
    cells.into_iter().collect()
}

#[test]
fn every_single_sticker_edit_is_refused() {
    for i in 0..54 {
        for colour in "URFDLB".chars().filter(|&c| !SOLVED3[i..].starts_with(c)) {
            let error = Cube3::from_facelet_text(&edited(SOLVED3, &[(i, colour)])).unwrap_err();
            assert_eq!(error.kociemba(), 1);
            if i % 9 == 4 {
                assert_eq!(error.code(), "duplicate-centre");
                let FaceletErrorKind::DuplicateCentre { symbol, faces } = error.kind else {
                    panic!("{error}");
                };
                assert!(symbol == colour && faces.contains(&(i / 9)));
                continue;
            }
            assert_eq!(error.code(), "colour-count");
            let (symbol, found, expected) = (colour, 10, 9);
            assert_eq!(
                error.kind,
                FaceletErrorKind::ColourCount {
                    symbol,
                    found,
                    expected
                }
            );
        }
        let error = Cube3::from_facelet_text(&edited(SOLVED3, &[(i, '?')])).unwrap_err();
        assert_eq!(error.code(), "colour-count");
        assert_eq!(error.at.is_some_and(|at| at == i), i % 9 != 4);
    }
    for i in 0..24 {
        for colour in "URFDLB?".chars().filter(|&c| !SOLVED2[i..].starts_with(c)) {
            let error = Cube2::from_facelet_text(&edited(SOLVED2, &[(i, colour)])).unwrap_err();
            assert_eq!((error.code(), error.kociemba()), ("colour-count", 1));
            assert_eq!(error.at, (colour == '?').then_some(i));
        }
    }
}

#[test]
fn every_unreachable_coset_has_its_class() {
    let mut rng = rng(13);
    for _ in 0..1000 {
        let cube = Cube3::random(&mut rng);
        for coset in 0..12 {
            let (twist, flip, swap) = (coset % 3, coset / 3 % 2 == 1, coset / 6 == 1);
            let mut corners = *cube.corners.slots();
            let mut edges = *cube.edges.slots();
            let c = below(&mut rng, 8) as usize;
            corners[c] = corners[c] / 3 * 3 + (corners[c] % 3 + twist) % 3;
            edges[below(&mut rng, 12) as usize] ^= u8::from(flip);
            if swap && below(&mut rng, 2) == 0 {
                corners.swap(1, 5);
            } else if swap {
                edges.swap(2, 9);
            }
            let broken = Cube3 {
                corners: Orbit::from_slots(corners).unwrap(),
                edges: Orbit::from_slots(edges).unwrap(),
            };
            let read = Cube3::from_facelet_text(&text3(&broken));
            let class = read.map_err(|e| (e.code(), e.kociemba()));
            let expected = match (flip, twist, swap) {
                (true, _, _) => Err(("flipped-edge", 3)),
                (_, 1.., _) => Err(("twisted-corner", 5)),
                (_, _, true) => Err(("parity", 6)),
                _ => Ok(broken),
            };
            assert_eq!(class, expected);
            assert_eq!(broken.is_reachable(), coset == 0);
            if let Err(error) = read {
                assert!(!error.hint().is_empty());
                if let FaceletErrorKind::TwistedCorner { clockwise, .. } = error.kind {
                    assert_eq!(clockwise, twist == 1);
                }
            }
        }
        let mut slots = *Cube2::random(&mut rng).corners.slots();
        slots[3] = slots[3] / 3 * 3 + (slots[3] + 1) % 3;
        let broken = Cube2 {
            corners: Orbit::from_slots(slots).unwrap(),
        };
        let error = Cube2::from_facelet_text(&text2(&broken)).unwrap_err();
        assert_eq!((error.code(), error.kociemba()), ("twisted-corner", 5));
    }
}

/// Edits of a solved cube that keep nine (four) stickers of each colour, with the expected code,
/// first facelet and message.
#[test]
fn wrong_pieces_are_named() {
    let check = |solved: &str, edits: &[(usize, char)], code, facelet, message: &str| {
        let text = edited(solved, edits);
        let error = match solved.len() {
            54 => Cube3::from_facelet_text(&text).unwrap_err(),
            _ => Cube2::from_facelet_text(&text).unwrap_err(),
        };
        assert_eq!(
            (error.code(), error.facelet()),
            (code, Some(facelet)),
            "{error}"
        );
        assert_eq!(error.at, Some(facelet));
        assert_eq!(error.to_string(), message);
    };
    check(
        SOLVED3,
        &[(7, 'F'), (19, 'U')],
        "flipped-edge",
        7,
        "the edge UF is flipped (U8 F2)",
    );
    check(
        SOLVED3,
        &[(8, 'R'), (9, 'F'), (20, 'U')],
        "twisted-corner",
        8,
        "the corner URF is twisted anticlockwise (U9 R1 F3)",
    );
    check(
        SOLVED3,
        &[(8, 'F'), (9, 'U'), (20, 'R')],
        "twisted-corner",
        8,
        "the corner URF is twisted clockwise (U9 R1 F3)",
    );
    check(
        SOLVED3,
        &[(10, 'F'), (19, 'R')],
        "parity",
        5,
        "UR and UF are swapped",
    );
    check(
        SOLVED3,
        &[(19, 'D'), (34, 'F')],
        "impossible-edge",
        7,
        "no piece has the colours at UF (U8 F2)",
    );
    check(
        SOLVED3,
        &[(9, 'F'), (20, 'R')],
        "impossible-corner",
        8,
        "no piece has the colours at URF (U9 R1 F3)",
    );
    check(
        SOLVED3,
        &[(10, 'F'), (25, 'R')],
        "duplicate-edge",
        7,
        "UF is there twice, at UR (U6 R2) and UF (U8 F2), and UR is missing",
    );
    // URF shows UFL and DLF shows DFR.
    check(
        SOLVED3,
        &[(9, 'F'), (20, 'L'), (44, 'F'), (24, 'R')],
        "duplicate-corner",
        6,
        "UFL is there twice, at URF (U9 R1 F3) and UFL (U7 F1 L3), and URF is missing",
    );
    check(
        SOLVED2,
        &[(4, 'F'), (9, 'L'), (19, 'F'), (8, 'F'), (10, 'R')],
        "duplicate-corner",
        2,
        "UFL is there twice, at URF (U4 R1 F2) and UFL (U3 F1 L2), and URF is missing",
    );
    check(
        SOLVED2,
        &[(4, 'F'), (9, 'R')],
        "impossible-corner",
        3,
        "no piece has the colours at URF (U4 R1 F2)",
    );
    // The corner that the others are compared with.
    check(
        SOLVED2,
        &[(18, 'B'), (23, 'L')],
        "impossible-corner",
        14,
        "no piece has the colours at DBL (D3 B4 L3)",
    );
    check(
        SOLVED2,
        &[(3, 'R'), (4, 'F'), (9, 'U')],
        "twisted-corner",
        3,
        "the corner URF is twisted anticlockwise (U4 R1 F2)",
    );
}

#[test]
fn pieces_that_may_be_innocent_are_not_named() {
    // The twisted corner is the one that the others are compared with.
    let error = Cube2::from_facelet_text(&edited(SOLVED2, &[(14, 'B'), (23, 'L'), (18, 'D')]));
    let error = error.unwrap_err();
    assert_eq!((error.code(), error.facelet()), ("twisted-corner", None));
    // UF is flipped by the turns, another edge by hand.
    let mut cube = Cube3::from_moves("R U R' F R' F' R U' F' R U R'")
        .unwrap()
        .state;
    let mut edges = *cube.edges.slots();
    edges[7] ^= 1;
    cube.edges = Orbit::from_slots(edges).unwrap();
    let error = Cube3::from_facelet_text(&text3(&cube)).unwrap_err();
    assert_eq!((error.code(), error.facelet()), ("flipped-edge", None));
    // Two corners are swapped, but among unsolved edges they may be right.
    let mut cube = Cube3::from_moves("R2 U2 R2 U2 R2 U2").unwrap().state;
    let mut corners = *cube.corners.slots();
    corners.swap(0, 1);
    cube.corners = Orbit::from_slots(corners).unwrap();
    let error = Cube3::from_facelet_text(&text3(&cube)).unwrap_err();
    assert_eq!((error.code(), error.facelet()), ("parity", None));
}

#[test]
fn wrong_counts_say_where() {
    let check = |text: &str, found, at| {
        let error = Cube3::from_facelet_text(text).unwrap_err();
        assert_eq!((error.code(), error.at), ("facelet-count", Some(at)));
        assert_eq!(error.to_string(), format!("{found} facelets instead of 54"));
    };
    check("", 0, 0);
    check("UU U", 3, 4);
    check(&SOLVED3[1..], 53, 53);
    check(&format!("{SOLVED3} U"), 55, 55);
    check(&"é".repeat(60), 60, 108);
    check(&"U".repeat(1_000_000), 1_000_000, 54);
    let one_colour = Cube3::from_facelet_text(&"U".repeat(54)).unwrap_err();
    assert_eq!(
        (one_colour.code(), one_colour.at),
        ("duplicate-centre", Some(13))
    );
    let one_colour = Cube2::from_facelet_text(&"U".repeat(24)).unwrap_err();
    assert_eq!(one_colour.code(), "colour-count");
    let no_two_alike = Cube2::from_facelet_text("abcdefghijklmnopqrstuvwx").unwrap_err();
    assert_eq!(
        (no_two_alike.code(), no_two_alike.at),
        ("colour-count", Some(0))
    );
}

#[test]
fn shuffled_stickers_never_panic() {
    let mut rng = rng(14);
    let mut codes = std::collections::BTreeSet::new();
    for _ in 0..100_000 {
        let mut text = [SOLVED3, SOLVED2][below(&mut rng, 2) as usize]
            .to_string()
            .into_bytes();
        let n = text.len() as u32;
        for _ in 0..1 + below(&mut rng, 6) {
            text.swap(below(&mut rng, n) as usize, below(&mut rng, n) as usize);
        }
        let text = String::from_utf8(text).unwrap();
        let error = match n {
            54 => Cube3::from_facelet_text(&text).err(),
            _ => Cube2::from_facelet_text(&text).err(),
        };
        if let Some(e) = error {
            assert_eq!(e.at, e.facelet());
            codes.insert(e.code());
        }
    }
    assert!(codes.contains("impossible-edge") && codes.contains("impossible-corner"));
}

#[test]
fn kociemba_order_prefers_edges() {
    // A flipped edge and an impossible corner: the edge comes first.
    let text = edited(SOLVED3, &[(7, 'F'), (19, 'U'), (9, 'F'), (20, 'R')]);
    assert_eq!(
        Cube3::from_facelet_text(&text).unwrap_err().code(),
        "flipped-edge"
    );
    assert_eq!(Cubie::Corner(0).name(), "URF");
}
