//! Many puzzles in one table, as Kaggle's contest of 2023 has them: `puzzle_info.csv`.
//!
//! A row is a type and its moves, of each place the place before the move: `cube_2/2/2,"{'f0': [0, 1, …], …}"`. A
//! puzzle is chosen by its type; `TYPE=A;A;B` gives the symbol at each place of the solved puzzle too. Without symbols
//! all stickers differ. A hyphen before a name is the move that undoes it, as in `-f0`.

use super::kaggle::of_moves;
use super::{Described, Format, Located, Tables, beginning, json};

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
            (Some(row), None) => Ok(puzzle(text, row, None)?.tables),
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
        puzzle(text, row, symbols)
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

fn puzzle(text: &str, row: Row<'_>, solved: Option<&str>) -> Result<Described, Located> {
    // As JSON, every byte at its place.
    let json = row.moves.replace('"', " ").replace('\'', "\"");
    let located = |fault: Located| Located::new(text, row.at + fault.at, fault.code, fault.message);
    let moves = json::read(&json).map_err(located)?;
    let mut symbols: Vec<(String, u16)> = Vec::new();
    let colours = solved.map(|solved| {
        let words = solved.split(';').map(str::trim).enumerate();
        let colour = words.map(|(place, word)| {
            // A symbol is the colour with the number of the first place that has it.
            let known = symbols.iter().find(|(name, _)| name == word);
            known.map(|&(_, colour)| colour).unwrap_or_else(|| {
                symbols.push((word.to_owned(), place as u16));
                place as u16
            })
        });
        colour.collect()
    });
    let tables = of_moves(&json, &moves, colours).map_err(located)?;
    Ok(Described {
        symbols,
        ..Described::from(tables)
    })
}

#[cfg(test)]
mod tests {
    use super::super::checks::names;
    use super::super::{self as formats, ParseError};

    const BOARDS: &str = include_str!("../../../examples/puzzles/boards.csv");

    #[test]
    fn a_puzzle_is_chosen_by_its_type() {
        let chosen = |part| formats::describe(BOARDS.as_bytes(), Some(part));
        let ring = chosen("ring_5").unwrap().tables;
        assert_eq!(names(&ring), ["turn", "-turn", "swap"]);
        assert_eq!(ring.colours, [0, 1, 2, 3, 4]);
        let same = "{\"central_state\":[0,1,1,3,1],\"generators\":{\"turn\":[4,0,1,2,3],\"swap\":[1,0,2,3,4]}}";
        let coloured = chosen("ring_5=A;B;B;C;B").unwrap().tables;
        assert_eq!(Ok(coloured), formats::read(same.as_bytes()));
        let refused =
            |result: Result<_, ParseError>| result.map(|_: formats::Described| ()).unwrap_err();
        let none = refused(chosen("ring_6"));
        assert_eq!(none.code(), "santa-choose");
        assert!(
            none.to_string().contains("there are ring_5, beads_6"),
            "{none}"
        );
        assert_eq!(refused(chosen("ring_5=A;B")).code(), "kaggle-places");
        let all = formats::read(BOARDS.as_bytes()).unwrap_err();
        assert_eq!(all.code(), "santa-choose");
        let (one, _) = BOARDS.split_once("beads").unwrap();
        assert_eq!(formats::read(one.as_bytes()), Ok(ring));
        // The place of a fault is that of the file.
        let wrong = one.replace("[1, 0, 2", "[1, 1, 2");
        match formats::read(wrong.as_bytes()) {
            Err(ParseError::Located(fault)) => assert_eq!(
                (fault.code, fault.line, fault.at),
                ("kaggle-place-twice", 2, wrong.find("1, 2, 3, 4]}").unwrap())
            ),
            other => panic!("{other:?}"),
        }
        let gap = formats::describe(b"a:=(1,2);", Some("b"));
        assert_eq!(refused(gap).code(), "one-puzzle");
    }
}
