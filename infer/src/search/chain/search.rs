//! The search: an exact one for states near the goal, then words.

use super::{Ends, Facts};
use crate::group::Image;
use crate::limits::{Limits, Stopped};
use crate::outcome::Outcome;
use crate::puzzles::{Text, meets_halfway};
use crate::search::run::{Run, run_pooled};
use crate::search::{Bidirectional, Search};
use quarterturn_core::Move;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::atomic::{AtomicBool, AtomicU64};
use std::sync::{Arc, OnceLock};
use std::time::Duration;

/// The name of the search.
const NAME: &str = "chain";
/// Time of the exact search, at most, and the part of a time limit that it has.
const EXACT: Duration = Duration::from_secs(1);
const PART: u32 = 4;
/// Time for shorter words where nothing limits it.
const SHORTER: Duration = Duration::from_secs(3);

/// Bytes of its memory, at most.
const MEMORY: usize = 1 << 29;

/// Solutions of every state of a puzzle whose moves permute stickers. Copies share what the first run finds out of the puzzle.
/// That takes seconds, which no time limit cuts short; nor does one come before the first solution.
#[derive(Clone, Debug, Default)]
pub struct Chain {
    facts: Arc<OnceLock<Option<Facts>>>,
    /// Whether another search looked for a solution before.
    rescues: bool,
}

impl Chain {
    /// The same, for states that another search did not solve.
    pub fn rescuing(&self) -> Self {
        let facts = self.facts.clone();
        Self {
            facts,
            rescues: true,
        }
    }

    /// What is known of a puzzle; `None` where its moves do not permute stickers, or cannot be undone.
    fn facts<P: Text>(&self, puzzle: &P) -> Option<&Facts> {
        let made = || {
            let tables = puzzle.described()?.tables;
            let moves: Vec<_> = tables.moves.into_iter().map(|(_, from)| from).collect();
            Facts::new(tables.colours.len(), &moves)
        };
        self.facts.get_or_init(made).as_ref()
    }

    fn search<P: Text>(&self, run: &mut Run<'_, P>) -> Result<(), Stopped> {
        let puzzle = run.puzzle;
        if !self.rescues && meets_halfway(puzzle) && exact(run)? {
            return Err(Stopped::Solved);
        }
        let facts = self.facts(puzzle).ok_or(Stopped::Unfit)?;
        run.hold_for_good(facts.bytes())?;
        let room = run
            .room()
            .unwrap_or(usize::MAX)
            .saturating_sub(facts.bytes());
        let (watch, limits, found) = (run.watch, run.limits, AtomicBool::new(false));
        let most = limits.time.unwrap_or(watch.elapsed() + SHORTER);
        let made = AtomicU64::new(run.counters.generated);
        let over = |time: Duration| found.load(Relaxed) && watch.elapsed() >= time;
        let spent = || {
            limits
                .nodes
                .is_some_and(|nodes| made.load(Relaxed) >= nodes)
        };
        let ends = Ends {
            now: &|| limits.cancel.load(Relaxed) || spent() || over(most),
            soon: &|| over(most * 4 / 5),
            made: &made,
            widest: room / facts.node_bytes(),
        };
        let (root, mut ended) = (run.root.clone(), Ok(()));
        let mut offer = |word: &[u8]| {
            found.store(true, Relaxed);
            ended = run.collect(word.iter().map(|&letter| Move(letter)).collect());
            ended.is_ok()
        };
        let solved =
            images(facts, puzzle, &root).any(|image| facts.solve(&image, &ends, &mut offer));
        run.counters.generated = made.load(Relaxed);
        ended?;
        run.check()?;
        match solved {
            true if run.limits.target_length.is_none() => Err(Stopped::Solved),
            _ => Ok(()),
        }
    }
}

impl<P: Text> Search<P> for Chain {
    fn name(&self) -> &'static str {
        NAME
    }

    fn bytes(&self) -> usize {
        let facts = self.facts.get().and_then(Option::as_ref);
        facts.map_or(0, Facts::bytes)
    }

    fn run(&self, puzzle: &P, state: &P::State, limits: &Limits) -> Outcome {
        run_pooled(puzzle, state, limits, |run| self.search(run))
    }
}

/// Where the points of a state come from: by the looks of its pieces, then by the group.
fn images<P: Text>(facts: &Facts, puzzle: &P, state: &P::State) -> impl Iterator<Item = Image> {
    let looks = || {
        let solved = puzzle.described()?.tables.colours;
        facts.alike(&puzzle.colours(state)?, &solved)
    };
    let told = move || puzzle.told_apart(state).map(|from| facts.state(&from));
    let first = if puzzle.is_group() { None } else { looks() };
    first
        .into_iter()
        .chain(std::iter::once_with(told).flatten())
}

/// Whether a search from both ends solves the state in little time.
fn exact<P: Text>(run: &mut Run<'_, P>) -> Result<bool, Stopped> {
    let time = run.limits.time.map_or(EXACT, |time| EXACT.min(time / PART));
    let limits = Limits {
        time: Some(time),
        memory: Some(run.limits.memory.unwrap_or(MEMORY).min(MEMORY)),
        ..run.remaining()
    };
    let outcome = Bidirectional.run(run.puzzle, &run.root, &limits);
    run.absorb(&outcome);
    let Some(solution) = outcome.solution else {
        return match outcome.stopped {
            Stopped::Exhausted => Err(Stopped::Exhausted),
            Stopped::Cancelled => Err(Stopped::Cancelled),
            _ => Ok(false),
        };
    };
    run.optimal = true;
    run.part = Some(Search::<P>::name(&Bidirectional));
    run.collect(solution)?;
    Ok(true)
}
