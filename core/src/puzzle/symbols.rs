//! States of any size as one type: the symbol at each place.

use alloc::borrow::Cow;
use alloc::sync::Arc;
use core::fmt;
use core::hash::{Hash, Hasher};

use crate::at::at;
use crate::puzzle::key::{key, key_of_words};

/// The most symbols that a state holds in itself: as many as a 3×3×3 cube has stickers. To allocate those of a jewel, of 48,
/// took a search from both ends half as long again.
pub const ROOM: usize = 54;

/// Symbols beyond those of a state, in its own room and in its key.
const BLANK: u8 = 63;

/// Smaller states have keys as if they had this number of places, so that a device can compute them by one rule.
pub const KEYED: usize = 64;

/// The symbol at each place. Up to [`ROOM`] symbols, each below 256, are held in place; more are on the heap, and clones
/// share them.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Symbols(Held);

#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
enum Held {
    /// The number of symbols, and these before blanks.
    Few(u8, [u8; ROOM]),
    Many(Arc<[u16]>),
}

use Held::{Few, Many};

impl Symbols {
    /// The state with these symbols.
    pub fn new(symbols: &[u16]) -> Self {
        if symbols.len() > ROOM {
            return Self(Many(symbols.into()));
        }
        let mut few = [BLANK; ROOM];
        let places = few.iter_mut().zip(symbols);
        places.for_each(|(place, &symbol)| *place = symbol as u8);
        Self(Few(symbols.len() as u8, few))
    }

    /// The state with these bytes as its symbols.
    #[inline]
    pub fn of_bytes(bytes: &[u8]) -> Self {
        if bytes.len() > ROOM {
            return Self(Many(bytes.iter().map(|&byte| byte.into()).collect()));
        }
        let mut few = [BLANK; ROOM];
        few[..bytes.len()].copy_from_slice(bytes);
        Self(Few(bytes.len() as u8, few))
    }

    /// Its first `N` bytes, where its symbols are not on the heap.
    #[inline]
    pub fn array<const N: usize>(&self) -> Option<&[u8; N]> {
        match &self.0 {
            Few(_, few) => few.first_chunk(),
            Many(_) => None,
        }
    }

    /// The symbols as bytes, where they are bytes.
    #[inline]
    pub fn bytes(&self) -> Cow<'_, [u8]> {
        match &self.0 {
            Few(len, few) => Cow::Borrowed(few.get(..usize::from(*len)).unwrap_or(few)),
            Many(many) => Cow::Owned(many.iter().map(|&symbol| symbol as u8).collect()),
        }
    }

    /// The symbol at a place.
    #[inline]
    pub fn at(&self, place: usize) -> u16 {
        let symbol = match &self.0 {
            Few(_, few) => few.get(place).map(|&symbol| symbol.into()),
            Many(many) => many.get(place).copied(),
        };
        symbol.unwrap_or(BLANK.into())
    }

    /// The state whose symbols come from these places.
    #[inline]
    #[must_use]
    pub fn moved(&self, from: &[u16]) -> Self {
        match &self.0 {
            Few(len, few) => {
                let (mut next, all) = (*few, padded(few));
                let places = next.iter_mut().zip(from);
                places.for_each(|(place, &from)| *place = *at(&all, from.into()));
                Self(Few(*len, next))
            }
            Many(many) => {
                let symbols = &**many;
                let next = from.iter().map(|&from| symbols[usize::from(from)]);
                Self(Many(next.collect()))
            }
        }
    }

    /// The state with other names of its symbols.
    #[must_use]
    pub fn renamed(&self, names: &[u16]) -> Self {
        let name = |symbol: u16| names.get(usize::from(symbol)).copied().unwrap_or(symbol);
        match &self.0 {
            Few(len, few) => {
                let mut next = *few;
                let places = next.iter_mut().take((*len).into());
                places.for_each(|place| *place = name((*place).into()) as u8);
                Self(Few(*len, next))
            }
            Many(many) => Self(Many(many.iter().map(|&symbol| name(symbol)).collect())),
        }
    }

    /// A 64-bit hash, the same on every machine.
    #[inline]
    pub fn key(&self) -> u64 {
        match &self.0 {
            Few(_, few) => key(&padded(few)),
            Many(many) if many.len() <= KEYED => {
                let mut bytes = [BLANK; KEYED];
                let places = bytes.iter_mut().zip(&**many);
                places.for_each(|(place, &symbol)| *place = symbol as u8);
                key(&bytes)
            }
            Many(many) => key_of_words(many),
        }
    }

    /// Bytes of heap that it takes: with the two counters of an [`Arc`] and what an allocator adds.
    pub fn heap_bytes(&self) -> usize {
        match &self.0 {
            Few(..) => 0,
            Many(many) => (3 * size_of::<usize>() + size_of_val(&**many)).next_multiple_of(16),
        }
    }
}

/// With blanks up to a power of two, so that a look-up needs no test; the key is that of all of them.
#[inline]
fn padded(few: &[u8; ROOM]) -> [u8; KEYED] {
    let mut all = [BLANK; KEYED];
    all[..ROOM].copy_from_slice(few);
    all
}

/// Of a few symbols, those alone.
impl Hash for Symbols {
    #[inline]
    fn hash<H: Hasher>(&self, state: &mut H) {
        match &self.0 {
            Few(..) => self.bytes().hash(state),
            Many(many) => many.hash(state),
        }
    }
}

impl fmt::Debug for Symbols {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0 {
            Few(..) => self.bytes().fmt(f),
            Many(many) => many.fmt(f),
        }
    }
}
