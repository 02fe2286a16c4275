//! Tokens to states.

use super::error::{NotationError, NotationErrorKind};
use super::lexer::{Bracket, Layers, Lexer, Token, Turn};
use super::rotation::Rotation;
use crate::cube::orbit::Orbit;
use crate::cube::{Cube2, Cube3};

/// How deep brackets may nest.
pub const MAX_DEPTH: usize = 32;

/// A cube and how it is held.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Held<S> {
    /// The state as the holder sees it now: its solution turns the faces as they are held.
    pub state: S,
    /// The rotation of the whole cube since the beginning.
    pub rotation: Rotation,
}

impl Cube3 {
    /// Reads a move sequence (a scramble of the solved cube) as described in
    /// [`notation`](super).
    ///
    /// Wide moves, slices and rotations change how the cube is held; after `x U` the solution is
    /// `U'`.
    ///
    /// # Errors
    /// The first token that is not understood.
    pub fn from_moves(text: &str) -> Result<Held<Self>, NotationError> {
        read(text, |turn| Ok(Element::of(turn)))
    }
}

impl Cube2 {
    /// Reads a move sequence (a scramble of the solved cube) as described in
    /// [`notation`](super). Turns of all six faces are understood.
    ///
    /// The corner held at DBL at the end becomes the fixed one, so `D` gives the state of `U`
    /// and the rotation `y'`.
    ///
    /// # Errors
    /// The first token that is not understood; slices are refused.
    pub fn from_moves(text: &str) -> Result<Held<Self>, NotationError> {
        let all = read(text, |turn| match turn.layers {
            Layers::Slice => Err(NotationErrorKind::SliceOnCube2),
            Layers::Wide => Ok(Element::of(Turn {
                layers: Layers::All,
                ..turn
            })),
            _ => Ok(Element::of(turn)),
        })?;
        let corners = all.state.corners;
        // Seen from the corner at DBL, the others are where this rotation puts them.
        let at_dbl = corners.inverse().slot(7);
        let brought = |r: &Rotation| usize::from(r.action().corner[21]) == at_dbl;
        let relabel = Rotation::all().find(brought).unwrap_or_default();
        let relabelled = Orbit::SOLVED.map(&relabel.action().corner).then(&corners);
        Ok(Held {
            state: Self::without_fixed(&relabelled),
            rotation: all.rotation.then(relabel.inverse()),
        })
    }
}

/// A move sequence as a group element: "first rotate, then turn faces as they are held then".
type Element = Held<Cube3>;

impl Element {
    const IDENTITY: Self = Self {
        state: Cube3::SOLVED,
        rotation: Rotation::IDENTITY,
    };

    /// The effect of one token.
    fn of(turn: Turn) -> Self {
        let (face, quarters) = (turn.face, turn.quarters);
        let opposite = (face + 3) % 6;
        // A rotation takes every layer along; the layers that should stay are turned back.
        let (rotates, state) = match turn.layers {
            Layers::Face => (false, Cube3::SOLVED.turned(face, quarters)),
            Layers::All => (true, Cube3::SOLVED),
            Layers::Wide => (true, Cube3::SOLVED.turned(opposite, quarters)),
            Layers::Slice => (
                true,
                Cube3::SOLVED
                    .turned(opposite, quarters)
                    .turned(face, 4 - quarters),
            ),
        };
        Self {
            state,
            rotation: Rotation::about(face, if rotates { quarters } else { 0 }),
        }
    }

    fn then(&self, next: &Self) -> Self {
        Self {
            state: self
                .state
                .conjugate(next.rotation.symmetry())
                .then(&next.state),
            rotation: self.rotation.then(next.rotation),
        }
    }

    fn inverse(&self) -> Self {
        let rotation = self.rotation.inverse();
        Self {
            state: self.state.inverse().conjugate(rotation.symmetry()),
            rotation,
        }
    }

