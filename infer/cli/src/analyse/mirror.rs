//! Solutions of mirrored states.

use crate::display::counted;
use crate::error::{CliError, Exit};
use quarterturn::Puzzle;
use quarterturn_core::Move;
use quarterturn_lab::analysis::{Pair, Symmetry};
use std::io::{self, Write};

/// Prints moves that lead to the states in the mirror.
pub fn scrambles(puzzle: &Puzzle, all: &[Option<Vec<Move>>]) -> Result<Exit, CliError> {
    let mut out = io::BufWriter::new(io::stdout().lock());
    for (nth, solution) in all.iter().enumerate() {
        let solution = solution.as_ref().ok_or_else(|| {
            let nth = nth + 1;
            CliError::Invalid(format!(
                "state {nth} has no solution that could be mirrored"
            ))
        })?;
        let image = puzzle.mirrored(solution).ok_or_else(|| no_mirror(puzzle))?;
        let back = image.iter().rev().map(|&mv| puzzle.undoing(mv));
        let back: Option<Vec<&str>> = back.map(|mv| Some(puzzle.name_of(mv?))).collect();
        let moves = back.ok_or_else(|| no_mirror(puzzle))?.join(" ");
        writeln!(out, "{moves}")?;
    }
    out.flush()?;
    Ok(Exit::Done)
}

fn no_mirror(puzzle: &Puzzle) -> CliError {
    let puzzle = puzzle.name();
    CliError::Usage(format!("{puzzle} has no left-right mirror image"))
}

/// Compares the solutions of states with those of their mirror images; and the first pairs one by one, as many as
/// `shown` says.
pub fn symmetry(
    puzzle: &Puzzle,
    one: &[Option<Vec<Move>>],
    other: &[Option<Vec<Move>>],
    shown: usize,
) -> Result<(Symmetry, Vec<Pair>), CliError> {
    if one.len() != other.len() {
        let (one, other) = (one.len(), other.len());
        let message = format!("{one} states, and {other} in the mirror");
        return Err(CliError::Invalid(message));
    }
    let pairs = one.iter().zip(other);
    let pairs = pairs.filter_map(|(one, other)| Some((one.as_deref()?, other.as_deref()?)));
    let pairs: Vec<_> = pairs.collect();
    let first = pairs.iter().take(shown);
    let first: Option<Vec<_>> = first.map(|(a, b)| Pair::of(puzzle, a, b)).collect();
    let symmetry = Symmetry::of(puzzle, &pairs);
    symmetry.zip(first).ok_or_else(|| no_mirror(puzzle))
}

/// Writes a pair, move below move.
pub fn show(out: &mut impl Write, nth: usize, pair: &Pair) -> io::Result<()> {
    let moves = |text: &str| -> Vec<String> { text.split(' ').map(Into::into).collect() };
    let (one, other) = (moves(&pair.solution), moves(&pair.mirrored));
    let column = one.iter().chain(&other).map(|name| name.len()).max();
    let row = |moves: &[String]| {
        let columns = moves
            .iter()
            .map(|name| format!("{name:0$}", column.unwrap_or(0)));
        columns.collect::<Vec<_>>().join(" ").trim_end().to_owned()
    };
    let alike = if pair.symmetric {
        "mirror images".into()
    } else {
        format!(
            "mirror images for {}",
            counted(pair.symmetric_moves, "move")
        )
    };
    writeln!(out, "pair {nth:<5} {alike}")?;
    writeln!(out, "  state    {}", row(&one))?;
    writeln!(out, "  mirror   {}", row(&other))
}
