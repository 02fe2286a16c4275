//! The classical solvers by name.

use super::korf::{Korf, Tables};
use super::patterns::{self, Patterns};
use etcetera::BaseStrategy;
use quarterturn::eval::Evaluator;
use quarterturn::puzzles::{Cube3Turns, Erased};
use quarterturn::search::Search;
use quarterturn::solver::{BuildError, Extension, News, SettingsError, Tell};
use quarterturn_core::Puzzle;
use std::any::Any;
use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Cells of a board whose pattern databases are too large.
const LARGE: usize = 49;

/// A search with its tables.
pub struct Tabled<P: Puzzle> {
    /// The search.
    pub search: Box<dyn Search<P>>,
    /// The lower bound that its tables give, for other searches.
    pub bound: Arc<dyn Evaluator<P>>,
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
    fn new<S: Search<P> + Evaluator<P> + Clone + 'static>(solver: S, bytes: usize) -> Self {
        Self {
            bound: Arc::new(solver.clone()),
            search: Box::new(solver),
            bytes,
        }
    }
}

/// What is wrong with what a classical solver was given.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ClassicalError {
    /// Words after its name that mean nothing to it.
    #[error("{0}")]
    Words(String),
    /// No folder for pattern databases.
    #[error("{0}; name a folder for the tables")]
    NoFolder(String),
    /// Pattern databases that nobody has the memory for.
    #[error(
        "the pattern databases of {puzzle} would take {:.2} GB: nine groups of five tiles and one of three",
        *.bytes as f64 / 1e9
    )]
    TooLarge {
        /// The puzzle.
        puzzle: String,
        /// Bytes of the tables.
        bytes: u64,
    },
}

/// A solver that is not learned.
#[derive(Clone, Debug)]
pub enum Classical {
    /// Korf's, with its tables in a folder.
    Korf(PathBuf),
    /// Additive pattern databases of sliding tiles, with its tables in a folder if there is one.
    Patterns(Option<PathBuf>),
}

impl Classical {
    /// Reads the name of a classical solver and nothing after it; `None` if it is none. `tables` is the folder of its
    /// tables, if not the usual one.
    ///
    /// # Errors
    /// [`ClassicalError`] when there are words after the name, or there is no folder for tables.
    pub fn read(words: &[&str], tables: Option<&Path>) -> Option<Result<Self, ClassicalError>> {
        Some(match *words {
            ["korf"] => folder(tables).map(Self::Korf),
            ["patterns"] => Ok(Self::patterns(tables)),
            [name @ ("korf" | "patterns"), ref extra @ ..] => {
                let extra = extra.join(" ");
                Err(ClassicalError::Words(format!(
                    "{name} does not take {extra:?}"
                )))
            }
            _ => return None,
        })
    }

    /// Pattern databases of tiles, kept in `tables` or the user's cache; not kept where there is none.
    pub fn patterns(tables: Option<&Path>) -> Self {
        Self::Patterns(folder(tables).ok())
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
    pub fn build<P: Puzzle>(&self, puzzle: &P, tell: &Tell) -> Result<Tabled<P>, BuildError> {
        // A solver is for puzzles of some types; `P` may be one of these.
        let made = own(puzzle, |cube: &Cube3Turns| self.search(cube, tell))
            .or_else(|| own(puzzle, |tiles: &Erased| self.search_tiles(tiles, tell)));
        made.unwrap_or_else(|| Err(self.unfit(puzzle)))
    }

    fn unfit<P: Puzzle>(&self, puzzle: &P) -> BuildError {
        if let (Self::Patterns(_), Some(cells @ LARGE)) = (self, cells(puzzle)) {
            let bytes = patterns::Tables::size(cells, &[5, 5, 5, 5, 5, 5, 5, 5, 5, 3]);
            let puzzle = puzzle.name().into();
            return BuildError::Extension(ClassicalError::TooLarge { puzzle, bytes }.into());
        }
        BuildError::Settings(SettingsError::Unsolved {
            solver: self.name(),
            puzzle: puzzle.name().into(),
        })
    }

    /// The solver for a cube, with its tables made.
    fn search(&self, puzzle: &Cube3Turns, tell: &Tell) -> Result<Tabled<Cube3Turns>, BuildError> {
        Ok(match self {
            Self::Korf(folder) => {
                let tables = Tables::cached(puzzle, folder, tell);
                let bytes = tables.bytes();
                let tables = Arc::new(tables);
                Tabled::new(Korf { tables }, bytes)
            }
            Self::Patterns(_) => return Err(self.unfit(puzzle)),
        })
    }

    /// Makes the solver for tiles with its tables.
    fn search_tiles(&self, puzzle: &Erased, tell: &Tell) -> Result<Tabled<Erased>, BuildError> {
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
        Ok(Tabled::new(Patterns { tables }, bytes))
    }
}

/// What `make` makes of the puzzle, if its type is `Q`.
fn own<P: Puzzle, Q: Puzzle>(
    puzzle: &P,
    make: impl FnOnce(&Q) -> Result<Tabled<Q>, BuildError>,
) -> Option<Result<Tabled<P>, BuildError>> {
    let puzzle: &dyn Any = puzzle;
    match make(puzzle.downcast_ref()?) {
        Ok(made) => {
            let made: Box<dyn Any> = Box::new(made);
            Some(Ok(*made.downcast().ok()?))
        }
        Err(error) => Some(Err(error)),
    }
}

/// Cells of a board of sliding tiles, by its name.
fn cells<P: Puzzle>(puzzle: &P) -> Option<usize> {
    let tiles = puzzle.name().strip_prefix("puzzle")?;
    tiles.parse().ok().map(|tiles: usize| tiles + 1)
}

/// The folder of pattern databases: the one that the user named, else one in the user's cache.
///
/// # Errors
/// [`ClassicalError::NoFolder`] when the user has none.
pub fn folder(tables: Option<&Path>) -> Result<PathBuf, ClassicalError> {
    if let Some(folder) = tables {
        return Ok(folder.into());
    }
    let base = etcetera::choose_base_strategy();
    let base = base.map_err(|e| ClassicalError::NoFolder(e.to_string()))?;
    Ok(base.cache_dir().join("quarterturn"))
}
