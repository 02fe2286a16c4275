//! Why a group does not hold a permutation, in terms of a puzzle's stickers.

use super::{Group, Image};

/// The most points whose pairs are looked at: there is a table of all pairs.
const PAIRED: usize = 1 << 11;

/// What is wrong with a permutation, the simplest first.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Reason {
    /// No element takes both of these points (from 0) to where the permutation takes them.
    Pair(u16, u16),
    /// Every element makes an even number of swaps of these points, but the permutation makes an odd number.
    Odd(Vec<u16>),
    /// Some elements take `fitting` other points to where the permutation takes them, but none of these
    /// takes this point there too.
    Point {
        /// The point.
        point: u16,
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
    pub fn refuses(&self, list: &[u16]) -> Option<Reason> {
        assert_eq!(list.len(), self.points);
        if self.has(list) {
            return None;
        }
        self.pair(list)
            .or_else(|| self.odd(list))
            .or_else(|| self.point(list))
    }

    fn generators(&self) -> &[Image] {
        self.levels
            .first()
            .map_or(&[], |level| level.generators.as_slice())
    }

    /// Two points that are never taken to where they are to go both.
    fn pair(&self, image: &[u16]) -> Option<Reason> {
        let n = self.points;
        if n > PAIRED {
            return None;
        }
        let number = |a: u16, b: u16| usize::from(a) * n + usize::from(b);
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
        let pairs = (0..n as u16).flat_map(|a| (0..n as u16).map(move |b| (a, b)));
        let mut apart = pairs.filter(|&(a, b)| {
            let to = number(image[usize::from(a)], image[usize::from(b)]);
            orbit[number(a, b)] != orbit[to]
        });
        apart.next().map(|(a, b)| Reason::Pair(a, b))
    }

    /// Orbits in which all elements together make an even number of exchanges: a linear equation over
    /// the field of two elements for each generator, and one for the permutation.
    fn odd(&self, image: &[u16]) -> Option<Reason> {
        let orbits = &self.levels.first()?.orbits;
        let signs = |of: &[u16], right: bool| {
            let (mut signs, mut seen) = (vec![false; self.points], vec![false; self.points]);
            for (start, &orbit) in orbits.iter().enumerate() {
                let mut point = start;
                while !std::mem::replace(&mut seen[point], true) {
                    point = of[point].into();
                    // A cycle of n points is n - 1 exchanges.
                    signs[usize::from(orbit)] ^= point != start;
                }
            }
            (signs, right)
        };
        let even = self.generators().iter().map(|of| signs(of, false));
        let mut rows: Vec<(Vec<bool>, bool)> = even.chain([signs(image, true)]).collect();
        let highest = |row: &[bool]| row.iter().rposition(|&sign| sign);
        // Reduced until each highest bit is in one row only; the others are taken as absent.
        for at in 0..rows.len() {
            let row = rows[at].clone();
            let Some(bit) = highest(&row.0) else {
                if row.1 {
                    return None;
                }
                continue;
            };
            for (other, (signs, right)) in rows.iter_mut().enumerate() {
                if other != at && signs[bit] {
                    signs
                        .iter_mut()
                        .zip(&row.0)
                        .for_each(|(own, sign)| *own ^= sign);
                    *right ^= row.1;
                }
            }
        }
        let rows = rows.iter().filter(|row| row.1);
        let chosen: Vec<usize> = rows.filter_map(|row| highest(&row.0)).collect();
        let points = (0..self.points as u16).filter(|&p| {
            let orbit = usize::from(orbits[usize::from(p)]);
            chosen.contains(&orbit)
        });
        Some(Reason::Odd(points.collect()))
    }

    /// The first point of the chain that cannot follow those before it.
    fn point(&self, image: &[u16]) -> Option<Reason> {
        let mut back = super::inverse(image);
        for (fitting, level) in self.levels.iter().enumerate() {
            let at = back.iter().position(|&to| to == level.point)?;
            if at == usize::from(level.point) {
                continue;
            }
            let Some(to) = level.representative(at as u16) else {
                let point = level.point;
                return Some(Reason::Point { point, fitting });
            };
            back = super::product(&back, to);
        }
        None
    }
}
