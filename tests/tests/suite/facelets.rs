//! Facelets: every cube is read back, whatever its colours and however it is held.

use quarterturn_core::cube::{Cube2, Cube3};
use quarterturn_core::random::Random;
use quarterturn_tests::model::Model;
use quarterturn_tests::{SOLVED2, SOLVED3, rng, text2, text3};

#[test]
fn a_million_round_trips() {
    let mut rng = rng(11);
    assert_eq!(text3(&Cube3::SOLVED), SOLVED3);
    assert_eq!(text2(&Cube2::SOLVED), SOLVED2);
    let mut text = String::new();
    for _ in 0..500_000 {
        let cube = Cube3::random(&mut rng);
        text.clear();
        cube.write_facelets(&mut text).unwrap();
        assert_eq!(Cube3::from_facelet_text(&text), Ok(cube));
        assert_eq!(Cube3::from_facelets(&cube.facelets()), Ok(cube));
        let cube = Cube2::random(&mut rng);
        text.clear();
        cube.write_facelets(&mut text).unwrap();
        assert_eq!(Cube2::from_facelet_text(&text), Ok(cube));
    }
}

#[test]
fn any_colours_and_separators() {
    let mut rng = rng(12);
    let colours = ['🟨', '0', 'r', 'R', '.', 'é'];
    for _ in 0..1000 {
        let paint = |text: &str| -> String {
            let colour = |c| colours["URFDLB".find(c).unwrap()];
            let gaps = ["", " ", "\n", " | ", ",", "\r\n\t"];
            let gap = |i: usize| gaps[i % 5 * (i % 3) % 6];
            let cells = text.chars().enumerate();
            cells
                .map(|(i, c)| format!("{}{}", gap(i), colour(c)))
                .collect()
        };
        let cube = Cube3::random(&mut rng);
        assert_eq!(Cube3::from_facelet_text(&paint(&text3(&cube))), Ok(cube));
        let cube = Cube2::random(&mut rng);
        assert_eq!(Cube2::from_facelet_text(&paint(&text2(&cube))), Ok(cube));
    }
}

#[test]
fn any_holding_orientation() {
    let mut seen = std::collections::HashSet::new();
    for tilt in ["", "x", "xx", "xxx", "z", "zzz"] {
        for spin in ["", "y", "yy", "yyy"] {
            let mut model = Model::default();
            for letter in "RUFFDBLU".chars().chain(tilt.chars()).chain(spin.chars()) {
                model.turn(letter, 1);
            }
            let text: String = format!("R U F2 D B L U {tilt}{spin}");
            let cube = Cube3::from_facelet_text(&model.text()).unwrap();
            assert_eq!(cube, Cube3::from_moves(&text).unwrap().state);
            assert!(seen.insert(model.text()));
            let cube = Cube2::from_facelet_text(&model.corner_text()).unwrap();
            assert_eq!(cube, Cube2::from_moves(&text).unwrap().state);
        }
    }
    assert_eq!(seen.len(), 24);
}

#[test]
fn nets() {
    let cube = Cube3::from_moves("R U").unwrap().state;
    let mut plain = String::new();
    cube.write_net(false, &mut plain).unwrap();
    let expected = "
      U U U 
      U U U 
      F F F 
F F D R R R U B B L L L 
L L L F F D R R R U B B 
L L L F F D R R R U B B 
      D D B 
      D D B 
      D D B 
";
    assert_eq!(plain, expected[1..]);
    let mut coloured = String::new();
    cube.write_net(true, &mut coloured).unwrap();
    let mut stripped = String::new();
    let mut escape = false;
    for c in coloured.chars() {
        escape |= c == '\x1b';
        if !escape {
            stripped.push(c);
        }
        escape &= c != 'm';
    }
    assert_eq!(stripped, plain);
    assert_eq!(coloured.matches("\x1b[48;5;").count(), 54);
    let mut small = String::new();
    Cube2::SOLVED.write_net(false, &mut small).unwrap();
    let row = "L L F F R R B B \n";
    let (up, down) = ("    U U \n".repeat(2), "    D D \n".repeat(2));
    assert_eq!(small, [&up, row, row, &down].concat());
}
