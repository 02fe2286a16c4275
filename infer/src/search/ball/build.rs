//! The breadth-first search that makes a ball.

use super::shell::Shell;
use super::{Ball, Size};
use crate::clock::Instant;
use crate::limits::{Stopped, Watch};
use crate::parallel;
use crate::search::run::Run;
use quarterturn_core::{Move, Puzzle};
use rayon::slice::ParallelSliceMut;
use std::time::Duration;

/// A new state by its key, and how it was made: from the state of that place, by that move.
type Made = (u64, u32, Move);

/// States whose children are made between two looks at the clock.
const SLICE: usize = 1 << 14;

/// The part of the time left that a ball may take, if time decides. It saves more than that.
const SHARE: u32 = 16;
/// States of a ball by default: five megabytes. A larger ball does not fit a cache, and a look-up then costs
/// as much as it saves.
const LARGEST: usize = 1 << 21;
/// The part of the memory that a ball may hold while it is made.
const MEMORY: usize = 4;

/// The states of the largest distance so far.
struct Rim<P: Puzzle> {
    /// Sorted, in the order of the states.
    keys: Vec<u64>,
    states: Vec<P::State>,
    /// The keys of the distance before.
    before: Vec<u64>,
    /// What it took to make.
    took: Duration,
}

impl<P: Puzzle> Rim<P> {
    /// States of the next distance, at most, as distances have grown so far.
    fn growth(&self, moves: usize) -> f64 {
        match self.before.len() {
            0 => moves as f64,
            before => self.keys.len() as f64 / before as f64,
        }
    }
}

impl Ball {
    /// The states around `goal`.
    ///
    /// # Errors
    /// When the search is to stop.
    pub(super) fn new<P: Puzzle>(
        puzzle: &P,
        goal: &P::State,
        size: Size,
        run: &mut Run<'_, P>,
    ) -> Result<Self, Stopped> {
        let key = puzzle.key(goal);
        let mut ball = Self {
            shells: Vec::new(),
            goal: key,
        };
        let mut rim = Rim::<P> {
            keys: vec![key],
            states: vec![goal.clone()],
            before: Vec::new(),
            took: Duration::ZERO,
        };
        let mut count = 1;
        while ball.may_grow(size, count, &rim, puzzle, run) {
            run.hold(ball.bytes_to_grow(&rim, puzzle))?;
            let started = Instant::now();
            let mut made = ball.neighbours(&rim, puzzle, run.watch)?;
            made.par_sort_unstable();
            made.dedup_by_key(|(key, ..)| *key);
            if made.is_empty() {
                break;
            }
            ball.shells
                .push(Shell::new(made.iter().map(|&(key, ..)| key)));
            let from = &rim.states;
            let states = parallel::gather(made.len(), &|part, states| {
                let made = made[part].iter();
                states.extend(made.map(|&(_, at, mv)| puzzle.apply(&from[at as usize], mv)));
            });
            rim = Rim {
                states,
                keys: made.iter().map(|&(key, ..)| key).collect(),
                before: rim.keys,
                took: started.elapsed(),
            };
            count += rim.keys.len();
        }
        Ok(ball)
    }

    /// Whether another distance is wanted, and has room.
    fn may_grow<P: Puzzle>(
        &self,
        size: Size,
        count: usize,
        rim: &Rim<P>,
        puzzle: &P,
        run: &Run<'_, P>,
    ) -> bool {
        let growth = rim.growth(puzzle.move_count());
        let next = count as f64 + rim.keys.len() as f64 * growth;
        let in_time = |share| {
            let left = run.watch.left();
            left.is_none_or(|left| rim.took.mul_f64(growth) <= left / share)
        };
        let wanted = match size {
            Size::Radius(radius) => self.radius() < radius && in_time(2),
            Size::States(most) => next <= most.min(LARGEST) as f64,
            Size::Time => in_time(SHARE) && next <= LARGEST as f64,
        };
        let room = run.limits.memory.map_or(usize::MAX, |all| all / MEMORY);
        wanted && rim.keys.len() < u32::MAX as usize && self.bytes_to_grow(rim, puzzle) <= room
    }

    /// Bytes held at most while the next distance is made, in lists that are put together.
    fn bytes_to_grow<P: Puzzle>(&self, rim: &Rim<P>, puzzle: &P) -> usize {
        let states = rim.keys.len();
        let held = states * (size_of::<u64>() + puzzle.state_bytes());
        let made = (2 * puzzle.move_count() * size_of::<Made>()).saturating_mul(states);
        made.saturating_add(self.bytes() + held + size_of_val(&*rim.before))
    }

    /// The neighbours of the rim that are further than it, some of them more than once.
    fn neighbours<P: Puzzle>(
        &self,
        rim: &Rim<P>,
        puzzle: &P,
        watch: Watch<'_>,
    ) -> Result<Vec<Made>, Stopped> {
        let mut made = Vec::new();
        for (nth, slice) in rim.states.chunks(SLICE).enumerate() {
            watch.due()?;
            made.extend(parallel::gather(slice.len(), &|part, made| {
                for (at, state) in part.clone().zip(&slice[part]) {
                    let at = (nth * SLICE + at) as u32;
                    let allowed = puzzle.moves().filter(|&mv| puzzle.allowed(state, mv));
                    let moved = allowed.map(|mv| (puzzle.key(&puzzle.apply(state, mv)), at, mv));
                    made.extend(moved.filter(|&(key, ..)| !self.is_known(rim, key)));
                }
            }));
        }
        Ok(made)
    }

    /// Whether a neighbour of the rim is on it, or nearer than it.
    fn is_known<P: Puzzle>(&self, rim: &Rim<P>, key: u64) -> bool {
        let [keys, before] = [&rim.keys, &rim.before];
        let at = self.shells.len();
        // The shells know most of the others for what they are, and faster.
        let may = |shells_before: usize| {
            let shell = at.checked_sub(shells_before).map(|at| &self.shells[at]);
            shell.is_none_or(|shell| shell.may_contain(key))
        };
        may(1) && keys.binary_search(&key).is_ok() || may(2) && before.binary_search(&key).is_ok()
    }
}
