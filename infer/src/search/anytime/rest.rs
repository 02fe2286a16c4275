//! What is done with a solution in the rest of the time, which is too short for another attempt.

use crate::limits::Stopped;
use crate::puzzles::reversible;
use crate::search::bidirectional::between;
use crate::search::neighbourhood::Neighbourhood;
use crate::search::run::Run;
use quarterturn_core::Puzzle;

/// Moves tried around a solution, at most.
const AROUND: usize = 1 << 20;
/// The length of the first stretches of a solution that are replaced by shortest ways.
const STRETCH: usize = 8;
/// States that a shortest way may take.
const STATES: usize = 1 << 21;

/// Looks for better solutions near the best one until the time is over or nothing is left to try.
///
/// # Errors
/// The limits of the run.
pub(super) fn improve<P: Puzzle>(run: &mut Run<'_, P>) -> Result<(), Stopped> {
    around(run)?;
    // A stretch is replaced because it is shorter, which need not be cheaper.
    if run.priced() {
        return Ok(());
    }
    match stretches(run) {
        // There is an answer, and no room for longer stretches.
        Err(Stopped::Memory | Stopped::Unfit) => Ok(()),
        ended => ended,
    }
}

/// Looks for better paths among the states around the best solution.
fn around<P: Puzzle>(run: &mut Run<'_, P>) -> Result<(), Stopped> {
    let (puzzle, root, costs) = (run.puzzle, run.root.clone(), run.costs.clone());
    let Some(solution) = run.best() else {
        return Ok(());
    };
    let mut around = Neighbourhood::new(puzzle, &root, solution, &costs);
    let mut left = AROUND;
    while (1..=left).contains(&around.ahead()) {
        left -= around.ahead();
        run.counters.generated += around.ahead() as u64;
        let mut check = |bytes| {
            run.hold(bytes)?;
            run.check()
        };
        let grown = around.grow(&mut check);
        match grown.and_then(|()| around.way(&mut check)) {
            Ok(Some(way)) => run.collect(way)?,
            Ok(None) | Err(Stopped::Memory) => break,
            Err(stopped) => return Err(stopped),
        }
    }
    Ok(())
}

/// Replaces longer and longer stretches of the best solution by shortest ways. The longest is the whole solution, and
/// then there is no shorter one.
fn stretches<P: Puzzle>(run: &mut Run<'_, P>) -> Result<(), Stopped> {
    let (puzzle, step) = (run.puzzle, run.puzzle.length_step());
    if !reversible(puzzle) {
        return Err(Stopped::Unfit);
    }
    let mut size = STRETCH;
    loop {
        let mut start = 0;
        // Solutions get shorter meanwhile.
        while let Some(best) = run.best().map(<[_]>::to_vec) {
            run.check()?;
            let end = best.len().min(start + size);
            let from = puzzle.apply_all(&run.root, &best[..start]);
            let to = puzzle.apply_all(&from, &best[start..end]);
            let longest = (end - start).saturating_sub(step);
            if let Some(shorter) = between(run, [from, to], longest, STATES)? {
                let mut solution = best;
                solution.splice(start..end, shorter);
                run.collect(solution)?;
                // The ends of what is new may go on with what is before.
                start = start.saturating_sub(size);
                continue;
            }
            if end == best.len() {
                break;
            }
            start += (size / 4).max(1);
        }
        if run.length().is_none_or(|length| length <= size) {
            run.optimal = run.puzzle.goal().is_some();
            return Ok(());
        }
        size += size / 4;
    }
}
