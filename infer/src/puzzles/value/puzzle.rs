//! A puzzle as a value.

use super::kind::by_type;
use super::own::Owned;
use super::{Aim, Erased, Kind, Move, Own, Seeded, State, Visitor, mirror};
use crate::costs::{CostsError, MoveCosts};
use crate::group::{Group, Size};
use crate::puzzles::Inspection;
use crate::puzzles::formats::Described;
use crate::puzzles::{Repair, Text, Turns, meets_halfway};
use crate::refusal::Refusal;
use quarterturn_core::{Metric, Move as Index, Puzzle as Rules};
use std::fmt;

/// A puzzle: by a name, or as a file or bytes define it.
///
/// Copies share the large parts, and the last copy frees them.
///
/// ```
/// use quarterturn::Puzzle;
///
/// let ring = Puzzle::parse(b"turn:=(1,2,3,4,5); swap:=(1,2);")?;
/// assert_eq!(ring.order(), Some(120));
/// let state = ring.random(7).apply("turn swap")?;
/// assert!(ring.solved().is_some_and(|solved| solved.is_solved()));
/// for mv in ring.moves() {
///     println!("{mv} leads to {}", state.after(&mv)?);
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone)]
pub struct Puzzle(pub(in crate::puzzles) Kind);

/// Most moves of a scramble that others ask for.
pub const LONGEST_SCRAMBLE: usize = 1_000_000;

/// A state to be solved.
#[derive(Clone, Debug)]
pub struct Scramble {
    /// The moves that lead to it from [`Puzzle::start`], if it was made by moves.
    pub moves: Option<String>,
    /// How many moves those are.
    pub length: Option<usize>,
    /// The state.
    pub state: State,
}

impl From<Kind> for Puzzle {
    fn from(kind: Kind) -> Self {
        Self(kind)
    }
}

impl fmt::Debug for Puzzle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Puzzle").field(&self.name()).finish()
    }
}

/// The name.
impl fmt::Display for Puzzle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// What it is.
impl Puzzle {
    /// A puzzle of your own, written in Rust; `infer/examples/hanoi.rs` is one.
    pub fn own(puzzle: impl Own) -> Self {
        Self(Kind::Other(Erased::new(Owned::new(puzzle))))
    }

    /// The puzzle by its type.
    pub fn kind(&self) -> &Kind {
        &self.0
    }

    /// Runs an operation on the puzzle with its type.
    pub fn visit<V: Visitor>(&self, visitor: V) -> V::Output {
        by_type!(&self.0, puzzle => visitor.visit(puzzle))
    }

    /// Its name. The name of a puzzle from a file begins with that of the file.
    pub fn name(&self) -> &str {
        by_type!(&self.0, puzzle => Rules::name(puzzle))
    }

    /// An identity that does not depend on the name of a file: a built-in puzzle's name, or a hash of the moves and
    /// of which stickers look alike.
    pub fn id(&self) -> &str {
        by_type!(&self.0, puzzle => Text::id(puzzle))
    }

    /// The puzzles whose networks it shares; see [`Rules::family`].
    pub fn family(&self) -> &str {
        by_type!(&self.0, puzzle => Rules::family(puzzle))
    }

    /// How moves count.
    pub fn metric(&self) -> Metric {
        by_type!(&self.0, puzzle => Rules::metric(puzzle))
    }

    /// The number of states that moves lead to from [`Puzzle::start`]; `None` if it is not known, or if it
    /// does not fit in a `u128`.
    pub fn order(&self) -> Option<u128> {
        by_type!(&self.0, puzzle => Text::order(puzzle))
    }

    /// As [`Puzzle::order`], however many there are: different states, in all ways to hold the puzzle that moves lead to.
    pub fn states(&self) -> Option<Size> {
        by_type!(&self.0, puzzle => Text::states(puzzle))
    }

    /// The longest solution that is looked for, in moves: well beyond what any state needs.
    pub fn longest(&self) -> usize {
        by_type!(&self.0, puzzle => Text::longest(puzzle))
    }

    /// How many symmetries are known, the identity included; see [`Rules::frames`].
    pub fn symmetries(&self) -> usize {
        by_type!(&self.0, puzzle => Rules::frames(puzzle))
    }

    /// Whether [`Puzzle::symmetries`] are all: the work for finding them is limited, and beyond the limit only the
    /// identity is kept.
    pub fn has_all_symmetries(&self) -> bool {
        by_type!(&self.0, puzzle => Text::has_all_symmetries(puzzle))
    }

    /// The puzzle as a file describes it, for [`formats::write`](crate::puzzles::formats::write); `None` if it is not one of
    /// stickers or pieces.
    pub fn described(&self) -> Option<Described> {
        by_type!(&self.0, puzzle => Text::described(puzzle))
    }

