//! The classical solvers by name.

use super::korf::{Korf, Tables};
use super::patterns::{self, Patterns};
use super::tightened::Tightened;
use super::two_phase::TwoPhase;
use etcetera::BaseStrategy;
use quarterturn::eval::Evaluator;
use quarterturn::limits::Limits;
use quarterturn::puzzles::{Erased, Puzzle as AnyPuzzle, Text, Visitor};
use quarterturn::search::Search;
use quarterturn::solver::{BuildError, Engine, Extension, News, SettingsError, Tell, engine_of};
use quarterturn_core::cube::{Cube3, Cube3Htm, Cube3Qtm};
use quarterturn_core::{Move, Puzzle};
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
    /// [`ClassicalError`] when the words after the name mean nothing to it.
    pub fn read(words: &[&str], tables: Option<&Path>) -> Option<Result<Self, ClassicalError>> {
        let fail = |message| Err(ClassicalError::Words(message));
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
        let made = own(puzzle, |cube: &Cube3Qtm| self.search(cube, tell))
            .or_else(|| own(puzzle, |cube: &Cube3Htm| self.search(cube, tell)))
            .or_else(|| own(puzzle, |tiles: &Erased<16>| self.search_erased(tiles, tell)))
            .or_else(|| own(puzzle, |tiles: &Erased<64>| self.search_erased(tiles, tell)));
        made.unwrap_or_else(|| Err(self.unfit(puzzle)))
    }

    /// The solver for a puzzle with its tables made, and their bytes; `tell` reports progress.
    ///
    /// # Errors
    /// [`BuildError`] when it does not solve the puzzle.
    pub fn engine(
        &self,
        puzzle: &AnyPuzzle,
        tell: &Tell,
    ) -> Result<(Box<dyn Engine>, usize), BuildError> {
        puzzle.visit(Made { kind: self, tell })
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
    fn search<P: Puzzle<State = Cube3>>(
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
    fn search_erased<const N: usize>(
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

struct Made<'a> {
    kind: &'a Classical,
    tell: &'a Tell,
}

impl Visitor for Made<'_> {
    type Output = Result<(Box<dyn Engine>, usize), BuildError>;

    fn visit<P: Text>(self, puzzle: &P) -> Self::Output {
        let made = self.kind.build(puzzle, self.tell)?;
        Ok((engine_of(puzzle, made.search.into()), made.bytes))
    }
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
