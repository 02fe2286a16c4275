//! An evaluator that remembers: a search that meets a state again, or a search that starts again,
//! pays for it once.
//!
//! Iterative deepening gains most: each of its passes meets all states of the pass before.

use super::{Evaluator, Heads, Outputs, Results};
use quarterturn_core::Puzzle;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// An evaluator with a memory of fixed size: a table in which a state has one place, which the
/// last state that claimed it holds.
///
/// A state's results are remembered together, whichever were asked for: all heads are evaluated.
#[derive(Debug)]
pub struct Cached<P: Puzzle, E> {
    inner: E,
    places: Mutex<Places<P>>,
    hits: AtomicU64,
}

#[derive(Debug)]
struct Places<P: Puzzle> {
    states: Vec<Option<P::State>>,
    /// Results by place: value, Q, policy, as far as there are such heads.
    rows: Vec<i32>,
}

impl<P: Puzzle, E: Evaluator<P>> Cached<P, E> {
    /// Remembers as many states as fit into `bytes`, one at least.
    pub fn new(inner: E, bytes: usize) -> Self {
        let width = Row::of::<P>(inner.heads()).width;
        let each = size_of::<Option<P::State>>() + width * size_of::<i32>();
        let count = (bytes / each).max(1);
        let places = Places {
            states: vec![None; count],
            rows: vec![0; count * width],
        };
        Self {
            inner,
            places: places.into(),
            hits: AtomicU64::new(0),
        }
    }

    fn places(&self) -> MutexGuard<'_, Places<P>> {
        // Whoever panicked while holding it has left whole rows or none.
        self.places.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Where a row has the results of each head.
#[derive(Clone, Copy)]
struct Row {
    q: usize,
    policy: usize,
    width: usize,
}

impl Row {
    fn of<P: Puzzle>(heads: Heads) -> Self {
        let q = usize::from(heads.value);
        let policy = q + if heads.q { P::MOVES } else { 0 };
        let width = policy + if heads.policy { P::MOVES } else { 0 };
        Self { q, policy, width }
    }
}

impl<P: Puzzle> Places<P> {
    /// Where a state belongs.
    fn place(&self, state: &P::State) -> usize {
        // The high bits of the product are as good as those of a remainder, and cheaper.
        ((u128::from(P::key(state)) * self.states.len() as u128) >> 64) as usize
    }
}

impl<P: Puzzle, E: Evaluator<P>> Evaluator<P> for Cached<P, E> {
    fn heads(&self) -> Heads {
        self.inner.heads()
    }

    fn preferred_batch(&self) -> usize {
        self.inner.preferred_batch()
    }

    fn evaluate(&self, states: &[P::State], out: Outputs<'_>) {
        let heads = self.inner.heads();
        let row = Row::of::<P>(heads);
        let mut rows = vec![0; states.len() * row.width];
        let mut missing = Vec::new();
        {
            let places = self.places();
            for (i, (state, to)) in states
                .iter()
                .zip(rows.chunks_exact_mut(row.width))
                .enumerate()
            {
                let at = places.place(state);
                if places.states[at] == Some(*state) {
                    to.copy_from_slice(&places.rows[at * row.width..][..row.width]);
                } else {
                    missing.push(i);
                }
            }
        }
        let hits = (states.len() - missing.len()) as u64;
        self.hits.fetch_add(hits, Ordering::Relaxed);

        let asked: Vec<P::State> = missing.iter().map(|&i| states[i]).collect();
        let mut results = Results::for_all::<P>(heads, asked.len());
        self.inner.evaluate(&asked, results.outputs());
        let mut places = self.places();
        for (nth, &i) in missing.iter().enumerate() {
            let to = &mut rows[i * row.width..][..row.width];
            for (from, at, each) in [
                (&results.value, 0, 1),
                (&results.q, row.q, P::MOVES),
                (&results.policy, row.policy, P::MOVES),
            ] {
                if !from.is_empty() {
                    to[at..at + each].copy_from_slice(&from[nth * each..][..each]);
                }
            }
            let at = places.place(&states[i]);
            places.states[at] = Some(states[i]);
            places.rows[at * row.width..][..row.width].copy_from_slice(to);
        }
        drop(places);

        for (to, has, at, each) in [
            (out.value, heads.value, 0, 1),
            (out.q, heads.q, row.q, P::MOVES),
            (out.policy, heads.policy, row.policy, P::MOVES),
        ] {
            if to.is_empty() {
                continue;
            }
            assert!(
                has && to.len() == states.len() * each,
                "outputs do not match"
            );
            let pairs = to.chunks_exact_mut(each).zip(rows.chunks_exact(row.width));
            pairs.for_each(|(to, from)| to.copy_from_slice(&from[at..at + each]));
        }
    }

    fn name(&self) -> &str {
        self.inner.name()
    }

    fn remembered(&self) -> u64 {
        self.hits.load(Ordering::Relaxed)
    }
}