    /// The group of what moves do to stickers; `None` where it is not known, or the puzzle has no stickers.
    pub fn group(&self) -> Option<&Group> {
        by_type!(&self.0, puzzle => Text::group(puzzle))
    }

    /// Whether [`Text::solution`] computes a shortest solution of every state.
    pub(crate) fn is_direct(&self) -> bool {
        by_type!(&self.0, puzzle => Text::is_direct(puzzle))
    }

    /// Whether [`Text::constructed`] has a solution of every state.
    pub(crate) fn constructs(&self) -> bool {
        by_type!(&self.0, puzzle => Text::constructs(puzzle))
    }

    /// [`Text::aimed`].
    pub(crate) fn aimed(&self, target: &str) -> Option<Result<Aim, Refusal>> {
        by_type!(&self.0, puzzle => Text::aimed(puzzle, target))
    }

    /// Whether a search from both ends is possible: there is a single goal, and moves can be undone.
    pub(crate) fn meets_halfway(&self) -> bool {
        by_type!(&self.0, puzzle => meets_halfway(puzzle))
    }
}

/// Its states.
impl Puzzle {
    /// The state where moves in text begin: the solved one or, in Sokoban, that of the level.
    pub fn start(&self) -> State {
        by_type!(&self.0, puzzle => State::of(puzzle, puzzle.start()))
    }

    /// The solved state; `None` if there are several, as in Sokoban.
    pub fn solved(&self) -> Option<State> {
        by_type!(&self.0, puzzle => puzzle.goal().map(|goal| State::of(puzzle, goal)))
    }

    /// The same puzzle, solved in every state in which at most `places` places look different from the solved one, as
    /// where a competition leaves some open. `None` where the puzzle does not come from a file and has no places.
    pub fn within(&self, places: usize) -> Option<Self> {
        by_type!(&self.0, puzzle => Text::within(puzzle, places).map(|puzzle| Self(puzzle.into())))
    }

    /// Reads a state in any form that the puzzle takes: moves from [`Puzzle::start`], or what the state looks
    /// like. A state that was given by moves remembers them until it is changed: undoing them is a solution.
    ///
    /// # Errors
    /// [`Refusal`] with the place and, of a state that no moves lead to, the reason.
    pub fn read(&self, text: &str) -> Result<State, Refusal> {
        by_type!(&self.0, puzzle => {
            let (puzzle, state) = Text::read(puzzle, text)?;
            // Whether they lead to this state is asked when they are undone.
            let moves = puzzle.read_moves(text).unwrap_or_default();
            Ok(State::by(&puzzle, state, moves))
        })
    }

    /// Reads a state that is to be led to a target: to other goals moves may lead from boards of sliding tiles that
    /// [`Puzzle::read`] refuses.
    ///
    /// # Errors
    /// [`Refusal`] with the place.
    pub fn read_towards(&self, text: &str, target: &str) -> Result<State, Refusal> {
        by_type!(&self.0, puzzle => {
            if !matches!(puzzle.aimed(target), Some(Ok(_))) {
                return self.read(text);
            }
            let (puzzle, state) = Text::read_far(puzzle, text)?;
            Ok(State::of(&puzzle, state))
        })
    }

    /// [`Text::arranged`].
    pub(crate) fn arranged(&self, from: &[u16]) -> Option<State> {
        by_type!(&self.0, puzzle => Some(State::of(puzzle, Text::arranged(puzzle, from)?)))
    }

    /// Whether moves lead to the state that a text shows; `None` if that could not be decided.
    pub fn contains(&self, text: &str) -> Option<bool> {
        match self.read(text) {
            Ok(state) => state.doubt().is_none().then_some(true),
            Err(_) => Some(false),
        }
    }

    /// A random state: uniform, or as nearly as the puzzle can. A seed determines it.
    pub fn random(&self, seed: u64) -> State {
        self.draw(&mut Seeded::new(seed), None).state
    }

    /// A state `length` random moves from [`Puzzle::start`]. A seed determines it.
    pub fn scramble(&self, seed: u64, length: usize) -> Scramble {
        self.draw(&mut Seeded::new(seed), Some(length))
    }

    /// [`Puzzle::scramble`] of a length that somebody else has chosen.
    ///
    /// # Errors
    /// A refusal with the code `out-of-range` where `length` is more than [`LONGEST_SCRAMBLE`].
    pub fn try_scramble(&self, seed: u64, length: usize) -> Result<Scramble, Refusal> {
        if length <= LONGEST_SCRAMBLE {
            return Ok(self.scramble(seed, length));
        }
        Err(Refusal {
            code: "out-of-range",
            message: format!("a scramble has at most {LONGEST_SCRAMBLE} moves, not {length}"),
            at: None,
            hint: Some("ask for fewer, or for a random state".into()),
        })
    }

