//! The memory of a beam search: an array of a size known at compile time.

use super::path::Path;
use crate::puzzle::Move;

#[derive(Clone, Copy, Debug)]
pub(super) struct Node {
    pub cost: i32,
    pub path: Path,
}

/// A child that may be kept; the order is by cost, then parent, then move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Candidate {
    pub cost: i32,
    pub parent: u16,
    pub mv: Move,
}

/// The memory of a search that keeps up to `W` states per depth and considers up to `C` (best
/// 3 `W` / 2 or more, so that duplicates leave enough) children: 60 × `W` + 8 × `C` bytes.
#[derive(Clone, Debug)]
pub struct Memory<const W: usize, const C: usize> {
    pub(super) layer: [Node; W],
    pub(super) next: [Node; W],
    /// A heap with the worst candidate on top while parents are expanded.
    pub(super) candidates: [Candidate; C],
    /// Fingerprints of the layer and the two before it, in turn.
    pub(super) prints: [[u32; W]; 3],
}

impl<const W: usize, const C: usize> Memory<W, C> {
    /// Empty memory.
    pub const fn new() -> Self {
        const NODE: Node = Node {
            cost: 0,
            path: Path::EMPTY,
        };
        const CANDIDATE: Candidate = Candidate {
            cost: 0,
            parent: 0,
            mv: Move(0),
        };
        Self {
            layer: [NODE; W],
            next: [NODE; W],
            candidates: [CANDIDATE; C],
            prints: [[0; W]; 3],
        }
    }
}

impl<const W: usize, const C: usize> Default for Memory<W, C> {
    fn default() -> Self {
        Self::new()
    }
}
