//! The searches, a file or a folder each, behind one contract.

pub mod anytime;
pub mod ball;
pub mod beam;
pub mod bidirectional;
pub mod bwas;
mod chain;
pub mod cheapest;
mod children;
mod constructive;
mod direct;
pub mod greedy;
pub mod ida;
pub mod improve;
pub mod mcts;
mod neighbourhood;
mod nodes;
mod open;
mod pace;
mod priced;
pub mod qstar;
pub mod run;
pub mod two_phase;
mod undo;

pub use anytime::Anytime;
pub(crate) use anytime::Beside;
pub use ball::Nearby;
pub use beam::{Beam, Rank};
pub use beam::{OnDevice, There};
pub use bidirectional::Bidirectional;
pub use bwas::Bwas;
pub use chain::Chain;
pub use cheapest::cheapest;
pub use constructive::Constructive;
pub use direct::Direct;
pub use greedy::Greedy;
pub use ida::Ida;
pub use improve::{improve, towards};
pub use mcts::{Mcts, Published};
pub use qstar::QStar;
pub use two_phase::TwoPhase;
pub use undo::{UNDONE, undone};

use crate::limits::Limits;
use crate::outcome::Outcome;
use quarterturn_core::Puzzle;

/// A search over one puzzle. It owns its settings and its evaluator, not its budget.
pub trait Search<P: Puzzle>: Send + Sync {
    /// Its name, in reports too.
    fn name(&self) -> &'static str;

    /// Makes the tables now that the first run would make and keep for later runs.
    fn prepare(&self) {}

    /// Bytes of its tables, once they are made.
    fn bytes(&self) -> usize {
        0
    }

    /// Looks for a solution of `state` within `limits`. Every call starts afresh.
    fn run(&self, puzzle: &P, state: &P::State, limits: &Limits) -> Outcome;
}

/// Numbers that look random, as the keys of states do.
#[cfg(test)]
fn mixed(i: u64) -> u64 {
    let x = (i + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    (x ^ (x >> 29)).wrapping_mul(0xbf58_476d_1ce4_e5b9)
}
