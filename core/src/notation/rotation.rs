//! The 24 ways to hold a cube.

use core::fmt;

use crate::at::at;
use crate::cube::geometry::{Action, SYMMETRY, SYMMETRY_INVERSE, TURNS};

/// A rotation of the whole cube. `Display` writes it with at most two moves, such as `x' y2`;
/// the identity is empty.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Rotation(u8);

impl Rotation {
    /// The cube is held as before.
    pub const IDENTITY: Self = Self(0);

    /// All 24 rotations, the identity first.
    pub fn all() -> impl Iterator<Item = Self> + Clone {
        let proper = |&i: &usize| !SYMMETRY[i].mirror;
        (0..SYMMETRY.len()).filter(proper).map(|i| Self(i as u8))
    }

    /// `quarters` quarter turns in the direction of a face (0..6 in URFDLB order).
    pub fn about(face: usize, quarters: usize) -> Self {
        let quarter = Self::with_faces(at(&TURNS, face).face);
        (0..quarters % 4).fold(Self::IDENTITY, |r, _| r.then(quarter))
    }

    /// The index of this rotation in [`SYMMETRY`], which is also its frame for
    /// [`Puzzle::conjugate`](crate::Puzzle::conjugate) of the 3×3×3 cube.
    pub const fn symmetry(self) -> usize {
        self.0 as usize
    }

    /// What it does to the slots and faces.
    pub(super) fn action(self) -> &'static Action {
        at(&SYMMETRY, self.symmetry())
    }

    /// Where a face goes (0..6 in URFDLB order).
    pub fn face(self, face: usize) -> usize {
        (*at(&self.action().face, face)).into()
    }

    /// First `self`, then `next`.
    pub fn then(self, next: Self) -> Self {
        Self::with_faces(core::array::from_fn(|f| next.face(self.face(f)) as u8))
    }

    /// The rotation that undoes this one.
    pub fn inverse(self) -> Self {
        Self(*at(&SYMMETRY_INVERSE, self.symmetry()))
    }

    /// The rotation that takes each face to the given one.
    fn with_faces(faces: [u8; 6]) -> Self {
        let found = Self::all().find(|r| r.action().face == faces);
        found.unwrap_or_default()
    }
}

impl fmt::Display for Rotation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // Six ways to choose the upper face, then four to spin the cube about it.
        const TILTS: [(&str, usize, usize); 6] = [
            ("", 1, 0),
            ("x", 1, 1),
            ("x2", 1, 2),
            ("x'", 1, 3),
            ("z", 2, 1),
            ("z'", 2, 3),
        ];
        for (tilt, face, quarters) in TILTS {
            for (spin, name) in ["", "y", "y2", "y'"].into_iter().enumerate() {
                if Self::about(face, quarters).then(Self::about(0, spin)) == *self {
                    let gap = if tilt.is_empty() || spin == 0 {
                        ""
                    } else {
                        " "
                    };
                    return write!(f, "{tilt}{gap}{name}");
                }
            }
        }
        Ok(())
    }
}
