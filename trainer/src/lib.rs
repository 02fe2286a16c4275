//! Trains quarterturn's networks with LibTorch.
//!
//! A [`recipe`] fully determines a run: a [`net`], a [`target`] and how long to train. [`run`]
//! drives it step by step, [`checkpoint`] makes it survive anything.

pub mod adam;
pub mod checkpoint;
pub mod net;
pub mod recipe;
pub mod run;
pub mod tables;
pub mod target;
