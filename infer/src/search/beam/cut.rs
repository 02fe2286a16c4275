//! The best k of a list of scores, without sorting it, on all cores.

use super::column::Column;
use crate::limits::{Stopped, Watch};
use crate::parallel;

/// The score of a child that is never taken.
pub(super) const NEVER: i32 = i32::MAX;

/// Scores that one job looks at.
const PART: usize = 1 << 14;
/// Scores between two looks at the clock.
const SLICE: usize = PART << 6;
/// Buckets of the first, coarse look.
const BUCKETS: usize = 1 << 10;

/// The scores that are kept: all below a threshold and the first few equal to it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Cut {
    threshold: i32,
    ties: usize,
}

impl Cut {
    /// Keeps the `count` lowest of `scores`, or all, but none that is [`NEVER`].
    pub fn new(scores: &[i32], count: usize, watch: Watch<'_>) -> Result<Self, Stopped> {
        let all = Self {
            threshold: NEVER,
            ties: 0,
        };
        let mut extent = Extent::NOTHING;
        for slice in scores.chunks(SLICE) {
            watch.due()?;
            extent = extent.join(Extent::of(slice));
        }
        if count >= extent.count {
            return Ok(all);
        }
        // A histogram says in which bucket the threshold lies, and others where in that, until few are left.
        let mut below = 0;
        loop {
            let buckets = Buckets::over(extent);
            let counts = buckets.counts(scores, watch)?;
            let bucket = counts.iter().position(|&n| {
                let here = count < below + n;
                below += if here { 0 } else { n };
                here
            });
            let Some(bucket) = bucket else {
                return Ok(all);
            };
            extent = buckets.extent(bucket, counts[bucket]);
            if extent.count <= PART || extent.least == extent.most {
                break;
            }
        }
        let mut threshold = extent.least;
        if extent.least < extent.most {
            let mut close = Buckets::over(extent).scores(scores, watch)?;
            let (less, &mut nth, _) = close.select_nth_unstable(count - below);
            below += less.iter().filter(|&&s| s < nth).count();
            threshold = nth;
        }
        Ok(Self {
            threshold,
            ties: count - below,
        })
    }

    /// The places of the scores that are kept, in order.
    pub fn places(
        mut self,
        scores: &[i32],
        places: &mut Column<u32>,
        watch: Watch<'_>,
    ) -> Result<(), Stopped> {
        places.truncate(0);
        for (nth, slice) in scores.chunks(SLICE).enumerate() {
            watch.due()?;
            let ties = of_parts(slice, &|part| self.ties_in(part));
            let cuts: Vec<Self> = ties
                .into_iter()
                .map(|ties| {
                    let ties = ties.min(self.ties);
                    self.ties -= ties;
                    Self { ties, ..self }
                })
                .collect();
            let kept = parallel::map(cuts.len(), &|i| {
                cuts[i].kept(nth * SLICE + i * PART, part(slice, i))
            });
            places.join(&kept);
        }
        Ok(())
    }

    fn ties_in(self, part: &[i32]) -> usize {
        if self.ties == 0 {
            return 0;
        }
        part.iter().filter(|&&s| s == self.threshold).count()
    }

    /// The places of the scores of a part that are kept. Which ones cannot be foreseen, so there is no
    /// branch: each place is written, and the next one over it where it is not kept.
    fn kept(mut self, from: usize, part: &[i32]) -> Vec<u32> {
        let mut places = vec![0; part.len()];
        let mut count = 0;
        for (place, &score) in (from as u32..).zip(part) {
            let tie = score == self.threshold && self.ties > 0;
            self.ties -= usize::from(tie);
            places[count] = place;
            count += usize::from(tie || score < self.threshold);
        }
        places.truncate(count);
        places
    }
}

/// The `nth` part of a slice.
fn part(slice: &[i32], nth: usize) -> &[i32] {
    let rest = &slice[nth * PART..];
    &rest[..PART.min(rest.len())]
}

/// What `look` says of each part of a slice.
fn of_parts<T: Send>(slice: &[i32], look: &(dyn Fn(&[i32]) -> T + Sync)) -> Vec<T> {
    parallel::map(slice.len().div_ceil(PART), &|nth| look(part(slice, nth)))
}

/// Where scores lie, [`NEVER`] apart.
#[derive(Clone, Copy)]
struct Extent {
    least: i32,
    most: i32,
    count: usize,
}

impl Extent {
    const NOTHING: Self = Self {
        least: i32::MAX,
        most: i32::MIN,
        count: 0,
    };

    fn join(self, other: Self) -> Self {
        Self {
            least: self.least.min(other.least),
            most: self.most.max(other.most),
            count: self.count + other.count,
        }
    }

