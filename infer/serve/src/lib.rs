//! A local HTTP server around quarterturn: a page, a JSON API, and limits.
//!
//! ```no_run
//! use quarterturn_serve::{Config, run};
//!
//! run(Config::default(), |address| println!("http://{address}"))?;
//! # Ok::<(), quarterturn_serve::ServeError>(())
//! ```
//!
//! [`run`] serves until Ctrl-C. [`Server`] does so inside a runtime of your own, and [`router`] is the service alone, to
//! be put behind a server of your own: it has every check but those of connections (slow headers, their number).
//!
//! An answer is the JSON of `quarterturn solve --json`, an error is the JSON of its refusals. A search never runs on the
//! runtime's threads: each has a thread for work that blocks, of which there are as many as searches may run at once. So a
//! panic in one ends that request with status 500 and nothing else, in a program that is built to unwind.

#![deny(clippy::print_stdout, clippy::print_stderr)]

mod access;
mod app;
mod bodies;
mod body;
mod config;
mod events;
mod facts;
mod gate;
mod handlers;
mod job;
mod listen;
mod metrics;
mod models;
mod page;
mod problem;
mod puzzles;
mod recent;
mod routes;
mod schema;
mod search;
mod solvers;
mod words;

pub use config::{Config, ConfigError};
pub use handlers::openapi::description;
pub use listen::{ServeError, Server, run};
pub use page::{BUILD as BUILD_THE_PAGE, Page, PageError};
pub use routes::router;
