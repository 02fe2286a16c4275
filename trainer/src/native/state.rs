//! Parameters, statistics and moments by name, as checkpoints hold them.

pub use crate::tensor::{StateError, Tensor, find};

/// Which part of a parameter is meant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// The number itself.
    Value,
    /// Adam's first moment.
    First,
    /// Adam's second moment.
    Second,
    /// The gradient; never in a checkpoint.
    Gradient,
}

impl Part {
    /// What checkpoints hold of a parameter.
    pub const KEPT: [Self; 3] = [Self::Value, Self::First, Self::Second];

    /// The name of this part of the parameter `name`.
    pub fn of(self, name: &str) -> String {
        match self {
            Self::Value => name.to_owned(),
            Self::First => format!("{name}/adam.first"),
            Self::Second => format!("{name}/adam.second"),
            Self::Gradient => format!("{name}/gradient"),
        }
    }
}
