use super::*;
use crate::puzzles::Puzzle;
use quarterturn_core::facelets::Cubie;
use quarterturn_core::random::below;
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::SeedableRng;

fn cube(side: usize) -> Puzzle {
    Puzzle::named(if side == 3 { "cube3" } else { "cube2" }).unwrap()
}

fn inspected(cube: &Puzzle, text: &str, near: Option<usize>) -> Inspection {
    cube.inspect(text, near).unwrap()
}

/// The stickers with those of `to` in place of `from`.
fn moved(stickers: &[char], from: &[usize], to: &[usize]) -> Vec<char> {
    let mut made = stickers.to_vec();
    for (&from, &to) in from.iter().zip(to) {
        made[from] = stickers[to];
    }
    made
}

/// What moves make is possible. One thing wrong has repairs: each makes a cube that is read.
#[test]
fn what_is_damaged_has_repairs_that_mend_it() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(7);
    let mut draw = |most: usize| below(&mut rng, most as u32) as usize;
    for side in [3, 2] {
        let (cube, mut damaged) = (cube(side), 0);
        for seed in 0..40 {
            let right = cube.random(seed).to_string();
            assert_eq!(inspected(&cube, &right, None).faults, [], "{right}");
            let stickers: Vec<char> = right.chars().collect();
            let corner: Vec<usize> = Cubie::Corner(draw(8)).facelets(side).collect();
            let other: Vec<usize> = Cubie::Corner(draw(8)).facelets(side).collect();
            let edge: Vec<usize> = Cubie::Edge(draw(12)).facelets(3).collect();
            let [a, b, c] = corner[..] else { panic!() };
            let both = [draw(stickers.len()), draw(stickers.len())];
            let mut changed = stickers.clone();
            changed[both[0]] = FACES[draw(6)].into();
            let mut wrong = vec![
                moved(&stickers, &corner, &[b, c, a]),
                moved(&stickers, &corner, &[a, c, b]),
                moved(&stickers, &both, &[both[1], both[0]]),
                moved(
                    &stickers,
                    &[&corner[..], &other].concat(),
                    &[&other[..], &corner].concat(),
                ),
                changed,
            ];
            if side == 3 {
                wrong.push(moved(&stickers, &edge, &[edge[1], edge[0]]));
            }
            for wrong in wrong {
                // Centres are not painted.
                if side == 3 && (0..6).any(|face| wrong[9 * face + 4] != stickers[9 * face + 4]) {
                    continue;
                }
                let text = String::from_iter(&wrong);
                let found = inspected(&cube, &text, None);
                assert_eq!(found.stickers, text);
                if found.faults.is_empty() {
                    assert!(cube.read(&text).is_ok(), "{text}");
                    continue;
                }
                damaged += 1;
                assert!(side == 2 || cube.read(&text).is_err(), "{text}");
                let mended = &found.repairs.first().expect(&text).state;
                assert!(cube.read(mended).is_ok(), "{text} {mended}");
            }
        }
        assert!(damaged > 100, "{damaged}");
    }
}

#[test]
fn a_piece_near_the_last_sticker_comes_first() {
    let cube = cube(3);
    let solved: Vec<char> = cube.start().to_string().chars().collect();
    let flipped = String::from_iter(moved(&solved, &[7, 19], &[19, 7]));
    let found = inspected(&cube, &flipped, None);
    assert_eq!(found.faults.len(), 1);
    let Flaw {
        code,
        message,
        stickers,
    } = &found.faults[0];
    assert_eq!(
        (*code, &**message, &stickers[..]),
        (
            "flipped-edge",
            "the edge UF is flipped (U8 F2)",
            &[7, 19][..]
        )
    );
    assert_eq!(found.repairs.len(), 12);
    assert_eq!(found.repairs[0].what, "flip the edge at UF (U8 F2)");
    let near = &inspected(&cube, &flipped, Some(28)).repairs[0];
    assert_eq!(near.what, "flip the edge at DF (D2 F8)");
    let mut stickers = near.stickers.clone();
    stickers.sort_unstable();
    assert_eq!(stickers, [25, 28]);
    // Of two faults, the sticker is mended first.
    let both = inspected(&cube, &flipped.replacen("UUU", "UUR", 1), None);
    assert_eq!(both.repairs[0].what, "change U3 to U");
    assert_eq!(both.repairs[0].state, flipped);
}

