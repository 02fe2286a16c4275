//! Kociemba's two-phase algorithm, from the `min2phase` crate.
//!
//! It minimises the half-turn metric. In a puzzle that counts quarter turns its half turns become
//! two moves each, so the answer may be far from the shortest.

use quarterturn::limits::Limits;
use quarterturn::outcome::Outcome;
use quarterturn::search::Search;
use quarterturn::search::run::run;
use quarterturn_core::Puzzle;
use quarterturn_core::cube::Cube3;
use quarterturn_core::notation::read_turns;

/// The two-phase algorithm.
///
/// One call is a millisecond for 21 moves and grows steeply below 20. It cannot be interrupted: the
/// limits on time and nodes are not looked at, and no nodes are counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TwoPhase {
    /// Face turns of a solution, at most: 20 to 25.
    pub turns: u8,
}

impl TwoPhase {
    /// Bytes of its tables, which it makes at the first call and keeps.
    pub const TABLES: usize = 572_282;
}

impl Default for TwoPhase {
    /// 21 turns, at which it answers at once.
    fn default() -> Self {
        Self { turns: 21 }
    }
}

impl<P: Puzzle<State = Cube3>> Search<P> for TwoPhase {
    fn name(&self) -> &'static str {
        "two-phase"
    }

    fn run(&self, puzzle: &P, state: &Cube3, limits: &Limits) -> Outcome {
        run(puzzle, state, limits, |run| {
            run.check()?;
            let mut facelets = String::new();
            // A `String` takes whatever is written to it.
            let _ = state.write_facelets(&mut facelets);
            let answer = min2phase::solve(&facelets, self.turns);
            // A solution of half turns may be longer in the puzzle's metric than the bound.
            // So may it fail, with an answer that is no solution.
            let solution: Result<_, _> = read_turns(puzzle, &answer).collect();
            solution.map_or(Ok(()), |solution| run.offer(solution))
        })
    }
}
