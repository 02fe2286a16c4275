//! A state as a value.

use super::kind::by_type;
use super::{Kind, Move, Puzzle};
use crate::costs::MoveCosts;
use crate::puzzles::Text;
use crate::refusal::Refusal;
use crate::search::undone;
use quarterturn_core::{Move as Index, Puzzle as Rules};
use std::any::Any;
use std::fmt;
use std::sync::Arc;

/// A state of a [`Puzzle`]. It knows its puzzle, and shows itself in the puzzle's own text form.
///
/// ```
/// use quarterturn::Puzzle;
///
/// let cube = Puzzle::named("cube3")?;
/// let state = cube.read("R U F'")?;
/// assert!(state.apply("F U' R'")?.is_solved());
/// assert_eq!(cube.read(&state.to_string())?, state);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone)]
pub struct State {
    held: Arc<dyn Held>,
    /// The moves that led here, where a text gave them.
    moves: Arc<[Index]>,
}

/// What a state is, its type forgotten.
trait Held: Any + Send + Sync {
    fn kind(&self) -> Kind;
    fn allows(&self, mv: Index) -> bool;
    fn after(&self, moves: &[Index]) -> State;
    fn is_solved(&self) -> bool;
    fn text(&self) -> String;
    fn written(&self, moves: &[Index], costs: Option<&MoveCosts>) -> String;
    fn undone(
        &self,
        moves: &[Index],
        costs: Option<&MoveCosts>,
        found: Option<&[Index]>,
    ) -> Option<Vec<Index>>;
    fn picture(&self, colour: bool) -> String;
    fn doubt(&self) -> Option<&'static str>;
    fn is(&self, other: &dyn Held) -> bool;
    fn as_any(&self) -> &dyn Any;
}

struct Of<P: Rules> {
    puzzle: P,
    state: P::State,
}

impl<P: Text + Into<Kind>> Held for Of<P> {
    fn kind(&self) -> Kind {
        self.puzzle.clone().into()
    }

    fn allows(&self, mv: Index) -> bool {
        self.puzzle.allowed(&self.state, mv)
    }

    fn after(&self, moves: &[Index]) -> State {
        State::of(&self.puzzle, self.puzzle.apply_all(&self.state, moves))
    }

    fn is_solved(&self) -> bool {
        self.puzzle.is_solved(&self.state)
    }

    fn text(&self) -> String {
        self.puzzle.write(&self.state)
    }

    fn written(&self, moves: &[Index], costs: Option<&MoveCosts>) -> String {
        self.puzzle.write_moves(&self.state, moves, costs)
    }

    fn undone(
        &self,
        moves: &[Index],
        costs: Option<&MoveCosts>,
        found: Option<&[Index]>,
    ) -> Option<Vec<Index>> {
        let unit = || MoveCosts::unit(&self.puzzle);
        let costs = costs.cloned().unwrap_or_else(unit);
        undone(&self.puzzle, &self.state, moves, &costs, found)
    }

    fn picture(&self, colour: bool) -> String {
        self.puzzle.picture(&self.state, colour)
    }

    fn doubt(&self) -> Option<&'static str> {
        self.puzzle.doubt()
    }

    /// States of one level look different from those of another, which the id does not tell apart.
    fn is(&self, other: &dyn Held) -> bool {
        let other = other.as_any().downcast_ref::<Self>();
        other.is_some_and(|other| {
            let same = self.state == other.state && self.puzzle.id() == other.puzzle.id();
            same && self.text() == other.text()
        })
    }

    fn as_any(&self) -> &dyn Any {
        self
    }
}

impl State {
    pub(crate) fn of<P: Text + Into<Kind>>(puzzle: &P, state: P::State) -> Self {
        Self::by(puzzle, state, Vec::new())
    }

    /// As [`State::of`], with the moves that led there.
    pub(crate) fn by<P: Text + Into<Kind>>(puzzle: &P, state: P::State, moves: Vec<Index>) -> Self {
        let puzzle = puzzle.clone();
        Self {
            held: Arc::new(Of { puzzle, state }),
            moves: moves.into(),
        }
    }