    /// A random state, by `length` random moves if given, else uniform: for drawing many.
    pub fn draw(&self, rng: &mut Seeded, length: Option<usize>) -> Scramble {
        by_type!(&self.0, puzzle => {
            let Some(length) = length else {
                let state = State::of(puzzle, Text::random(puzzle, rng));
                return Scramble { moves: None, length: None, state };
            };
            let (moves, state) = Text::scramble(puzzle, rng, length);
            let text = |moves: Vec<Index>| puzzle.write_moves(&puzzle.start(), &moves, None);
            Scramble {
                length: moves.as_ref().map(Vec::len),
                moves: moves.map(text),
                state: State::of(puzzle, state),
            }
        })
    }
}

/// Its moves.
impl Puzzle {
    /// All moves.
    pub fn moves(&self) -> impl Iterator<Item = Move> {
        let count = by_type!(&self.0, puzzle => Rules::move_count(puzzle));
        (0..count as u8).map(|index| Move::of(self, Index(index)))
    }

    /// Reads moves; see [`Text::read_moves`].
    ///
    /// # Errors
    /// [`Refusal`] with the place.
    pub fn moves_of(&self, text: &str) -> Result<Vec<Index>, Refusal> {
        by_type!(&self.0, puzzle => Text::read_moves(puzzle, text))
    }

    /// The name of a move.
    pub fn name_of(&self, mv: Index) -> &str {
        by_type!(&self.0, puzzle => Rules::move_name(puzzle, mv))
    }

    /// The move that undoes another; see [`Rules::undo`].
    pub fn undoing(&self, mv: Index) -> Option<Index> {
        by_type!(&self.0, puzzle => Rules::undo(puzzle, mv))
    }

    /// The length of moves in every metric of the puzzle, if it has several.
    pub fn turns(&self, moves: &[Index]) -> Option<Turns> {
        by_type!(&self.0, puzzle => Text::turns(puzzle, moves))
    }

    /// The mirror images of moves, with left and right exchanged; `None` if the puzzle has no such symmetry.
    pub fn mirrored(&self, moves: &[Index]) -> Option<Vec<Index>> {
        by_type!(&self.0, puzzle => {
            let frame = mirror::frame(puzzle)?;
            let image = |&mv: &Index| puzzle.conjugate_move(mv, frame);
            Some(moves.iter().map(image).collect())
        })
    }

    /// Prices of single moves by their names; see [`MoveCosts::of_moves`].
    ///
    /// # Errors
    /// [`CostsError`] with the place of the price at fault in the list, from 1, as its line.
    pub fn prices(&self, prices: &[(&str, f64)]) -> Result<MoveCosts, CostsError> {
        by_type!(&self.0, puzzle => MoveCosts::of_moves(puzzle, prices))
    }

    /// Reads what moves cost; see [`MoveCosts::parse`].
    ///
    /// # Errors
    /// [`CostsError`] with the line at fault.
    #[cfg(feature = "config")]
    pub fn costs(&self, text: &str) -> Result<MoveCosts, CostsError> {
        by_type!(&self.0, puzzle => MoveCosts::parse(puzzle, text))
    }
}

/// Its text.
impl Puzzle {
    /// Whether a text is a target that leaves places open.
    pub fn is_open(&self, target: &str) -> bool {
        by_type!(&self.0, puzzle => Text::open_places(puzzle, target).is_some())
    }

    /// Whether a text is a state by itself.
    pub fn is_state(&self, text: &str) -> bool {
        by_type!(&self.0, puzzle => Text::read(puzzle, text).is_ok())
    }

    /// [`Text::is_remark`].
    pub fn is_remark(&self, line: &str) -> bool {
        by_type!(&self.0, puzzle => Text::is_remark(puzzle, line))
    }

    /// [`Text::span`].
    pub fn span(&self, lines: &[&str], ended: bool) -> Option<usize> {
        by_type!(&self.0, puzzle => Text::span(puzzle, lines, ended))
    }

    /// [`Text::warning`].
    pub fn warning(&self, text: &str) -> Option<String> {
        by_type!(&self.0, puzzle => Text::warning(puzzle, text))
    }

    /// [`Text::repairs`].
    pub fn repairs(&self, text: &str) -> Vec<Repair> {
        by_type!(&self.0, puzzle => Text::repairs(puzzle, text))
    }

    /// [`Text::inspect`].
    pub fn inspect(&self, text: &str, near: Option<usize>) -> Option<Inspection> {
        by_type!(&self.0, puzzle => Text::inspect(puzzle, text, near))
    }

    /// [`Text::kpattern`].
    pub fn kpattern(&self, text: &str) -> Option<String> {
        by_type!(&self.0, puzzle => Text::kpattern(puzzle, text))
    }
}
