//! KPuzzle definitions in JSON, as cubing.js, twips and Twizzle have them.
//!
//! Orbits of pieces with orientations, the solved puzzle (`defaultPattern`: equal numbers are pieces alike,
//! `orientationMod` says how much of an orientation counts), moves, and moves as sequences of others
//! (`derivedMoves`). What a move does not name it leaves as it is. Rotations of the whole puzzle, such as `x` and
//! `Uv`, and derived moves that end with one are used by others and are no moves themselves.

#[cfg(test)]
mod tests;
mod values;

use values::Reader;

use super::derived::{Sequence, derive};
use super::json::{self, Value};
use super::names::{From, MOST, NameFault, fault, is_rotation, turns_it_over, undoing};
use super::orbits::{Layout, Orbit, Placed, Turn};
use super::{Described, Format, Located, STICKERS, Tables, beginning, has};
use quarterturn_core::printable;
use quarterturn_core::puzzle::permutation::MAX_MOVES;
use std::collections::HashSet;

/// KPuzzle definitions.
#[derive(Clone, Copy, Debug)]
pub struct KPuzzle;

impl Format for KPuzzle {
    fn name(&self) -> &'static str {
        "a KPuzzle definition in JSON, such as `{\"orbits\": […], \"defaultPattern\": {…}, \"moves\": {…}}`"
    }

    fn sniff(&self, bytes: &[u8]) -> bool {
        let has = |name: &str| has(bytes, &format!("\"{name}\""));
        beginning(bytes).starts_with(b"{") && (has("orbits") || has("defaultPattern"))
    }

    fn read(&self, text: &str) -> Result<Tables, Located> {
        Ok(self.describe(text)?.tables)
    }

    fn describe(&self, text: &str) -> Result<Described, Located> {
        let text = &json::unmarked(text);
        let whole = json::read(text)?;
        Reader { text }.puzzle(&whole)
    }
}

/// A state of a puzzle of pieces as KPattern JSON: one object of orbits by name.
///
/// # Errors
/// [`Located`] with the place.
pub(in crate::puzzles) fn pattern(text: &str, layout: &Layout) -> Result<Vec<Placed>, Located> {
    let text = &json::unmarked(text);
    let (reader, whole) = (Reader { text }, json::read(text)?);
    // As some programs wrap it.
    let inner = ["pattern", "patternData"]
        .into_iter()
        .find_map(|name| whole.field(name));
    let whole = inner.unwrap_or(&whole);
    let state = layout.orbits.iter().map(|orbit| {
        let value = reader.field(whole, &orbit.name)?;
        let (placed, _) = reader.placed(value, orbit.slots(), usize::MAX)?;
        Ok(placed)
    });
    state.collect()
}

