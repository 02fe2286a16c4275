//! The puzzles by name: the one registry of the library, the command line and the bindings.

mod check;
mod cubes;
mod direct;
mod erased;
mod file;
mod finer;
mod foreign;
pub mod gap;
mod lights;
mod mirror;
mod order;
#[cfg(feature = "libtorch")]
mod places;
mod repair;
mod shared;
mod sokoban;
mod speed;
mod stickers;
mod tables;
mod text;
mod tiles;

pub use check::Against;
pub use direct::Direct;
pub use erased::{Erased, Packed};
pub use file::{FileError, FilePuzzle, STICKERS, open};
#[cfg(feature = "libtorch")]
pub use places::Places;
pub use shared::{FromFile, Shared};
pub use sokoban::room;
pub use tables::Tables;
pub use text::{Repair, Text, Turns};

use finer::Finer;

use crate::costs::{CostsError, MoveCosts};
use crate::eval::{self, Bound, Cached, Device, Errors, Evaluator, Outputs, Results};
use crate::models::{Model, ModelError};
use crate::refusal::Refusal;
#[cfg(feature = "libtorch")]
use crate::search::There;
use crate::solver::{
    BuildError, Engine, Guidance, Known, Plan, SearchKind, SettingsError, Typed, search,
};
#[cfg(feature = "compare")]
use crate::{
    baseline::{self, Classical},
    solver::Tell,
};
use quarterturn_core::cube::{Cube2Htm, Cube2Qtm, Cube3Htm, Cube3Qtm};
use quarterturn_core::puzzle::lights::Lights;
use quarterturn_core::puzzle::sliding::{Puzzle15, Puzzle24, Puzzle35, Puzzle48};
use quarterturn_core::{Metric, Move, Puzzle};
use rand_xoshiro::Xoshiro256PlusPlus;
use std::sync::{Arc, LazyLock};

/// The puzzles that have a name, the default first.
static ALL: LazyLock<Vec<Box<dyn AnyPuzzle>>> = LazyLock::new(|| {
    let lights = (3..=9).filter_map(Lights::new);
    let cubes: [Box<dyn AnyPuzzle>; _] = [
        Box::new(Cube3Qtm),
        Box::new(Cube3Htm),
        Box::new(Erased::<16>::new(Cube2Qtm)),
        Box::new(Erased::<16>::new(Cube2Htm)),
    ];
    let others: [Box<dyn AnyPuzzle>; _] = [
        Box::new(Erased::<16>::new(Puzzle15)),
        Box::new(Erased::<64>::new(Puzzle24)),
        Box::new(Erased::<64>::new(Puzzle35)),
        Box::new(Erased::<64>::new(Puzzle48)),
    ];
    let lights = lights.map(|lights| Box::new(Erased::<16>::new(lights)) as _);
    let sokoban = Box::new(Erased::<16>::new(sokoban::room())) as _;
    let all = cubes.into_iter().chain(others).chain(lights);
    all.chain([sokoban]).collect()
});

/// Every puzzle that has a name, the default first.
pub fn all() -> impl Iterator<Item = &'static dyn AnyPuzzle> {
    ALL.iter().map(|puzzle| &**puzzle)
}

/// The puzzle of that name.
pub fn find(name: &str) -> Option<&'static dyn AnyPuzzle> {
    all().find(|p| p.name() == name)
}

/// The puzzle that a model counts in.
pub fn of_model(model: &Model) -> Option<&'static dyn AnyPuzzle> {
    all().find(|p| p.family() == model.family && p.metric().name() == model.metric)
}

/// A state to be solved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Scramble {
    /// The moves that lead to it from the goal, if it was made by moves.
    pub moves: Option<String>,
    /// How many moves those are.
    pub length: Option<usize>,
    /// The state in the puzzle's own text form.
    pub state: String,
}

/// A puzzle whose type is not known. Its interface is text.
pub trait AnyPuzzle: Send + Sync {
    /// [`Puzzle::name`].
    fn name(&self) -> &str;

    /// [`Puzzle::family`].
    fn family(&self) -> &str;

    /// [`Puzzle::metric`].
    fn metric(&self) -> Metric;

