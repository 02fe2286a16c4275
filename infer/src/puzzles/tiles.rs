//! Sliding tiles as text: numbers row by row, or the moves from the goal.

use super::text::{Text, written};
use crate::refusal::Refusal;
use quarterturn_core::puzzle::sliding::{Sliding, Tiles, TilesError};
use quarterturn_core::random::Random;
use rand_xoshiro::Xoshiro256PlusPlus;

impl<const CELLS: usize> Text for Sliding<CELLS> {
    fn start(&self) -> Tiles<CELLS> {
        Tiles::SOLVED
    }

    /// At least half as much again as the farthest boards known: 128, 312, 648, 1200.
    fn longest(&self) -> usize {
        CELLS * CELLS / 2
    }

    fn random(&self, rng: &mut Xoshiro256PlusPlus) -> Tiles<CELLS> {
        Tiles::random(rng)
    }

    fn read(&self, text: &str) -> Result<(Self, Tiles<CELLS>), Refusal> {
        let first = text.trim_start().chars().next();
        if first.is_some_and(|c| c.is_ascii_alphabetic()) {
            return Ok((*self, self.moved(&Tiles::SOLVED, text)?));
        }
        Ok((*self, Tiles::from_text(text)?))
    }

    fn write(&self, state: &Tiles<CELLS>) -> String {
        state.to_string()
    }

    fn picture(&self, state: &Tiles<CELLS>, colour: bool) -> String {
        written(|out| state.write_picture(colour, out))
    }

    #[cfg(feature = "libtorch")]
    fn places(&self) -> Option<super::Places<Tiles<CELLS>>> {
        super::places::tiles(self)
    }
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
