//! Targets that leave places open. What does not matter looks alike: the puzzle in which all stickers that the target
//! does not name have one colour has the target as its goal, and exact searches solve it as any other.

use super::engine::{engine, typed};
use super::typed::Base;
use super::{Answer, BuildError, Engine, Made, Plan, SearchKind, SettingsError, SolveError, Task};
use crate::limits::Limits;
use crate::outcome::WrongSolution;
use crate::puzzles::formats::Tables;
use crate::puzzles::{Open, Puzzle, State, Text};
use crate::refusal::Refusal;
use quarterturn_core::Move;
use std::collections::HashSet;
use std::sync::Arc;

/// The colour of all that does not matter.
const ANY: u16 = u16::MAX;

/// The engine of a puzzle with such a target.
struct Towards<P: Text> {
    puzzle: P,
    target: Open,
    known: HashSet<u16>,
    /// That of the puzzle where what does not matter looks alike.
    engine: Box<dyn Base>,
}

/// The engine of a plan whose target leaves places open; `None` where it does not.
pub(super) fn towards_open<P: Text>(
    puzzle: &P,
    plan: &Plan<'_>,
) -> Option<Result<Box<dyn Base>, BuildError>> {
    let target = puzzle.open_places(plan.target?)?;
    Some(
        target
            .map_err(fault)
            .and_then(|target| made(puzzle, plan, target)),
    )
}

fn fault(refusal: Refusal) -> BuildError {
    BuildError::Option {
        option: "target",
        refusal,
    }
}

fn made<P: Text>(puzzle: &P, plan: &Plan<'_>, target: Open) -> Result<Box<dyn Base>, BuildError> {
    let kind = plan.settings.kind();
    let lacks = |what| SettingsError::OpenTarget { what };
    if kind != SearchKind::Bidirectional {
        return Err(lacks(kind.name()).into());
    }
    if plan.improve.is_some() {
        return Err(lacks("improve").into());
    }
    let moves = puzzle.described().map(|described| described.tables.moves);
    let coarse = Puzzle::of(&Tables {
        colours: target.iter().map(|colour| colour.unwrap_or(ANY)).collect(),
        moves: moves.unwrap_or_default(),
    })?;
    let plan = Plan {
        puzzle: &coarse,
        target: None,
        costs: None,
        rescue: None,
        known: plan.known.clone(),
        ..*plan
    };
    Ok(Box::new(Towards {
        puzzle: puzzle.clone(),
        known: target.iter().flatten().copied().collect(),
        target,
        engine: engine(&coarse, &plan)?,
    }))
}

impl<P: Text> Towards<P> {
    fn task_of<'a>(&'a self, puzzle: P, state: P::State) -> Result<Box<dyn Task + 'a>, Refusal> {
        let colours = puzzle.colours(&state).unwrap_or_default().into_iter();
        let seen = colours.map(|colour| {
            if self.known.contains(&colour) {
                colour
            } else {
                ANY
            }
        });
        let text: Vec<String> = seen.map(|colour| colour.to_string()).collect();
        let task = self
            .engine
            .read(&text.join(" "))
            .map_err(|refusal| Refusal {
                code: "unreachable-target",
                message: "no moves lead from this state to the target".into(),
                at: None,
                hint: Some(refusal.message),
            })?;
        Ok(Box::new(Way {
            engine: self,
            puzzle,
            state,
            task,
        }))
    }
}

impl<P: Text> Engine for Towards<P> {
    fn read(&self, text: &str) -> Result<Box<dyn Task + '_>, Refusal> {
        let (puzzle, state) = self.puzzle.read(text)?;
        self.task_of(puzzle, state)
    }
}

impl<P: Text> Base for Towards<P> {
    fn task(&self, state: &State) -> Result<Box<dyn Task + '_>, Refusal> {
        let own = state.typed::<P>();
        let own = own.filter(|(puzzle, _)| puzzle.id() == self.puzzle.id());
        let (puzzle, state) = own.ok_or_else(|| state.foreign(self.puzzle.name()))?;
        self.task_of(puzzle.clone(), state.clone())
    }

    fn again(&self, plan: &Plan<'_>) -> Result<Box<dyn Base>, BuildError> {
        match towards_open(&self.puzzle, plan) {
            Some(engine) => engine,
            None => Ok(Box::new(typed(&self.puzzle, plan, &Arc::default(), None)?)),
        }
    }

    fn made(&self) -> Made {
        self.engine.made()
    }
}

/// A state on its way to the target.
struct Way<'a, P: Text> {
    engine: &'a Towards<P>,
    puzzle: P,
    state: P::State,
    task: Box<dyn Task + 'a>,
}

impl<P: Text> Task for Way<'_, P> {
    /// The moves are the same in both puzzles. They are replayed in the one that was given.
    fn solve(&self, limits: &Limits) -> Result<Answer, SolveError> {
        let mut answer = self.task.solve(limits)?;
        let Some(moves) = &answer.outcome.solution else {
            return Ok(answer);
        };
        let puzzle = &self.puzzle;
        let end = puzzle.colours(&puzzle.apply_all(&self.state, moves));
        let places = self.engine.target.iter().zip(end.unwrap_or_default());
        if !places
            .clone()
            .all(|(&wanted, found)| wanted.is_none_or(|wanted| wanted == found))
        {
            return Err(WrongSolution.into());
        }
        let name = |&mv: &Move| puzzle.move_name(mv).to_owned();
        answer.names = moves.iter().map(name).collect();
        answer.turns = puzzle.turns(moves);
        answer.solution = Some(puzzle.write_moves(&self.state, moves, None));
        answer.doubt = puzzle.doubt();
        Ok(answer)
    }
}
