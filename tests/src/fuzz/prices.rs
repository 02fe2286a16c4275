//! Price lists and suites.

use super::for_every_puzzle;
use quarterturn::Metric;
use quarterturn::costs::MoveCosts;
use quarterturn_core::search::View;
use quarterturn_core::{Move, Puzzle};
use quarterturn_lab::suite;

/// Reads prices of moves.
pub fn costs(bytes: &[u8]) {
    if let Ok(text) = std::str::from_utf8(bytes) {
        for_every_puzzle!(costs_of(text));
    }
}

fn costs_of<P: Puzzle>(puzzle: &P, text: &str) {
    let costs = match MoveCosts::parse(puzzle, text) {
        Ok(costs) => costs,
        Err(error) => {
            assert!((1..=text.matches('\n').count() + 1).contains(&error.line));
            return assert!(!error.to_string().is_empty());
        }
    };
    let allowed: Vec<Move> = costs.allowed().collect();
    assert!(!allowed.is_empty() && allowed.len() + costs.forbidden() == puzzle.move_count());
    let prices = || allowed.iter().filter_map(|&mv| costs.of(mv));
    assert!(prices().all(|price| price > 0));
    assert_eq!(prices().min(), Some(costs.least()));
    assert!(costs.least() <= costs.mean());
    assert_eq!(costs.sum(&allowed), Some(prices().map(u64::from).sum()));
    let sorted = |costs: &MoveCosts| {
        let mut prices: Vec<_> = puzzle.moves().map(|mv| costs.of(mv)).collect();
        prices.sort_unstable();
        prices
    };
    for view in (0..View::count(puzzle)).map(|i| View::nth(puzzle, i)) {
        assert_eq!(sorted(&costs.seen_from(puzzle, view)), sorted(&costs));
    }
}

/// Reads a suite.
pub fn suite(bytes: &[u8]) {
    let Ok(text) = std::str::from_utf8(bytes) else {
        return;
    };
    for metric in [Metric::Quarter, Metric::Half] {
        match suite::parse(text, metric) {
            Ok(cases) => {
                assert!(!cases.is_empty());
                assert!(cases.windows(2).all(|pair| pair[0].line < pair[1].line));
            }
            Err(error) => assert!(!error.to_string().is_empty()),
        }
    }
}
