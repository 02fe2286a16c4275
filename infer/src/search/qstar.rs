//! Q* search (Agostinelli et al. 2021): weighted A* over moves instead of states.
//!
//! One evaluation of a state scores all its moves by `λ · cost of the moves made + Q`. A child is made and
//! evaluated only when its move is selected. That is one evaluation for each state expanded, while A* needs
//! one for each state generated. There are also far fewer states to remember.

use super::Search;
use super::nodes::{Child, Met, Nodes, grown};
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
    fn run(&self, puzzle: &P, state: &P::State, limits: &Limits) -> Outcome {
        run_pooled(puzzle, state, limits, |run| self.search(run))
    }
}

impl<E> QStar<E> {
    fn search<P: Puzzle>(&self, run: &mut Run<'_, P>) -> Result<(), Stopped>
    where
        E: Evaluator<P>,
    {
        let mut nodes = Nodes::<P, ()>::new(run.puzzle, run.root.clone(), (), run.costs.clone());
        // Q, priced: `[states][moves]`.
        let mut scores = Vec::new();
        let mut open = Open::default();
        let mut reached = vec![0];
        let mut pace = Pace::default();
        let (weight, costs) = (weight(self.lambda), run.costs.clone());
        loop {
            run.check()?;
            let (known, most) = (scores.len() / run.puzzle.move_count(), self.batch.max(1));
            let new = nodes.len() - known;
            let lists = grown(&reached, 0) + grown(&scores, new * run.puzzle.move_count());
            let held = nodes.bytes_with(0).saturating_add(lists);
            let copied = new.min(pace::MOST) * size_of::<P::State>();
            run.hold(held.saturating_add(open.bytes_with(reached.len()) + copied))?;
            pace.slices(run.watch, new, self.evaluator.preferred_batch(), |slice| {
                let new = (known + slice.start) as u32..(known + slice.end) as u32;
                self.evaluate(&nodes, new, &mut scores, costs.mean());
            })?;
            run.counters.evaluated += new as u64;
            run.counters.expanded += new as u64;

            let next = |at, last| next(&nodes, &scores, &costs, weight, at, last);
            for part in reached.chunks(PART) {
                run.watch.due()?;
                let entries = part.iter().filter_map(|&at| next(at, None));
                entries.for_each(|e| open.push(e));
            }
            let (bound, mut batch) = (bound(run), Vec::new());
            for popped in 0.. {
                if popped % PART == 0 {
                    run.watch.due()?;
                    let more = grown(&batch, PART.min(most)) + open.bytes_with(PART.min(most));
                    run.hold(held.saturating_add(more))?;
                }
                if batch.len() == most {
                    break;
                }
                let Some(e) = open.pop() else { break };
                // A state that has been reached by a shorter path has a newer entry. One that is
                // as long but cheaper has one too; the old one leads nowhere new.
                if e.depth.0 <= bound && e.depth.0 == nodes.get(e.node).depth + 1 {
                    if let Some(after) = next(e.node, Some(e)) {
                        open.push(after);
                    }
                    batch.push(e);
                }
            }
            if batch.is_empty() {
                return Ok(());
            }
            reached.clear();
            for part in batch.chunks(PART) {
                run.watch.due()?;
                let made = part.len() * (size_of::<Child<P::State>>() + run.puzzle.heap_bytes());
                let lists = grown(&batch, 0) + grown(&reached, part.len()) + grown(&scores, 0);
                let held = nodes.bytes_with(part.len());
                run.hold(held.saturating_add(open.bytes_with(0) + lists + made))?;
                let made: Vec<Child<P::State>> = parallel::gather(part.len(), &|range, made| {
                    made.extend(part[range].iter().map(|e| nodes.child(e.node, e.mv)));
                });
                run.counters.generated += made.len() as u64;
                for child in made {
                    match nodes.meet(child, ()) {
                        (_, Met::Known) => {}
                        (at, _) if run.puzzle.is_solved(&nodes.get(at).state) => {
                            run.finish(nodes.path(at))?
                        }
                        (at, _) => reached.push(at),
                    }
                }
            }
            reached.sort_unstable();
            reached.dedup();
        }
    }

    /// Scores the moves of some states, which come next.
    fn evaluate<P: Puzzle>(
        &self,
        nodes: &Nodes<P, ()>,
        new: Range<u32>,
        scores: &mut Vec<i32>,
        mean: u32,
    ) where
        E: Evaluator<P>,
    {
        let known = scores.len();
        let states: Vec<P::State> = new.map(|at| nodes.get(at).state.clone()).collect();
        scores.resize(known + states.len() * nodes.puzzle.move_count(), 0);
        let new = &mut scores[known..];
        let out = Outputs {
            q: new,
            ..Outputs::default()
        };
        self.evaluator.evaluate(&nodes.puzzle, &states, out);
        new.iter_mut().for_each(|q| *q = priced(*q, mean));
    }
}

/// The best move of a state, but for the move straight back; the next best after the `last` one.
///
/// A state has one entry in the open list at a time: the order in which moves leave is the same,
/// and most are never reached (partial expansion; Yoshizumi 2000).
fn next<P: Puzzle>(
    nodes: &Nodes<P, ()>,
    scores: &[i32],
    costs: &MoveCosts,
    weight: i32,
    at: u32,
    last: Option<Entry>,
) -> Option<Entry> {
    let node = nodes.get(at);
    let (puzzle, back) = (&nodes.puzzle, nodes.way_back(at));
    let scores = &scores[at as usize * puzzle.move_count()..][..puzzle.move_count()];
    let moves = puzzle.moves().zip(scores);
    let moves = moves.filter(|&(mv, _)| Some(mv) != back && puzzle.useful(&node.state, mv));
    let entries = moves.filter_map(|(mv, &cost)| {
        let made = weighted(node.cost.saturating_add(costs.of(mv)?), weight);
        Some(Entry {
            cost: made.saturating_add(cost),
            depth: Reverse(node.depth + 1),
            node: at,
            mv,
        })
    });
    let left = entries.filter(|e| last.is_none_or(|last| (e.cost, e.mv) > (last.cost, last.mv)));
    left.min_by_key(|e| (e.cost, e.mv))
}
