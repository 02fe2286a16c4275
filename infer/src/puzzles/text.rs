//! The text forms of a puzzle: how it reads states and moves, and shows them.

use super::formats::Described;
use super::{Open, Seeded, sequence};
use crate::costs::MoveCosts;
use crate::group::Group;
use crate::refusal::Refusal;
use quarterturn_core::Move;
use quarterturn_core::Puzzle;
use quarterturn_core::random::random_moves;
use std::fmt;

/// A repair that turns an impossible state into a possible one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Repair {
    /// What to do, in words: `exchange U3 and F1`.
    pub what: String,
    /// The state in the puzzle's own text form.
    pub state: String,
}

/// The length of a cube's solution in both metrics.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Turns {
    /// In quarter turns.
    pub quarter: usize,
    /// In turns of a face, a half turn being one.
    pub half: usize,
}

/// A puzzle that can be read and shown.
pub trait Text: Puzzle {
    /// The state from which scrambles start.
    fn start(&self) -> Self::State;

    /// What the puzzle is, whatever it is called.
    fn id(&self) -> &str {
        self.name()
    }

    /// The number of states that moves lead to from [`Text::start`]; `None` if it is not known, or if it
    /// does not fit in a `u128`.
    fn order(&self) -> Option<u128> {
        None
    }

    /// The longest solution that is looked for, in moves: well beyond what any state needs.
    fn longest(&self) -> usize {
        100
    }

    /// A random state: uniform, or as nearly as the puzzle can. If nothing better is known, the state after five times
    /// [`Text::longest`] random moves.
    fn random(&self, rng: &mut Seeded) -> Self::State {
        self.scramble(rng, 5 * self.longest()).1
    }

    /// A state after `length` random moves from [`Text::start`], with those moves if they lead there forwards.
    fn scramble(&self, rng: &mut Seeded, length: usize) -> (Option<Vec<Move>>, Self::State) {
        let start = self.start();
        let moves: Vec<Move> = random_moves(self, start.clone(), rng, length).collect();
        let state = self.apply_all(&start, &moves);
        (Some(moves), state)
    }

    /// Reads a state, in any form that the puzzle takes. The text may state the puzzle too, as a level
    /// of walls and targets does. If nothing else is known, moves from [`Text::start`].
    ///
    /// # Errors
    /// [`Refusal`] with the place.
    fn read(&self, text: &str) -> Result<(Self, Self::State), Refusal> {
        Ok((self.clone(), self.moved(&self.start(), text)?))
    }

    /// Whether a line of a file is a remark and not a state.
    fn is_remark(&self, line: &str) -> bool {
        line.starts_with('#')
    }

    /// How many of these lines together show one state: 1, unless the puzzle is drawn over several lines. The
    /// first line is not a remark. `None` asks for the next line; `ended` says that there is none.
    fn span(&self, _lines: &[&str], _ended: bool) -> Option<usize> {
        Some(1)
    }

    /// What else may have been meant by a text that is read as a state.
    fn warning(&self, _text: &str) -> Option<String> {
        None
    }

    /// The smallest changes that turn the impossible state of a text into a possible one.
    fn repairs(&self, _text: &str) -> Vec<Repair> {
        Vec::new()
    }

    /// The length of a solution in every metric of the puzzle, if it has several.
    fn turns(&self, _moves: &[Move]) -> Option<Turns> {
        None
    }

