//! Facelets: every cube is read back, whatever its colours and however it is held.

use quarterturn_core::cube::{Cube2, Cube3, CubeError};
use quarterturn_core::random::Random;
use quarterturn_support::model::Model;
use quarterturn_support::{SOLVED2, SOLVED3, rng, text2, text3};

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

/// A net of any look is the cube that was drawn: set in or not, with spaces or without, in any colours.
#[test]
fn nets_are_read_back() {
    let mut rng = rng(14);
    let looks: [fn(&str) -> String; 5] = [
        str::to_owned,
        |net| net.replace(' ', ""),
        |net| net.lines().map(|l| format!("{}\r\n", l.trim())).collect(),
        |net| net.replace('U', "W").replace('D', "Y").replace('L', "O"),
        |net| format!("\n\n{}\n", net.replace("\n", " |  \n")),
    ];
    for nth in 0..1000 {
        let look = looks[nth % looks.len()];
        let (mut net, cube) = (String::new(), Cube3::random(&mut rng));
        cube.write_net(false, &mut net).unwrap();
        assert_eq!(look(&net).parse(), Ok(cube), "{net}");
        let (mut net, cube) = (String::new(), Cube2::random(&mut rng));
        cube.write_net(false, &mut net).unwrap();
        assert_eq!(look(&net).parse(), Ok(cube), "{net}");
    }
}

#[test]
fn a_net_with_a_fault_is_refused_at_the_fault() {
    let net = "   RGG\n   RYY\n   RYY\nWWWGOOBBYRRB\nRRWGGGYOOBBY\nGGGYOOBBYRRW\n   OWW\n   OWW\n   OBB\n";
    assert!(net.parse::<Cube3>().is_ok());
    for (from, to, at, code) in [
        ("RRWGGGYOOBBY", "RRWGGGYOOBB", 45, "net-row"),
        ("RRWGGGYOOBBY", "RRWGGGYOOBBYY", 46, "net-row"),
        ("RGG", "RG", 5, "net-row"),
        ("OBB\n", "OBBB\n", 80, "net-row"),
        ("RRWGGGYOOBBY", "RRWGYGYOOBBY", 38, "duplicate-centre"),
    ] {
        let faulty = net.replacen(from, to, 1);
        let Err(CubeError::Facelets(error)) = faulty.parse::<Cube3>() else {
            panic!("{faulty}");
        };
        assert_eq!(
            (error.code(), error.at),
            (code, Some(at)),
            "{faulty}: {error}"
        );
    }
    // Rows of moves are not a net: they say how far faces turn.
    let moves = "R U F\nR U F\nR U F\nR U F D L B R U F D L B\n".to_owned() + &"R U' F\n".repeat(5);
    assert!(moves.parse::<Cube3>().is_ok());
}

#[test]
fn other_orders_of_the_faces_are_named() {
    let mut rng = rng(15);
    for order in ["ULFRBD", "UDLRFB", "BFRLDU", "URFDLB"] {
        for _ in 0..100 {
            let reordered = |text: String| {
                let area = text.len() / 6;
                let face = |c| "URFDLB".find(c).unwrap() * area;
                let faces: String = order.chars().map(|c| &text[face(c)..][..area]).collect();
                format!(" {order}: {faces}")
            };
            let cube = Cube3::random(&mut rng);
            let text = reordered(text3(&cube));
            assert_eq!(text.parse(), Ok(cube), "{text}");
            // Places are those of the text: the middle of B shows the colour of U.
            let b = 9 + order.find('B').unwrap() * 9 + 4;
            let faulty = format!("{}U{}", &text[..b], &text[b + 1..]);
            let error = Cube3::from_facelet_text(&faulty).unwrap_err();
            assert_eq!((error.code(), error.at), ("duplicate-centre", Some(b)));
            let cube = Cube2::random(&mut rng);
            let text = reordered(text2(&cube));
            assert_eq!(text.parse(), Ok(cube), "{text}");
        }
    }
    for no_order in ["ULFRBU: R", "ULFRB: R", "U: R"] {
        assert!(matches!(
            no_order.parse::<Cube3>(),
            Err(CubeError::Moves(_))
        ));
    }
}
