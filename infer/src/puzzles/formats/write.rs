//! Definitions as text, for other programs: what [`read`](super::read) reads, written.
//!
//! Moves that undo the one before them are left out, as every format has them anyway.

use super::names::is_rotation;
use super::orbits::{Layout, Orbit, Turn};
use super::{Described, Tables};
use crate::puzzles::anatomy::Anatomy;
use std::collections::HashSet;
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
            let anatomy = match partly {
                true => Anatomy::flat(tables),
                false => anatomy,
            };
            match target {
                Target::Tws => tws(&anatomy, &moves, name),
                _ => kpuzzle(&anatomy, &moves, name),
            }
        }
    }
}

/// The moves that are written, by names that the format can have.
fn moves(tables: &Tables, target: Target) -> Vec<(String, &[u16])> {
    let mut used = HashSet::new();
    let mut written: Vec<(String, &[u16])> = Vec::new();
    let mut before: Option<&[u16]> = None;
    for (name, from) in &tables.moves {
        let undoes = |other: &[u16]| {
            let back = |(place, &at): (usize, &u16)| usize::from(other[usize::from(at)]) == place;
            from.iter().enumerate().all(back)
        };
        let known = before.is_some_and(undoes) && before != Some(from);
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

fn kpuzzle(anatomy: &Anatomy, moves: &[(String, &[u16])], name: &str) -> String {
    let layout = &anatomy.layout;
    let orbits = layout.orbits.iter().map(|orbit| {
        format!(
            "    {{\"orbitName\": {}, \"numPieces\": {}, \"numOrientations\": {}}}",
            quoted(&orbit.name),
            orbit.slots(),
            orbit.orientations
        )
    });
    let solved = layout.orbits.iter().map(|orbit| {
        let n = orbit.orientations as u16;
        let moduli: Vec<u16> = orbit.moduli.iter().map(|&period| period % n).collect();
        let counted = |period: &u16| *period == 0;
        let moduli = match moduli.iter().all(counted) {
            true => String::new(),
            false => {
                let moduli: Vec<u16> = orbit.moduli.clone();
                format!(", \"orientationMod\": [{}]", list(&moduli))
            }
        };
        format!(
            "    {}: {{\"pieces\": [{}], \"orientation\": [{}]{moduli}}}",
            quoted(&orbit.name),
            list(&orbit.solved.pieces),
            list(&orbit.solved.orientations)
        )
    });
    let moves = moves.iter().map(|(name, from)| {
        let turns = turned(layout, anatomy.turns(from)).map(|(orbit, turn)| {
            format!(
                "\n      {}: {{\"permutation\": [{}], \"orientationDelta\": [{}]}}",
                quoted(&orbit.name),
                list(&turn.from),
                list(&turn.by)
            )
        });
        format!(
            "    {}: {{{}}}",
            quoted(name),
            turns.collect::<Vec<_>>().join(",")
        )
    });
    let joined = |lines: Vec<String>| lines.join(",\n");
    format!(
        "{{\n  \"name\": {},\n  \"orbits\": [\n{}\n  ],\n  \"defaultPattern\": {{\n{}\n  }},\n  \"moves\": {{\n{}\n  }}\n}}\n",
        quoted(name),
        joined(orbits.collect()),
        joined(solved.collect()),
        joined(moves.collect())
    )
}

fn tws(anatomy: &Anatomy, moves: &[(String, &[u16])], name: &str) -> String {
    let layout = &anatomy.layout;
    let line = |numbers: &[u16], first: u16| {
        let numbers: Vec<String> = numbers.iter().map(|n| (n + first).to_string()).collect();
        numbers.join(" ") + "\n"
    };
    let mut text = format!("Name {}\n\n", name.replace(char::is_whitespace, "_"));
    for orbit in &layout.orbits {
        let _ = writeln!(
            text,
            "Set {} {} {}",
            word(&orbit.name),
            orbit.slots(),
            orbit.orientations
        );
    }
    text += "\nSolved\n";
    for orbit in &layout.orbits {
        // Numbers of pieces have no gaps.
        let mut pieces: Vec<u16> = orbit.solved.pieces.clone();
        pieces.sort_unstable();
        pieces.dedup();
        let rank = |piece: &u16| pieces.partition_point(|other| other < piece) as u16;
        let ranks: Vec<u16> = orbit.solved.pieces.iter().map(rank).collect();
        let _ = write!(text, "{}\n{}", word(&orbit.name), line(&ranks, 1));
        if orbit.orientations > 1 {
            let turned = orbit.solved.orientations.iter().zip(&orbit.moduli);
            let turned = turned.map(|(by, &period)| match period {
                1 => "?".to_owned(),
                _ => by.to_string(),
            });
            text += &(turned.collect::<Vec<_>>().join(" ") + "\n");
        }
    }
    text += "End\n";
    for (name, from) in moves {
        let _ = writeln!(text, "\nMove {name}");
        for (orbit, turn) in turned(layout, anatomy.turns(from)) {
            // In a move orientations belong to pieces.
            let mut by = vec![0; orbit.slots()];
            turn.from
                .iter()
                .zip(&turn.by)
                .for_each(|(&slot, &turned)| by[usize::from(slot)] = turned);
            let _ = write!(text, "{}\n{}", word(&orbit.name), line(&turn.from, 1));
            if orbit.orientations > 1 {
                text += &line(&by, 0);
            }
        }
        text += "End\n";
    }
    text
}

/// The orbits that a move does something to.
fn turned(layout: &Layout, turns: Vec<Turn>) -> impl Iterator<Item = (&Orbit, Turn)> {
    let all = layout.orbits.iter().zip(turns);
    all.filter(|(orbit, turn)| *turn != Turn::none(orbit.slots()))
}

/// A name as one word that is no number.
fn word(name: &str) -> String {
    let word = name.replace(|c: char| c.is_whitespace() || c == '#', "_");
    match word.starts_with(|c: char| c.is_ascii_digit() || c == '?')
        || word.is_empty()
        || word == "End"
    {
        true => format!("_{word}"),
        false => word,
    }
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

#[cfg(test)]
mod tests {
    use super::super::{self as formats};
    use super::*;
    use crate::puzzles::same::{Sameness, same};

    const FILES: [&str; 5] = [
        include_str!("../../../examples/puzzles/floppy.tws"),
        include_str!("../../../examples/puzzles/pocket-cube.kpuzzle.json"),
        include_str!("../../../examples/puzzles/ring.json"),
        include_str!("../../../examples/necklace.json"),
        include_str!("../../../examples/pyraminx.gap"),
    ];
    const ALL: [Target; 4] = [Target::KPuzzle, Target::Tws, Target::Gap, Target::Kaggle];

    #[test]
    fn what_is_written_is_read_as_the_same_puzzle() {
        for file in FILES {
            let described = formats::describe(file.as_bytes(), None).unwrap();
            for target in ALL {
                let text = write(&described, target, "a puzzle");
                let again = formats::describe(text.as_bytes(), None)
                    .unwrap_or_else(|e| panic!("{e}: {text}"));
                let (was, is) = (&described.tables, &again.tables);
                assert_eq!(was.moves.len(), is.moves.len(), "{text}");
                let of_pieces = matches!(target, Target::KPuzzle | Target::Tws);
                match of_pieces && described.layout.is_none() {
                    false => assert_eq!(was.identity(), is.identity(), "{text}"),
                    true => assert!(
                        !matches!(same(was, is), Sameness::Different | Sameness::Unknown),
                        "{text}"
                    ),
                }
                // What is written once is written so again.
                assert_eq!(write(&again, target, "a puzzle"), text);
            }
        }
    }

    #[test]
    fn pieces_are_found() {
        let pyraminx = formats::read(FILES[4].as_bytes()).unwrap();
        let layout = Anatomy::of(&pyraminx).layout;
        let sizes: Vec<(usize, usize)> = layout
            .orbits
            .iter()
            .map(|o| (o.slots(), o.orientations))
            .collect();
        assert_eq!(
            sizes.iter().filter(|&&size| size == (6, 2)).count(),
            1,
            "{sizes:?}"
        );
        assert_eq!(
            sizes.iter().filter(|&&size| size == (1, 3)).count(),
            8,
            "{sizes:?}"
        );
        // Colours as on a box: each piece of two has one of each, in either order.
        let text = "a:=(1,3,5)(2,4,6); b:=(1,4)(2,3); ip:=[[1,4,5],[2,3,6]];";
        let tables = formats::read(text.as_bytes()).unwrap();
        let layout = Anatomy::of(&tables).layout;
        assert_eq!(layout.orbits[0].solved.pieces, [0, 0, 0]);
        assert_eq!(layout.orbits[0].solved.orientations, [0, 1, 0]);
        let half = "a:=(1,2,3,4)(5,6,7,8); b:=(1,5)(2,6)(3,7)(4,8); ip:=[[1,3],[2,4]];";
        let half = formats::describe(half.as_bytes(), None).unwrap();
        for target in ALL {
            let text = write(&half, target, "half");
            let again = formats::read(text.as_bytes()).unwrap();
            assert!(
                !matches!(same(&half.tables, &again), Sameness::Different),
                "{text}"
            );
        }
    }

    #[test]
    fn names_are_those_that_a_format_can_have() {
        let text = "{\"central_state\":[0,1,2],\"generators\":{\"x\":[1,2,0],\"a.b\":[1,0,2],\"a_b\":[0,2,1],\"7\":[2,1,0]}}";
        let described = formats::describe(text.as_bytes(), None).unwrap();
        for target in ALL {
            let again = formats::read(write(&described, target, "n").as_bytes()).unwrap();
            assert_eq!(again.identity(), described.tables.identity(), "{target:?}");
        }
    }

    #[test]
    fn puzzles_are_told_apart() {
        let tables = |text: &str| formats::read(text.as_bytes()).unwrap();
        let ring = tables("t:=(1,2,3,4,5);s:=(1,2);");
        let other = tables("s:=(4,5);t:=(5,1,2,3,4);");
        let Sameness::Renamed(names) = same(&ring, &other) else {
            panic!("one ring");
        };
        assert_eq!(names.len(), 3);
        for different in [
            "t:=(1,2,3,4,5);s:=(1,3);",
            "t:=(1,2,3,4,5);",
            "t:=(1,2,3,4,5);s:=(1,2);ip:=[[1,2]];",
        ] {
            assert_eq!(
                same(&ring, &tables(different)),
                Sameness::Different,
                "{different}"
            );
        }
        // Each edge has two stickers that always go together: one says it all.
        let once = tables("a:=(1,2,3);b:=(3,4,5);");
        let twice = tables("a:=(1,2,3)(6,7,8);b:=(3,4,5)(8,9,10);");
        assert!(matches!(same(&once, &twice), Sameness::Renamed(_)));
    }
}
