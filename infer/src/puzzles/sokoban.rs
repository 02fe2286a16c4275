//! Sokoban as text. A level comes with each state: walls and targets are the puzzle.

use super::Seeded;
use super::text::{Text, rows, written};
use crate::costs::MoveCosts;
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

    /// A title, or a line that `#` or `;` begins and that is no row of a level.
    fn is_remark(&self, line: &str) -> bool {
        let first = line.split('\t').next().unwrap_or_default();
        match line.chars().next() {
            Some(';' | '\'' | '"') => true,
            Some('#') => !is_level(first, "/|"),
            Some(c) => c.is_alphabetic() && !line.contains('#'),
            None => false,
        }
    }

    /// As far as the rows of a level go: collections put a title or nothing between levels.
    fn span(&self, lines: &[&str], ended: bool) -> Option<usize> {
        if lines.len() == 1 && Text::read(self, lines[0]).is_ok() {
            return Some(1);
        }
        rows(lines, ended, ROWS, |line| is_level(line, ""))
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
    let part = |c| "#-_ .$*@+".contains(c) || separators.contains(c);
    !line.trim().is_empty() && line.chars().all(part)
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
