//! The command line as users and scripts see it: output, errors and exit codes.

#[cfg(unix)]
mod book;
#[cfg(unix)]
mod commands;
mod competition;
mod embedded;
mod groups;
#[cfg(unix)]
mod guide;
mod harness;
#[cfg(unix)]
mod hostile_boards;
mod hostile_files;
mod inputs;
mod library;
mod limits;
mod optimal;
mod oracle;
mod out;
#[cfg(unix)]
mod pages;
mod puzzles;
#[cfg(unix)]
mod questions;
mod readme;
mod schema;
mod serve;
mod solving;
#[cfg(unix)]
mod streams;
mod terminal;
