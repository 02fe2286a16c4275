//! The mean over several views of a state: symmetry frames and the inverse.
//!
//! All views of a state are equally far from the goal, but a network errs differently on each, so
//! their mean errs less: an ensemble out of one set of weights.

use super::{Evaluator, Heads, Outputs};
use crate::parallel;
use quarterturn_core::search::View;
use quarterturn_core::{Move, Puzzle};

/// An evaluator that averages another one over views.
///
/// The value is the mean over all views. Q and policy outputs are about moves, which an inverse
/// state does not have in the same order, so they are the mean over the views that are not
/// inverse, with their moves named as in the first frame.
#[derive(Clone, Debug)]
pub struct Views<E> {
    inner: E,
    views: Vec<View>,
}

impl<E> Views<E> {
    /// Averages `inner` over `views`.
    ///
    /// # Panics
    /// When no view looks at the state itself rather than at its inverse.
    pub fn new(inner: E, views: Vec<View>) -> Self {
        assert!(
            views.iter().any(|v| !v.inverse),
            "a view of the state itself is needed"
        );
        Self { inner, views }
    }

    /// Averages over the first `frames` frames and, if asked, the inverse in each of them.
    ///
    /// # Panics
    /// When `frames` is 0.
    pub fn frames(inner: E, frames: usize, inverse: bool) -> Self {
        let both = [false, true];
        let views = (0..frames).flat_map(|frame| {
            both.into_iter()
                .filter(move |&i| !i || inverse)
                .map(move |inverse| View { frame, inverse })
        });
        Self::new(inner, views.collect())
    }
}

impl<P: Puzzle, E: Evaluator<P>> Evaluator<P> for Views<E> {
    fn heads(&self) -> Heads {
        self.inner.heads()
    }

    fn preferred_batch(&self) -> usize {
        self.inner.preferred_batch()
    }

    fn evaluate(&self, puzzle: &P, states: &[P::State], out: Outputs<'_>) {
        let mut value = vec![0; out.value.len()];
        let mut q = vec![0; out.q.len()];
        let mut policy = vec![0; out.policy.len()];
        // Wide enough for any costs.
        let mut sums = [&value, &q, &policy].map(|head| vec![0i64; head.len()]);
        for &view in &self.views {
            if view.inverse && value.is_empty() {
                continue;
            }
            let seen: Vec<P::State> = parallel::gather(states.len(), &|part, seen| {
                seen.extend(states[part].iter().map(|s| view.of(puzzle, s)));
            });
            let by_move = if view.inverse { 0 } else { usize::MAX };
            self.inner.evaluate(
                puzzle,
                &seen,
                Outputs {
                    value: &mut value,
                    q: upto(&mut q, by_move),
                    policy: upto(&mut policy, by_move),
                },
            );
            for (sum, &v) in sums[0].iter_mut().zip(&value) {
                *sum += i64::from(v);
            }
            if !view.inverse {
                add_by_move(puzzle, &mut sums[1], &q, view.frame);
                add_by_move(puzzle, &mut sums[2], &policy, view.frame);
            }
        }
        let all = self.views.len() as i64;
        let upright = self.views.iter().filter(|v| !v.inverse).count() as i64;
        let outs = [(out.value, all), (out.q, upright), (out.policy, upright)];
        for ((to, count), sums) in outs.into_iter().zip(sums) {
            let means = sums.into_iter().map(|sum| sum.div_euclid(count) as i32);
            to.iter_mut().zip(means).for_each(|(to, mean)| *to = mean);
        }
    }

    fn name(&self) -> &str {
        self.inner.name()
    }
}

/// The first `most` places of a slice, or all there are.
fn upto(slice: &mut [i32], most: usize) -> &mut [i32] {
    let length = slice.len().min(most);
    &mut slice[..length]
}

/// Adds costs that were found in a frame to sums kept in frame 0.
fn add_by_move<P: Puzzle>(puzzle: &P, sums: &mut [i64], costs: &[i32], frame: usize) {
    for (sums, costs) in sums
        .chunks_exact_mut(puzzle.move_count())
        .zip(costs.chunks_exact(puzzle.move_count()))
    {
        for (mv, sum) in puzzle.moves().zip(sums) {
            let Move(there) = puzzle.conjugate_move(mv, frame);
            *sum += i64::from(costs[usize::from(there)]);
        }
    }
}
