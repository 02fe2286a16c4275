//! What all puzzles share: states, moves, metrics and the [`Puzzle`] trait. Each puzzle that is not a cube
//! has a module here.

mod bits;
pub mod key;
pub mod lights;
#[cfg(feature = "alloc")]
pub mod permutation;
pub mod sliding;
pub mod sokoban;
#[cfg(feature = "alloc")]
pub mod symbols;
#[cfg(feature = "alloc")]
pub mod tables;

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
    /// Moves, for puzzles with only one way to count them.
    Moves,
}

impl Metric {
    /// The short name used in text and JSON output: `qtm`, `htm` or `moves`.
    pub const fn name(self) -> &'static str {
        match self {
            Metric::Quarter => "qtm",
            Metric::Half => "htm",
            Metric::Moves => "moves",
        }
    }
}

impl fmt::Display for Metric {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// The one-hot input of a network.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Inputs {
    /// Number of features.
    pub width: usize,
    /// How many of them are active, in every state.
    pub active: usize,
}

/// A puzzle: moves between states, and a test for the goal.
///
/// A puzzle is a value. A built-in cube is a value of size zero (`Cube3Qtm`), so a search of it compiles as
/// if its tables were constants. A puzzle from a file, or a level of walls and targets, holds its tables. One
/// state type can serve several move sets (`cube3` and `cube3-htm` differ only in their moves).
///
/// The first methods are those that every puzzle has. After them comes knowledge that a puzzle *may* have, with
/// defaults that hold for every puzzle. A search that needs such knowledge refuses a puzzle that lacks it.
///
/// Everything here is pure table work: no allocation and no panic. Moves must be below
/// [`Puzzle::move_count`] and frames below [`Puzzle::frames`], which debug builds assert; larger
/// ones wrap around.
pub trait Puzzle: Clone + Debug + Send + Sync + 'static {
    /// One configuration; a clone is cheap. `Ord` is the byte order; searches use it to break ties
    /// deterministically.
    type State: Clone + Eq + Ord + Hash + Debug + Send + Sync + 'static;

    /// The name on the command line, such as `cube3-htm`.
    fn name(&self) -> &str;

    /// The name of the puzzle whose states, features and networks this one shares; weight files
    /// state it.
    fn family(&self) -> &str {
        self.name()
    }

    /// Whether networks of that family read the states of this puzzle.
    fn is_read_by(&self, family: &str) -> bool {
        family == self.family()
    }

    /// The metric in which one move counts one.
    fn metric(&self) -> Metric {
        Metric::Moves
    }

    /// Number of moves, at most 255.
    fn move_count(&self) -> usize;

    /// The size of a network's input; nothing where no network reads the puzzle.
    fn inputs(&self) -> Inputs {
        Inputs {
            width: 0,
            active: 0,
        }
    }

    /// The text form of a move, in WCA notation for cubes.
    fn move_name(&self, mv: Move) -> &str;

    /// The state after one move; any state where the move is not [`Puzzle::allowed`].
    fn apply(&self, state: &Self::State, mv: Move) -> Self::State;

    /// Whether the state is the goal, or one of the goals.
    fn is_solved(&self, state: &Self::State) -> bool;

    /// Writes the indices of the active features (each below [`Inputs::width`]) to the first
    /// [`Inputs::active`] places of `out`.
    ///
    /// # Panics
    /// If `out` is shorter than [`Inputs::active`].
    fn features(&self, _state: &Self::State, _out: &mut [u16]) {}

    /// Bytes that each state takes on a heap, beside its own size.
    #[inline]
    fn heap_bytes(&self) -> usize {
        0
    }

    /// A 64-bit hash of the state, the same on every machine.
    fn key(&self, state: &Self::State) -> u64;

    // Knowledge that a puzzle may have.

    /// Whether the move can be made; for example, it is not into a wall.
    #[inline]
    fn allowed(&self, _state: &Self::State, _mv: Move) -> bool {
        true
    }

    /// Whether the move can be made and a goal may be reached after it. Searches make only such moves.
    #[inline]
    fn useful(&self, state: &Self::State, mv: Move) -> bool {
        self.allowed(state, mv)
    }

    /// Tells each move that is not [`Puzzle::useful`]: one call for all moves of a state, where calls are expensive.
    #[inline]
    fn useless(&self, state: &Self::State, tell: &mut dyn FnMut(Move)) {
        let moves = self.moves().filter(|&mv| !self.useful(state, mv));
        moves.for_each(tell);
    }

    /// Whether a shortest solution never needs `next` right after `previous`: it would undo or
    /// merge with it, or the pair commutes and is kept in the other order.
    #[inline]
    fn redundant(&self, _previous: Move, _next: Move) -> bool {
        false
    }

    /// The move that undoes `mv` wherever `mv` was allowed; `None` where it takes more than one move
    /// or cannot be done.
    #[inline]
    fn undo(&self, _mv: Move) -> Option<Move> {
        None
    }

    /// The goal, if there is exactly one.
    fn goal(&self) -> Option<Self::State> {
        None
    }

    /// A lower bound on the number of moves to the goal.
    fn bound(&self, _state: &Self::State) -> u32 {
        0
    }

    /// The lengths of all solutions of one state differ by multiples of this: 2 if each move changes a
    /// parity, else 1.
    fn length_step(&self) -> usize {
        1
    }

    /// Number of symmetry frames, the identity included (see [`Puzzle::conjugate`]).
    fn frames(&self) -> usize {
        1
    }

    /// The state as it looks in symmetry frame `frame`: at the same distance from the goal, and
    /// solved by the solution of `state` with each move passed through
    /// [`Puzzle::conjugate_move`]. Frame 0 is the identity.
    fn conjugate(&self, state: &Self::State, _frame: usize) -> Self::State {
        state.clone()
    }

    /// The move that has the same effect in frame `frame` as `mv` in frame 0.
    fn conjugate_move(&self, mv: Move, _frame: usize) -> Move {
        mv
    }

    /// The frame that undoes `frame`.
    fn inverse_frame(&self, frame: usize) -> usize {
        frame
    }

    /// Whether states are group elements: then every move can be undone, there is one goal, and
    /// [`Puzzle::invert`] and [`Puzzle::then`] have results.
    fn is_group(&self) -> bool {
        false
    }

    /// The group inverse, where states are group elements: it is solved by the reversed inverse of
    /// the solution of `state`. Same distance to the goal, hence a second opinion for a network.
    fn invert(&self, _state: &Self::State) -> Option<Self::State> {
        None
    }

    /// The product of two states, if states are group elements: first `state`, then the element that takes the
    /// goal to `next`.
    fn then(&self, _state: &Self::State, _next: &Self::State) -> Option<Self::State> {
        None
    }

    // Methods that follow from the rest.

    /// All moves in index order.
    #[inline]
    fn moves(&self) -> impl Iterator<Item = Move> + Clone {
        (0..self.move_count() as u8).map(Move)
    }

    /// All bytes that a state takes.
    #[inline]
    fn state_bytes(&self) -> usize {
        size_of::<Self::State>() + self.heap_bytes()
    }

    /// The state after a sequence of moves.
    fn apply_all(&self, state: &Self::State, moves: &[Move]) -> Self::State {
        moves.iter().fold(state.clone(), |s, &m| self.apply(&s, m))
    }
}
