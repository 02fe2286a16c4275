//! Searches in caller-owned, fixed-size memory: no heap, no clock, no unbounded loop.
//!
//! [`beam`] is the device's solver, [`greedy`] the smallest thing that can work, and [`view`]
//! lets both try again from another side.

pub mod beam;
pub mod greedy;
pub mod guide;
pub mod view;

pub use beam::{Beam, Memory, Progress};
pub use guide::{Guide, GuideError, NetGuide};
pub use view::View;