    /// [`Text::longest`].
    fn longest(&self) -> usize;

    /// The exact search that needs no network, if the puzzle allows one.
    fn exact_search(&self) -> Option<SearchKind>;

    /// Reads what moves cost; see [`MoveCosts::parse`].
    ///
    /// # Errors
    /// [`CostsError`] with the line at fault.
    fn costs(&self, text: &str) -> Result<MoveCosts, CostsError>;

    /// A random state, by `length` random moves where given, else uniform.
    fn scramble(&self, rng: &mut Xoshiro256PlusPlus, length: Option<usize>) -> Scramble;

    /// All outputs of a model for states in the puzzle's own text form: the values, Q and policy, as far as it
    /// has them.
    ///
    /// # Errors
    /// [`BuildError`] when the model does not serve the puzzle or a text is no state.
    fn evaluate(&self, model: &Model, states: &[String]) -> Result<Vec<i32>, BuildError>;

    /// Whether a text is a state by itself.
    fn is_state(&self, text: &str) -> bool;

    /// [`Text::is_remark`].
    fn is_remark(&self, line: &str) -> bool;

    /// [`Text::span`].
    fn span(&self, lines: &[&str], ended: bool) -> Option<usize>;

    /// [`Text::warning`].
    fn warning(&self, text: &str) -> Option<String>;

    /// [`Text::repairs`].
    fn repairs(&self, text: &str) -> Vec<Repair>;

    /// [`Text::turns`].
    fn turns(&self, moves: &[Move]) -> Option<Turns>;

    /// Reads moves; see [`Text::read_moves`].
    ///
    /// # Errors
    /// [`Refusal`] with the place.
    fn moves_of(&self, text: &str) -> Result<Vec<Move>, Refusal>;

    /// [`Puzzle::move_name`].
    fn name_of(&self, mv: Move) -> &str;

    /// [`Puzzle::undo`].
    fn undoing(&self, mv: Move) -> Option<Move>;

    /// The mirror images of moves, with left and right exchanged; `None` if the puzzle has no such symmetry.
    fn mirrored(&self, moves: &[Move]) -> Option<Vec<Move>>;

    /// A model's values of the states along solutions, in units of [`crate::eval::MOVE_COST`], with the moves
    /// left from there; solved states are left out.
    ///
    /// # Errors
    /// [`BuildError`] when the model does not serve the puzzle or has no value head.
    fn values_along(
        &self,
        model: &Model,
        solutions: &[&[Move]],
    ) -> Result<Vec<(i32, usize)>, BuildError>;

    /// How far a model differs from another, or one kernel from another, over a number of states.
    ///
    /// # Errors
    /// [`ModelError`] when a model does not serve the puzzle.
    fn check(
        &self,
        model: &Model,
        against: Against<'_>,
        count: usize,
    ) -> Result<Errors, ModelError>;

    /// States a second that a model evaluates on a device, for each size of batch that is tried; sizes
    /// that would take much longer than `seconds` are left out.
    ///
    /// # Errors
    /// [`ModelError`] when the model does not serve the puzzle or the device is not there.
    fn speed(
        &self,
        model: &Model,
        device: Device,
        batches: &[usize],
        seconds: f64,
    ) -> Result<Vec<(usize, f64)>, ModelError>;

