//! Boards as text, both ways.

use core::fmt::{self, Display, Formatter, Write};

use super::{Sides, Tiles};
use crate::counted::Counted;
use crate::quoted::Quoted;

/// A text that is not a reachable board.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{kind}")]
pub struct TilesError {
    /// Byte offset of the offending number, where there is one.
    pub at: Option<usize>,
    /// What is wrong.
    pub kind: TilesErrorKind,
}

/// The kinds of [`TilesError`].
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum TilesErrorKind {
    /// A character that belongs to no number.
    #[error("{} is not a number", Quoted(*.0))]
    NotANumber(char),
    /// Too few or too many numbers.
    #[error("{} instead of {expected}", Counted(*.found, "number"))]
    Count {
        /// How many there are.
        found: usize,
        /// How many cells the board has.
        expected: usize,
    },
    /// No tile has this number.
    #[error("there is no tile {number}: the last one is {last}")]
    UnknownTile {
        /// The number, `u32::MAX` for any larger one.
        number: u32,
        /// The largest number of a tile.
        last: u8,
    },
    /// A number occurs twice, so another one is missing.
    #[error("{} is there twice, and {} is missing", Tile(*.tile), Tile(*.missing))]
    Duplicate {
        /// The tile that occurs twice, 0 for the blank.
        tile: u8,
        /// A tile that is missing, 0 the blank.
        missing: u8,
    },
    /// The goal is out of reach.
    #[error("no moves solve this board: two tiles are swapped (parity)")]
    Parity,
}

/// A tile or the blank in a message.
struct Tile(u8);

impl Display for Tile {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self.0 {
            0 => f.write_str("the blank"),
            tile => write!(f, "tile {tile}"),
        }
    }
}

impl TilesError {
    /// A stable name for programs.
    pub const fn code(&self) -> &'static str {
        use TilesErrorKind::*;
        match self.kind {
            NotANumber(_) => "not-a-number",
            Count { .. } => "tile-count",
            UnknownTile { .. } => "unknown-tile",
            Duplicate { .. } => "duplicate-tile",
            Parity => "parity",
        }
    }

    /// What to do about it.
    pub const fn hint(&self) -> &'static str {
        use TilesErrorKind::*;
        match self.kind {
            NotANumber(_) | Count { .. } => {
                "list the tiles row by row, separated by spaces, commas or /, with 0 or _ for the blank"
            }
            UnknownTile { .. } | Duplicate { .. } => "give each tile and the blank (0 or _) once",
            Parity => "check the numbers, or take out two tiles and swap them",
        }
    }
}

/// Brackets and `;` are of other languages' lists of lists.
const fn separates(c: char) -> bool {
    c.is_whitespace()
        || matches!(
            c,
            ',' | ';' | '|' | '/' | '[' | ']' | '(' | ')' | '{' | '}' | '\u{feff}'
        )
}

/// The words of a text with their byte offsets.
fn words(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut end = 0;
    let pieces = text.split_inclusive(separates).map(move |piece| {
        end += piece.len();
        (end - piece.len(), piece.trim_end_matches(separates))
    });
    pieces.filter(|(_, word)| !word.is_empty())
}

/// The number that a word stands for, `u32::MAX` for any larger one.
fn number(at: usize, word: &str) -> Result<u32, TilesError> {
    if word == "_" {
        return Ok(0);
    }
    let mut digits = word.char_indices();
    digits.try_fold(0u32, |number, (i, c)| {
        let digit = c.to_digit(10).ok_or(TilesError {
            at: Some(at + i),
            kind: TilesErrorKind::NotANumber(c),
        })?;
        Ok(number.saturating_mul(10).saturating_add(digit))
    })
}

/// How many numbers before the tiles are the board's size: its side if both are equal, or rows and columns.
fn size(sides: Sides, text: &str, found: usize) -> Result<usize, TilesError> {
    let (rows, columns) = (sides.rows() as u32, sides.columns() as u32);
    let size = match found - sides.cells().min(found) {
        1 if rows == columns => &[rows][..],
        2 => &[rows, columns],
        _ => return Ok(0),
    };
    for ((at, word), &side) in words(text).zip(size) {
        if number(at, word)? != side {
            return Ok(0);
        }
    }
    Ok(size.len())
}

