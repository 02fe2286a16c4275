//! A solution by the puzzle's own rule at once, then shorter ones: beams by the puzzle's lower bound and iterative
//! deepening take turns, each time with twice the effort, until no solution is shorter or the time is over.

mod deepening;

use super::run::{Run, run_pooled};
use super::{Beam, Search};
use crate::eval::Bound;
use crate::limits::{Limits, Stopped};
use crate::outcome::Outcome;
use crate::puzzles::Text;
use deepening::Deepening;

/// Rounds without a time limit: a second or two.
const ROUNDS: u32 = 3;
/// The width of the first beam.
const WIDTH: usize = 256;
/// States of the first deepening.
const STATES: u64 = 1 << 18;
/// Effort never doubles more often than this.
const DOUBLINGS: u32 = 12;

/// [`Text::constructed`] as a search that goes on from there.
#[derive(Clone, Copy, Debug, Default)]
pub struct Constructive;

impl<P: Text> Search<P> for Constructive {
    fn name(&self) -> &'static str {
        "constructive"
    }

    fn run(&self, puzzle: &P, state: &P::State, limits: &Limits) -> Outcome {
        run_pooled(puzzle, state, limits, search)
    }
}

fn search<P: Text>(run: &mut Run<'_, P>) -> Result<(), Stopped> {
    let first = run.puzzle.constructed(&run.root).ok_or(Stopped::Unfit)?;
    run.collect(first)?;
    let mut exact = Deepening::new(run);
    for round in 0.. {
        if round == ROUNDS && run.limits.time.is_none() {
            break;
        }
        let effort = round.min(DOUBLINGS);
        if exact.go(run, STATES << effort)? {
            run.optimal = run.length().is_some();
            break;
        }
        let beam = Beam::new::<P>(Bound, WIDTH << effort);
        let outcome = beam.run(run.puzzle, &run.root, &run.remaining());
        run.absorb(&outcome);
        if let Some(shorter) = outcome.solution {
            run.collect(shorter)?;
        }
        run.check()?;
    }
    match run.length() {
        Some(_) if run.limits.target_length.is_none() => Err(Stopped::Solved),
        _ => Ok(()),
    }
}
