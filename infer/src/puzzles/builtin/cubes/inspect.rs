//! What is wrong with the stickers of a cube that somebody paints, sticker by sticker.

use super::changes::{BLANK, changes};
use super::repair::{is_of_a_piece, of_any_piece};
use super::sides::Sides;
use crate::puzzles::text::Repair;
use quarterturn_core::cube::geometry::FACES;
use quarterturn_core::facelets::{FaceletError, FaceletErrorKind, examine};

/// Something that is wrong with stickers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Flaw {
    /// A stable name for programs: the code of the refusal that names it.
    pub code: &'static str,
    /// In words.
    pub message: String,
    /// The stickers that are concerned, where these are known.
    pub stickers: Vec<usize>,
}

/// What is wrong with stickers, and what would make them possible.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Inspection {
    /// The stickers as letters of the faces, in the order U R F D L B; `.` has no colour yet.
    pub stickers: String,
    /// All that is wrong; of a cube that is painted in part, what shows already.
    pub faults: Vec<Flaw>,
    /// What would make it possible, the likeliest first; their states are as the cube is held here. Those that leave a fault
    /// of another kind are the last.
    pub repairs: Vec<Repair>,
}

/// Inspects the stickers in a text, repairs that change the sticker `near` first; `None` where their number is another.
pub(super) fn inspect(sides: Sides, text: &str, near: Option<usize>) -> Option<Inspection> {
    let stickers = painted(sides, (sides.arranged)(text).ok()?);
    let faults = faults(&stickers);
    let mut repairs = repairs(sides, &stickers, &faults);
    repairs.sort_by_cached_key(|repair| {
        let left = self::faults(&Vec::from_iter(repair.state.chars())).len();
        (
            left,
            !near.is_some_and(|near| repair.stickers.contains(&near)),
        )
    });
    let fault = |fault: FaceletError| Flaw {
        code: fault.code(),
        message: fault.to_string(),
        stickers: match fault.kind {
            FaceletErrorKind::ColourCount { symbol, .. } => {
                let all = stickers.iter().enumerate();
                let own = all.filter(|(_, sticker)| **sticker == symbol);
                own.map(|(facelet, _)| facelet).collect()
            }
            _ => {
                let places = fault.places();
                places
                    .flat_map(|place| place.facelets(sides.side))
                    .collect()
            }
        },
    };
    Some(Inspection {
        stickers: shown(&stickers),
        faults: faults.into_iter().map(fault).collect(),
        repairs,
    })
}

/// Letters, `.` where there is no colour.
fn shown(stickers: &[char]) -> String {
    let letter = |&sticker: &char| if sticker == BLANK { '.' } else { sticker };
    stickers.iter().map(letter).collect()
}

/// Symbols as letters of the faces: the centres name their colours and, where they do not, letters name faces or usual colours.
fn painted(sides: Sides, symbols: Vec<char>) -> Vec<char> {
    let area = sides.side * sides.side;
    let centres: Vec<char> = match sides.side {
        3 => symbols.iter().skip(4).step_by(area).copied().collect(),
        _ => Vec::new(),
    };
    let differ = (1..centres.len()).all(|nth| !centres[..nth].contains(&centres[nth]));
    let usual = |symbol: char| {
        let letter = symbol.to_ascii_uppercase() as u32;
        let named = |letters: &[u8; 6]| letters.iter().position(|&l| u32::from(l) == letter);
        let face = FACES.iter().position(|&face| char::from(face) == symbol);
        face.or_else(|| named(b"WRGYOB"))
    };
    let letter = |(facelet, symbol): (usize, char)| {
        let face = match centres.len() {
            0 => usual(symbol),
            _ if facelet % area == 4 => Some(facelet / area),
            _ if symbol == '.' => None,
            _ if differ => centres.iter().position(|&centre| centre == symbol),
            _ => usual(symbol),
        };
        face.map_or(BLANK, |face| char::from(FACES[face]))
    };
    symbols.into_iter().enumerate().map(letter).collect()
}

/// The face whose letter each sticker has; 6 where it has none.
pub(super) fn faces(stickers: &[char]) -> Vec<u8> {
    let face = |sticker: &char| FACES.iter().position(|&face| char::from(face) == *sticker);
    let face = |sticker| face(sticker).unwrap_or(FACES.len()) as u8;
    stickers.iter().map(face).collect()
}

fn faults(stickers: &[char]) -> Vec<FaceletError> {
    let mut faults = Vec::new();
    examine(&faces(stickers), &mut |fault| faults.push(fault));
    faults
}

fn repairs(sides: Sides, stickers: &[char], faults: &[FaceletError]) -> Vec<Repair> {
    let Some(first) = faults.first() else {
        return Vec::new();
    };
    let state = |made: &[char]| {
        // A piece that was put in wrongly, too, is mended next.
        let left = self::faults(made);
        left.iter()
            .all(|&fault| is_of_a_piece(fault))
            .then(|| shown(made))
    };
    if faults.iter().all(|&fault| is_of_a_piece(fault)) {
        return of_any_piece(sides, first.kind, stickers, &state);
    }
    let is_centre = |facelet: usize| sides.side == 3 && facelet % 9 == 4;
    let free = |&facelet: &usize| stickers[facelet] != BLANK && !is_centre(facelet);
    let free: Vec<usize> = (0..stickers.len()).filter(free).collect();
    changes(sides, stickers, &FACES.map(char::from), &free, &state)
}

#[cfg(test)]
mod tests;
