//! The command line as users and scripts see it: output, errors and exit codes.

mod analyse;
mod batch;
#[cfg(unix)]
mod book;
mod compare;
mod competition;
mod definitions;
mod embedded;
mod files;
mod groups;
#[cfg(unix)]
mod guide;
mod harness;
#[cfg(unix)]
mod hostile_boards;
mod hostile_files;
mod input;
mod inputs;
mod library;
mod limits;
mod open_targets;
mod optimal;
mod oracle;
mod out;
#[cfg(unix)]
mod pages;
mod picture;
mod plot;
mod puzzles;
#[cfg(unix)]
mod questions;
mod readme;
mod requests;
mod schema;
mod searches;
mod serve;
mod solving;
#[cfg(unix)]
mod streams;
mod terminal;
mod usage;
