//! States by feature.

use super::States;

/// Which states have a feature, for each: the one-hot input transposed, in compressed rows.
#[derive(Clone, Debug, Default)]
pub struct Members {
    /// Where the states of each feature begin, and the end of the last.
    starts: Vec<u32>,
    states: Vec<u16>,
    /// Number of states.
    count: usize,
}

impl Members {
    /// Takes states, sorted by counting.
    ///
    /// # Panics
    /// If there are more than 65,536.
    pub fn sort(&mut self, states: States<'_>) {
        self.count = states.each().len();
        assert!(self.count <= 1 << 16, "too many states");
        // One place further on than they will be: putting states there moves them.
        self.starts.clear();
        self.starts.resize(states.width + 2, 0);
        for &f in states.features {
            self.starts[usize::from(f) + 2] += 1;
        }
        for f in 2..self.starts.len() {
            self.starts[f] += self.starts[f - 1];
        }
        self.states.resize(states.features.len(), 0);
        for (i, state) in states.each().enumerate() {
            for &f in state {
                let next = &mut self.starts[usize::from(f) + 1];
                self.states[*next as usize] = i as u16;
                *next += 1;
            }
        }
    }

    /// Number of states.
    pub fn count(&self) -> usize {
        self.count
    }

    /// Width of the input.
    pub fn features(&self) -> usize {
        self.starts.len().saturating_sub(2)
    }

    /// The states of each feature.
    pub fn each(&self) -> impl Iterator<Item = &[u16]> {
        let ranges = self.starts[..=self.features()].windows(2);
        ranges.map(|range| &self.states[range[0] as usize..range[1] as usize])
    }
}
