//! The 54 facelets of the 3×3×3 cube.

use core::fmt::{self, Write};

use super::Symbols;
use super::error::{FaceletError, FaceletErrorKind};
use super::net::{write_letters, write_net};
use super::painted::pieces;
use crate::cube::Cube3;
use crate::cube::geometry::{CORNER_FACELET, EDGE_FACELET};

const SIDE: usize = 3;

impl Cube3 {
    /// Reads 54 symbols as described in [`facelets`](super).
    ///
    /// # Errors
    /// What is wrong with the cube; of several things the first in the order of
    /// [`FaceletError::kociemba`].
    pub fn from_facelet_text(text: &str) -> Result<Self, FaceletError> {
        let fail = |kind| FaceletError::new(kind, SIDE);
        let symbols = Symbols::<54>::read(text)?;
        let centres: [char; 6] = core::array::from_fn(|face| symbols.symbol[face * 9 + 4]);
        let face_of = |symbol| centres.iter().position(|&c| c == symbol);
        for (face, &symbol) in centres.iter().enumerate() {
            if let Some(first) = face_of(symbol).filter(|&first| first != face) {
                let faces = [first, face];
                let kind = FaceletErrorKind::DuplicateCentre { symbol, faces };
                return Err(symbols.locate(fail(kind)));
            }
        }
        let mut facelets = [0; 54];
        let count = |symbol| symbols.symbol.iter().filter(|&&s| s == symbol).count();
        let read = symbols.symbol.iter().zip(symbols.at);
        for (facelet, (&symbol, at)) in facelets.iter_mut().zip(read) {
            let Some(face) = face_of(symbol) else {
                let (found, expected) = (count(symbol), 0);
                let kind = FaceletErrorKind::ColourCount {
                    symbol,
                    found,
                    expected,
                };
                let at = Some(at);
                return Err(FaceletError { at, ..fail(kind) });
            };
            *facelet = face as u8;
        }
        if let Some(&symbol) = centres.iter().find(|&&symbol| count(symbol) > 9) {
            let (found, expected) = (count(symbol), 9);
            let kind = FaceletErrorKind::ColourCount {
                symbol,
                found,
                expected,
            };
            return Err(fail(kind));
        }
        Self::from_facelets(&facelets).map_err(|e| symbols.locate(e))
    }

    /// The cube with the given stickers: for each facelet the face (0..6 in URFDLB order) whose
    /// centre has its colour.
    ///
    /// # Errors
    /// What is wrong with the cube; of several things the first in the order of
    /// [`FaceletError::kociemba`]. Counts and centres are not looked at.
    pub fn from_facelets(facelets: &[u8; 54]) -> Result<Self, FaceletError> {
        let mut first = None;
        let pieces = pieces(facelets, &mut |fault| {
            first.get_or_insert(fault);
        });
        match (pieces, first) {
            (Some((corners, edges)), None) => Ok(Self { corners, edges }),
            (_, fault) => Err(fault.unwrap_or_else(|| {
                let found = facelets.iter().filter(|&&face| face < 6).count();
                let expected = facelets.len();
                FaceletError::new(FaceletErrorKind::FaceletCount { found, expected }, SIDE)
            })),
        }
    }

    /// The face (0..6 in URFDLB order) whose colour each facelet shows.
    pub fn facelets(&self) -> [u8; 54] {
        let mut facelets = core::array::from_fn(|i| (i / 9) as u8);
        for slot in 0..24 {
            let (corner, edge) = (self.corners.image(slot), self.edges.image(slot));
            facelets[CORNER_FACELET[corner] as usize] = CORNER_FACELET[slot] / 9;
            facelets[EDGE_FACELET[edge] as usize] = EDGE_FACELET[slot] / 9;
        }
        facelets
    }

    /// Writes the 54 letters that [`Cube3::from_facelet_text`] reads.
    ///
    /// # Errors
    /// Those of `out`.
    pub fn write_facelets(&self, out: &mut impl Write) -> fmt::Result {
        write_letters(&self.facelets(), out)
    }

    /// Draws the unfolded cube on nine lines, with ANSI colours or in plain letters.
    ///
    /// # Errors
    /// Those of `out`.
    pub fn write_net(&self, colour: bool, out: &mut impl Write) -> fmt::Result {
        write_net(&self.facelets(), SIDE, colour, out)
    }
}