    /// A doubt about the state that was read with this puzzle: it is not known whether any moves lead to it.
    fn doubt(&self) -> Option<&'static str> {
        None
    }

    /// The puzzle with the same moves where all stickers differ; `None` where they do so here.
    fn finest(&self) -> Option<Self> {
        None
    }

    /// [`Text::finest`], if a network of that family is for it and not for this puzzle.
    fn finer(&self, family: &str) -> Option<Self> {
        let other = !self.is_read_by(family);
        let finest = other.then(|| self.finest()).flatten();
        finest.filter(|finest| finest.is_read_by(family))
    }

    /// The same puzzle, solved in every state in which at most `places` places look different from the solved one;
    /// `None` where the puzzle has no places.
    fn within(&self, _places: usize) -> Option<Self> {
        None
    }

    /// The numbers of a state that looks like this one where all stickers differ: of each place of [`Text::described`]
    /// the place that its sticker comes from. `None` where none was found.
    fn told_apart(&self, _state: &Self::State) -> Option<String> {
        None
    }

    /// The puzzle's own text form of a state.
    fn write(&self, state: &Self::State) -> String {
        format!("{state:?}")
    }

    /// A picture of a state for a terminal, over several lines.
    fn picture(&self, state: &Self::State, _colour: bool) -> String {
        self.write(state) + "\n"
    }

    /// Reads moves, as [`Text::write_moves`] writes them at least: names between spaces, and what
    /// [`read_named`](quarterturn_core::notation::read_named) has beside them.
    ///
    /// # Errors
    /// [`Refusal`] with the place.
    fn read_moves(&self, text: &str) -> Result<Vec<Move>, Refusal> {
        let moves = self.located_moves(text)?;
        Ok(moves.into_iter().map(|(_, mv)| mv).collect())
    }

    /// Moves with their byte offsets, where [`Text::moved`] is to name them.
    ///
    /// # Errors
    /// [`Refusal`] with the place.
    fn located_moves(&self, text: &str) -> Result<Vec<(usize, Move)>, Refusal> {
        sequence::read(self, text)
    }

    /// The state after moves, each of which must be allowed.
    ///
    /// # Errors
    /// [`Refusal`] with the place.
    fn moved(&self, from: &Self::State, text: &str) -> Result<Self::State, Refusal> {
        let mut state = from.clone();
        for (at, mv) in self.located_moves(text)? {
            if !self.allowed(&state, mv) {
                return Err(Refusal {
                    code: "impossible-move",
                    message: format!("{} cannot be made there", self.move_name(mv)),
                    at: Some(at),
                    hint: None,
                });
            }
            state = self.apply(&state, mv);
        }
        Ok(state)
    }

    /// Writes moves that are made from a state. Two moves may have a shorter form that leaves the direction
    /// open; it is used only if `costs` makes no difference between the directions.
    fn write_moves(
        &self,
        _from: &Self::State,
        moves: &[Move],
        _costs: Option<&MoveCosts>,
    ) -> String {
        let names: Vec<&str> = moves.iter().map(|&mv| self.move_name(mv)).collect();
        names.join(" ")
    }

    /// Whether [`Text::solution`] computes a shortest solution of every state.
    fn is_direct(&self) -> bool {
        false
    }

    /// A shortest solution without a search, if the puzzle can compute it.
    fn solution(&self, _state: &Self::State) -> Option<Vec<Move>> {
        None
    }

    /// The puzzle as a file describes it, if it is one of stickers or pieces.
    fn described(&self) -> Option<Described> {
        None
    }

    /// The colour of the sticker at each place of [`Text::described`], if the puzzle can tell.
    fn colours(&self, _state: &Self::State) -> Option<Vec<u16>> {
        None
    }

    /// The state in which the sticker at each place of [`Text::described`] comes from that place; `None` where the
    /// puzzle has no such state, or no stickers.
    fn arranged(&self, _from: &[u16]) -> Option<Self::State> {
        None
    }

    /// A target that leaves places of [`Text::described`] open; `None` where the text is no such target.
    fn open_places(&self, _text: &str) -> Option<Result<Open, Refusal>> {
        None
    }

    /// The group of what moves do to stickers, if the puzzle has stickers and the group is known.
    fn group(&self) -> Option<&Group> {
        None
    }

    /// The puzzle as symbols in places, if a search can keep its states on a device.
    #[cfg(feature = "places")]
    fn places(&self) -> Option<super::Places<Self::State>> {
        None
    }
}

/// Whether the puzzle has a lower bound on the moves to a goal: if so, it is above 0 next to the start.
pub fn knows_bound<P: Text>(puzzle: &P) -> bool {
    let start = puzzle.start();
    let mut moves = puzzle.moves().filter(|&mv| puzzle.allowed(&start, mv));
    let beside = moves.next().map(|mv| puzzle.apply(&start, mv));
    beside.is_some_and(|state| puzzle.bound(&state) > 0)
}

/// Whether a search from both ends is possible: there is a single goal, and moves can be undone.
pub(crate) fn meets_halfway<P: Puzzle>(puzzle: &P) -> bool {
    puzzle.goal().is_some() && reversible(puzzle)
}

/// Whether every move can be undone by another one.
pub(crate) fn reversible<P: Puzzle>(puzzle: &P) -> bool {
    puzzle.moves().all(|mv| puzzle.undo(mv).is_some())
}

/// [`Text::span`] of a puzzle that is drawn as `rows` rows. It counts the rows that are present, so that a picture
/// with a row too few is refused as a picture.
pub(super) fn rows(
    lines: &[&str],
    ended: bool,
    count: usize,
    is_row: impl Fn(&str) -> bool,
) -> Option<usize> {
    let rows = lines.iter().take_while(|line| is_row(line)).count();
    let told = rows == count || rows < lines.len() || ended;
    told.then_some(rows.max(1))
}

/// What `write` writes.
pub(super) fn written(write: impl FnOnce(&mut String) -> fmt::Result) -> String {
    let mut out = String::new();
    // A `String` takes whatever is written to it.
    let _ = write(&mut out);
    out
}
