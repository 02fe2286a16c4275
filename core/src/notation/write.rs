//! Moves to text, in WCA forms only.

use core::fmt::{self, Write};

use crate::puzzle::{Move, Puzzle};

/// Writes the names of moves, one space between them.
///
/// # Errors
/// Those of `out`.
pub fn write_moves<P: Puzzle>(
    moves: impl IntoIterator<Item = Move>,
    out: &mut impl Write,
) -> fmt::Result {
    for (i, mv) in moves.into_iter().enumerate() {
        let gap = if i == 0 { "" } else { " " };
        write!(out, "{gap}{}", P::move_name(mv))?;
    }
    Ok(())
}

/// Writes quarter turns of a cube with `U U` and `U' U'` shown as `U2`, as people read them.
///
/// The length of the solution does not change: it is counted in [`Puzzle::METRIC`], where the
/// half turn is two moves.
///
/// # Errors
/// Those of `out`.
pub fn write_merged<P: Puzzle>(
    moves: impl IntoIterator<Item = Move>,
    out: &mut impl Write,
) -> fmt::Result {
    let mut moves = moves.into_iter().peekable();
    let mut gap = "";
    while let Some(mv) = moves.next() {
        let name = P::move_name(mv);
        match moves.next_if_eq(&mv) {
            Some(_) => write!(out, "{gap}{}2", name.trim_end_matches('\''))?,
            None => write!(out, "{gap}{name}")?,
        }
        gap = " ";
    }
    Ok(())
}
