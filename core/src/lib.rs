#![doc = include_str!("../README.md")]
#![no_std]

#[cfg(feature = "alloc")]
extern crate alloc;

mod at;
mod checksum;
mod counted;
pub mod cube;
#[cfg(feature = "device")]
pub mod device;
mod draw;
pub mod facelets;
pub mod fnv;
pub mod net;
pub mod notation;
mod printable;
pub mod puzzle;
mod quoted;
pub mod random;
pub mod search;
pub mod walk;

pub use printable::{Plain, printable};
pub use puzzle::{Metric, Move, Puzzle};
