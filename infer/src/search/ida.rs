//! Iterative-deepening A* (Korf 1985) with a learned heuristic: next to no memory.
//!
//! Depth-first passes under a threshold on `cost of the moves made + cost-to-go`, which rises to the
//! least sum that passed it. Costs-to-go are rounded to whole moves, so that it rises by whole moves.
//! A network may overestimate, so the first solution need not be a shortest one; it is with exact
//! costs.
//!
//! Where moves differ in cost, costs-to-go are not rounded and the threshold rises by at least the
//! mean cost of a move. A pass that finds a solution then goes on to its end, but below the cost of
//! the best one, which so is a cheapest one if no cost-to-go exceeds the truth.
//!
//! Depth-first search meets states one at a time, where a network wants many: a *front* of states
//! is taken from the top of the stack at once. Memory grows with the front and the depth only.

use super::bwas::priced;
use super::children::{cheapest, costs};
use super::run::{Run, run_pooled};
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
        run_pooled(state, limits, |run| {
            let (mut threshold, mut above) = (0, Some(0));
            while let Some(next) = above {
                threshold = next.max(threshold + rise(run));
                above = self.pass(threshold, run)?;
                run.settle()?;
            }
            Ok(())
        })
    }
}

/// A state on the stack, with all moves that led to it and what they cost.
struct Node<S> {
    state: S,
    path: Vec<Move>,
    cost: u64,
}

impl<E> Ida<E> {
    /// Searches all states under a threshold; the least sum above it, if any was met.
    fn pass<P: Puzzle>(&self, threshold: u64, run: &mut Run<'_, P>) -> Result<Option<u64>, Stopped>
    where
        E: Evaluator<P>,
    {
        let mut above: Option<u64> = None;
        let mut stack = vec![Node::<P::State> {
            state: run.root,
            path: Vec::new(),
            cost: 0,
        }];
        while !stack.is_empty() {
            run.check()?;
            let front = stack.split_off(stack.len().saturating_sub(self.front.max(1)));
            let states: Vec<P::State> = front.iter().map(|n| n.state).collect();
            let deepest = threshold / u64::from(run.costs.least()) + 1;
            let each = size_of::<Node<P::State>>() + run.bound().min(deepest as usize);
            let row = P::MOVES * (size_of::<i32>() + size_of::<P::State>());
            run.hold((stack.len() + front.len() * P::MOVES) * each + front.len() * row)?;
            let costs = costs(&self.evaluator, self.by, &states, run);

            let mut children = Vec::new();
            for (node, costs) in front.iter().zip(costs.chunks_exact(P::MOVES)) {
                let previous = node.path.last();
                let depth = node.path.len() + 1;
                for (mv, cost) in P::moves().zip(costs) {
                    let redundant = previous.is_some_and(|&p| run.redundant(p, mv));
                    let Some(price) = run.costs.of(mv).filter(|_| !redundant) else {
                        continue;
                    };
                    let made = node.cost + u64::from(price);
                    let sum = made + to_go(*cost, run);
                    if depth > run.bound() || run.priced() && sum >= run.budget() {
                        continue;
                    }
                    if sum > threshold {
                        above = Some(above.map_or(sum, |a| a.min(sum)));
                        continue;
                    }
                    let child = P::apply(&node.state, mv);
                    run.counters.generated += u64::from(self.by == Rank::Q);
                    let path = [&node.path[..], &[mv]].concat();
                    if P::is_solved(&child) && run.priced() {
                        run.collect(path)?;
                    } else if P::is_solved(&child) {
                        run.offer(path)?;
                    } else {
                        let node = Node {
                            state: child,
                            path,
                            cost: made,
                        };
                        children.push((*cost, node));
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

/// The least rise of a threshold: sums of whole moves rise by one of themselves.
fn rise<P: Puzzle>(run: &Run<'_, P>) -> u64 {
    if run.priced() {
        run.costs.mean().into()
    } else {
        0
    }
}

/// What a network's cost-to-go counts in a sum.
fn to_go<P: Puzzle>(cost: i32, run: &Run<'_, P>) -> u64 {
    if run.priced() {
        return priced(cost, run.costs.mean()) as u64;
    }
    let unit = MOVE_COST as u64;
    (cost.max(0) as u64 + unit / 2) / unit * unit
}
