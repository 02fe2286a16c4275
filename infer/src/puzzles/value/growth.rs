//! How many states there are at each distance from the solved one.

use super::Puzzle;
use super::kind::by_type;
use crate::clock::Instant;
use crate::puzzles::Text;
use std::collections::HashSet;
use std::hash::{BuildHasherDefault, Hasher};
use std::time::Duration;

/// States looked at between two looks at the clock.
const OFTEN: usize = 256;

/// States by their distance from the start.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Growth {
    /// How many states are 0, 1, 2 … moves away.
    pub counts: Vec<u64>,
    /// Whether these are all: then the last distance is God's number.
    pub complete: bool,
}

/// A key is a hash already.
#[derive(Default)]
struct Key(u64);

impl Hasher for Key {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write_u64(&mut self, key: u64) {
        self.0 = key;
    }

    fn write(&mut self, bytes: &[u8]) {
        bytes
            .iter()
            .for_each(|&byte| self.0 = self.0.rotate_left(8) ^ u64::from(byte));
    }
}

impl Puzzle {
    /// Counts states by distance from [`Puzzle::start`], breadth first, for at most that time and in at most that many
    /// bytes of memory. A distance that was not finished is left out. States are told apart by their 64-bit keys.
    pub fn growth(&self, time: Duration, bytes: usize) -> Growth {
        by_type!(&self.0, puzzle => growth(puzzle, time, bytes))
    }
}

fn growth<P: Text>(puzzle: &P, time: Duration, bytes: usize) -> Growth {
    let begun = Instant::now();
    let start = Text::start(puzzle);
    let mut seen = HashSet::<u64, BuildHasherDefault<Key>>::default();
    seen.insert(puzzle.key(&start));
    let each = size_of::<P::State>() + puzzle.heap_bytes();
    let mut layer = vec![start];
    let mut found = Growth {
        counts: vec![1],
        complete: false,
    };
    loop {
        let mut next = Vec::new();
        for (nth, state) in layer.iter().enumerate() {
            let held = seen.capacity() * 9 + (layer.len() + next.capacity()) * each;
            if held > bytes || nth.is_multiple_of(OFTEN) && begun.elapsed() > time {
                return found;
            }
            for mv in puzzle.moves().filter(|&mv| puzzle.allowed(state, mv)) {
                let child = puzzle.apply(state, mv);
                if seen.insert(puzzle.key(&child)) {
                    next.push(child);
                }
            }
        }
        if next.is_empty() {
            found.complete = true;
            return found;
        }
        found.counts.push(next.len() as u64);
        layer = next;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LONG: Duration = Duration::from_secs(600);

    #[test]
    fn all_states_or_as_many_as_there_is_room_for() {
        let floppy = include_str!("../../../examples/puzzles/floppy.tws");
        let floppy = Puzzle::parse(floppy.as_bytes()).unwrap();
        let all = floppy.growth(LONG, 1 << 30);
        assert_eq!(all.counts, [1, 4, 10, 24, 53, 64, 31, 4, 1]);
        assert!(all.complete);
        assert_eq!(
            floppy.order(),
            Some(all.counts.iter().map(|&n| u128::from(n)).sum())
        );
        let cube = Puzzle::named("cube3").unwrap().growth(LONG, 1 << 19);
        assert!(
            !cube.complete && cube.counts.starts_with(&[1, 12, 114]),
            "{cube:?}"
        );
        let none = floppy.growth(Duration::ZERO, 0);
        assert_eq!((none.counts, none.complete), (vec![1], false));
    }
}
