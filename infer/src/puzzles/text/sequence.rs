//! Moves as a list, which a text repeats and undoes.

use super::{Text, printed};
use crate::nearest::nearest;
use crate::puzzles::formats::Tables;
use crate::refusal::Refusal;
use quarterturn_core::notation::{NotationError, NotationErrorKind, Product, read_named};
use quarterturn_core::{Move, Puzzle};
use std::collections::HashMap;

/// The most moves that a text stands for.
const LONGEST: usize = 1 << 20;

/// Moves, each with the byte offset of its name.
#[derive(Clone)]
struct Sequence<'a, P> {
    puzzle: &'a P,
    moves: Vec<(usize, Move)>,
    fault: Option<Fault>,
}

/// Why there is no list.
#[derive(Clone, Copy)]
enum Fault {
    TooLong,
    /// A move that none undoes, and where it stands.
    NoUndo(usize, Move),
}

impl<P: Puzzle> Product for Sequence<'_, P> {
    fn append(&mut self, next: &Self) {
        self.fault = self.fault.or(next.fault);
        if self.moves.len() + next.moves.len() > LONGEST {
            self.fault.get_or_insert(Fault::TooLong);
        }
        match self.fault {
            None => self.moves.extend_from_slice(&next.moves),
            Some(_) => self.moves.clear(),
        }
    }

    fn inverse(&self) -> Self {
        let mut inverse = self.clone();
        inverse.moves.clear();
        for &(at, mv) in self.moves.iter().rev() {
            match self.puzzle.undo(mv) {
                Some(undo) => inverse.moves.push((at, undo)),
                None => inverse.fault = inverse.fault.or(Some(Fault::NoUndo(at, mv))),
            }
        }
        inverse
    }
}

/// The moves of a text, each with the byte offset of its name.
///
/// # Errors
/// [`Refusal`] with the place.
pub(super) fn read<P: Text>(puzzle: &P, text: &str) -> Result<Vec<(usize, Move)>, Refusal> {
    if let Some(moves) = plain(puzzle, text) {
        return Ok(moves);
    }
    let text = &printed::plain(text);
    let sequence = |moves| Sequence {
        puzzle,
        moves,
        fault: None,
    };
    let names = puzzle.moves().map(|mv| puzzle.move_name(mv));
    let one = |nth: usize, at| sequence(vec![(at, Move(nth as u8))]);
    let read = read_named(text, names, &sequence(Vec::new()), one);
    let found = read.map_err(|error| refusal(puzzle, text, error))?;
    let (at, message) = match found.fault {
        None => return Ok(found.moves),
        Some(Fault::TooLong) => (None, format!("this is more than {LONGEST} moves")),
        Some(Fault::NoUndo(at, mv)) => {
            let name = puzzle.move_name(mv);
            (
                Some(at),
                format!("no move of {} undoes {name}", puzzle.name()),
            )
        }
    };
    Err(Refusal {
        code: "impossible-sequence",
        message,
        at,
        hint: None,
    })
}

/// The moves of a text of names alone, whatever these look like; `None` where anything else is there.
fn plain<P: Text>(puzzle: &P, text: &str) -> Option<Vec<(usize, Move)>> {
    let mut known = HashMap::new();
    for mv in puzzle.moves() {
        known.entry(puzzle.move_name(mv)).or_insert(mv);
    }
    let moves = text.split_whitespace().map(|word| {
        let at = word.as_ptr().addr() - text.as_ptr().addr();
        Some((at, *known.get(word)?))
    });
    moves.collect()
}

fn refusal<P: Text>(puzzle: &P, text: &str, error: NotationError) -> Refusal {
    let NotationErrorKind::UnknownMove(_) = error.kind else {
        return error.into();
    };
    let rest = text.get(error.at..).unwrap_or_default();
    let word = rest.split_whitespace().next().unwrap_or_default();
    let (what, hint) = meant(puzzle, text, word);
    Refusal {
        code: "unknown-move",
        message: format!("{word:.80?} is not a move of {}{what}", puzzle.name()),
        at: Some(error.at),
        hint: Some(hint.unwrap_or_else(|| format!("moves are {}", names(puzzle)))),
    }
}

/// What a word that is no move is elsewhere, and what to write here.
fn meant<P: Text>(puzzle: &P, text: &str, word: &str) -> (String, Option<String>) {
    let described = puzzle.described();
    let tables = described.as_ref().map(|described| &described.tables);
    let stickers = tables.map_or(0, Tables::stickers);
    let whole: Vec<char> = text.chars().filter(|c| !c.is_whitespace()).collect();
    if stickers > 1 && whole.len() == stickers && whole.iter().all(char::is_ascii_alphabetic) {
        let start = puzzle.write(&puzzle.start());
        return (
            format!(": {stickers} letters are its stickers, which it reads as numbers"),
            Some(format!(
                "list the colours of all stickers in the order of the puzzle's file, or give moves; solved it is {start}"
            )),
        );
    }
    let name = word.trim_end_matches(|c: char| c == '\'' || c.is_ascii_digit());
    let turns_all = |other: &String| other == word || other == name;
    if described
        .as_ref()
        .is_some_and(|described| described.left_out.iter().any(turns_all))
    {
        return (": the whole puzzle turns with it".into(), None);
    }
    if let Some(layers) = wide(puzzle, word) {
        return (
            ": it turns several layers".into(),
            Some(format!("write {layers}")),
        );
    }
    if word.ends_with("++") || word.ends_with("--") {
        return (": it is Pochmann's turn of all layers but one".into(), None);
    }
    let all = puzzle.moves().map(|mv| puzzle.move_name(mv));
    let hint =
        nearest(word, all).map(|near| format!("{near} is nearest; moves are {}", names(puzzle)));
    (String::new(), hint)
}

/// A wide turn, such as `Uw2` or `3Uw`, as turns of its layers, if these are moves.
fn wide<P: Text>(puzzle: &P, word: &str) -> Option<String> {
    let face = word.trim_start_matches(|c: char| c.is_ascii_digit());
    let layers = match &word[..word.len() - face.len()] {
        "" => 2,
        digits => digits.parse().ok().filter(|&n: &usize| n < 100)?,
    };
    let (face, marks) = face.split_once('w')?;
    let known = |name: &str| puzzle.moves().any(|mv| puzzle.move_name(mv) == name);
    let layers = (1..=layers).map(|layer| match layer {
        1 => face.to_owned(),
        layer => format!("{layer}{face}"),
    });
    let layers: Vec<String> = layers.collect();
    let all = !face.is_empty() && layers.len() > 1 && layers.iter().all(|layer| known(layer));
    all.then(|| {
        layers
            .iter()
            .map(|layer| layer.clone() + marks)
            .collect::<Vec<_>>()
            .join(" ")
    })
}

/// The first moves by name.
fn names<P: Puzzle>(puzzle: &P) -> String {
    const SHOWN: usize = 24;
    let names: Vec<&str> = puzzle
        .moves()
        .take(SHOWN)
        .map(|mv| puzzle.move_name(mv))
        .collect();
    let more = if puzzle.move_count() > SHOWN {
        " …"
    } else {
        ""
    };
    names.join(" ") + more
}
