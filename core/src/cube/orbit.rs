//! Pieces that move among each other and twist: the algebra under corners and edges.

use super::geometry::SlotTable;
use crate::at::at;

/// Where `N` like pieces with `K` orientations each are.
///
/// Entry `i` is the *slot* of piece `i`: its position times `K` plus its orientation, that is,
/// the place of its primary sticker. An orbit is also the group element that takes the solved
/// state there, so orbits compose and invert.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(transparent)]
pub struct Orbit<const N: usize, const K: usize>([u8; N]);

impl<const N: usize, const K: usize> Orbit<N, K> {
    /// Every piece at home, untwisted.
    pub const SOLVED: Self = {
        let mut slots = [0; N];
        let mut i = 0;
        while i < N {
            slots[i] = (i * K) as u8;
            i += 1;
        }
        Self(slots)
    };

    /// Builds an orbit from the slot of each piece; `None` unless every position is taken once.
    pub fn from_slots(slots: [u8; N]) -> Option<Self> {
        let mut seen = [false; N];
        for &slot in &slots {
            let place = seen.get_mut(slot as usize / K)?;
            if core::mem::replace(place, true) {
                return None;
            }
        }
        Some(Self(slots))
    }

    /// The slot of each piece, each below `N * K`.
    #[inline]
    pub const fn slots(&self) -> &[u8; N] {
        &self.0
    }

    /// The slot of one piece.
    ///
    /// # Panics
    /// If there is no such piece.
    #[inline]
    pub const fn slot(&self, piece: usize) -> usize {
        self.0[piece] as usize
    }

    /// The orbit after every slot has been moved through a table.
    #[inline]
    pub fn map(&self, table: &SlotTable) -> Self {
        let mut out = self.0;
        for slot in &mut out {
            *slot = *at(table, (*slot).into());
        }
        Self(out)
    }

    /// The product "first `self`, then `next`".
    pub fn then(&self, next: &Self) -> Self {
        let mut out = self.0;
        for slot in &mut out {
            *slot = next.image(*slot as usize) as u8;
        }
        Self(out)
    }

    /// The group inverse: `x.then(&x.inverse())` is solved.
    pub fn inverse(&self) -> Self {
        let mut out = [0; N];
        for (piece, &slot) in self.0.iter().enumerate() {
            let (position, twist) = (slot as usize / K, slot as usize % K);
            if let Some(place) = out.get_mut(position) {
                *place = (piece * K + (K - twist) % K) as u8;
            }
        }
        Self(out)
    }

    /// The same element seen through a symmetry of space: `symmetry⁻¹ · self · symmetry`.
    pub fn conjugate(&self, symmetry: &SlotTable, inverse: &SlotTable) -> Self {
        let mut out = [0; N];
        for (piece, slot) in out.iter_mut().enumerate() {
            let before = *at(inverse, piece * K) as usize;
            *slot = *at(symmetry, self.image(before));
        }
        Self(out)
    }

    /// Whether the permutation of the pieces is odd.
    pub fn is_odd(&self) -> bool {
        // No two pieces share a position, so slots are in the order of their positions.
        is_odd(&self.0)
    }

    /// The sum of all orientations modulo `K`; 0 in every reachable state.
    pub fn twist(&self) -> usize {
        self.0.iter().map(|&s| s as usize % K).sum::<usize>() % K
    }

    /// Where the sticker at home in `slot` is now. A slot of none of the `N` pieces stays.
    #[inline]
    pub const fn image(&self, slot: usize) -> usize {
        let (piece, offset) = (slot / K, slot % K);
        if piece >= N {
            return slot;
        }
        let now = self.0[piece] as usize;
        now / K * K + (now % K + offset) % K
    }
}

/// Whether an odd number of pairs is in the wrong order.
#[inline(never)] // one copy in an image, for orbits of all sizes
fn is_odd(numbers: &[u8]) -> bool {
    let wrong = |(i, n): (usize, &u8)| numbers.iter().take(i).filter(|m| *m > n).count();
    numbers.iter().enumerate().map(wrong).sum::<usize>() % 2 == 1
}
