//! The puzzles by name: the one place where a name on the command line becomes a type.

use super::check::{Against, check};
use super::classical::Classical;
use super::error::CliError;
use super::refusal::Refusal;
use super::searches::{SearchKind, Tuning};
use super::text::Text;
use quarterturn::costs::MoveCosts;
use quarterturn::eval::{self, Cached, Errors, Evaluator, Results};
use quarterturn::limits::{Limits, Stopped};
use quarterturn::models::{Model, ModelError};
use quarterturn::outcome::{Outcome, WrongSolution, verify};
use quarterturn::search::{Bidirectional, Search, improve, towards};
use quarterturn_core::cube::{Cube2Htm, Cube2Qtm, Cube3Htm, Cube3Qtm};
use quarterturn_core::notation::read_turns;
use quarterturn_core::random::{RandomState, random_moves};
use quarterturn_core::{Metric, Move, Puzzle};
use rand_xoshiro::Xoshiro256PlusPlus;
use std::fs;
use std::path::Path;
use std::sync::Arc;

/// Every puzzle of the command line.
pub static ALL: &[&dyn AnyPuzzle] = &[&Cube3Qtm, &Cube3Htm, &Cube2Qtm, &Cube2Htm];

/// The puzzle that a model counts in.
pub fn of_model(model: &Model) -> Option<&'static dyn AnyPuzzle> {
    let fits = |p: &&dyn AnyPuzzle| p.family() == model.family && p.metric().name() == model.metric;
    ALL.iter().copied().find(fits)
}

/// The puzzle of that name.
pub fn find(name: &str) -> Option<&'static dyn AnyPuzzle> {
    ALL.iter().copied().find(|p| p.name() == name)
}

/// A puzzle whose type is not known.
pub trait AnyPuzzle: Send + Sync {
    /// [`Puzzle::name`].
    fn name(&self) -> &str;

    /// [`Puzzle::family`].
    fn family(&self) -> &str;

    /// [`Puzzle::metric`].
    fn metric(&self) -> Metric;

    /// A solver with this model, where the search needs one.
    fn solver(
        &self,
        model: Option<&Model>,
        search: SearchKind,
        tuning: Tuning,
        request: &Request<'_>,
    ) -> Result<Box<dyn Solver>, CliError>;

    /// A classical solver with the bytes of its tables.
    fn classical(&self, kind: &Classical) -> Result<TabledSolver, CliError>;

    /// How far a model differs from another, or one kernel from another, over so many states.
    fn check(&self, model: &Model, against: Against<'_>, count: usize) -> Result<Errors, CliError>;

    /// Everything the model says about states in the puzzle's own text form.
    fn evaluate(&self, model: &Model, states: &[String]) -> Result<Vec<i32>, CliError>;

    /// A random state, by `length` random moves where given, else uniform.
    fn scramble(&self, rng: &mut Xoshiro256PlusPlus, length: Option<usize>) -> Scramble;
}

/// A state to be solved.
pub struct Scramble {
    /// The moves that lead to it from the goal, where it was made by moves.
    pub moves: Option<String>,
    /// The state in the puzzle's own text form.
    pub state: String,
}

/// What else is wanted of a solver.
#[derive(Clone, Copy, Default)]
pub struct Request<'a> {
    /// A file that says what moves cost.
    pub costs: Option<&'a Path>,
    /// Bytes in which evaluations are remembered.
    pub cache: Option<usize>,
    /// The folder of a classical solver's tables.
    pub tables: Option<&'a Path>,
    /// The state to reach instead of the goal, in any text form.
    pub target: Option<&'a str>,
    /// A solution to shorten instead of searching for one.
    pub improve: Option<&'a str>,
}

/// Moves of a solution that are replaced by exact search: a second of work at most.
const EXACT: usize = 8;
/// Moves of a solution that the search asked for is shown at a time.
const GUIDED: usize = 20;

