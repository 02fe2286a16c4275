//! Facelets of wrong cubes: each is refused by its class, and the piece at fault is named.

use quarterturn_core::cube::orbit::Orbit;
use quarterturn_core::cube::{Cube2, Cube3};
use quarterturn_core::facelets::FaceletErrorKind;
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
