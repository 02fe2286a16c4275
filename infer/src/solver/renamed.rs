//! Networks of the same puzzle by another definition: stickers and moves have other names or another order there. States
//! are carried over, and moves are carried back and replayed.

use super::dear::Dear;
use super::elsewhere::Elsewhere;
use super::engine::{engine, typed};
use super::finer::{told_apart, unreachable};
use super::open::towards_open;
use super::typed::{Engine, Reply};
use super::{BuildError, Made, Plan, SolveError};
use crate::limits::Limits;
use crate::puzzles::{Carry, Kind, Puzzle, State, Text};
use crate::refusal::Refusal;
use quarterturn_core::Move;
use std::sync::Arc;

/// The engine of the puzzle that a network is for, for states of the same puzzle by another definition.
pub(super) struct Renamed<P: Text> {
    at: Elsewhere<P>,
    /// The same puzzle as the network knows it.
    other: Puzzle,
    carry: Arc<Carry>,
    dear: Arc<Dear<P>>,
}

/// The engine of a plan whose network is for the same puzzle by another definition; `None` where it is for another one.
pub(super) fn renamed<P: Text + Into<Kind>>(
    puzzle: &P,
    plan: &Plan<'_>,
) -> Option<Result<Box<dyn Engine>, BuildError>> {
    let other = plan.model?.puzzle()?;
    let (own, its) = (puzzle.described()?, other.described()?);
    let carry = Carry::new(&own.tables, &its.tables)?.into();
    let make = |plan: &Plan<'_>| engine(&other, plan);
    let made = Renamed::made(puzzle, &other, &carry, Arc::default(), plan, make);
    Some(made.map(|made| Box::new(made) as Box<dyn Engine>))
}

/// A state as one of the other puzzle.
fn carried<P: Text>(
    puzzle: &P,
    state: &P::State,
    other: &Puzzle,
    carry: &Carry,
) -> Result<State, Refusal> {
    let there = carry.state(&told_apart(puzzle, state)?);
    let state = there.and_then(|from| other.arranged(&from));
    state.ok_or_else(|| unreachable(puzzle.name()))
}

impl<P: Text + Into<Kind>> Renamed<P> {
    /// That of a plan; `make` makes the other puzzle's engine.
    fn made(
        puzzle: &P,
        other: &Puzzle,
        carry: &Arc<Carry>,
        dear: Arc<Dear<P>>,
        plan: &Plan<'_>,
        make: impl FnOnce(&Plan<'_>) -> Result<Box<dyn Engine>, BuildError>,
    ) -> Result<Self, BuildError> {
        let fault = |option| move |refusal| BuildError::Option { option, refusal };
        let mut target = None;
        let text = plan.target.map(|text| {
            let (read, state) = puzzle.read(text)?;
            let there = carried(&read, &state, other, carry)?.to_string();
            target = Some(state);
            Ok(there)
        });
        let text = text.transpose().map_err(fault("target"))?;
        let improve = plan.improve.map(|text| {
            let name = |mv: Move| other.name_of(Move(carry.there(mv.0))).to_owned();
            let moves = puzzle.read_moves(text)?;
            Ok(moves.into_iter().map(name).collect::<Vec<_>>().join(" "))
        });
        let improve = improve.transpose().map_err(fault("improve"))?;
        let back: Vec<Move> = puzzle.moves().map(|mv| Move(carry.back(mv.0))).collect();
        let costs = plan.costs.as_ref();
        let plan = Plan {
            puzzle: other,
            costs: costs.map(|costs| costs.renamed(&back).into()),
            target: text.as_deref(),
            improve: improve.as_deref(),
            known: plan.known.clone(),
            ..*plan
        };
        let (kept, by) = (other.clone(), carry.clone());
        Ok(Self {
            at: Elsewhere {
                puzzle: puzzle.clone(),
                there: Box::new(move |puzzle, state| carried(puzzle, state, &kept, &by)),
                back: Some(back.into()),
                ends: Box::new(move |puzzle, end| match &target {
                    Some(target) => end == target,
                    None => puzzle.is_solved(end),
                }),
                engine: make(&plan)?,
            },
            other: other.clone(),
            carry: carry.clone(),
            dear,
        })
    }
}

impl<P: Text + Into<Kind>> Engine for Renamed<P> {
    fn solve(&self, state: &State, limits: &Limits) -> Result<Reply, SolveError> {
        self.at.solve(state, limits)
    }

    fn again(&self, plan: &Plan<'_>) -> Result<Box<dyn Engine>, BuildError> {
        let puzzle = &self.at.puzzle;
        if let Some(engine) = towards_open(puzzle, plan) {
            return engine;
        }
        if !plan.settings.kind().guided() {
            return Ok(Box::new(typed(puzzle, plan, &self.dear, None)?));
        }
        let make = |plan: &Plan<'_>| self.at.engine.again(plan);
        let dear = self.dear.clone();
        let made = Self::made(puzzle, &self.other, &self.carry, dear, plan, make)?;
        Ok(Box::new(made))
    }

    fn made(&self) -> Made {
        self.at.engine.made()
    }
}
