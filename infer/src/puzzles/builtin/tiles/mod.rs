//! Sliding tiles as text: numbers row by row, or the moves from the goal.

mod board;
mod by_rows;
mod other_goal;

use crate::group::Size;
use crate::puzzles::text::{Part, Text, is_bracket, is_size, rows, separates, written};
use crate::puzzles::{Aim, Puzzle as Value, Seeded};
use crate::refusal::Refusal;
use board::{Board, rectangle};
use quarterturn_core::Move;
use quarterturn_core::puzzle::sliding::{self, Sides, TilesError, TilesErrorKind};

/// The puzzle of a name such as `puzzle3x4`: three rows of four cells, each side from 2 to 7.
pub(in crate::puzzles) fn named(name: &str) -> Option<Value> {
    let (rows, columns) = name.strip_prefix("puzzle")?.split_once('x')?;
    let side = |text: &str| text.parse().ok().filter(|_| text.len() == 1);
    let sides = Sides::new(side(rows)?, side(columns)?)?;
    match sides.rows() {
        // A square has a name of its own.
        side @ 3.. if side == sides.columns() => {
            crate::puzzles::find(&format!("puzzle{}", sides.cells() - 1))
        }
        _ => rectangle(sides, None),
    }
}

impl<B: Board> Text for B {
    fn start(&self) -> B::State {
        self.end()
    }

    /// Half of all arrangements.
    fn order(&self) -> Option<u128> {
        self.states()?.get()
    }

    fn states(&self) -> Option<Size> {
        Some(Size::product(3..=self.sides().cells()))
    }

    /// At least half as much again as the farthest boards known: 128, 312, 648, 1200 on squares. On narrow boards tiles
    /// pass each other only with many moves.
    fn longest(&self) -> usize {
        let (rows, columns) = (self.sides().rows(), self.sides().columns());
        let square = rows * columns * rows * columns;
        if rows == columns && rows > 2 {
            square / 2
        } else {
            square
        }
    }

    fn random(&self, rng: &mut Seeded) -> B::State {
        self.drawn(rng)
    }

    fn read(&self, text: &str) -> Result<(Self, B::State), Refusal> {
        let (puzzle, state) = self.read_far(text)?;
        if self.is_odd(&state) {
            return Err(other_goal::odd(self));
        }
        Ok((puzzle, state))
    }

    fn read_far(&self, text: &str) -> Result<(Self, B::State), Refusal> {
        let first = text.trim_start().chars().next();
        if first.is_some_and(|c| c.is_ascii_alphabetic()) {
            return Ok((self.clone(), self.moved(&self.end(), text)?));
        }
        let mut cells = vec![0; self.sides().cells()];
        sliding::read(self.sides(), text, &mut cells)
            .map_err(|error| refusal(error, self.sides(), text))?;
        Ok((self.clone(), self.of(&cells)))
    }

    /// A board is drawn as rows of as many numbers, after a line with its size or none. A list of lists may have lines
    /// with nothing but brackets.
    fn span(&self, lines: &[&str], ended: bool) -> Option<usize> {
        let sides = self.sides();
        rows(lines, ended, sides.rows(), |nth, line| {
            let is_size = || is_size(line, [sides.rows(), sides.columns()]);
            match numbers(line) {
                _ if is_bracket(line) || nth == 0 && is_size() => Part::Frame,
                Some(count) if count == sides.columns() => Part::Row,
                _ => Part::Other,
            }
        })
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
        let cells = self.sides().cells();
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
                Ok(count) if (1..cells).contains(&count) => count,
                _ => return fail(at + 1, format!("{count} tiles cannot slide at once")),
            };
            moves.extend(std::iter::repeat_n((at, mv), count));
            rest = after;
        }
        Ok(moves)
    }

    fn constructs(&self) -> bool {
        true
    }

    fn constructed(&self, state: &B::State) -> Option<Vec<Move>> {
        by_rows::by_rows(self.sides(), self.cells(&self.end()), self.cells(state))
    }

    fn aimed(&self, target: &str) -> Option<Result<Aim, Refusal>> {
        match self.read_far(target) {
            Ok((_, state)) => other_goal::at(self, self.cells(&state)).map(Ok),
            Err(refusal) => Some(Err(refusal)),
        }
    }

    fn write(&self, state: &B::State) -> String {
        other_goal::text(self.cells(state))
    }

    fn picture(&self, state: &B::State, colour: bool) -> String {
        let goal = self.end();
        let (cells, goal) = (self.cells(state), self.cells(&goal));
        written(|out| sliding::write_picture(self.sides(), cells, goal, colour, out))
    }

    fn places(&self) -> Option<crate::puzzles::Places<B::State>> {
        self.in_places()
    }
}

const MOVES: &str = "moves are U D L R, the direction in which a tile slides; R2 means R R";

/// How many numbers a line has, if it has nothing else but what stands between them.
fn numbers(line: &str) -> Option<usize> {
    let mut words = line.split(separates).filter(|word| !word.is_empty());
    let number = |word: &str| word == "_" || word.bytes().all(|b| b.is_ascii_digit());
    words.try_fold(0, |count, word| number(word).then_some(count + 1))
}

/// A refusal of a text, with what to do where a number stands before the board.
fn refusal(error: TilesError, sides: Sides, text: &str) -> Refusal {
    let mut refusal = Refusal::from(error);
    if let TilesErrorKind::Count { found, expected } = error.kind
        && found == expected + 1
    {
        let board = text.trim_start().split_once(|c: char| !c.is_ascii_digit());
        let cells = &mut vec![0; expected];
        if board.is_some_and(|(_, board)| sliding::read(sides, board, cells).is_ok()) {
            let hint = "leave out the first number: the others are a board";
            refusal.hint = Some(hint.into());
        }
    }
    refusal
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
