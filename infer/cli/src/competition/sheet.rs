//! The file of answers. It keeps every row that it holds.

use super::error::CompetitionError as Error;
use super::table::{self, Answers, Line};
use crate::stream;
use quarterturn_lab::files::{self, Kind};
use std::collections::HashSet;
use std::fs::{File, OpenOptions, TryLockError};
use std::io::Write;
use std::path::Path;
use std::sync::{Mutex, PoisonError};

/// A file of answers.
#[derive(Debug)]
pub struct Sheet {
    held: Answers,
    head: Vec<u8>,
    /// Set from [`Sheet::begin`] on.
    file: Mutex<Option<File>>,
}

/// What the file gets for a row in the end.
#[derive(Debug)]
pub enum Entry<'a> {
    /// The lines that it has, as they stand.
    Kept,
    /// One of its lines.
    Line(usize),
    /// Other moves.
    New(&'a str),
    /// Nothing.
    None,
}

impl Sheet {
    /// The sheet of a file, which need not be there. A file that is none is begun again with `force`.
    pub fn open(
        path: &Path,
        columns: &[String; 2],
        inputs: &[&Path],
        force: bool,
    ) -> Result<Self, Error> {
        let begins = |bytes: &[u8]| table::begins(bytes, columns);
        let kind = Kind {
            name: "a file of such answers",
            begins: &begins,
        };
        files::may_write(path, &kind, inputs, force)?;
        let mut held = Answers::read(path)?;
        let own = |head: &Line| head.id == columns[0] && head.moves.as_ref() == Some(&columns[1]);
        if !held.head.as_ref().is_some_and(own) {
            held = Answers::empty(path);
        }
        for (id, lines) in held.repeated() {
            stream::tell(&format!(
                "warning: {}: row {id} is there {} times, in lines {}",
                path.display(),
                lines.len(),
                lines.join(", ")
            ));
        }
        let [id, moves] = columns;
        let head = held.head.as_ref().map(|head| head.bytes.clone());
        Ok(Self {
            head: head.unwrap_or_else(|| table::line([id, moves]).into_bytes()),
            held,
            file: Mutex::default(),
        })
    }

    /// The answers that it holds.
    pub fn held(&self) -> &Answers {
        &self.held
    }

    /// Makes the file ready for more, without lines that do not solve their rows.
    pub fn begin(&self, spoiled: &HashSet<usize>) -> Result<(), Error> {
        let mut file = self.locked()?;
        if !self.held.is_tidy || !spoiled.is_empty() {
            let lines = self.held.lines.iter().enumerate();
            let kept = lines.filter(|(nth, _)| !spoiled.contains(nth));
            self.replace(kept.map(|(_, line)| line.bytes.as_slice()))?;
            file = self.locked()?;
        }
        *self.file.lock().unwrap_or_else(PoisonError::into_inner) = Some(file);
        Ok(())
    }

    /// The file, which no other run writes meanwhile.
    fn locked(&self) -> Result<File, Error> {
        let path = &self.held.path;
        let open = OpenOptions::new().create(true).append(true).open(path);
        let file = open.map_err(|source| self.fault(source))?;
        match file.try_lock() {
            Ok(()) => Ok(file),
            Err(TryLockError::WouldBlock) => Err(Error::Busy(path.clone())),
            Err(TryLockError::Error(source)) => Err(self.fault(source)),
        }
    }

    /// Adds an answer at once.
    pub fn append(&self, id: &str, moves: &str) -> Result<(), Error> {
        let mut file = self.file.lock().unwrap_or_else(PoisonError::into_inner);
        let Some(file) = file.as_mut() else {
            return Ok(());
        };
        let written = file.write_all(table::line([id, moves]).as_bytes());
        written.map_err(|source| self.fault(source))
    }

    /// Writes all answers: those of the `rows` in their order, then the lines of other rows.
    pub fn finish<'a>(
        &self,
        rows: &[String],
        entry: impl Fn(&str) -> Entry<'a>,
    ) -> Result<(), Error> {
        let mut lines: Vec<Vec<u8>> = Vec::new();
        let known: HashSet<&str> = rows.iter().map(String::as_str).collect();
        let line = |&nth: &usize| self.held.lines[nth].bytes.clone();
        for id in rows {
            match entry(id) {
                Entry::Kept => lines.extend(self.held.of(id).iter().map(line)),
                Entry::Line(nth) => lines.push(line(&nth)),
                Entry::New(moves) => lines.push(table::line([id, moves]).into_bytes()),
                Entry::None => {}
            }
        }
        let others = self.held.lines.iter();
        let others = others.filter(|line| !known.contains(&*line.id));
        lines.extend(others.map(|line| line.bytes.clone()));
        self.replace(lines.iter().map(Vec::as_slice))
    }

    /// Replaces the file at once.
    fn replace<'a>(&self, lines: impl Iterator<Item = &'a [u8]>) -> Result<(), Error> {
        let lines: Vec<&[u8]> = lines.collect();
        let text = [self.head.as_slice(), &lines.concat()].concat();
        files::write(&self.held.path, &text).map_err(|source| self.fault(source))
    }

    fn fault(&self, source: std::io::Error) -> Error {
        let path = self.held.path.clone();
        Error::Write { path, source }
    }
}
