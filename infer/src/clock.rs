//! The clock. It also works in a browser and in Node, where the standard library has none.

pub(crate) use web_time::Instant;
