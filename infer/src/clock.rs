//! The clock, also where the standard library has none: in a browser and in Node.

pub(crate) use web_time::Instant;
