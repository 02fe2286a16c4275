//! Beam search: the best `width` states of each depth, found by a value, Q or policy network.
//!
//! With a value *and* a Q head, the two work together. The Q outputs of a state score all its
//! children without evaluating them; only the best `shortlist × width` candidates of a layer are
//! made, de-duplicated and evaluated, and the value head picks the beam from those. The same
//! evaluation yields the Q outputs for the next layer, so a layer costs `shortlist × width`
//! evaluations instead of `moves × width`. A shortlist that covers all children is the plain
//! value beam (CayleyPy 2025); ranking by Q alone is the Q-beam; ranking by summed
//! log-probability is EfficientCube (2023).
//!
//! A [`Ball`](super::ball::Ball) around the goal (the end-game table) ends the beam when it meets the
//! ball. No state of the last depths is evaluated, and the beam cannot lose the solution there.
//!
//! Where moves differ in cost, `price` orders the beam by cost. A policy ranks as before, but forbidden
//! moves are not made.

mod column;
mod cut;
mod layer;
mod on_device;
mod price;
mod seen;
mod split;

use super::pace::Pace;
use super::run::{Run, run_pooled};
use super::{Nearby, Search};
use crate::eval::{Evaluator, Heads, Outputs};
use crate::limits::{Limits, Stopped};
use crate::outcome::Outcome;
use crate::parallel::rows;
use column::Column;
use cut::NEVER;
use layer::{Layer, Step, mask};
use price::Prices;
use quarterturn_core::{Move, Puzzle};
use seen::Seen;
use std::sync::Arc;

pub use on_device::{OnDevice, There};

/// What orders the states of a layer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Rank {
    /// Cost-to-go of the state itself, after a shortlist by Q where there is a Q head.
    Value,
    /// Cost-to-go after the move, as predicted from the state before it.
    Q,
    /// Minus log-probability of the whole path.
    Policy,
}

impl Rank {
    /// By the most accurate head of a network: the value, else Q, else the policy.
    pub(super) fn surest(heads: Heads) -> Self {
        match heads {
            Heads { value: true, .. } => Self::Value,
            Heads { q: true, .. } => Self::Q,
            _ => Self::Policy,
        }
    }

    /// By the cheapest head: Q needs one evaluation for each state, and the value one for each child.
    pub(super) fn cheapest(heads: Heads) -> Self {
        match heads {
            Heads { q: true, .. } => Self::Q,
            other => Self::surest(other),
        }
    }
}

/// Settings of a beam search, with its evaluator.
#[derive(Clone, Debug)]
pub struct Beam<E> {
    /// The network.
    pub evaluator: E,
    /// States kept per depth; fewer where the memory limit demands it.
    pub width: usize,
    /// What orders them.
    pub rank: Rank,
    /// Candidates made per state kept, by Q. At least 1; the number of moves or more means all.
    pub shortlist: f32,
    /// Most children kept of each state (n_split; Brinner 2021, Algorithm 1): the best by Q, or
    /// by policy where that ranks, or by value where there is no Q head.
    pub split: usize,
    /// The states around the goal, which end the beam. At first: none. Not used where moves differ in
    /// cost, or where the puzzle lacks what a ball needs.
    pub ball: Option<Arc<Nearby>>,
    /// λ, the weight of the cost of the path to a state against the cost-to-go, from 0 to 1. Used where moves
    /// differ in cost and the rank is not a policy. At first: 1.
    pub lambda: f32,
}

impl<E> Beam<E> {
    /// A beam of `width` states per depth, ranked by the best head that the network has for `P`.
    pub fn new<P: Puzzle>(evaluator: E, width: usize) -> Self
    where
        E: Evaluator<P>,
    {
        let heads = evaluator.heads();
        Self {
            evaluator,
            width,
            rank: Rank::surest(heads),
            shortlist: if heads.q { SHORTLIST } else { f32::MAX },
            split: usize::MAX,
            ball: None,
            lambda: 1.0,
        }
    }
}

/// Candidates per state kept, where Q can tell which: measured to be worth their evaluations.
const SHORTLIST: f32 = 2.0;

impl<P: Puzzle, E: Evaluator<P>> Search<P> for Beam<E> {
    fn name(&self) -> &'static str {
        "beam"
    }

    /// # Panics
    /// When the evaluator lacks the head that the rank asks for.
    fn run(&self, puzzle: &P, state: &P::State, limits: &Limits) -> Outcome {
        run_pooled(puzzle, state, limits, |run| self.search(run))
    }
}

