//! The classical solvers by name.

use super::korf::{Korf, Tables};
use super::patterns::{self, Patterns};
use super::tightened::Tightened;
use super::two_phase::TwoPhase;
use crate::eval::Evaluator;
use crate::limits::Limits;
use crate::puzzles::{Erased, Text};
use crate::search::Search;
use crate::solver::{BuildError, News, SettingsError, Tell};
use etcetera::BaseStrategy;
use quarterturn_core::cube::Cube3;
use quarterturn_core::{Move, Puzzle};
use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// A search with its tables.
pub struct Tabled<P: Puzzle> {
    /// The search.
    pub search: Box<dyn Search<P>>,
    /// The lower bound that its tables give, for other searches; the tables of two-phase give none.
    pub bound: Option<Arc<dyn Evaluator<P>>>,
    /// Bytes of its tables.
    pub bytes: usize,
}

impl<P: Puzzle> fmt::Debug for Tabled<P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Tabled({}, {} bytes)", self.search.name(), self.bytes)
    }
}

impl<P: Puzzle> Tabled<P> {
    /// A solver whose tables give a lower bound.
    fn bounding<S: Search<P> + Evaluator<P> + Clone + 'static>(solver: S, bytes: usize) -> Self {
        Self {
            bound: Some(Arc::new(solver.clone())),
            search: Box::new(solver),
            bytes,
        }
    }

    /// A solver whose tables are only for its own use.
    fn plain(solver: impl Search<P> + 'static) -> Self {
        Self {
            bound: None,
            search: Box::new(solver),
            bytes: TwoPhase::TABLES,
        }
    }
}

/// A solver that is not learned.
#[derive(Clone, Debug)]
pub enum Classical {
    /// Kociemba's algorithm, with a limit on the number of face turns.
    TwoPhase(TwoPhase),
    /// The same, again and again with a lower limit, until the time is over.
    Tightened(Tightened),
    /// Korf's, with its tables in a folder.
    Korf(PathBuf),
    /// Additive pattern databases of sliding tiles, with its tables in a folder if there is one.
    Patterns(Option<PathBuf>),
}

impl Classical {
    /// Reads words such as `two-phase 20`; `None` if they name no classical solver. `tables` is the
    /// folder of Korf's tables, if not the usual one.
    ///
    /// # Errors
    /// [`BuildError`] when the words after the name mean nothing to it.
    pub fn read(words: &[&str], tables: Option<&Path>) -> Option<Result<Self, BuildError>> {
        let fail = |message| Err(SettingsError::Words(message).into());
        Some(match *words {
            ["two-phase"] => Ok(Self::TwoPhase(TwoPhase::default())),
            ["two-phase", turns] => match turns.parse() {
                Ok(turns @ 20..=25) => Ok(Self::TwoPhase(TwoPhase { turns })),
                _ => fail(format!(
                    "two-phase takes a number of face turns from 20 to 25, not {turns:?}"
                )),
            },
            ["korf"] => folder(tables).map(Self::Korf),
            ["patterns"] => Ok(Self::patterns(tables)),
            ["two-phase" | "korf" | "patterns", ..] => {
                let extra = words[1..].join(" ");
                fail(format!("{} does not take {extra:?}", words[0]))
            }
            _ => return None,
        })
    }

    /// Whether its solutions are certainly shortest ones.
    pub const fn exact(&self) -> bool {
        matches!(self, Self::Korf(_) | Self::Patterns(_))
    }

    /// Pattern databases of tiles, kept in `tables` or the user's cache; not kept where there is none.
    pub fn patterns(tables: Option<&Path>) -> Self {
        Self::Patterns(folder(tables).ok())
    }

