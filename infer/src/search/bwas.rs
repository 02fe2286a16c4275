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
use super::nodes::{Child, Met, Node, Nodes, grown};
use super::open::{Entry, Open};
use super::pace::{self, PART, Pace};
use super::priced::{bound, priced, weight, weighted};
use super::run::{Run, run_pooled};
use crate::costs::MoveCosts;
use crate::eval::{Evaluator, Outputs};
use crate::limits::{Limits, Stopped};
use crate::outcome::Outcome;
use crate::parallel;
use quarterturn_core::Puzzle;
use std::cmp::Reverse;
use std::ops::Range;

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
    fn run(&self, puzzle: &P, state: &P::State, limits: &Limits) -> Outcome {
        run_pooled(puzzle, state, limits, |run| self.search(run))
    }
}

impl<E> Bwas<E> {
    fn search<P: Puzzle>(&self, run: &mut Run<'_, P>) -> Result<(), Stopped>
    where
        E: Evaluator<P>,
    {
        let weight = weight(self.lambda);
        // The note is the cost-to-go. That of the root orders nothing.
        let mut nodes = Nodes::<P, i32>::new(run.puzzle, run.root.clone(), 0, run.costs.clone());
        let mut open = Open::default();
        open.push(entry(&nodes, 0, weight));
        let mut pace = Pace::default();
        loop {
            run.check()?;
            let bound = bound(run);
            let (batch, goal) = self.select(&nodes, &mut open, bound, run)?;
            if batch.is_empty() {
                return Ok(());
            }
            if let Some(goal) = goal {
                run.finish(nodes.path(goal))?;
            }
            let (known, mut reopened) = (nodes.len() as u32, Vec::new());
            run.counters.expanded += batch.len() as u64;
            for part in batch.chunks(PART) {
                let children = children(&nodes, part, bound, &run.costs);
                run.counters.generated += children.len() as u64;
                let made = nodes.len() - known as usize + children.len();
                let room = grown(&batch, 0) + grown(&reopened, children.len());
                let buffers =
                    children.len() * 2 * (size_of::<Child<P::State>>() + run.puzzle.heap_bytes())
                        + room;
                let held = nodes.bytes_with(children.len());
                run.hold(held.saturating_add(open.bytes_with(made) + buffers))?;
                let mut children = children.into_iter();
                while children.len() > 0 {
                    run.watch.due()?;
                    for child in children.by_ref().take(PART) {
                        match nodes.meet(child, 0) {
                            (at, Met::Cheaper) if at < known => reopened.push(at),
                            _ => {}
                        }
                    }
                }
            }
            reopened.sort_unstable();
            reopened.dedup();
            for part in reopened.chunks(PART) {
                run.watch.due()?;
                part.iter()
                    .for_each(|&at| open.push(entry(&nodes, at, weight)));
            }
            let (mean, batch) = (run.costs.mean(), self.evaluator.preferred_batch());
            let new = nodes.len() - known as usize;
            let copied = new.min(pace::MOST) * (run.puzzle.state_bytes() + size_of::<i32>());
            let held = nodes.bytes_with(0).saturating_add(open.bytes_with(new));
            run.hold(held.saturating_add(copied + grown(&reopened, 0)))?;
            drop(reopened);
            pace.slices(run.watch, new, batch, |slice| {
                let new = known + slice.start as u32..known + slice.end as u32;
                self.evaluate(&mut nodes, new.clone(), mean);
                new.for_each(|at| open.push(entry(&nodes, at, weight)));
            })?;
            run.counters.evaluated += new as u64;
        }
    }

    /// The cheapest entries, a batch of them, and the first that is the goal.
    fn select<P: Puzzle>(
        &self,
        nodes: &Nodes<P, i32>,
        open: &mut Open,
        bound: u16,
        run: &mut Run<'_, P>,
    ) -> Result<(Vec<Entry>, Option<u32>), Stopped> {
        let (most, weight) = (self.batch.max(1), weight(self.lambda));
        let (mut batch, mut goal) = (Vec::new(), None);
        for popped in 0.. {
            if popped % PART == 0 {
                run.watch.due()?;
                let held = nodes.bytes_with(0).saturating_add(open.bytes_with(0));
                run.hold(held.saturating_add(grown(&batch, PART.min(most))))?;
            }
            if batch.len() == most {
                break;
            }
            let Some(e) = open.pop() else { break };
            // A state that has been reached by a cheaper path has a newer entry.
            let node = nodes.get(e.node);
            let fresh = e.cost == priority(node, weight) && e.depth.0 == node.depth;
            if fresh && node.depth <= bound {
                if goal.is_none() && run.puzzle.is_solved(&node.state) {
                    goal = Some(e.node);
                }
                batch.push(e);
            }
        }
        Ok((batch, goal))
    }

    /// Notes the cost-to-go of some states.
    fn evaluate<P: Puzzle>(&self, nodes: &mut Nodes<P, i32>, new: Range<u32>, mean: u32)
    where
        E: Evaluator<P>,
    {
        let states: Vec<P::State> = new.clone().map(|at| nodes.get(at).state.clone()).collect();
        let mut value = vec![0; states.len()];
        let out = Outputs {
            value: &mut value,
            ..Outputs::default()
        };
        self.evaluator.evaluate(&nodes.puzzle, &states, out);
        for ((at, state), cost) in new.zip(&states).zip(value) {
            let solved = nodes.puzzle.is_solved(state);
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
    parallel::gather(batch.len(), &|part, children| {
        for e in batch[part].iter().filter(|e| e.depth.0 < bound) {
            let node = nodes.get(e.node);
            let back = nodes.way_back(e.node);
            let moves = costs.allowed().filter(|&mv| Some(mv) != back);
            let moves = moves.filter(|&mv| nodes.puzzle.useful(&node.state, mv));
            children.extend(moves.map(|mv| nodes.child(e.node, mv)));
        }
    })
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
