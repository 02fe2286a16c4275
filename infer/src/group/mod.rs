//! Permutation groups: their order, which permutations they hold, and uniformly random elements.
//!
//! ```
//! use quarterturn::group::Group;
//!
//! // Three moves of a ring of four beads: a turn, the turn back, and a swap.
//! let generators = [&[3, 0, 1, 2][..], &[1, 2, 3, 0], &[1, 0, 2, 3]];
//! let group = Group::new(4, &[0, 1, 2, 3], generators).expect("a small group");
//! assert_eq!(group.order(), Some(24));
//! assert!(group.has(&[2, 1, 0, 3]));
//! ```
//!
//! The group is stored as a chain of stabilisers (Sims, "Computational methods in the study of permutation
//! groups", 1970; Seress, *Permutation Group Algorithms*, 2003, chapter 4). Random elements build the chain.
//! Then every generator of Schreier's lemma is checked against it, so chance affects only the time.

mod alike;
mod chain;
mod orbit;
mod reason;
mod size;

pub use alike::{Found, WORK};
pub(crate) use orbit::orbit_of;
pub use reason::Reason;
pub use size::Size;

use chain::{Level, Room};
use quarterturn_core::random::below;
use rand_core::Rng;
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{self, SeedableRng};
use std::collections::HashSet;

/// Where each point goes.
pub type Image = Vec<u16>;

/// The most points of a group: chains of more take too long.
pub const POINTS: usize = 1 << 9;

/// The most work for [`Group::new`], in points of products: a few seconds.
pub const MOST: u64 = 1 << 32;

/// The most bytes of a chain.
const BYTES: usize = 1 << 28;

/// The permutation that moves no point.
pub(crate) fn identity(points: usize) -> Image {
    (0..points as u16).collect()
}

/// First `next`, then `first`: of each point, where `first` takes what `next` makes of it.
pub(crate) fn product(first: &[u16], next: &[u16]) -> Image {
    next.iter()
        .map(|&point| first[usize::from(point)])
        .collect()
}

pub(crate) fn inverse(image: &[u16]) -> Image {
    let mut inverse = vec![0; image.len()];
    for (point, &to) in image.iter().enumerate() {
        inverse[usize::from(to)] = point as u16;
    }
    inverse
}

/// A group of permutations of points from 0.
#[derive(Clone, Debug)]
pub struct Group {
    points: usize,
    /// One for each point: what is left of the group when the points of all levels before it are held.
    levels: Vec<Level>,
}

/// More work or memory than there may be.
struct Exhausted;

impl Group {
    /// The group that permutations of `points` points generate, each a list of where the points go; a
    /// chain of stabilisers holds the points in the order of `base`, as far as it names them, then the
    /// others. `None` where there are more than [`POINTS`] points, or that is more work than [`MOST`].
    ///
    /// # Panics
    /// If a list is not a permutation of the points.
    pub fn new<'a>(
        points: usize,
        base: &[u16],
        generators: impl IntoIterator<Item = &'a [u16]>,
    ) -> Option<Self> {
        if points > POINTS {
            return None;
        }
        let image = |list: &[u16]| {
            let mut sorted = list.to_vec();
            sorted.sort_unstable();
            assert_eq!(sorted, identity(points), "a permutation");
            list.to_vec()
        };
        let mut order = base.to_vec();
        let based: HashSet<u16> = base.iter().copied().collect();
        order.extend((0..points as u16).filter(|point| !based.contains(point)));
        let mut group = Self {
            points,
            levels: order.into_iter().map(Level::new).collect(),
        };
        let generators = generators.into_iter().map(image).collect();
        // Any seed leads to the same group.
        let rng = &mut Xoshiro256PlusPlus::seed_from_u64(1);
        group.build(generators, rng).ok()?;
        for (nth, level) in group.levels.iter_mut().enumerate() {
            if nth == 0 || level.orbit.len() > 1 {
                level.find_orbits(points);
            }
        }
        Some(group)
    }

    /// Number of elements; `None` where it is more than a `u128` counts.
    pub fn order(&self) -> Option<u128> {
        self.size().get()
    }

    /// The number of elements, however large it is.
    pub fn size(&self) -> Size {
        Size::product(self.levels.iter().map(|level| level.orbit.len()))
    }

    /// The number of elements as decimal digits, however large it is.
    pub fn digits(&self) -> String {
        self.size().to_string()
    }

    /// Whether the list of where points go is one of the group's permutations.
    pub fn has(&self, list: &[u16]) -> bool {
        let mut sorted = list.to_vec();
        sorted.sort_unstable();
        let known = || matches!(self.missing(0, inverse(list), &mut Room::whole()), Ok(None));
        sorted == identity(self.points) && known()
    }

    /// An element, each with the same probability.
    pub fn random(&self, rng: &mut impl Rng) -> Image {
        let mut image = identity(self.points);
        for level in &self.levels {
            let nth = below(rng, level.orbit.len() as u32) as usize;
            if let Some(next) = level.representative(level.orbit[nth]) {
                image = product(&image, next);
            }
        }
        image
    }

    /// For each point the least one that elements take it to.
    pub fn orbits(&self) -> &[u16] {
        self.levels.first().map_or(&[], |level| &level.orbits)
    }

    /// Number of points.
    pub fn points(&self) -> usize {
        self.points
    }
}
