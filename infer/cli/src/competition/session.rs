//! One run: rows in, answers out, each replayed, none lost.

use super::Args;
use super::board::{Board, Path as Moves};
use super::error::CompetitionError as Error;
use super::sheet::Sheet;
use super::table::{self, Answers, Row};
use crate::error::Exit;
use crate::progress::Progress;
use crate::stream;
use quarterturn::models::Model;
use quarterturn::puzzles::{Puzzle, State};
use quarterturn::solver::Settings;
use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

/// A run.
pub struct Session<'a> {
    pub(super) args: &'a Args,
    /// The names of all rows of the file of states.
    pub(super) ids: Vec<String>,
    /// The rows of this run.
    pub(super) rows: Vec<Row>,
    /// The board of each kind of puzzle, and the board of each row.
    pub(super) boards: Vec<Board>,
    pub(super) board_of: Vec<usize>,
    /// Answers from before.
    old: Vec<Answers>,
    /// Whether the answers of the sheet are such too.
    pub(super) in_place: bool,
    pub(super) sheet: Sheet,
    pub(super) cancel: Arc<AtomicBool>,
}

/// A row and the answers that were there.
pub(super) struct Looked {
    state: State,
    /// The shortest of the sheet, with its line, if it stands there as it is.
    pub(super) kept: Option<(Moves, Option<usize>)>,
    /// The shortest of all.
    old: Option<Moves>,
    /// Lines of the sheet that do not solve the row.
    spoiled: Vec<usize>,
}

/// What came of the rows.
pub(super) struct Results {
    pub(super) answers: Vec<Option<Moves>>,
    pub(super) shorter: usize,
    pub(super) progress: Progress,
}

impl<'a> Session<'a> {
    /// Reads all files and makes the solvers.
    pub fn new(
        args: &'a Args,
        models: Vec<Model>,
        settings: Settings,
        cancel: Arc<AtomicBool>,
    ) -> Result<Self, Error> {
        let table = table::states(&args.states)?;
        let mut inputs: Vec<PathBuf> = vec![args.states.clone()];
        inputs.extend(args.model.iter().map(PathBuf::from));
        inputs.extend(args.puzzle.iter().map(PathBuf::from));
        let inputs: Vec<&Path> = inputs.iter().map(PathBuf::as_path).collect();
        let sheet = Sheet::open(&args.out, &table.answer, &inputs, args.force)?;
        let real = |path: &Path| path.canonicalize().unwrap_or_else(|_| path.into());
        let (own, others): (Vec<&PathBuf>, Vec<_>) =
            (args.keep_best.iter()).partition(|path| real(path) == real(&args.out));
        let read = |path: &&PathBuf| match path.exists() {
            true => Answers::read(path),
            false => Err(Error::Read {
                path: path.to_path_buf(),
                source: std::io::ErrorKind::NotFound.into(),
            }),
        };
        let old: Vec<Answers> = others.iter().map(read).collect::<Result<_, _>>()?;
        let ids = table.rows.iter().map(|row| row.id.clone()).collect();
        let (first, step) = args.shard.unwrap_or((1, 1));
        let kind = |row: &Row| match &args.only {
            Some(only) => row.kind.as_ref().is_some_and(|(kind, _)| kind == only),
            None => true,
        };
        let rows = table
            .rows
            .into_iter()
            .filter(kind)
            .skip(first - 1)
            .step_by(step);
        let rows: Vec<Row> = rows.collect();
        if rows.is_empty() {
            return Err(Error::Empty(args.states.clone()));
        }
        let (mut boards, mut board_of) = (Vec::new(), Vec::new());
        let mut known: HashMap<Option<(String, String)>, usize> = HashMap::new();
        for row in &rows {
            if let Some(&board) = known.get(&row.kind) {
                board_of.push(board);
                continue;
            }
            let puzzle = puzzle(args, &models, row)?;
            known.insert(row.kind.clone(), boards.len());
            board_of.push(boards.len());
            boards.push(Board::new(&puzzle, &models, &settings)?);
        }
        let session = Self {
            ids,
            rows,
            boards,
            board_of,
            old,
            in_place: !own.is_empty(),
            sheet,
            args,
            cancel,
        };
        if settings.kind().guided() {
            session.say_who_serves(&models);
        }
        Ok(session)
    }

    /// Solves what is left, and says how many moves all answers take.
    pub fn run(&self) -> Result<Exit, Error> {
        let all: Vec<usize> = (0..self.rows.len()).collect();
        let looked: Vec<Mutex<Option<Looked>>> = all.iter().map(|_| Mutex::default()).collect();
        self.each(&all, |at| {
            *lock(&looked[at]) = Some(self.look(at)?);
            Ok(())
        })?;
        let looked: Vec<Option<Looked>> = looked
            .into_iter()
            .map(|looked| looked.into_inner().unwrap_or_else(PoisonError::into_inner))
            .collect();
        let spoiled = looked.iter().flatten().flat_map(|row| &row.spoiled);
        self.sheet.begin(&spoiled.copied().collect())?;
        let left = |&at: &usize| {
            let row = looked[at].as_ref();
            row.is_some_and(|row| match (&row.kept, &row.old) {
                (_, Some(old)) if old.is_empty() => false,
                (kept, _) => kept.is_none() || self.in_place,
            })
        };
        let left: Vec<usize> = all.into_iter().filter(left).collect();
        // What is known counts from the beginning.
        let answer = |row: &Option<Looked>| row.as_ref()?.old.clone();
        let results = Mutex::new(Results {
            answers: looked.iter().map(answer).collect(),
            shorter: 0,
            progress: Progress::new(left.len()),
        });
        self.each(&left, |at| match &looked[at] {
            Some(row) => self.search(at, row, &results),
            None => Ok(()),
        })?;
        let results = results.into_inner().unwrap_or_else(PoisonError::into_inner);
        self.end(&looked, results, left.is_empty())
    }

