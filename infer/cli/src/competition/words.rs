//! What a run says of its models and of what came of its rows.

use super::board::Board;
use super::error::CompetitionError as Error;
use super::session::{Looked, Results, Session};
use super::sheet::Entry;
use crate::error::Exit;
use crate::stream;
use quarterturn::Puzzle;
use quarterturn::models::Model;
use std::collections::{HashMap, HashSet};
use std::sync::atomic::Ordering;

/// Rows that a message names.
const NAMED: usize = 5;

/// The first of some rows by name; `…` stands for others.
fn named<'a>(mut ids: impl Iterator<Item = &'a str>) -> String {
    let mut all: Vec<&str> = ids.by_ref().take(NAMED).collect();
    if ids.next().is_some() {
        all.push("…");
    }
    all.join(", ")
}

impl Session<'_> {
    /// Names the models that are not for all rows, if other rows have none.
    pub(super) fn say_who_serves(&self, models: &[Model]) {
        let all = self.rows.len();
        let unserved = |&at: &usize| self.boards[self.board_of[at]].is_unserved();
        let unserved = (0..all).find(unserved);
        for (nth, name) in self.args.model.iter().enumerate() {
            let rows = self.rows.iter().zip(&self.board_of);
            let served = rows.filter(|&(_, &board)| self.boards[board].model == Some(nth));
            let served: Vec<&str> = served.map(|(row, _)| &*row.id).collect();
            if served.is_empty() {
                let model = models.get(nth);
                let own = model.and_then(Model::puzzle);
                let own = own.as_ref().map(Puzzle::name);
                let own = own
                    .or(model.map(|model| &*model.family))
                    .unwrap_or_default();
                stream::tell(&format!(
                    "warning: {name} serves none of {all} rows: it is for {own}"
                ));
                continue;
            }
            if unserved.is_some() {
                let count = served.len();
                stream::tell(&format!(
                    "warning: {name} serves {count} of {all} rows: {}",
                    named(served.into_iter())
                ));
            }
        }
        let Some(row) = unserved
            .filter(|_| !models.is_empty())
            .map(|at| &self.rows[at])
        else {
            return;
        };
        let make = match (&self.args.puzzle, &row.kind) {
            (Some(file), Some((kind, solved))) => {
                format!("; quarterturn-trainer learn '{file}#{kind}={solved}' makes one for it")
            }
            _ => String::new(),
        };
        stream::tell(&format!(
            "warning: row {} and its like have no network and are searched exactly{make}",
            row.id
        ));
    }

    /// Writes all answers in the order of the rows, and says what they come to.
    pub(super) fn end(
        &self,
        looked: &[Option<Looked>],
        results: Results,
        was_done: bool,
    ) -> Result<Exit, Error> {
        let (solved, moves) = results.total();
        drop(results.progress);
        let own: HashMap<&str, usize> = (self.rows.iter().zip(0..))
            .map(|(row, at)| (&*row.id, at))
            .collect();
        let written: Vec<Option<String>> = (results.answers.iter())
            .map(|answer| answer.as_ref().map(Board::write))
            .collect();
        self.sheet.finish(&self.ids, |id| {
            let Some(&at) = own.get(id) else {
                return Entry::Kept;
            };
            let Some(row) = &looked[at] else {
                return Entry::Kept;
            };
            let Some(answer) = &results.answers[at] else {
                return Entry::None;
            };
            match &row.kept {
                Some((kept, Some(line))) if kept.len() == answer.len() => Entry::Line(*line),
                _ => written[at].as_deref().map_or(Entry::None, Entry::New),
            }
        })?;
        let (all, out) = (self.rows.len(), self.args.out.display());
        let replayed = if solved > 0 {
            ", every one replayed"
        } else {
            ""
        };
        stream::tell(&format!(
            "{out}: {solved} of {all} states solved in {moves} moves{replayed}"
        ));
        let held = self.sheet.held().lines.iter();
        let others: HashSet<&str> = held
            .map(|line| &*line.id)
            .filter(|id| !own.contains_key(id))
            .collect();
        if !others.is_empty() {
            let count = others.len();
            stream::tell(&format!(
                "other rows of the file, kept as they are: {count}"
            ));
        }
        if was_done && solved == all && !self.in_place {
            stream::tell(&format!(
                "nothing was searched: every row had its answer; --keep-best {out} looks for shorter ones"
            ));
        }
        if !self.args.keep_best.is_empty() {
            stream::tell(&format!("shorter than before: {}", results.shorter));
        }
        let rows = self.rows.iter().zip(&results.answers);
        let without = rows.filter(|(_, answer)| answer.is_none());
        let without = named(without.map(|(row, _)| &*row.id));
        if without.is_empty() {
            return Ok(Exit::Done);
        }
        if self.cancel.load(Ordering::Relaxed) {
            return Ok(Exit::Unsolved);
        }
        stream::tell(&format!(
            "without an answer: {without}; a network, a larger --time-limit or a larger --width may solve more"
        ));
        Ok(Exit::Unsolved)
    }
}
