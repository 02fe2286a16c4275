//! The 54 facelets of the 3×3×3 cube.

use core::fmt::{self, Write};

use super::Symbols;
use super::error::{Cubie, FaceletError, FaceletErrorKind};
use super::net::{write_letters, write_net};
use super::pieces::{identify, only_swapped, only_turned};
use crate::at::at;
use crate::cube::Cube3;
use crate::cube::geometry::{CORNER_FACELET, EDGE_FACELET, SlotTable};
use crate::cube::orbit::Orbit;

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
        let fail = |kind| FaceletError::new(kind, SIDE);
        let seen = |table: &SlotTable| table.map(|f| *at(facelets, f.into()));
        let home = |table: &SlotTable| table.map(|f| f / 9);
        let edges = identify::<12, 2>(
            &home(&EDGE_FACELET),
            &seen(&EDGE_FACELET),
            SIDE,
            Cubie::Edge,
        )?;
        if edges.twist() != 0 {
            let piece = only_turned(&edges).map(Cubie::Edge);
            return Err(fail(FaceletErrorKind::FlippedEdge { piece }));
        }
        let corners = identify::<8, 3>(
            &home(&CORNER_FACELET),
            &seen(&CORNER_FACELET),
            SIDE,
            Cubie::Corner,
        )?;
        if corners.twist() != 0 {
            let piece = only_turned(&corners).map(Cubie::Corner);
            let clockwise = corners.twist() == 1;
            return Err(fail(FaceletErrorKind::TwistedCorner { piece, clockwise }));
        }
        if corners.is_odd() != edges.is_odd() {
            let pieces = if corners == Orbit::SOLVED {
                only_swapped(&edges).map(|p| p.map(Cubie::Edge))
            } else if edges == Orbit::SOLVED {
                only_swapped(&corners).map(|p| p.map(Cubie::Corner))
            } else {
                None
            };
            return Err(fail(FaceletErrorKind::Parity { pieces }));
        }
        Ok(Self { corners, edges })
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
