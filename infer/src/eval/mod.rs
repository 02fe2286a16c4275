//! What a search needs to know about states: the [`Evaluator`] contract and its implementors.

pub(crate) mod backend;
pub mod bound;
pub mod cached;
pub mod checked;
mod copies;
pub mod device;
pub mod float;
pub mod int8;
mod jobs;
pub mod layers;
mod load;
mod offloaded;
mod several;
pub mod table;

pub use backend::{Backend, Network, register};
pub use bound::Bound;
pub use cached::Cached;
pub use checked::{Checked, Errors};
pub use copies::called;
pub use device::{Device, DeviceError};
pub use float::Float;
pub use int8::{Int8, KERNEL, kernel};
pub use load::{Unfit, load, load_on};
pub use offloaded::Offloaded;
pub use several::Several;
pub use table::Table;

use quarterturn_core::Puzzle;
use std::sync::Arc;

/// One move, in the fixed-point unit of all costs: 1024 units are one move.
pub const MOVE_COST: i32 = quarterturn_core::net::MOVE_COST;

/// The outputs that an evaluator has for a state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Heads {
    /// The cost-to-go of the state.
    pub value: bool,
    /// The cost-to-go after each move.
    pub q: bool,
    /// The cost of choosing each move: minus the natural logarithm of its probability.
    pub policy: bool,
}

impl Heads {
    /// Nothing but the cost-to-go.
    pub const VALUE: Self = Self {
        value: true,
        q: false,
        policy: false,
    };
}

/// Caller-owned room for the results of one batch of `n` states; an empty slice asks for nothing.
///
/// All numbers are in units of 1/1024: moves for `value` and `q`, nats for `policy`.
#[derive(Debug, Default)]
pub struct Outputs<'a> {
    /// Cost-to-go of each state: `n` places.
    pub value: &'a mut [i32],
    /// Cost-to-go after each move: `n ×` [`move_count`](Puzzle::move_count) places, state by state.
    pub q: &'a mut [i32],
    /// Minus log-probability of each move: as many places.
    pub policy: &'a mut [i32],
}

impl Outputs<'_> {
    /// Checks that there is room for the results of `states` states.
    ///
    /// # Panics
    /// When a slice that is not empty has the wrong length or its head is absent.
    pub(crate) fn check<P: Puzzle>(&self, puzzle: &P, heads: Heads, states: usize) {
        for (slice, has, each) in [
            (&*self.value, heads.value, 1),
            (self.q, heads.q, puzzle.move_count()),
            (self.policy, heads.policy, puzzle.move_count()),
        ] {
            let fits = slice.is_empty() || (has && slice.len() == states * each);
            assert!(fits, "outputs do not match");
        }
    }
}

/// Buffers for all outputs of an evaluator for a batch; empty for a head that it lacks.
#[derive(Clone, Debug)]
pub struct Results {
    /// As in [`Outputs`].
    pub value: Vec<i32>,
    /// As in [`Outputs`].
    pub q: Vec<i32>,
    /// As in [`Outputs`].
    pub policy: Vec<i32>,
}

impl Results {
    /// Room for `states` states.
    pub fn for_all<P: Puzzle>(puzzle: &P, heads: Heads, states: usize) -> Self {
        let room = |has, each| vec![0; if has { states * each } else { 0 }];
        Self {
            value: room(heads.value, 1),
            q: room(heads.q, puzzle.move_count()),
            policy: room(heads.policy, puzzle.move_count()),
        }
    }

    /// The buffers, as an evaluator takes them.
    pub fn outputs(&mut self) -> Outputs<'_> {
        Outputs {
            value: &mut self.value,
            q: &mut self.q,
            policy: &mut self.policy,
        }
    }
}

/// A batch of states in, costs out.
///
/// An evaluator is a function of the state alone: neither the batch around a state nor the number of
/// threads changes the results.
pub trait Evaluator<P: Puzzle>: Send + Sync {
    /// The outputs that it has. Asking for others is a programming error.
    fn heads(&self) -> Heads;

    /// The number of states from which a call is efficient.
    fn preferred_batch(&self) -> usize;

    /// Evaluates a batch, on as many threads as the current pool has.
    ///
    /// # Panics
    /// When a non-empty output slice has the wrong length or its head is absent.
    fn evaluate(&self, puzzle: &P, states: &[P::State], out: Outputs<'_>);

    /// The name of the model, for reports.
    fn name(&self) -> &str;

    /// Number of states so far whose results came from memory.
    fn remembered(&self) -> u64 {
        0
    }
}

/// One evaluator can serve many searches.
impl<P: Puzzle, E: Evaluator<P> + ?Sized> Evaluator<P> for Arc<E> {
    fn heads(&self) -> Heads {
        (**self).heads()
    }

    fn preferred_batch(&self) -> usize {
        (**self).preferred_batch()
    }

    fn evaluate(&self, puzzle: &P, states: &[P::State], out: Outputs<'_>) {
        (**self).evaluate(puzzle, states, out);
    }

    fn name(&self) -> &str {
        (**self).name()
    }

    fn remembered(&self) -> u64 {
        (**self).remembered()
    }
}
