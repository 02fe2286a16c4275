//! Beam search: the best `width` states of each depth, found by a value, Q or policy network.
//!
//! With a value *and* a Q head, the two work together. The Q outputs of a state score all its
//! children without evaluating them; only the best `shortlist × width` candidates of a layer are
//! made, de-duplicated and evaluated, and the value head picks the beam from those. The same
//! evaluation yields the Q outputs for the next layer, so a layer costs `shortlist × width`
//! evaluations instead of `moves × width`. A shortlist that covers all children is the plain
//! value beam (CayleyPy 2025); ranking by Q alone is the Q-beam; ranking by summed
//! log-probability is EfficientCube (2023).

use super::Search;
use super::visited::Visited;
use crate::eval::{Evaluator, Heads, Outputs};
use crate::limits::{Limits, Stopped, Watch};
use crate::outcome::{Counters, Outcome, verify};
use quarterturn_core::{Move, Puzzle};
use rayon::prelude::*;

/// What orders the states of a layer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rank {
    /// Cost-to-go of the state itself, after a shortlist by Q where there is a Q head.
    Value,
    /// Cost-to-go after the move, as predicted from the state before it.
    Q,
    /// Minus log-probability of the whole path.
    Policy,
}

/// Settings of a beam search, with its evaluator.
#[derive(Clone, Debug)]
pub struct Beam<E> {
    /// The network.
    pub evaluator: E,
    /// States kept per depth.
    pub width: usize,
    /// What orders them.
    pub rank: Rank,
    /// Candidates made per state kept, by Q. At least 1; the number of moves means all.
    pub shortlist: f32,
}

impl<E> Beam<E> {
    /// A beam of `width` states per depth, ranked by the best head that the network has for `P`.
    pub fn new<P: Puzzle>(evaluator: E, width: usize) -> Self
    where
        E: Evaluator<P>,
    {
        let heads = evaluator.heads();
        let rank = match heads {
            Heads { value: true, .. } => Rank::Value,
            Heads { q: true, .. } => Rank::Q,
            _ => Rank::Policy,
        };
        Self {
            evaluator,
            width,
            rank,
            shortlist: if heads.q { SHORTLIST } else { P::MOVES as f32 },
        }
    }
}

/// Candidates per state kept, where Q can tell which: measured to be worth their evaluations.
const SHORTLIST: f32 = 2.0;

/// A child that may be made: 12 bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Candidate {
    /// Lower is better; ties are broken by the place in the frontier, then the move.
    score: i32,
    parent: u32,
    mv: Move,
}

/// One layer of the beam.
struct Frontier<S> {
    states: Vec<S>,
    /// Cost of the path, for the policy rank; empty otherwise.
    paths: Vec<i32>,
    /// Per state and move, what scores its children; empty when nothing does.
    guide: Vec<i32>,
}

/// How each state of a layer was reached.
type Steps = Vec<(u32, Move)>;

impl<P: Puzzle, E: Evaluator<P>> Search<P> for Beam<E> {
    fn name(&self) -> &'static str {
        "beam"
    }

    fn run(&self, state: &P::State, limits: &Limits) -> Outcome {
        let watch = limits.start();
        let mut run = Run::<P, E> {
            beam: self,
            root: *state,
            watch,
            counters: Counters::default(),
            visited: Visited::with_capacity(4 * self.width.min(1 << 16)),
            history: Vec::new(),
            memory: 0,
        };
        let (solution, stopped) = match run.search(limits) {
            Ok(solution) => (Some(solution), Stopped::Solved),
            Err(stopped) => (None, stopped),
        };
        // A search that lies is a defect; an answer must never leave unverified.
        let solution = solution.filter(|s| verify::<P>(state, s).is_ok());
        Outcome {
            solution,
            stopped,
            counters: run.counters,
            elapsed: watch.elapsed(),
            memory: run.memory,
        }
    }
}

struct Run<'a, P: Puzzle, E> {
    beam: &'a Beam<E>,
    root: P::State,
    watch: Watch<'a>,
    counters: Counters,
    visited: Visited,
    history: Vec<Steps>,
    memory: usize,
}

