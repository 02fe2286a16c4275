//! Cubes as the stickers that a person sees.
//!
//! A text form lists the faces in URFDLB order, each read row by row when facing it, U with B
//! above it and D with F above it: 54 letters for the 3×3×3 cube, 24 for the 2×2×2. Any six
//! symbols serve as colours. White space, `|` and `,` between them are ignored.
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

mod cube2;
mod cube3;
mod error;
mod net;
mod pieces;

pub use error::{Cubie, FaceletError, FaceletErrorKind};

use error::FaceletErrorKind::FaceletCount;

/// The symbols of a facelet text with their byte offsets, separators left out.
pub fn symbols(text: &str) -> impl Iterator<Item = (usize, char)> + '_ {
    let separates = |c: char| c.is_whitespace() || matches!(c, '|' | ',' | '\u{feff}');
    text.char_indices().filter(move |&(_, c)| !separates(c))
}

/// Exactly `N` symbols of a text.
struct Symbols<const N: usize> {
    at: [usize; N],
    symbol: [char; N],
}

impl<const N: usize> Symbols<N> {
    fn read(text: &str) -> Result<Self, FaceletError> {
        let (mut at, mut symbol) = ([0; N], ['\0'; N]);
        let (mut found, mut surplus) = (0, None);
        for (offset, c) in symbols(text) {
            if let (Some(a), Some(s)) = (at.get_mut(found), symbol.get_mut(found)) {
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
        let error = FaceletError::new(kind, if N == 54 { 3 } else { 2 });
        Err(FaceletError {
            at: Some(surplus.unwrap_or(text.len())),
            ..error
        })
    }

    /// Adds the byte offset to an error that has a facelet.
    fn locate(&self, error: FaceletError) -> FaceletError {
        let at = error.facelet().and_then(|f| self.at.get(f).copied());
        FaceletError { at, ..error }
    }
}
