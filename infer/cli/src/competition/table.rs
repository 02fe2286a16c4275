//! The files of a competition: states that come in, moves that go out.

use super::error::CompetitionError as Error;
use std::collections::HashMap;
use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};

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
    let (mut rows, mut lines) = (Vec::new(), HashMap::new());
    for record in reader.records() {
        let record = record.map_err(|source| bad(path, &source))?;
        let line = record.position().map_or(0, csv::Position::line);
        let field = |at: usize| record.get(at).unwrap_or_default().trim().to_owned();
        if let Some(first) = lines.insert(field(0), line) {
            return Err(Error::Line {
                path: path.into(),
                line,
                message: format!("row {} is there already, in line {first}", field(0)),
            });
        }
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

/// A line of a file of answers.
#[derive(Debug)]
pub struct Line {
    /// The row that it answers.
    pub id: String,
    /// Its moves; none where the line ends before them.
    pub moves: Option<String>,
    /// Its number in the file, from 1.
    pub number: u64,
    /// The line as it stands, with its end.
    pub bytes: Vec<u8>,
}

/// A file of answers.
#[derive(Debug)]
pub struct Answers {
    /// Where it is.
    pub path: PathBuf,
    /// The names of the columns, as they stand.
    pub head: Option<Line>,
    /// Its answers.
    pub lines: Vec<Line>,
    /// Of each row its answers.
    by_row: HashMap<String, Vec<usize>>,
    /// Whether it can be added to: its last line is whole, and no other line repeats the names of the columns.
    pub is_tidy: bool,
}

impl Answers {
    /// A file that has none yet, and not the names of its columns.
    pub fn empty(path: &Path) -> Self {
        Self {
            path: path.into(),
            head: None,
            lines: Vec::new(),
            by_row: HashMap::new(),
            is_tidy: false,
        }
    }

    /// Those of a file; none where there is no such file.
    pub fn read(path: &Path) -> Result<Self, Error> {
        let bytes = match fs::read(path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => Vec::new(),
            read => read.map_err(|source| Error::Read {
                path: path.into(),
                source,
            })?,
        };
        let mut lines = records(path, &bytes)?;
        let head = (!lines.is_empty()).then(|| lines.remove(0));
        let all = lines.len();
        lines.retain(|line| {
            let twice = head.as_ref().filter(|head| head.id == line.id);
            twice.is_none_or(|head| head.moves != line.moves)
        });
        let mut by_row: HashMap<String, Vec<usize>> = HashMap::new();
        for (nth, line) in lines.iter().enumerate() {
            by_row.entry(line.id.clone()).or_default().push(nth);
        }
        Ok(Self {
            path: path.into(),
            is_tidy: lines.len() == all && bytes.last().is_none_or(|&byte| byte == b'\n'),
            head,
            lines,
            by_row,
        })
    }

    /// The numbers of a row's answers.
    pub fn of(&self, id: &str) -> &[usize] {
        self.by_row.get(id).map_or(&[], Vec::as_slice)
    }

    /// The rows that have several answers, in their order.
    pub fn repeated(&self) -> impl Iterator<Item = (&str, Vec<String>)> {
        let first = |(nth, line): (usize, &Line)| self.of(&line.id)[0] == nth;
        let firsts = self.lines.iter().enumerate().filter(move |&at| first(at));
        firsts.filter_map(|(_, line)| {
            let all = self.of(&line.id);
            let number = |&nth: &usize| self.lines[nth].number.to_string();
            (all.len() > 1).then(|| (&*line.id, all.iter().map(number).collect()))
        })
    }
}

/// Whether a file of answers may begin so.
pub fn begins(bytes: &[u8], columns: &[String; 2]) -> bool {
    let first = records(Path::new(""), bytes).unwrap_or_default();
    let head = first.first();
    head.is_some_and(|head| head.id == columns[0] && head.moves.as_ref() == Some(&columns[1]))
}

/// The lines of a file with names of columns and answers.
fn records(path: &Path, bytes: &[u8]) -> Result<Vec<Line>, Error> {
    let mut builder = csv::ReaderBuilder::new();
    let mut reader = builder.flexible(true).has_headers(false).from_reader(bytes);
    let (mut record, mut lines) = (csv::ByteRecord::new(), Vec::new());
    let mut start = 0;
    let end_of_line = match bytes.iter().position(|&byte| byte == b'\n') {
        Some(at) if at > 0 && bytes[at - 1] == b'\r' => &b"\r\n"[..],
        _ => b"\n",
    };
    while reader
        .read_byte_record(&mut record)
        .map_err(|source| bad(path, &source))?
    {
        let end = reader.position().byte() as usize;
        let field = |at: usize| {
            let text = String::from_utf8_lossy(record.get(at)?);
            Some(text.trim().trim_start_matches('\u{feff}').to_owned())
        };
        let is_end = |byte: &u8| matches!(byte, b'\r' | b'\n');
        let mut line = &bytes[start..end];
        while let Some((_, rest)) = line.split_first().filter(|(first, _)| is_end(first)) {
            line = rest;
        }
        while let Some((_, rest)) = line.split_last().filter(|(last, _)| is_end(last)) {
            line = rest;
        }
        lines.push(Line {
            id: field(0).unwrap_or_default(),
            moves: field(1),
            number: record.position().map_or(0, csv::Position::line),
            bytes: [line, end_of_line].concat(),
        });
        start = end;
    }
    Ok(lines)
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
