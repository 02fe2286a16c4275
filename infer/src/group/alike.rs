//! Arrangements of points some of which look alike, and which of these arrangements a group reaches.

use super::{Group, Image, Size, identity, product};

/// Most points that are looked at before a question about points that look alike is given up: about a
/// fifth of a second. Points are counted and not time, so the answer is the same on every machine.
pub const WORK: u64 = 1 << 26;

/// Whether there is such an element.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Found {
    /// This one.
    Yes(Image),
    /// None.
    No,
    /// Unknown: the [`WORK`] was used up before.
    Unknown,
}

/// The work is used up.
struct Exhausted;

impl Group {
    /// An element after which `looks`, what is at each point, looks like `wanted`: what is at
    /// point `p` then was at the point that the element takes `p` to.
    ///
    /// Where no two points look alike there is at most one, and it is found at once.
    ///
    /// # Panics
    /// If `looks` or `wanted` do not have one entry for each point.
    pub fn arrange(&self, looks: &[u16], wanted: &[u16]) -> Found {
        let mut search = Search::new(self, wanted);
        match search.find(0, self.whole(looks), identity(self.points)) {
            Ok(Some(image)) => Found::Yes(image),
            Ok(None) => Found::No,
            Err(Exhausted) => Found::Unknown,
        }
    }

    /// How many arrangements of `looks`, what is at each point, the group reaches; `None` where that is not known
    /// after the [`WORK`].
    ///
    /// # Panics
    /// If `looks` does not have one entry for each point.
    pub fn arrangements(&self, looks: &[u16]) -> Option<Size> {
        let whole = self.whole(looks);
        let mut search = Search::new(self, looks);
        let (mut alike, mut count) = (Vec::<Image>::new(), self.size());
        // From the last level up: the elements that change no look, as the orbits of their own chain.
        for (at, level) in self.levels.iter().enumerate().rev() {
            let mut orbit = vec![level.point];
            for &point in &level.orbit {
                let same = whole[usize::from(point)] == whole[usize::from(level.point)];
                if same
                    && !orbit.contains(&point)
                    && let Some(to) = level.representative(point)
                    && let Some(found) =
                        search.find(at + 1, product(&whole, to), to.clone()).ok()?
                {
                    alike.push(found);
                    close(&mut orbit, &alike);
                }
            }
            count = count.over(orbit.len());
        }
        Some(count)
    }

    fn whole(&self, looks: &[u16]) -> Image {
        assert_eq!(looks.len(), self.points);
        looks.to_vec()
    }
}

/// Adds all points that the elements take those of an orbit to.
fn close(orbit: &mut Vec<u16>, elements: &[Image]) {
    let mut done = 0;
    while let Some(&point) = orbit.get(done) {
        done += 1;
        for element in elements {
            let next = element[usize::from(point)];
            if !orbit.contains(&next) {
                orbit.push(next);
            }
        }
    }
}

/// A search for an element, level by level.
struct Search<'a> {
    group: &'a Group,
    wanted: Image,
    /// What is at the points of each orbit, as one number for each level.
    sums: Vec<u64>,
    work: u64,
}

/// One number for a look in an orbit.
fn mix(orbit: u16, look: u16) -> u64 {
    let both = u64::from(orbit) << 16 | u64::from(look) | 1 << 32;
    let mixed = both.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    (mixed ^ mixed >> 29).wrapping_mul(0xbf58_476d_1ce4_e5b9) >> 7
}

impl<'a> Search<'a> {
    fn new(group: &'a Group, wanted: &[u16]) -> Self {
        let wanted = group.whole(wanted);
        let sum = |level| sum(group, level, &wanted);
        Self {
            group,
            sums: (0..group.levels.len()).map(sum).collect(),
            wanted,
            work: WORK,
        }
    }

    /// An element of the group of a level that makes `looks` the wanted ones, after `image`.
    fn find(
        &mut self,
        level: usize,
        looks: Image,
        image: Image,
    ) -> Result<Option<Image>, Exhausted> {
        let group = self.group;
        let Some(own) = group.levels.get(level) else {
            return Ok((looks == self.wanted).then_some(image));
        };
        let look = self.wanted[usize::from(own.point)];
        if own.orbit.len() == 1 {
            return match looks[usize::from(own.point)] == look {
                true => self.find(level + 1, looks, image),
                false => Ok(None),
            };
        }
        self.work = self
            .work
            .checked_sub(group.points as u64)
            .ok_or(Exhausted)?;
        // Looks never leave their orbits: those of each must be the wanted ones in some order.
        if sum(group, level, &looks) != self.sums[level] {
            return Ok(None);
        }
        for &point in &own.orbit {
            if looks[usize::from(point)] != look {
                continue;
            }
            let next = match own.representative(point) {
                Some(to) => (product(&looks, to), product(&image, to)),
                None => (looks.clone(), image.clone()),
            };
            if let Some(found) = self.find(level + 1, next.0, next.1)? {
                return Ok(Some(found));
            }
        }
        Ok(None)
    }
}

/// A hash of what is at the points of each orbit of a level's group, independent of the order within an orbit.
fn sum(group: &Group, level: usize, looks: &[u16]) -> u64 {
    let orbits = &group.levels[level].orbits;
    let points = orbits.iter().zip(looks);
    points.fold(0, |sum, (&orbit, &look)| sum.wrapping_add(mix(orbit, look)))
}
