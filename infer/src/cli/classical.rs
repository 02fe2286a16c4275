//! The classical solvers by name.

use super::error::CliError;
use super::progress;
use super::text::Text;
use etcetera::BaseStrategy;
use quarterturn::Limits;
use quarterturn::baseline::korf::{Korf, Progress, Tables};
use quarterturn::baseline::two_phase::TwoPhase;
use quarterturn::search::Search;
use quarterturn_core::cube::Cube3;
use quarterturn_core::{Move, Puzzle};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// A search with the bytes of its tables.
pub type Tabled<P> = (Box<dyn Search<P>>, usize);

/// A solver that is not learned.
pub enum Classical {
    /// Kociemba's, with at most so many face turns.
    TwoPhase(TwoPhase),
    /// Korf's, with its tables in a folder.
    Korf(PathBuf),
}

impl Classical {
    /// Reads the words of `--solver`; `None` where they name no classical solver.
    pub fn read(words: &[&str], cache: Option<&Path>) -> Option<Result<Self, CliError>> {
        Some(match *words {
            ["two-phase"] => Ok(Self::TwoPhase(TwoPhase::default())),
            ["two-phase", turns] => match turns.parse() {
                Ok(turns @ 20..=25) => Ok(Self::TwoPhase(TwoPhase { turns })),
                _ => Err(CliError::Usage(format!(
                    "two-phase takes a number of face turns from 20 to 25, not {turns:?}"
                ))),
            },
            ["korf"] => folder(cache).map(Self::Korf),
            ["two-phase" | "korf", ..] => {
                let extra = words[1..].join(" ");
                Err(CliError::Usage(format!(
                    "{} does not take {extra:?}",
                    words[0]
                )))
            }
            _ => return None,
        })
    }

    /// Whether its solutions are certainly shortest ones.
    pub const fn exact(&self) -> bool {
        matches!(self, Self::Korf(_))
    }

    /// Its name.
    const fn name(&self) -> &'static str {
        match self {
            Self::TwoPhase(_) => "two-phase",
            Self::Korf(_) => "korf",
        }
    }

    /// The solver for a puzzle, with its tables made.
    pub fn made<P: Text>(&self, puzzle: &P) -> Result<Tabled<P>, CliError> {
        puzzle.classical(self).unwrap_or_else(|| {
            let message = format!("{} does not solve {}", self.name(), puzzle.name());
            Err(CliError::Usage(message))
        })
    }

    /// The solver for a cube, with its tables made.
    pub fn search<P: Puzzle<State = Cube3>>(&self, puzzle: &P) -> Result<Tabled<P>, CliError> {
        Ok(match self {
            Self::TwoPhase(solver) => {
                // The first call makes the tables.
                let turned = puzzle.apply(&Cube3::SOLVED, Move(0));
                solver.run(puzzle, &turned, &Limits::default());
                (Box::new(*solver), TwoPhase::TABLES)
            }
            Self::Korf(folder) => {
                let bar = progress::tables();
                let tables = Tables::cached(puzzle, folder, |Progress { known, total }| {
                    bar.set_length(total as u64);
                    bar.set_position(known as u64);
                })?;
                bar.finish_and_clear();
                let bytes = tables.bytes();
                let tables = Arc::new(tables);
                (Box::new(Korf { tables }), bytes)
            }
        })
    }
}

/// The folder of Korf's tables: that of the user's choice, else one in the user's cache.
pub fn folder(cache: Option<&Path>) -> Result<PathBuf, CliError> {
    if let Some(folder) = cache {
        return Ok(folder.into());
    }
    let base = etcetera::choose_base_strategy()
        .map_err(|e| CliError::System(format!("{e}; name a folder with --tables DIR")))?;
    Ok(base.cache_dir().join("quarterturn"))
}
