//! The integer network: its topology on one page.
//!
//! ```text
//! features ─ First ─ Dense … Dense ─┬─ Dense ─ Dense ─(+)─ … ─ Dense: heads
//!            i8 rows  hidden layers └──── residual ────┘        value, q, policy
//! ```
//!
//! A [`Net`] reads its weights in place from the bytes of a weight file ([`format`], on flash if
//! need be). [`layer`] is the portable forward pass and the specification; [`quant`] holds every
//! scale and rounding; `batch` (feature `std`) is the same function for blocks of states through
//! the kernels. `write` (feature `std`) makes weight files, and `float` (feature `std`) reads and
//! writes those of float networks, which this crate does not evaluate.

#[cfg(feature = "std")]
pub mod batch;
#[cfg(feature = "dsp")]
#[allow(unsafe_code)]
mod dsp;
#[cfg(feature = "std")]
pub mod float;
pub mod format;
#[cfg(feature = "std")]
#[allow(unsafe_code)]
mod kernel;
mod lanes;
pub mod layer;
pub mod quant;
#[cfg(feature = "std")]
pub mod write;

pub use format::{LoadError, Meta};
pub use quant::MOVE_COST;

use crate::puzzle::Puzzle;
use layer::{Dense, First};

/// Most dense layers of a network, heads not counted.
pub const MAX_DENSE: usize = 16;

/// Most moves that a network knows.
pub const MAX_MOVES: usize = 255;

/// Widest layer of a network.
pub const MAX_WIDTH: usize = 8192;

/// What a network predicts, in the order of its outputs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NetHeads {
    /// Cost-to-go of the state: one output.
    pub value: bool,
    /// Cost-to-go after each move: one output per move.
    pub q: bool,
    /// Logits of the moves, turned into costs: one output per move.
    pub policy: bool,
    /// Whether value and Q count from the puzzle's lower bound for the state.
    pub above_bound: bool,
    /// Number of moves.
    pub moves: usize,
}

impl NetHeads {
    /// The heads that a weight file names: bit 0 value, bit 1 Q, bit 2 policy, bit 3 costs above the
    /// bound. `None` where no head or no cost is there, or a bit is unknown.
    const fn from_bits(bits: u8, moves: usize) -> Option<Self> {
        match bits {
            1..=7 | 9..=11 | 13..=15 => Some(Self {
                value: bits & 1 != 0,
                q: bits & 2 != 0,
                policy: bits & 4 != 0,
                above_bound: bits & 8 != 0,
                moves,
            }),
            _ => None,
        }
    }

    /// The bits by which a weight file names them.
    #[cfg(feature = "std")]
    const fn bits(&self) -> u8 {
        self.value as u8
            | (self.q as u8) << 1
            | (self.policy as u8) << 2
            | (self.above_bound as u8) << 3
    }

    /// Turns a network's outputs for a state into costs: if value and Q count from the puzzle's bound, the bound is
    /// added. `outputs` is in 1/[`MOVE_COST`] moves, as from [`Net::evaluate`].
    #[inline]
    pub fn raise<P: Puzzle>(&self, puzzle: &P, state: &P::State, outputs: &mut [i32]) {
        if self.above_bound {
            let bound = bound_cost(puzzle, state);
            let costs = self.value as usize + self.q as usize * self.moves;
            for output in outputs.iter_mut().take(costs) {
                *output = output.saturating_add(bound);
            }
        }
    }

    /// Number of outputs of all heads together.
    pub const fn outputs(&self) -> usize {
        self.value as usize + (self.q as usize + self.policy as usize) * self.moves
    }

    /// Where the value is among the outputs.
    pub const fn value_at(&self) -> Option<usize> {
        if self.value { Some(0) } else { None }
    }

    /// Where the Q outputs start.
    pub const fn q_at(&self) -> Option<usize> {
        if self.q {
            Some(self.value as usize)
        } else {
            None
        }
    }

    /// Where the policy outputs start.
    pub const fn policy_at(&self) -> Option<usize> {
        if self.policy {
            Some(self.value as usize + self.q as usize * self.moves)
        } else {
            None
        }
    }
}

/// The puzzle's lower bound for a state in 1/[`MOVE_COST`] moves, at most 2³⁰: dead ends cost that.
#[inline]
pub fn bound_cost<P: Puzzle>(puzzle: &P, state: &P::State) -> i32 {
    puzzle.bound(state).min(1 << 20) as i32 * MOVE_COST
}

