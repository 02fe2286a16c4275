//! The way back: undoing the moves that led to a state is a solution too, and a short scramble's is hard to beat.

use super::neighbourhood::straightened;
use crate::costs::MoveCosts;
use crate::outcome::verify;
use quarterturn_core::{Move, Puzzle};

/// The name of what found such a solution.
pub const UNDONE: &str = "undone";

/// Moves tried around the way back, at most: two layers around a scramble of a cube, which take a fifth of a millisecond.
const AROUND: usize = 1 << 12;
/// Bytes of the states that are tried, at most.
const BYTES: usize = 1 << 26;

/// The moves that undo `moves`, without detours such as `U U'`, `R R R` or `U D U'`. `None` where that does not solve the
/// state, as where the moves began elsewhere, or where a move is forbidden or cannot be undone; and where it is no better
/// than `found`, another solution.
pub fn undone<P: Puzzle>(
    puzzle: &P,
    state: &P::State,
    moves: &[Move],
    costs: &MoveCosts,
    found: Option<&[Move]>,
) -> Option<Vec<Move>> {
    let worth = |moves: &[Move]| Some((costs.sum(moves)?, moves.len()));
    let found = found.and_then(worth);
    let better = |way: &[Move]| worth(way).filter(|&way| found.is_none_or(|found| way < found));
    let undo = |&mv: &Move| puzzle.undo(mv);
    let way: Vec<Move> = moves.iter().rev().map(undo).collect::<Option<_>>()?;
    verify(puzzle, state, &way).ok()?;
    let state_bytes = size_of::<P::State>() + puzzle.heap_bytes() + 64;
    let room = (BYTES / state_bytes).saturating_sub(way.len());
    // One layer tells whether it is worth more: most searches have found something better.
    let most = (way.len() + 1) * puzzle.move_count();
    let way = straightened(puzzle, state, way, costs, most.min(room));
    better(&way)?;
    Some(straightened(puzzle, state, way, costs, AROUND.min(room)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzles::Cube3Turns::{Half, Quarter};
    use crate::puzzles::Text;

    fn back<P: Text>(puzzle: &P, text: &str, costs: &MoveCosts) -> Option<String> {
        let moves = puzzle.read_moves(text).unwrap();
        let (_, state) = Text::read(puzzle, text).unwrap();
        let way = undone(puzzle, &state, &moves, costs, None)?;
        Some(puzzle.write_moves(&state, &way, None))
    }

    #[test]
    fn detours_are_left_out() {
        let costs = MoveCosts::unit(&Quarter);
        for (moves, way) in [
            ("R U2 F'", "F U2 R'"),
            ("R R R", "R"),
            ("R L R' L'", ""),
            ("U D U D U", "U D2"),
            ("F R R' R'", "R F'"),
            ("", ""),
        ] {
            assert_eq!(back(&Quarter, moves, &costs).as_deref(), Some(way));
        }
        let costs = MoveCosts::unit(&Half);
        assert_eq!(back(&Half, "R R U", &costs).as_deref(), Some("U' R2"));
    }

    #[test]
    fn forbidden_moves_are_not_made() {
        let forbid = |name| MoveCosts::of_moves(&Quarter, &[(name, f64::INFINITY)]).unwrap();
        assert_eq!(
            back(&Quarter, "R U", &forbid("L")).as_deref(),
            Some("U' R'")
        );
        assert_eq!(back(&Quarter, "R U", &forbid("U'")), None);
    }

    #[test]
    fn a_solution_as_good_stays() {
        let costs = MoveCosts::unit(&Quarter);
        let read = |text: &str| Quarter.read_moves(text).unwrap();
        let (state, moves) = (Text::read(&Quarter, "R U U'").unwrap().1, read("R U U'"));
        for (found, way) in [("R'", None), ("R R R", Some("R'"))] {
            let found = read(found);
            let found = undone(&Quarter, &state, &moves, &costs, Some(&found));
            assert_eq!(found, way.map(read));
        }
    }

    #[test]
    fn moves_that_began_elsewhere_are_no_way_back() {
        let costs = MoveCosts::unit(&Quarter);
        let state = Text::read(&Quarter, "R U F").unwrap().1;
        let moves = Quarter.read_moves("R U").unwrap();
        assert_eq!(undone(&Quarter, &state, &moves, &costs, None), None);
    }
}