#[test]
fn a_cube_that_is_painted_in_part_has_the_faults_that_show() {
    let cube = cube(3);
    let part = cube.start().to_string().replace('B', ".");
    let found = inspected(&cube, &part, None);
    assert_eq!((found.faults, found.repairs), (vec![], vec![]));
    // The centre is the face's, whatever was written there.
    assert_eq!(found.stickers.matches('B').count(), 1);
    // Two opposite colours on one edge are seen at once.
    let mut stickers: Vec<char> = part.chars().collect();
    (stickers[7], stickers[19]) = ('U', 'D');
    let found = inspected(&cube, &String::from_iter(stickers), Some(19));
    let codes: Vec<&str> = found.faults.iter().map(|fault| fault.code).collect();
    assert_eq!(codes, ["colour-count", "impossible-edge"]);
    assert_eq!(found.faults[1].stickers, [7, 19]);
    assert_eq!(found.repairs[0].what, "change F2 to F");
}

#[test]
fn stickers_in_other_letters_with_spaces_and_as_a_net() {
    let cube = cube(3);
    let state = "UUFUUFUUFRRRRRRRRRFFDFFDFFDDDBDDBDDBLLLLLLLLLUBBUBBUBB";
    let shown = |text: &str| inspected(&cube, text, None).stickers;
    let colour = |c: char| "WRGYOB".as_bytes()["URFDLB".find(c).unwrap()] as char;
    let others: String = state.chars().map(colour).collect();
    assert_eq!(shown(&others), state);
    assert_eq!(shown(&others.to_lowercase()), state);
    let rows: Vec<&str> = others
        .as_bytes()
        .chunks(9)
        .map(|face| std::str::from_utf8(face).unwrap())
        .collect();
    assert_eq!(shown(&rows.join(" ")), state);
    assert_eq!(shown(&cube.read(state).unwrap().picture(false)), state);
    assert_eq!(cube.inspect("R U R' U'", None), None);
    assert_eq!(cube.inspect("UUUURRRR", None), None);
}

#[test]
fn a_pattern_is_written_as_it_is_read() {
    for side in [3, 2] {
        let cube = cube(side);
        for seed in 0..20 {
            let state = cube.random(seed);
            let pattern = cube.kpattern(&state.to_string()).unwrap();
            assert_eq!(cube.read(&pattern), Ok(state), "{pattern}");
        }
        let moved = cube.kpattern("R").unwrap();
        let r = "\"CORNERS\":{\"pieces\":[4, 0, 2, 3, 7, 5, 6, 1],\"orientation\":[2, 1, 0, 0, 1, 0, 0, 2]}";
        assert!(moved.contains(r), "{moved}");
    }
    let cube = cube(3);
    // An impossible cube is drawn, one with a piece twice is not.
    let flipped = "UUUUUUUFURRRRRRRRRFUFFFFFFFDDDDDDDDDLLLLLLLLLBBBBBBBBB";
    let pattern = cube.kpattern(flipped).unwrap();
    assert!(
        pattern.ends_with("\"orientation\":[1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]}}"),
        "{pattern}"
    );
    assert_eq!(cube.kpattern(&flipped.replacen("UUU", "UUR", 1)), None);
    // Held with another face up, by its centres.
    let turned = "{\"EDGES\":{\"pieces\":[1,2,3,0,5,6,7,4,10,8,11,9],\"orientation\":[0,0,0,0,0,0,0,0,1,1,1,1]},
        \"CORNERS\":{\"pieces\":[1,2,3,0,7,4,5,6],\"orientation\":[0,0,0,0,0,0,0,0]},
        \"CENTERS\":{\"pieces\":[0,2,3,4,1,5],\"orientation\":[0,0,0,0,0,0]}}";
    assert!(cube.read(turned).unwrap().is_solved());
}
