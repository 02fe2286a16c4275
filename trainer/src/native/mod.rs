//! Training of integer-ready networks without LibTorch.

pub mod adam;
mod backward;
mod dense;
mod forward;
pub mod kernel;
mod network;
mod norm;
mod parameters;
mod sparse;

pub use forward::Statistics;
pub use network::{Network, Shape};
