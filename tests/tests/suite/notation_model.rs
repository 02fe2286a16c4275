//! Random move sequences mean what an independent model says.

use quarterturn_core::cube::{Cube2, Cube3};
use quarterturn_core::random::below;
use quarterturn_support::model::Model;
use quarterturn_support::rng;
use rand_core::Rng;

/// A random sequence in odd spellings, and the plain turns it stands for.
fn sequence(rng: &mut impl Rng, letters: &[u8], depth: u32) -> (String, Vec<(char, usize)>) {
    let (mut text, mut turns) = (String::new(), vec![]);
    for _ in 0..below(rng, 8) {
        if depth > 0 && below(rng, 8) == 0 {
            let (inner, body) = bracket(rng, letters, depth - 1);
            text += &inner;
            turns.extend(body);
        } else if depth > 0 && below(rng, 5) == 0 {
            let (inner, mut body) = sequence(rng, letters, depth - 1);
            let count = 1 + below(rng, 3) as usize;
            let prime = below(rng, 2) == 1;
            if prime {
                body = body.iter().rev().map(|&(l, q)| (l, 4 - q)).collect();
            }
            text += &format!("({inner}){}{}", count, if prime { "'" } else { "" });
            turns.extend(body.repeat(count));
        } else {
            let letter = letters[below(rng, letters.len() as u32) as usize] as char;
            let (mark, quarters) = [("", 1), ("2", 2), ("'", 3), ("2'", 2), ("3", 3), ("′", 3)]
                [below(rng, 6) as usize];
            let wide = "urfdlb".contains(letter) && below(rng, 2) == 1;
            if wide {
                text += &format!("{}w{mark}", letter.to_ascii_uppercase());
            } else {
                text += &format!("{letter}{mark}");
            }
            turns.push((letter, quarters));
        }
        text += ["", " ", "\n", "/* x */", "  // y\n"][below(rng, 5) as usize];
    }
    (text, turns)
}

fn undone(turns: &[(char, usize)]) -> Vec<(char, usize)> {
    turns.iter().rev().map(|&(l, q)| (l, 4 - q)).collect()
}

/// A commutator, a conjugate or both at once, and its turns.
fn bracket(rng: &mut impl Rng, letters: &[u8], depth: u32) -> (String, Vec<(char, usize)>) {
    let mut part = || {
        let (text, turns) = sequence(rng, letters, depth);
        // What ends in a comment would hide the separator.
        (text + "\n", turns)
    };
    let ((a, to_a), (b, to_b), (c, to_c)) = (part(), part(), part());
    let commutator =
        |a: &[(char, usize)], b: &[(char, usize)]| [a, b, &undone(a), &undone(b)].concat();
    let conjugate = |a: &[(char, usize)], b: &[(char, usize)]| [a, b, &undone(a)].concat();
    match below(rng, 4) {
        0 => (format!("[{a},{b}]"), commutator(&to_a, &to_b)),
        1 => (format!("[{a}:{b}]"), conjugate(&to_a, &to_b)),
        2 => {
            let outer = commutator(&to_a, &to_b);
            (format!("[{a},{b}:{c}]"), conjugate(&outer, &to_c))
        }
        _ => {
            let inner = commutator(&to_b, &to_c);
            (format!("[{a}:{b},{c}]"), conjugate(&to_a, &inner))
        }
    }
}

#[test]
fn cube3_agrees_with_the_sticker_model() {
    let mut rng = rng(7);
    for _ in 0..20_000 {
        let (text, turns) = sequence(&mut rng, b"URFDLBurfdlbMESxyz", 3);
        let mut model = Model::default();
        turns.iter().for_each(|&(l, q)| model.turn(l, q));
        let held = Cube3::from_moves(&text).unwrap();
        // The library names stickers by the face whose centre they match.
        let mut face_of = [0; 6];
        for face in 0..6 {
            face_of[model.0[face * 9 + 4] as usize] = face;
        }
        let seen = model.0.map(|sticker| face_of[sticker as usize] as u8);
        assert_eq!(held.state.facelets(), seen, "{text}");
        assert!(
            (0..6).all(|f| held.rotation.face(f) == face_of[f]),
            "{text}"
        );
        assert_eq!(
            Cube3::from_facelet_text(&model.text()),
            Ok(held.state),
            "{text}"
        );
    }
}

#[test]
fn cube2_agrees_with_the_sticker_model() {
    let mut rng = rng(8);
    for _ in 0..20_000 {
        let (text, turns) = sequence(&mut rng, b"URFDLBxyzurfdlb", 3);
        let mut model = Model::default();
        for &(letter, quarters) in &turns {
            // Both layers of a wide move are the whole cube.
            match "urfdlb".find(letter) {
                Some(i) => {
                    let inverse = if i > 2 { 4 - quarters } else { quarters };
                    model.turn(['y', 'x', 'z'][i % 3], inverse);
                }
                None => model.turn(letter, quarters),
            }
        }
        let held = Cube2::from_moves(&text).unwrap();
        assert_eq!(
            Cube2::from_facelet_text(&model.corner_text()),
            Ok(held.state),
            "{text}"
        );
        // Rotation, then state, is what the stickers show, sticker by sticker.
        let mut back = Model::default();
        let rotation = held.rotation.to_string();
        for token in rotation.split_whitespace() {
            let quarters = [("2", 2), ("'", 3)].iter().find(|m| token.ends_with(m.0));
            back.turn(token.as_bytes()[0] as char, quarters.map_or(1, |m| m.1));
        }
        let top: Vec<u8> = back.0.chunks(9).map(|face| face[4]).collect();
        let names: String = held
            .state
            .facelets()
            .iter()
            .map(|&f| "URFDLB".as_bytes()[top[f as usize] as usize] as char)
            .collect();
        assert_eq!(names, model.corner_text(), "{text}");
    }
}
