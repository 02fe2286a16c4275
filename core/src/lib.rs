//! Cube logic, integer networks and memory-lean search, without a heap.
#![no_std]

pub mod cube;
pub mod notation;
pub mod net;
pub mod puzzle;

pub use puzzle::{Metric, Move, Puzzle};
