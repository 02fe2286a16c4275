//! The states that the walks of a recipe go through.

use super::RunError;
use crate::dynamics::{Dynamics, Pulls};
use crate::levels;
use crate::puzzle::{self, SOKOBAN};
use crate::recipe::{Levels, Recipe};
use std::sync::Arc;

/// Levels to walk in where a recipe does not say which.
const LEVELS: u32 = 1000;

/// The dynamics of the recipe's puzzle, in the recipe's levels where the puzzle has levels.
///
/// # Errors
/// When the puzzle cannot be trained, or a folder's levels cannot be used.
pub(super) fn dynamics(recipe: &Recipe) -> Result<Arc<dyn Dynamics>, RunError> {
    if recipe.puzzle != SOKOBAN {
        let dynamics = puzzle::dynamics(&recipe.puzzle);
        return dynamics.ok_or_else(|| RunError::Puzzle(recipe.puzzle.clone()));
    }
    let levels = match &recipe.levels {
        Some(Levels::Folder(folder)) => levels::read(folder)?,
        Some(Levels::Made(count)) => levels::many(*count, recipe.seed),
        None => levels::many(LEVELS, recipe.seed),
    };
    Ok(Arc::new(Pulls::new(levels)))
}
