//! Definitions as text, for other programs: what [`read`](super::read) reads, written.
//!
//! Moves that undo the one before them are left out, as every format has them anyway.

mod pieces;
#[cfg(test)]
mod tests;

use pieces::{kpuzzle, tws};

use super::names::is_rotation;
use super::orbits::Orbit;
use super::{Described, Tables};
use crate::puzzles::defined::anatomy::Anatomy;
use std::collections::{HashMap, HashSet};
use std::fmt::Write;

/// A format that definitions are written in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Target {
    /// KPuzzle JSON: pieces.
    KPuzzle,
    /// A file for twsearch and ksolve: pieces.
    Tws,
    /// A file for GAP: stickers.
    Gap,
    /// `puzzle_info.json` of Kaggle: stickers.
    Kaggle,
}

/// Writes a definition. Its moves do the same in the same order. Stickers keep their order in formats of
/// stickers, and in formats of pieces if the puzzle has pieces; else pieces are found. Names that a format cannot have
/// are changed. `name` is what the puzzle is called where the file says so.
pub fn write(described: &Described, target: Target, name: &str) -> String {
    let tables = &described.tables;
    let moves = moves(tables, target);
    match target {
        Target::Gap => gap(tables, &moves),
        Target::Kaggle => kaggle(tables, &moves, name),
        Target::KPuzzle | Target::Tws => {
            let anatomy = match &described.layout {
                Some(layout) => Anatomy::given(layout.clone()),
                None => Anatomy::of(tables),
            };
            // In twsearch an orientation counts in full or not at all.
            let whole = |orbit: &Orbit| {
                let n = orbit.orientations as u16;
                orbit
                    .moduli
                    .iter()
                    .all(|&period| period == n || period == 1)
            };
            let partly = target == Target::Tws && !anatomy.layout.orbits.iter().all(whole);
            let written = |anatomy: &Anatomy| match target {
                Target::Tws => tws(anatomy, &moves, name),
                _ => kpuzzle(anatomy, &moves, name),
            };
            // A move that only turns pieces in ways that cannot be seen is none there.
            let whole = |text: &str| {
                let read = super::read(text.as_bytes());
                read.is_ok_and(|read| read.moves.len() == tables.moves.len())
            };
            let text = (!partly)
                .then(|| written(&anatomy))
                .filter(|text| whole(text));
            text.unwrap_or_else(|| written(&Anatomy::flat(tables)))
        }
    }
}

/// The moves that are written, by names that the format can have.
fn moves(tables: &Tables, target: Target) -> Vec<(String, &[u16])> {
    let mut used = HashSet::new();
    let mut written: Vec<(String, &[u16])> = Vec::new();
    let mut before: Option<&[u16]> = None;
    let mut times: HashMap<&[u16], usize> = HashMap::new();
    let all = tables.moves.iter();
    all.for_each(|(_, from)| *times.entry(from).or_default() += 1);
    // Readers add what undoes a move once: where it is there twice, all are written.
    let once = |from: &[u16]| times.get(from) == Some(&1);
    for (name, from) in &tables.moves {
        let undoes = |other: &[u16]| {
            let back = |(place, &at): (usize, &u16)| usize::from(other[usize::from(at)]) == place;
            from.iter().enumerate().all(back)
        };
        let pair = |other: &[u16]| undoes(other) && other != from && once(other) && once(from);
        let known = before.is_some_and(pair);
        before = Some(from);
        if known {
            continue;
        }
        let mut name = named(name, target);
        while !used.insert(name.clone()) {
            name.push('_');
        }
        written.push((name, from));
    }
    written
}

fn named(name: &str, target: Target) -> String {
    let word = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let mut name = match target {
        Target::Gap => name.replace(|c| !word(c), "_"),
        _ => name.to_owned(),
    };
    let is_number = name.bytes().all(|byte| byte.is_ascii_digit());
    let rotates = matches!(target, Target::KPuzzle | Target::Tws) && is_rotation(&name);
    if target == Target::Gap && is_number || rotates {
        name.push('_');
    }
    name
}

fn list(numbers: &[u16]) -> String {
    let numbers: Vec<String> = numbers.iter().map(u16::to_string).collect();
    numbers.join(", ")
}

fn gap(tables: &Tables, moves: &[(String, &[u16])]) -> String {
    let mut text = String::new();
    for (name, from) in moves {
        let mut to = vec![0usize; from.len()];
        from.iter()
            .enumerate()
            .for_each(|(here, &from)| to[usize::from(from)] = here);
        let mut met = vec![false; to.len()];
        let _ = write!(text, "{name}:=");
        for start in 0..to.len() {
            let mut cycle = Vec::new();
            let mut at = start;
            while !std::mem::replace(&mut met[at], true) {
                cycle.push((at + 1).to_string());
                at = to[at];
            }
            if cycle.len() > 1 {
                let _ = write!(text, "({})", cycle.join(","));
            }
        }
        text += ";\n";
    }
    let names: Vec<&str> = moves.iter().map(|(name, _)| &**name).collect();
    let _ = writeln!(text, "Gen:=[{}];", names.join(","));
    // All stickers, so that those that nothing moves are there too.
    let mut groups: Vec<(u16, Vec<String>)> = Vec::new();
    for (place, &colour) in tables.colours.iter().enumerate() {
        let point = (place + 1).to_string();
        match groups.iter_mut().find(|(other, _)| *other == colour) {
            Some((_, group)) => group.push(point),
            None => groups.push((colour, vec![point])),
        }
    }
    let groups: Vec<String> = groups
        .iter()
        .map(|(_, group)| format!("[{}]", group.join(",")))
        .collect();
    let _ = writeln!(text, "ip:=[{}];", groups.join(","));
    text
}

fn kaggle(tables: &Tables, moves: &[(String, &[u16])], name: &str) -> String {
    let moves: Vec<String> = moves
        .iter()
        .map(|(name, from)| format!("    {}: [{}]", quoted(name), list(from)))
        .collect();
    format!(
        "{{\n  \"name\": {},\n  \"central_state\": [{}],\n  \"generators\": {{\n{}\n  }}\n}}\n",
        quoted(name),
        list(&tables.colours),
        moves.join(",\n")
    )
}

/// A string of JSON.
fn quoted(text: &str) -> String {
    let mut quoted = String::from("\"");
    for c in text.chars() {
        match c {
            '"' | '\\' => quoted.extend(['\\', c]),
            c if c < ' ' => {
                let _ = write!(quoted, "\\u{:04x}", u32::from(c));
            }
            c => quoted.push(c),
        }
    }
    quoted + "\""
}
