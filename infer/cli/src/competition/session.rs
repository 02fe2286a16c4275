//! One run: rows in, answers out, each replayed, none lost.

use super::board::{Board, Path as Moves};
use super::table::{self, Row};
use super::{Args, CompetitionError as Error};
use crate::error::Exit;
use crate::progress::Progress;
use crate::stream;
use quarterturn::models::Model;
use quarterturn::puzzles::Puzzle;
use quarterturn::solver::Settings;
use std::collections::HashMap;
use std::fs::{self, File, OpenOptions};
use std::io::Write;
use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

/// A run.
pub struct Session<'a> {
    args: &'a Args,
    /// The columns of an answer.
    columns: [String; 2],
    rows: Vec<Row>,
    /// The board of each kind of puzzle, and the board of each row.
    boards: Vec<Board>,
    board_of: Vec<usize>,
    /// Answers from before, by row.
    old: HashMap<String, String>,
    /// Answers in the file of answers, by row.
    done: HashMap<String, String>,
    cancel: Arc<AtomicBool>,
}

/// What came of the rows.
struct Sheet {
    file: File,
    /// Of each row its answer.
    answers: Vec<Option<Moves>>,
    shorter: usize,
    progress: Progress,
    fault: Option<Error>,
}

impl<'a> Session<'a> {
    /// Reads all files and makes the solvers.
    pub fn new(
        args: &'a Args,
        models: Vec<Model>,
        settings: Settings,
        cancel: Arc<AtomicBool>,
    ) -> Result<Self, Error> {
        if args.keep_best.as_ref() == Some(&args.out) {
            return Err(Error::SameFile);
        }
        let table = table::states(&args.states)?;
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
            boards.push(Board::new(&puzzle, &models, &settings, &cancel)?);
        }
        let old = args.keep_best.as_deref();
        let old = old.map(|path| table::answers(path, true)).transpose()?;
        Ok(Self {
            columns: table.answer,
            rows,
            boards,
            board_of,
            old: old.unwrap_or_default(),
            done: table::answers(&args.out, false)?,
            args,
            cancel,
        })
    }

    /// Solves what is left, and says how many moves all answers take.
    pub fn run(&self) -> Result<Exit, Error> {
        let sheet = Mutex::new(self.sheet()?);
        let next = AtomicUsize::new(0);
        let work = || {
            // Searches run on the pool that they are started in: here one of a single thread.
            let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build().ok();
            loop {
                let at = next.fetch_add(1, Ordering::Relaxed);
                if at >= self.rows.len() || self.cancel.load(Ordering::Relaxed) {
                    return;
                }
                let row = || self.row(at, &sheet);
                let result = match &pool {
                    Some(pool) => pool.install(row),
                    None => row(),
                };
                if let Err(fault) = result {
                    let mut sheet = sheet.lock().unwrap_or_else(PoisonError::into_inner);
                    sheet.fault.get_or_insert(fault);
                    self.cancel.store(true, Ordering::Relaxed);
                }
            }
        };
        std::thread::scope(|scope| {
            for _ in 0..rayon::current_num_threads().min(self.rows.len()) {
                scope.spawn(work);
            }
        });
        let sheet = sheet.into_inner().unwrap_or_else(PoisonError::into_inner);
        match sheet.fault {
            Some(fault) => Err(fault),
            None => self.end(sheet),
        }
    }

    /// The file of answers, with those that it has.
    fn sheet(&self) -> Result<Sheet, Error> {
        let path = &self.args.out;
        let write = |source| Error::Write {
            path: path.clone(),
            source,
        };
        let new = !path.exists();
        let mut file = OpenOptions::new()
            .create(true)
            .append(true)
            .open(path)
            .map_err(write)?;
        if new {
            let [id, moves] = &self.columns;
            file.write_all(table::line([id, moves]).as_bytes())
                .map_err(write)?;
        }
        Ok(Sheet {
            file,
            answers: vec![None; self.rows.len()],
            shorter: 0,
            progress: Progress::new(self.rows.len()),
            fault: None,
        })
    }

    /// Solves one row, unless the file has its answer.
    fn row(&self, at: usize, sheet: &Mutex<Sheet>) -> Result<(), Error> {
        let (row, board) = (&self.rows[at], &self.boards[self.board_of[at]]);
        let state = board.state(row).map_err(|refusal| Error::State {
            path: self.args.states.clone(),
            id: row.id.clone(),
            message: refusal.to_string(),
        })?;
        let replayed = |answers: &HashMap<String, String>, file: &Path| {
            let text = answers.get(&row.id)?;
            let moves = board.read(text);
            let path = moves.and_then(|moves| board.replayed(&state, &moves, row.wildcards));
            if path.is_none() {
                let file = file.display();
                stream::tell(&format!(
                    "warning: {file}, row {}: the moves do not solve it",
                    row.id
                ));
            }
            path
        };
        let done = replayed(&self.done, &self.args.out);
        let is_done = done.is_some();
        let old = self.args.keep_best.as_deref();
        let old = old.and_then(|file| replayed(&self.old, file));
        let shorter = |a: Option<Moves>, b: Option<Moves>| match (a, b) {
            (Some(a), Some(b)) => Some(if a.len() < b.len() { a } else { b }),
            (a, b) => a.or(b),
        };
        let old = shorter(done, old);
        let found = match is_done || old.as_ref().is_some_and(Vec::is_empty) {
            true => None,
            false => {
                let request = board.request(&state, old.as_ref()).cancel(&self.cancel);
                let answer = request.run().map_err(|error| Error::State {
                    path: self.args.states.clone(),
                    id: row.id.clone(),
                    message: error.to_string(),
                })?;
                if self.cancel.load(Ordering::Relaxed) {
                    // Left for the run that goes on.
                    return Ok(());
                }
                let moves = answer.outcome.solution.map(|moves| board.path(&moves));
                moves.and_then(|moves| board.replayed(&state, &moves, row.wildcards))
            }
        };
        let gained = found.is_some() && old.is_some();
        let answer = shorter(found, old);
        let mut sheet = sheet.lock().unwrap_or_else(PoisonError::into_inner);
        sheet.shorter += usize::from(gained);
        if let (Some(answer), false) = (&answer, is_done) {
            let line = table::line([&row.id, &Board::write(answer)]);
            let written = sheet.file.write_all(line.as_bytes());
            written.map_err(|source| Error::Write {
                path: self.args.out.clone(),
                source,
            })?;
        }
        sheet.answers[at] = answer;
        let (rows, moves) = sheet.total();
        sheet
            .progress
            .step(&format!("{rows} solved in {moves} moves"));
        Ok(())
    }

    /// Writes all answers in the order of the rows, and says what they come to.
    fn end(&self, sheet: Sheet) -> Result<Exit, Error> {
        let (solved, moves) = sheet.total();
        drop(sheet.progress);
        let all = self.rows.len();
        let whole = sheet.answers.iter().all(Option::is_some);
        if whole {
            let [id, path] = &self.columns;
            let mut text = table::line([id, path]);
            for (row, answer) in self.rows.iter().zip(&sheet.answers) {
                let moves = answer.as_ref().map(Board::write).unwrap_or_default();
                text += &table::line([&row.id, &moves]);
            }
            replace(&self.args.out, &text)?;
        }
        let out = self.args.out.display();
        stream::tell(&format!(
            "{out}: {solved} of {all} states solved in {moves} moves, every one replayed"
        ));
        if self.args.keep_best.is_some() {
            stream::tell(&format!("shorter than before: {}", sheet.shorter));
        }
        Ok(if whole { Exit::Done } else { Exit::Unsolved })
    }
}

impl Sheet {
    /// How many rows have an answer, and the moves of all answers.
    fn total(&self) -> (usize, usize) {
        let solved = self.answers.iter().flatten();
        solved.fold((0, 0), |(rows, moves), answer| {
            (rows + 1, moves + answer.len())
        })
    }
}

/// The puzzle of a row.
fn puzzle(args: &Args, models: &[Model], row: &Row) -> Result<Puzzle, Error> {
    let inside = models.iter().find_map(Model::own_puzzle);
    Ok(match (&args.puzzle, &row.kind, inside) {
        (Some(file), Some((kind, solved)), _) => Puzzle::open(format!("{file}#{kind}={solved}"))?,
        (Some(name), None, _) => Puzzle::find(name)?,
        (None, _, Some(puzzle)) => puzzle?,
        (None, _, None) => return Err(Error::NoPuzzle),
    })
}

/// Replaces a file at once.
fn replace(path: &Path, text: &str) -> Result<(), Error> {
    let write = |source| Error::Write {
        path: path.into(),
        source,
    };
    let beside = path.with_extension("csv.new");
    fs::write(&beside, text).map_err(write)?;
    fs::rename(&beside, path).map_err(write)
}
