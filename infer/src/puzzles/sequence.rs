//! Moves as a list, which a text repeats and undoes.

use super::text::Text;
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
    Refusal {
        code: "unknown-move",
        message: format!("{word:?} is not a move of {}", puzzle.name()),
        at: Some(error.at),
        hint: Some(format!("moves are {}", names(puzzle))),
    }
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
