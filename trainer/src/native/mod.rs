//! Training of integer-ready networks without LibTorch.

pub mod adam;
mod backward;
mod dense;
mod forward;
pub mod kernel;
mod names;
mod network;
mod norm;
mod parameters;
pub mod plain;
mod sparse;
pub mod state;
#[cfg(test)]
mod tests;

pub use forward::Statistics;
pub use network::{Network, Shape};