    /// Its name.
    pub(super) const fn name(&self) -> &'static str {
        match self {
            Self::TwoPhase(_) | Self::Tightened(_) => "two-phase",
            Self::Korf(_) => "korf",
            Self::Patterns(_) => "patterns",
        }
    }

    /// Refuses a puzzle that it does not solve.
    pub(super) fn check<P: Puzzle>(&self, puzzle: &P) -> Result<(), BuildError> {
        let fits = match self {
            Self::Patterns(_) => cells(puzzle).is_some_and(patterns::Tables::fit),
            _ => puzzle.family() == "cube3",
        };
        if fits {
            Ok(())
        } else {
            Err(self.unfit(puzzle))
        }
    }

    /// Makes the solver for a puzzle with its tables; `tell` reports progress.
    ///
    /// # Errors
    /// [`BuildError`] when it does not solve the puzzle.
    pub fn build<P: Text>(&self, puzzle: &P, tell: &Tell) -> Result<Tabled<P>, BuildError> {
        let made = puzzle.classical(self, tell);
        made.unwrap_or_else(|| Err(self.unfit(puzzle)))
    }

    fn unfit<P: Puzzle>(&self, puzzle: &P) -> BuildError {
        BuildError::Settings(SettingsError::NotSolvedBy {
            solver: self.name(),
            puzzle: puzzle.name().into(),
        })
    }

    /// The solver for a cube, with its tables made.
    pub(crate) fn search<P: Puzzle<State = Cube3>>(
        &self,
        puzzle: &P,
        tell: &Tell,
    ) -> Result<Tabled<P>, BuildError> {
        Ok(match self {
            Self::TwoPhase(solver) => {
                // The first call makes the tables.
                let turned = puzzle.apply(&Cube3::SOLVED, Move(0));
                solver.run(puzzle, &turned, &Limits::default());
                Tabled::plain(*solver)
            }
            Self::Tightened(solver) => Tabled::plain(solver.clone()),
            Self::Korf(folder) => {
                let tables = Tables::cached(puzzle, folder, tell);
                let bytes = tables.bytes();
                let tables = Arc::new(tables);
                Tabled::bounding(Korf { tables }, bytes)
            }
            Self::Patterns(_) => return Err(self.unfit(puzzle)),
        })
    }

    /// Makes the solver for a type-erased puzzle with its tables.
    pub(crate) fn search_erased<const N: usize>(
        &self,
        puzzle: &Erased<N>,
        tell: &Tell,
    ) -> Result<Tabled<Erased<N>>, BuildError> {
        let unfit = || self.unfit(puzzle);
        let Self::Patterns(folder) = self else {
            return Err(unfit());
        };
        let cells = cells(puzzle).ok_or_else(unfit)?;
        let tables = match folder {
            Some(folder) => patterns::Tables::cached(cells, folder, tell),
            None => {
                patterns::Tables::new(cells, |known, total| tell(News::Tables { known, total }))
            }
        };
        let tables = Arc::new(tables.ok_or_else(unfit)?);
        let bytes = tables.bytes();
        Ok(Tabled::bounding(Patterns { tables }, bytes))
    }
}

/// Cells of a board of sliding tiles, by its name.
fn cells<P: Puzzle>(puzzle: &P) -> Option<usize> {
    let tiles = puzzle.name().strip_prefix("puzzle")?;
    tiles.parse().ok().map(|tiles: usize| tiles + 1)
}

/// The lower bound of pattern databases: Korf's for the 3×3×3 cube, additive ones for sliding tiles.
///
/// # Errors
/// [`BuildError`] when there are none.
pub(crate) fn bound<P: Text>(
    puzzle: &P,
    tables: Option<&Path>,
    tell: &Tell,
) -> Result<Arc<dyn Evaluator<P>>, BuildError> {
    let made = match Classical::patterns(tables).build(puzzle, tell) {
        Err(BuildError::Settings(SettingsError::NotSolvedBy { .. })) => {
            Classical::Korf(folder(tables)?).build(puzzle, tell)
        }
        made => made,
    };
    match made {
        Ok(Tabled {
            bound: Some(bound), ..
        }) => Ok(bound),
        Ok(_) | Err(BuildError::Settings(SettingsError::NotSolvedBy { .. })) => {
            Err(BuildError::Settings(SettingsError::Lacks {
                what: "--model patterns",
                needs: "the 3×3×3 cube or sliding tiles up to 5×5",
                puzzle: puzzle.name().into(),
            }))
        }
        Err(error) => Err(error),
    }
}

/// The folder of pattern databases: the one that the user named, else one in the user's cache.
///
/// # Errors
/// [`BuildError::NoFolder`] when the user has none.
pub fn folder(tables: Option<&Path>) -> Result<PathBuf, BuildError> {
    if let Some(folder) = tables {
        return Ok(folder.into());
    }
    let base = etcetera::choose_base_strategy().map_err(|e| BuildError::NoFolder(e.to_string()))?;
    Ok(base.cache_dir().join("quarterturn"))
}