/// Reads the tiles of a board row by row into the first of `cells`, whether or not moves solve it: numbers separated by
/// white space, `,`, `;`, `|`, `/` or brackets, the blank as `0` or `_`. The board's size may stand before them.
///
/// # Errors
/// What is wrong with the text, and where.
pub fn read(sides: Sides, text: &str, cells: &mut [u8]) -> Result<(), TilesError> {
    let fail = |at, kind| Err(TilesError { at, kind });
    let expected = sides.cells();
    // Tiles of another board size are reported first.
    let (mut found, mut surplus) = (0, None);
    for (at, word) in words(text) {
        number(at, word)?;
        found += 1;
        if found > expected {
            surplus.get_or_insert(at);
        }
    }
    let size = size(sides, text, found)?;
    if found != expected + size {
        let at = surplus.unwrap_or(text.trim_end_matches(separates).len());
        return fail(Some(at), TilesErrorKind::Count { found, expected });
    }
    let mut seen = 0u64;
    let mut twice = None;
    for (cell, (at, word)) in cells.iter_mut().zip(words(text).skip(size)) {
        let number = number(at, word)?;
        if number >= expected as u32 {
            let last = expected as u8 - 1;
            return fail(Some(at), TilesErrorKind::UnknownTile { number, last });
        }
        if seen >> number & 1 == 1 {
            twice.get_or_insert((at, number as u8));
        }
        seen |= 1 << number;
        *cell = number as u8;
    }
    if let Some((at, tile)) = twice {
        let missing = seen.trailing_ones() as u8;
        return fail(Some(at), TilesErrorKind::Duplicate { tile, missing });
    }
    Ok(())
}

/// Draws a board on as many lines as it has rows, tiles at home in green where there is `colour`.
///
/// # Errors
/// Those of `out`.
pub fn write_picture(
    sides: Sides,
    cells: &[u8],
    goal: &[u8],
    colour: bool,
    out: &mut impl Write,
) -> fmt::Result {
    for (nth, (tile, home)) in cells.iter().zip(goal).enumerate() {
        let column = nth % sides.columns();
        out.write_str(if column == 0 { "" } else { " " })?;
        match (tile, colour) {
            (0, false) => out.write_str(" _")?,
            (0, true) => out.write_str("    ")?,
            (tile, false) => write!(out, "{tile:2}")?,
            (tile, true) => {
                let background = if tile == home { 40 } else { 231 };
                write!(out, "\x1b[48;5;{background};38;5;16m {tile:2} \x1b[0m")?;
            }
        }
        if column + 1 == sides.columns() {
            out.write_char('\n')?;
        }
    }
    Ok(())
}

impl<const CELLS: usize> Tiles<CELLS> {
    /// Reads the tiles row by row, as [`read`] does.
    ///
    /// # Errors
    /// What is wrong with the text or the board, and where.
    pub fn from_text(text: &str) -> Result<Self, TilesError> {
        let fail = |at, kind| Err(TilesError { at, kind });
        let mut cells = [0; CELLS];
        read(Self::SIDES, text, &mut cells)?;
        Self::new(cells).map_or_else(|| fail(None, TilesErrorKind::Parity), Ok)
    }

    /// Draws the board on as many lines as it has rows, tiles at home in green where there is
    /// `colour`. [`Tiles::from_text`] reads it without.
    ///
    /// # Errors
    /// Those of `out`.
    pub fn write_picture(&self, colour: bool, out: &mut impl Write) -> fmt::Result {
        write_picture(Self::SIDES, &self.0, &Self::SOLVED.0, colour, out)
    }
}

/// The numbers row by row, 0 the blank.
impl<const CELLS: usize> Display for Tiles<CELLS> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        for (cell, tile) in self.0.iter().enumerate() {
            let gap = if cell == 0 { "" } else { " " };
            write!(f, "{gap}{tile}")?;
        }
        Ok(())
    }
}
