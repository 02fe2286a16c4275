//! Many puzzles in one table, as Kaggle's contest of 2023 has them: `puzzle_info.csv`.
//!
//! A row is a type and its moves, of each place the place before the move: `cube_2/2/2,"{'f0': [0, 1, …], …}"`. A
//! puzzle is chosen by its type; `TYPE=A;A;B` gives the symbol at each place of the solved puzzle too. Without symbols
//! all stickers differ. A hyphen before a name is the move that undoes it, as in `-f0`.

use super::kaggle::of_moves;
use super::{Described, Format, Located, Tables, beginning, json};
use std::collections::HashMap;

/// `puzzle_info.csv`.
#[derive(Clone, Copy, Debug)]
pub struct Santa;

const HEAD: &str = "puzzle_type,allowed_moves";

impl Format for Santa {
    fn name(&self) -> &'static str {
        "a puzzle_info.csv of Kaggle, such as `puzzle_type,allowed_moves` and a row a puzzle"
    }

    fn sniff(&self, bytes: &[u8]) -> bool {
        beginning(bytes).starts_with(HEAD.as_bytes())
    }

    fn read(&self, text: &str) -> Result<Tables, Located> {
        let mut rows = rows(text);
        match (rows.next(), rows.next()) {
            (Some(row), None) => puzzle(text, row, None),
            (None, _) => {
                let message = "there is no puzzle in this table";
                Err(Located::new(text, text.len(), "santa-empty", message))
            }
            _ => Err(choose(text, "this table holds several puzzles")),
        }
    }

    fn part(&self, text: &str, part: &str) -> Result<Described, Located> {
        let (name, symbols) = match part.split_once('=') {
            Some((name, symbols)) => (name, Some(symbols)),
            None => (part, None),
        };
        let found = rows(text).find(|row| row.name == name);
        let row = found.ok_or_else(|| choose(text, &format!("there is no puzzle {name:.40?}")))?;
        puzzle(text, row, symbols).map(Described::from)
    }
}

fn choose(text: &str, what: &str) -> Located {
    let names: Vec<&str> = rows(text).map(|row| row.name).take(40).collect();
    let first = names.first().copied().unwrap_or("TYPE");
    let message = format!(
        "{what}: choose one by its type, as in FILE#{first}; there are {}",
        names.join(", ")
    );
    Located::new(text, 0, "santa-choose", message)
}

/// A puzzle's type, and its moves with their byte offset.
#[derive(Clone, Copy)]
struct Row<'a> {
    name: &'a str,
    at: usize,
    moves: &'a str,
}

fn rows(text: &str) -> impl Iterator<Item = Row<'_>> {
    let rows = text.split_inclusive('\n').skip(1).filter_map(move |line| {
        let (name, moves) = line.split_once(',')?;
        let at = moves.as_ptr().addr() - text.as_ptr().addr();
        let moves = moves.trim_end();
        Some(Row { name, at, moves })
    });
    rows.filter(|row| !row.name.trim().is_empty())
}

fn puzzle(text: &str, row: Row<'_>, symbols: Option<&str>) -> Result<Tables, Located> {
    // As JSON, every byte at its place.
    let json = row.moves.replace('"', " ").replace('\'', "\"");
    let located = |fault: Located| Located::new(text, row.at + fault.at, fault.code, fault.message);
    let moves = json::read(&json).map_err(located)?;
    let colours = symbols.map(|symbols| {
        let mut known = HashMap::new();
        let symbols = symbols.split(';').map(str::trim).enumerate();
        let first = symbols.map(|(place, symbol)| *known.entry(symbol).or_insert(place as u16));
        first.collect()
    });
    let tables = of_moves(&json, &moves, colours).map_err(located)?;
    Ok(tables)
}
