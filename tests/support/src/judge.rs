//! Answers as text, judged by the sticker model: nothing here knows the library's cubes, moves or
//! notation.

use crate::model::Model;
use std::fmt;

/// A puzzle, as far as its answers are concerned.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Puzzle {
    /// The name on the command line.
    pub name: &'static str,
    /// A 2×2×2 cube, of which U, R and F are turned.
    pub small: bool,
    /// A half turn is one move instead of two.
    pub half: bool,
}

const fn puzzle(name: &'static str, small: bool, half: bool) -> Puzzle {
    Puzzle { name, small, half }
}

/// All puzzles.
pub const PUZZLES: [Puzzle; 4] = [
    puzzle("cube3", false, false),
    puzzle("cube3-htm", false, true),
    puzzle("cube2", true, false),
    puzzle("cube2-htm", true, true),
];

impl Puzzle {
    /// The faces that are turned.
    pub const fn faces(&self) -> &'static str {
        if self.small { "URF" } else { "URFDLB" }
    }

    /// What may follow a face's letter in the name of a move.
    pub const fn suffixes(&self) -> &'static [&'static str] {
        if self.half {
            &["", "2", "'"]
        } else {
            &["", "'"]
        }
    }
}

/// What moves cost; `None` where they are forbidden.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Prices(pub Vec<(String, Option<f64>)>);

impl Prices {
    /// The file for `--costs`.
    pub fn toml(&self) -> String {
        let line = |(name, price): &(String, Option<f64>)| match price {
            Some(price) => format!("\"{name}\" = {price:?}\n"),
            None => format!("\"{name}\" = inf\n"),
        };
        format!("[moves]\n{}", self.0.iter().map(line).collect::<String>())
    }

    /// Of a move by its name; one that is not listed costs 1.
    fn of(&self, name: &str) -> Option<f64> {
        let listed = self.0.iter().find(|(n, _)| n == name);
        listed.map_or(Some(1.0), |&(_, price)| price)
    }
}

/// What a command says of a state.
#[derive(Clone, Debug, PartialEq)]
pub struct Answer {
    /// The solution.
    pub solution: String,
    /// Its length, where stated.
    pub length: Option<usize>,
    /// Its cost, where stated.
    pub cost: Option<f64>,
}

/// What is wrong with an answer.
#[derive(Clone, Debug, PartialEq)]
pub enum Fault {
    /// A word that is not a move.
    Unreadable(String),
    /// The moves do not solve the state.
    Unsolved,
    /// The moves are not as many as stated.
    Length(usize),
    /// The moves do not cost what is stated.
    Cost(f64),
    /// A forbidden move.
    Forbidden(String),
    /// A half turn written without its direction, where that matters.
    Direction(String),
    /// No length or cost is stated.
    Unstated,
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unreadable(word) => write!(f, "unreadable: {word:?} is no move"),
            Self::Unsolved => write!(f, "unsolved: the moves do not solve the state"),
            Self::Length(found) => write!(f, "length: there are {found} moves"),
            Self::Cost(found) => write!(f, "cost: the moves cost {found}"),
            Self::Forbidden(word) => write!(f, "forbidden: {word} may not be made"),
            Self::Direction(word) => write!(f, "direction: {word} may be expensive or forbidden"),
            Self::Unstated => write!(f, "unstated: the length or the cost is missing"),
        }
    }
}

impl Fault {
    /// Its kind in a word.
    pub fn kind(&self) -> String {
        let words = self.to_string();
        words.split(':').next().unwrap_or_default().to_owned()
    }
}

/// Reads an answer as a robot would: word by word, each a turn of a face. It must solve the state
/// with the moves and at the cost that are stated, without a forbidden move.
///
/// # Errors
/// The first [`Fault`].
pub fn judge(
    puzzle: Puzzle,
    prices: Option<&Prices>,
    state: &Model,
    answer: &Answer,
) -> Result<(), Fault> {
    let (mut cube, mut length, mut cost) = (state.clone(), 0, 0.0);
    for word in answer.solution.split_whitespace() {
        let unreadable = || Fault::Unreadable(word.into());
        let face = word.chars().next().ok_or_else(unreadable)?;
        let quarters = match &word[face.len_utf8()..] {
            "" => 1,
            "2" => 2,
            "'" => 3,
            _ => return Err(unreadable()),
        };
        if !puzzle.faces().contains(face) {
            return Err(unreadable());
        }
        cube.turn(face, quarters);
        // In quarter turns a half turn is two of them, either way.
        let twice = quarters == 2 && !puzzle.half;
        length += if twice { 2 } else { 1 };
        if let Some(prices) = prices {
            let name = if twice { &word[..1] } else { word };
            if twice && prices.of(name) != prices.of(&format!("{name}'")) {
                return Err(Fault::Direction(word.into()));
            }
            let price = prices.of(name).ok_or(Fault::Forbidden(word.into()))?;
            cost += if twice { 2.0 * price } else { price };
        }
    }
    if !cube.is_solved(puzzle.small) {
        return Err(Fault::Unsolved);
    }
    if answer.length.is_some_and(|stated| stated != length) {
        return Err(Fault::Length(length));
    }
    match answer.cost {
        Some(stated) if (stated - cost).abs() > 0.005 => Err(Fault::Cost(cost)),
        _ => Ok(()),
    }
}