    /// `self` repeated `count` times, by squaring.
    fn power(&self, mut count: u32) -> Self {
        let (mut result, mut square) = (Self::IDENTITY, *self);
        while count > 0 {
            if count & 1 == 1 {
                result = result.then(&square);
            }
            square = square.then(&square);
            count >>= 1;
        }
        result
    }
}

/// A bracket that is open.
#[derive(Clone, Copy)]
struct Open {
    bracket: Bracket,
    /// Where it was opened.
    at: usize,
    /// What stands before it.
    before: Element,
    /// What stands before its last `:`, which is undone at its end.
    outer: Element,
    /// What stands before a `,` since then.
    left: Option<Element>,
    /// Whether it has a `,` or a `:`.
    parted: bool,
}

impl Open {
    const NONE: Self = Self {
        bracket: Bracket::Round,
        at: 0,
        before: Element::IDENTITY,
        outer: Element::IDENTITY,
        left: None,
        parted: false,
    };

    /// What stands since the last `:`, where `right` does since the last separator: itself or, behind a
    /// `,`, a commutator.
    fn part(&self, right: &Element) -> Element {
        self.left.map_or(*right, |left| {
            let both = left.then(right);
            both.then(&left.inverse()).then(&right.inverse())
        })
    }
}

/// Of the brackets that are open, `depth` many, the innermost.
fn innermost(open: &mut [Open], depth: usize) -> Option<&mut Open> {
    open.get_mut(..depth)?.last_mut()
}

/// The product of all tokens of `text`, with `effect` giving that of a turn.
fn read(
    text: &str,
    effect: impl Fn(Turn) -> Result<Element, NotationErrorKind>,
) -> Result<Element, NotationError> {
    let mut lexer = Lexer::new(text);
    let mut open = [Open::NONE; MAX_DEPTH];
    let mut depth = 0;
    // What stands since the last bracket or separator.
    let mut current = Element::IDENTITY;
    while let Some((at, token)) = lexer.next()? {
        let fail = |kind| NotationError { at, kind };
        let inner = innermost(&mut open, depth);
        let square = |inner: &&mut Open| inner.bracket == Bracket::Square;
        match token {
            Token::Turn(turn) => current = current.then(&effect(turn).map_err(fail)?),
            Token::Open(bracket) => {
                let place = open.get_mut(depth);
                *place.ok_or(fail(NotationErrorKind::TooDeep))? = Open {
                    bracket,
                    at,
                    before: current,
                    ..Open::NONE
                };
                current = Element::IDENTITY;
                depth += 1;
            }
            Token::Comma => {
                let unknown = NotationErrorKind::UnknownMove(',');
                let inner = inner.filter(square).ok_or(fail(unknown))?;
                if inner.left.replace(current).is_some() {
                    return Err(fail(NotationErrorKind::Commutator));
                }
                inner.parted = true;
                current = Element::IDENTITY;
            }
            Token::Colon => {
                let stray = fail(NotationErrorKind::Commutator);
                let inner = inner.filter(square).ok_or(stray)?;
                inner.outer = inner.outer.then(&inner.part(&current));
                (inner.left, inner.parted) = (None, true);
                current = Element::IDENTITY;
            }
            Token::Close {
                bracket,
                count,
                inverse,
            } => {
                let unopened = fail(NotationErrorKind::UnopenedBracket);
                let inner = inner.filter(|inner| inner.bracket == bracket);
                let inner = *inner.ok_or(unopened)?;
                if bracket == Bracket::Square && !inner.parted {
                    let (at, kind) = (inner.at, NotationErrorKind::Commutator);
                    return Err(NotationError { at, kind });
                }
                depth -= 1;
                let part = inner.outer.then(&inner.part(&current));
                let repeated = part.then(&inner.outer.inverse()).power(count);
                current = inner.before.then(&if inverse {
                    repeated.inverse()
                } else {
                    repeated
                });
            }
        }
    }
    match innermost(&mut open, depth) {
        Some(&mut Open { at, .. }) => Err(NotationError {
            at,
            kind: NotationErrorKind::UnclosedBracket,
        }),
        None => Ok(current),
    }
}
