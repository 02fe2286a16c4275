//! States by their puzzle's own type, and walks made of them, on as many threads as are allowed.

use super::{Children, States};
use crate::random::{Random, below};
use crate::threads;
use quarterturn::puzzles::Places;
use quarterturn_core::Puzzle;
use quarterturn_core::puzzle::sokoban::DEAD;
use rand_core::SeedableRng;
use std::ops::Range;
use std::sync::Arc;

/// States that are worth a thread.
const SHARE: usize = 1 << 12;

/// States of a puzzle.
#[derive(Debug)]
pub(super) struct Rows<P: Puzzle> {
    pub puzzle: P,
    /// What devices know of it.
    pub places: Option<Arc<Places<P::State>>>,
    pub states: Vec<P::State>,
}

impl<P: Puzzle> Rows<P> {
    fn with(&self, states: Vec<P::State>) -> Box<dyn States> {
        Box::new(Self {
            puzzle: self.puzzle.clone(),
            places: self.places.clone(),
            states,
        })
    }

    /// `each` numbers of every state.
    fn map<T: Clone + Default + Send>(
        &self,
        each: usize,
        what: impl Fn(&P::State, &mut [T]) + Sync,
    ) -> Vec<T> {
        let mut all = vec![T::default(); self.states.len() * each];
        threads::shared(
            &self.states,
            &mut all,
            [1, each],
            SHARE,
            |_, states, all| {
                for (state, out) in states.iter().zip(all.chunks_exact_mut(each)) {
                    what(state, out);
                }
            },
        );
        all
    }
}

impl<P: Puzzle> States for Rows<P> {
    fn count(&self) -> usize {
        self.states.len()
    }

    fn features(&self) -> Vec<u16> {
        let active = self.puzzle.inputs().active;
        self.map(active, |state, out| self.puzzle.features(state, out))
    }

    fn symbols(&self) -> Option<Vec<u8>> {
        let places = self.places.as_ref()?;
        let write = |state: &P::State, out: &mut [u8]| {
            out.copy_from_slice(&(places.symbols)(state));
        };
        Some(self.map(places.tables.places, write))
    }

    fn keys(&self) -> Vec<u64> {
        self.map(1, |state, out| out[0] = self.puzzle.key(state))
    }

    fn goals(&self) -> Vec<bool> {
        self.map(1, |state, out| out[0] = self.puzzle.is_solved(state))
    }

    fn bounds(&self) -> Vec<f32> {
        self.map(1, |state, out| {
            out[0] = match self.puzzle.bound(state) {
                DEAD.. => f32::INFINITY,
                bound => bound as f32,
            }
        })
    }

    fn narrow(&self, rows: Range<usize>) -> Box<dyn States> {
        self.with(self.states[rows].to_vec())
    }

    fn pick(&self, rows: &[usize]) -> Box<dyn States> {
        self.with(rows.iter().map(|&row| self.states[row].clone()).collect())
    }

    fn in_frames(&self, frames: &[usize]) -> Box<dyn States> {
        let pairs = self.states.iter().zip(frames);
        let seen = |(state, &frame): (&P::State, &usize)| self.puzzle.conjugate(state, frame);
        self.with(pairs.map(seen).collect())
    }

    fn allowed(&self) -> Option<Vec<bool>> {
        let moves = self.puzzle.move_count();
        let allowed = self.map(moves, |state, out: &mut [bool]| {
            for (mv, out) in self.puzzle.moves().zip(out) {
                *out = self.puzzle.allowed(state, mv);
            }
        });
        allowed.contains(&false).then_some(allowed)
    }

    fn children(&self) -> Children {
        let moves = self.puzzle.move_count();
        let before = self.states.iter();
        let mut states: Vec<_> = before
            .flat_map(|state| std::iter::repeat_n(state.clone(), moves))
            .collect();
        let each = [1, moves];
        threads::shared(
            &self.states,
            &mut states,
            each,
            SHARE,
            |_, before, after| {
                for (state, children) in before.iter().zip(after.chunks_exact_mut(moves)) {
                    for (mv, child) in self.puzzle.moves().zip(children) {
                        *child = self.puzzle.apply(state, mv);
                    }
                }
            },
        );
        Children {
            states: self.with(states),
            allowed: self.allowed(),
            moves,
        }
    }
}

/// The states of walks, walk by walk, and a move for each step. `walk` makes one: of its states the
/// first is `start`. The same on any number of threads.
pub(super) fn walks<S: Clone + Send>(
    rng: &mut Random,
    start: S,
    walks: usize,
    steps: usize,
    walk: impl Fn(&mut Random, &mut [S], &mut [u8]) + Sync,
) -> (Vec<S>, Vec<u8>) {
    let seed = below(rng, i64::MAX as u64);
    let mut states = vec![start; walks * (steps + 1)];
    let mut moves = vec![0; walks * steps];
    let threads = threads::count();
    let share = walks.div_ceil(threads).max(1);
    let walk = &walk;
    threads::pool().scope(|scope| {
        let states = states.chunks_mut(share * (steps + 1));
        let shares = states.zip(moves.chunks_mut(share * steps));
        for (first, (states, moves)) in (0..).step_by(share).zip(shares) {
            scope.spawn(move |_| {
                let walks = states.chunks_mut(steps + 1).zip(moves.chunks_mut(steps));
                for (number, (states, moves)) in (first..).zip(walks) {
                    let mut rng = Random::seed_from_u64(seed.wrapping_add(number));
                    walk(&mut rng, states, moves);
                }
            });
        }
    });
    (states, moves)
}
