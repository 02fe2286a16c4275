//! The one reader of cubes: moves or facelets, whichever a text holds.

use super::{Cube2, Cube3};
use crate::facelets::{FaceletError, is_net, names_order, symbols};
use crate::notation::NotationError;
use core::fmt;
use core::str::FromStr;

/// A text that is not a cube.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CubeError {
    /// It was read as moves.
    #[error(transparent)]
    Moves(#[from] NotationError),
    /// It was read as facelets.
    #[error(transparent)]
    Facelets(#[from] FaceletError),
}

impl CubeError {
    /// What to do about it.
    pub fn hint(&self) -> &'static str {
        match self {
            Self::Moves(error) => error.hint(),
            Self::Facelets(error) => error.hint(),
        }
    }
}

/// The characters that only moves have.
pub(crate) const ONLY_MOVES: [char; 15] = [
    '\'', '’', '‘', '′', '`', '´', '(', ')', '[', ']', '{', '}', '/', '*', '^',
];

/// Whether a text shows the facelets of a cube that has `facelets` of them, rather than moves.
///
/// Six letters are both faces and colours, so `UUURRR…` could be either. A text shows facelets if it has the
/// right number of symbols and the same number of each. It also shows facelets if it has long unbroken runs of
/// symbols, with nothing in them that only moves have, so that a text with a missing facelet is not read as a
/// scramble. In a few faces, three equal symbols in a row decide, because nobody turns a face three times. The
/// rows of a net are facelets, and so is everything after the name of an order.
#[inline(never)] // inside its caller it takes 1.3 KB more of an image
fn is_facelets(text: &str, facelets: usize) -> bool {
    let face = facelets / 6;
    if names_order(text) || is_net(text, if facelets == 54 { 3 } else { 2 }) {
        return true;
    }
    let (mut count, mut runs, mut end) = (0, 0, usize::MAX);
    let (mut digits, mut letters, mut alike) = (false, false, false);
    let (mut last, mut of_each) = (['\0'; 2], [('\0', 0); 6]);
    for (at, c) in symbols(text) {
        if ONLY_MOVES.contains(&c) {
            return false;
        }
        if let Some((symbol, times)) = of_each.iter_mut().find(|(s, n)| *s == c || *n == 0) {
            (*symbol, *times) = (c, *times + 1);
        }
        count += 1;
        runs += usize::from(end != at);
        end = at + c.len_utf8();
        digits |= c.is_ascii_digit();
        letters |= c.is_ascii_alphabetic();
        alike |= last == [c, c];
        last = [last[1], c];
    }
    if digits && letters {
        return false;
    }
    let exact = count == facelets && of_each.iter().all(|&(_, times)| times == face);
    let in_runs = count * 2 >= runs.max(1) * 5;
    exact || in_runs && (count * 2 >= facelets || alike && count >= face.max(9))
}

macro_rules! read {
    ($($cube:ty, $facelets:literal;)*) => {$(
        /// Reads moves from the solved cube, as [`notation`](crate::notation) takes them, or
        /// [`facelets`](crate::facelets).
        impl FromStr for $cube {
            type Err = CubeError;

            fn from_str(text: &str) -> Result<Self, CubeError> {
                if is_facelets(text, $facelets) {
                    Ok(Self::from_facelet_text(text)?)
                } else {
                    Ok(Self::from_moves(text)?.state)
                }
            }
        }

        impl $cube {
            /// Whether a text is read as facelets rather than as moves.
            pub fn shows_facelets(text: &str) -> bool {
                is_facelets(text, $facelets)
            }
        }

        /// The facelets in URFDLB order, as letters.
        impl fmt::Display for $cube {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                self.write_facelets(f)
            }
        }
    )*};
}

read! {
    Cube3, 54;
    Cube2, 24;
}

#[cfg(test)]
mod tests {
    extern crate std;
    use super::*;
    use std::string::ToString;
    use std::vec::Vec;

    #[test]
    fn moves_and_facelets_are_told_apart() {
        let solved = "UUUUUUUUURRRRRRRRRFFFFFFFFFDDDDDDDDDLLLLLLLLLBBBBBBBBB";
        let spaced = solved.split("").collect::<Vec<_>>().join(" ");
        let digits = solved.replace('U', "0").replace('R', "1").replace('F', "2");
        let digits = digits.replace('D', "3").replace('L', "4").replace('B', "5");
        let mixed = "URFDLBURFDLBURFDLBURFDLBURF";
        for facelets in [
            solved,
            &solved[1..],
            &spaced,
            &digits,
            &solved[..40],
            &solved[..27],
            &solved[..9],
            mixed,
        ] {
            assert!(is_facelets(facelets, 54), "{facelets}");
        }
        let rows = solved
            .as_bytes()
            .chunks(3)
            .map(|c| c.escape_ascii().to_string());
        let rows = rows.collect::<Vec<_>>().join(" | ");
        assert!(is_facelets(&rows, 54));

        let long = "R U F ".repeat(18);
        let tight = "RUR'U'".repeat(9);
        let halves = "RU2FD2L2BR".repeat(6);
        let doubled = "R R R R U U U U F F F F ".repeat(3);
        for moves in [
            "",
            "R U R' U'",
            "RUFRUF",
            "RRR",
            "x y z",
            "RUF RUF RUF",
            &doubled,
            &long,
            &tight,
            &halves,
        ] {
            assert!(!is_facelets(moves, 54), "{moves}");
        }
        assert!(is_facelets("UUUURRRRFFFFDDDDLLLLBBBB", 24));
        assert!(!is_facelets("RUFRUF R U", 24));
    }
}