impl Reader<'_> {
    fn puzzle(&self, whole: &Value) -> Result<Described, Located> {
        let layout = self.layout(whole)?;
        let mut tables = layout.tables(&[]);
        let mut left_out = Vec::new();
        let listed = self.moves(whole, &layout)?;
        let derived = match whole.field("derivedMoves") {
            Some(derived) => self.derived(derived, &listed, layout.stickers())?,
            None => Vec::new(),
        };
        for (name, from) in listed {
            if is_rotation(&name) {
                left_out.push(name);
            } else if !from.is_none() {
                tables.moves.push((name, from.0));
            }
        }
        let mut met: HashSet<Vec<u16>> = tables.moves.iter().map(|mv| mv.1.clone()).collect();
        for (sequence, from) in derived {
            let name = sequence.name;
            if is_rotation(name) || turns_it_over(sequence.moves) {
                left_out.push(name.to_owned());
            } else if !from.is_none() && met.insert(from.0.clone()) {
                // Two names of one move are one move.
                self.named(name, sequence.at)?;
                tables.moves.push((name.to_owned(), from.0));
            }
        }
        if tables.moves.is_empty() {
            let message = "there are no moves but rotations of the whole puzzle";
            return self.fail(whole, "kpuzzle-no-moves", message.into());
        }
        tables.add_inverses(undoing);
        if let Some(name) = tables.name_twice() {
            let message = format!("{name:?} is there twice, counting moves that undo others");
            return self.fail(whole, "kpuzzle-twice", message);
        }
        if tables.moves.len() > MAX_MOVES {
            let message =
                format!("there are more than {MAX_MOVES} moves, counting those that undo others");
            return self.fail(whole, "kpuzzle-too-many-moves", message);
        }
        Ok(Described {
            tables,
            layout: Some(layout),
            symbols: Vec::new(),
            left_out,
        })
    }

    /// Orbits and the solved puzzle.
    fn layout(&self, whole: &Value) -> Result<Layout, Located> {
        let name = whole
            .field("name")
            .map(|name| self.string(name))
            .transpose()?;
        let pattern = self.field(whole, "defaultPattern")?;
        let (mut layout, mut stickers) = (
            Layout {
                name: name.map(str::to_owned),
                orbits: Vec::new(),
            },
            0usize,
        );
        let listed = self.field(whole, "orbits")?;
        if self.list(listed)?.len() > MOST {
            let message = format!("there are more than {MOST} orbits");
            return self.fail(listed, "kpuzzle-orbit", message);
        }
        for value in self.list(listed)? {
            let name = self.string(self.field(value, "orbitName")?)?;
            let pieces: usize = self
                .number(self.field(value, "numPieces")?, 1 << 16)?
                .into();
            let turns: usize = self
                .number(self.field(value, "numOrientations")?, 1 << 16)?
                .into();
            stickers = stickers.saturating_add(pieces.saturating_mul(turns));
            if stickers > STICKERS {
                let message = format!("{stickers} stickers are more than {STICKERS}");
                return self.fail(value, "kpuzzle-too-many-stickers", message);
            }
            if !name.chars().all(printable) {
                let message = format!("the name {name:.80?} has characters that cannot be printed");
                return self.fail(value, "kpuzzle-name", message);
            }
            if turns == 0 || layout.orbits.iter().any(|other| other.name == name) {
                let message =
                    format!("the orbit {name:.80?} is there twice, or has no orientation");
                return self.fail(value, "kpuzzle-orbit", message);
            }
            let solved = self.field(pattern, name)?;
            let (placed, moduli) = self.placed(solved, pieces, turns)?;
            let mut orbit = Orbit::new(name, turns, placed);
            if let Some(moduli) = moduli {
                let whole = |m: u16| if m == 0 { turns as u16 } else { m };
                orbit.moduli = moduli.into_iter().map(whole).collect();
            }
            let uneven = orbit
                .moduli
                .iter()
                .any(|&m| !turns.is_multiple_of(usize::from(m)));
            let alike = |nth: usize| {
                let own = orbit.solved.pieces[nth];
                let first = orbit.solved.pieces.iter().position(|&piece| piece == own);
                orbit.moduli[first.unwrap_or(nth)] == orbit.moduli[nth]
            };
            if uneven || !(0..pieces).all(alike) {
                let message = format!(
                    "an orientationMod of {name} does not divide {turns}, or is not the same for pieces alike"
                );
                return self.fail(solved, "kpuzzle-orientation-mod", message);
            }
            layout.orbits.push(orbit.reduced());
        }
        Ok(layout)
    }

    /// The pieces of an orbit, and `orientationMod`.
    fn placed(
        &self,
        value: &Value,
        slots: usize,
        turns: usize,
    ) -> Result<(Placed, Option<Vec<u16>>), Located> {
        let placed = Placed {
            pieces: self.numbers(self.field(value, "pieces")?, slots, 1 << 16)?,
            orientations: match value.field("orientation") {
                Some(listed) => self.numbers(listed, slots, turns.min(1 << 16))?,
                None => vec![0; slots],
            },
        };
        let moduli = value.field("orientationMod");
        let moduli = moduli.map(|m| self.numbers(m, slots, turns.saturating_add(1)));
        Ok((placed, moduli.transpose()?))
    }

    fn moves(&self, whole: &Value, layout: &Layout) -> Result<Vec<(String, From)>, Located> {
        let mut moves: Vec<(String, From)> = Vec::new();
        let mut met = HashSet::new();
        let listed = self.list(self.field(whole, "orbits")?)?;
        let fits = listed
            .iter()
            .map(|value| self.number(self.field(value, "numOrientations")?, 1 << 16));
        let fits: Vec<u16> = fits.collect::<Result<_, _>>()?;
        for (name, value) in self.object(self.field(whole, "moves")?)? {
            self.few(moves.len(), value)?;
            self.named(name, value.at)?;
            self.once(met.insert(&**name), name, value)?;
            // Orbits that the puzzle does not have are those of a larger one that it was made of.
            self.object(value)?;
            let orbits = layout.orbits.iter().zip(&fits);
            let turns = orbits.map(|(orbit, &fits)| match value.field(&orbit.name) {
                Some(turn) => self.turn(turn, orbit.slots(), fits.into()),
                None => Ok(Turn::none(orbit.slots())),
            });
            let turns: Vec<Turn> = turns.collect::<Result<_, _>>()?;
            moves.push((name.clone(), From(layout.from(&turns))));
        }
        Ok(moves)
    }

    fn turn(&self, value: &Value, slots: usize, turns: usize) -> Result<Turn, Located> {
        let listed = value
            .field("permutation")
            .or_else(|| value.field("transformation"));
        let Some(listed) = listed else {
            return self.fail(
                value,
                "kpuzzle-missing",
                "\"permutation\" is missing".into(),
            );
        };
        let from = self.numbers(listed, slots, slots)?;
        let mut met = vec![false; slots];
        for (slot, at) in from.iter().zip(self.list(listed)?) {
            if std::mem::replace(&mut met[usize::from(*slot)], true) {
                return self.fail(
                    at,
                    "kpuzzle-twice",
                    format!("the slot {slot} is there twice"),
                );
            }
        }
        let by = value
            .field("orientationDelta")
            .or_else(|| value.field("orientation"));
        let by = by.map(|by| self.numbers(by, slots, turns));
        let by = by.transpose()?.unwrap_or_else(|| vec![0; slots]);
        Ok(Turn { from, by })
    }

    /// Moves that are sequences of others, whatever their order, and what they do.
    fn derived<'v>(
        &self,
        value: &'v Value,
        listed: &[(String, From)],
        places: usize,
    ) -> Result<Vec<(Sequence<'v>, From)>, Located> {
        let fields = self.object(value)?;
        self.few((listed.len() + fields.len()).saturating_sub(1), value)?;
        let mut met = HashSet::new();
        let mut sequences = Vec::new();
        for (name, value) in fields {
            let moves = self.string(value)?;
            self.once(met.insert(&**name), name, value)?;
            // The file's own moves come before derived ones of the same name.
            if !listed.iter().any(|(other, _)| other == name) {
                let at = value.at;
                sequences.push(Sequence { name, at, moves });
            }
        }
        let made = derive(listed, &sequences, places).map_err(|(nth, message)| {
            Located::new(self.text, sequences[nth].at, "kpuzzle-derived", message)
        })?;
        Ok(sequences.into_iter().zip(made).collect())
    }

    /// Refuses one move more than a file may list.
    fn few(&self, there: usize, value: &Value) -> Result<(), Located> {
        if there < MOST {
            return Ok(());
        }
        let message = format!("there are more than {MOST} moves");
        self.fail(value, "kpuzzle-too-many-moves", message)
    }

    /// Refuses a name that moves cannot have.
    fn named(&self, name: &str, at: usize) -> Result<(), Located> {
        let (code, message) = match fault(name) {
            None => return Ok(()),
            Some(NameFault::Word(message)) => ("kpuzzle-name", message),
            Some(NameFault::Long(message)) => ("kpuzzle-long-name", message),
        };
        Err(Located::new(self.text, at, code, message))
    }

    /// Refuses a name that is not `fresh`.
    fn once(&self, fresh: bool, name: &str, value: &Value) -> Result<(), Located> {
        match fresh {
            true => Ok(()),
            false => self.fail(
                value,
                "kpuzzle-twice",
                format!("{name:.80?} is there twice"),
            ),
        }
    }
}
