//! The chain of stabilisers. Random elements build it, and Schreier's lemma proves it.

use super::{BYTES, Exhausted, Group, Image, MOST, identity, inverse, product};
use quarterturn_core::random::below;
use rand_core::Rng;
use rand_xoshiro::rand_core;

/// Products that mix the generators before the first random element is taken.
const MIXED: usize = 40;

/// The most points of a group that is built in the simple way: all elements that are found missing at once are
/// added at once, and every level is proved as soon as random elements find nothing missing. Larger groups are
/// built faster in the other way, but the order in which orbits are found gives seeds of random states their meaning.
const SMALL: usize = 128;

/// What may still be used to build a chain.
pub(super) struct Room {
    work: u64,
    bytes: usize,
}

impl Room {
    pub fn whole() -> Self {
        let (work, bytes) = (MOST, BYTES);
        Self { work, bytes }
    }

    fn spend(&mut self, work: usize) -> Result<(), Exhausted> {
        self.work = self.work.checked_sub(work as u64).ok_or(Exhausted)?;
        Ok(())
    }

    fn hold(&mut self, bytes: usize) -> Result<(), Exhausted> {
        self.bytes = self.bytes.checked_sub(bytes).ok_or(Exhausted)?;
        Ok(())
    }
}

/// The subgroup that holds the points of all levels before it.
#[derive(Clone, Debug)]
pub(super) struct Level {
    /// The point that the next level holds.
    pub point: u16,
    /// What generates it; of the first level as they were given.
    pub generators: Vec<Image>,
    /// Where it takes the point, the point itself first.
    pub orbit: Vec<u16>,
    /// For each other point of the orbit an element that takes the level's point there.
    representatives: Vec<Image>,
    /// One more than the place in that list, for each point; empty where the orbit is the point alone.
    places: Vec<u16>,
    /// The number of the orbit of each point; empty where the group is that of the level before.
    pub orbits: Image,
}

impl Level {
    pub fn new(point: u16) -> Self {
        Self {
            point,
            generators: Vec::new(),
            orbit: vec![point],
            representatives: Vec::new(),
            places: Vec::new(),
            orbits: Vec::new(),
        }
    }

    /// An element that takes the level's point to this one; none for the point itself, which needs none.
    pub fn representative(&self, point: u16) -> Option<&Image> {
        let place = usize::from(*self.places.get(usize::from(point))?);
        self.representatives.get(place.wrapping_sub(1))
    }

    /// Closes the orbit under the generators. Representatives that are there stay.
    fn grow(&mut self) {
        let mut done = 0;
        while let Some(&point) = self.orbit.get(done) {
            done += 1;
            for generator in &self.generators {
                let next = generator[usize::from(point)];
                if next == self.point || self.representative(next).is_some() {
                    continue;
                }
                let image = match self.representative(point) {
                    Some(to) => product(generator, to),
                    None => generator.clone(),
                };
                self.places.resize(generator.len(), 0);
                self.representatives.push(image);
                self.places[usize::from(next)] = self.representatives.len() as u16;
                self.orbit.push(next);
            }
        }
    }

