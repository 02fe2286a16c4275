//! Moves to text, in WCA forms only.

use core::fmt::{self, Write};

use crate::puzzle::{Metric, Move, Puzzle};

/// Writes the names of moves, one space between them.
///
/// # Errors
/// Those of `out`.
pub fn write_moves<P: Puzzle>(
    puzzle: &P,
    moves: impl IntoIterator<Item = Move>,
    out: &mut impl Write,
) -> fmt::Result {
    for (i, mv) in moves.into_iter().enumerate() {
        let gap = if i == 0 { "" } else { " " };
        write!(out, "{gap}{}", puzzle.move_name(mv))?;
    }
    Ok(())
}

/// Writes quarter turns of a cube with `U U` and `U' U'` shown as `U2`, as people read them; where a
/// half turn is a move of its own, nothing is merged.
///
/// The length of the solution does not change: it is counted in [`Puzzle::metric`], where the
/// half turn is two moves.
///
/// # Errors
/// Those of `out`.
pub fn write_merged<P: Puzzle>(
    puzzle: &P,
    moves: impl IntoIterator<Item = Move>,
    out: &mut impl Write,
) -> fmt::Result {
    write_merged_where(puzzle, moves, |_| true, out)
}

/// As [`write_merged`], but merges only moves that are `even`: moves that may as well be made in the other
/// direction, at the same cost. `U2` does not say in which direction to turn.
///
/// # Errors
/// Those of `out`.
pub fn write_merged_where<P: Puzzle>(
    puzzle: &P,
    moves: impl IntoIterator<Item = Move>,
    even: impl Fn(Move) -> bool,
    out: &mut impl Write,
) -> fmt::Result {
    let mergeable = |mv| matches!(puzzle.metric(), Metric::Quarter) && even(mv);
    let mut moves = moves.into_iter().peekable();
    let mut gap = "";
    while let Some(mv) = moves.next() {
        let name = puzzle.move_name(mv);
        match moves.next_if(|&next| next == mv && mergeable(mv)) {
            Some(_) => write!(out, "{gap}{}2", name.trim_end_matches('\''))?,
            None => write!(out, "{gap}{name}")?,
        }
        gap = " ";
    }
    Ok(())
}
