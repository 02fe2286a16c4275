//! Q* search (Agostinelli et al. 2021): weighted A* over moves instead of states.
//!
//! One evaluation of a state scores all its moves by `λ · cost of the moves made + Q`; a child is made only when
//! its move is selected, and evaluated only when it is made. That is one evaluation for each state
//! expanded, where A* needs one for each state generated, and far fewer states to remember.

use super::Search;
use super::bwas::{bound, priced, weight, weighted};
use super::nodes::{Child, Met, Nodes};
use super::open::{Entry, Open};
use super::run::{Run, run};
use crate::eval::{Evaluator, Outputs};
use crate::limits::{Limits, Stopped};
use crate::outcome::Outcome;
use quarterturn_core::Puzzle;
use rayon::prelude::*;
use std::cmp::Reverse;

/// Settings of Q* search, with its evaluator.
#[derive(Clone, Debug)]
pub struct QStar<E> {
    /// The network. It needs a Q head.
    pub evaluator: E,
    /// Weight of a move made against a move to come, from 0 to 1. Kept to 1/1024.
    pub lambda: f32,
    /// Moves made at once. Part of the definition: another batch may find another solution.
    pub batch: usize,
}

impl<E> QStar<E> {
    /// With the weight of [`super::Bwas::new`], and a batch that costs about as much.
    pub fn new(evaluator: E) -> Self {
        Self {
            evaluator,
            lambda: 0.6,
            batch: 1000,
        }
    }
}

impl<P: Puzzle, E: Evaluator<P>> Search<P> for QStar<E> {
    fn name(&self) -> &'static str {
        "qstar"
    }

    /// # Panics
    /// When the evaluator has no Q head.
    fn run(&self, state: &P::State, limits: &Limits) -> Outcome {
        run(state, limits, |run| self.search(run))
    }
}

impl<E> QStar<E> {
    fn search<P: Puzzle>(&self, run: &mut Run<'_, P>) -> Result<(), Stopped>
    where
        E: Evaluator<P>,
    {
        let mut nodes = Nodes::<P, ()>::new(run.root, (), run.costs.clone());
        let mut open = Open::default();
        let mut reached = vec![0];
        loop {
            run.check()?;
            let moves = reached.len() * P::MOVES;
            let row = size_of::<P::State>() + P::MOVES * size_of::<i32>();
            let child = size_of::<Entry>() + size_of::<Child<P::State>>();
            let buffers = reached.len() * row + self.batch.min(moves) * child;
            let room = nodes.bytes_with(self.batch) + open.bytes_with(moves);
            run.hold(room.saturating_add(buffers))?;
            self.score(&nodes, &reached, &mut open, run);

            let bound = bound(run);
            let batch = open.pop(self.batch.max(1), |e| {
                // A state that has been reached by a shorter path has newer entries. One that
                // is as long but cheaper has them too; the old ones lead nowhere new.
                e.depth.0 <= bound && e.depth.0 == nodes.get(e.node).depth + 1
            });
            if batch.is_empty() {
                return Ok(());
            }
            let made = batch.par_iter().map(|e| nodes.child(e.node, e.mv));
            let made: Vec<Child<P::State>> = made.collect();
            run.counters.generated += made.len() as u64;
            reached.clear();
            for child in made {
                match nodes.meet(child, ()) {
                    (_, Met::Known) => {}
                    (at, _) if P::is_solved(&child.state) => run.offer(nodes.path(at))?,
                    (at, _) => reached.push(at),
                }
            }
            reached.sort_unstable();
            reached.dedup();
        }
    }

    /// Opens the moves of some states, but for the moves straight back.
    fn score<P: Puzzle>(
        &self,
        nodes: &Nodes<P, ()>,
        reached: &[u32],
        open: &mut Open,
        run: &mut Run<'_, P>,
    ) where
        E: Evaluator<P>,
    {
        let (weight, mean) = (weight(self.lambda), run.costs.mean());
        let states: Vec<P::State> = reached.iter().map(|&at| nodes.get(at).state).collect();
        let mut q = vec![0; states.len() * P::MOVES];
        let out = Outputs {
            q: &mut q,
            ..Outputs::default()
        };
        self.evaluator.evaluate(&states, out);
        run.counters.evaluated += states.len() as u64;
        run.counters.expanded += states.len() as u64;
        for (&at, costs) in reached.iter().zip(q.chunks_exact(P::MOVES)) {
            let node = nodes.get(at);
            let back = (at != 0).then(|| P::inverse(node.mv));
            for (mv, &cost) in P::moves().zip(costs).filter(|&(mv, _)| Some(mv) != back) {
                let Some(price) = run.costs.of(mv) else {
                    continue;
                };
                let made = weighted(node.cost.saturating_add(price), weight);
                open.push(Entry {
                    cost: made.saturating_add(priced(cost, mean)),
                    depth: Reverse(node.depth + 1),
                    node: at,
                    mv,
                });
            }
        }
    }
}
