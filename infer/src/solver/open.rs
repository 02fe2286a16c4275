//! Targets that are the goals of other puzzles.
//!
//! Of a target that leaves places open, what does not matter looks alike: the puzzle in which all stickers that the target
//! does not name have one colour has the target as its goal, and exact searches solve it as any other. Another goal of
//! sliding tiles is the usual one of a board whose tiles have other names.

use super::elsewhere::{Elsewhere, There};
use super::engine::{engine, typed};
use super::typed::{Engine, Reply, named};
use super::{BuildError, Made, Plan, SearchKind, SettingsError, SolveError};
use crate::limits::Limits;
use crate::puzzles::formats::Tables;
use crate::puzzles::{Aim, Kind, Open, Puzzle, State, Text};
use crate::refusal::Refusal;
use quarterturn_core::Move;
use std::collections::HashSet;
use std::sync::Arc;

/// The colour of all that does not matter.
const ANY: u16 = u16::MAX;

/// The engine of a puzzle with such a target.
struct Towards<P: Text>(Elsewhere<P>);

/// The engine of a plan whose target is the goal of another puzzle; `None` where it is not.
pub(super) fn towards_open<P: Text + Into<Kind>>(
    puzzle: &P,
    plan: &Plan<'_>,
) -> Option<Result<Box<dyn Engine>, BuildError>> {
    let target = plan.target?;
    if let Some(open) = puzzle.open_places(target) {
        let open = open.map_err(fault);
        return Some(open.and_then(|open| loose(puzzle, plan, &open)));
    }
    let aim = puzzle.aimed(target)?;
    let aim = aim.map_err(|refusal| fault(named(target, refusal)));
    Some(aim.and_then(|aim| aimed(puzzle, plan, aim)))
}

fn fault(refusal: Refusal) -> BuildError {
    BuildError::Option {
        option: "target",
        refusal,
    }
}

/// The engine for another goal of sliding tiles.
fn aimed<P: Text + Into<Kind>>(
    puzzle: &P,
    plan: &Plan<'_>,
    aim: Aim,
) -> Result<Box<dyn Engine>, BuildError> {
    let Aim {
        puzzle: other,
        there,
        moves,
        ..
    } = aim;
    let board = other.clone();
    let there = move |puzzle: &P, state: &P::State| {
        let state = board.read(&there(&puzzle.write(state)));
        state.map_err(out_of_reach)
    };
    made(puzzle, plan, other, Box::new(there), moves)
}

/// The engine for a target that leaves places open.
fn loose<P: Text + Into<Kind>>(
    puzzle: &P,
    plan: &Plan<'_>,
    open: &Open,
) -> Result<Box<dyn Engine>, BuildError> {
    let kind = plan.settings.kind();
    if kind != SearchKind::Bidirectional {
        return Err(SettingsError::OpenTarget { what: kind.name() }.into());
    }
    let moves = puzzle.described().map(|described| described.tables.moves);
    let coarse = Puzzle::of(&Tables {
        colours: open.iter().map(|colour| colour.unwrap_or(ANY)).collect(),
        moves: moves.unwrap_or_default(),
    })?;
    let known: HashSet<u16> = open.iter().flatten().copied().collect();
    let other = coarse.clone();
    let there = move |puzzle: &P, state: &P::State| {
        let colours = puzzle.colours(state).unwrap_or_default().into_iter();
        let seen = colours.map(|colour| if known.contains(&colour) { colour } else { ANY });
        let text: Vec<String> = seen.map(|colour| colour.to_string()).collect();
        other.read(&text.join(" ")).map_err(out_of_reach)
    };
    let moves = puzzle.moves().collect();
    made(puzzle, plan, coarse, Box::new(there), moves)
}

/// The refusal of a state that the other puzzle does not have.
fn out_of_reach(refusal: Refusal) -> Refusal {
    Refusal {
        code: "unreachable-target",
        message: "no moves lead from this state to the target".into(),
        at: None,
        hint: Some(refusal.message),
    }
}

fn made<P: Text + Into<Kind>>(
    puzzle: &P,
    plan: &Plan<'_>,
    other: Puzzle,
    there: Box<There<P>>,
    moves: Vec<Move>,
) -> Result<Box<dyn Engine>, BuildError> {
    if plan.improve.is_some() {
        return Err(SettingsError::OpenTarget { what: "improve" }.into());
    }
    let costs = plan.costs.as_ref();
    let plan = Plan {
        puzzle: &other,
        target: None,
        costs: costs.map(|costs| Arc::new(costs.renamed(&moves))),
        fallback: false,
        rescued: false,
        known: plan.known.clone(),
        ..*plan
    };
    let there: Arc<There<P>> = there.into();
    let ends = there.clone();
    Ok(Box::new(Towards(Elsewhere {
        puzzle: puzzle.clone(),
        there: Box::new(move |puzzle, state| there(puzzle, state)),
        back: Some(moves.into()),
        ends: Box::new(move |puzzle, end| ends(puzzle, end).is_ok_and(|end| end.is_solved())),
        engine: engine(&other, &plan)?,
    })))
}

impl<P: Text + Into<Kind>> Engine for Towards<P> {
    fn prepare(&self) {
        self.0.engine.prepare();
    }

    fn solve(&self, state: &State, limits: &Limits) -> Result<Reply, SolveError> {
        self.0.solve(state, limits)
    }

    fn again(&self, plan: &Plan<'_>) -> Result<Box<dyn Engine>, BuildError> {
        let puzzle = &self.0.puzzle;
        match towards_open(puzzle, plan) {
            Some(engine) => engine,
            None => Ok(Box::new(typed(puzzle, plan, &Arc::default(), None)?)),
        }
    }

    fn made(&self) -> Made {
        self.0.engine.made()
    }
}
