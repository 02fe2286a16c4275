//! Trains quarterturn's networks with LibTorch.
//!
//! A [`recipe`] fully determines a run: a [`net`], the [`labels`] it learns and how long to train.
//! [`run`] drives it step by step, [`checkpoint`] makes it survive anything, [`eval`] says how good
//! the result is.

#![deny(clippy::print_stdout, clippy::print_stderr)]

pub mod backend;
pub mod checkpoint;
pub mod compute;
pub mod dynamics;
pub mod eval;
pub mod export;
pub mod folder;
#[cfg(feature = "libtorch")]
pub mod import;
pub mod init;
pub mod labels;
pub mod levels;
pub mod memory;
pub mod native;
pub mod net;
#[cfg(feature = "libtorch")]
pub mod optimizer;
pub mod parities;
pub mod peers;
pub mod plot;
pub mod progress;
pub mod puzzle;
pub mod recipe;
pub mod run;
pub mod saved;
pub mod tensor;
