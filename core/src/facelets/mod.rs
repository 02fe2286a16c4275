//! Cubes as the stickers that a person sees.
//!
//! A text form lists the faces in URFDLB order, each read row by row when facing it, U with B
//! above it and D with F above it: 54 letters for the 3×3×3 cube, 24 for the 2×2×2. Any six
//! symbols serve as colours. White space, `|` and `,` between them are ignored.
//!
//! Two other arrangements are read as well: a net over several lines, `U` above the second of `L F R B`
//! and `D` below it, as [`Cube3::write_net`](crate::cube::Cube3::write_net) draws it; and other orders
//! of the faces, named before a colon: `ULFRBD: …`.
//!
//! A 3×3×3 cube is read relative to its centres, a 2×2×2 cube relative to the corner held at
//! DBL, so every holding orientation and every colour scheme is accepted, and the solution turns
//! the faces as they are held.
//!
//! ```
//! use quarterturn_core::cube::Cube3;
//!
//! let solved = "WWWWWWWWW RRRRRRRRR GGGGGGGGG YYYYYYYYY OOOOOOOOO BBBBBBBBB";
//! assert_eq!(Cube3::from_facelet_text(solved), Ok(Cube3::SOLVED));
//! let flipped = "WWWWWWWGW RRRRRRRRR GWGGGGGGG YYYYYYYYY OOOOOOOOO BBBBBBBBB";
//! let error = Cube3::from_facelet_text(flipped).unwrap_err();
//! assert_eq!((error.code(), error.facelet(), error.at), ("flipped-edge", Some(7), Some(7)));
//! assert_eq!(error.to_string(), "the edge UF is flipped (U8 F2)");
//! ```

mod arrangement;
mod cube2;
mod cube3;
mod error;
mod net;
mod painted;
mod pieces;

pub use arrangement::{is_net, is_net_row, names_order};
pub use error::{Cubie, FaceletError, FaceletErrorKind};
pub use painted::{Pieces, examine};

use arrangement::{Arrangement, net_fault};
use error::FaceletErrorKind::FaceletCount;

/// The symbols of a facelet text with their byte offsets, separators left out.
pub fn symbols(text: &str) -> impl Iterator<Item = (usize, char)> + '_ {
    let separates = |c: char| c.is_whitespace() || matches!(c, '|' | ',' | '\u{feff}');
    text.char_indices().filter(move |&(_, c)| !separates(c))
}

/// Exactly `N` symbols of a text, in URFDLB order.
struct Symbols<const N: usize> {
    at: [usize; N],
    symbol: [char; N],
}

impl<const N: usize> Symbols<N> {
    fn read(text: &str) -> Result<Self, FaceletError> {
        let side = if N == 54 { 3 } else { 2 };
        let fail = |kind, at| {
            let at = Some(at);
            Err(FaceletError {
                at,
                ..FaceletError::new(kind, side)
            })
        };
        let arrangement = Arrangement::of(text, side);
        if let Arrangement::Net = arrangement
            && let Some((at, kind)) = net_fault(text, side)
        {
            return fail(kind, at);
        }
        let (mut at, mut symbol) = ([0; N], ['\0'; N]);
        let (mut found, mut surplus) = (0, None);
        let start = arrangement.start();
        for (offset, c) in symbols(text).filter(|&(offset, _)| offset >= start) {
            let place = arrangement.facelet(found, side);
            if let (Some(a), Some(s)) = (at.get_mut(place), symbol.get_mut(place)) {
                (*a, *s) = (offset, c);
            } else {
                surplus.get_or_insert(offset);
            }
            found += 1;
        }
        if found == N {
            return Ok(Self { at, symbol });
        }
        let kind = FaceletCount { found, expected: N };
        fail(kind, surplus.unwrap_or(text.len()))
    }

    /// Adds the byte offset to an error that has a facelet.
    fn locate(&self, error: FaceletError) -> FaceletError {
        let at = error.facelet().and_then(|f| self.at.get(f).copied());
        FaceletError { at, ..error }
    }
}

/// The symbols of a facelet text in URFDLB order, however the text arranges them; `N` is 54 or 24.
///
/// # Errors
/// There are too few or too many, altogether or in a row of a net. Nothing else is looked at.
pub fn arranged<const N: usize>(text: &str) -> Result<[char; N], FaceletError> {
    Symbols::read(text).map(|symbols| symbols.symbol)
}
