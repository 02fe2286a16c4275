//! The puzzles that have a name: the cubes, the boards, and the definitions inside the library.

pub(super) mod cubes;
pub(super) mod definitions;
mod lights;
pub(super) mod sokoban;
pub(super) mod tiles;
