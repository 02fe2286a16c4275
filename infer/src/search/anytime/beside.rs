//! A search of another kind that takes turns with the attempts of [`Anytime`](super::Anytime). Each looks for solutions
//! shorter than those of the other.

use crate::limits::Stopped;
use crate::search::run::Run;
use quarterturn_core::Puzzle;
use std::time::Duration;

/// A search that can stop at a time and go on later.
pub(crate) trait Beside<P: Puzzle>: Send + Sync {
    /// Its name, in reports.
    fn name(&self) -> &'static str;

    /// Makes the tables now that its first turn would make.
    fn prepare(&self);

    /// Whether its tables are made.
    fn is_ready(&self) -> bool;

    /// Begins with a state.
    fn begin<'a>(&'a self, state: &P::State) -> Box<Turn<'a, P>>;
}

/// Goes on until that time since the start of the run.
pub(crate) type Turn<'a, P> = dyn FnMut(&mut Run<'_, P>, Duration) -> Result<(), Stopped> + 'a;
