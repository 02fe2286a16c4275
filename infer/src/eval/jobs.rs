//! A batch split into jobs for all cores, around any network that turns features into rows of costs.

use super::{Heads, Outputs};
use crate::parallel;
use quarterturn_core::{Puzzle, net};
use std::cell::RefCell;

/// Some of a batch's states, from one on, and where their results go.
struct Job<'a> {
    from: usize,
    value: &'a mut [i32],
    q: &'a mut [i32],
    policy: &'a mut [i32],
}

thread_local! {
    /// Working memory of each thread: features, rows of outputs.
    static SCRATCH: RefCell<(Vec<u16>, Vec<i32>)> = RefCell::default();
}

/// What a network with these outputs can say about a puzzle with `moves` moves.
pub(super) fn heads(moves: usize, heads: net::NetHeads) -> Heads {
    let fits = heads.moves == moves;
    Heads {
        value: heads.value,
        q: heads.q && fits,
        policy: heads.policy && fits,
    }
}

/// Evaluates a batch in jobs of at most `size` states. `network` gets the features of a job and
/// fills one row of `heads.outputs()` costs per state, which may count from the puzzle's lower bound.
///
/// # Panics
/// When a non-empty output slice has the wrong length or its head is absent.
pub(super) fn evaluate<P: Puzzle>(
    puzzle: &P,
    outputs: net::NetHeads,
    size: usize,
    states: &[P::State],
    out: Outputs<'_>,
    network: &(dyn Fn(&[u16], &mut [i32]) + Sync),
) {
    out.check(puzzle, heads(puzzle.move_count(), outputs), states.len());
    let mut value = out.value.chunks_mut(size);
    let mut q = out.q.chunks_mut(size * puzzle.move_count());
    let mut policy = out.policy.chunks_mut(size * puzzle.move_count());
    let jobs = (0..states.len()).step_by(size);
    let jobs = jobs.map(|from| Job {
        from,
        value: value.next().unwrap_or_default(),
        q: q.next().unwrap_or_default(),
        policy: policy.next().unwrap_or_default(),
    });
    parallel::each(jobs, &|job| {
        let states = &states[job.from..states.len().min(job.from + size)];
        run(puzzle, outputs, states, job, network);
    });
}

fn run<P: Puzzle>(
    puzzle: &P,
    heads: net::NetHeads,
    states: &[P::State],
    job: &mut Job<'_>,
    network: &dyn Fn(&[u16], &mut [i32]),
) {
    let (outputs, active) = (heads.outputs(), puzzle.inputs().active);
    SCRATCH.with_borrow_mut(|(features, rows)| {
        features.resize(states.len() * active, 0);
        rows.resize(states.len() * outputs, 0);
        for (state, out) in states.iter().zip(features.chunks_exact_mut(active)) {
            puzzle.features(state, out);
        }
        network(features, rows);
        for (state, row) in states.iter().zip(rows.chunks_exact_mut(outputs)) {
            heads.raise(puzzle, state, row);
        }
        if let Some(at) = heads.value_at() {
            for (value, row) in job.value.iter_mut().zip(rows.chunks_exact(outputs)) {
                *value = row[at];
            }
        }
        for (to, from) in [
            (&mut job.q, heads.q_at()),
            (&mut job.policy, heads.policy_at()),
        ] {
            if let Some(at) = from {
                let pairs = to
                    .chunks_exact_mut(puzzle.move_count())
                    .zip(rows.chunks_exact(outputs));
                for (to, row) in pairs {
                    to.copy_from_slice(&row[at..at + puzzle.move_count()]);
                }
            }
        }
    });
}
