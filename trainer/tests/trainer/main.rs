//! What the trainer promises, a module for each part of it. What counts memory, kills runs or starts several processes has a
//! program of its own.

#[path = "../common/mod.rs"]
mod common;

#[cfg(feature = "libtorch")]
mod depth;
mod dynamics;
mod exact;
#[cfg(feature = "libtorch")]
mod export;
#[cfg(feature = "libtorch")]
mod field;
#[cfg(feature = "libtorch")]
mod import;
#[cfg(feature = "libtorch")]
mod init;
mod labels;
mod learn;
mod levels;
#[cfg(feature = "libtorch")]
mod losses;
#[cfg(feature = "libtorch")]
mod optimizer;
#[cfg(feature = "libtorch")]
mod papers;
mod parities;
mod puzzles;
mod recipes;
mod run;
mod slices;
#[cfg(unix)]
mod streams;
#[cfg(feature = "libtorch")]
mod targets;
