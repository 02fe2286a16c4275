//! Face turns by name, such as `R U2 F'`, as moves of a puzzle.

use quarterturn_core::{Metric, Move, Puzzle};

/// A word that is not a face turn.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0:?} is not a face turn such as R, R' or R2")]
pub struct NotATurn(pub String);

/// Reads face turns; where a puzzle counts quarter turns, a half turn is two moves.
///
/// # Errors
/// [`NotATurn`] with the first word that is none.
pub fn parse<P: Puzzle>(text: &str) -> Result<Vec<Move>, NotATurn> {
    let mut moves = Vec::new();
    for turn in text.split_whitespace() {
        let (name, times) = match (P::METRIC, turn.strip_suffix('2')) {
            (Metric::Quarter, Some(quarter)) => (quarter, 2),
            _ => (turn, 1),
        };
        let found = P::moves().find(|&mv| P::move_name(mv) == name);
        let mv = found.ok_or_else(|| NotATurn(turn.into()))?;
        moves.extend(std::iter::repeat_n(mv, times));
    }
    Ok(moves)
}

#[cfg(test)]
mod tests {
    use super::*;
    use quarterturn_core::cube::{Cube3Htm, Cube3Qtm};

    #[test]
    fn half_turns_are_one_move_or_two() {
        assert_eq!(parse::<Cube3Htm>("R U2 F'").unwrap().len(), 3);
        assert_eq!(parse::<Cube3Qtm>(" R  U2 F' ").unwrap().len(), 4);
        assert_eq!(parse::<Cube3Qtm>("").unwrap(), []);
        assert_eq!(parse::<Cube3Qtm>("R x"), Err(NotATurn("x".into())));
    }
}
