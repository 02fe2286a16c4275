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
use super::run::{Run, run};
use super::visited::Visited;
use crate::eval::{Evaluator, Heads, Outputs};
use crate::limits::{Limits, Stopped};
use crate::outcome::Outcome;
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

/// One depth of the beam.
struct Layer<P: Puzzle> {
    states: Vec<P::State>,
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

    /// # Panics
    /// When the evaluator lacks the head that the rank asks for.
    fn run(&self, state: &P::State, limits: &Limits) -> Outcome {
        run(state, limits, |run| self.search(run))
    }
}

impl<E> Beam<E> {
    fn search<P: Puzzle>(&self, run: &mut Run<'_, P>) -> Result<(), Stopped>
    where
        E: Evaluator<P>,
    {
        let mut visited = Visited::with_capacity(4 * self.width.min(1 << 16));
        visited.insert(P::key(&run.root));
        let mut history: Vec<Steps> = Vec::new();
        let mut layer = Layer::<P> {
            states: vec![run.root],
            paths: vec![0],
            guide: Vec::new(),
        };
        self.evaluate(&mut layer, run);
        for _ in 0..run.bound() {
            run.check()?;
            let candidates = self.candidates(&layer, history.last());
            run.counters.expanded += layer.states.len() as u64;
            run.hold(memory::<P>(&layer, &candidates, &history, &visited))?;
            let (mut children, mut steps) = make(&layer, &candidates, &mut visited);
            run.counters.generated += candidates.len() as u64;
            if let Some(at) = children.states.iter().position(P::is_solved) {
                return run.offer(path(&history, steps[at]));
            }
            if self.rank != Rank::Value {
                // Already in the order of their scores; no need to evaluate the rest.
                children.states.truncate(self.width);
            }
            let values = self.evaluate(&mut children, run);
            (layer, steps) = self.select(&children, &values, &steps);
            history.push(steps);
            if layer.states.is_empty() {
                break;
            }
        }
        Ok(())
    }

    /// The children worth making, best first.
    fn candidates<P: Puzzle>(&self, layer: &Layer<P>, last: Option<&Steps>) -> Vec<Candidate> {
        let guide = layer.guide.as_slice();
        let parents = (0..layer.states.len()).into_par_iter();
        let mut all: Vec<Candidate> = parents
            .flat_map_iter(|parent| {
                let previous = last.map(|steps| steps[parent].1);
                let path = layer.paths.get(parent).copied().unwrap_or(0);
                let useful = move |mv: &Move| previous.is_none_or(|p| !P::redundant(p, *mv));
                P::moves().filter(useful).map(move |mv| Candidate {
                    score: path + guide.get(parent * P::MOVES + mv.index()).unwrap_or(&0),
                    parent: parent as u32,
                    mv,
                })
            })
            .collect();
        let keep = (self.width as f64 * f64::from(self.shortlist)) as usize;
        if !guide.is_empty() && all.len() > keep {
            all.select_nth_unstable(keep);
            all.truncate(keep);
        }
        all.par_sort_unstable();
        all
    }

    /// Fills in what scores the children of a layer and returns the layer's values, empty for
    /// ranks that need none.
    fn evaluate<P: Puzzle>(&self, layer: &mut Layer<P>, run: &mut Run<'_, P>) -> Vec<i32>
    where
        E: Evaluator<P>,
    {
        let n = layer.states.len();
        let by_value = self.rank == Rank::Value;
        let guided = !by_value || self.evaluator.heads().q;
        layer.guide = vec![0; if guided { n * P::MOVES } else { 0 }];
        let mut values = vec![0; if by_value { n } else { 0 }];
        let mut out = Outputs {
            value: &mut values,
            ..Outputs::default()
        };
        match self.rank {
            Rank::Policy => out.policy = &mut layer.guide,
            Rank::Value | Rank::Q => out.q = &mut layer.guide,
        }
        self.evaluator.evaluate(&layer.states, out);
        run.counters.evaluated += n as u64;
        values
    }

    /// The best children as the next layer, and the steps to them.
    fn select<P: Puzzle>(
        &self,
        children: &Layer<P>,
        values: &[i32],
        steps: &Steps,
    ) -> (Layer<P>, Steps) {
        let count = children.states.len();
        let mut order: Vec<u32> = (0..count as u32).collect();
        if count > self.width {
            let rank = |&i: &u32| (values[i as usize], i);
            order.select_nth_unstable_by_key(self.width, rank);
            order.truncate(self.width);
            order.par_sort_unstable_by_key(rank);
        }
        let pick = |&i: &u32| i as usize;
        let row = |i| {
            children
                .guide
                .get(pick(i) * P::MOVES..)
                .unwrap_or(&[])
                .iter()
                .take(P::MOVES)
        };
        let next = Layer {
            states: order.iter().map(|i| children.states[pick(i)]).collect(),
            paths: match self.rank {
                Rank::Policy => order.iter().map(|i| children.paths[pick(i)]).collect(),
                Rank::Value | Rank::Q => Vec::new(),
            },
            guide: order.iter().flat_map(row).copied().collect(),
        };
        (next, order.iter().map(|i| steps[pick(i)]).collect())
    }
}

/// Makes the candidates' states and drops those met before.
fn make<P: Puzzle>(
    layer: &Layer<P>,
    candidates: &[Candidate],
    visited: &mut Visited,
) -> (Layer<P>, Steps) {
    let made: Vec<(P::State, u64)> = candidates
        .par_iter()
        .map(|c| {
            let state = P::apply(&layer.states[c.parent as usize], c.mv);
            (state, P::key(&state))
        })
        .collect();
    let mut children = Layer {
        states: Vec::with_capacity(made.len()),
        paths: Vec::with_capacity(made.len()),
        guide: Vec::new(),
    };
    let mut steps = Vec::with_capacity(made.len());
    for ((state, key), candidate) in made.into_iter().zip(candidates) {
        if visited.insert(key) {
            children.states.push(state);
            children.paths.push(candidate.score);
            steps.push((candidate.parent, candidate.mv));
        }
    }
    (children, steps)
}

/// The moves from the root to a child of the last layer.
fn path(history: &[Steps], last: (u32, Move)) -> Vec<Move> {
    let mut moves = vec![last.1];
    let mut at = last.0;
    for steps in history.iter().rev() {
        let (parent, mv) = steps[at as usize];
        moves.push(mv);
        at = parent;
    }
    moves.reverse();
    moves
}

/// Bytes held at the fullest moment of a layer, when its children have been evaluated.
fn memory<P: Puzzle>(
    layer: &Layer<P>,
    candidates: &[Candidate],
    history: &[Steps],
    visited: &Visited,
) -> usize {
    let step = size_of::<(u32, Move)>();
    let state = size_of::<P::State>();
    let guide = P::MOVES * size_of::<i32>();
    let child = state + size_of::<u64>() + state + step + guide + 3 * size_of::<i32>();
    let steps: usize = history.iter().map(|s| s.len() * step).sum();
    layer.states.len() * (2 * (state + guide) + step)
        + candidates.len() * (size_of::<Candidate>() + child)
        + steps
        + visited.bytes()
}
