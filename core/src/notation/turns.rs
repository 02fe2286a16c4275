//! Reads plain turns as moves, one by one, for solutions, where the resulting state is not enough.

use super::error::{NotationError, NotationErrorKind};
use super::lexer::{Layers, Lexer, Token, Turn};
use crate::cube::geometry::FACES;
use crate::puzzle::{Move, Puzzle};

/// Reads turns of single faces as moves of a cube; where it counts quarter turns, a half turn is
/// two moves.
///
/// Spelling is as free as in [`notation`](super), but brackets, and moves that change how the cube is held,
/// are refused: [`NotationErrorKind::PlainTurns`]. Nothing follows the first error.
pub fn read_turns<P: Puzzle>(
    puzzle: &P,
    text: &str,
) -> impl Iterator<Item = Result<Move, NotationError>> {
    let mut lexer = Lexer::new(text);
    let (mut again, mut failed) = (None, false);
    core::iter::from_fn(move || {
        if failed {
            return None;
        }
        let next = match again.take() {
            Some(mv) => Ok(Some(mv)),
            None => next(puzzle, &mut lexer).map(|found| {
                let (mv, twice) = found?;
                again = twice.then_some(mv);
                Some(mv)
            }),
        };
        failed = next.is_err();
        next.transpose()
    })
}

/// The next move, and whether it is made twice.
fn next<P: Puzzle>(
    puzzle: &P,
    lexer: &mut Lexer<'_>,
) -> Result<Option<(Move, bool)>, NotationError> {
    let Some((at, token)) = lexer.next()? else {
        return Ok(None);
    };
    let kind = NotationErrorKind::PlainTurns;
    let Token::Turn(Turn {
        layers: Layers::Face,
        face,
        quarters,
    }) = token
    else {
        return Err(NotationError { at, kind });
    };
    let named = |suffix: &str| {
        let is = |name: &str| name.as_bytes().first() == Some(&FACES[face]) && &name[1..] == suffix;
        puzzle.moves().find(|&mv| is(puzzle.move_name(mv)))
    };
    let found = match quarters {
        1 => named("").map(|mv| (mv, false)),
        2 => named("2")
            .map(|mv| (mv, false))
            .or_else(|| Some((named("")?, true))),
        _ => named("'").map(|mv| (mv, false)),
    };
    found.map(Some).ok_or(NotationError { at, kind })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cube::{Cube2Qtm, Cube3, Cube3Htm, Cube3Qtm};

    #[test]
    fn half_turns_are_one_move_or_two() {
        let count = |text| read_turns(&Cube3Qtm, text).map(Result::unwrap).count();
        assert_eq!(count("R U2 F'"), 4);
        assert_eq!(count("RU2’ // and so on\n F3"), 4);
        assert_eq!(count(" "), 0);
        assert_eq!(read_turns(&Cube3Htm, "R U2 F'").count(), 3);
    }

    #[test]
    fn the_moves_lead_where_the_text_does() {
        let text = "R U2 F' L2' D3 B R'";
        let state = |moves: &mut dyn Iterator<Item = Move>, apply: fn(&Cube3, Move) -> Cube3| {
            moves.fold(Cube3::SOLVED, |s, mv| apply(&s, mv))
        };
        let expected = Cube3::from_moves(text).unwrap().state;
        let mut quarters = read_turns(&Cube3Qtm, text).map(Result::unwrap);
        assert_eq!(
            state(&mut quarters, |s, mv| Cube3Qtm.apply(s, mv)),
            expected
        );
        let mut halves = read_turns(&Cube3Htm, text).map(Result::unwrap);
        assert_eq!(state(&mut halves, |s, mv| Cube3Htm.apply(s, mv)), expected);
    }

    #[test]
    fn faults_are_located_and_end_it() {
        for (text, at, plain) in [
            ("R q", 2, false),
            ("R U2 (F)", 5, true),
            ("x R", 0, true),
            ("Rw", 0, true),
            ("R M", 2, true),
        ] {
            let mut moves = read_turns(&Cube3Qtm, text);
            let error = moves.find_map(Result::err).unwrap();
            assert_eq!(error.at, at, "{text}");
            let expected = error.kind == NotationErrorKind::PlainTurns;
            assert_eq!(expected, plain, "{text}");
            assert!(moves.next().is_none());
        }
        // The fixed corner of the 2×2×2 cube turns with D.
        assert!(read_turns(&Cube2Qtm, "R D").any(|mv| mv.is_err()));
    }
}