    fn of(scores: &[i32]) -> Self {
        let one = |&s: &i32| Self {
            least: s,
            most: s,
            count: 1,
        };
        let parts = of_parts(scores, &|part| {
            let scores = part.iter().filter(|&&s| s != NEVER);
            scores.map(one).fold(Self::NOTHING, Self::join)
        });
        parts.into_iter().fold(Self::NOTHING, Self::join)
    }
}

fn add(mut a: Vec<usize>, b: Vec<usize>) -> Vec<usize> {
    a.iter_mut().zip(b).for_each(|(a, b)| *a += b);
    a
}

/// A range of scores in buckets of equal width.
#[derive(Clone, Copy)]
struct Buckets {
    least: i32,
    /// The greatest score above the least.
    spread: u32,
    shift: u32,
}

impl Buckets {
    fn over(Extent { least, most, .. }: Extent) -> Self {
        let spread = most.wrapping_sub(least) as u32;
        let bits = u32::BITS - spread.leading_zeros();
        Self {
            least,
            spread,
            shift: bits.saturating_sub(BUCKETS.ilog2()),
        }
    }

    /// The bucket of a score in the range.
    #[inline]
    fn of(self, score: i32) -> Option<usize> {
        let above = score.wrapping_sub(self.least) as u32;
        (above <= self.spread).then_some((above >> self.shift) as usize)
    }

    /// How many of the scores are in each bucket.
    fn counts(self, scores: &[i32], watch: Watch<'_>) -> Result<Vec<usize>, Stopped> {
        let mut all = vec![0; BUCKETS];
        for slice in scores.chunks(SLICE) {
            watch.due()?;
            let parts = of_parts(slice, &|part| {
                let mut counts = vec![0; BUCKETS];
                for bucket in part.iter().filter_map(|&score| self.of(score)) {
                    counts[bucket] += 1;
                }
                counts
            });
            all = parts.into_iter().fold(all, add);
        }
        Ok(all)
    }

    /// The scores in the range.
    fn scores(self, scores: &[i32], watch: Watch<'_>) -> Result<Vec<i32>, Stopped> {
        let mut all = Vec::new();
        for slice in scores.chunks(SLICE) {
            watch.due()?;
            all.extend(parallel::gather(slice.len(), &|part, close| {
                let scores = slice[part].iter().copied();
                close.extend(scores.filter(|&score| self.of(score).is_some()));
            }));
        }
        Ok(all)
    }

    /// Where the `count` scores of a bucket lie.
    fn extent(self, bucket: usize, count: usize) -> Extent {
        let from = (bucket as u32) << self.shift;
        let to = self.spread.min(from + ((1 << self.shift) - 1));
        let [least, most] = [from, to].map(|above| self.least.wrapping_add_unsigned(above));
        Extent { least, most, count }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::limits::Limits;
    use rand_core::{Rng, SeedableRng};
    use rand_xoshiro::Xoshiro256PlusPlus;

    fn kept(scores: &[i32], count: usize) -> Vec<u32> {
        let limits = Limits::default();
        let (watch, mut places) = (limits.start(), Column::within(Vec::new()));
        let cut = Cut::new(scores, count, watch).unwrap();
        cut.places(scores, &mut places, watch).unwrap();
        places.to_vec()
    }

    /// The first of the lowest, by a stable sort.
    fn expected(scores: &[i32], count: usize) -> Vec<u32> {
        let mut places: Vec<u32> = (0..scores.len() as u32).collect();
        places.retain(|&i| scores[i as usize] != NEVER);
        places.sort_by_key(|&i| scores[i as usize]);
        places.truncate(count);
        places.sort_unstable();
        places
    }

    #[test]
    fn keeps_the_lowest_and_the_first_of_equals() {
        let scores = [5, 1, 3, NEVER, 3, 9, 3, 0];
        for count in 0..=scores.len() {
            assert_eq!(kept(&scores, count), expected(&scores, count), "{count}");
        }
        assert_eq!(kept(&[], 3), [0; 0]);
        let wide = [i32::MIN, 7, i32::MAX - 1, -1];
        assert_eq!(kept(&wide, 2), [0, 3]);
    }

    #[test]
    fn many_parts_keep_what_a_sort_keeps() {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
        // With numbers far away, the first histogram has nearly all in one bucket.
        let far = [i32::MIN, i32::MAX - 1];
        for (spread, far) in [(3, [7; 2]), (1000, [7; 2]), (1 << 20, [7; 2]), (9000, far)] {
            let mut scores: Vec<i32> = (0..SLICE + 5 * PART + 17)
                .map(|_| match rng.next_u32() % spread {
                    0 => NEVER,
                    s => s as i32,
                })
                .collect();
            scores[PART..PART + 2].copy_from_slice(&far);
            for count in [0, 1, PART, 3 * PART + 5, SLICE, scores.len()] {
                assert!(
                    kept(&scores, count) == expected(&scores, count),
                    "{count} of {spread}"
                );
            }
        }
    }
}
