//! Permutation groups: their order, which permutations they hold, and uniformly random elements.
//!
//! ```
//! use quarterturn::group::Group;
//!
//! // Three moves of a ring of four beads: a turn, the turn back, and a swap.
//! let group = Group::new(4, &[0, 1, 2, 3], [&[3, 0, 1, 2][..], &[1, 2, 3, 0], &[1, 0, 2, 3]]);
//! assert_eq!(group.order(), Some(24));
//! assert!(group.has(&[2, 1, 0, 3]));
//! ```
//!
//! The group is stored as a chain of stabilisers (Sims, "Computational methods in the study of permutation
//! groups", 1970; Seress, *Permutation Group Algorithms*, 2003, chapter 4). Random elements build the chain.
//! Then every generator of Schreier's lemma is checked against it, so chance affects only the time.

mod alike;
mod chain;
mod reason;

pub use alike::{Found, WORK};
pub use reason::Reason;

use chain::Level;
use quarterturn_core::random::below;
use rand_core::Rng;
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{self, SeedableRng};

/// The most points.
pub const POINTS: usize = 128;

/// Where each point goes; points beyond those of the group stay.
pub type Image = [u8; POINTS];

/// The point that stays, for all points.
const IDENTITY: Image = {
    let mut image = [0; POINTS];
    let mut point = 0;
    while point < POINTS {
        image[point] = point as u8;
        point += 1;
    }
    image
};

/// First `next`, then `first`: of each point, where `first` takes what `next` makes of it.
fn product(first: &Image, next: &Image) -> Image {
    next.map(|point| first[usize::from(point) % POINTS])
}

fn inverse(image: &Image) -> Image {
    let mut inverse = IDENTITY;
    for (point, &to) in image.iter().enumerate() {
        inverse[usize::from(to) % POINTS] = point as u8;
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

impl Group {
    /// The group that permutations of `points` points generate, each a list of where the points go; a
    /// chain of stabilisers holds the points in the order of `base`, as far as it names them, then the
    /// others.
    ///
    /// # Panics
    /// If there are more than [`POINTS`] points, or a list is not a permutation of them.
    pub fn new<'a>(
        points: usize,
        base: &[u8],
        generators: impl IntoIterator<Item = &'a [u8]>,
    ) -> Self {
        assert!(points <= POINTS, "{points} points are more than {POINTS}");
        let image = |list: &[u8]| {
            let mut sorted = list.to_vec();
            sorted.sort_unstable();
            assert_eq!(sorted, IDENTITY[..points], "a permutation");
            let mut image = IDENTITY;
            image[..points].copy_from_slice(list);
            image
        };
        let mut order = base.to_vec();
        order.extend((0..points as u8).filter(|point| !base.contains(point)));
        let mut group = Self {
            points,
            levels: order.into_iter().map(Level::new).collect(),
        };
        let generators = generators.into_iter().map(image).collect();
        // Any seed leads to the same group.
        group.extend(0, generators, &mut Xoshiro256PlusPlus::seed_from_u64(1));
        group.levels.iter_mut().for_each(Level::find_orbits);
        group
    }

    /// Number of elements; `None` where it is more than a `u128` counts.
    pub fn order(&self) -> Option<u128> {
        let mut levels = self.levels.iter();
        levels.try_fold(1u128, |order, level| {
            order.checked_mul(level.orbit.len() as u128)
        })
    }

    /// Whether the list of where points go is one of the group's permutations.
    pub fn has(&self, list: &[u8]) -> bool {
        let mut image = IDENTITY;
        let known = image.get_mut(..list.len());
        let Some(known) = known.filter(|_| list.len() == self.points) else {
            return false;
        };
        known.copy_from_slice(list);
        let back = inverse(&image);
        product(&image, &back) == IDENTITY && self.missing(0, back).is_none()
    }

    /// An element, each with the same probability.
    pub fn random(&self, rng: &mut impl Rng) -> Image {
        let mut image = IDENTITY;
        for level in &self.levels {
            let nth = below(rng, level.orbit.len() as u32) as usize;
            if let Some(next) = level.representative(level.orbit[nth]) {
                image = product(&image, next);
            }
        }
        image
    }

    /// For each point the least one that elements take it to.
    pub fn orbits(&self) -> &[u8] {
        let first = self.levels.first();
        first.map_or(&[], |level| &level.orbits[..self.points])
    }

    /// Number of points.
    pub fn points(&self) -> usize {
        self.points
    }
}
