//! Searches in caller-owned, fixed-size memory: no heap, no clock, no unbounded loop.
//!
//! A device runs [`solver`]: [`beam`] after beam, each from another [`view`] of the state.
//! [`greedy`] is the smallest search.

pub mod beam;
pub mod greedy;
pub mod guide;
mod heap;
mod memory;
mod moves;
mod path;
mod prints;
mod ring;
pub mod solver;
pub mod view;

pub use beam::{Beam, Progress};
pub use guide::{Guide, GuideError, NetGuide};
pub use memory::Memory;
pub use moves::MoveSet;
pub use path::MAX_LENGTH;
pub use ring::Ring;
pub use solver::{Effort, Solver};
pub use view::View;
