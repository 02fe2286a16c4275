//! Batch weighted A* (DeepCubeA 2019, Methods): the `batch` cheapest states at a time, by
//! `λ · cost of the moves made + cost-to-go`.
//!
//! λ = 1 is A*, λ = 0 greedy best-first search. A state met again by a cheaper path is opened
//! again. The search ends when the goal is *selected* for expansion: with λ = 1, a batch of one and a
//! cost-to-go that never exceeds the truth, that makes the solution a cheapest one. Moves cost one
//! each, or what the limits say; the network's moves to go are then priced at the mean.
//!
//! The batch is part of the definition: another batch may find another solution.

use super::Search;
use super::nodes::{Child, Met, Node, Nodes};
use super::open::{Entry, Open};
use super::run::{Run, run_pooled};
use crate::costs::MoveCosts;
use crate::eval::{Evaluator, MOVE_COST, Outputs};
use crate::limits::{Limits, Stopped};
use crate::outcome::Outcome;
use quarterturn_core::Puzzle;
use rayon::prelude::*;
use std::cmp::Reverse;

/// Settings of batch weighted A*, with its evaluator.
#[derive(Clone, Debug)]
pub struct Bwas<E> {
    /// The network. It needs a value head.
    pub evaluator: E,
    /// Weight of a move made against a move to come, from 0 to 1. Kept to 1/1024.
    pub lambda: f32,
    /// States expanded at once.
    pub batch: usize,
}

impl<E> Bwas<E> {
    /// With the paper's λ for the 3×3×3 cube, and a batch that suits a processor.
    pub fn new(evaluator: E) -> Self {
        Self {
            evaluator,
            lambda: 0.6,
            batch: 1000,
        }
    }

    /// Greedy best-first search: the path so far counts for nothing.
    pub fn greedy(evaluator: E) -> Self {
        Self {
            evaluator,
            lambda: 0.0,
            batch: 1,
        }
    }
}

impl<P: Puzzle, E: Evaluator<P>> Search<P> for Bwas<E> {
    fn name(&self) -> &'static str {
        if self.lambda == 0.0 { "gbfs" } else { "bwas" }
    }

    /// # Panics
    /// When the evaluator has no value head.
    fn run(&self, state: &P::State, limits: &Limits) -> Outcome {
        run_pooled(state, limits, |run| self.search(run))
    }
}

impl<E> Bwas<E> {
    fn search<P: Puzzle>(&self, run: &mut Run<'_, P>) -> Result<(), Stopped>
    where
        E: Evaluator<P>,
    {
        let weight = weight(self.lambda);
        // The note is the cost-to-go. That of the root orders nothing.
        let mut nodes = Nodes::<P, i32>::new(run.root, 0, run.costs.clone());
        let mut open = Open::default();
        open.push(entry(&nodes, 0, weight));
        loop {
            run.check()?;
            let bound = bound(run);
            let mut batch = Vec::new();
            while batch.len() < self.batch.max(1)
                && let Some(e) = open.pop()
            {
                // A state that has been reached by a cheaper path has a newer entry.
                let node = nodes.get(e.node);
                let fresh = e.cost == priority(node, weight) && e.depth.0 == node.depth;
                if fresh && node.depth <= bound {
                    batch.push(e);
                }
            }
            if batch.is_empty() {
                return Ok(());
            }
            let solved = |e: &&Entry| P::is_solved(&nodes.get(e.node).state);
            if let Some(goal) = batch.iter().find(solved) {
                run.offer(nodes.path(goal.node))?;
            }
            let children = children(&nodes, &batch, bound, &run.costs);
            run.counters.expanded += batch.len() as u64;
            run.counters.generated += children.len() as u64;
            let each = size_of::<Child<P::State>>() + size_of::<P::State>() + size_of::<i32>();
            let (made, room) = (children.len(), batch.len() * size_of::<Entry>());
            run.hold(nodes.bytes_with(made) + open.bytes_with(made) + made * each + room)?;

            let known = nodes.len() as u32;
            let mut reopened = Vec::new();
            for child in children {
                match nodes.meet(child, 0) {
                    (at, Met::Cheaper) if at < known => reopened.push(at),
                    _ => {}
                }
            }
            self.evaluate(&mut nodes, known, run);
            reopened.sort_unstable();
            reopened.dedup();
            for at in reopened.into_iter().chain(known..nodes.len() as u32) {
                open.push(entry(&nodes, at, weight));
            }
        }
    }

    /// Notes the cost-to-go of the states from number `from` on.
    fn evaluate<P: Puzzle>(&self, nodes: &mut Nodes<P, i32>, from: u32, run: &mut Run<'_, P>)
    where
        E: Evaluator<P>,
    {
        let new = from..nodes.len() as u32;
        let states: Vec<P::State> = new.clone().map(|at| nodes.get(at).state).collect();
        let mut value = vec![0; states.len()];
        let out = Outputs {
            value: &mut value,
            ..Outputs::default()
        };
        self.evaluator.evaluate(&states, out);
        let mean = run.costs.mean();
        run.counters.evaluated += states.len() as u64;
        for ((at, state), cost) in new.zip(&states).zip(value) {
            let solved = P::is_solved(state);
            *nodes.note(at) = if solved { 0 } else { priced(cost, mean) };
        }
    }
}

/// All children but the parents of their parents, in the order of the batch and the moves.
fn children<P: Puzzle>(
    nodes: &Nodes<P, i32>,
    batch: &[Entry],
    bound: u16,
    costs: &MoveCosts,
) -> Vec<Child<P::State>> {
    let deeper = batch.par_iter().filter(|e| e.depth.0 < bound);
    deeper
        .flat_map_iter(|e| {
            let node = nodes.get(e.node);
            let back = (e.node != 0).then(|| P::inverse(node.mv));
            let moves = costs.allowed::<P>().filter(move |&mv| Some(mv) != back);
            moves.map(move |mv| nodes.child(e.node, mv))
        })
        .collect()
}

/// λ in the unit of all costs.
pub(super) fn weight(lambda: f32) -> i32 {
    (lambda.clamp(0.0, 1.0) * MOVE_COST as f32).round() as i32
}

/// The greatest depth worth reaching; one more still fits.
pub(super) fn bound<P: Puzzle>(run: &Run<'_, P>) -> u16 {
    run.bound().min(usize::from(u16::MAX - 1)) as u16
}

/// A network's cost-to-go where moves cost so much in the mean.
pub(super) fn priced(cost: i32, mean: u32) -> i32 {
    let scaled = i64::from(cost.max(0)) * i64::from(mean) / i64::from(MOVE_COST);
    scaled.min(i64::from(i32::MAX)) as i32
}

/// λ · the cost of a path.
pub(super) fn weighted(cost: u32, weight: i32) -> i32 {
    let scaled = i64::from(cost) * i64::from(weight) / i64::from(MOVE_COST);
    scaled.min(i64::from(i32::MAX)) as i32
}

/// The order of a state in the open list.
fn priority<S>(node: &Node<S, i32>, weight: i32) -> i32 {
    weighted(node.cost, weight).saturating_add(node.note)
}

/// The entry of a state in the open list.
fn entry<P: Puzzle>(nodes: &Nodes<P, i32>, at: u32, weight: i32) -> Entry {
    let node = nodes.get(at);
    Entry {
        cost: priority(node, weight),
        depth: Reverse(node.depth),
        node: at,
        mv: node.mv,
    }
}