/// An integer network on borrowed bytes.
#[derive(Clone, Debug)]
pub struct Net<'a> {
    meta: Meta<'a>,
    heads: NetHeads,
    features: usize,
    active: usize,
    first: First<'a>,
    /// Hidden layers, then the two layers of each residual block, then empty ones.
    dense: [Dense<'a>; MAX_DENSE],
    hidden: usize,
    blocks: usize,
    output: Dense<'a>,
}

/// Room for one evaluation, for networks no wider than `W`: 2 × `W` bytes, 10 × `W` with the
/// feature `dsp`.
#[derive(Clone, Debug)]
pub struct Scratch<const W: usize> {
    x: [u8; W],
    y: [u8; W],
    #[cfg(feature = "dsp")]
    lanes: [dsp::Lanes<W>; 2],
}

impl<const W: usize> Scratch<W> {
    /// Empty room.
    pub const fn new() -> Self {
        Self {
            x: [0; W],
            y: [0; W],
            #[cfg(feature = "dsp")]
            lanes: [dsp::Lanes::new(), dsp::Lanes::new()],
        }
    }
}

impl<const W: usize> Default for Scratch<W> {
    fn default() -> Self {
        Self::new()
    }
}

/// The network is wider than the scratch memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the network is {width} wide, but the scratch memory has room for {room}")]
pub struct TooWide {
    /// The network's widest layer.
    pub width: usize,
    /// The scratch memory's.
    pub room: usize,
}

impl<'a> Net<'a> {
    /// The metadata of the file.
    pub fn meta(&self) -> &Meta<'a> {
        &self.meta
    }

    /// What it predicts.
    pub fn heads(&self) -> NetHeads {
        self.heads
    }

    /// Width of its one-hot input and number of active features.
    pub fn input(&self) -> (usize, usize) {
        (self.features, self.active)
    }

    /// The first layer.
    pub fn first(&self) -> &First<'a> {
        &self.first
    }

    /// The hidden dense layers after the first.
    pub fn hidden(&self) -> &[Dense<'a>] {
        self.dense.get(..self.hidden).unwrap_or(&[])
    }

    /// The residual blocks: pairs of dense layers, flattened.
    pub fn blocks(&self) -> &[Dense<'a>] {
        let end = self.hidden + 2 * self.blocks;
        self.dense.get(self.hidden..end).unwrap_or(&[])
    }

    /// All heads as one dense layer.
    pub fn output(&self) -> &Dense<'a> {
        &self.output
    }

    /// The widest layer.
    pub fn width(&self) -> usize {
        let dense = self.dense.iter().map(|d| d.outputs);
        dense.fold(self.first.outputs, usize::max)
    }

    /// Evaluates one state given by its active features. `out` gets one cost per output, in
    /// 1/[`MOVE_COST`] moves (value, q) or nats (policy); see [`NetHeads`] for their order.
    ///
    /// # Errors
    /// [`TooWide`] when the scratch memory is too small.
    pub fn evaluate<const W: usize>(
        &self,
        features: &[u16],
        scratch: &mut Scratch<W>,
        out: &mut [i32],
    ) -> Result<(), TooWide> {
        let width = self.width();
        if width > W {
            return Err(TooWide { width, room: W });
        }
        let Scratch { x, y, .. } = scratch;
        let (mut x, mut y) = (&mut x[..], &mut y[..]);
        self.first.propagate(features, x);
        for layer in self.hidden() {
            layer.propagate(x, y);
            core::mem::swap(&mut x, &mut y);
        }
        for pair in self.blocks().chunks_exact(2) {
            if let [a, b] = pair {
                a.propagate(x, y);
                b.propagate_residual(y, x);
            }
        }
        self.output.outputs(x, |j, output| {
            if let Some(out) = out.get_mut(j) {
                *out = output;
            }
        });
        self.finish(out);
        Ok(())
    }

    /// Turns the policy's logits into costs.
    fn finish(&self, out: &mut [i32]) {
        if let Some(at) = self.heads.policy_at()
            && let Some(logits) = out.get_mut(at..at + self.heads.moves)
        {
            quant::log_softmax_costs(logits);
        }
    }
}