    /// Does the same for each of these rows, on all threads, until it is cancelled or one fails.
    fn each(
        &self,
        rows: &[usize],
        one: impl Fn(usize) -> Result<(), Error> + Sync,
    ) -> Result<(), Error> {
        let (next, fault) = (AtomicUsize::new(0), Mutex::new(None));
        let failed = AtomicBool::new(false);
        let stopped = || self.cancel.load(Ordering::Relaxed) || failed.load(Ordering::Relaxed);
        let work = || {
            // Searches run on the pool that they are started in: here one of a single thread.
            let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build().ok();
            loop {
                let at = next.fetch_add(1, Ordering::Relaxed);
                let Some(&row) = rows.get(at).filter(|_| !stopped()) else {
                    return;
                };
                let result = match &pool {
                    Some(pool) => pool.install(|| one(row)),
                    None => one(row),
                };
                if let Err(error) = result {
                    lock(&fault).get_or_insert(error);
                    failed.store(true, Ordering::Relaxed);
                }
            }
        };
        std::thread::scope(|scope| {
            for _ in 0..rayon::current_num_threads().min(rows.len()) {
                scope.spawn(work);
            }
        });
        let fault = fault.into_inner().unwrap_or_else(PoisonError::into_inner);
        fault.map_or(Ok(()), Err)
    }

    fn fault(&self, row: &Row, message: String) -> Error {
        Error::State {
            path: self.args.states.clone(),
            id: row.id.clone(),
            message,
        }
    }

    /// Reads a row, and replays the answers that it has.
    fn look(&self, at: usize) -> Result<Looked, Error> {
        let (row, board) = (&self.rows[at], &self.boards[self.board_of[at]]);
        let state = board.state(row);
        let state = state.map_err(|refusal| self.fault(row, refusal.to_string()))?;
        let replayed = |answers: &Answers| {
            let (mut best, mut spoiled) = (None::<(Moves, Option<usize>)>, Vec::new());
            for &nth in answers.of(&row.id) {
                let moves = answers.lines[nth].moves.as_ref();
                let moves = moves.and_then(|moves| board.read(moves));
                let Some((moves, cut)) = moves.and_then(|all| {
                    let moves = board.replayed(&state, &all)?;
                    let cut = moves.len() < all.len();
                    Some((moves, cut))
                }) else {
                    let (file, id) = (answers.path.display(), &row.id);
                    stream::tell(&format!(
                        "warning: {file}, row {id}: the moves do not solve it"
                    ));
                    spoiled.push(nth);
                    continue;
                };
                if (best.as_ref()).is_none_or(|(best, _)| moves.len() < best.len()) {
                    best = Some((moves, (!cut).then_some(nth)));
                }
            }
            (best, spoiled)
        };
        let (kept, spoiled) = replayed(self.sheet.held());
        let others = self.old.iter().filter_map(|answers| replayed(answers).0);
        let all = kept.iter().cloned().chain(others);
        let old = all.map(|(moves, _)| moves).min_by_key(Vec::len);
        Ok(Looked {
            state,
            kept,
            old,
            spoiled,
        })
    }

    /// Solves a row, in fewer moves than the answers that it has.
    fn search(&self, at: usize, looked: &Looked, results: &Mutex<Results>) -> Result<(), Error> {
        let (row, board) = (&self.rows[at], &self.boards[self.board_of[at]]);
        let (state, old) = (&looked.state, looked.old.as_ref());
        let found = board.solve(row, state, old, &self.cancel);
        let found = found.map_err(|error| self.fault(row, error.to_string()))?;
        if self.cancel.load(Ordering::Relaxed) {
            // Left for the run that goes on.
            return Ok(());
        }
        let found = found.filter(|found| old.is_none_or(|old| found.len() < old.len()));
        let gained = found.is_some() && old.is_some();
        let answer = found.as_ref().or(old);
        let kept = looked.kept.as_ref().map(|(kept, _)| kept.len());
        if let Some(answer) = answer
            && kept.is_none_or(|kept| answer.len() < kept)
        {
            self.sheet.append(&row.id, &Board::write(answer))?;
        }
        let mut results = lock(results);
        results.shorter += usize::from(gained);
        results.answers[at] = answer.cloned();
        let (rows, moves) = results.total();
        let message = format!("{rows} solved in {moves} moves");
        results.progress.step(&message);
        Ok(())
    }
}

impl Results {
    /// How many rows have an answer, and the moves of all answers.
    pub(super) fn total(&self) -> (usize, usize) {
        let solved = self.answers.iter().flatten();
        solved.fold((0, 0), |(rows, moves), answer| {
            (rows + 1, moves + answer.len())
        })
    }
}

fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The puzzle of a row.
fn puzzle(args: &Args, models: &[Model], row: &Row) -> Result<Puzzle, Error> {
    Ok(match (&args.puzzle, &row.kind) {
        (Some(file), Some((kind, solved))) => Puzzle::open(format!("{file}#{kind}={solved}"))?,
        (Some(name), None) => Puzzle::find(name)?,
        (None, _) => match models.iter().find_map(Model::own_puzzle) {
            Some(inside) => inside?,
            None => (models.iter().find_map(Model::puzzle)).ok_or(Error::NoPuzzle)?,
        },
    })
}
