//! The door by which the library takes the classical solvers.

use super::{Classical, Lazy, folder};
use quarterturn::puzzles::{Puzzle, Text, Visitor};
use quarterturn::solver::{AnyBound, AnySearch, BuildError, Extension, SettingsError, Tell};
use std::sync::Arc;

impl Extension for Classical {
    fn name(&self) -> &'static str {
        match self {
            Self::Korf(_) => "korf",
            Self::Patterns(_) => "patterns",
        }
    }

    fn exact(&self) -> bool {
        true
    }

    /// Pattern databases are made when there is something to solve.
    fn search(&self, puzzle: &Puzzle, tell: &Arc<Tell>) -> Result<AnySearch, BuildError> {
        puzzle.visit(Searching { kind: self, tell })
    }

    /// The lower bound of pattern databases: Korf's for the 3×3×3 cube, additive ones for sliding tiles.
    fn bound(&self, puzzle: &Puzzle, tell: &Arc<Tell>) -> Result<AnyBound, BuildError> {
        match self {
            Self::Patterns(tables) if puzzle.family() == "cube3" => {
                let folder = folder(tables.as_deref());
                let folder = folder.map_err(|error| BuildError::Extension(error.into()))?;
                Self::Korf(folder).bound(puzzle, tell)
            }
            _ => puzzle.visit(Bounding { kind: self, tell }),
        }
    }
}

struct Searching<'a> {
    kind: &'a Classical,
    tell: &'a Arc<Tell>,
}

impl Visitor for Searching<'_> {
    type Output = Result<AnySearch, BuildError>;

    fn visit<P: Text>(self, puzzle: &P) -> Self::Output {
        let lazy = Lazy::new(self.kind.clone(), puzzle, self.tell)?;
        Ok(AnySearch::new::<P>(Arc::new(lazy)))
    }
}

struct Bounding<'a> {
    kind: &'a Classical,
    tell: &'a Arc<Tell>,
}

impl Visitor for Bounding<'_> {
    type Output = Result<AnyBound, BuildError>;

    fn visit<P: Text>(self, puzzle: &P) -> Self::Output {
        let made = self.kind.build(puzzle, &**self.tell);
        match made.map(|made| made.bound) {
            Ok(bound) => Ok(AnyBound::new(bound)),
            Err(BuildError::Settings(SettingsError::Unsolved { .. })) => {
                Err(BuildError::Settings(SettingsError::Lacks {
                    what: "model patterns",
                    needs: "the 3×3×3 cube or sliding tiles up to 6×6",
                    puzzle: puzzle.name().into(),
                }))
            }
            Err(error) => Err(error),
        }
    }
}
