//! The 24 facelets of the 2×2×2 cube.

use core::fmt::{self, Write};

use super::Symbols;
use super::error::{Cubie, FaceletError, FaceletErrorKind, corner_facelet_on_cube2};
use super::net::{write_letters, write_net};
use super::pieces::{corners, home_of_first};
use crate::cube::Cube2;
use crate::cube::geometry::{CORNER_FACELET, SlotTable};

const SIDE: usize = 2;

/// The place of the fixed corner.
const DBL: usize = 7;

/// The face of each corner slot's sticker on the solved cube.
const HOME: SlotTable = {
    let mut home = CORNER_FACELET;
    let mut slot = 0;
    while slot < 24 {
        home[slot] /= 9;
        slot += 1;
    }
    home
};

const fn facelet(slot: usize) -> usize {
    corner_facelet_on_cube2(CORNER_FACELET[slot] as usize)
}

impl Cube2 {
    /// Reads 24 symbols as described in [`facelets`](super).
    ///
    /// The corner at DBL tells which colours are D, B and L; the opposite of a colour is the one
    /// that it never shares a corner with.
    ///
    /// # Errors
    /// What is wrong with the cube.
    pub fn from_facelet_text(text: &str) -> Result<Self, FaceletError> {
        let symbols = Symbols::<24>::read(text)?;
        let palette = palette(&symbols)?;
        let colours: [usize; 24] = core::array::from_fn(|slot| {
            let symbol = symbols.symbol[facelet(slot)];
            palette.iter().position(|&s| s == symbol).unwrap_or(0)
        });
        let opposite = opposites(&colours);
        let base = [colours[21], colours[22], colours[23]];
        let mut face_of = [0; 6];
        for (&colour, face) in base.iter().zip([3, 5, 4]) {
            face_of[colour] = face;
            face_of[opposite[colour]] = (face + 3) % 6;
        }
        let mut seen: SlotTable = [0; 32];
        for (seen, colour) in seen.iter_mut().zip(colours) {
            *seen = face_of[colour];
        }
        // If the corner that names the colours is wrong, nearly all others look wrong instead.
        let misfits = (0..8).filter(|&p| home_of_first::<8, 3>(&HOME, &seen, p).is_none());
        let place = Cubie::Corner(DBL);
        let wrong = FaceletErrorKind::Impossible { place };
        let mut first = (misfits.count() > 4).then_some(wrong);
        let corners = corners(&HOME, &seen, &mut |kind| {
            first.get_or_insert(kind);
        });
        match (corners, first) {
            (Some(corners), None) => Ok(Self::without_fixed(&corners)),
            (_, kind) => Err(symbols.locate(FaceletError::new(kind.unwrap_or(wrong), SIDE))),
        }
    }

    /// The face (0..6 in URFDLB order) whose colour each facelet shows, where the fixed corner
    /// names the colours.
    pub fn facelets(&self) -> [u8; 24] {
        let mut facelets = [0; 24];
        for (slot, &face) in HOME.iter().enumerate().take(24) {
            // The fixed corner is none of the seven, so it stays.
            facelets[facelet(self.corners.image(slot))] = face;
        }
        facelets
    }

    /// Writes the 24 letters that [`Cube2::from_facelet_text`] reads.
    ///
    /// # Errors
    /// Those of `out`.
    pub fn write_facelets(&self, out: &mut impl Write) -> fmt::Result {
        write_letters(&self.facelets(), out)
    }

    /// Draws the unfolded cube on six lines, with ANSI colours or in plain letters.
    ///
    /// # Errors
    /// Those of `out`.
    pub fn write_net(&self, colour: bool, out: &mut impl Write) -> fmt::Result {
        write_net(&self.facelets(), SIDE, colour, out)
    }
}

/// The six colours, each there four times.
fn palette(symbols: &Symbols<24>) -> Result<[char; 6], FaceletError> {
    let all = &symbols.symbol;
    let count = |symbol| all.iter().filter(|&&s| s == symbol).count();
    let first = |i: &usize| !all[..*i].contains(&all[*i]);
    let distinct = (0..24).filter(first);
    let surplus = distinct.clone().count() > 6;
    let error = |i: usize, expected| {
        let (symbol, found) = (all[i], count(all[i]));
        let kind = FaceletErrorKind::ColourCount {
            symbol,
            found,
            expected,
        };
        FaceletError::new(kind, SIDE)
    };
    let mut palette = ['\0'; 6];
    if surplus && let Some(rarest) = distinct.clone().min_by_key(|&i| count(all[i])) {
        return Err(FaceletError {
            at: Some(symbols.at[rarest]),
            ..error(rarest, 0)
        });
    }
    if let Some(excess) = distinct.clone().find(|&i| count(all[i]) > 4) {
        return Err(error(excess, 4));
    }
    for (place, i) in palette.iter_mut().zip(distinct) {
        *place = all[i];
    }
    Ok(palette)
}

/// The opposite of each of six colours: of the 15 ways to pair them, the one that sees opposite
/// colours together at the fewest corners (at none, on a real cube).
fn opposites(colours: &[usize; 24]) -> [usize; 6] {
    let together = |opposite: &[usize; 6]| {
        let clash = |c: &&[usize]| {
            [(0, 1), (1, 2), (2, 0)]
                .iter()
                .any(|&(i, j)| c[i] == c[j] || opposite[c[i]] == c[j])
        };
        colours.chunks(3).filter(clash).count()
    };
    let pairings = (1..6).flat_map(|first| {
        (0..3).map(move |second| {
            let mut rest = (1..6).filter(|&c| c != first);
            let four: [usize; 4] = core::array::from_fn(|_| rest.next().unwrap_or(0));
            let others = [1, 2, 3].map(|i| four[1 + (i - 1 + second) % 3]);
            let mut opposite = [0; 6];
            for (a, b) in [(0, first), (four[0], others[0]), (others[1], others[2])] {
                (opposite[a], opposite[b]) = (b, a);
            }
            opposite
        })
    });
    pairings.min_by_key(together).unwrap_or([3, 4, 5, 0, 1, 2])
}
