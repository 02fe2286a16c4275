//! Networks of the same puzzle by another definition: stickers and moves have other names or another order there. States
//! are carried over, and moves are carried back and replayed.

use super::dear::Dear;
use super::engine::{engine, typed};
use super::finer::told_apart;
use super::open::towards_open;
use super::typed::Base;
use super::{Answer, BuildError, Engine, Made, Plan, SolveError, Task};
use crate::costs::MoveCosts;
use crate::limits::{Improvement, Limits, Observer};
use crate::outcome::WrongSolution;
use crate::puzzles::{Carry, Puzzle, State, Text};
use crate::refusal::Refusal;
use quarterturn_core::Move;
use std::sync::Arc;

/// The engine of the puzzle that a network is for, for states of the same puzzle by another definition.
pub(super) struct Renamed<P: Text> {
    puzzle: P,
    /// The same puzzle as the network knows it.
    other: Puzzle,
    carry: Arc<Carry>,
    engine: Box<dyn Base>,
    dear: Arc<Dear<P>>,
    target: Option<P::State>,
    costs: Option<Arc<MoveCosts>>,
}

/// The engine of a plan whose network is for the same puzzle by another definition; `None` where it is for another one.
pub(super) fn renamed<P: Text>(
    puzzle: &P,
    plan: &Plan<'_>,
) -> Option<Result<Box<dyn Base>, BuildError>> {
    let other = plan.model?.puzzle()?;
    let (own, its) = (puzzle.described()?, other.described()?);
    let carry = Carry::new(&own.tables, &its.tables)?.into();
    let make = |plan: &Plan<'_>| engine(&other, plan);
    let made = Renamed::made(puzzle, &other, &carry, Arc::default(), plan, make);
    Some(made.map(|made| Box::new(made) as Box<dyn Base>))
}

/// A state as one of the other puzzle.
fn carried<P: Text>(
    puzzle: &P,
    state: &P::State,
    other: &Puzzle,
    carry: &Carry,
) -> Result<State, Refusal> {
    let from = told_apart(puzzle, state)?;
    let from: Option<Vec<u16>> = from.split(' ').map(|place| place.parse().ok()).collect();
    let state = from.and_then(|from| other.arranged(&carry.state(&from)?));
    state.ok_or_else(|| Refusal {
        code: "unreachable-state",
        message: format!("no moves of {} lead to this state", puzzle.name()),
        at: None,
        hint: None,
    })
}

impl<P: Text> Renamed<P> {
    /// That of a plan; `make` makes the other puzzle's engine.
    fn made(
        puzzle: &P,
        other: &Puzzle,
        carry: &Arc<Carry>,
        dear: Arc<Dear<P>>,
        plan: &Plan<'_>,
        make: impl FnOnce(&Plan<'_>) -> Result<Box<dyn Base>, BuildError>,
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
        let back = |mv: Move| Move(carry.back(mv.0));
        let back: Vec<Move> = puzzle.moves().map(back).collect();
        let costs = plan.costs.as_ref();
        let costs = costs.map(|costs| costs.renamed(&back).into());
        let there = Plan {
            puzzle: other,
            costs,
            target: text.as_deref(),
            improve: improve.as_deref(),
            known: plan.known.clone(),
            ..*plan
        };
        Ok(Self {
            puzzle: puzzle.clone(),
            other: other.clone(),
            carry: carry.clone(),
            engine: make(&there)?,
            dear,
            target,
            costs: plan.costs.clone(),
        })
    }

    fn there(&self, puzzle: P, state: P::State) -> Result<Box<dyn Task + '_>, Refusal> {
        let there = carried(&puzzle, &state, &self.other, &self.carry)?;
        Ok(Box::new(There {
            renamed: self,
            task: self.engine.task(&there)?,
            puzzle,
            state,
        }))
    }
}

impl<P: Text> Engine for Renamed<P> {
    fn read(&self, text: &str) -> Result<Box<dyn Task + '_>, Refusal> {
        let (puzzle, state) = self.puzzle.read(text)?;
        self.there(puzzle, state)
    }
}

impl<P: Text> Base for Renamed<P> {
    fn task(&self, state: &State) -> Result<Box<dyn Task + '_>, Refusal> {
        let own = state.typed::<P>();
        let own = own.filter(|(puzzle, _)| puzzle.id() == self.puzzle.id());
        let (puzzle, state) = own.ok_or_else(|| state.foreign(self.puzzle.name()))?;
        self.there(puzzle.clone(), state.clone())
    }

    fn again(&self, plan: &Plan<'_>) -> Result<Box<dyn Base>, BuildError> {
        if let Some(engine) = towards_open(&self.puzzle, plan) {
            return engine;
        }
        if !plan.settings.kind().guided() {
            return Ok(Box::new(typed(&self.puzzle, plan, &self.dear, None)?));
        }
        let make = |plan: &Plan<'_>| self.engine.again(plan);
        let dear = self.dear.clone();
        let made = Self::made(&self.puzzle, &self.other, &self.carry, dear, plan, make)?;
        Ok(Box::new(made))
    }

    fn made(&self) -> Made {
        self.engine.made()
    }
}

/// A state, and the same in the other puzzle.
struct There<'a, P: Text> {
    renamed: &'a Renamed<P>,
    task: Box<dyn Task + 'a>,
    puzzle: P,
    state: P::State,
}

impl<P: Text> Task for There<'_, P> {
    fn solve(&self, limits: &Limits) -> Result<Answer, SolveError> {
        let back = |carry: &Carry, moves: &[Move]| -> Vec<Move> {
            moves.iter().map(|mv| Move(carry.back(mv.0))).collect()
        };
        let observer = limits.observer.clone().map(|observer| {
            let carry = self.renamed.carry.clone();
            Observer::new(move |better: Improvement<'_>| {
                observer.tell(Improvement {
                    solution: &back(&carry, better.solution),
                    ..better
                });
            })
        });
        let mut answer = self.task.solve(&Limits {
            observer,
            ..limits.clone()
        })?;
        let puzzle = &self.puzzle;
        answer.doubt = puzzle.doubt();
        let Some(moves) = &mut answer.outcome.solution else {
            return Ok(answer);
        };
        *moves = back(&self.renamed.carry, moves);
        let end = puzzle.apply_all(&self.state, moves);
        let solved = match &self.renamed.target {
            Some(target) => end == *target,
            None => puzzle.is_solved(&end),
        };
        if !solved {
            return Err(WrongSolution.into());
        }
        let name = |&mv: &Move| puzzle.move_name(mv).to_owned();
        answer.names = moves.iter().map(name).collect();
        answer.turns = puzzle.turns(moves);
        answer.solution =
            Some(puzzle.write_moves(&self.state, moves, self.renamed.costs.as_deref()));
        Ok(answer)
    }
}
