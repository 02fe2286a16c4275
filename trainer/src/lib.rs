//! Trains quarterturn's networks.
//!
//! A [`recipe`] fully determines a run: the [`net`], the [`labels`] it learns and how long it trains.
//! [`run`] trains step by step, [`checkpoint`] saves a run so that it can resume after a crash, and [`eval`]
//! measures the result.
//!
//! | feature | what |
//! |---|---|
//! | `libtorch` (default) | all networks and targets, and GPUs; needs LibTorch 2.11. Without it the [`native`] engine trains networks of kind "mlp" with the targets `walk`, `bellman` and `exact` |
//! | `mpi` | several processes for one run |

#![deny(clippy::print_stdout, clippy::print_stderr)]

pub mod backend;
pub mod checkpoint;
pub mod device;
pub mod dynamics;
pub mod eval;
pub mod export;
pub mod folder;
pub mod init;
mod input;
pub mod labels;
pub mod learn;
pub mod levels;
#[cfg(feature = "libtorch")]
pub mod libtorch;
#[cfg(not(feature = "libtorch"))]
#[path = "without_libtorch.rs"]
pub mod libtorch;
pub mod memory;
pub mod native;
pub mod net;
pub mod parities;
pub mod peers;
pub mod plot;
pub mod progress;
pub mod puzzle;
pub mod random;
pub mod recipe;
pub mod run;
pub mod saved;
pub mod tensor;
pub mod threads;
