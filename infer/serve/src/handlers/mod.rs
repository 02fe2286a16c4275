//! What each path answers.

pub(crate) mod models;
pub(crate) mod openapi;
pub(crate) mod page;
pub(crate) mod puzzles;
pub(crate) mod server;
pub(crate) mod solve;
pub(crate) mod stream;
mod work;
