//! The server as clients see it.

mod access;
mod connections;
mod garbage;
mod harness;
mod leaving;
mod pages;
mod questions;
mod refusals;
mod solving;
mod streams;
mod uploads;
