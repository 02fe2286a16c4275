//! A puzzle of a competition with the solver for it, and the replay of answers.

use super::error::CompetitionError as Error;
use super::table::Row;
use quarterturn::Refusal;
use quarterturn::eval::Unfit;
use quarterturn::models::{Model, ModelError};
use quarterturn::puzzles::{Move, Puzzle, State};
use quarterturn::solver::{
    BuildError, RequestError, SearchKind, Settings, Solution, SolveError, Solver,
};
use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Most bytes of an exact search for a shorter solution than another search has found.
const BESIDE: usize = 1 << 28;

/// A puzzle and its solver.
#[derive(Debug)]
pub struct Board {
    solver: Solver,
    /// Which of the models guides the search.
    pub model: Option<usize>,
    moves: HashMap<String, Move>,
    exact: Settings,
}

/// The moves of an answer.
pub type Path = Vec<Move>;

impl Board {
    /// The board of a puzzle. The first of the models that is for it guides the search; where none is, the search is exact.
    pub fn new(puzzle: &Puzzle, models: &[Model], settings: &Settings) -> Result<Self, Error> {
        let builder =
            |settings: &Settings| Solver::builder().puzzle(puzzle).settings(settings.clone());
        let exact = Settings {
            search: SearchKind::without_network(puzzle),
            time_limit: settings.time_limit,
            node_limit: settings.node_limit,
            memory_limit: settings.memory_limit,
            ..Settings::default()
        };
        let mut order: Vec<usize> = (0..models.len()).collect();
        order.sort_by_key(|&nth| models[nth].family != puzzle.family());
        let mut found = None;
        for nth in order {
            match builder(settings).loaded_model(models[nth].clone()).build() {
                Ok(solver) => {
                    found = Some((solver, Some(nth)));
                    break;
                }
                Err(BuildError::Model(ModelError::Unfit(Unfit::Puzzle { .. }))) => {}
                Err(error) => return Err(error.into()),
            }
        }
        let (solver, model) = match found {
            Some(found) => found,
            None => {
                let embedded = Model::embedded_in(puzzle.family(), puzzle.metric().name()).is_ok();
                let unguided = settings.kind().guided() && !embedded && exact.search.is_some();
                let settings = if unguided { &exact } else { settings };
                (builder(settings).build()?, None)
            }
        };
        Ok(Self {
            model: model.filter(|_| solver.model().is_some()),
            solver,
            moves: puzzle.moves().map(|mv| (mv.to_string(), mv)).collect(),
            exact,
        })
    }

    /// Whether no network guides the search, although the search is one that networks guide.
    pub fn is_unserved(&self) -> bool {
        self.solver.model().is_none()
    }

    /// The state of a row: one of the puzzle that is solved wherever as few places differ as the row allows.
    pub fn state(&self, row: &Row) -> Result<State, Refusal> {
        let puzzle = self.solver.puzzle();
        match puzzle.within(row.wildcards) {
            Some(within) => within.read(&row.state),
            None => puzzle.read(&row.state),
        }
    }

    /// A solution of a row, in fewer moves than one that is there.
    pub fn solve(
        &self,
        row: &Row,
        state: &State,
        known: Option<&Path>,
        cancel: &Arc<AtomicBool>,
    ) -> Result<Option<Path>, RequestError> {
        let ask = |state: &State, settings: Option<Settings>, known: Option<&Path>| {
            let mut request = self.solver.request_for(state.clone()).cancel(cancel);
            if let Some(settings) = settings {
                request = request.settings(settings);
            }
            if let Some(path) = known {
                request = request.max_length(path.len().saturating_sub(1));
            }
            let found = request.measured().run()?.solution;
            Ok(found.and_then(|found| self.replayed(state, &self.path(&found))))
        };
        let exact = || Some(self.exact.clone());
        let guided = self.solver.settings().kind().guided();
        let first = match row.wildcards > 0 && !guided {
            // From both ends there is one goal: other ends are looked for below.
            true => ask(
                &self
                    .solver
                    .puzzle()
                    .read(&row.state)
                    .map_err(SolveError::from)?,
                None,
                known,
            ),
            false => ask(state, None, known),
        };
        let found = match first {
            Err(RequestError::Solve(SolveError::Refused(refusal)))
                if refusal.code == "not-told-apart" =>
            {
                ask(state, exact(), known)
            }
            first => first,
        }?;
        let found = found.and_then(|path| self.replayed(state, &path));
        let best = found.as_ref().or(known);
        let done = best.is_some_and(Vec::is_empty) || cancel.load(Ordering::Relaxed);
        if row.wildcards == 0 || done || self.exact.search != Some(SearchKind::Bidirectional) {
            return Ok(found);
        }
        let most = self.exact.memory_limit.unwrap_or(BESIDE).min(BESIDE);
        let beside = Settings {
            memory_limit: Some(most),
            ..self.exact.clone()
        };
        Ok(ask(state, Some(beside), best)?.or(found))
    }

    /// The moves of a solution.
    fn path(&self, found: &Solution) -> Path {
        let moves = found.moves().iter();
        moves
            .filter_map(|name| self.moves.get(name).cloned())
            .collect()
    }

    /// Reads an answer: names of moves with dots between them; `None` where one is no move.
    pub fn read(&self, answer: &str) -> Option<Path> {
        let names = answer.split('.').filter(|name| !name.is_empty());
        names.map(|name| self.moves.get(name).cloned()).collect()
    }

    /// An answer as a competition wants it.
    pub fn write(path: &Path) -> String {
        let names: Vec<String> = path.iter().map(Move::to_string).collect();
        names.join(".")
    }

    /// Replays an answer, and cuts it where the state is solved. `None` if that is nowhere.
    pub fn replayed(&self, state: &State, path: &Path) -> Option<Path> {
        let mut state = state.clone();
        for (count, mv) in path.iter().enumerate() {
            if state.is_solved() {
                return Some(path[..count].to_vec());
            }
            state = state.after(mv).ok()?;
        }
        state.is_solved().then(|| path.clone())
    }
}
