//! What quarterturn's programs measure, and how they show it: networks by themselves ([`networks`]), suites of states
//! ([`suite`]), the measures of many answers ([`measure`]), what solutions have in common ([`analysis`], [`blocks`], [`along`]),
//! lines of text and the states of a file ([`lines`], [`states`]), times and sizes as people write them ([`units`]), what may be
//! written where ([`files`]), the JSON of programs ([`json`]), and charts (`picture`, with the feature `plot`).
//!
//! Nothing here solves a puzzle: that is the crate `quarterturn`.

#![deny(clippy::print_stdout, clippy::print_stderr)]

pub mod along;
pub mod analysis;
pub mod blocks;
pub mod files;
pub mod json;
pub mod lines;
pub mod measure;
pub mod networks;
#[cfg(feature = "plot")]
pub mod picture;
pub mod states;
pub mod suite;
pub mod units;
