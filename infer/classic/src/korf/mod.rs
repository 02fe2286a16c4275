//! Korf's optimal solver (1997): iterative-deepening A* with pattern databases.
//!
//! The heuristic is the greatest of three exact distances: of all corners, and of each half of the
//! edges. It never overestimates, so the first solution is a shortest one. Each further move takes about nine
//! (quarter turns) or thirteen times as long.

mod coordinates;
mod pattern;
mod tables;
#[cfg(test)]
mod tests;

pub use crate::kept::TablesError;
pub use tables::Tables;

use crate::PATTERNS;
use coordinates::Coordinates;
use quarterturn::eval::bound::each;
use quarterturn::eval::{Evaluator, Heads, MOVE_COST, Outputs};
use quarterturn::limits::{Limits, Stopped};
use quarterturn::outcome::Outcome;
use quarterturn::parallel;
use quarterturn::search::Search;
use quarterturn::search::run::{Run, run};
use quarterturn_core::cube::Cube3;
use quarterturn_core::{Move, Puzzle};
use std::sync::Arc;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// Moves by which the search is cut into jobs for the threads.
const PREFIX: usize = 3;
/// Nodes between two looks at the limits.
const PATIENCE: u64 = 1 << 14;

/// The optimal solver. The tables must be those of the puzzle it runs on.
///
/// It finds the same solution with any number of threads; how many nodes it generates beyond that
/// solution depends on how they take turns.
#[derive(Clone, Debug)]
pub struct Korf {
    /// The pattern databases.
    pub tables: Arc<Tables>,
}

impl<P: Puzzle<State = Cube3>> Search<P> for Korf {
    fn name(&self) -> &'static str {
        "korf"
    }

    /// Ends at its first solution whatever the target length, since there is no shorter one.
    fn run(&self, puzzle: &P, state: &Cube3, limits: &Limits) -> Outcome {
        run(puzzle, state, limits, |run| {
            let least = self.tables.at_least(state);
            let (step, parity) = match puzzle.length_step() {
                2 => (2, self.tables.corners_alone(state) % 2),
                _ => (1, least % 2),
            };
            let mut length = least + (least + parity) % 2;
            while usize::from(length) <= run.bound() {
                if let Some(solution) = self.pass(run, length)? {
                    return run.offer(solution);
                }
                length += step;
            }
            Ok(())
        })
    }
}

/// The lower bound of the tables as an evaluator: `--model patterns`.
impl<P: Puzzle<State = Cube3>> Evaluator<P> for Korf {
    fn heads(&self) -> Heads {
        Heads::VALUE
    }

    fn preferred_batch(&self) -> usize {
        1024
    }

    fn evaluate(&self, puzzle: &P, states: &[Cube3], out: Outputs<'_>) {
        each(puzzle, states, out, &|state| {
            i32::from(self.tables.at_least(state)) * MOVE_COST
        });
    }

    fn name(&self) -> &str {
        PATTERNS
    }
}

/// What the jobs of one pass share.
struct Pass<'a, 'l, P: Puzzle> {
    run: &'a Run<'l, P>,
    generated: AtomicU64,
    expanded: AtomicU64,
    stopped: Mutex<Option<Stopped>>,
}

/// The nodes of one job that have not been added to the total yet.
#[derive(Default)]
struct Count {
    generated: u64,
    expanded: u64,
}

impl Korf {
    /// The first solution of exactly that length in the order of the moves.
    fn pass<P: Puzzle<State = Cube3>>(
        &self,
        run: &mut Run<'_, P>,
        length: u8,
    ) -> Result<Option<Vec<Move>>, Stopped> {
        let pass = Pass {
            run,
            generated: AtomicU64::new(0),
            expanded: AtomicU64::new(0),
            stopped: Mutex::new(None),
        };
        let root = (Coordinates::of(&run.root), Vec::new());
        let mut jobs = vec![root];
        // No solution is found while cutting: all of them are longer.
        for made in 0..PREFIX.min(usize::from(length).saturating_sub(1)) {
            let left = length - made as u8 - 1;
            jobs = jobs
                .iter()
                .flat_map(|job| self.cut(run.puzzle, job, left))
                .collect();
        }
        let solution = parallel::find(jobs.len(), &|job| {
            let (at, prefix) = &jobs[job];
            let mut path = prefix.clone();
            let mut count = Count::default();
            let left = length - prefix.len() as u8;
            // A job that begins when the time is over ends there.
            let found = pass
                .add_count(&mut count)
                .and_then(|()| self.descend(&pass, at, left, &mut path, &mut count));
            let booked = pass.add_count(&mut count);
            match found.and_then(|found| booked.map(|()| found)) {
                Ok(found) => found.then_some(path),
                Err(stopped) => {
                    if let Ok(mut place) = pass.stopped.lock() {
                        place.get_or_insert(stopped);
                    }
                    None
                }
            }
        });
        let (generated, expanded) = (pass.generated.into_inner(), pass.expanded.into_inner());
        let stopped = pass.stopped.into_inner().ok().flatten();
        run.counters.generated += generated;
        run.counters.expanded += expanded;
        match (solution, stopped) {
            (Some(solution), _) => Ok(Some(solution)),
            (None, Some(stopped)) => Err(stopped),
            (None, None) => Ok(None),
        }
    }

    /// Splits jobs: those one move further that may still succeed in `left` moves.
    fn cut<P: Puzzle>(
        &self,
        puzzle: &P,
        (at, prefix): &(Coordinates, Vec<Move>),
        left: u8,
    ) -> Vec<(Coordinates, Vec<Move>)> {
        let useful = |mv: &Move| prefix.last().is_none_or(|&p| !puzzle.redundant(p, *mv));
        let children = puzzle.moves().filter(useful).map(|mv| {
            let child = self.tables.moves.apply(at, mv);
            (child, [&prefix[..], &[mv]].concat())
        });
        children
            .filter(|(child, _)| self.tables.within(child, left))
            .collect()
    }

    /// Depth-first search for a solution in `left` moves; true when `path` has become one.
    fn descend<P: Puzzle>(
        &self,
        pass: &Pass<'_, '_, P>,
        at: &Coordinates,
        left: u8,
        path: &mut Vec<Move>,
        count: &mut Count,
    ) -> Result<bool, Stopped> {
        if left == 0 {
            // All three patterns are solved, which together are the whole cube.
            return Ok(true);
        }
        count.expanded += 1;
        if count.generated >= PATIENCE {
            pass.add_count(count)?;
        }
        let previous = path.last().copied();
        for mv in pass.run.puzzle.moves() {
            if previous.is_some_and(|p| pass.run.puzzle.redundant(p, mv)) {
                continue;
            }
            let child = self.tables.moves.apply(at, mv);
            count.generated += 1;
            if self.tables.within(&child, left - 1) {
                path.push(mv);
                if self.descend(pass, &child, left - 1, path, count)? {
                    return Ok(true);
                }
                path.pop();
            }
        }
        Ok(false)
    }
}

impl<P: Puzzle> Pass<'_, '_, P> {
    /// Adds the nodes of a job to those of all, and looks at the limits.
    fn add_count(&self, count: &mut Count) -> Result<(), Stopped> {
        let Count {
            generated,
            expanded,
        } = std::mem::take(count);
        let before = self.generated.fetch_add(generated, Relaxed);
        self.expanded.fetch_add(expanded, Relaxed);
        self.run
            .check_at(self.run.counters.generated + before + generated)
    }
}
