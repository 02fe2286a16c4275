//! The files of a competition: states that come in, moves that go out.

use super::CompetitionError as Error;
use std::collections::HashMap;
use std::fs::File;
use std::io;
use std::path::Path;

/// A state to be solved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    /// What the competition calls it.
    pub id: String,
    /// The state, as it writes them.
    pub state: String,
    /// The kind of puzzle and its solved state, where the table has several kinds.
    pub kind: Option<(String, String)>,
    /// How many places of the puzzle may differ from the solved state in the end.
    pub wildcards: usize,
}

/// All states of a competition, and what the columns of an answer are called.
#[derive(Debug)]
pub struct Table {
    /// The states.
    pub rows: Vec<Row>,
    /// The columns of an answer.
    pub answer: [String; 2],
}

/// The columns that are read.
const STATE: &str = "initial_state";
const KIND: &str = "puzzle_type";
const SOLVED: &str = "solution_state";
const WILDCARDS: &str = "num_wildcards";

/// Reads the states of a competition.
pub fn states(path: &Path) -> Result<Table, Error> {
    let mut reader = open(path)?;
    let heads = reader
        .headers()
        .map_err(|source| bad(path, &source))?
        .clone();
    let column = |name: &str| heads.iter().position(|head| head.trim() == name);
    let state = column(STATE).ok_or_else(|| Error::Columns {
        path: path.into(),
        wanted: STATE,
        found: heads.iter().collect::<Vec<_>>().join(", "),
    })?;
    let (kind, solved, wildcards) = (column(KIND), column(SOLVED), column(WILDCARDS));
    let mut rows = Vec::new();
    for record in reader.records() {
        let record = record.map_err(|source| bad(path, &source))?;
        let line = record.position().map_or(0, csv::Position::line);
        let field = |at: usize| record.get(at).unwrap_or_default().trim().to_owned();
        let count = wildcards.map(|at| field(at).parse());
        rows.push(Row {
            id: field(0),
            state: field(state),
            kind: kind
                .zip(solved)
                .map(|(kind, solved)| (field(kind), field(solved))),
            wildcards: count.unwrap_or(Ok(0)).map_err(|_| Error::Line {
                path: path.into(),
                line,
                message: format!("{WILDCARDS} is not a number"),
            })?,
        });
    }
    let moves = if kind.is_some() { "moves" } else { "path" };
    let id = heads.get(0).unwrap_or("id").trim().to_owned();
    Ok(Table {
        rows,
        answer: [id, moves.into()],
    })
}

/// Reads answers: the moves of each state by its name. A file that is not there holds none.
pub fn answers(path: &Path, needed: bool) -> Result<HashMap<String, String>, Error> {
    if !needed && !path.exists() {
        return Ok(HashMap::new());
    }
    let mut all = HashMap::new();
    for record in open(path)?.records() {
        let record = record.map_err(|source| bad(path, &source))?;
        let (Some(id), Some(moves)) = (record.get(0), record.get(1)) else {
            let line = record.position().map_or(0, csv::Position::line);
            return Err(Error::Line {
                path: path.into(),
                line,
                message: "an answer is a state's name and its moves".into(),
            });
        };
        all.insert(id.trim().to_owned(), moves.trim().to_owned());
    }
    Ok(all)
}

/// One line of an answer.
pub fn line(fields: [&str; 2]) -> String {
    let mut writer = csv::Writer::from_writer(Vec::new());
    let written = writer
        .write_record(fields)
        .ok()
        .and_then(|()| writer.into_inner().ok());
    String::from_utf8(written.unwrap_or_default()).unwrap_or_default()
}

fn open(path: &Path) -> Result<csv::Reader<File>, Error> {
    let file = File::open(path).map_err(|source| Error::Read {
        path: path.into(),
        source,
    })?;
    Ok(csv::ReaderBuilder::new().flexible(true).from_reader(file))
}

fn bad(path: &Path, error: &csv::Error) -> Error {
    match error.position() {
        Some(position) => Error::Line {
            path: path.into(),
            line: position.line(),
            message: error.to_string(),
        },
        None => Error::Read {
            path: path.into(),
            source: io::Error::other(error.to_string()),
        },
    }
}
