//! Beams whose states stay on a device: what a [`Backend`](super::Backend) does there, layer by layer. The loop over depths, the
//! limits and the answer are the library's.

use std::sync::Arc;

/// A layer was not finished because it was due to stop.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Interrupted;

/// Whether it is time to stop; asked every few milliseconds of work.
pub type Due<'a> = &'a dyn Fn() -> bool;

/// A puzzle with its network on a device, for beams of any width. Several may run at once.
pub trait Beams: Send + Sync {
    /// The same, for beams that also meet the edge of a ball around the goal.
    ///
    /// `names` are those of the states at the edge, in any order: the name of a key is its bucket, the upper half of its
    /// product with the number of `buckets`, then its last 16 bits. Some other states have such a name too.
    fn edged(&self, names: &[i64], buckets: usize) -> Arc<dyn Beams>;

    /// Bytes on the device of a beam of `width` states that makes `candidates` children of a layer.
    fn bytes(&self, width: usize, candidates: usize) -> usize;

    /// Bytes of the history of a depth.
    fn step_bytes(&self, width: usize) -> usize;

    /// Begins with one state, given by its symbols; `goal` is the key of the only goal. A layer keeps
    /// `width` states and makes `candidates` children at most.
    ///
    /// # Errors
    /// [`Interrupted`].
    ///
    /// # Panics
    /// When there are not as many symbols as places, or the device fails; so do all that follow.
    fn begin(
        &self,
        root: &[u8],
        goal: u64,
        size: [usize; 2],
        due: Due<'_>,
    ) -> Result<Box<dyn Layers>, Interrupted>;
}

/// A beam on a device. It is the processor's, state for state: the same order, the same keys, the same set of
/// recently visited states, the same choice among equals.
pub trait Layers {
    /// States of the layer.
    fn states(&self) -> usize;

    /// Makes the children of lowest score and says how many there are.
    ///
    /// # Errors
    /// [`Interrupted`].
    fn expand(&mut self, due: Due<'_>) -> Result<usize, Interrupted>;

    /// The children that may be the goal or at the edge of the ball, in order.
    fn meetings(&mut self) -> Vec<Meeting>;

    /// The moves that led to a child.
    fn path(&mut self, child: usize) -> Vec<u8>;

    /// Drops the children met before and makes the best of the others the next layer. Says how many were
    /// evaluated.
    ///
    /// # Errors
    /// [`Interrupted`].
    fn advance(&mut self, due: Due<'_>) -> Result<usize, Interrupted>;
}

/// A child that may be the goal or at the edge of the ball around it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Meeting {
    /// Its number among the children.
    pub child: usize,
    /// Its symbols.
    pub symbols: Vec<u8>,
}