/// A search with its model, for one puzzle.
pub trait Solver: Send + Sync {
    /// Reads an input.
    fn read(&self, text: &str) -> Result<Box<dyn Task + '_>, Refusal>;
}

/// A solver with the bytes of its tables.
pub type TabledSolver = (Box<dyn Solver>, usize);

/// A state that was read, ready to be solved.
pub trait Task {
    /// A picture for a terminal.
    fn picture(&self, colour: bool) -> String;

    /// Searches for a solution.
    fn solve(&self, limits: &Limits) -> Result<Answer, CliError>;
}

/// The result of a search, in words.
pub struct Answer {
    /// The solution, in the puzzle's notation; empty for a solved input.
    pub solution: Option<String>,
    /// Its length in the puzzle's metric.
    pub length: Option<usize>,
    /// Its cost, where moves have costs.
    pub cost: Option<f64>,
    /// States evaluated from memory, where evaluations are remembered.
    pub remembered: Option<u64>,
    /// Everything else.
    pub outcome: Outcome,
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

    fn solver(
        &self,
        model: Option<&Model>,
        search: SearchKind,
        tuning: Tuning,
        request: &Request<'_>,
    ) -> Result<Box<dyn Solver>, CliError> {
        let mut cache = None;
        let load = || {
            let model = model.ok_or_else(|| CliError::System("there is no network".into()))?;
            let evaluator = eval::load(self, &model.bytes).map_err(ModelError::from)?;
            let Some(bytes) = request.cache else {
                return Ok(evaluator);
            };
            let remembering: Arc<dyn Evaluator<P>> = Arc::new(Cached::new(self, evaluator, bytes));
            cache = Some(remembering.clone());
            Ok(remembering)
        };
        let search = search.build(self, load, tuning, request.tables)?;
        let costs = request.costs.map(|path| read_costs(self, path)).transpose()?;
        let target = request.target.map(|text| self.read(text)).transpose();
        let moves = |text| read_turns(self, text).collect::<Result<_, _>>();
        let improve = request.improve.map(moves).transpose();
        Ok(Box::new(SearchOf {
            puzzle: self.clone(),
            search,
            cache,
            costs: costs.map(Arc::new),
            target: target.map_err(|r| CliError::option("--target", r))?,
            improve: improve.map_err(|e| CliError::option("--improve", e.into()))?,
        }))
    }

    fn classical(&self, kind: &Classical) -> Result<TabledSolver, CliError> {
        let (search, bytes) = kind.made(self)?;
        let solver = SearchOf {
            puzzle: self.clone(),
            search,
            cache: None,
            costs: None,
            target: None,
            improve: None,
        };
        Ok((Box::new(solver), bytes))
    }

    fn check(&self, model: &Model, against: Against<'_>, count: usize) -> Result<Errors, CliError> {
        check(self, model, against, count)
    }

    fn evaluate(&self, model: &Model, states: &[String]) -> Result<Vec<i32>, CliError> {
        let evaluator = eval::load(self, &model.bytes).map_err(ModelError::from)?;
        let states: Result<Vec<_>, _> = states.iter().map(|s| self.read(s)).collect();
        let states = states.map_err(|r| CliError::System(r.message))?;
        let mut all = Results::for_all(self, evaluator.heads(), states.len());
        evaluator.evaluate(self, &states, all.outputs());
        Ok([all.value, all.q, all.policy].concat())
    }

    fn scramble(&self, rng: &mut Xoshiro256PlusPlus, length: Option<usize>) -> Scramble {
        let Some(length) = length else {
            let state = self.write(&P::State::random(rng));
            return Scramble { moves: None, state };
        };
        let start = self.start();
        let moves: Vec<Move> = random_moves(self, start, rng, length).collect();
        Scramble {
            moves: Some(self.write_moves(&moves, None)),
            state: self.write(&self.apply_all(&start, &moves)),
        }
    }
}

/// A small file of text.
pub fn read_text(path: &Path) -> Result<String, CliError> {
    fs::read_to_string(path).map_err(|source| CliError::Read {
        path: path.into(),
        source,
    })
}

