//! The chain of stabilisers. Random elements build it, and Schreier's lemma proves it.

use super::{Group, IDENTITY, Image, POINTS, inverse, product};
use quarterturn_core::random::below;
use rand_core::Rng;
use rand_xoshiro::rand_core;

/// Products that mix the generators before the first random element is taken.
const MIXED: usize = 40;

/// The subgroup that holds the points of all levels before it.
#[derive(Clone, Debug)]
pub(super) struct Level {
    /// The point that the next level holds.
    pub point: u8,
    /// What generates it; of the first level as they were given.
    pub generators: Vec<Image>,
    /// Where it takes the point, the point itself first.
    pub orbit: Vec<u8>,
    /// For each point of the orbit an element that takes the level's point there.
    representatives: Vec<Option<Box<Image>>>,
    /// The number of the orbit of each point.
    pub orbits: Image,
}

impl Level {
    pub fn new(point: u8) -> Self {
        let mut representatives = vec![None; POINTS];
        representatives[usize::from(point)] = Some(Box::new(IDENTITY));
        Self {
            point,
            generators: Vec::new(),
            orbit: vec![point],
            representatives,
            orbits: IDENTITY,
        }
    }

    /// An element that takes the level's point to this one.
    pub fn representative(&self, point: u8) -> Option<&Image> {
        self.representatives[usize::from(point)].as_deref()
    }

    /// Closes the orbit under the generators. Representatives that are there stay.
    fn grow(&mut self) {
        let mut done = 0;
        while let Some(&point) = self.orbit.get(done) {
            done += 1;
            for generator in &self.generators {
                let next = generator[usize::from(point)];
                if let (None, Some(to)) = (self.representative(next), self.representative(point)) {
                    let image = product(generator, to);
                    self.representatives[usize::from(next)] = Some(Box::new(image));
                    self.orbit.push(next);
                }
            }
        }
    }

    /// Numbers the orbits of all points.
    pub fn find_orbits(&mut self) {
        self.orbits = IDENTITY;
        let mut again = true;
        while std::mem::take(&mut again) {
            for generator in &self.generators {
                for (point, &to) in generator.iter().enumerate() {
                    let (own, other) = (self.orbits[point], self.orbits[usize::from(to)]);
                    let least = own.min(other);
                    again |= own != other;
                    (self.orbits[point], self.orbits[usize::from(to)]) = (least, least);
                }
            }
        }
    }
}

impl Group {
    /// Adds generators to a level and what follows from them to the levels below.
    pub(super) fn extend(&mut self, level: usize, new: Vec<Image>, rng: &mut impl Rng) {
        let Some(own) = self.levels.get_mut(level) else {
            return;
        };
        own.generators.extend(&new);
        own.grow();
        if own.orbit.len() == 1 {
            // All of it holds the point.
            return self.extend(level + 1, new, rng);
        }
        loop {
            let mut missing = self.missing_at_random(level, rng);
            if missing.is_empty() {
                missing.extend(self.missing_by_schreier(level));
            }
            if missing.is_empty() {
                return;
            }
            self.extend(level + 1, missing, rng);
        }
    }

    /// What is left of the element whose inverse this is when the levels from this one on have taken
    /// their points back: `None` where that is nothing, so that the element belongs to them.
    pub(super) fn missing(&self, level: usize, mut back: Image) -> Option<Image> {
        for level in &self.levels[level..] {
            let point = usize::from(level.point);
            if back[point] == level.point {
                continue;
            }
            let at = back.iter().position(|&to| to == level.point);
            match level.representative(at.unwrap_or(point) as u8) {
                Some(to) => back = product(&back, to),
                None => return Some(back),
            }
        }
        None
    }

    /// Random elements of a level that hold its point and are not in the next one's group.
    fn missing_at_random(&self, level: usize, rng: &mut impl Rng) -> Vec<Image> {
        let generators = &self.levels[level].generators;
        let known = self.levels.get(level + 1);
        let count = 2 + known.map_or(0, |next| next.generators.len());
        // Product replacement with an accumulator.
        let pool = generators.iter().cycle();
        let mut pool: Vec<Image> = pool.take(generators.len().max(10)).copied().collect();
        let mut made = IDENTITY;
        let mut next = || {
            let mut pick = || below(rng, pool.len() as u32) as usize;
            let (at, by) = (pick(), pick());
            if at != by {
                pool[at] = product(&pool[at], &pool[by]);
            }
            made = product(&made, &pool[at]);
            made
        };
        for _ in 0..MIXED {
            next();
        }
        (0..count)
            .filter_map(|_| self.missing(level, next()))
            .collect()
    }

    /// The first of Schreier's generators of the point's stabiliser that is not in the next level's group.
    fn missing_by_schreier(&self, level: usize) -> Option<Image> {
        let own = &self.levels[level];
        own.orbit.iter().find_map(|&point| {
            let to = own.representative(point)?;
            own.generators.iter().find_map(|generator| {
                let onward = product(generator, to);
                let next = onward[usize::from(own.point)];
                // That of the representative itself is nothing.
                let known = own.representative(next) == Some(&onward);
                let missing = || self.missing(level, inverse(&onward));
                (!known).then(missing).flatten()
            })
        })
    }
}
