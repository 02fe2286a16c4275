//! Why a group does not hold a permutation, in terms of a puzzle's stickers.

use super::{Group, IDENTITY, Image};

/// What is wrong with a permutation, the simplest first.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Reason {
    /// No element takes both of these points (from 0) to where the permutation takes them.
    Pair(u8, u8),
    /// Every element makes an even number of swaps of these points, but the permutation makes an odd number.
    Odd(Vec<u8>),
    /// Some elements take `fitting` other points to where the permutation takes them, but none of these
    /// takes this point there too.
    Point {
        /// The point.
        point: u8,
        /// How many points before it fit.
        fitting: usize,
    },
}

impl Group {
    /// Why the group does not hold this permutation, a list of where the points go; `None` where it
    /// does.
    ///
    /// # Panics
    /// If the list does not have one entry for each point.
    pub fn refuses(&self, list: &[u8]) -> Option<Reason> {
        assert_eq!(list.len(), self.points);
        if self.has(list) {
            return None;
        }
        let mut image = IDENTITY;
        image[..list.len()].copy_from_slice(list);
        self.pair(&image)
            .or_else(|| self.odd(&image))
            .or_else(|| self.point(&image))
    }

    fn generators(&self) -> &[Image] {
        self.levels
            .first()
            .map_or(&[], |level| level.generators.as_slice())
    }

    /// Two points that are never taken to where they are to go both.
    fn pair(&self, image: &Image) -> Option<Reason> {
        let n = self.points;
        let number = |a: u8, b: u8| usize::from(a) * n + usize::from(b);
        let mut orbit = vec![usize::MAX; n * n];
        for start in 0..n * n {
            if orbit[start] != usize::MAX {
                continue;
            }
            orbit[start] = start;
            let mut open = vec![start];
            while let Some(pair) = open.pop() {
                for generator in self.generators() {
                    let next = number(generator[pair / n], generator[pair % n]);
                    if orbit[next] == usize::MAX {
                        orbit[next] = start;
                        open.push(next);
                    }
                }
            }
        }
        let pairs = (0..n as u8).flat_map(|a| (0..n as u8).map(move |b| (a, b)));
        let mut apart = pairs.filter(|&(a, b)| {
            let to = number(image[usize::from(a)], image[usize::from(b)]);
            orbit[number(a, b)] != orbit[to]
        });
        apart.next().map(|(a, b)| Reason::Pair(a, b))
    }

    /// Orbits in which all elements together make an even number of exchanges: a linear equation over
    /// the field of two elements for each generator, and one for the permutation.
    fn odd(&self, image: &Image) -> Option<Reason> {
        let orbits = &self.levels.first()?.orbits;
        let signs = |of: &Image| {
            let (mut signs, mut seen) = (0u128, [false; super::POINTS]);
            for (start, &orbit) in orbits.iter().enumerate().take(self.points) {
                let mut point = start;
                while !std::mem::replace(&mut seen[point], true) {
                    point = of[point].into();
                    // A cycle of n points is n - 1 exchanges.
                    signs ^= u128::from(point != start) << orbit;
                }
            }
            signs
        };
        let even = self.generators().iter().map(|of| (signs(of), false));
        let mut rows: Vec<(u128, bool)> = even.chain([(signs(image), true)]).collect();
        // Reduced until each highest bit is in one row only; the others are taken as absent.
        for at in 0..rows.len() {
            let row = rows[at];
            if row.0 == 0 {
                if row.1 {
                    return None;
                }
                continue;
            }
            let bit = row.0.ilog2();
            for (other, row_of_other) in rows.iter_mut().enumerate() {
                if other != at && row_of_other.0 >> bit & 1 == 1 {
                    *row_of_other = (row_of_other.0 ^ row.0, row_of_other.1 ^ row.1);
                }
            }
        }
        let rows = rows.iter().filter(|row| row.0 != 0 && row.1);
        let chosen: Vec<u32> = rows.map(|row| row.0.ilog2()).collect();
        let points = (0..self.points as u8).filter(|&p| {
            let orbit = u32::from(orbits[usize::from(p)]);
            chosen.contains(&orbit)
        });
        Some(Reason::Odd(points.collect()))
    }

    /// The first point of the chain that cannot follow those before it.
    fn point(&self, image: &Image) -> Option<Reason> {
        let mut back = super::inverse(image);
        for (fitting, level) in self.levels.iter().enumerate() {
            let at = back.iter().position(|&to| to == level.point)?;
            let Some(to) = level.representative(at as u8) else {
                let point = level.point;
                return Some(Reason::Point { point, fitting });
            };
            back = super::product(&back, to);
        }
        None
    }
}
