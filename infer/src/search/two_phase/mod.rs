//! Kociemba's two-phase algorithm, from its published description: many solutions, one shorter than the other.
//!
//! Phase one takes the cube into the subgroup of the turns U, D, R2, L2, F2 and B2, where corners are not twisted, edges are
//! not flipped and the four edges between U and D are there. Phase two solves it by these turns. The shortest phase one
//! seldom has the shortest solution, so longer and longer ones are tried, each with the shortest phase two. Six views take
//! turns: the cube and its inverse, with each of the three axes as that from U to D.
//!
//! It counts in half turns. A puzzle in quarter turns gets each half turn as two moves.

mod classes;
mod coordinates;
mod distances;
mod fours;
mod hunt;
mod tables;
#[cfg(test)]
mod tests;
mod walk;

use hunt::Hunt;

use super::Search;
use super::anytime::{Beside, Turn};
use super::run::{Run, run};
use crate::limits::{Limits, Stopped};
use crate::outcome::Outcome;
use crate::parallel;
use quarterturn_core::Puzzle;
use quarterturn_core::cube::Cube3;
use std::sync::{Arc, OnceLock};
use std::time::Duration;
use tables::Tables;

/// The name of the search.
const NAME: &str = "two-phase";

/// Where nothing asks for more, a solution of that many half turns is enough.
const ENOUGH: usize = 21;

/// The two-phase algorithm for the 3×3×3 cube. With a limit on time or nodes or a target length it goes on for shorter
/// solutions until that is met; without, it ends some thousand turns after the first solution of at most 21 half turns.
///
/// Copies share the tables of 1.5 MB, which the first run makes.
#[derive(Clone, Debug, Default)]
pub struct TwoPhase {
    tables: Arc<OnceLock<Tables>>,
}

impl TwoPhase {
    /// The tables. Searches that ask for the first time side by side each make them, and one is kept.
    fn tables(&self, check: &dyn Fn() -> Result<(), Stopped>) -> Result<&Tables, Stopped> {
        if self.tables.get().is_none() {
            let tables = Tables::new(check)?;
            let _ = self.tables.set(tables);
        }
        // It was set just now.
        self.tables.get().ok_or(Stopped::Unfit)
    }

    /// Hunts on within the limits of the run, until a time since its start, on all threads of the pool.
    fn hunt<P: Puzzle<State = Cube3>>(
        &self,
        run: &mut Run<'_, P>,
        hunt: &mut Hunt,
        until: Duration,
    ) -> Result<(), Stopped> {
        run.check()?;
        let over = || run.watch.elapsed() >= until;
        let tables = self.tables(&|| match over() {
            true => Err(Stopped::Time),
            false => run.watch.due(),
        })?;
        run.hold_for_good(tables.bytes())?;
        let mut ended = Ok(());
        parallel::on_pool(&mut || ended = hunt.go(tables, run, until));
        ended
    }
}

impl<P: Puzzle<State = Cube3>> Beside<P> for TwoPhase {
    fn name(&self) -> &'static str {
        NAME
    }

    fn prepare(&self) {
        Search::<P>::prepare(self);
    }

    fn is_ready(&self) -> bool {
        self.tables.get().is_some()
    }

    fn begin<'a>(&'a self, state: &Cube3) -> Box<Turn<'a, P>> {
        let mut hunt = Hunt::new(state, 0);
        Box::new(move |run, until| self.hunt(run, &mut hunt, until))
    }
}

impl<P: Puzzle<State = Cube3>> Search<P> for TwoPhase {
    fn name(&self) -> &'static str {
        NAME
    }

    fn prepare(&self) {
        // Nothing stops it.
        let _ = self.tables(&|| Ok(()));
    }

    fn bytes(&self) -> usize {
        self.tables.get().map_or(0, Tables::bytes)
    }

    fn run(&self, puzzle: &P, state: &Cube3, limits: &Limits) -> Outcome {
        run(puzzle, state, limits, |run| {
            let asked = limits.time.is_some() || limits.nodes.is_some();
            let more = asked || limits.target_length.is_some();
            let mut hunt = Hunt::new(&run.root, if more { 0 } else { ENOUGH });
            self.hunt(run, &mut hunt, Duration::MAX)
        })
    }
}
