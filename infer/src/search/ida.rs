//! Iterative-deepening A* (Korf 1985) with a learned heuristic: next to no memory.
//!
//! Depth-first passes under a threshold on `moves made + cost-to-go`, which rises to the least
//! sum that passed it. Costs are rounded to whole moves, so that it rises by whole moves. A network
//! may overestimate, so the first solution need not be a shortest one; it is with exact costs.
//!
//! Depth-first search meets states one at a time, where a network wants many: a *front* of states
//! is taken from the top of the stack at once. Memory grows with the front and the depth only.

use super::children::{cheapest, costs};
use super::run::{Run, run};
use super::{Rank, Search};
use crate::eval::{Evaluator, MOVE_COST};
use crate::limits::{Limits, Stopped};
use crate::outcome::Outcome;
use quarterturn_core::{Move, Puzzle};

/// Settings of iterative-deepening A*, with its evaluator.
#[derive(Clone, Debug)]
pub struct Ida<E> {
    /// The network. It needs a value or a Q head.
    pub evaluator: E,
    /// Which of them guides the search.
    pub by: Rank,
    /// States taken from the stack at once.
    pub front: usize,
}

impl<E> Ida<E> {
    /// By Q where there is a Q head, with fronts of 256 states.
    pub fn new<P: Puzzle>(evaluator: E) -> Self
    where
        E: Evaluator<P>,
    {
        let by = cheapest(evaluator.heads());
        Self {
            evaluator,
            by,
            front: 256,
        }
    }
}

impl<P: Puzzle, E: Evaluator<P>> Search<P> for Ida<E> {
    fn name(&self) -> &'static str {
        "ida"
    }

    /// # Panics
    /// When the evaluator has neither a value nor a Q head.
    fn run(&self, state: &P::State, limits: &Limits) -> Outcome {
        run(state, limits, |run| {
            let mut threshold = 0;
            while let Some(next) = self.pass(threshold, run)? {
                threshold = next;
            }
            Ok(())
        })
    }
}

/// A state on the stack, with all moves that led to it.
struct Node<S> {
    state: S,
    path: Vec<Move>,
}

impl<E> Ida<E> {
    /// Searches all states under a threshold; the least sum above it, if any was met.
    fn pass<P: Puzzle>(
        &self,
        threshold: usize,
        run: &mut Run<'_, P>,
    ) -> Result<Option<usize>, Stopped>
    where
        E: Evaluator<P>,
    {
        let mut above: Option<usize> = None;
        let mut stack = vec![Node::<P::State> {
            state: run.root,
            path: Vec::new(),
        }];
        while !stack.is_empty() {
            run.check()?;
            let front = stack.split_off(stack.len().saturating_sub(self.front.max(1)));
            let states: Vec<P::State> = front.iter().map(|n| n.state).collect();
            let each = size_of::<Node<P::State>>() + run.bound().min(threshold + 1);
            let row = P::MOVES * (size_of::<i32>() + size_of::<P::State>());
            run.hold((stack.len() + front.len() * P::MOVES) * each + front.len() * row)?;
            let costs = costs(&self.evaluator, self.by, &states, run);

            let mut children = Vec::new();
            for (node, costs) in front.iter().zip(costs.chunks_exact(P::MOVES)) {
                let previous = node.path.last();
                let depth = node.path.len() + 1;
                for (mv, cost) in P::moves().zip(costs) {
                    let redundant = previous.is_some_and(|&p| P::redundant(p, mv));
                    if redundant || depth > run.bound() {
                        continue;
                    }
                    let sum = depth + whole_moves(*cost);
                    if sum > threshold {
                        above = Some(above.map_or(sum, |a| a.min(sum)));
                        continue;
                    }
                    let child = P::apply(&node.state, mv);
                    run.counters.generated += u64::from(self.by == Rank::Q);
                    let path = [&node.path[..], &[mv]].concat();
                    if P::is_solved(&child) {
                        run.offer(path)?;
                    } else {
                        children.push((*cost, Node { state: child, path }));
                    }
                }
            }
            // The state nearest to the goal goes on top.
            children.sort_by_key(|&(cost, _)| std::cmp::Reverse(cost));
            stack.extend(children.into_iter().map(|(_, node)| node));
        }
        Ok(above)
    }
}

/// A cost to the nearest whole move.
fn whole_moves(cost: i32) -> usize {
    (cost.max(0) as usize + MOVE_COST as usize / 2) / MOVE_COST as usize
}
