//! Definitions for ksolve, ksolve+ and twsearch: `.def`, `.ksolve`, `.tws`.
//!
//! `Set NAME pieces orientations`, the solved puzzle (`Solved` … `End`: equal numbers are pieces alike, `?` is a piece
//! or an orientation that does not matter), and moves (`Move NAME` … `End`). Numbers of pieces count from 1, those
//! of `StartState` and `MoveTransformation` from 0. In a move the orientations belong to the pieces; elsewhere to
//! the slots. `MoveSequence NAME moves` is a move as well. What limits a search and not what moves do (`MoveLimits`,
//! `ForbiddenPairs`, `Slack` …) is passed over; what makes moves impossible in some states (`Illegal`, `Block`) is refused.

mod lines;
#[cfg(test)]
mod tests;

use lines::{Chunk, Line, Reader};

use super::derived::{Sequence, derive};
use super::names::{From, MOST, NameFault, fault, is_rotation, undoing};
use super::orbits::{Layout, Orbit, Placed, Turn};
use super::{Described, Format, Located, STICKERS, Tables, beginning};
use quarterturn_core::printable;
use quarterturn_core::puzzle::permutation::MAX_MOVES;
use std::collections::{HashMap, HashSet};

/// Definitions for ksolve and twsearch.
#[derive(Clone, Copy, Debug)]
pub struct Ksolve;

/// Words that begin the statements that are read.
const READ: [&str; 8] = [
    "Name",
    "Set",
    "Solved",
    "StartState",
    "Move",
    "MoveTransformation",
    "MoveSequence",
    "Ignore",
];
/// What a search may not do, although the puzzle can: a line each.
const LINES: [&str; 7] = [
    "QTM",
    "HTM",
    "MaxDepth",
    "Slack",
    "MoveAlias",
    "RootPrune",
    "Unique",
];
/// The same, with lines of their own up to `End`.
const BLOCKS: [&str; 4] = [
    "MoveLimits",
    "ForbiddenPairs",
    "ForbiddenGroups",
    "ParallelMoves",
];
/// What makes moves impossible in some states, and why that is not read.
const BANDAGES: [(&str, &str); 2] = [
    ("Illegal", "it makes some moves impossible in some states"),
    (
        "Block",
        "pieces that are glued together make some moves impossible in some states",
    ),
];

impl Format for Ksolve {
    fn name(&self) -> &'static str {
        "a definition for ksolve or twsearch, such as `Set CORNER 8 3`, `Solved` … `End`, `Move R` … `End`"
    }

    fn sniff(&self, bytes: &[u8]) -> bool {
        let mut lines = beginning(bytes)
            .split(|&byte| byte == b'\n')
            .map(<[u8]>::trim_ascii);
        let first = lines.find(|line| !line.is_empty() && line[0] != b'#');
        let Some(first) = first else { return false };
        let end = first.iter().position(u8::is_ascii_whitespace);
        let (word, rest) = first.split_at(end.unwrap_or(first.len()));
        let known = READ.iter().chain(&LINES).chain(&BLOCKS);
        // `Move := …` is GAP.
        known.into_iter().any(|known| known.as_bytes() == word)
            && !rest.trim_ascii_start().starts_with(b":=")
    }

    fn read(&self, text: &str) -> Result<Tables, Located> {
        Ok(self.describe(text)?.tables)
    }

    fn describe(&self, text: &str) -> Result<Described, Located> {
        Reader::new(text).puzzle()
    }
}

/// A state of a puzzle of pieces as a block: `Scramble NAME`, orbits, `End`.
///
/// # Errors
/// [`Located`] with the place.
pub(in crate::puzzles) fn scramble(text: &str, layout: &Layout) -> Result<Vec<Placed>, Located> {
    let mut reader = Reader::new(text);
    let first = match reader.next() {
        Some(line) if line.word() == "ScrambleState" => 0,
        Some(line) if line.word() == "Scramble" => 1,
        _ => return reader.fail(0, "ksolve-word", "Scramble was expected".into()),
    };
    let sets: Vec<(String, usize, usize)> = layout.orbits.iter().map(set).collect();
    let chunks = reader.chunks(&sets)?;
    let state = layout.orbits.iter().zip(chunks).map(|(orbit, chunk)| {
        let Some(chunk) = chunk else {
            return Ok(orbit.solved.clone());
        };
        let pieces = reader.numbers(chunk.pieces, first, 1 << 16, orbit.slots(), true)?;
        let known = |piece: Option<u16>| piece.unwrap_or(u16::MAX);
        let turned = match chunk.turned {
            Some(line) => reader.numbers(line, 0, orbit.orientations, orbit.slots(), true)?,
            None => vec![Some(0); orbit.slots()],
        };
        Ok(Placed {
            pieces: pieces.into_iter().map(known).collect(),
            orientations: turned.into_iter().map(|turn| turn.unwrap_or(0)).collect(),
        })
    });
    state.collect()
}