impl<P: Puzzle, E: Evaluator<P>> Run<'_, P, E> {
    fn search(&mut self, limits: &Limits) -> Result<Vec<Move>, Stopped> {
        if P::is_solved(&self.root) {
            return Ok(Vec::new());
        }
        self.visited.insert(P::key(&self.root));
        let mut frontier = Frontier {
            states: vec![self.root],
            paths: vec![0],
            guide: Vec::new(),
        };
        self.evaluate(&mut frontier, &mut Vec::new());
        for _ in 0..limits.max_length {
            if let Some(stopped) = self.watch.stop(self.counters.generated) {
                return Err(stopped);
            }
            if frontier.states.is_empty() {
                break;
            }
            let candidates = self.candidates(&frontier);
            let (children, steps) = self.children(&frontier, &candidates);
            if let Some(at) = children.states.iter().position(P::is_solved) {
                return Ok(self.path(steps[at]));
            }
            frontier = self.select(children, steps);
            self.measure(&frontier, &candidates, limits)?;
        }
        Err(Stopped::Exhausted)
    }

    fn evaluator_heads(&self) -> Heads {
        self.beam.evaluator.heads()
    }

    /// The children worth making, best first.
    fn candidates(&mut self, frontier: &Frontier<P::State>) -> Vec<Candidate> {
        let last = self.history.last();
        let guide = frontier.guide.as_slice();
        let mut all: Vec<Candidate> = (0..frontier.states.len())
            .into_par_iter()
            .flat_map_iter(|parent| {
                let previous = last.map(|steps| steps[parent].1);
                let path = frontier.paths.get(parent).copied().unwrap_or(0);
                P::moves()
                    .filter(move |&mv| previous.is_none_or(|p| !P::redundant(p, mv)))
                    .map(move |mv| Candidate {
                        score: path + guide.get(parent * P::MOVES + mv.index()).unwrap_or(&0),
                        parent: parent as u32,
                        mv,
                    })
            })
            .collect();
        self.counters.expanded += frontier.states.len() as u64;
        let keep = (self.beam.width as f64 * f64::from(self.beam.shortlist)) as usize;
        if !guide.is_empty() && all.len() > keep {
            all.select_nth_unstable(keep);
            all.truncate(keep);
        }
        all.par_sort_unstable();
        all
    }

    /// Makes the candidates' states and drops those met before.
    fn children(
        &mut self,
        frontier: &Frontier<P::State>,
        candidates: &[Candidate],
    ) -> (Frontier<P::State>, Steps) {
        let made: Vec<(P::State, u64)> = candidates
            .par_iter()
            .map(|c| {
                let state = P::apply(&frontier.states[c.parent as usize], c.mv);
                (state, P::key(&state))
            })
            .collect();
        self.counters.generated += made.len() as u64;
        let mut children = Frontier {
            states: Vec::with_capacity(made.len()),
            paths: Vec::with_capacity(made.len()),
            guide: Vec::new(),
        };
        let mut steps = Vec::with_capacity(made.len());
        for ((state, key), candidate) in made.into_iter().zip(candidates) {
            if self.visited.insert(key) {
                children.states.push(state);
                children.paths.push(candidate.score);
                steps.push((candidate.parent, candidate.mv));
            }
        }
        (children, steps)
    }

    /// Evaluates the children and keeps the best of them as the next layer.
    fn select(&mut self, mut children: Frontier<P::State>, steps: Steps) -> Frontier<P::State> {
        let width = self.beam.width;
        let count = if self.beam.rank == Rank::Value {
            children.states.len()
        } else {
            // Already in the order of their scores.
            children.states.len().min(width)
        };
        children.states.truncate(count);
        children.paths.truncate(count);
        let mut values = Vec::new();
        self.evaluate(&mut children, &mut values);
        let mut order: Vec<u32> = (0..count as u32).collect();
        if self.beam.rank == Rank::Value && count > width {
            let rank = |&i: &u32| (values[i as usize], i);
            order.select_nth_unstable_by_key(width, rank);
            order.truncate(width);
            order.par_sort_unstable_by_key(rank);
        }
        let pick = |&i: &u32| i as usize;
        let policy = self.beam.rank == Rank::Policy;
        let next = Frontier {
            states: order.iter().map(|i| children.states[pick(i)]).collect(),
            paths: if policy {
                order.iter().map(|i| children.paths[pick(i)]).collect()
            } else {
                Vec::new()
            },
            guide: if children.guide.is_empty() {
                Vec::new()
            } else {
                let row = |i| &children.guide[pick(i) * P::MOVES..][..P::MOVES];
                order.iter().flat_map(row).copied().collect()
            },
        };
        self.history
            .push(order.iter().map(|i| steps[pick(i)]).collect());
        next
    }

    /// Fills in the guide of a layer and, for the value rank, the values.
    fn evaluate(&mut self, layer: &mut Frontier<P::State>, values: &mut Vec<i32>) {
        let heads = self.evaluator_heads();
        let n = layer.states.len();
        let rank = self.beam.rank;
        let (q, policy) = (heads.q && rank != Rank::Policy, rank == Rank::Policy);
        layer.guide = vec![0; if q || policy { n * P::MOVES } else { 0 }];
        values.resize(if rank == Rank::Value { n } else { 0 }, 0);
        let (q, policy): (&mut [i32], &mut [i32]) = if policy {
            (&mut [], &mut layer.guide)
        } else {
            (&mut layer.guide, &mut [])
        };
        let out = Outputs {
            value: values,
            q,
            policy,
        };
        self.beam.evaluator.evaluate(&layer.states, out);
        self.counters.evaluated += n as u64;
    }

    fn path(&self, last: (u32, Move)) -> Vec<Move> {
        let mut moves = vec![last.1];
        let mut at = last.0;
        for steps in self.history.iter().rev() {
            let (parent, mv) = steps[at as usize];
            moves.push(mv);
            at = parent;
        }
        moves.reverse();
        moves
    }

    /// Keeps account of the memory held, and gives up when the limit is passed.
    fn measure(
        &mut self,
        frontier: &Frontier<P::State>,
        candidates: &[Candidate],
        limits: &Limits,
    ) -> Result<(), Stopped> {
        let steps: usize = self
            .history
            .iter()
            .map(|s| s.len() * size_of::<(u32, Move)>())
            .sum();
        let made = candidates.len() * (2 * size_of::<P::State>() + 8 + 4 + 4 + 4 * P::MOVES);
        let held = frontier.states.len() * (size_of::<P::State>() + 4 * P::MOVES)
            + size_of_val(candidates)
            + made
            + steps
            + self.visited.bytes();
        self.memory = self.memory.max(held);
        if limits.memory.is_some_and(|limit| held > limit) {
            return Err(Stopped::Memory);
        }
        Ok(())
    }
}
