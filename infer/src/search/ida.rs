//! Iterative-deepening A* (Korf 1985) with a learned heuristic; it needs very little memory.
//!
//! Depth-first passes under a threshold on `cost of the moves made + cost-to-go`, which rises to the
//! least sum that passed it. Costs-to-go are rounded to whole moves, so that it rises by whole moves.
//! A network may overestimate, so the first solution need not be a shortest one; it is with exact
//! costs.
//!
//! Where moves differ in cost, costs-to-go are not rounded and the threshold rises by at least the
//! mean cost of a move. A pass that finds a solution goes on to its end, but only below the cost of the
//! best solution. So its answer is a cheapest one if no cost-to-go exceeds the truth.
//!
//! Depth-first search meets states one at a time, but a network is fast on many. So a *front* of states
//! is taken from the top of the stack at once. Memory grows only with the front and the depth.

use super::children::costs;
use super::nodes::grown;
use super::pace::PART;
use super::pace::Pace;
use super::priced::priced;
use super::run::{Run, run_pooled};
use super::{Rank, Search};
use crate::eval::{Evaluator, MOVE_COST};
use crate::limits::{Limits, Stopped};
use crate::outcome::Outcome;
use quarterturn_core::{Move, Puzzle};
use std::cmp::Reverse;
use std::collections::BTreeMap;

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
        let by = Rank::cheapest(evaluator.heads());
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
    fn run(&self, puzzle: &P, state: &P::State, limits: &Limits) -> Outcome {
        run_pooled(puzzle, state, limits, |run| {
            let (mut threshold, mut above) = (0, Some(0));
            let mut pace = Pace::default();
            while let Some(next) = above {
                threshold = next.max(threshold + rise(run));
                above = self.pass(threshold, &mut pace, run)?;
                run.settle()?;
            }
            Ok(())
        })
    }
}

/// A state on the stack and what the moves that led to it cost.
#[derive(Clone)]
struct Node<S> {
    state: S,
    cost: u64,
    depth: u32,
}

/// States with all moves that led to them, in two columns: millions are dropped at once.
struct Stack<S> {
    nodes: Vec<Node<S>>,
    /// `longest` for each node, of which the first `depth` count.
    moves: Vec<Move>,
    longest: usize,
    /// Bytes of heap of a state.
    heap: usize,
}

impl<S: Clone> Stack<S> {
    fn new(longest: usize, heap: usize) -> Self {
        Self {
            nodes: Vec::new(),
            moves: Vec::new(),
            longest,
            heap,
        }
    }

    fn len(&self) -> usize {
        self.nodes.len()
    }

    fn path(&self, at: usize) -> &[Move] {
        &self.moves[at * self.longest..][..self.nodes[at].depth as usize]
    }

    fn push(&mut self, node: Node<S>, path: &[Move], last: Option<Move>) {
        self.nodes.push(node);
        self.moves.extend(path.iter().copied().chain(last));
        self.moves.resize(self.nodes.len() * self.longest, Move(0));
    }

    /// Takes the `count` states on top.
    fn take(&mut self, count: usize) -> Self {
        let left = self.len().saturating_sub(count);
        Self {
            nodes: self.nodes.split_off(left),
            moves: self.moves.split_off(left * self.longest),
            longest: self.longest,
            heap: self.heap,
        }
    }

    /// Bytes held once `more` states are added.
    fn bytes_with(&self, more: usize) -> usize {
        let heap = (self.len() + more) * self.heap;
        heap + grown(&self.nodes, more) + grown(&self.moves, more.saturating_mul(self.longest))
    }
}

impl<E> Ida<E> {
    /// Searches all states under a threshold; the least sum above it, if any was met.
    fn pass<P: Puzzle>(
        &self,
        threshold: u64,
        pace: &mut Pace,
        run: &mut Run<'_, P>,
    ) -> Result<Option<u64>, Stopped>
    where
        E: Evaluator<P>,
    {
        let mut above: Option<u64> = None;
        let deepest = threshold / u64::from(run.costs.least()) + 1;
        let heap = run.puzzle.heap_bytes();
        let mut stack = Stack::<P::State>::new(run.bound().min(deepest as usize), heap);
        let root = Node {
            state: run.root.clone(),
            cost: 0,
            depth: 0,
        };
        stack.push(root, &[], None);
        while stack.len() > 0 {
            run.check()?;
            let front = stack.take(self.front.max(1));
            let mut children = Stack::new(stack.longest, heap);
            // Places of children by cost, the greatest first.
            let mut order: BTreeMap<Reverse<i32>, Vec<u32>> = BTreeMap::new();
            let states: Vec<P::State> = front.nodes.iter().map(|n| n.state.clone()).collect();
            for (nth, states) in states.chunks(PART).enumerate() {
                let made = states.len() * run.puzzle.move_count();
                let row = size_of::<i32>() + size_of::<P::State>();
                let lists = children.len() * 2 * size_of::<u32>() + made * row;
                let held = front.bytes_with(0) + children.bytes_with(made) + lists;
                run.hold(stack.bytes_with(children.len() + made).saturating_add(held))?;
                let costs = costs(&self.evaluator, self.by, states, pace, run)?;
                for (i, costs) in costs.chunks_exact(run.puzzle.move_count()).enumerate() {
                    let at = nth * PART + i;
                    let (node, path) = (&front.nodes[at], front.path(at));
                    for (mv, &cost) in run.puzzle.moves().zip(costs) {
                        let useless = !run.puzzle.useful(&node.state, mv)
                            || path
                                .last()
                                .is_some_and(|&p| run.redundant_after(p)[mv.index()]);
                        let Some(price) = run.costs.of(mv).filter(|_| !useless) else {
                            continue;
                        };
                        let made = node.cost + u64::from(price);
                        let sum = made + to_go(cost, run);
                        if path.len() >= run.bound() || run.priced() && sum >= run.budget() {
                            continue;
                        }
                        if sum > threshold {
                            above = Some(above.map_or(sum, |a| a.min(sum)));
                            continue;
                        }
                        let child = run.puzzle.apply(&node.state, mv);
                        run.counters.generated += u64::from(self.by == Rank::Q);
                        let whole = || [path, &[mv]].concat();
                        if run.puzzle.is_solved(&child) && run.priced() {
                            run.collect(whole())?;
                        } else if run.puzzle.is_solved(&child) {
                            run.offer(whole())?;
                        } else {
                            let node = Node {
                                state: child,
                                cost: made,
                                depth: node.depth + 1,
                            };
                            let places = order.entry(Reverse(cost)).or_default();
                            places.push(children.len() as u32);
                            children.push(node, path, Some(mv));
                        }
                    }
                }
            }
            // The state nearest to the goal goes on top.
            for places in order.values().flat_map(|places| places.chunks(PART)) {
                run.watch.due()?;
                for &at in places {
                    let at = at as usize;
                    stack.push(children.nodes[at].clone(), children.path(at), None);
                }
            }
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
