//! An evaluator with a cache: a state that is met again, in this search or a later one, is evaluated
//! once.
//!
//! Iterative deepening gains most: each pass meets all states of the pass before.

use super::{Evaluator, Heads, Outputs, Results};
use quarterturn_core::Puzzle;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// An evaluator with a memory of fixed size: a table in which a state has one place, which the
/// last state that claimed it holds.
///
/// All heads of a state are evaluated and remembered together, even if not all were asked for.
#[derive(Debug)]
pub struct Cached<P: Puzzle, E> {
    inner: E,
    places: Mutex<Places<P>>,
    hits: AtomicU64,
}

#[derive(Debug)]
struct Places<P: Puzzle> {
    puzzle: P,
    /// Made when one of its places is first claimed: a large memory costs nothing until it is used.
    pages: Vec<Option<Box<Page<P>>>>,
    /// Places in use; the last page may have more.
    count: usize,
    /// Numbers in a row.
    width: usize,
}

/// Places on a page.
const PAGE: usize = 256;

#[derive(Clone, Debug)]
struct Page<P: Puzzle> {
    states: [Option<P::State>; PAGE],
    /// Results by place: value, Q, policy, as far as there are such heads.
    rows: Box<[i32]>,
}

impl<P: Puzzle, E: Evaluator<P>> Cached<P, E> {
    /// Remembers as many states as fit into `bytes`, one at least.
    pub fn new(puzzle: &P, inner: E, bytes: usize) -> Self {
        let width = Row::of(puzzle.move_count(), inner.heads()).width;
        // One byte more for a place's share in what makes a page.
        let each = size_of::<Option<P::State>>() + width * size_of::<i32>() + 1;
        let count = (bytes / each).max(1);
        let places = Places {
            puzzle: puzzle.clone(),
            pages: vec![None; count.div_ceil(PAGE)],
            count,
            width,
        };
        Self {
            inner,
            places: places.into(),
            hits: AtomicU64::new(0),
        }
    }

    fn places(&self) -> MutexGuard<'_, Places<P>> {
        // A thread that panicked while it held the lock has left whole rows or none.
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
    fn of(moves: usize, heads: Heads) -> Self {
        let q = usize::from(heads.value);
        let policy = q + if heads.q { moves } else { 0 };
        let width = policy + if heads.policy { moves } else { 0 };
        Self { q, policy, width }
    }
}

impl<P: Puzzle> Places<P> {
    /// The page and the place on it where a state belongs.
    fn place(&self, state: &P::State) -> (usize, usize) {
        // The high bits of the product are as good as those of a remainder, and cheaper.
        let at = ((u128::from(self.puzzle.key(state)) * self.count as u128) >> 64) as usize;
        (at / PAGE, at % PAGE)
    }

    /// What is remembered about a state.
    fn get(&self, state: &P::State) -> Option<&[i32]> {
        let (page, at) = self.place(state);
        let page = self.pages[page].as_ref()?;
        let known = page.states[at].as_ref() == Some(state);
        known.then(|| &page.rows[at * self.width..][..self.width])
    }

    /// Remembers a state instead of the one that had its place.
    fn set(&mut self, state: &P::State, row: &[i32]) {
        let (page, at) = self.place(state);
        let page = self.pages[page].get_or_insert_with(|| {
            Box::new(Page {
                states: [const { None }; PAGE],
                rows: vec![0; PAGE * self.width].into(),
            })
        });
        page.states[at] = Some(state.clone());
        page.rows[at * self.width..][..self.width].copy_from_slice(row);
    }
}

impl<P: Puzzle, E: Evaluator<P>> Evaluator<P> for Cached<P, E> {
    fn heads(&self) -> Heads {
        self.inner.heads()
    }

    fn preferred_batch(&self) -> usize {
        self.inner.preferred_batch()
    }

    fn evaluate(&self, puzzle: &P, states: &[P::State], out: Outputs<'_>) {
        let heads = self.inner.heads();
        out.check(puzzle, heads, states.len());
        let row = Row::of(puzzle.move_count(), heads);
        let mut rows = vec![0; states.len() * row.width];
        let mut missing = Vec::new();
        {
            let places = self.places();
            for (i, (state, to)) in states
                .iter()
                .zip(rows.chunks_exact_mut(row.width))
                .enumerate()
            {
                match places.get(state) {
                    Some(row) => to.copy_from_slice(row),
                    None => missing.push(i),
                }
            }
        }
        let hits = (states.len() - missing.len()) as u64;
        self.hits.fetch_add(hits, Ordering::Relaxed);

        let asked: Vec<P::State> = missing.iter().map(|&i| states[i].clone()).collect();
        let mut results = Results::for_all(puzzle, heads, asked.len());
        self.inner.evaluate(puzzle, &asked, results.outputs());
        let mut places = self.places();
        for (nth, &i) in missing.iter().enumerate() {
            let to = &mut rows[i * row.width..][..row.width];
            for (from, at, each) in [
                (&results.value, 0, 1),
                (&results.q, row.q, puzzle.move_count()),
                (&results.policy, row.policy, puzzle.move_count()),
            ] {
                if !from.is_empty() {
                    to[at..at + each].copy_from_slice(&from[nth * each..][..each]);
                }
            }
            places.set(&states[i], to);
        }
        drop(places);

        for (to, at, each) in [
            (out.value, 0, 1),
            (out.q, row.q, puzzle.move_count()),
            (out.policy, row.policy, puzzle.move_count()),
        ] {
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
