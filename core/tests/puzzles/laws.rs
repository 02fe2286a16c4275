//! What the documentation of `Puzzle` promises, for any puzzle.

use quarterturn_core::{Move, Puzzle};

/// Checks the laws that can be seen from one state.
pub fn check<P: Puzzle>(puzzle: &P, state: &P::State) {
    features(puzzle, state);
    for mv in puzzle.moves().filter(|&mv| puzzle.allowed(state, mv)) {
        let next = puzzle.apply(state, mv);
        if let Some(undo) = puzzle.undo(mv) {
            assert!(puzzle.allowed(&next, undo));
            assert_eq!(
                puzzle.apply(&next, undo),
                *state,
                "{}",
                puzzle.move_name(mv)
            );
        }
        if let Some(goal) = puzzle.goal().filter(|_| puzzle.is_group()) {
            let step = puzzle.apply(&goal, mv);
            assert_eq!(puzzle.then(state, &step), Some(next), "a move is a product");
        }
    }
    if let Some(goal) = puzzle.goal() {
        assert!(puzzle.is_solved(&goal));
        assert_eq!(puzzle.is_solved(state), *state == goal);
    }
    if puzzle.is_group() {
        let inverse = puzzle.invert(state).expect("a group has inverses");
        assert_eq!(puzzle.then(state, &inverse), puzzle.goal());
        assert_eq!(puzzle.then(&inverse, state), puzzle.goal());
    }
    if puzzle.is_solved(state) {
        assert_eq!(puzzle.bound(state), 0);
    }
    (0..puzzle.frames()).for_each(|frame| frames(puzzle, state, frame));
}

fn features<P: Puzzle>(puzzle: &P, state: &P::State) {
    let inputs = puzzle.inputs();
    let mut active = vec![0; inputs.active];
    puzzle.features(state, &mut active);
    assert!(active.iter().all(|&f| usize::from(f) < inputs.width));
    active.sort_unstable();
    active.dedup();
    assert_eq!(active.len(), inputs.active, "no feature is active twice");
}

fn frames<P: Puzzle>(puzzle: &P, state: &P::State, frame: usize) {
    let seen = puzzle.conjugate(state, frame);
    assert!(frame != 0 || seen == *state, "frame 0 is the identity");
    let back = puzzle.inverse_frame(frame);
    assert_eq!(puzzle.conjugate(&seen, back), *state, "frame {frame}");
    assert_eq!(puzzle.is_solved(&seen), puzzle.is_solved(state));
    assert_eq!(puzzle.bound(&seen), puzzle.bound(state));
    for mv in puzzle.moves() {
        let twin = puzzle.conjugate_move(mv, frame);
        assert_eq!(puzzle.conjugate_move(twin, back), mv, "frame {frame}");
        assert_eq!(puzzle.allowed(state, mv), puzzle.allowed(&seen, twin));
        if puzzle.allowed(state, mv) {
            let next = puzzle.conjugate(&puzzle.apply(state, mv), frame);
            assert_eq!(puzzle.apply(&seen, twin), next, "frame {frame}");
        }
    }
}

/// The moves with these names.
pub fn moves<P: Puzzle>(puzzle: &P, names: &str) -> Vec<Move> {
    let find = |name| puzzle.moves().find(|&mv| puzzle.move_name(mv) == name);
    let named = names.split_whitespace().map(find);
    named.map(|mv| mv.expect("a move of the puzzle")).collect()
}