/// Costs from a file.
fn read_costs<P: Puzzle>(puzzle: &P, path: &Path) -> Result<MoveCosts, CliError> {
    MoveCosts::parse(puzzle, &read_text(path)?).map_err(|source| CliError::Costs {
        path: path.into(),
        source,
    })
}

struct SearchOf<P: Puzzle> {
    puzzle: P,
    search: Box<dyn Search<P>>,
    /// The evaluator, where it remembers.
    cache: Option<Arc<dyn Evaluator<P>>>,
    costs: Option<Arc<MoveCosts>>,
    target: Option<P::State>,
    improve: Option<Vec<Move>>,
}

impl<P: Text> Solver for SearchOf<P> {
    fn read(&self, text: &str) -> Result<Box<dyn Task + '_>, Refusal> {
        let state = self.puzzle.read(text)?;
        Ok(Box::new(Position::<P> {
            state,
            solver: self,
        }))
    }
}

struct Position<'a, P: Puzzle> {
    state: P::State,
    solver: &'a SearchOf<P>,
}

impl<P: Text> Position<'_, P> {
    /// The text of a solution, read back and replayed: what leaves must solve `state` in as many
    /// moves, at the same cost.
    fn written(&self, state: &P::State, moves: &[Move]) -> Result<String, WrongSolution> {
        let costs = self.solver.costs.as_deref();
        let puzzle = &self.solver.puzzle;
        let text = puzzle.write_moves(moves, costs);
        let read: Result<Vec<Move>, _> = read_turns(puzzle, &text).collect();
        let read = read.map_err(|_| WrongSolution)?;
        verify(puzzle, state, &read)?;
        let cost = |moves: &[Move]| costs.and_then(|costs| costs.sum(moves));
        if read.len() == moves.len() && cost(&read) == cost(moves) {
            Ok(text)
        } else {
            Err(WrongSolution)
        }
    }

    /// Searches, or improves what is there.
    fn outcome(&self, state: &P::State, limits: &Limits) -> Outcome {
        let (puzzle, search) = (&self.solver.puzzle, self.solver.search.as_ref());
        match &self.solver.improve {
            None => search.run(puzzle, state, limits),
            Some(solution) => {
                let windows = [(&Bidirectional as &dyn Search<P>, EXACT), (search, GUIDED)];
                improve(puzzle, state, solution, &windows, limits)
            }
        }
    }
}

impl<P: Text> Task for Position<'_, P> {
    fn picture(&self, colour: bool) -> String {
        self.solver.puzzle.picture(&self.state, colour)
    }

    fn solve(&self, limits: &Limits) -> Result<Answer, CliError> {
        let target = self.solver.target.as_ref();
        let puzzle = &self.solver.puzzle;
        let towards = |target| towards(puzzle, &self.state, target);
        let state = target.and_then(towards).unwrap_or(self.state);
        if let Some(solution) = &self.solver.improve
            && verify(puzzle, &state, solution).is_err()
        {
            return Err(CliError::Invalid(
                "--improve: these moves do not solve the state".into(),
            ));
        }
        let limits = Limits {
            costs: self.solver.costs.clone(),
            ..limits.clone()
        };
        let remembered = || self.solver.cache.as_ref().map(|cache| cache.remembered());
        let before = remembered();
        let outcome = self.outcome(&state, &limits);
        let remembered = remembered().zip(before).map(|(now, before)| now - before);
        if outcome.stopped == Stopped::Wrong {
            return Err(WrongSolution.into());
        }
        let moves = outcome.solution.as_deref();
        let solution = moves.map(|moves| self.written(&state, moves)).transpose()?;
        Ok(Answer {
            solution,
            length: moves.map(<[_]>::len),
            remembered,
            cost: moves.and_then(|m| self.solver.costs.as_ref()?.total(m)),
            outcome,
        })
    }
}
