//! Targets that are the goals of other puzzles.
//!
//! Of a target that leaves places open, what does not matter looks alike: the puzzle in which all stickers that the target
//! does not name have one colour has the target as its goal, and exact searches solve it as any other. Another goal of
//! sliding tiles is the usual one of a board whose tiles have other names.

use super::engine::{engine, typed};
use super::typed::{Base, named};
use super::{Answer, BuildError, Engine, Made, Plan, SearchKind, SettingsError, SolveError, Task};
use crate::limits::{Improvement, Limits, Observer};
use crate::outcome::WrongSolution;
use crate::puzzles::formats::Tables;
use crate::puzzles::{Aim, Open, Puzzle, State, Text};
use crate::refusal::Refusal;
use quarterturn_core::Move;
use std::collections::HashSet;
use std::sync::Arc;

/// The colour of all that does not matter.
const ANY: u16 = u16::MAX;

/// The text of a state of the other puzzle.
type There<P> = dyn Fn(&P, &<P as quarterturn_core::Puzzle>::State) -> String + Send + Sync;

/// The engine of a puzzle with such a target.
struct Towards<P: Text> {
    puzzle: P,
    /// The puzzle whose goal the target is.
    other: Puzzle,
    there: Box<There<P>>,
    /// What each of its moves is here.
    moves: Vec<Move>,
    engine: Box<dyn Base>,
}

/// The engine of a plan whose target is the goal of another puzzle; `None` where it is not.
pub(super) fn towards_open<P: Text>(
    puzzle: &P,
    plan: &Plan<'_>,
) -> Option<Result<Box<dyn Base>, BuildError>> {
    let target = plan.target?;
    if let Some(open) = puzzle.open_places(target) {
        return Some(
            open.map_err(fault)
                .and_then(|open| loose(puzzle, plan, &open)),
        );
    }
    let aim = puzzle.aimed(target)?;
    Some(
        aim.map_err(|refusal| fault(named(target, refusal)))
            .and_then(|aim| {
                let Aim {
                    puzzle: other,
                    there,
                    moves,
                    ..
                } = aim;
                let there = move |puzzle: &P, state: &P::State| there(&puzzle.write(state));
                made(puzzle, plan, other, Box::new(there), moves)
            }),
    )
}

fn fault(refusal: Refusal) -> BuildError {
    BuildError::Option {
        option: "target",
        refusal,
    }
}

/// The engine for a target that leaves places open.
fn loose<P: Text>(puzzle: &P, plan: &Plan<'_>, open: &Open) -> Result<Box<dyn Base>, BuildError> {
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
    let there = move |puzzle: &P, state: &P::State| {
        let colours = puzzle.colours(state).unwrap_or_default().into_iter();
        let seen = colours.map(|colour| if known.contains(&colour) { colour } else { ANY });
        let text: Vec<String> = seen.map(|colour| colour.to_string()).collect();
        text.join(" ")
    };
    let moves = puzzle.moves().collect();
    made(puzzle, plan, coarse, Box::new(there), moves)
}

fn made<P: Text>(
    puzzle: &P,
    plan: &Plan<'_>,
    other: Puzzle,
    there: Box<There<P>>,
    moves: Vec<Move>,
) -> Result<Box<dyn Base>, BuildError> {
    if plan.improve.is_some() {
        return Err(SettingsError::OpenTarget { what: "improve" }.into());
    }
    let costs = plan
        .costs
        .as_ref()
        .map(|costs| Arc::new(costs.renamed(&moves)));
    let plan = Plan {
        puzzle: &other,
        target: None,
        costs,
        rescue: None,
        known: plan.known.clone(),
        ..*plan
    };
    let engine = engine(&other, &plan)?;
    Ok(Box::new(Towards {
        puzzle: puzzle.clone(),
        other,
        there,
        moves,
        engine,
    }))
}

impl<P: Text> Towards<P> {
    fn task_of<'a>(&'a self, puzzle: P, state: P::State) -> Result<Box<dyn Task + 'a>, Refusal> {
        let task = self.engine.read(&(self.there)(&puzzle, &state));
        let task = task.map_err(|refusal| Refusal {
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
    fn prepare(&self) {
        self.engine.prepare();
    }

    fn read(&self, text: &str) -> Result<Box<dyn Task + '_>, Refusal> {
        let read = self.puzzle.read_far(text);
        let (puzzle, state) = read.map_err(|fault| named(text, fault))?;
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

/// Moves of the other puzzle as those of this one.
fn renamed(names: &[Move], moves: &[Move]) -> Vec<Move> {
    moves.iter().map(|mv| names[mv.index()]).collect()
}

impl<P: Text> Task for Way<'_, P> {
    /// The answer is replayed in the puzzle that was given.
    fn solve(&self, limits: &Limits) -> Result<Answer, SolveError> {
        let (puzzle, engine) = (&self.puzzle, self.engine);
        let told = limits.observer.clone().map(|told| {
            let names = engine.moves.clone();
            Observer::new(move |found: Improvement<'_>| {
                let solution = &renamed(&names, found.solution);
                told.tell(Improvement { solution, ..found });
            })
        });
        let limits = Limits {
            observer: told,
            ..limits.clone()
        };
        let mut answer = self.task.solve(&limits)?;
        let Some(found) = &answer.outcome.solution else {
            return Ok(answer);
        };
        let moves = renamed(&engine.moves, found);
        let end = puzzle.apply_all(&self.state, &moves);
        let reached = engine.other.read(&(engine.there)(puzzle, &end));
        if !reached.is_ok_and(|state| state.is_solved()) {
            return Err(WrongSolution.into());
        }
        let name = |&mv: &Move| puzzle.move_name(mv).to_owned();
        answer.names = moves.iter().map(name).collect();
        answer.turns = puzzle.turns(&moves);
        answer.solution = Some(puzzle.write_moves(&self.state, &moves, None));
        answer.doubt = puzzle.doubt();
        answer.outcome.solution = Some(moves);
        Ok(answer)
    }
}