/// The moves of a block `ScrambleAlg NAME` … `End`.
pub(in crate::puzzles) fn sequence(text: &str) -> Option<&str> {
    let text = text.trim_start().strip_prefix("ScrambleAlg")?;
    let (_, moves) = text.split_once('\n')?;
    moves.trim_end().strip_suffix("End")
}

fn set(orbit: &Orbit) -> (String, usize, usize) {
    (orbit.name.clone(), orbit.slots(), orbit.orientations)
}

/// A move as the file lists it.
struct Listed<'a> {
    called: &'a str,
    line: Line<'a>,
    made: Made<'a>,
}

/// What a move is made of.
enum Made<'a> {
    Turns(Vec<Turn>),
    Sequence(&'a str),
}

impl<'a> Reader<'a> {
    fn puzzle(mut self) -> Result<Described, Located> {
        let mut sets: Vec<(String, usize, usize)> = Vec::new();
        let (mut name, mut stickers) = (None, 0usize);
        let mut layout: Option<Layout> = None;
        let mut moves: Vec<Listed<'_>> = Vec::new();
        while let Some(line) = self.next() {
            let words: Vec<&str> = line.words().collect();
            if let Some((word, why)) = BANDAGES.iter().find(|(word, _)| *word == words[0]) {
                return self.fail(
                    line.at,
                    "ksolve-bandaged",
                    format!("{word} is not read: {why}"),
                );
            }
            match words[..] {
                ["Name", ..] => name = words.get(1).map(|&name| name.to_owned()),
                ["Set", set, pieces, turns] if layout.is_none() => {
                    let pieces = self.count(line, pieces)?;
                    let turns = self.count(line, turns)?;
                    stickers = stickers.saturating_add(pieces.saturating_mul(turns));
                    if stickers > STICKERS {
                        let message = format!("{stickers} stickers are more than {STICKERS}");
                        return self.fail(line.at, "ksolve-too-many-stickers", message);
                    }
                    if sets.len() == MOST {
                        let message = format!("there are more than {MOST} sets");
                        return self.fail(line.at, "ksolve-set", message);
                    }
                    if !set.chars().all(printable) {
                        let message =
                            format!("the name {set:.80?} has characters that cannot be printed");
                        return self.fail(line.at, "ksolve-name", message);
                    }
                    if sets.iter().any(|(other, ..)| other == set) {
                        return self.fail(
                            line.at,
                            "ksolve-twice",
                            format!("{set:?} is there twice"),
                        );
                    }
                    sets.push((set.to_owned(), pieces, turns));
                }
                ["Solved" | "StartState"] if layout.is_none() => {
                    let orbits = self.solved(&sets, usize::from(words[0] == "Solved"))?;
                    layout = Some(Layout {
                        name: name.take(),
                        orbits,
                    });
                }
                ["Move" | "MoveTransformation", called] => {
                    if layout.is_none() {
                        let message = "Solved is missing before the first move".into();
                        return self.fail(line.at, "ksolve-missing", message);
                    }
                    let turns = self.turns(&sets, words[0] == "Move")?;
                    self.named(line, called, &moves)?;
                    let made = Made::Turns(turns);
                    moves.push(Listed { called, line, made });
                }
                ["MoveSequence", called, _, ..] if layout.is_some() => {
                    self.named(line, called, &moves)?;
                    let rest = line.text[line.word().len()..].trim_start();
                    let made = Made::Sequence(&rest[called.len()..]);
                    moves.push(Listed { called, line, made });
                }
                ["Ignore"] => match &mut layout {
                    Some(layout) => self.ignore(layout, &sets)?,
                    None => {
                        let message = "Solved is missing before Ignore".into();
                        return self.fail(line.at, "ksolve-missing", message);
                    }
                },
                [word, ..] if BLOCKS.contains(&word) => self.pass(line)?,
                [word, ..] if LINES.contains(&word) => {}
                [word, ..] if READ.contains(&word) => {
                    let message =
                        format!("{word} stands in the wrong place or with the wrong words");
                    return self.fail(line.at, "ksolve-word", message);
                }
                _ => {
                    let message = format!(
                        "{:.40?} begins no statement of ksolve or twsearch",
                        words[0]
                    );
                    return self.fail(line.at, "ksolve-word", message);
                }
            }
        }
        let Some(layout) = layout else {
            return self.fail(
                self.text.len(),
                "ksolve-missing",
                "Solved is missing".into(),
            );
        };
        self.described(layout, moves)
    }

