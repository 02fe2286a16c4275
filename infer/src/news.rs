//! What is said of tables while they are made.

use std::error::Error;

/// What a solver says of its tables.
#[derive(Clone, Copy, Debug)]
pub enum News<'a> {
    /// How far their making has come.
    Tables {
        /// States whose distance is known.
        known: usize,
        /// All of them.
        total: usize,
    },
    /// They serve, but cannot be kept: the next solver makes them again.
    Unkept(&'a (dyn Error + 'a)),
}

/// Hears of tables.
pub type Tell = dyn Fn(News<'_>) + Send + Sync;
