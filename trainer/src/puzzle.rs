//! The puzzles that can be trained: those of the library, with levels of its own for Sokoban.

use crate::dynamics::{self, Dynamics, Pulls};
use crate::folder::METRICS;
use crate::levels::{self, Levels};
use crate::net::stickers;
use quarterturn::Puzzle;
use quarterturn::puzzles::formats::{self, Target};
use quarterturn::puzzles::{self, Erased, Kind, PuzzleError, Text, knows_bound};
use quarterturn_core::Puzzle as Rules;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, LazyLock};

/// The puzzle that has dynamics of its own.
pub(crate) const SOKOBAN: &str = "sokoban";

/// Levels that no run learns from: evaluations and exports look at these.
static HELD_OUT: LazyLock<Levels> = LazyLock::new(|| levels::many(100, u64::MAX));

pub use quarterturn::puzzles::Visitor;

/// The puzzle that has this name here; `None` where the name is that of a file, if of anything.
fn named(name: &str) -> Option<Puzzle> {
    match name {
        // Many levels instead of the one that the library solves.
        SOKOBAN => Some(Kind::Other(Erased::new(HELD_OUT.clone())).into()),
        _ => puzzles::find(name),
    }
}

/// The puzzle of that name, else the one that the file of that name defines.
///
/// # Errors
/// As [`Puzzle::find`].
pub fn find(name: &str) -> Result<Puzzle, PuzzleError> {
    named(name).map_or_else(|| Puzzle::find(name), Ok)
}

/// The path, if the name is not a puzzle's.
pub fn path(name: &str) -> Option<&Path> {
    named(name).is_none().then_some(Path::new(name))
}

/// The file that defines a puzzle which is not named here. One puzzle of a file of several becomes a file of its own.
///
/// # Errors
/// When the system refuses.
pub fn definition(path: &Path) -> io::Result<Vec<u8>> {
    let part = || Puzzle::open(path).ok()?.described();
    match (path.is_file(), part()) {
        (false, Some(part)) => Ok(formats::write(&part, Target::Kaggle, "puzzle").into()),
        _ => std::fs::read(path),
    }
}

/// Where the file of a puzzle is that a recipe in `folder` names: the copy that a run keeps in its
/// folder, else where the name says, else beside the recipe.
pub fn located(name: &str, folder: &Path) -> Option<PathBuf> {
    let path = path(name)?;
    let kept = folder.join(path.file_name()?);
    let run = folder.join(METRICS).is_file();
    let places = [
        run.then_some(kept),
        Some(path.into()),
        Some(folder.join(path)),
    ];
    places.into_iter().flatten().find(|path| path.is_file())
}

/// Calls the visitor with the puzzle of that name or in that file, if there is one.
pub fn visit<V: Visitor>(name: &str, visitor: V) -> Option<V::Output> {
    Some(find(name).ok()?.visit(visitor))
}

/// The properties of a puzzle that decide whether a recipe can train it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Knowledge {
    /// Whether walks from its goals are known.
    pub walks: bool,
    /// Whether every move can be undone by another one.
    pub undo: bool,
    /// Whether it is one puzzle of many levels.
    pub levels: bool,
    /// Whether there are symmetry frames.
    pub frames: bool,
    /// Whether it knows a lower bound on the moves to a goal.
    pub bound: bool,
    /// Stickers, the unmoving ones included; `None` where the puzzle has none.
    pub stickers: Option<i64>,
    /// Active features of a state; none where all states look alike.
    pub active: usize,
}

/// The properties of the puzzle of that name.
///
/// # Errors
/// When there is none.
pub fn knowledge(name: &str) -> Result<Knowledge, PuzzleError> {
    struct Ask;
    impl Visitor for Ask {
        type Output = Knowledge;
        fn visit<P: Text>(self, puzzle: &P) -> Self::Output {
            let undo = puzzle.moves().all(|mv| puzzle.undo(mv).is_some());
            let levels = Rules::name(puzzle) == SOKOBAN;
            Knowledge {
                walks: levels || undo && puzzle.goal().is_some(),
                undo,
                levels,
                frames: puzzle.frames() > 1,
                bound: knows_bound(puzzle),
                stickers: stickers::stickers(Rules::family(puzzle)),
                active: puzzle.inputs().active,
            }
        }
    }
    Ok(find(name)?.visit(Ask))
}

/// The number of states that moves lead to from the goal of the puzzle of that name; `None` if it is not known, or if
/// it does not fit in a `u128`.
pub fn states(name: &str) -> Option<u128> {
    find(name).ok()?.order()
}

/// The identity of a puzzle: its name or, for a puzzle in a file, its family, which depends on what the file
/// defines.
pub fn identity(name: &str) -> Option<String> {
    let puzzle = find(name).ok()?;
    let own = match path(name) {
        Some(_) => puzzle.family(),
        None => puzzle.name(),
    };
    Some(own.to_owned())
}

/// Whether a network or a run for puzzles of that family is for the puzzle of that name.
pub fn is_read_by(name: &str, family: &str) -> bool {
    struct Ask<'a>(&'a str);
    impl Visitor for Ask<'_> {
        type Output = bool;
        fn visit<P: Text>(self, puzzle: &P) -> Self::Output {
            puzzle.is_read_by(self.0)
        }
    }
    visit(name, Ask(family)).unwrap_or(false)
}

/// Family and metric of the puzzle of that name, as weight files state them.
pub fn family(name: &str) -> Option<(String, &'static str)> {
    let puzzle = find(name).ok()?;
    Some((puzzle.family().to_owned(), puzzle.metric().name()))
}

/// The dynamics of the puzzle of that name, if there is one that can be trained; in levels that no run
/// learns from.
pub fn dynamics(name: &str) -> Option<Arc<dyn Dynamics>> {
    struct Build;
    impl Visitor for Build {
        type Output = Option<Arc<dyn Dynamics>>;
        fn visit<P: Text>(self, puzzle: &P) -> Self::Output {
            dynamics::of(puzzle)
        }
    }
    if name == SOKOBAN {
        return Some(Arc::new(Pulls::new(HELD_OUT.clone())));
    }
    visit(name, Build).flatten()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_is_its_puzzles() {
        let names: Vec<String> = puzzles::all().map(|puzzle| puzzle.name().into()).collect();
        for name in names.iter().map(String::as_str) {
            assert_eq!(identity(name).as_deref(), Some(name));
        }
    }
}
