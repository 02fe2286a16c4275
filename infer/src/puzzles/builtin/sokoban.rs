//! Sokoban as text. A level comes with each state: walls and targets are the puzzle.

use crate::costs::MoveCosts;
use crate::puzzles::Seeded;
use crate::puzzles::text::{Part, Text, is_bracket, rows, separates, written};
use crate::refusal::Refusal;
use quarterturn_core::puzzle::sokoban::{Position, Sokoban, SokobanError};
use quarterturn_core::random::below;
use quarterturn_core::{Move, Puzzle};
use std::sync::LazyLock;

/// The level that stands for the puzzle where no text has given one, and its start.
static ROOM: LazyLock<(Sokoban, Position)> = LazyLock::new(|| {
    let text = "##########/#--------#/#-##--##-#/#-#.--.#-#/#---$$---#/#---$$---#/#-#.--.#-#/#-##--##-#/#---@----#/##########";
    Sokoban::from_text(text).expect("a level")
});

/// Most rows that are taken for one level, to be refused as one if it is too large.
const ROWS: usize = 100;

/// Pulls and steps back from a goal that make a random position.
const BACK: usize = 300;

/// Sokoban in a room of its own.
pub fn room() -> Sokoban {
    ROOM.0.clone()
}

impl Text for Sokoban {
    fn start(&self) -> Position {
        // Any goal of a level that has no start of its own.
        if *self == ROOM.0 {
            return ROOM.1;
        }
        self.goals().next().unwrap_or(ROOM.1)
    }

    fn longest(&self) -> usize {
        1000
    }

    fn random(&self, rng: &mut Seeded) -> Position {
        self.scramble(rng, BACK).1
    }

    /// Backwards from a goal, because random steps forwards may lead to unsolvable states.
    fn scramble(&self, rng: &mut Seeded, length: usize) -> (Option<Vec<Move>>, Position) {
        let goals: Vec<Position> = self.goals().collect();
        let Some(mut state) = pick(rng, &goals) else {
            return (None, Text::start(self));
        };
        for _ in 0..length {
            let before: Vec<Position> = self.predecessors(&state).map(|(state, _)| state).collect();
            // A pull leads away from the goal, a step alone leads nowhere new.
            let Some(next) = pick(rng, &before) else {
                break;
            };
            state = next;
        }
        (None, state)
    }

    fn read(&self, text: &str) -> Result<(Self, Position), Refusal> {
        Ok(Sokoban::from_text(text)?)
    }

    /// A line of words, as titles and notes are; what `#` or `;` begins and is no row of a level; a solution.
    fn is_remark(&self, line: &str) -> bool {
        let first = line.split('\t').find(|part| !part.is_empty());
        let first = first.unwrap_or_default();
        match first.chars().next() {
            Some(';' | '\'' | '"' | ':') => true,
            _ if has_word(first) => true,
            Some('#') => !is_level(first, "/|") && !is_walled(first, '#'),
            Some(c) if c.is_alphabetic() => !first.contains('#') && wall(first).is_none(),
            _ => false,
        }
    }

    /// As far as the rows of a level go: collections put a title or nothing between levels. Rows of other symbols are
    /// refused with their level.
    fn span(&self, lines: &[&str], ended: bool) -> Option<usize> {
        if lines.len() == 1 && Text::read(self, lines[0]).is_ok() {
            return Some(1);
        }
        let wall = lines.first().and_then(|line| wall(line));
        rows(lines, ended, ROWS, |_, line| {
            let walled = is_walled(line, wall.unwrap_or('#')) && !has_word(line);
            match is_level(line, "") || walled || is_grid(line) {
                true => Part::Row,
                false if is_bracket(line) => Part::Frame,
                false => Part::Other,
            }
        })
    }

    fn write(&self, state: &Position) -> String {
        written(|out| self.write_text(state, out))
    }

    fn picture(&self, state: &Position, colour: bool) -> String {
        written(|out| self.write_picture(state, colour, out))
    }

    fn read_moves(&self, text: &str) -> Result<Vec<Move>, Refusal> {
        let letters = text.char_indices().filter(|(_, c)| !c.is_whitespace());
        let moves = letters.map(|(at, letter)| {
            self.step_named(letter).ok_or_else(|| Refusal {
                code: "unknown-move",
                message: format!("{letter:?} is not a move of {}", self.name()),
                at: Some(at),
                hint: Some("moves are u d l r, pushes may be U D L R".into()),
            })
        });
        moves.collect()
    }

    fn write_moves(&self, from: &Position, moves: &[Move], _: Option<&MoveCosts>) -> String {
        written(|out| Sokoban::write_moves(self, from, moves, out))
    }
}

/// Whether a line is of what levels are made of, rows set apart by `separators`.
fn is_level(line: &str, separators: &str) -> bool {
    let part = |c| "#-_ \t.$*@+".contains(c) || separators.contains(c);
    !line.trim().is_empty() && line.chars().all(part)
}

/// Whether a line is of the numbers of a grid: 0 to 5 between brackets, commas and spaces.
fn is_grid(line: &str) -> bool {
    let digits = |c: char| ('0'..='5').contains(&c);
    line.contains(digits) && line.chars().all(|c| digits(c) || separates(c))
}

/// The only symbol of a line of several: that of walls, in other letters than ours.
fn wall(line: &str) -> Option<char> {
    let mut symbols = line.chars().filter(|c| !c.is_whitespace());
    let wall = symbols.next()?;
    (symbols.clone().count() >= 2 && symbols.all(|c| c == wall)).then_some(wall)
}

/// Whether a line begins and ends with a wall.
fn is_walled(line: &str, wall: char) -> bool {
    let line = line.trim();
    line.len() >= 3 && line.starts_with(wall) && line.ends_with(wall)
}

/// Whether three letters in a row, not all the same, make a word.
fn has_word(line: &str) -> bool {
    let letters: Vec<char> = line.chars().collect();
    letters.windows(3).any(|three| {
        three.iter().all(|c| c.is_alphabetic()) && !three.iter().all(|&c| c == three[0])
    })
}

/// One of them, each as likely.
fn pick<T: Copy>(rng: &mut Seeded, of: &[T]) -> Option<T> {
    let count = u32::try_from(of.len()).ok().filter(|&count| count > 0)?;
    of.get(below(rng, count) as usize).copied()
}

impl From<SokobanError> for Refusal {
    fn from(error: SokobanError) -> Self {
        Self {
            code: error.code(),
            message: error.kind.to_string(),
            at: error.at,
            hint: Some(error.hint().into()),
        }
    }
}
