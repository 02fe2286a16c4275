//! Where the facelets of a cube stand in a text: face after face, in any order, or as a net.

use super::error::FaceletErrorKind;
use super::symbols;
use crate::at::at;
use crate::cube::geometry::FACES;

/// How a text arranges its facelets.
pub(super) enum Arrangement {
    /// Face after face in this order, from a byte offset on.
    Faces([u8; 6], usize),
    /// Rows of a net: `U`, then `L F R B` side by side, then `D`.
    Net,
}

/// The order that is not named.
const URFDLB: [u8; 6] = [0, 1, 2, 3, 4, 5];

/// The faces of the long rows of a net.
const RING: [usize; 4] = [4, 2, 1, 5];

/// A side of 3 or 2, so that the compiler sees that nothing is divided by 0 and no image carries a panic.
const fn known(side: usize) -> usize {
    if side == 2 { 2 } else { 3 }
}

impl Arrangement {
    /// That of a text; `side` is 3 or 2.
    pub fn of(text: &str, side: usize) -> Self {
        match order(text) {
            Some((faces, start)) => Self::Faces(faces, start),
            None if is_net(text, side) => Self::Net,
            None => Self::Faces(URFDLB, 0),
        }
    }

    /// The byte offset of the first facelet, at least.
    pub fn start(&self) -> usize {
        match *self {
            Self::Faces(_, start) => start,
            Self::Net => 0,
        }
    }

    /// The facelet that the symbol is which `before` others stand before; beyond all facelets if the text
    /// has too many.
    pub fn facelet(&self, before: usize, side: usize) -> usize {
        let side = known(side);
        let area = side * side;
        match self {
            _ if before >= 6 * area => before,
            Self::Faces(faces, _) => usize::from(*at(faces, before / area)) * area + before % area,
            Self::Net if before < area => before,
            Self::Net if before < 5 * area => {
                let (row, column) = ((before - area) / (4 * side), (before - area) % (4 * side));
                at(&RING, column / side) * area + row * side + column % side
            }
            Self::Net => before - 2 * area,
        }
    }
}

/// The order of the faces that a text names, and where that ends: six letters and a colon, before all else.
fn order(text: &str) -> Option<([u8; 6], usize)> {
    let blank = |c: char| c.is_whitespace() || c == '\u{feff}';
    let rest = text.trim_start_matches(blank);
    // A search for one character may panic, as far as the compiler sees; one for any of several does not.
    let (name, facelets) = rest.split_once([':'])?;
    if name.len() != FACES.len() {
        return None;
    }
    let (mut order, mut seen) = ([0; 6], 0u8);
    for (place, letter) in order.iter_mut().zip(name.bytes()) {
        let face = FACES
            .iter()
            .position(|face| face.eq_ignore_ascii_case(&letter))?;
        *place = face as u8;
        seen |= 1 << face;
    }
    (seen == 0b11_1111).then(|| (order, text.len() - facelets.len()))
}

/// Whether a text names the order of its faces, so that nothing but facelets can follow.
pub fn names_order(text: &str) -> bool {
    order(text).is_some()
}

/// The lines of a text that are not blank, each with its byte offset.
fn rows(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut end = 0;
    let lines = text.split_inclusive(['\n']).map(move |line| {
        end += line.len();
        (end - line.len(), line)
    });
    lines.filter(|(_, line)| symbols(line).next().is_some())
}

/// The facelets of a net's row, counted from 0.
const fn width(row: usize, side: usize) -> usize {
    let side = known(side);
    if row / side == 1 { 4 * side } else { side }
}

/// Whether a line may be such a row of a net, counted from 0, of a cube with `side` facelets along an edge.
///
/// A symbol too many or too few is forgiven, two in long rows: a net with a fault is a net, and no nine
/// move sequences. What only moves have is not.
pub fn is_net_row(line: &str, row: usize, side: usize) -> bool {
    let count = symbols(line).count();
    let width = width(row, side);
    let spare = if width == side { 1 } else { 2 };
    let digits = line.contains(|c: char| c.is_ascii_digit());
    let letters = line.contains(|c: char| c.is_ascii_alphabetic());
    row < 3 * side
        && count.abs_diff(width) <= spare
        && !(digits && letters)
        && !line.contains(crate::cube::ONLY_MOVES)
}

/// Whether the lines of a text are the rows of a net: all of them, or the first ones, with two of the long
/// rows and nothing too many or too few in any.
pub fn is_net(text: &str, side: usize) -> bool {
    let (mut count, mut exact) = (0, true);
    let all = rows(text).enumerate().all(|(row, (_, line))| {
        count += 1;
        exact &= symbols(line).count() == width(row, side);
        is_net_row(line, row, side)
    });
    all && (count == 3 * side || exact && count >= side + 2)
}

/// The first row of a net that is too long, too short or missing, and where: at the surplus, or at its end.
pub(super) fn net_fault(text: &str, side: usize) -> Option<(usize, FaceletErrorKind)> {
    let missing = core::iter::repeat_n((text.trim_end().len(), ""), 3 * side);
    let rows = rows(text).chain(missing).take(3 * side);
    rows.enumerate().find_map(|(row, (start, line))| {
        let (found, expected) = (symbols(line).count(), width(row, side));
        let surplus = symbols(line).nth(expected).map(|(at, _)| at);
        let at = start + surplus.unwrap_or(line.trim_end().len());
        let row = row + 1;
        let kind = FaceletErrorKind::NetRow {
            row,
            found,
            expected,
        };
        (found != expected).then_some((at, kind))
    })
}
