//! Definitions in formats of pieces.

use super::super::orbits::{Layout, Orbit, Turn};
use super::{list, quoted};
use crate::puzzles::defined::anatomy::Anatomy;
use std::fmt::Write;

pub(super) fn kpuzzle(anatomy: &Anatomy, moves: &[(String, &[u16])], name: &str) -> String {
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

pub(super) fn tws(anatomy: &Anatomy, moves: &[(String, &[u16])], name: &str) -> String {
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
