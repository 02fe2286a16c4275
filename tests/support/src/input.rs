//! Inputs of a solver in many spellings, each with the state that it stands for.

use crate::judge::Puzzle;
use crate::model::Model;
use quarterturn_core::random::below;
use rand_core::Rng;

/// A line for the solver.
#[derive(Clone, Debug, PartialEq)]
pub struct Input {
    /// The line, without its end.
    pub line: Vec<u8>,
    /// The state as it is held; `None` of one that must be refused.
    pub state: Option<Model>,
}

/// Turns of layers: a letter of [`Model::turn`] and a number of quarters.
type Turns = Vec<(char, usize)>;

fn pick<T: Copy>(rng: &mut impl Rng, from: &[T]) -> T {
    from[below(rng, from.len() as u32) as usize]
}

/// Turns of faces and their text, one space between words.
fn plain(rng: &mut impl Rng, puzzle: Puzzle, length: usize) -> (String, Turns) {
    let faces = puzzle.faces().as_bytes();
    let turns: Turns = (0..length)
        .map(|_| (pick(rng, faces).into(), 1 + below(rng, 3) as usize))
        .collect();
    let word =
        |&(face, quarters): &(char, usize)| format!("{face}{}", ["", "2", "'"][quarters - 1]);
    let words: Vec<String> = turns.iter().map(word).collect();
    (words.join(" "), turns)
}

fn undone(turns: &Turns) -> Turns {
    turns.iter().rev().map(|&(l, q)| (l, 4 - q)).collect()
}

/// Wide moves, slices, rotations, commutators, brackets and comments, about `length` moves in all.
fn free(rng: &mut impl Rng, puzzle: Puzzle, length: usize, depth: u32) -> (String, Turns) {
    let letters = if puzzle.small {
        "URFDLBxyz"
    } else {
        "URFDLBurfdlbMESxyz"
    }
    .as_bytes();
    let (mut text, mut turns) = (String::new(), Turns::new());
    while turns.len() < length {
        let left = length - turns.len();
        if depth > 0 && left > 7 && below(rng, 8) == 0 {
            let mut part = || free(rng, puzzle, left / 4, depth - 1);
            let ((a, of_a), (b, of_b)) = (part(), part());
            text += &format!("[{a}, {b}]");
            turns.extend([&of_a[..], &of_b, &undone(&of_a), &undone(&of_b)].concat());
        } else if depth > 0 && left > 3 && below(rng, 5) == 0 {
            let (inner, mut body) = free(rng, puzzle, left / 2, depth - 1);
            let (count, undo) = (1 + below(rng, 2) as usize, below(rng, 2) == 1);
            text += &format!("({inner}){count}{}", if undo { "'" } else { "" });
            if undo {
                body = undone(&body);
            }
            turns.extend(body.repeat(count));
        } else {
            let letter: char = pick(rng, letters).into();
            let (mark, quarters) = pick(rng, &[("", 1), ("2", 2), ("'", 3), ("3", 3), ("′", 3)]);
            text += &format!("{letter}{mark}");
            turns.push((letter, quarters));
        }
        text += pick(rng, &["", " ", " ", "  ", " /* x */ "]);
    }
    (text, turns)
}

fn turned(turns: &Turns) -> Model {
    let mut model = Model::default();
    turns.iter().for_each(|&(l, q)| model.turn(l, q));
    model
}

/// Facelets, in any six symbols.
fn facelets(rng: &mut impl Rng, puzzle: Puzzle, model: &Model) -> String {
    let text = if puzzle.small {
        model.corner_text()
    } else {
        model.text()
    };
    let symbols = pick(rng, &["URFDLB", "URFDLB", "WRGYOB", "012345", "abcdef"]).as_bytes();
    let symbol = |c| "URFDLB".find(c).map_or('?', |i| symbols[i].into());
    text.chars().map(symbol).collect()
}

/// A scramble of `length` face turns: plain moves, freely spelled ones or facelets.
pub fn valid(rng: &mut impl Rng, puzzle: Puzzle, length: usize) -> Input {
    let (text, state) = match below(rng, 3) {
        0 => {
            let (text, turns) = plain(rng, puzzle, length);
            (text, turned(&turns))
        }
        1 => {
            let (text, turns) = free(rng, puzzle, length, 3);
            // Without a mark of moves, long runs of letters would be facelets.
            (text + "// as it comes", turned(&turns))
        }
        _ => {
            let (_, mut turns) = plain(rng, puzzle, length);
            turns.extend([('x', below(rng, 4) as usize), ('y', below(rng, 4) as usize)]);
            let model = turned(&turns);
            (facelets(rng, puzzle, &model), model)
        }
    };
    let (line, state) = (text.into_bytes(), Some(state));
    Input { line, state }
}
