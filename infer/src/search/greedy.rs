//! Greedy descent: always the cheapest move to a state not met before. Detours are then removed from the
//! path, such as `R R` where a half turn is one move.

use super::children::costs;
use super::neighbourhood::straightened;
use super::pace::Pace;
use super::run::{Run, run_pooled};
use super::{Rank, Search};
use crate::eval::Evaluator;
use crate::limits::{Limits, Stopped};
use crate::outcome::Outcome;
use quarterturn_core::Puzzle;
use std::collections::HashSet;

/// Greedy descent with its evaluator.
#[derive(Clone, Debug)]
pub struct Greedy<E> {
    /// The network.
    pub evaluator: E,
    /// What orders the moves.
    pub by: Rank,
}

impl<E> Greedy<E> {
    /// By value if there is a value head: it is the most accurate, and speed does not matter here.
    pub fn new<P: Puzzle>(evaluator: E) -> Self
    where
        E: Evaluator<P>,
    {
        let by = Rank::surest(evaluator.heads());
        Self { evaluator, by }
    }
}

impl<P: Puzzle, E: Evaluator<P>> Search<P> for Greedy<E> {
    fn name(&self) -> &'static str {
        "greedy"
    }

    /// # Panics
    /// When the evaluator does not have the head asked for.
    fn run(&self, puzzle: &P, state: &P::State, limits: &Limits) -> Outcome {
        run_pooled(puzzle, state, limits, |run| self.search(run))
    }
}

impl<E> Greedy<E> {
    fn search<P: Puzzle>(&self, run: &mut Run<'_, P>) -> Result<(), Stopped>
    where
        E: Evaluator<P>,
    {
        let mut state = run.root.clone();
        let mut visited = HashSet::from([run.puzzle.key(&state)]);
        let mut path = Vec::new();
        let mut pace = Pace::default();
        while path.len() < run.bound() {
            run.check()?;
            run.hold(
                2 * size_of::<u64>() * visited.capacity()
                    + path.capacity()
                    + 4 * run.puzzle.move_count(),
            )?;
            let costs = costs(
                &self.evaluator,
                self.by,
                std::slice::from_ref(&state),
                &mut pace,
                run,
            )?;
            let mut moves: Vec<_> = run.puzzle.moves().zip(costs).collect();
            moves.sort_by_key(|&(_, cost)| cost);
            let allowed = moves
                .iter()
                .filter(|&&(mv, _)| run.puzzle.useful(&state, mv));
            let mut children = allowed.map(|&(mv, _)| (mv, run.puzzle.apply(&state, mv)));
            let Some((mv, child)) = children.find(|(_, s)| visited.insert(run.puzzle.key(s)))
            else {
                return Ok(());
            };
            if self.by != Rank::Value {
                run.counters.generated += 1;
            }
            state = child;
            path.push(mv);
            if run.puzzle.is_solved(&state) {
                // The states beside the way: what one other move leads to.
                let most = (path.len() + 1) * run.puzzle.move_count();
                let way = straightened(run.puzzle, &run.root, path.clone(), &run.costs, most);
                // A cheaper way may be longer than the limits allow.
                return run.offer(if way.len() <= path.len() { way } else { path });
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::{Heads, Outputs};
    use quarterturn_core::Move;
    use quarterturn_core::cube::{Cube3, Cube3Htm};

    /// Always for the first move.
    struct Stubborn;

    impl Evaluator<Cube3Htm> for Stubborn {
        fn heads(&self) -> Heads {
            Heads {
                value: false,
                q: false,
                policy: true,
            }
        }

        fn preferred_batch(&self) -> usize {
            1
        }

        fn evaluate(&self, _: &Cube3Htm, _: &[Cube3], out: Outputs<'_>) {
            let moves = Cube3Htm.move_count();
            let costs = out.policy.chunks_exact_mut(moves);
            costs.for_each(|row| (0..).zip(row).for_each(|(mv, cost)| *cost = mv));
        }

        fn name(&self) -> &str {
            "stubborn"
        }
    }

    #[test]
    fn turns_of_one_face_are_one_move() {
        let [u, half, back] = [0, 1, 2].map(Move);
        assert_eq!(Cube3Htm.move_name(half), "U2");
        for (scramble, solution) in [(u, back), (half, half), (back, u)] {
            let state = Cube3Htm.apply(&Cube3::SOLVED, scramble);
            let outcome =
                Greedy::new::<Cube3Htm>(Stubborn).run(&Cube3Htm, &state, &Limits::default());
            assert_eq!(outcome.solution, Some(vec![solution]));
        }
    }
}
