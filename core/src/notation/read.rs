//! Move sequences of cubes to states.

use super::brackets::{self, Product};
use super::error::{NotationError, NotationErrorKind};
use super::lexer::{Layers, Lexer, Turn};
use super::rotation::Rotation;
use crate::cube::orbit::Orbit;
use crate::cube::{Cube2, Cube3};

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
}

impl Product for Element {
    fn append(&mut self, next: &Self) {
        let state = self.state.conjugate(next.rotation.symmetry());
        self.state = state.then(&next.state);
        self.rotation = self.rotation.then(next.rotation);
    }

    fn inverse(&self) -> Self {
        let rotation = self.rotation.inverse();
        Self {
            state: self.state.inverse().conjugate(rotation.symmetry()),
            rotation,
        }
    }
}

/// The product of all tokens of `text`, with `effect` giving that of a turn.
fn read(
    text: &str,
    effect: impl Fn(Turn) -> Result<Element, NotationErrorKind>,
) -> Result<Element, NotationError> {
    let mut lexer = Lexer::new(text);
    let next = || lexer.next();
    brackets::read(&Element::IDENTITY, next, |_, turn| effect(turn))
}
