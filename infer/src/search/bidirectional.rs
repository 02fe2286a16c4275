//! Breadth-first search from both ends: exact, without a network, for short solutions.
//!
//! Two balls with half the radius hold far fewer states than one ball with the whole radius. At ten
//! quarter turns of the 3×3×3 cube that is 2 × 10⁵ states instead of 10¹⁰. Where a puzzle has several goals, only the
//! ball around the state grows.

use super::Search;
use super::nodes::{Met, Nodes};
use super::run::{Run, run};
use crate::costs::MoveCosts;
use crate::limits::{Limits, Stopped};
use crate::outcome::Outcome;
use quarterturn_core::{Move, Puzzle};
use std::ops::Range;

/// Bidirectional breadth-first search: finds a shortest solution or none.
#[derive(Clone, Copy, Debug, Default)]
pub struct Bidirectional;

impl<P: Puzzle> Search<P> for Bidirectional {
    fn name(&self) -> &'static str {
        "bidirectional"
    }

    /// Ends at its first solution whatever the target length, since there is no shorter one.
    fn run(&self, puzzle: &P, state: &P::State, limits: &Limits) -> Outcome {
        run(puzzle, state, limits, |run| {
            let found = match run.puzzle.goal() {
                Some(goal) => between(run, [run.root.clone(), goal], run.bound(), usize::MAX)?,
                None => outwards(run)?,
            };
            let Some(solution) = found else {
                return Ok(());
            };
            run.optimal = !run.priced();
            run.offer(solution)
        })
    }
}

/// A shortest way from one state to another, of at most `longest` moves; `None` where there is none. At most `states`
/// states are kept.
///
/// # Errors
/// The limits of the run; [`Stopped::Memory`] also where the states are too many.
pub(super) fn between<P: Puzzle>(
    run: &mut Run<'_, P>,
    ends: [P::State; 2],
    longest: usize,
    states: usize,
) -> Result<Option<Vec<Move>>, Stopped> {
    let mut balls = ends.map(|centre| Ball::new(run.puzzle, centre));
    for length in 1..=longest {
        // The smaller ball grows.
        let side = usize::from(balls[1].layer.len() < balls[0].layer.len());
        let [from, to] = &mut balls;
        let (growing, other) = if side == 0 { (from, to) } else { (to, from) };
        if growing.layer.is_empty() {
            return Ok(None);
        }
        let beside = (other.nodes.bytes_with(0), other.nodes.len());
        let met = |state: &P::State| other.nodes.find(state);
        let Some((here, there)) = growing.grow(beside, run, states, met)? else {
            continue;
        };
        let ends = if side == 0 {
            (here, there)
        } else {
            (there, here)
        };
        let mut way = balls[0].nodes.path(ends.0);
        let back = balls[1].nodes.path(ends.1);
        for &mv in back.iter().rev() {
            way.push(run.puzzle.undo(mv).ok_or(Stopped::Unfit)?);
        }
        debug_assert_eq!(way.len(), length);
        return Ok(Some(way));
    }
    Ok(None)
}

/// A shortest way from the state to any goal.
fn outwards<P: Puzzle>(run: &mut Run<'_, P>) -> Result<Option<Vec<Move>>, Stopped> {
    let (puzzle, mut ball) = (run.puzzle, Ball::new(run.puzzle, run.root.clone()));
    let met = |state: &P::State| puzzle.is_solved(state).then_some(());
    for _ in 1..=run.bound() {
        if ball.layer.is_empty() {
            break;
        }
        if let Some((end, ())) = ball.grow((0, 0), run, usize::MAX, met)? {
            return Ok(Some(ball.nodes.path(end)));
        }
    }
    Ok(None)
}

/// States expanded between two looks at the limits: large states and many moves need room for each.
fn stride<P: Puzzle>(puzzle: &P) -> u32 {
    let child = size_of::<P::State>() + puzzle.heap_bytes();
    let children = child.saturating_mul(puzzle.move_count()).max(1);
    (STRIDE_BYTES / children).clamp(1, 1024) as u32
}

/// Most bytes of the children that are made between two looks at the limits, where one state has fewer.
const STRIDE_BYTES: usize = 1 << 23;

/// All states up to a distance from one end.
struct Ball<P: Puzzle> {
    nodes: Nodes<P, ()>,
    /// The outermost of them, by number.
    layer: Range<u32>,
}

impl<P: Puzzle> Ball<P> {
    fn new(puzzle: &P, centre: P::State) -> Self {
        Self {
            nodes: Nodes::new(puzzle, centre, (), MoveCosts::unit(puzzle).into()),
            layer: 0..1,
        }
    }

    /// Adds a layer, until `met` knows one of its states: then the number of that, and what is known of it. The bytes
    /// and the states that are held `beside` count too.
    fn grow<T>(
        &mut self,
        beside: (usize, usize),
        run: &mut Run<'_, P>,
        states: usize,
        met: impl Fn(&P::State) -> Option<T>,
    ) -> Result<Option<(u32, T)>, Stopped> {
        let start = self.layer.end;
        let stride = stride(run.puzzle);
        for at in self.layer.clone() {
            if at % stride == 0 || at == self.layer.start {
                run.check()?;
                let more = stride as usize * run.puzzle.move_count();
                let held = self.nodes.bytes_with(more);
                run.hold(held.saturating_add(beside.0))?;
                if self.nodes.len() + beside.1 > states {
                    return Err(Stopped::Memory);
                }
            }
            let state = self.nodes.get(at).state.clone();
            let back = self.nodes.way_back(at);
            run.counters.expanded += 1;
            for mv in run.puzzle.moves() {
                if Some(mv) == back || !run.puzzle.allowed(&state, mv) {
                    continue;
                }
                let child = self.nodes.child(at, mv);
                run.counters.generated += 1;
                if let (new, Met::New) = self.nodes.meet(child, ())
                    && let Some(there) = met(&self.nodes.get(new).state)
                {
                    return Ok(Some((new, there)));
                }
            }
        }
        self.layer = start..self.nodes.len() as u32;
        Ok(None)
    }
}
