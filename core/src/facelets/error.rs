//! What can be wrong with the stickers of a cube.

use core::fmt;

use crate::at::at;
use crate::counted::Counted;
use crate::cube::geometry::{CORNER_FACELET, CORNERS, EDGE_FACELET, EDGES, FACES};
use crate::quoted::Quoted;

/// A corner or an edge, or its place, by the index into
/// [`CORNERS`] or [`EDGES`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Cubie {
    /// A corner, such as `URF`.
    Corner(usize),
    /// An edge, such as `UF`.
    Edge(usize),
}

impl Cubie {
    /// Its letters.
    pub fn name(self) -> &'static str {
        let letters: &'static [u8] = match self {
            Cubie::Corner(i) => &at(&CORNERS, i)[..],
            Cubie::Edge(i) => &at(&EDGES, i)[..],
        };
        core::str::from_utf8(letters).unwrap_or_default()
    }

    /// The facelets of this place on a cube with `side` facelets along an edge (3 or 2).
    pub fn facelets(self, side: usize) -> impl Iterator<Item = usize> + Clone {
        let (table, slots) = match self {
            Cubie::Corner(i) => (&CORNER_FACELET, i * 3..i * 3 + 3),
            Cubie::Edge(i) => (&EDGE_FACELET, i * 2..i * 2 + 2),
        };
        slots.map(move |slot| match (side, (*at(table, slot)).into()) {
            (2, facelet) => corner_facelet_on_cube2(facelet),
            (_, facelet) => facelet,
        })
    }
}

impl fmt::Display for Cubie {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// The facelet (0..24) of the 2×2×2 cube for a corner facelet (0..54) of the 3×3×3.
pub(super) const fn corner_facelet_on_cube2(facelet: usize) -> usize {
    facelet / 9 * 4 + facelet % 9 / 6 * 2 + facelet % 3 / 2
}

/// Stickers that no cube can show, or that no turns can reach.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct FaceletError {
    /// What is wrong.
    pub kind: FaceletErrorKind,
    /// Byte offset in the text, where one sticker stands for the error.
    pub at: Option<usize>,
    /// Facelets along an edge of the cube.
    pub(super) side: usize,
}

/// The kinds of [`FaceletError`]. Places and pieces are named as the cube is held.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum FaceletErrorKind {
    /// Too few or too many stickers.
    FaceletCount {
        /// Stickers in the text.
        found: usize,
        /// 54 or 24.
        expected: usize,
    },
    /// A row of a net is too short or too long.
    NetRow {
        /// The row, from 1.
        row: usize,
        /// Stickers in it.
        found: usize,
        /// As many as a face or four faces have side by side.
        expected: usize,
    },
    /// Two centres have the same colour.
    DuplicateCentre {
        /// The colour.
        symbol: char,
        /// The two faces (0..6 in URFDLB order).
        faces: [usize; 2],
    },
    /// A colour occurs too often or not often enough.
    ColourCount {
        /// The colour.
        symbol: char,
        /// How often it is there.
        found: usize,
        /// 9 or 4; 0 for a symbol that is none of the six colours.
        expected: usize,
    },
    /// No piece has these colours in this order.
    Impossible {
        /// The place.
        place: Cubie,
    },
    /// One piece occurs twice, so another one is missing.
    Duplicate {
        /// The piece that occurs twice.
        piece: Cubie,
        /// Where.
        places: [Cubie; 2],
        /// A piece that is missing.
        missing: Cubie,
    },
    /// One edge is flipped.
    FlippedEdge {
        /// The edge, where all others are solved.
        piece: Option<Cubie>,
    },
    /// One corner is twisted.
    TwistedCorner {
        /// The corner, where all others are solved.
        piece: Option<Cubie>,
        /// Whether it is twisted clockwise.
        clockwise: bool,
    },
    /// Two pieces are swapped.
    Parity {
        /// The pieces, where only these are out of place.
        pieces: Option<[Cubie; 2]>,
    },
}

impl FaceletError {
    pub(super) const fn new(kind: FaceletErrorKind, side: usize) -> Self {
        let at = None;
        Self { kind, at, side }
    }

    /// The places that it names, the one at fault first.
    pub fn places(&self) -> impl Iterator<Item = Cubie> + use<> {
        use FaceletErrorKind::*;
        let places = match self.kind {
            Impossible { place } => [Some(place), None],
            Duplicate {
                places: [first, again],
                ..
            } => [Some(again), Some(first)],
            FlippedEdge { piece } | TwistedCorner { piece, .. } => [piece, None],
            Parity { pieces } => pieces.map_or([None; 2], |pieces| pieces.map(Some)),
            _ => [None; 2],
        };
        places.into_iter().flatten()
    }

    /// The first affected facelet, where the error has a place: 0..54 or 0..24.
    pub fn facelet(&self) -> Option<usize> {
        if let FaceletErrorKind::DuplicateCentre { faces, .. } = self.kind {
            return Some(faces[1] * 9 + 4);
        }
        self.places().next()?.facelets(self.side).next()
    }

