//! What the core promises, and the inputs that the fuzzer keeps.

mod cards;
mod cubes;
mod device_forbidden;
mod device_protocol;
mod device_search;
mod doors;
mod facelets;
mod facelets_refused;
mod format;
mod fuzz;
mod gap;
mod group;
mod links;
mod notation;
mod notation_model;
mod notation_written;
mod permutations;
pub(crate) mod random;
mod refusals;
mod sokoban;
mod sokoban_model;
mod tiles;
