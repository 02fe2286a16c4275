//! Tokens to a product: brackets repeat, undo, and make commutators and conjugates.

use super::error::{NotationError, NotationErrorKind};
use super::lexer::{Bracket, Token};

/// How deep brackets may nest.
pub const MAX_DEPTH: usize = 32;

/// What moves make together: a state, a permutation or a list of moves.
pub trait Product: Clone {
    /// Makes `next` follow.
    fn append(&mut self, next: &Self);

    /// What undoes it.
    #[must_use]
    fn inverse(&self) -> Self;
}

/// First `first`, then `next`.
fn both<E: Product>(first: &E, next: &E) -> E {
    let mut all = first.clone();
    all.append(next);
    all
}

/// `base` repeated `count` times, by squaring; `one` is no move at all.
pub(super) fn power<E: Product>(one: &E, base: &E, mut count: u32) -> E {
    let (mut result, mut square) = (one.clone(), base.clone());
    while count > 0 {
        if count & 1 == 1 {
            result.append(&square);
        }
        count >>= 1;
        if count > 0 {
            square = both(&square, &square);
        }
    }
    result
}

/// A bracket that is open.
struct Open<E> {
    bracket: Bracket,
    /// Where it was opened.
    at: usize,
    /// What stands before it.
    before: E,
    /// What stands before its last `:`, which is undone at its end.
    outer: E,
    /// What stands before a `,` since then.
    left: Option<E>,
    /// Whether it has a `,` or a `:`.
    parted: bool,
}

impl<E: Product> Open<E> {
    /// What stands since the last `:`, where `right` does since the last separator: itself or, behind a
    /// `,`, a commutator.
    fn part(&self, right: &E) -> E {
        self.left.as_ref().map_or_else(
            || right.clone(),
            |left| {
                let mut part = both(left, right);
                part.append(&left.inverse());
                part.append(&right.inverse());
                part
            },
        )
    }
}

/// The product of all tokens that `next` gives, with `effect` giving that of a turn at a byte; `one` is no move at
/// all.
pub(super) fn read<E: Product, T>(
    one: &E,
    mut next: impl FnMut() -> Result<Option<(usize, Token<T>)>, NotationError>,
    effect: impl Fn(usize, T) -> Result<E, NotationErrorKind>,
) -> Result<E, NotationError> {
    let mut open: [Option<Open<E>>; MAX_DEPTH] = core::array::from_fn(|_| None);
    let mut depth = 0;
    // What stands since the last bracket or separator.
    let mut current = one.clone();
    while let Some((at, token)) = next()? {
        let fail = |kind| NotationError { at, kind };
        let inner = innermost(&mut open, depth);
        let square = |inner: &&mut Open<E>| inner.bracket == Bracket::Square;
        match token {
            Token::Turn(turn) => current.append(&effect(at, turn).map_err(fail)?),
            Token::Open(bracket) => {
                let place = open.get_mut(depth);
                *place.ok_or(fail(NotationErrorKind::TooDeep))? = Some(Open {
                    bracket,
                    at,
                    before: core::mem::replace(&mut current, one.clone()),
                    outer: one.clone(),
                    left: None,
                    parted: false,
                });
                depth += 1;
            }
            Token::Comma => {
                let unknown = NotationErrorKind::UnknownMove(',');
                let inner = inner.filter(square).ok_or(fail(unknown))?;
                let left = core::mem::replace(&mut current, one.clone());
                if inner.left.replace(left).is_some() {
                    return Err(fail(NotationErrorKind::Commutator));
                }
                inner.parted = true;
            }
            Token::Colon => {
                let stray = fail(NotationErrorKind::Commutator);
                let inner = inner.filter(square).ok_or(stray)?;
                let part = inner.part(&current);
                inner.outer.append(&part);
                (inner.left, inner.parted) = (None, true);
                current = one.clone();
            }
            Token::Close {
                bracket,
                count,
                inverse,
            } => {
                let unopened = fail(NotationErrorKind::UnopenedBracket);
                let inner = inner.filter(|inner| inner.bracket == bracket);
                let inner = inner.ok_or(unopened)?;
                if bracket == Bracket::Square && !inner.parted {
                    let (at, kind) = (inner.at, NotationErrorKind::Commutator);
                    return Err(NotationError { at, kind });
                }
                let mut part = both(&inner.outer, &inner.part(&current));
                part.append(&inner.outer.inverse());
                let repeated = power(one, &part, count);
                current = inner.before.clone();
                current.append(&if inverse {
                    repeated.inverse()
                } else {
                    repeated
                });
                depth -= 1;
            }
        }
    }
    match innermost(&mut open, depth) {
        Some(inner) => Err(NotationError {
            at: inner.at,
            kind: NotationErrorKind::UnclosedBracket,
        }),
        None => Ok(current),
    }
}

/// Of the brackets that are open, `depth` many, the innermost.
fn innermost<E>(open: &mut [Option<Open<E>>], depth: usize) -> Option<&mut Open<E>> {
    open.get_mut(..depth)?.last_mut()?.as_mut()
}
