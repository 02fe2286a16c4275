//! The mirror image that exchanges left and right.

use quarterturn_core::Puzzle;

/// The symmetry frame that is such a mirror, by the names of its moves: `R` becomes `L'` there.
pub(super) fn frame<P: Puzzle>(puzzle: &P) -> Option<usize> {
    let name = |mv| puzzle.move_name(mv);
    let is_mirror = |&frame: &usize| {
        let mut moves = puzzle.moves();
        moves.all(|mv| name(puzzle.conjugate_move(mv, frame)) == image(name(mv)))
    };
    (1..puzzle.frames()).find(is_mirror)
}

/// What a turn is called in the mirror.
fn image(name: &str) -> String {
    let sides = name.replace('L', "·").replace('R', "L").replace('·', "R");
    match sides.strip_suffix('\'') {
        Some(turn) => turn.into(),
        None if sides.ends_with('2') => sides,
        None => sides + "'",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use quarterturn_core::cube::{Cube2Qtm, Cube3, Cube3Htm, Cube3Qtm};
    use quarterturn_core::puzzle::sliding::Puzzle15;
    use quarterturn_core::random::random_moves;
    use rand_xoshiro::Xoshiro256PlusPlus;
    use rand_xoshiro::rand_core::SeedableRng;

    fn check<P: Puzzle<State = Cube3>>(puzzle: &P) {
        let frame = frame(puzzle).unwrap();
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
        let moves: Vec<_> = random_moves(puzzle, Cube3::SOLVED, &mut rng, 30).collect();
        let images: Vec<_> = moves
            .iter()
            .map(|&mv| puzzle.conjugate_move(mv, frame))
            .collect();
        let state = puzzle.apply_all(&Cube3::SOLVED, &moves);
        let image = puzzle.apply_all(&Cube3::SOLVED, &images);
        assert_eq!(puzzle.conjugate(&state, frame), image);
        assert_eq!(puzzle.conjugate(&image, frame), state, "twice is nothing");
        assert_ne!(image, state);
    }

    #[test]
    fn a_mirror_exchanges_left_and_right() {
        assert_eq!(["R", "U'", "L2"].map(image), ["L'", "U", "R2"]);
        check(&Cube3Qtm);
        check(&Cube3Htm);
        // Its corner at the left back stays where it is.
        assert_eq!(frame(&Cube2Qtm), None);
        assert_eq!(frame(&Puzzle15), None);
    }
}