    /// The engine that solves states by this plan. Use [`crate::Solver`] instead.
    ///
    /// # Errors
    /// [`BuildError`].
    fn engine(&self, plan: &Plan<'_>) -> Result<Box<dyn Engine>, BuildError>;

    /// A classical solver with the bytes of its tables; `tell` reports progress.
    ///
    /// # Errors
    /// [`BuildError`] when it does not solve the puzzle.
    #[cfg(feature = "compare")]
    fn classical(
        &self,
        kind: &Classical,
        tell: &Tell,
    ) -> Result<(Box<dyn Engine>, usize), BuildError>;
}

/// Whether the puzzle has a lower bound on the moves to a goal: if so, it is above 0 next to the start.
pub fn knows_bound<P: Text>(puzzle: &P) -> bool {
    let start = puzzle.start();
    let mut moves = puzzle.moves().filter(|&mv| puzzle.allowed(&start, mv));
    let beside = moves.next().map(|mv| puzzle.apply(&start, mv));
    beside.is_some_and(|state| puzzle.bound(&state) > 0)
}

/// Whether a search from both ends is possible: there is a single goal, and moves can be undone.
pub(crate) fn meets_halfway<P: Puzzle>(puzzle: &P) -> bool {
    puzzle.goal().is_some() && puzzle.moves().all(|mv| puzzle.undo(mv).is_some())
}

/// The puzzle's lower bound as an evaluator, if it has one.
fn bound<P: Text>(puzzle: &P) -> Result<Arc<dyn Evaluator<P>>, SettingsError> {
    if knows_bound(puzzle) {
        return Ok(Arc::new(Bound));
    }
    Err(SettingsError::Lacks {
        what: "--model bound",
        needs: "a lower bound of its own",
        puzzle: Puzzle::name(puzzle).into(),
    })
}

/// What a beam needs to keep its states on the device of a plan; `None` if it cannot or shall not. A cache of
/// evaluations is on the CPU.
#[cfg(feature = "libtorch")]
fn on_device<P: Text>(
    puzzle: &P,
    plan: &Plan<'_>,
) -> Result<Option<Arc<There<P::State>>>, BuildError> {
    let beam = plan.settings.kind() == SearchKind::Beam && plan.settings.cache.is_none();
    match plan.model.filter(|_| beam) {
        Some(model) => {
            Ok(There::load(puzzle, &model.bytes, plan.device).map_err(ModelError::from)?)
        }
        None => Ok(None),
    }
}

impl<P: Text> AnyPuzzle for P {
    fn name(&self) -> &str {
        Puzzle::name(self)
    }

    fn family(&self) -> &str {
        Puzzle::family(self)
    }

    fn metric(&self) -> Metric {
        Puzzle::metric(self)
    }

    fn longest(&self) -> usize {
        Text::longest(self)
    }

    fn exact_search(&self) -> Option<SearchKind> {
        if self.is_direct() {
            return Some(SearchKind::Direct);
        }
        meets_halfway(self).then_some(SearchKind::Bidirectional)
    }

    fn costs(&self, text: &str) -> Result<MoveCosts, CostsError> {
        MoveCosts::parse(self, text)
    }

    fn scramble(&self, rng: &mut Xoshiro256PlusPlus, length: Option<usize>) -> Scramble {
        let Some(length) = length else {
            let state = self.write(&self.random(rng));
            return Scramble {
                moves: None,
                length: None,
                state,
            };
        };
        let (moves, state) = Text::scramble(self, rng, length);
        Scramble {
            length: moves.as_ref().map(Vec::len),
            moves: moves.map(|moves| self.write_moves(&self.start(), &moves, None)),
            state: self.write(&state),
        }
    }

    fn evaluate(&self, model: &Model, states: &[String]) -> Result<Vec<i32>, BuildError> {
        let evaluator = eval::load(self, &model.bytes).map_err(ModelError::from)?;
        let states = states.iter().map(|s| Ok(self.read(s)?.1));
        let states: Result<Vec<_>, _> = states.collect();
        let states = states.map_err(|refusal| BuildError::Option {
            option: "state",
            refusal,
        })?;
        let mut all = Results::for_all(self, evaluator.heads(), states.len());
        evaluator.evaluate(self, &states, all.outputs());
        Ok([all.value, all.q, all.policy].concat())
    }

    fn is_state(&self, text: &str) -> bool {
        self.read(text).is_ok()
    }

    fn is_remark(&self, line: &str) -> bool {
        Text::is_remark(self, line)
    }

    fn span(&self, lines: &[&str], ended: bool) -> Option<usize> {
        Text::span(self, lines, ended)
    }

    fn warning(&self, text: &str) -> Option<String> {
        Text::warning(self, text)
    }

    fn repairs(&self, text: &str) -> Vec<Repair> {
        Text::repairs(self, text)
    }

    fn turns(&self, moves: &[Move]) -> Option<Turns> {
        Text::turns(self, moves)
    }

