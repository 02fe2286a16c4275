//! Move sequences as text: a lenient reader for cubes, a strict writer for every puzzle.
//!
//! The reader accepts what people and programs write (after WCA regulations, Article 12, and
//! common software):
//!
//! | spelling | meaning |
//! |---|---|
//! | `R` `R1`, `R2` `R2'` `R²`, `R'` `R3` `Ri` `R’` `R′` | turns of a face |
//! | `Rw` `2Rw` `r` | wide: the two outer layers, on the 2×2×2 cube the whole cube |
//! | `M` `E` `S` (also `m e s`) | slices, in the direction of L, D and F; not on the 2×2×2 cube |
//! | `x` `y` `z` (also `X Y Z`, see [`capital_rotation`]) | rotations of the whole cube, in the direction of R, U and F |
//! | `(R U)3` `(R U)'` `(R U)2'` | repeat, undo; brackets nest up to [`MAX_DEPTH`] deep |
//! | `[A, B]` `[A: B]` | commutator `A B A' B'`, conjugate `A B A'`; they too are repeated and undone |
//! | `// …`, `/* … */` | comments |
//! | `3. R U`, `R U . F`, `R U (2)` `R U (9f)` | the number of a line, a phase's end, a length: skipped |
//!
//! In square brackets a comma binds closer than a colon, and of two colons the second: `[R, U: F]` is
//! `[[R, U]: F]`, and `[R: U: F]` is `[R: [U: F]]`.
//!
//! White space between moves is optional. A text is read once, from left to right; a bracket is
//! raised to its power as a group element, so no repeat count costs more than a few products.
//!
//! ```
//! use quarterturn_core::cube::Cube3;
//!
//! let scramble = Cube3::from_moves("x (R U R’ U')2 // as it comes")?;
//! assert_eq!(scramble.rotation.to_string(), "x");
//! let error = Cube3::from_moves("R U Q").unwrap_err();
//! assert_eq!((error.code(), error.at), ("unknown-move", 4));
//! # Ok::<(), quarterturn_core::notation::NotationError>(())
//! ```

mod brackets;
mod capital;
mod error;
mod lexer;
mod named;
mod read;
mod rotation;
mod turns;
mod write;

pub use brackets::{MAX_DEPTH, Product};
pub use capital::{capital_rotation, counted_rotation};
pub use error::{NotationError, NotationErrorKind};
pub use named::read_named;
pub use read::Held;
pub use rotation::Rotation;
pub use turns::read_turns;
pub use write::{write_merged, write_merged_where, write_moves};
