//! Networks looked at by themselves, without a search: what commands such as `doctor`, `analyse` and `bench
//! --signature` measure.

mod check;
mod signature;
mod speed;
mod values;

pub use check::{Against, check};
pub use signature::signature;
pub use speed::{speed, speed_of};
pub use values::{outputs, values_along};
