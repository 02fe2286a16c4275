//! The puzzles that can be trained: the one place where the name in a recipe becomes a value.

use crate::dynamics::{self, Dynamics, Pulls};
use crate::folder::METRICS;
use crate::levels::{self, Levels};
use crate::net::stickers;
use crate::tensor::Device;
use quarterturn::puzzles::{Erased, FileError, FilePuzzle, Text, knows_bound};
use quarterturn_core::Puzzle;
use quarterturn_core::cube::{Cube2Htm, Cube2Qtm, Cube3Htm, Cube3Qtm};
use quarterturn_core::puzzle::lights::Lights;
use quarterturn_core::puzzle::sliding::{Puzzle8, Puzzle15, Puzzle24, Puzzle35, Puzzle48};
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::sync::LazyLock;

/// The puzzle that has dynamics of its own.
pub(crate) const SOKOBAN: &str = "sokoban";

/// Levels that no run learns from: evaluations and exports look at these.
static HELD_OUT: LazyLock<Levels> = LazyLock::new(|| levels::many(100, u64::MAX));

/// An operation on a puzzle that is known by name only.
pub trait Visitor {
    /// Its result.
    type Output;

    /// Runs it for this puzzle.
    fn visit<P: Text>(self, puzzle: &P) -> Self::Output;
}

/// The path, if the name is one; `None` if it is a puzzle's name.
pub fn path(name: &str) -> Option<&Path> {
    name.ends_with(".gap").then_some(Path::new(name))
}

/// The puzzle in the file that a name is the path of; `None` where it is a name.
fn file(name: &str) -> Option<Result<FilePuzzle, FileError>> {
    path(name).map(FilePuzzle::open)
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

macro_rules! puzzles {
    ($($name:literal => $puzzle:expr,)*) => {
        /// Names of the puzzles, as in recipes; those in files have none.
        pub const NAMES: &[&str] = &[$($name),*];

        /// Calls the visitor with the puzzle of that name or in that file, if there is one.
        pub fn visit<V: Visitor>(name: &str, visitor: V) -> Option<V::Output> {
            match name {
                $($name => Some(visitor.visit(&$puzzle)),)*
                _ => Some(match file(name)?.ok()? {
                    FilePuzzle::Small(puzzle) => visitor.visit(puzzle),
                    FilePuzzle::Large(puzzle) => visitor.visit(puzzle),
                }),
            }
        }
    };
}

// Every visitor is compiled for each type here; one type serves all puzzles but the cubes.
puzzles! {
    "cube3" => Cube3Qtm,
    "cube3-htm" => Cube3Htm,
    "cube2" => Cube2Qtm,
    "cube2-htm" => Cube2Htm,
    "puzzle8" => Erased::<16>::new(Puzzle8),
    "puzzle15" => Erased::<16>::new(Puzzle15),
    "puzzle24" => Erased::<64>::new(Puzzle24),
    "puzzle35" => Erased::<64>::new(Puzzle35),
    "puzzle48" => Erased::<64>::new(Puzzle48),
    "lightsout3" => Erased::<16>::new(Lights::new(3)?),
    "lightsout4" => Erased::<16>::new(Lights::new(4)?),
    "lightsout5" => Erased::<16>::new(Lights::new(5)?),
    "lightsout6" => Erased::<16>::new(Lights::new(6)?),
    "lightsout7" => Erased::<16>::new(Lights::new(7)?),
    "lightsout8" => Erased::<16>::new(Lights::new(8)?),
    "lightsout9" => Erased::<16>::new(Lights::new(9)?),
    "sokoban" => Erased::<64>::new(HELD_OUT.clone()),
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
    /// Whether states differ from each other.
    pub states: bool,
}

/// The properties of the puzzle of that name.
pub fn knowledge(name: &str) -> Option<Knowledge> {
    struct Ask;
    impl Visitor for Ask {
        type Output = Knowledge;
        fn visit<P: Text>(self, puzzle: &P) -> Self::Output {
            let undo = puzzle.moves().all(|mv| puzzle.undo(mv).is_some());
            Knowledge {
                walks: Puzzle::name(puzzle) == SOKOBAN || undo && puzzle.goal().is_some(),
                undo,
                levels: Puzzle::name(puzzle) == SOKOBAN,
                frames: puzzle.frames() > 1,
                bound: knows_bound(puzzle),
                stickers: stickers::stickers(Puzzle::family(puzzle)),
                states: puzzle.inputs().active > 0,
            }
        }
    }
    visit(name, Ask)
}

/// The error for an unknown puzzle.
pub fn refusal(name: &str) -> String {
    match file(name) {
        Some(Err(error)) => error.to_string(),
        _ => format!(
            "{name:?} cannot be trained; choose one of {} or a file for GAP, NAME.gap",
            NAMES.join(", ")
        ),
    }
}

/// The identity of a puzzle: its name or, for a puzzle in a file, its family, which depends on what the file
/// defines.
pub fn identity(name: &str) -> Option<String> {
    struct Ask(bool);
    impl Visitor for Ask {
        type Output = String;
        fn visit<P: Text>(self, puzzle: &P) -> Self::Output {
            match self.0 {
                true => Puzzle::family(puzzle).to_owned(),
                false => Puzzle::name(puzzle).to_owned(),
            }
        }
    }
    visit(name, Ask(path(name).is_some()))
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
    struct Ask;
    impl Visitor for Ask {
        type Output = (String, &'static str);
        fn visit<P: Text>(self, puzzle: &P) -> Self::Output {
            (
                Puzzle::family(puzzle).to_owned(),
                Puzzle::metric(puzzle).name(),
            )
        }
    }
    visit(name, Ask)
}

/// The dynamics of the puzzle of that name, if there is one that can be trained; in levels that no run
/// learns from.
pub fn dynamics(name: &str, device: Device) -> Option<Rc<dyn Dynamics>> {
    struct Build(Device);
    impl Visitor for Build {
        type Output = Option<Rc<dyn Dynamics>>;
        fn visit<P: Text>(self, puzzle: &P) -> Self::Output {
            dynamics::of(puzzle, self.0)
        }
    }
    if name == SOKOBAN {
        return Some(Rc::new(Pulls::new(HELD_OUT.clone(), device)));
    }
    visit(name, Build(device)).flatten()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_is_its_puzzles() {
        for &name in NAMES {
            assert_eq!(identity(name).as_deref(), Some(name));
        }
    }
}
