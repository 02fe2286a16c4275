//! Random permutation puzzles and the model that enumerates them agree.

use quarterturn_tests::permutations::check;

#[test]
fn random_puzzles_are_what_the_model_says() {
    let states: Vec<usize> = (1..=200)
        .map(|seed| check(seed).unwrap_or_else(|fault| panic!("{fault}")))
        .collect();
    // Not all of one kind: small ones, and whole symmetric groups.
    assert!(states.iter().any(|&n| n < 10) && states.iter().any(|&n| n >= 2520));
}
