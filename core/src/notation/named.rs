//! Move sequences of puzzles whose moves have names of their own.

use super::brackets::{self, Product, power};
use super::error::NotationError;
use super::lexer::{Lexer, ends};

/// Reads moves by their names, with all that [`notation`](super) has but wide moves, slices and rotations: `R2`,
/// `R'`, `(R U)3`, `[A, B]`, `[A: B]`, comments. Moves stand apart by white space, or by dots as in `f0.-d1`. A name
/// that begins as another does is preferred if it is longer: where `R2` is a move it is not `R` twice.
///
/// `one` is no move at all; `of` gives the effect of the n-th name at a byte.
///
/// # Errors
/// The first token that is not understood.
///
/// ```
/// use quarterturn_core::notation::{Product, read_named};
///
/// /// Moves as numbers, which cancel.
/// #[derive(Clone)]
/// struct Sum(i32);
///
/// impl Product for Sum {
///     fn append(&mut self, next: &Self) {
///         self.0 += next.0;
///     }
///
///     fn inverse(&self) -> Self {
///         Self(-self.0)
///     }
/// }
///
/// let names = ["one", "ten"];
/// let read = |text| read_named(text, names.iter().copied(), &Sum(0), |nth, _| Sum([1, 10][nth]));
/// assert_eq!(read("ten2 [one: ten] (one ten)2'")?.0, 20 + 10 - 22);
/// assert_eq!(read("ten seven").map(|sum| sum.0).unwrap_err().at, 4);
/// # Ok::<(), quarterturn_core::notation::NotationError>(())
/// ```
pub fn read_named<'n, E: Product>(
    text: &str,
    names: impl Iterator<Item = &'n str> + Clone,
    one: &E,
    of: impl Fn(usize, usize) -> E,
) -> Result<E, NotationError> {
    let mut lexer = Lexer::new(text);
    let next = || lexer.next_named(|rest| longest(names.clone(), rest));
    brackets::read(one, next, |at, (nth, count, inverse)| {
        let repeated = power(one, &of(nth, at), count);
        Ok(if inverse {
            repeated.inverse()
        } else {
            repeated
        })
    })
}

/// The length of the longest name that a text begins with, and which one it is.
fn longest<'n>(names: impl Iterator<Item = &'n str>, rest: &str) -> Option<(usize, usize)> {
    let found = names.enumerate().filter_map(|(nth, name)| {
        let after = rest.strip_prefix(name).filter(|_| !name.is_empty())?;
        // `f12` is no name `f1` and a count.
        let cut = name.ends_with(|c: char| c.is_numeric()) && after.starts_with(char::is_numeric);
        (ends(after) && !cut).then_some((name.len(), nth))
    });
    // The first of moves that are called the same.
    found.reduce(|best, other| if other.0 > best.0 { other } else { best })
}