    /// A stable name for programs.
    pub const fn code(&self) -> &'static str {
        use FaceletErrorKind::*;
        match self.kind {
            FaceletCount { .. } => "facelet-count",
            NetRow { .. } => "net-row",
            DuplicateCentre { .. } => "duplicate-centre",
            ColourCount { .. } => "colour-count",
            Impossible {
                place: Cubie::Corner(_),
            } => "impossible-corner",
            Impossible { .. } => "impossible-edge",
            Duplicate {
                piece: Cubie::Corner(_),
                ..
            } => "duplicate-corner",
            Duplicate { .. } => "duplicate-edge",
            FlippedEdge { .. } => "flipped-edge",
            TwistedCorner { .. } => "twisted-corner",
            Parity { .. } => "parity",
        }
    }

    /// The number of this class of error in Kociemba's solvers: 1 not nine of each colour, 2 not
    /// all edges once, 3 flipped edge, 4 not all corners once, 5 twisted corner, 6 parity.
    pub const fn kociemba(&self) -> u8 {
        use FaceletErrorKind::*;
        match self.kind {
            FaceletCount { .. } | NetRow { .. } | DuplicateCentre { .. } | ColourCount { .. } => 1,
            Impossible { place: piece } | Duplicate { piece, .. } => match piece {
                Cubie::Edge(_) => 2,
                Cubie::Corner(_) => 4,
            },
            FlippedEdge { .. } => 3,
            TwistedCorner { .. } => 5,
            Parity { .. } => 6,
        }
    }

    /// What to do about it.
    pub const fn hint(&self) -> &'static str {
        use FaceletErrorKind::*;
        match self.kind {
            FaceletCount { .. } => "list the faces U R F D L B, each row by row",
            NetRow { .. } => "draw U, then L F R B side by side, then D, each row a line",
            DuplicateCentre { .. } => "each face's middle sticker names its colour: check them",
            ColourCount { .. } => "check the stickers of this colour",
            Impossible { .. } => "check these stickers and the direction the face was read in",
            Duplicate { .. } => "check the stickers of both places",
            FlippedEdge { .. } => "take one edge out and put it back the other way round",
            TwistedCorner {
                clockwise: true, ..
            } => "twist one corner anticlockwise in its place",
            TwistedCorner { .. } => "twist one corner clockwise in its place",
            Parity { .. } => "take out two edges and swap them",
        }
    }
}

impl core::error::Error for FaceletError {}

impl fmt::Display for FaceletError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        use FaceletErrorKind::*;
        match self.kind {
            FaceletCount { found, expected } => {
                write!(f, "{} instead of {expected}", Counted(found, "facelet"))
            }
            NetRow {
                row,
                found,
                expected,
            } => {
                let found = Counted(found, "facelet");
                write!(f, "row {row} of the net has {found} instead of {expected}")
            }
            DuplicateCentre { symbol, faces } => {
                let [a, b] = faces.map(|face| *at(&FACES, face) as char);
                write!(f, "the centres of {a} and {b} are both {}", Quoted(symbol))
            }
            ColourCount {
                symbol,
                expected: 0,
                ..
            } => write!(f, "{} is none of the six colours", Quoted(symbol)),
            ColourCount {
                symbol,
                found,
                expected,
            } => {
                let symbol = Quoted(symbol);
                write!(f, "{found} facelets are {symbol} instead of {expected}")
            }
            Impossible { place } => {
                write!(f, "no piece has the colours at {place}")?;
                self.write_facelets(place, f)
            }
            Duplicate {
                piece,
                places: [a, b],
                missing,
            } => {
                write!(f, "{piece} is there twice, at {a}")?;
                self.write_facelets(a, f)?;
                write!(f, " and {b}")?;
                self.write_facelets(b, f)?;
                write!(f, ", and {missing} is missing")
            }
            FlippedEdge { piece: Some(piece) } => {
                write!(f, "the edge {piece} is flipped")?;
                self.write_facelets(piece, f)
            }
            FlippedEdge { piece: None } => f.write_str("an odd number of edges is flipped"),
            TwistedCorner { piece, clockwise } => {
                let way = if clockwise { "" } else { "anti" };
                match piece {
                    Some(piece) => {
                        write!(f, "the corner {piece} is twisted {way}clockwise")?;
                        self.write_facelets(piece, f)
                    }
                    None => write!(
                        f,
                        "the corners together are twisted {way}clockwise by a third"
                    ),
                }
            }
            Parity {
                pieces: Some([a, b]),
            } => write!(f, "{a} and {b} are swapped"),
            Parity { pieces: None } => f.write_str("two corners or two edges are swapped"),
        }
    }
}

impl FaceletError {
    /// Names the facelets of a place, such as ` (U9 R1 F3)`.
    fn write_facelets(&self, place: Cubie, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let area = if self.side == 2 { 4 } else { 9 };
        for (i, facelet) in place.facelets(self.side).enumerate() {
            let open = if i == 0 { " (" } else { " " };
            let (face, number) = (*at(&FACES, facelet / area) as char, facelet % area + 1);
            write!(f, "{open}{face}{number}")?;
        }
        f.write_str(")")
    }
}
