//! How a state holds the symbol at each place.

use alloc::sync::Arc;
use core::fmt::Debug;
use core::hash::Hash;

use super::MAX_STICKERS;
use crate::at::at;
use crate::puzzle::key::{key, key_of_words};

/// The symbol at each place. Symbols are numbered orbit by orbit; stickers of the same colour that moves can
/// exchange have the same symbol.
///
/// Places and symbols beyond those of the definition wrap around, and do not panic.
pub trait Symbols: Clone + Eq + Ord + Hash + Debug + Send + Sync + 'static {
    /// The most places.
    const PLACES: usize;

    /// The state with these symbols, at most [`Symbols::PLACES`] of them, each below that number.
    fn new(symbols: &[u16]) -> Self;

    /// The symbol at a place.
    fn at(&self, place: usize) -> u16;

    /// The state whose symbols come from these places.
    #[must_use]
    fn moved(&self, from: &[u16]) -> Self;

    /// The state with other names of its symbols.
    #[must_use]
    fn renamed(&self, names: &[u16]) -> Self;

    /// A 64-bit hash, the same on every machine.
    fn key(&self) -> u64;

    /// Bytes of heap that a state of that number of places takes.
    fn heap_bytes(places: usize) -> usize;
}

/// Up to `N` symbols below `N`, which is at most 256; powers of two are fastest.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Stickers<const N: usize>([u8; N]);

impl<const N: usize> Stickers<N> {
    /// The symbol at each place. Places that no sticker has hold `N - 1`.
    pub const fn symbols(&self) -> &[u8; N] {
        &self.0
    }

    /// The state with these symbols, unchecked: those of [`Stickers::symbols`].
    pub const fn from_symbols(symbols: [u8; N]) -> Self {
        Self(symbols)
    }
}

impl<const N: usize> Symbols for Stickers<N> {
    const PLACES: usize = N;

    fn new(symbols: &[u16]) -> Self {
        const { assert!(N > 0 && N <= 256) };
        let mut all = [N.wrapping_sub(1) as u8; N];
        let places = all.iter_mut().zip(symbols);
        places.for_each(|(place, &symbol)| *place = symbol as u8);
        Self(all)
    }

    #[inline]
    fn at(&self, place: usize) -> u16 {
        (*at(&self.0, place)).into()
    }

    #[inline]
    fn moved(&self, from: &[u16]) -> Self {
        let mut next = *self;
        let places = next.0.iter_mut().zip(from);
        places.for_each(|(place, &from)| *place = *at(&self.0, from.into()));
        next
    }

    fn renamed(&self, names: &[u16]) -> Self {
        let name = |&symbol: &u8| {
            names
                .get(usize::from(symbol))
                .map_or(symbol, |&name| name as u8)
        };
        Self(self.0.each_ref().map(name))
    }

    #[inline]
    fn key(&self) -> u64 {
        key(&self.0)
    }

    fn heap_bytes(_places: usize) -> usize {
        0
    }
}

/// Any number of symbols, on the heap. Clones share them.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Many(Arc<[u16]>);

impl Symbols for Many {
    const PLACES: usize = MAX_STICKERS;

    fn new(symbols: &[u16]) -> Self {
        Self(symbols.into())
    }

    #[inline]
    fn at(&self, place: usize) -> u16 {
        self.0.get(place).copied().unwrap_or(0)
    }

    #[inline]
    fn moved(&self, from: &[u16]) -> Self {
        let symbols = &*self.0;
        Self(
            from.iter()
                .map(|&from| symbols[usize::from(from)])
                .collect(),
        )
    }

    fn renamed(&self, names: &[u16]) -> Self {
        let name = |&symbol: &u16| names.get(usize::from(symbol)).copied().unwrap_or(symbol);
        Self(self.0.iter().map(name).collect())
    }

    #[inline]
    fn key(&self) -> u64 {
        key_of_words(&self.0)
    }

    /// With the two counters of an [`Arc`] and what an allocator adds.
    fn heap_bytes(places: usize) -> usize {
        (2 * size_of::<usize>() + places * size_of::<u16>() + size_of::<usize>())
            .next_multiple_of(16)
    }
}
