//! The vocabulary every puzzle shares: states, moves, metrics and the [`Puzzle`] trait.

use core::fmt::{self, Debug};
use core::hash::Hash;

/// One move of a puzzle: a small index into its move table.
///
/// The index means nothing without its [`Puzzle`]; [`Puzzle::move_name`] gives the text form.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Move(pub u8);

impl Move {
    /// The move's position in its puzzle's move table.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// How the length of a solution is counted. Every printed length names its metric.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Metric {
    /// Quarter-turn metric: a half turn counts two.
    Quarter,
    /// Half-turn metric: any turn of one face counts one.
    Half,
}

impl Metric {
    /// The short name used in text and JSON output: `qtm` or `htm`.
    pub const fn name(self) -> &'static str {
        match self {
            Metric::Quarter => "qtm",
            Metric::Half => "htm",
        }
    }
}

impl fmt::Display for Metric {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A puzzle: a set of states, a set of invertible moves and a goal.
///
/// Implementors are empty marker types, so one state type can serve several move sets
/// (`cube3` and `cube3-htm` differ only in their moves). Everything here is pure table work:
/// no allocation and no panic. Moves must be below [`Puzzle::MOVES`] and frames below
/// [`Puzzle::FRAMES`], which debug builds assert; larger ones wrap around.
pub trait Puzzle: Copy + Debug + Default + Send + Sync + 'static {
    /// One configuration. `Ord` is the byte order; searches use it to break ties deterministically.
    type State: Copy + Eq + Ord + Hash + Debug + Send + Sync + 'static;

    /// The name on the command line and in weight files, such as `cube3`.
    const NAME: &'static str;
    /// The name of the puzzle whose states, features and networks this one shares.
    const FAMILY: &'static str;
    /// The metric in which one move counts one.
    const METRIC: Metric;
    /// Number of moves.
    const MOVES: usize;
    /// Width of the one-hot input of a network.
    const FEATURES: usize;
    /// Number of features that are active in every state.
    const ACTIVE: usize;
    /// Number of symmetry frames, the identity included (see [`Puzzle::conjugate`]).
    const FRAMES: usize;
    /// The goal.
    const SOLVED: Self::State;

    /// The state after one move.
    fn apply(state: &Self::State, mv: Move) -> Self::State;

    /// The move that undoes `mv`.
    fn inverse(mv: Move) -> Move;

    /// The text form of a move, in WCA notation for cubes.
    fn move_name(mv: Move) -> &'static str;

    /// Whether a shortest solution never needs `next` right after `previous`: it would undo or
    /// merge with it, or the pair commutes and is kept in the other order.
    fn redundant(previous: Move, next: Move) -> bool;

    /// Writes the indices of the active features (each below [`Puzzle::FEATURES`]) to the first
    /// [`Puzzle::ACTIVE`] places of `out`.
    ///
    /// # Panics
    /// If `out` is shorter than [`Puzzle::ACTIVE`].
    fn features(state: &Self::State, out: &mut [u16]);

    /// A 64-bit hash of the state, the same on every machine.
    fn key(state: &Self::State) -> u64;

    /// The group inverse of the state: it is solved by the reversed inverse of the solution of
    /// `state`. Same distance to the goal, hence a second opinion for a network.
    fn invert(state: &Self::State) -> Self::State;

    /// The product of two states as group elements: first `state`, then what takes the goal to
    /// `next`.
    fn then(state: &Self::State, next: &Self::State) -> Self::State;

    /// The state as it looks in symmetry frame `frame`: at the same distance from the goal, and
    /// solved by the solution of `state` with each move passed through
    /// [`Puzzle::conjugate_move`]. Frame 0 is the identity.
    fn conjugate(state: &Self::State, frame: usize) -> Self::State;

    /// The move that does in frame `frame` what `mv` does in frame 0.
    fn conjugate_move(mv: Move, frame: usize) -> Move;

    /// The frame that undoes `frame`.
    fn inverse_frame(frame: usize) -> usize;

    /// Whether the state is the goal.
    fn is_solved(state: &Self::State) -> bool {
        *state == Self::SOLVED
    }

    /// All moves in index order.
    fn moves() -> impl Iterator<Item = Move> + Clone {
        (0..Self::MOVES as u8).map(Move)
    }

    /// The state after a sequence of moves.
    fn apply_all(state: &Self::State, moves: &[Move]) -> Self::State {
        moves.iter().fold(*state, |s, &m| Self::apply(&s, m))
    }
}
