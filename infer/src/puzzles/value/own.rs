//! Puzzles of a program's own, by what the program knows of them.

use super::AsSymbols;
use crate::puzzles::Text;
use crate::refusal::Refusal;
use quarterturn_core::fnv::Fnv;
use quarterturn_core::puzzle::Inputs;
use quarterturn_core::puzzle::symbols::Symbols;
use quarterturn_core::{Move, Puzzle};
use std::fmt::Debug;
use std::hash::Hash;

/// A puzzle of your own. Three methods and a name are enough; each further one that you write lets more searches solve it.
///
/// A state is small numbers in places, such as the array `[u8; 5]`, or any type that turns into bytes and comes back from
/// them. People and programs write it as numbers with spaces between them ([`State::numbers`](super::State::numbers)).
///
/// ```
/// use quarterturn::{Puzzle, Solver};
/// use quarterturn::puzzles::Own;
///
/// /// A dial with twelve places, to be turned to 0.
/// #[derive(Clone, Debug)]
/// struct Dial;
///
/// impl Own for Dial {
///     type State = [u8; 1];
///
///     fn name(&self) -> &str {
///         "dial"
///     }
///
///     fn moves(&self) -> Vec<String> {
///         ["on", "back"].map(String::from).to_vec()
///     }
///
///     fn after(&self, &[at]: &[u8; 1], mv: usize) -> Option<[u8; 1]> {
///         Some([(at + if mv == 0 { 1 } else { 11 }) % 12])
///     }
///
///     fn goal(&self) -> Option<[u8; 1]> {
///         Some([0])
///     }
///
///     fn undo(&self, mv: usize) -> Option<usize> {
///         Some(1 - mv)
///     }
/// }
///
/// let solver = Solver::new(&Puzzle::own(Dial))?;
/// assert_eq!(solver.solve("5")?.length(), Some(5));
/// assert_eq!(solver.solve("10")?.to_string(), "on on");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait Own: Clone + Debug + Send + Sync + 'static {
    /// A state.
    type State: Copy
        + Eq
        + Ord
        + Hash
        + Debug
        + Send
        + Sync
        + AsRef<[u8]>
        + for<'a> TryFrom<&'a [u8]>
        + 'static;

    /// Its name.
    fn name(&self) -> &str;

    /// The names of its moves, at most 255; a move is a place in this list.
    fn moves(&self) -> Vec<String>;

    /// The state after a move; `None` where it cannot be made.
    fn after(&self, state: &Self::State, mv: usize) -> Option<Self::State>;

    /// The goal; `None` where there are several.
    fn goal(&self) -> Option<Self::State>;

    /// Whether a state is the goal, or one of the goals.
    fn is_solved(&self, state: &Self::State) -> bool {
        self.goal().as_ref() == Some(state)
    }

    /// The state where scrambles begin.
    ///
    /// # Panics
    /// If it is not written and there is no single goal.
    fn start(&self) -> Self::State {
        self.goal()
            .expect("a puzzle of several goals says where it starts")
    }

    /// The move that undoes another. With it, searches can work from both ends.
    fn undo(&self, _mv: usize) -> Option<usize> {
        None
    }

    /// The size of a network's input: how many features there are, and how many of them a state has.
    fn inputs(&self) -> (usize, usize) {
        (0, 0)
    }

    /// The features of a state, as many as [`Own::inputs`] says.
    fn features(&self, _state: &Self::State, _features: &mut [u16]) {}

    /// A number of moves that every solution of a state has at least.
    fn bound(&self, _state: &Self::State) -> u32 {
        0
    }
}

/// Such a puzzle as the searches have it.
#[derive(Clone, Debug)]
pub(super) struct Owned<P> {
    puzzle: P,
    names: Vec<String>,
}

impl<P: Own> Owned<P> {
    pub fn new(puzzle: P) -> Self {
        let names = puzzle.moves();
        Self { puzzle, names }
    }
}

/// Its state.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(super) struct Held<S>(S);

impl<S: Copy + AsRef<[u8]> + for<'a> TryFrom<&'a [u8]>> AsSymbols for Held<S> {
    fn pack(self) -> Symbols {
        Symbols::of_bytes(self.0.as_ref())
    }

    fn unpack<T>(symbols: &Symbols, then: impl FnOnce(&Self) -> T) -> T {
        let bytes = symbols.bytes();
        let own = S::try_from(&*bytes);
        then(&Self(own.ok().expect("it was packed")))
    }
}

impl<P: Own> Puzzle for Owned<P> {
    type State = Held<P::State>;

    fn name(&self) -> &str {
        self.puzzle.name()
    }

    fn move_count(&self) -> usize {
        self.names.len()
    }

    fn move_name(&self, mv: Move) -> &str {
        &self.names[mv.index()]
    }

    fn inputs(&self) -> Inputs {
        let (width, active) = self.puzzle.inputs();
        Inputs { width, active }
    }

    fn allowed(&self, state: &Self::State, mv: Move) -> bool {
        self.puzzle.after(&state.0, mv.index()).is_some()
    }

    fn apply(&self, state: &Self::State, mv: Move) -> Self::State {
        self.puzzle.after(&state.0, mv.index()).map_or(*state, Held)
    }

    fn is_solved(&self, state: &Self::State) -> bool {
        self.puzzle.is_solved(&state.0)
    }

    fn features(&self, state: &Self::State, out: &mut [u16]) {
        self.puzzle.features(&state.0, out);
    }

    fn key(&self, state: &Self::State) -> u64 {
        let mut hash = Fnv::default();
        hash.bytes(state.0.as_ref());
        // Its high bits are as random as its low ones.
        let hash = hash.get();
        (hash ^ (hash >> 32)).wrapping_mul(0x9e37_79b9_7f4a_7c15)
    }

    fn goal(&self) -> Option<Self::State> {
        self.puzzle.goal().map(Held)
    }

    fn undo(&self, mv: Move) -> Option<Move> {
        self.puzzle.undo(mv.index()).map(|back| Move(back as u8))
    }

    fn bound(&self, state: &Self::State) -> u32 {
        self.puzzle.bound(&state.0)
    }
}

impl<P: Own> Text for Owned<P> {
    fn start(&self) -> Self::State {
        Held(self.puzzle.start())
    }

    /// Numbers with spaces between them, else moves.
    fn read(&self, text: &str) -> Result<(Self, Self::State), Refusal> {
        let bytes = text.split_whitespace().map(|word| word.parse().ok());
        let state = match bytes.collect::<Option<Vec<u8>>>() {
            Some(bytes) if !bytes.is_empty() => {
                let state = P::State::try_from(&bytes).ok().map(Held);
                state.ok_or_else(|| {
                    let message =
                        format!("{} numbers are no state of {}", bytes.len(), self.name());
                    Refusal::new("number-count", message)
                })?
            }
            _ => self.moved(&self.start(), text)?,
        };
        Ok((self.clone(), state))
    }

    fn write(&self, state: &Self::State) -> String {
        let numbers: Vec<String> = state.0.as_ref().iter().map(u8::to_string).collect();
        numbers.join(" ")
    }
}
