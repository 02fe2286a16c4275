//! What differs between the 3×3×3 and the 2×2×2 cube as stickers.

use quarterturn_core::cube::geometry::FACES;
use quarterturn_core::cube::{Cube2, Cube3};
use quarterturn_core::facelets::{FaceletError, arranged};

/// The differences between the two cubes.
#[derive(Clone, Copy)]
pub(super) struct Sides {
    /// Facelets along an edge.
    pub side: usize,
    /// The symbols of a text in URFDLB order.
    pub arranged: fn(&str) -> Result<Vec<char>, FaceletError>,
    /// The state that a text of facelets shows.
    pub read: fn(&str) -> Result<String, FaceletError>,
}

/// A cube that can be repaired.
pub(super) trait Sided {
    /// Its functions here.
    const SIDES: Sides;
}

macro_rules! sided {
    ($($cube:ty: $side:literal, $facelets:literal;)*) => {$(
        impl Sided for $cube {
            const SIDES: Sides = Sides {
                side: $side,
                arranged: |text| arranged::<$facelets>(text).map(Vec::from),
                read: |text| Ok(<$cube>::from_facelet_text(text)?.to_string()),
            };
        }
    )*};
}

sided! {
    Cube3: 3, 54;
    Cube2: 2, 24;
}

impl Sides {
    /// The state that stickers show, face after face.
    pub fn state(self, stickers: &[char]) -> Option<String> {
        (self.read)(&String::from_iter(stickers)).ok()
    }

    /// A facelet as people name it, such as `U9`.
    pub fn name(self, facelet: usize) -> String {
        let area = self.side * self.side;
        format!("{}{}", FACES[facelet / area] as char, facelet % area + 1)
    }
}
