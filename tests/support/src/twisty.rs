//! Twisty puzzles from the positions of their stickers in space, written as files for GAP.

use std::fmt::Write;

/// A vector of small integers.
type Vector = [i32; 3];

fn dot(a: Vector, b: Vector) -> i32 {
    (0..3).map(|i| a[i] * b[i]).sum()
}

fn cross(a: Vector, b: Vector) -> Vector {
    let at = |i: usize, j: usize| a[i] * b[j] - a[j] * b[i];
    [at(1, 2), at(2, 0), at(0, 1)]
}

fn sum(a: Vector, b: Vector) -> Vector {
    [0, 1, 2].map(|i| a[i] + b[i])
}

fn times(factor: i32, a: Vector) -> Vector {
    a.map(|x| factor * x)
}

/// A clockwise turn, seen from outside: by a quarter about a coordinate axis, by a third about a
/// diagonal.
fn turned(axis: Vector, v: Vector) -> Vector {
    let along = times(dot(axis, v), axis);
    let across = times(-1, cross(axis, v));
    match dot(axis, axis) {
        1 => sum(along, across),
        _ => sum(sum(along, across), times(-1, v)).map(|x| x / 2),
    }
}

/// A sticker: where its piece is, and which way it looks.
type Sticker = (Vector, Vector);

/// A turn: its name, its axis, and which pieces take part.
struct Turn {
    name: String,
    axis: Vector,
    takes: Box<dyn Fn(Vector) -> bool>,
}

/// The file of a puzzle, with a permutation for each turn.
fn file(stickers: &[Sticker], turns: &[Turn]) -> String {
    let mut text = String::from("# Points are stickers.\n");
    let place = |sticker| stickers.iter().position(|&s| s == sticker);
    for turn in turns {
        let next = |i: usize| {
            let (piece, normal) = stickers[i];
            match (turn.takes)(piece) {
                true => place((turned(turn.axis, piece), turned(turn.axis, normal))),
                false => Some(i),
            }
        };
        let _ = write!(text, "M_{}:=", turn.name);
        let mut seen = vec![false; stickers.len()];
        for start in 0..stickers.len() {
            let mut cycle = Vec::new();
            let mut at = start;
            while !std::mem::replace(&mut seen[at], true) {
                cycle.push((at + 1).to_string());
                at = next(at).expect("a turn takes stickers to stickers");
            }
            if cycle.len() > 1 {
                let _ = write!(text, "({})", cycle.join(","));
            }
        }
        text += ";\n";
    }
    let names: Vec<String> = turns.iter().map(|t| format!("M_{}", t.name)).collect();
    text + "Gen:=[\n" + &names.join(",") + "\n];\n"
}

const FACES: [(&str, Vector); 6] = [
    ("U", [0, 0, 1]),
    ("R", [1, 0, 0]),
    ("F", [0, -1, 0]),
    ("D", [0, 0, -1]),
    ("L", [-1, 0, 0]),
    ("B", [0, 1, 0]),
];

/// All stickers on faces of a cube whose pieces are at the given places.
fn on_cube(pieces: impl Fn(Vector) -> bool) -> Vec<Sticker> {
    let range = || -1..=1;
    let places = range().flat_map(|x| range().flat_map(move |y| range().map(move |z| [x, y, z])));
    let faces = |p| {
        FACES
            .iter()
            .map(move |&(_, n)| (p, n))
            .filter(|&(p, n)| dot(p, n) == 1)
    };
    places.filter(|&p| pieces(p)).flat_map(faces).collect()
}

/// A cube of 2 or 3 layers, without the centres of the faces, which do not move.
pub fn cube(layers: usize) -> String {
    let faces_of = |p: Vector| dot(p, p);
    let stickers = on_cube(|p| faces_of(p) == 3 || (layers == 3 && faces_of(p) == 2));
    let turn = |&(name, axis): &(&str, Vector)| Turn {
        name: name.into(),
        axis,
        takes: Box::new(move |p| dot(p, axis) == 1),
    };
    file(&stickers, &FACES.iter().map(turn).collect::<Vec<_>>())
}

/// The dino cube: twelve edges, which turn by threes about the corners.
pub fn dino() -> String {
    let stickers = on_cube(|p| dot(p, p) == 2);
    let sign = |bit: usize| if bit == 0 { 1 } else { -1 };
    let corner = move |i: usize| [sign(i & 1), sign(i & 2), sign(i & 4)];
    let turn = |i: usize| Turn {
        name: format!("C{i}"),
        axis: corner(i),
        takes: Box::new(move |p| dot(p, corner(i)) == 2),
    };
    file(&stickers, &(0..8).map(turn).collect::<Vec<_>>())
}

/// The pyraminx with its tips: a turn about a corner takes the tip alone, one about a face takes all
/// that lies at it.
pub fn pyraminx() -> String {
    const CORNERS: [Vector; 4] = [[1, 1, 1], [1, -1, -1], [-1, 1, -1], [-1, -1, 1]];
    let mut stickers = Vec::new();
    for (i, &corner) in CORNERS.iter().enumerate() {
        // A face lies opposite each corner; a piece has stickers on the faces of its corners.
        let mut piece = |place, without: &[Vector]| {
            let others = CORNERS.iter().filter(|c| !without.contains(c));
            stickers.extend(others.map(|&c| (place, times(-1, c))));
        };
        piece(corner, &[corner]);
        piece(times(3, corner), &[corner]);
        for &other in &CORNERS[i + 1..] {
            piece(sum(corner, other), &[corner, other]);
        }
    }
    let tip = |(i, &axis): (usize, &Vector)| Turn {
        name: format!("t{i}"),
        axis,
        takes: Box::new(move |p| p == times(3, axis)),
    };
    let face = |(i, &axis): (usize, &Vector)| Turn {
        name: format!("F{i}"),
        axis: times(-1, axis),
        takes: Box::new(move |p| dot(p, axis) < 0),
    };
    let corners = || CORNERS.iter().enumerate();
    let turns: Vec<Turn> = corners().map(tip).chain(corners().map(face)).collect();
    file(&stickers, &turns)
}
