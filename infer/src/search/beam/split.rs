//! A limit on the children kept of each state (n_split; Brinner 2021, Algorithm 1), so that no single
//! path fills the beam.
//!
//! The paper splits by value, and drops visited states after that. Here redundant moves are dropped first.
//! With a Q head the split is by Q, before the children are made and visited ones are dropped. Without a
//! Q head it is by value, among the children that are new.

use super::cut::NEVER;
use super::layer::Step;
use super::seen::SLICE;
use crate::limits::{Stopped, Watch};
use crate::parallel;

/// Keeps the `most` lowest scores of each row of `moves`, and of equals the first.
pub(super) fn rows(
    guide: &mut [i32],
    moves: usize,
    most: usize,
    watch: Watch<'_>,
) -> Result<(), Stopped> {
    for slice in guide.chunks_mut(SLICE * moves) {
        watch.due()?;
        parallel::rows(slice, moves, &|_, rows| {
            rows.chunks_exact_mut(moves).for_each(|row| keep(row, most));
        });
    }
    Ok(())
}

/// Keeps the `most` lowest ranks among the children of each state. Siblings stand together.
pub(super) fn siblings(
    rank: &mut [i32],
    steps: &[Step],
    most: usize,
    watch: Watch<'_>,
) -> Result<(), Stopped> {
    let mut rest = rank;
    let families = steps.chunk_by(|a, b| a.parent() == b.parent());
    for (nth, family) in families.enumerate() {
        if nth % SLICE == 0 {
            watch.due()?;
        }
        let (ranks, others) = rest.split_at_mut(family.len());
        keep(ranks, most);
        rest = others;
    }
    Ok(())
}

fn keep(scores: &mut [i32], most: usize) {
    if most >= scores.len() {
        return;
    }
    let mut order: Vec<usize> = (0..scores.len()).collect();
    order.sort_by_key(|&i| scores[i]);
    for &i in &order[most..] {
        scores[i] = NEVER;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::limits::Limits;
    use quarterturn_core::Move;

    #[test]
    fn each_row_keeps_its_best() {
        let mut guide = [3, 1, 2, 9, 9, 9, 5, NEVER, 4];
        rows(&mut guide, 3, 2, Limits::default().start()).unwrap();
        assert_eq!(guide, [NEVER, 1, 2, 9, 9, NEVER, 5, NEVER, 4]);
    }

    #[test]
    fn siblings_compete_with_each_other_alone() {
        let steps = [0, 0, 0, 2, 5, 5].map(|parent| Step::new(parent, Move(0)));
        let mut rank = [3, 1, 2, 9, 7, 8];
        siblings(&mut rank, &steps, 1, Limits::default().start()).unwrap();
        assert_eq!(rank, [NEVER, 1, NEVER, 9, 7, NEVER]);
    }
}
