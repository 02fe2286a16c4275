//! How good a network is: greedy descent and beam search on held-out scrambles, and the value
//! head against the truth where that is known.

pub mod beam;
pub mod exact;
pub mod float;
pub mod greedy;