    /// The puzzle of what was read.
    fn described(self, mut layout: Layout, moves: Vec<Listed<'_>>) -> Result<Described, Located> {
        layout.orbits = layout.orbits.into_iter().map(Orbit::reduced).collect();
        let (mut known, mut sequences) = (Vec::new(), Vec::new());
        for Listed { called, line, made } in &moves {
            match made {
                Made::Turns(turns) => known.push(((*called).to_owned(), From(layout.from(turns)))),
                Made::Sequence(moves) => sequences.push(Sequence {
                    name: called,
                    at: line.at,
                    moves,
                }),
            }
        }
        let made = derive(&known, &sequences, layout.stickers()).map_err(|(nth, message)| {
            Located::new(self.text, sequences[nth].at, "ksolve-sequence", message)
        })?;
        let (mut known, mut made) = (known.into_iter().map(|mv| mv.1), made.into_iter());
        let mut tables = layout.tables(&[]);
        let mut left_out = Vec::new();
        let mut met = HashSet::new();
        for Listed {
            called,
            line,
            made: how,
        } in moves
        {
            let from = match &how {
                Made::Turns(_) => known.next(),
                Made::Sequence(_) => made.next(),
            };
            let Some(from) = from else { continue };
            if is_rotation(called) {
                left_out.push(called.to_owned());
                continue;
            }
            if from.is_none() {
                let message = format!("the move {called:.80?} moves nothing");
                return self.fail(line.at, "ksolve-idle", message);
            }
            // A sequence that does what a move does is another name of it.
            if met.insert(from.0.clone()) || matches!(how, Made::Turns(_)) {
                tables.moves.push((called.to_owned(), from.0));
            }
        }
        if tables.moves.is_empty() {
            return self.fail(
                self.text.len(),
                "ksolve-missing",
                "there are no moves".into(),
            );
        }
        tables.add_inverses(undoing);
        if let Some(name) = tables.name_twice() {
            let message = format!("{name:?} is there twice, counting moves that undo others");
            return self.fail(self.text.len(), "ksolve-twice", message);
        }
        if tables.moves.len() > MAX_MOVES {
            let message =
                format!("there are more than {MAX_MOVES} moves, counting those that undo others");
            return self.fail(self.text.len(), "ksolve-too-many-moves", message);
        }
        Ok(Described {
            tables,
            layout: Some(layout),
            symbols: Vec::new(),
            left_out,
        })
    }

    fn solved(
        &mut self,
        sets: &[(String, usize, usize)],
        first: usize,
    ) -> Result<Vec<Orbit>, Located> {
        let chunks = self.chunks(sets)?;
        let mut orbits = Vec::new();
        for ((name, slots, turns), chunk) in sets.iter().zip(chunks) {
            let each = (0..*slots as u16).map(Some).collect();
            let zeros = vec![Some(0); *slots];
            let (pieces, turned) = match chunk {
                None => (each, zeros),
                Some(chunk) => {
                    let below = (1 << 16) - 1;
                    let turned = |line| self.numbers(line, 0, *turns, *slots, true);
                    (
                        self.numbers(chunk.pieces, first, below, *slots, true)?,
                        chunk.turned.map(turned).transpose()?.unwrap_or(zeros),
                    )
                }
            };
            // Pieces that are not named are those that are left over, so they are alike.
            let placed = Placed {
                pieces: pieces
                    .iter()
                    .map(|piece| piece.unwrap_or(u16::MAX))
                    .collect(),
                orientations: turned.iter().map(|turn| turn.unwrap_or(0)).collect(),
            };
            let mut orbit = Orbit::new(name, *turns, placed);
            for (modulus, turn) in orbit.moduli.iter_mut().zip(&turned) {
                if turn.is_none() {
                    *modulus = 1;
                }
            }
            self.even(&orbit, chunk)?;
            orbits.push(orbit);
        }
        Ok(orbits)
    }

