//! The searches, one file each, behind one contract.

pub mod beam;
mod visited;

pub use beam::{Beam, Rank};

use crate::limits::Limits;
use crate::outcome::Outcome;
use quarterturn_core::Puzzle;

/// A search over one puzzle. It owns its settings and its evaluator, not its budget.
pub trait Search<P: Puzzle>: Send + Sync {
    /// The name on the command line and in reports.
    fn name(&self) -> &'static str;

    /// Looks for a solution of `state` within `limits`, starting from nothing each time.
    fn run(&self, state: &P::State, limits: &Limits) -> Outcome;
}
