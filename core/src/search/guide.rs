//! The guide of a small search: a network that gives the cost of every move in one evaluation.

use crate::net::{Net, Scratch};
use crate::puzzle::Puzzle;

/// Most moves of a puzzle that a small beam handles.
pub const MAX_BRANCHING: usize = 32;
/// Most moves of a puzzle that a network guides, which is enough for [`greedy`](super::greedy).
pub const MAX_MOVES: usize = 64;
/// Most active features of a puzzle that a network guides.
pub const MAX_ACTIVE: usize = 64;

/// Scores the moves of a state.
pub trait Guide<P: Puzzle> {
    /// Whether costs add up along a path (a policy) or stand for what remains (Q).
    fn additive(&self) -> bool;

    /// Writes the cost of each move to the first [`Puzzle::move_count`] places of `out`, or to all of `out` if it
    /// is shorter. Lower is better.
    fn costs(&mut self, puzzle: &P, state: &P::State, out: &mut [i32]);

    /// The costs of two states of a puzzle of at most [`MAX_BRANCHING`] moves, which some machines find
    /// sooner than one after the other.
    fn pair(&mut self, puzzle: &P, states: [&P::State; 2], out: &mut [[i32; MAX_BRANCHING]; 2]) {
        for (state, out) in states.into_iter().zip(out) {
            self.costs(puzzle, state, out);
        }
    }
}

/// A network as a guide: its Q head or, without one, its policy head.
#[derive(Debug)]
pub struct NetGuide<'n, 'w, const W: usize> {
    net: &'n Net<'w>,
    scratch: &'n mut Scratch<W>,
    from: usize,
    additive: bool,
    /// Room for the features and outputs of two states.
    features: [[u16; MAX_ACTIVE]; 2],
    outputs: [[i32; outputs(MAX_MOVES)]; 2],
}

/// Why a network cannot guide a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum GuideError {
    /// The network is for another puzzle or move set.
    #[error("the network is for another puzzle")]
    Puzzle,
    /// It has neither a Q nor a policy head.
    #[error("the network has neither a Q nor a policy head")]
    Heads,
    /// It does not fit the scratch memory or the limits of the small searches.
    #[error("the network is too large for the memory given")]
    TooLarge,
}

impl<'n, 'w, const W: usize> NetGuide<'n, 'w, W> {
    /// Checks that `net` can guide a search of `puzzle` in the memory given.
    ///
    /// # Errors
    /// See [`GuideError`].
    pub fn new<P: Puzzle>(
        puzzle: &P,
        net: &'n Net<'w>,
        scratch: &'n mut Scratch<W>,
    ) -> Result<Self, GuideError> {
        let (heads, inputs) = (net.heads(), puzzle.inputs());
        if !puzzle.is_read_by(net.meta().puzzle)
            || net.input() != (inputs.width, inputs.active)
            || heads.moves != puzzle.move_count()
        {
            return Err(GuideError::Puzzle);
        }
        let Some(from) = heads.q_at().or(heads.policy_at()) else {
            return Err(GuideError::Heads);
        };
        if net.width() > W || heads.moves > MAX_MOVES || inputs.active > MAX_ACTIVE {
            return Err(GuideError::TooLarge);
        }
        Ok(Self {
            net,
            scratch,
            from,
            additive: !heads.q,
            features: [[0; MAX_ACTIVE]; 2],
            outputs: [[0; outputs(MAX_MOVES)]; 2],
        })
    }
}

impl<P: Puzzle, const W: usize> Guide<P> for NetGuide<'_, '_, W> {
    fn additive(&self) -> bool {
        self.additive
    }

    fn costs(&mut self, puzzle: &P, state: &P::State, out: &mut [i32]) {
        let [features, _] = &mut self.features;
        let [outputs, _] = &mut self.outputs;
        // The widths were compared when the guide was made.
        let active = active(puzzle, state, features);
        let _ = self.net.evaluate(active, self.scratch, outputs);
        self.take(puzzle, state, 0, out);
    }

    #[cfg(feature = "dsp")]
    fn pair(&mut self, puzzle: &P, states: [&P::State; 2], out: &mut [[i32; MAX_BRANCHING]; 2]) {
        let [f, g] = &mut self.features;
        let [a, b] = &mut self.outputs;
        let features = [active(puzzle, states[0], f), active(puzzle, states[1], g)];
        let _ = self.net.evaluate_pair(features, self.scratch, [a, b]);
        for (i, (state, out)) in states.into_iter().zip(out).enumerate() {
            self.take(puzzle, state, i, out);
        }
    }
}

/// Outputs of the largest network for `moves` moves: a value, and two heads with one number per move.
const fn outputs(moves: usize) -> usize {
    1 + 2 * moves
}

/// The active features of a state, written to `room`.
fn active<'r, P: Puzzle>(
    puzzle: &P,
    state: &P::State,
    room: &'r mut [u16; MAX_ACTIVE],
) -> &'r [u16] {
    puzzle.features(state, room);
    room.get(..puzzle.inputs().active).unwrap_or(&[])
}

impl<const W: usize> NetGuide<'_, '_, W> {
    /// The part of the outputs, 0 or 1, for a state that guides.
    fn take<P: Puzzle>(&mut self, puzzle: &P, state: &P::State, which: usize, out: &mut [i32]) {
        let Some(outputs) = self.outputs.get_mut(which) else {
            return;
        };
        self.net.heads().raise(puzzle, state, outputs);
        let costs = outputs.iter().skip(self.from).take(puzzle.move_count());
        for (out, &cost) in out.iter_mut().zip(costs) {
            *out = cost;
        }
    }
}
