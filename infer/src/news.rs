//! What is said of tables while they are made.

use std::error::Error;

/// Reports of a solver about its tables.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub enum News<'a> {
    /// Progress while they are made.
    Tables {
        /// States whose distance is known.
        known: usize,
        /// All of them.
        total: usize,
    },
    /// They are used, but cannot be stored: the next solver makes them again.
    Unkept(&'a (dyn Error + 'a)),
}

/// A callback for reports about tables.
pub type Tell = dyn Fn(News<'_>) + Send + Sync;