    /// The puzzle and the state by their types, if the puzzle is of that one.
    pub(crate) fn typed<P: Text>(&self) -> Option<(&P, &P::State)> {
        let own = self.held.as_any().downcast_ref::<Of<P>>()?;
        Some((&own.puzzle, &own.state))
    }

    /// The state after moves, whether they can be made or not.
    pub(crate) fn all_made(&self, moves: &[Index]) -> Self {
        self.held.after(moves)
    }

    /// Moves from here as text; see [`Text::write_moves`].
    pub(crate) fn written(&self, moves: &[Index], costs: Option<&MoveCosts>) -> String {
        self.held.written(moves, costs)
    }

    /// The solution that undoes the moves which led here, if it is better than the one found; see [`undone`].
    pub(crate) fn undone(
        &self,
        costs: Option<&MoveCosts>,
        found: Option<&[Index]>,
    ) -> Option<Vec<Index>> {
        if self.moves.is_empty() {
            return None;
        }
        self.held.undone(&self.moves, costs, found)
    }

    /// The state with the moves that led there.
    pub(crate) fn after_all(self, moves: Vec<Index>) -> Self {
        let moves = moves.into();
        Self { moves, ..self }
    }

    /// Why it is refused where states of another puzzle are wanted.
    pub(crate) fn foreign(&self, wanted: &str) -> Refusal {
        let message = format!("this is a state of {}, not of {wanted}", self.puzzle());
        Refusal::new("other-puzzle", message)
    }

    /// The puzzle that it is a state of; of Sokoban, its own level.
    pub fn puzzle(&self) -> Puzzle {
        self.held.kind().into()
    }

    /// The state that moves in text lead to.
    ///
    /// # Errors
    /// [`Refusal`] where the text is no moves, or where one of them cannot be made.
    pub fn apply(&self, moves: &str) -> Result<Self, Refusal> {
        let kind = self.held.kind();
        let moves = by_type!(&kind, puzzle => Text::read_moves(puzzle, moves))?;
        let mut state = self.clone();
        for mv in moves {
            state = state.made(mv)?;
        }
        Ok(state)
    }

    /// The state after one move.
    ///
    /// # Errors
    /// [`Refusal`] where the move cannot be made, or is another puzzle's.
    pub fn after(&self, mv: &Move) -> Result<Self, Refusal> {
        if mv.puzzle().id() != self.puzzle().id() {
            return Err(Refusal::new(
                "other-puzzle",
                format!("{mv} is a move of {}", mv.puzzle()),
            ));
        }
        self.made(mv.index())
    }

    fn made(&self, mv: Index) -> Result<Self, Refusal> {
        if self.held.allows(mv) {
            return Ok(self.held.after(&[mv]));
        }
        let name = self.puzzle().name_of(mv).to_owned();
        Err(Refusal::new(
            "impossible-move",
            format!("{name} cannot be made there"),
        ))
    }

    /// The moves that can be made here.
    pub fn moves(&self) -> impl Iterator<Item = Move> {
        let all: Vec<Move> = self.puzzle().moves().collect();
        all.into_iter().filter(|mv| self.held.allows(mv.index()))
    }

    /// Whether it is the goal, or one of the goals.
    pub fn is_solved(&self) -> bool {
        self.held.is_solved()
    }

    /// A picture for a terminal, over several lines.
    pub fn picture(&self, colour: bool) -> String {
        self.held.picture(colour)
    }

    /// A doubt: it is not known whether any moves lead to it.
    pub fn doubt(&self) -> Option<&'static str> {
        self.held.doubt()
    }
}

/// The puzzle's own text form, which [`Puzzle::read`] reads.
impl fmt::Display for State {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.held.text())
    }
}

impl fmt::Debug for State {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "State({}: {self})", self.puzzle())
    }
}

impl PartialEq for State {
    fn eq(&self, other: &Self) -> bool {
        self.held.is(&*other.held)
    }
}

impl Eq for State {}
