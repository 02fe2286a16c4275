//! A puzzle of a competition with the solver for it, and the replay of answers.

use super::CompetitionError as Error;
use super::table::Row;
use quarterturn::models::Model;
use quarterturn::puzzles::{Move, Puzzle, State};
use quarterturn::solver::{Request, Settings, Solver};
use quarterturn::{Refusal, core};
use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// A puzzle and its solver.
#[derive(Debug)]
pub struct Board {
    solver: Solver,
    moves: HashMap<String, Move>,
    solved: String,
}

/// The moves of an answer.
pub type Path = Vec<Move>;

impl Board {
    /// The board of a puzzle; the first of the models that is for it guides the search.
    pub fn new(
        puzzle: &Puzzle,
        models: &[Model],
        settings: &Settings,
        cancel: &Arc<AtomicBool>,
    ) -> Result<Self, Error> {
        let fits = |model: &&Model| model.family == puzzle.family();
        let builder = Solver::builder().puzzle(puzzle).settings(settings.clone());
        let builder = builder.cancel(cancel.clone());
        let solver = match models.iter().find(fits) {
            Some(model) => builder.loaded_model(model.clone()),
            None => builder,
        };
        let solved = puzzle.solved().map(|state| state.to_string());
        Ok(Self {
            solver: solver.build()?,
            moves: puzzle.moves().map(|mv| (mv.to_string(), mv)).collect(),
            solved: solved.unwrap_or_default(),
        })
    }

    /// The state of a row.
    pub fn state(&self, row: &Row) -> Result<State, Refusal> {
        self.solver.puzzle().read(&row.state)
    }

    /// A request to solve a state, in fewer moves than an answer that is there.
    pub fn request(&self, state: &State, known: Option<&Path>) -> Request<'_> {
        let request = self.solver.request_for(state.clone());
        match known {
            Some(path) => request.max_length(path.len().saturating_sub(1)),
            None => request,
        }
    }

    /// The moves that numbers mean.
    pub fn path(&self, moves: &[core::Move]) -> Path {
        let all: Vec<Move> = self.solver.puzzle().moves().collect();
        moves
            .iter()
            .filter_map(|mv| all.get(mv.index()).cloned())
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

    /// Replays an answer, and cuts it where as few places differ from the solved state as the row allows. `None` if
    /// that is nowhere.
    pub fn replayed(&self, state: &State, path: &Path, wildcards: usize) -> Option<Path> {
        let mut state = state.clone();
        for (count, mv) in path.iter().enumerate() {
            if self.is_done(&state, wildcards) {
                return Some(path[..count].to_vec());
            }
            state = state.after(mv).ok()?;
        }
        self.is_done(&state, wildcards).then(|| path.clone())
    }

    fn is_done(&self, state: &State, wildcards: usize) -> bool {
        if wildcards == 0 {
            return state.is_solved();
        }
        let text = state.to_string();
        let places = text.split_whitespace().zip(self.solved.split_whitespace());
        places.filter(|(a, b)| a != b).count() <= wildcards
    }
}
