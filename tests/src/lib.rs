//! What the fuzzer calls, the permutation puzzles that are compared with a model, and the examples of README and guide.

pub mod fuzz;
pub mod permutations;

/// The examples of the README are tests.
#[cfg(doctest)]
#[doc = include_str!("../../README.md")]
struct Readme;

/// So are those of the guide.
#[cfg(doctest)]
#[doc = include_str!("../../docs/guide/rust.md")]
#[doc = include_str!("../../docs/guide/boards.md")]
struct Guide;