    /// Numbers the orbits of all points.
    pub fn find_orbits(&mut self, points: usize) {
        self.orbits = identity(points);
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
    /// Builds the chain and proves it.
    pub(super) fn build(
        &mut self,
        generators: Vec<Image>,
        rng: &mut impl Rng,
    ) -> Result<(), Exhausted> {
        let mut room = Room::whole();
        self.extend(0, generators, rng, &mut room)?;
        let mut level = if self.points <= SMALL { 0 } else { self.points };
        while level > 0 {
            level -= 1;
            if let Some(new) = self.missing_by_schreier(level, &mut room)? {
                self.extend(level + 1, vec![new], rng, &mut room)?;
                level = self.points;
            }
        }
        Ok(())
    }

    /// Adds generators to a level and what follows from them to the levels below.
    pub(super) fn extend(
        &mut self,
        level: usize,
        new: Vec<Image>,
        rng: &mut impl Rng,
        room: &mut Room,
    ) -> Result<(), Exhausted> {
        let Some(own) = self.levels.get_mut(level) else {
            return Ok(());
        };
        own.generators.extend_from_slice(&new);
        let before = own.orbit.len();
        own.grow();
        let held = own.orbit.len() - before + new.len();
        room.hold(held * self.points * size_of::<u16>())?;
        if self.levels[level].orbit.len() == 1 {
            // All of it holds the point.
            return self.extend(level + 1, new, rng, room);
        }
        loop {
            let mut missing = self.missing_at_random(level, rng, room)?;
            if missing.is_empty() && self.points <= SMALL {
                missing.extend(self.missing_by_schreier(level, room)?);
            }
            if missing.is_empty() {
                return Ok(());
            }
            if self.points <= SMALL {
                self.extend(level + 1, missing, rng, room)?;
                continue;
            }
            for new in missing {
                if self.missing(level + 1, new.clone(), room)?.is_some() {
                    self.extend(level + 1, vec![new], rng, room)?;
                }
            }
        }
    }

    /// What is left of the element whose inverse this is when the levels from this one on have taken
    /// their points back: `None` where that is nothing, so that the element belongs to them.
    pub(super) fn missing(
        &self,
        level: usize,
        mut back: Image,
        room: &mut Room,
    ) -> Result<Option<Image>, Exhausted> {
        let mut next = Vec::with_capacity(back.len());
        for level in &self.levels[level..] {
            let point = usize::from(level.point);
            if back[point] == level.point {
                continue;
            }
            let at = back.iter().position(|&to| to == level.point);
            match level.representative(at.unwrap_or(point) as u16) {
                Some(to) => {
                    next.clear();
                    next.extend(to.iter().map(|&point| back[usize::from(point)]));
                    std::mem::swap(&mut back, &mut next);
                }
                None => return Ok(Some(back)),
            }
            room.spend(self.points)?;
        }
        Ok(None)
    }

    /// Random elements of a level that hold its point and are not in the next one's group.
    fn missing_at_random(
        &self,
        level: usize,
        rng: &mut impl Rng,
        room: &mut Room,
    ) -> Result<Vec<Image>, Exhausted> {
        let generators = &self.levels[level].generators;
        let known = self.levels.get(level + 1);
        let count = 2 + known.map_or(0, |next| next.generators.len());
        // Product replacement with an accumulator.
        let pool = generators.iter().cycle();
        let mut pool: Vec<Image> = pool.take(generators.len().max(10)).cloned().collect();
        let mut made = identity(self.points);
        let mut missing = Vec::new();
        for nth in 0..MIXED + count {
            let mut pick = || below(rng, pool.len() as u32) as usize;
            let (at, by) = (pick(), pick());
            if at != by {
                pool[at] = product(&pool[at], &pool[by]);
            }
            made = product(&made, &pool[at]);
            room.spend(2 * self.points)?;
            if nth >= MIXED {
                missing.extend(self.missing(level, made.clone(), room)?);
            }
        }
        Ok(missing)
    }

    /// The first of Schreier's generators of the point's stabiliser that is not in the next level's group.
    fn missing_by_schreier(
        &self,
        level: usize,
        room: &mut Room,
    ) -> Result<Option<Image>, Exhausted> {
        let own = &self.levels[level];
        for &point in &own.orbit {
            for generator in &own.generators {
                let onward = match own.representative(point) {
                    Some(to) => product(generator, to),
                    None => generator.clone(),
                };
                room.spend(self.points)?;
                // That of the representative itself is nothing.
                let next = onward[usize::from(own.point)];
                if own.representative(next) == Some(&onward) {
                    continue;
                }
                let missing = self.missing(level, inverse(&onward), room)?;
                if missing.is_some() {
                    return Ok(missing);
                }
            }
        }
        Ok(None)
    }
}
