//! Sliding tiles as text: numbers row by row, or the moves from the goal.

use super::Seeded;
use super::text::{Text, rows, written};
use crate::refusal::Refusal;
use quarterturn_core::puzzle::sliding::{Sliding, Tiles, TilesError, TilesErrorKind};
use quarterturn_core::random::Random;
use quarterturn_core::{Move, Puzzle};

impl<const CELLS: usize> Text for Sliding<CELLS> {
    fn start(&self) -> Tiles<CELLS> {
        Tiles::SOLVED
    }

    /// Half of all arrangements.
    fn order(&self) -> Option<u128> {
        (3..=CELLS as u128).try_fold(1u128, u128::checked_mul)
    }

    /// At least half as much again as the farthest boards known: 128, 312, 648, 1200.
    fn longest(&self) -> usize {
        CELLS * CELLS / 2
    }

    fn random(&self, rng: &mut Seeded) -> Tiles<CELLS> {
        Tiles::random(rng)
    }

    fn read(&self, text: &str) -> Result<(Self, Tiles<CELLS>), Refusal> {
        let first = text.trim_start().chars().next();
        if first.is_some_and(|c| c.is_ascii_alphabetic()) {
            return Ok((*self, self.moved(&Tiles::SOLVED, text)?));
        }
        let board = Tiles::from_text(text);
        Ok((*self, board.map_err(|error| refusal::<CELLS>(error, text))?))
    }

    /// A board is drawn as rows of as many numbers.
    fn span(&self, lines: &[&str], ended: bool) -> Option<usize> {
        let side = Tiles::<CELLS>::SIDE;
        let number = |word: &str| word == "_" || word.bytes().all(|b| b.is_ascii_digit());
        let is_row = |line: &str| {
            let words = || line.split_whitespace();
            words().count() == side && words().all(number)
        };
        rows(lines, ended, side, is_row)
    }

    /// Letters with or without space between them, each with a count after it or none: `R2D2L`.
    fn located_moves(&self, text: &str) -> Result<Vec<(usize, Move)>, Refusal> {
        let fail = |at, message| {
            Err(Refusal {
                code: "unknown-move",
                message,
                at: Some(at),
                hint: Some(MOVES.into()),
            })
        };
        let mut moves = Vec::new();
        let mut rest = text;
        while let Some(letter) = rest.chars().next() {
            let at = text.len() - rest.len();
            rest = &rest[letter.len_utf8()..];
            if letter.is_whitespace() {
                continue;
            }
            let found = self
                .moves()
                .find(|&mv| self.move_name(mv).starts_with(letter));
            let Some(mv) = found else {
                let name = self.name();
                return fail(at, format!("{letter:?} is not a move of {name}"));
            };
            let digits = rest.len() - rest.trim_start_matches(|c: char| c.is_ascii_digit()).len();
            let (count, after) = rest.split_at(digits);
            let count = match count.parse() {
                _ if count.is_empty() => 1,
                Ok(count) if (1..CELLS).contains(&count) => count,
                _ => return fail(at + 1, format!("{count} tiles cannot slide at once")),
            };
            moves.extend(std::iter::repeat_n((at, mv), count));
            rest = after;
        }
        Ok(moves)
    }

    fn write(&self, state: &Tiles<CELLS>) -> String {
        state.to_string()
    }

    fn picture(&self, state: &Tiles<CELLS>, colour: bool) -> String {
        written(|out| state.write_picture(colour, out))
    }

    #[cfg(feature = "places")]
    fn places(&self) -> Option<super::Places<Tiles<CELLS>>> {
        super::places::tiles(self)
    }
}

const MOVES: &str = "moves are U D L R, the direction in which a tile slides; R2 means R R";

/// A refusal of a board, with what to do where the board is of another kind than ours.
fn refusal<const CELLS: usize>(error: TilesError, text: &str) -> Refusal {
    let mut refusal = Refusal::from(error);
    match error.kind {
        TilesErrorKind::Parity => {
            if let Some(turned) = turned::<CELLS>(text) {
                refusal.hint = Some(format!(
                    "with the blank first in the goal, where others have it, this board has a solution: turn \
                     it by half a turn and give {turned}"
                ));
            }
        }
        TilesErrorKind::Count { found, .. } if found == CELLS + 1 => {
            let board = text.trim_start().split_once(|c: char| !c.is_ascii_digit());
            let read = board.map(|(_, board)| Tiles::<CELLS>::from_text(board));
            let kind = read.map(|read| read.map_err(|error| error.kind));
            if let Some(Ok(_) | Err(TilesErrorKind::Parity)) = kind {
                let hint = "leave out the first number: the others are a board";
                refusal.hint = Some(hint.into());
            }
        }
        _ => {}
    }
    refusal
}

/// A board and its goal turned by half a turn, so that a blank that belongs first belongs last.
fn turned<const CELLS: usize>(text: &str) -> Option<Tiles<CELLS>> {
    let words = text.split(|c: char| !c.is_ascii_digit() && c != '_');
    let numbers = words
        .filter(|word| !word.is_empty())
        .map(|word| match word {
            "_" => Some(0),
            word => word.parse::<u8>().ok(),
        });
    let mut cells: Vec<u8> = numbers.collect::<Option<_>>()?;
    cells.reverse();
    let turn = |&tile: &u8| if tile == 0 { 0 } else { CELLS as u8 - tile };
    let cells: Vec<u8> = cells.iter().map(turn).collect();
    Tiles::new(cells.try_into().ok()?)
}

impl From<TilesError> for Refusal {
    fn from(error: TilesError) -> Self {
        Self {
            code: error.code(),
            message: error.kind.to_string(),
            at: error.at,
            hint: Some(error.hint().into()),
        }
    }
}
