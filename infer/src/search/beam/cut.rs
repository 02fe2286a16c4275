//! The best so many of a list of scores, without sorting it.

/// The scores that are kept: all below a threshold and the first few equal to it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Cut {
    threshold: i32,
    ties: usize,
}

impl Cut {
    /// Keeps every score.
    pub const ALL: Self = Self {
        threshold: i32::MAX,
        ties: usize::MAX,
    };

    /// Keeps the `count` lowest of `scores`, which is reordered.
    pub fn new(scores: &mut [i32], count: usize) -> Self {
        if count >= scores.len() {
            return Self::ALL;
        }
        let (below, &mut threshold, _) = scores.select_nth_unstable(count);
        Self {
            threshold,
            ties: count - below.iter().filter(|&&s| s < threshold).count(),
        }
    }

    /// Whether to keep the next score; scores must come in one order, each once.
    #[inline]
    pub fn keeps(&mut self, score: i32) -> bool {
        if score == self.threshold && self.ties > 0 {
            self.ties -= 1;
            return true;
        }
        score < self.threshold
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keeps_the_lowest_and_the_first_of_equals() {
        let scores = [5, 1, 3, 3, 9, 3, 0];
        for count in 0..=scores.len() {
            let mut cut = Cut::new(&mut scores.to_vec(), count);
            let kept: Vec<i32> = scores.into_iter().filter(|&s| cut.keeps(s)).collect();
            let mut best = scores.to_vec();
            best.sort_unstable();
            best.truncate(count);
            let mut sorted = kept.clone();
            sorted.sort_unstable();
            assert_eq!(sorted, best);
        }
        let mut cut = Cut::new(&mut scores.to_vec(), 3);
        let kept: Vec<bool> = scores.into_iter().map(|s| cut.keeps(s)).collect();
        assert_eq!(kept, [false, true, true, false, false, false, true]);
    }
}
