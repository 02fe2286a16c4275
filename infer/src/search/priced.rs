//! Weighted A* over the total cost of the moves instead of their number.
//!
//! The order is `λ · cost so far + cost-to-go`, where the network's moves to go are priced at the
//! mean cost of the moves allowed. A lower λ finds a solution sooner, a higher one a cheaper one; the
//! first solution selected ends the search.

use super::Search;
use super::run::{Run, run};
use crate::costs::MoveCosts;
use crate::eval::{Evaluator, MOVE_COST, Outputs};
use crate::limits::{Limits, Stopped};
use crate::outcome::Outcome;
use quarterturn_core::{Move, Puzzle};
use std::cmp::Reverse;
use std::collections::hash_map::Entry;
use std::collections::{BinaryHeap, HashMap};

/// Settings of a search by cost, with its evaluator.
#[derive(Clone, Debug)]
pub struct Priced<E> {
    /// The network. It needs a value head.
    pub evaluator: E,
    /// What the moves of the puzzle cost.
    pub costs: MoveCosts,
    /// Weight of a move made against a move to come, from 0 to 1. Kept to 1/1024.
    pub lambda: f32,
    /// States expanded at once.
    pub batch: usize,
}

/// A state and the cheapest way to it that is known.
struct Node<S> {
    state: S,
    parent: u32,
    mv: Move,
    depth: u16,
    /// Of the way, in units of 1/1024.
    cost: u64,
    /// Moves to go, in units of 1/1024.
    to_go: u64,
}

/// Priority, cost of the way when it was queued, and number of a state.
type Queued = Reverse<(u64, u64, u32)>;

struct Queue<P: Puzzle> {
    nodes: Vec<Node<P::State>>,
    known: HashMap<P::State, u32>,
    open: BinaryHeap<Queued>,
}

impl<P: Puzzle, E: Evaluator<P>> Search<P> for Priced<E> {
    fn name(&self) -> &'static str {
        "bwas"
    }

    /// # Panics
    /// When the evaluator has no value head or the costs are those of another puzzle.
    fn run(&self, state: &P::State, limits: &Limits) -> Outcome {
        run(state, limits, |run| self.search(run))
    }
}

impl<E> Priced<E> {
    fn search<P: Puzzle>(&self, run: &mut Run<'_, P>) -> Result<(), Stopped>
    where
        E: Evaluator<P>,
    {
        let root = Node {
            state: run.root,
            parent: 0,
            mv: Move(0),
            depth: 0,
            cost: 0,
            to_go: 0,
        };
        let mut queue = Queue::<P> {
            nodes: vec![root],
            known: HashMap::from([(run.root, 0)]),
            open: BinaryHeap::from([Reverse((0, 0, 0))]),
        };
        loop {
            run.check()?;
            let batch = queue.pop(self.batch.max(1), run.bound());
            if batch.is_empty() {
                return Ok(());
            }
            let goal = |&&at: &&u32| P::is_solved(&queue.nodes[at as usize].state);
            if let Some(&goal) = batch.iter().find(goal) {
                return run.offer(queue.path(goal));
            }
            run.hold(queue.bytes_with(batch.len() * P::MOVES))?;
            run.counters.expanded += batch.len() as u64;
            let first = queue.nodes.len();
            let cheaper = self.expand(&mut queue, &batch, run);
            self.evaluate(&mut queue, first, run);
            let new = first as u32..queue.nodes.len() as u32;
            for at in cheaper.into_iter().chain(new) {
                let node = &queue.nodes[at as usize];
                let (lambda, mean) = (self.lambda.clamp(0.0, 1.0), u64::from(self.costs.mean()));
                let weight = (lambda * MOVE_COST as f32).round() as u64;
                let sum = weight * node.cost + node.to_go * mean;
                queue.open.push(Reverse((sum, node.cost, at)));
            }
        }
    }

    /// Makes the children of a batch; returns the states known before that are cheaper to reach now.
    fn expand<P: Puzzle>(
        &self,
        queue: &mut Queue<P>,
        batch: &[u32],
        run: &mut Run<'_, P>,
    ) -> Vec<u32> {
        let first = queue.nodes.len() as u32;
        let mut cheaper = Vec::new();
        for &parent in batch {
            for mv in P::moves() {
                let from = &queue.nodes[parent as usize];
                let back = from.depth > 0 && mv == P::inverse(from.mv);
                let Some(price) = self.costs.of(mv).filter(|_| !back) else {
                    continue;
                };
                run.counters.generated += 1;
                let child = Node {
                    state: P::apply(&from.state, mv),
                    parent,
                    mv,
                    depth: from.depth.saturating_add(1),
                    cost: from.cost + u64::from(price),
                    to_go: 0,
                };
                match queue.known.entry(child.state) {
                    Entry::Vacant(place) => {
                        place.insert(queue.nodes.len() as u32);
                        queue.nodes.push(child);
                    }
                    Entry::Occupied(place) => {
                        let at = *place.get();
                        let node = &mut queue.nodes[at as usize];
                        if child.cost < node.cost {
                            let to_go = node.to_go;
                            *node = Node { to_go, ..child };
                            if at < first {
                                cheaper.push(at);
                            }
                        }
                    }
                }
            }
        }
        cheaper.sort_unstable();
        cheaper.dedup();
        cheaper
    }

    /// Asks the network about the states from number `first` on.
    fn evaluate<P: Puzzle>(&self, queue: &mut Queue<P>, first: usize, run: &mut Run<'_, P>)
    where
        E: Evaluator<P>,
    {
        let new = &mut queue.nodes[first..];
        let states: Vec<P::State> = new.iter().map(|n| n.state).collect();
        let mut value = vec![0; states.len()];
        let out = Outputs {
            value: &mut value,
            ..Outputs::default()
        };
        self.evaluator.evaluate(&states, out);
        run.counters.evaluated += states.len() as u64;
        for (node, value) in new.iter_mut().zip(value) {
            let solved = P::is_solved(&node.state);
            node.to_go = if solved { 0 } else { value.max(0) as u64 };
        }
    }
}

impl<P: Puzzle> Queue<P> {
    /// Takes out the best states whose ways have not been replaced and may still grow.
    fn pop(&mut self, count: usize, bound: usize) -> Vec<u32> {
        let mut batch = Vec::new();
        while batch.len() < count
            && let Some(Reverse((_, cost, at))) = self.open.pop()
        {
            let node = &self.nodes[at as usize];
            let fits = usize::from(node.depth) < bound || P::is_solved(&node.state);
            if cost == node.cost && fits {
                batch.push(at);
            }
        }
        batch
    }

    /// The moves from the root to a state. Costs are above zero, so it never runs in circles.
    fn path(&self, mut at: u32) -> Vec<Move> {
        let mut moves = Vec::new();
        while at != 0 {
            let node = &self.nodes[at as usize];
            moves.push(node.mv);
            at = node.parent;
        }
        moves.reverse();
        moves
    }

    /// Bytes held once `more` states are added, at most.
    fn bytes_with(&self, more: usize) -> usize {
        let each = size_of::<Node<P::State>>() + 2 * size_of::<Queued>();
        // The map keeps an eighth of its places free and a byte of control for each.
        let place = size_of::<(P::State, u32)>() + 1;
        2 * (self.nodes.len() + more) * each + self.known.capacity().max(2 * more) * place * 8 / 7
    }
}