impl<E> Beam<E> {
    fn search<P: Puzzle>(&self, run: &mut Run<'_, P>) -> Result<(), Stopped>
    where
        E: Evaluator<P>,
    {
        let ball = match &self.ball {
            Some(nearby) => nearby.get(run)?,
            None => None,
        };
        if let Some(way) = ball.and_then(|ball| ball.way(run.puzzle, &run.root)) {
            return run.offer(way);
        }
        let (radius, bytes) = ball.map_or((0, 0), |ball| (ball.radius(), ball.bytes()));
        let room = Room::new(self, bytes, run)?;
        let mut seen = Seen::new(REMEMBERED * room.candidates);
        let watch = run.watch;
        let mut new = Column::within(Vec::new());
        seen.insert(&[run.puzzle.key(&run.root)], &mut new, watch)?;
        let mut history: Vec<Vec<Step>> = Vec::new();
        let mut layer = Layer::with_room(run.puzzle, room.width, room.width);
        let mut children = Layer::with_room(run.puzzle, room.candidates, room.scored);
        let guided = self.guided::<P>();
        let split = self.split < run.puzzle.move_count();
        let mut prices = run.priced().then(|| Prices::new(&run.costs, self.lambda));
        let mut pace = Pace::default();
        layer.start(run.root.clone());
        self.evaluate(&mut layer, &mut pace, run)?;
        let last = run.bound().saturating_sub(radius);
        run.width = Some(room.width);
        for depth in 1..=last {
            run.depth = Some(depth);
            run.check()?;
            if let Some(prices) = &prices {
                prices.score(&mut layer.guide, self.rank, run.budget());
            }
            if split && guided {
                split::rows(&mut layer.guide, run.puzzle.move_count(), self.split, watch)?;
            }
            layer.expand(room.candidates, &mut children, watch)?;
            run.counters.expanded += layer.states.len() as u64;
            run.counters.generated += children.states.len() as u64;
            for &at in &children.goals {
                let solution = path(&history, children.steps[at]);
                if prices.is_none() {
                    return run.offer(solution);
                }
                run.collect(solution)?;
            }
            if let Some(ball) = ball
                && let Some((at, way)) = children.meet(ball, watch)?
            {
                return run.offer([path(&history, children.steps[at]), way].concat());
            }
            if radius > 0 && depth == last {
                // By the ball, all solutions from here are too long.
                break;
            }
            if let Some(prices) = &prices {
                prices.tell_apart(&mut children, watch)?;
            }
            children.drop_known(&mut seen, watch)?;
            if self.rank == Rank::Value {
                self.evaluate(&mut children, &mut pace, run)?;
                if let Some(prices) = &prices {
                    prices.rank(&mut children, run.budget(), watch)?;
                }
                if split && !guided {
                    split::siblings(&mut children.rank, &children.steps, self.split, watch)?;
                }
                children.narrow(room.width, &mut layer, watch)?;
            } else {
                children.narrow(room.width, &mut layer, watch)?;
                self.evaluate(&mut layer, &mut pace, run)?;
            }
            if let Some(prices) = &mut prices {
                prices.advance(&layer.steps);
            }
            if layer.states.is_empty() {
                break;
            }
            history.push(layer.steps.to_vec());
            run.hold(room.bytes + history.len() * room.width * size_of::<Step>())?;
        }
        run.settle()
    }

    /// Whether scores of moves choose the children that are made.
    fn guided<P: Puzzle>(&self) -> bool
    where
        E: Evaluator<P>,
    {
        self.rank != Rank::Value || self.evaluator.heads().q
    }

    /// Fills in the scores of a layer's children and, where values rank them, the states' ranks.
    fn evaluate<P: Puzzle>(
        &self,
        layer: &mut Layer<P>,
        pace: &mut Pace,
        run: &mut Run<'_, P>,
    ) -> Result<(), Stopped>
    where
        E: Evaluator<P>,
    {
        let has_q = self.evaluator.heads().q;
        let (count, batch) = (layer.states.len(), self.evaluator.preferred_batch());
        let (guided, moves) = (self.guided::<P>(), run.puzzle.move_count());
        layer.guide.truncate(0);
        pace.slices(run.watch, count, batch, |slice| {
            let guide = layer.guide.more(slice.len() * moves, 0);
            if !guided {
                // Scores that no head gives are 0.
                rows(guide, moves, &|_, part| part.fill(0));
            }
            let rank = &mut layer.rank[slice.clone()];
            let mut out = Outputs::default();
            match self.rank {
                Rank::Policy => out.policy = guide,
                Rank::Q => out.q = guide,
                Rank::Value => {
                    out.value = &mut *rank;
                    out.q = if has_q { guide } else { &mut [] };
                }
            }
            self.evaluator
                .evaluate(run.puzzle, &layer.states[slice.clone()], out);
            let guide = &mut layer.guide[slice.start * moves..];
            if self.rank == Rank::Policy {
                rows(guide, moves, &|from, part| {
                    for (row, &path) in part.chunks_exact_mut(moves).zip(&rank[from..]) {
                        row.iter_mut().for_each(|cost| *cost = sum(*cost, path));
                    }
                });
            }
            let steps = layer.steps.get(slice.clone()).unwrap_or_default();
            mask(
                run.puzzle,
                guide,
                &layer.states[slice],
                steps,
                &|previous| run.redundant_after(previous),
            );
        })?;
        run.counters.evaluated += count as u64;
        Ok(())
    }
}

/// The cost of a path by one more move: however improbable, it is possible.
fn sum(cost: i32, path: i32) -> i32 {
    cost.saturating_add(path).min(NEVER - 1)
}

/// How wide a search is and what it holds.
#[derive(Clone, Copy, Debug)]
struct Room {
    /// States kept per depth.
    width: usize,
    /// Children made per depth.
    candidates: usize,
    /// Children that get scores for their own children before they are narrowed.
    scored: usize,
    /// Bytes of all buffers but the history, and of the ball.
    bytes: usize,
}

impl Room {
    /// The widest beam up to the one asked for that the memory limit allows beside `beside` bytes.
    fn new<P: Puzzle>(
        beam: &Beam<impl Evaluator<P>>,
        beside: usize,
        run: &mut Run<'_, P>,
    ) -> Result<Self, Stopped> {
        let by_value = beam.rank == Rank::Value;
        let guided = beam.guided::<P>();
        let priced = run.priced();
        let of_width = |width: usize| {
            let shortlist = if guided {
                beam.shortlist
            } else {
                run.puzzle.move_count() as f32
            };
            let candidates = (width as f64 * f64::from(shortlist)) as usize;
            let candidates = candidates.clamp(1, width * run.puzzle.move_count());
            let scored = if by_value { candidates } else { 0 };
            let ways = if priced {
                Prices::bytes(width, candidates)
            } else {
                0
            };
            let remembered = Seen::bytes(REMEMBERED * candidates);
            Self {
                width,
                candidates,
                scored,
                bytes: beside
                    + Layer::bytes(run.puzzle, width, candidates, scored)
                    + remembered
                    + ways,
            }
        };
        // Where addresses have 32 bits, the bytes of a wider beam would be no number.
        let thousand = of_width(1000).bytes - beside;
        let widest = Step::MOST.min(usize::MAX / 8 / thousand * 1000);
        let mut room = of_width(beam.width.clamp(1, widest));
        let depths = run.bound().min(TYPICAL_DEPTH);
        let whole = |room: &Self| room.bytes + depths * room.width * size_of::<Step>();
        let limit = run.room();
        while limit.is_some_and(|limit| whole(&room) > limit) {
            if room.width == 1 {
                return Err(Stopped::Memory);
            }
            room = of_width(room.width - room.width.div_ceil(16));
        }
        run.narrowed = (room.width < beam.width).then_some(room.width);
        run.hold(room.bytes)?;
        Ok(room)
    }
}

/// Depths whose children are remembered: a beam that has left them behind does not come back.
const REMEMBERED: usize = 4;

/// Depths for which a memory limit reserves room.
const TYPICAL_DEPTH: usize = 40;

/// The moves from the root to a child of the last layer.
fn path(history: &[Vec<Step>], last: Step) -> Vec<Move> {
    let mut moves = vec![last.mv()];
    let mut at = last.parent();
    for steps in history.iter().rev() {
        moves.push(steps[at].mv());
        at = steps[at].parent();
    }
    moves.reverse();
    moves
}
