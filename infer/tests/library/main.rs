//! What the library promises, a module for each part of it. What counts allocations has a program of its own.

mod above_bound;
mod doors;
mod extension;
mod float;
mod known;
mod optimal;
mod questions;
mod renamed;
mod requests;
mod searches;
mod tiles;
mod two_phase;
mod values;