    /// Refuses pieces that are alike, but not in how much their orientations count.
    fn even(&self, orbit: &Orbit, chunk: Option<Chunk<'_>>) -> Result<(), Located> {
        let mut periods = HashMap::new();
        let mut slots = orbit.solved.pieces.iter().zip(&orbit.moduli);
        let uneven = slots.any(|(piece, period)| *periods.entry(piece).or_insert(period) != period);
        let message =
            "the orientation of a piece counts, and that of another that is alike does not";
        match chunk.filter(|_| uneven) {
            Some(chunk) => self.fail(chunk.pieces.at, "ksolve-unknown", message.into()),
            None => Ok(()),
        }
    }

    /// What a move does to each orbit. In a `Move` orientations follow the pieces and numbers count from 1.
    fn turns(
        &mut self,
        sets: &[(String, usize, usize)],
        by_piece: bool,
    ) -> Result<Vec<Turn>, Located> {
        let chunks = self.chunks(sets)?;
        let turns = sets.iter().zip(chunks).map(|((_, slots, turns), chunk)| {
            let (slots, turns) = (*slots, *turns);
            let Some(chunk) = chunk else {
                return Ok(Turn::none(slots));
            };
            let from = self.numbers(chunk.pieces, usize::from(by_piece), slots, slots, false)?;
            let from: Vec<u16> = from.into_iter().flatten().collect();
            let mut met = vec![false; slots];
            if let Some(twice) = from
                .iter()
                .find(|&&slot| std::mem::replace(&mut met[usize::from(slot)], true))
            {
                let message = format!(
                    "{} is there twice",
                    usize::from(*twice) + usize::from(by_piece)
                );
                return self.fail(chunk.pieces.at, "ksolve-twice", message);
            }
            let by = match chunk.turned {
                Some(line) => self.numbers(line, 0, turns, slots, false)?,
                None => vec![Some(0); slots],
            };
            let by: Vec<u16> = by.into_iter().flatten().collect();
            let by = match by_piece {
                true => from.iter().map(|&slot| by[usize::from(slot)]).collect(),
                false => by,
            };
            Ok(Turn { from, by })
        });
        turns.collect()
    }

    /// Pieces whose place or orientation does not matter: ones in a block, as ksolve+ has it.
    fn ignore(
        &mut self,
        layout: &mut Layout,
        sets: &[(String, usize, usize)],
    ) -> Result<(), Located> {
        let chunks = self.chunks(sets)?;
        for (orbit, chunk) in layout.orbits.iter_mut().zip(chunks) {
            let Some(chunk) = chunk else { continue };
            let slots = orbit.slots();
            let flags = |line| self.numbers(line, 0, 2, slots, false);
            let pieces = flags(chunk.pieces)?;
            let turned = chunk.turned.map(flags).transpose()?;
            for (nth, piece) in pieces.iter().enumerate() {
                if *piece == Some(1) {
                    orbit.solved.pieces[nth] = u16::MAX;
                }
                let turned = turned.as_ref().is_some_and(|turned| turned[nth] == Some(1));
                if turned {
                    (orbit.moduli[nth], orbit.solved.orientations[nth]) = (1, 0);
                }
            }
            self.even(orbit, Some(chunk))?;
        }
        Ok(())
    }

    /// Refuses a name that moves cannot have, or that another move has.
    fn named(&self, line: Line<'_>, name: &str, moves: &[Listed<'_>]) -> Result<(), Located> {
        if moves.len() == MOST {
            let message = format!("there are more than {MOST} moves");
            return self.fail(line.at, "ksolve-too-many-moves", message);
        }
        match fault(name) {
            None => {}
            Some(NameFault::Word(message)) => return self.fail(line.at, "ksolve-name", message),
            Some(NameFault::Long(message)) => {
                return self.fail(line.at, "ksolve-long-name", message);
            }
        }
        match moves.iter().any(|mv| mv.called == name) {
            true => self.fail(
                line.at,
                "ksolve-twice",
                format!("{name:.80?} is there twice"),
            ),
            false => Ok(()),
        }
    }
}
