//! Lights Out as text: lights row by row, or the presses from the goal.

use crate::puzzles::Seeded;
use crate::puzzles::text::{Part, Text, is_bracket, is_size, rows, separates, written};
use crate::refusal::Refusal;
use quarterturn_core::puzzle::lights::{Lights, LightsError, Lit};
use quarterturn_core::{Move, Puzzle};

impl Text for Lights {
    fn start(&self) -> Lit {
        Lit::from_bits(0)
    }

    /// A power of two for each press that does not do what others together do.
    fn order(&self) -> Option<u128> {
        let mut presses: Vec<u128> = Vec::new();
        for mv in self.moves() {
            let mut lit = self.apply(&Text::start(self), mv).bits();
            for &other in &presses {
                // Each has a highest light that those after it do not have.
                lit = lit.min(lit ^ other);
            }
            presses.extend((lit > 0).then_some(lit));
        }
        1u128.checked_shl(presses.len() as u32)
    }

    fn random(&self, rng: &mut Seeded) -> Lit {
        Lights::random(self, rng)
    }

    fn read(&self, text: &str) -> Result<(Self, Lit), Refusal> {
        // A press is three characters between spaces, which no row of lights is.
        let press = |word: &str| self.moves().any(|mv| self.move_name(mv) == word);
        let mut words = text.split_whitespace();
        if words.next().is_some_and(press) {
            return Ok((*self, self.moved(&Text::start(self), text)?));
        }
        Ok((*self, self.from_text(text)?))
    }

    /// Lights that are on may be written as `#`: as many as a row has are lights.
    fn is_remark(&self, line: &str) -> bool {
        let first = line.split('\t').next().unwrap_or_default();
        line.starts_with('#') && lights(first).is_none_or(|count| count < self.side())
    }

    /// A board is drawn as rows of as many lights, after a line with its size or none.
    fn span(&self, lines: &[&str], ended: bool) -> Option<usize> {
        let side = self.side();
        if lines.len() == 1 && Text::read(self, lines[0]).is_ok() {
            return Some(1);
        }
        rows(lines, ended, side, |nth, line| match lights(line) {
            _ if is_bracket(line) || nth == 0 && is_size(line, [side; 2]) => Part::Frame,
            Some(count) if count == side => Part::Row,
            _ => Part::Other,
        })
    }

    fn is_direct(&self) -> bool {
        true
    }

    fn places(&self) -> Option<crate::puzzles::Places<Lit>> {
        crate::puzzles::places::lights(self)
    }

    /// By Gaussian elimination.
    fn solution(&self, state: &Lit) -> Option<Vec<Move>> {
        Some(self.solve(state)?.collect())
    }

    fn write(&self, state: &Lit) -> String {
        written(|out| self.write_text(state, out))
    }

    fn picture(&self, state: &Lit, colour: bool) -> String {
        written(|out| self.write_picture(state, colour, out))
    }
}

/// How many lights a text shows, if nothing else.
fn lights(text: &str) -> Option<usize> {
    let mut shown = text.chars().filter(|&c| !separates(c));
    shown.try_fold(0, |count, c| "#.01".contains(c).then_some(count + 1))
}

impl From<LightsError> for Refusal {
    fn from(error: LightsError) -> Self {
        Self {
            code: error.code(),
            message: error.kind.to_string(),
            at: error.at,
            hint: Some(error.hint().into()),
        }
    }
}
