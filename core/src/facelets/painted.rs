//! Stickers that need not be those of a cube: what is wrong with them, and which pieces they show.

use super::error::{Cubie, FaceletError, FaceletErrorKind, corner_facelet_on_cube2};
use super::pieces::{self, only_swapped};
use crate::cube::geometry::{CORNER_FACELET, EDGE_FACELET, FACES, SlotTable};
use crate::cube::orbit::Orbit;

/// The corners and the edges of a cube; the edges of the 2×2×2 cube, which it has not, are solved.
pub type Pieces = (Orbit<8, 3>, Orbit<12, 2>);

/// Tells all that is wrong with stickers, and gives the pieces where each is there once, whether turns lead there or not.
///
/// `facelets` has for each of 54 or 24 facelets the face (0..6 in URFDLB order) whose colour it has, as the cube is
/// held; larger numbers are facelets without a colour yet, of which only those faults are told that show already.
pub fn examine(facelets: &[u8], tell: &mut dyn FnMut(FaceletError)) -> Option<Pieces> {
    let (side, expected) = if facelets.len() == 54 { (3, 9) } else { (2, 4) };
    for (face, symbol) in (0..).zip(FACES.map(char::from)) {
        let found = facelets.iter().filter(|&&other| other == face).count();
        if found > expected {
            let kind = FaceletErrorKind::ColourCount {
                symbol,
                found,
                expected,
            };
            tell(FaceletError::new(kind, side));
        }
    }
    pieces(facelets, tell)
}

/// As [`examine`], without a look at the number of each colour.
pub(super) fn pieces(facelets: &[u8], tell: &mut dyn FnMut(FaceletError)) -> Option<Pieces> {
    let side = if facelets.len() == 54 { 3 } else { 2 };
    let tell = &mut |kind| tell(FaceletError::new(kind, side));
    let home = |table: &SlotTable| table.map(|facelet| facelet / 9);
    let seen = |facelet: usize| facelets.get(facelet).copied().unwrap_or(u8::MAX);
    let corners = |tell: &mut dyn FnMut(FaceletErrorKind)| {
        let seen = CORNER_FACELET.map(|facelet| match side {
            2 => seen(corner_facelet_on_cube2(facelet.into())),
            _ => seen(facelet.into()),
        });
        pieces::corners(&home(&CORNER_FACELET), &seen, tell)
    };
    if side == 2 {
        return Some((corners(tell)?, Orbit::SOLVED));
    }
    let edges = pieces::edges(
        &home(&EDGE_FACELET),
        &EDGE_FACELET.map(|facelet| seen(facelet.into())),
        tell,
    );
    let (corners, edges) = (corners(tell)?, edges?);
    if corners.is_odd() != edges.is_odd() {
        let pieces = if corners == Orbit::SOLVED {
            only_swapped(&edges).map(|pieces| pieces.map(Cubie::Edge))
        } else if edges == Orbit::SOLVED {
            only_swapped(&corners).map(|pieces| pieces.map(Cubie::Corner))
        } else {
            None
        };
        tell(FaceletErrorKind::Parity { pieces });
    }
    Some((corners, edges))
}
