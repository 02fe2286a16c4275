//! Names of moves, and what moves do one after another.

use quarterturn_core::notation::Product;
use quarterturn_core::printable;
use quarterturn_core::puzzle::permutation::MAX_NAME;

/// The most orbits, and the most moves that a file may list, counting those that no search makes.
pub(super) const MOST: usize = 1 << 10;

/// What is wrong with a name.
pub(super) enum NameFault {
    /// It is not one word, or has characters that cannot be printed.
    Word(String),
    /// It is too long.
    Long(String),
}

/// Why a name is not one of a move, if it is not. That of the move that undoes it has room too.
pub(super) fn fault(name: &str) -> Option<NameFault> {
    if name.is_empty() || name.contains(char::is_whitespace) {
        return Some(NameFault::Word(format!(
            "the name {name:.80?} is not one word"
        )));
    }
    if !name.chars().all(printable) {
        let message = format!("the name {name:.80?} has characters that cannot be printed");
        return Some(NameFault::Word(message));
    }
    (name.len() >= MAX_NAME).then(|| {
        let most = MAX_NAME - 1;
        NameFault::Long(format!("the name {name:.80} … is longer than {most} bytes"))
    })
}

/// A permutation as a product of moves: of each place, the place that its sticker comes from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct From(pub Vec<u16>);

impl From {
    /// No move at all.
    pub fn none(places: usize) -> Self {
        Self((0..places as u16).collect())
    }

    /// Whether nothing moves.
    pub fn is_none(&self) -> bool {
        self.0.iter().copied().eq(0..self.0.len() as u16)
    }
}

impl Product for From {
    fn append(&mut self, next: &Self) {
        self.0 = next
            .0
            .iter()
            .map(|&place| self.0[usize::from(place)])
            .collect();
    }

    fn inverse(&self) -> Self {
        let mut inverse = self.0.clone();
        for (place, &from) in self.0.iter().enumerate() {
            inverse[usize::from(from)] = place as u16;
        }
        Self(inverse)
    }
}

/// Whether a name is that of a rotation of the whole puzzle, as cubing.js and twsearch call them: `x`, `y2`, `z'`,
/// or capitals and a small v, as in `Uv` or `BL_Lv`.
pub(super) fn is_rotation(name: &str) -> bool {
    let name = name.strip_suffix('\'').unwrap_or(name);
    let name = name.strip_suffix('2').unwrap_or(name);
    let capital = |c: char| c.is_ascii_uppercase() || c == '_';
    let about = name.strip_suffix('v').unwrap_or_default();
    matches!(name, "x" | "y" | "z") || !about.is_empty() && about.chars().all(capital)
}

/// The name of the move that undoes another.
pub(super) fn undoing(name: &str) -> String {
    match name.strip_suffix('\'') {
        Some(undone) if !undone.is_empty() => undone.to_owned(),
        _ => format!("{name}'"),
    }
}

/// Whether a rotation stands in a sequence outside of `[A: B]`, so that it ends with the puzzle held otherwise.
pub(super) fn turns_it_over(sequence: &str) -> bool {
    let mut depth = 0usize;
    let mut words = sequence.split_inclusive([' ', '[', ']', '(', ')', ',', ':']);
    words.any(|word| {
        let end = word.ends_with(|c| "[](),: ".contains(c));
        let (name, sign) = word.split_at(word.len() - usize::from(end));
        let over = depth == 0 && is_rotation(name);
        match sign {
            "[" => depth += 1,
            "]" => depth = depth.saturating_sub(1),
            _ => {}
        }
        over
    })
}
