//! The text forms of a state: how each puzzle reads its input and shows itself.

use super::classical::{Classical, Tabled};
use super::error::CliError;
use super::refusal::Refusal;
use quarterturn::costs::MoveCosts;
use quarterturn_core::cube::{Cube2, Cube2Htm, Cube2Qtm, Cube3, Cube3Htm, Cube3Qtm};
use quarterturn_core::facelets::symbols;
use quarterturn_core::notation::write_merged_where;
use quarterturn_core::random::RandomState;
use quarterturn_core::{Move, Puzzle};
use std::fmt;

/// A puzzle that can be read and shown.
pub trait Text: Puzzle<State: RandomState> {
    /// The state from which scrambles start.
    fn start(&self) -> Self::State;

    /// Reads a state: a sequence of moves from the goal, or the puzzle's own text form.
    fn read(&self, text: &str) -> Result<Self::State, Refusal>;

    /// The puzzle's own text form of a state.
    fn write(&self, state: &Self::State) -> String;

    /// A picture of a state for a terminal, over several lines.
    fn picture(&self, state: &Self::State, colour: bool) -> String;

    /// A sequence of moves. Two quarter turns are written as a half turn only where `costs` leave
    /// the direction open.
    fn write_moves(&self, moves: &[Move], costs: Option<&MoveCosts>) -> String;

    /// A classical solver; `None` where it cannot solve the puzzle.
    fn classical(&self, kind: &Classical) -> Option<Result<Tabled<Self>, CliError>>;
}

macro_rules! cube {
    ($($puzzle:ty: $state:ty, $facelets:literal facelets, $classical:expr;)*) => {$(
        impl Text for $puzzle {
            fn start(&self) -> $state {
                <$state>::SOLVED
            }

            fn read(&self, text: &str) -> Result<$state, Refusal> {
                Ok(match form(text, $facelets) {
                    Form::Facelets => <$state>::from_facelet_text(text)?,
                    Form::Moves => <$state>::from_moves(text)?.state,
                })
            }

            fn write(&self, state: &$state) -> String {
                written(|out| state.write_facelets(out))
            }

            fn picture(&self, state: &$state, colour: bool) -> String {
                written(|out| state.write_net(colour, out))
            }

            fn write_moves(&self, moves: &[Move], costs: Option<&MoveCosts>) -> String {
                let even = |mv| costs.is_none_or(|costs| costs.even(self, mv));
                written(|out| write_merged_where(self, moves.iter().copied(), even, out))
            }

            fn classical(&self, kind: &Classical) -> Option<Result<Tabled<Self>, CliError>> {
                $classical(self, kind)
            }
        }
    )*};
}

cube! {
    Cube3Qtm: Cube3, 54 facelets, |puzzle, kind: &Classical| Some(kind.search(puzzle));
    Cube3Htm: Cube3, 54 facelets, |puzzle, kind: &Classical| Some(kind.search(puzzle));
    Cube2Qtm: Cube2, 24 facelets, |_, _| None;
    Cube2Htm: Cube2, 24 facelets, |_, _| None;
}

/// What `write` writes.
fn written(write: impl FnOnce(&mut String) -> fmt::Result) -> String {
    let mut out = String::new();
    // A `String` takes whatever is written to it.
    let _ = write(&mut out);
    out
}

/// The form of a cube's input.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Form {
    Moves,
    Facelets,
}

/// Tells facelets from moves for a cube with `facelets` facelets.
///
/// Six letters are both faces and colours, so `UUURRR…` could be either. Facelets are: as many
/// symbols as there are facelets with equally many of each; or long unbroken runs of symbols with
/// nothing in them that only moves have, so that a facelet too few is not read as a scramble. Of a
/// few faces, three symbols alike in a row tell: nobody turns a face three times.
fn form(text: &str, facelets: usize) -> Form {
    let found: Vec<(usize, char)> = symbols(text).collect();
    let follows = |pair: &[(usize, char)]| pair[0].0 + pair[0].1.len_utf8() == pair[1].0;
    let runs = 1 + found.windows(2).filter(|pair| !follows(pair)).count();
    let symbols: Vec<char> = found.iter().map(|&(_, c)| c).collect();
    let marks = |c: &char| "'’‘′`´()[]{}/*^".contains(*c);
    let has = |p: fn(&char) -> bool| symbols.iter().any(p);
    if symbols.iter().any(marks) || (has(char::is_ascii_digit) && has(char::is_ascii_alphabetic)) {
        return Form::Moves;
    }
    let mut sorted = symbols.clone();
    sorted.sort_unstable();
    let even = sorted
        .chunk_by(|a, b| a == b)
        .all(|chunk| chunk.len() == facelets / 6);
    let exact = symbols.len() == facelets && even;
    let in_runs = symbols.len() * 2 >= runs * 5;
    let face = facelets / 6;
    let most = symbols.len() * 2 >= facelets;
    let alike = symbols.windows(3).any(|s| s[0] == s[1] && s[1] == s[2]);
    if exact || in_runs && (most || alike && symbols.len() >= face.max(9)) {
        Form::Facelets
    } else {
        Form::Moves
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_and_facelets_are_told_apart() {
        let solved = "UUUUUUUUURRRRRRRRRFFFFFFFFFDDDDDDDDDLLLLLLLLLBBBBBBBBB";
        let spaced = solved.split("").collect::<Vec<_>>().join(" ");
        let digits = solved.replace('U', "0").replace('R', "1").replace('F', "2");
        let digits = digits.replace('D', "3").replace('L', "4").replace('B', "5");
        let mixed = "URFDLBURFDLBURFDLBURFDLBURF";
        for facelets in [
            solved,
            &solved[1..],
            &spaced,
            &digits,
            &solved[..40],
            &solved[..27],
            &solved[..9],
            mixed,
        ] {
            assert_eq!(form(facelets, 54), Form::Facelets, "{facelets}");
        }
        let rows = solved
            .as_bytes()
            .chunks(3)
            .map(|c| c.escape_ascii().to_string());
        let rows = rows.collect::<Vec<_>>().join(" | ");
        assert_eq!(form(&rows, 54), Form::Facelets);

        let long = "R U F ".repeat(18);
        let tight = "RUR'U'".repeat(9);
        let halves = "RU2FD2L2BR".repeat(6);
        let doubled = "R R R R U U U U F F F F ".repeat(3);
        for moves in [
            "",
            "R U R' U'",
            "RUFRUF",
            "RRR",
            "x y z",
            "RUF RUF RUF",
            &doubled,
            &long,
            &tight,
            &halves,
        ] {
            assert_eq!(form(moves, 54), Form::Moves, "{moves}");
        }
        assert_eq!(form("UUUURRRRFFFFDDDDLLLLBBBB", 24), Form::Facelets);
        assert_eq!(form("RUFRUF R U", 24), Form::Moves);
    }
}