    fn moves_of(&self, text: &str) -> Result<Vec<Move>, Refusal> {
        Text::read_moves(self, text)
    }

    fn name_of(&self, mv: Move) -> &str {
        self.move_name(mv)
    }

    fn undoing(&self, mv: Move) -> Option<Move> {
        self.undo(mv)
    }

    fn mirrored(&self, moves: &[Move]) -> Option<Vec<Move>> {
        let frame = mirror::frame(self)?;
        Some(
            moves
                .iter()
                .map(|&mv| self.conjugate_move(mv, frame))
                .collect(),
        )
    }

    fn values_along(
        &self,
        model: &Model,
        solutions: &[&[Move]],
    ) -> Result<Vec<(i32, usize)>, BuildError> {
        let evaluator = eval::load(self, &model.bytes).map_err(ModelError::from)?;
        if !evaluator.heads().value {
            return Err(BuildError::Settings(SettingsError::NoHead {
                search: "analyse",
                head: "value",
                model: evaluator.name().into(),
                puzzle: Puzzle::name(self).into(),
            }));
        }
        let (mut states, mut left) = (Vec::new(), Vec::new());
        for solution in solutions {
            let back = solution.iter().rev().map_while(|&mv| self.undo(mv));
            let mut state = self.start();
            for (nth, mv) in back.enumerate() {
                state = self.apply(&state, mv);
                states.push(state);
                left.push(nth + 1);
            }
        }
        let mut value = vec![0; states.len()];
        let out = Outputs {
            value: &mut value,
            ..Outputs::default()
        };
        evaluator.evaluate(self, &states, out);
        Ok(value.into_iter().zip(left).collect())
    }

    fn check(
        &self,
        model: &Model,
        against: Against<'_>,
        count: usize,
    ) -> Result<Errors, ModelError> {
        check::check(self, model, against, count)
    }

    fn speed(
        &self,
        model: &Model,
        device: Device,
        batches: &[usize],
        seconds: f64,
    ) -> Result<Vec<(usize, f64)>, ModelError> {
        speed::speed(self, model, device, batches, seconds)
    }

    fn engine(&self, plan: &Plan<'_>) -> Result<Box<dyn Engine>, BuildError> {
        if let Some(finer) = plan.model.and_then(|model| self.finer(&model.family)) {
            let engine = finer.engine(plan)?;
            let puzzle = self.clone();
            return Ok(Box::new(Finer { puzzle, engine }));
        }
        let mut cache = None;
        let load = || {
            let evaluator = match plan.model {
                Some(model) => {
                    eval::load_on(self, &model.bytes, plan.device).map_err(ModelError::from)?
                }
                None => match plan.known {
                    Known::Bound => bound(self)?,
                    #[cfg(feature = "compare")]
                    Known::Patterns => {
                        let tables = plan.settings.tables.as_deref();
                        baseline::bound(self, tables, &**plan.tell)?
                    }
                },
            };
            #[cfg(feature = "libtorch")]
            let there = on_device(self, plan)?;
            let guided = |evaluator| Guidance {
                evaluator,
                #[cfg(feature = "libtorch")]
                there,
            };
            let Some(bytes) = plan.settings.cache else {
                return Ok(guided(evaluator));
            };
            let remembering: Arc<dyn Evaluator<P>> = Arc::new(Cached::new(self, evaluator, bytes));
            cache = Some(remembering.clone());
            Ok(guided(remembering))
        };
        let search = search(plan.settings, self, load, plan.tell)?;
        let mut typed = Typed::new(self.clone(), search);
        typed.cache = cache;
        typed.costs = plan.costs.clone();
        typed.fallback = plan.fallback;
        typed.aim(plan.target, plan.improve)?;
        Ok(Box::new(typed))
    }

    #[cfg(feature = "compare")]
    fn classical(
        &self,
        kind: &Classical,
        tell: &Tell,
    ) -> Result<(Box<dyn Engine>, usize), BuildError> {
        let made = kind.build(self, tell)?;
        let engine = Typed::new(self.clone(), made.search);
        Ok((Box::new(engine), made.bytes))
    }
}
