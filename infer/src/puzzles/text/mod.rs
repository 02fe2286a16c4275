//! The text forms of a puzzle: how it reads states and moves, and shows them.

mod printed;
mod sequence;
pub(super) mod wildcards;

pub(super) use printed::plain;
pub use wildcards::Open;

use super::formats::Described;
use super::{Aim, Inspection, Seeded};
use crate::costs::MoveCosts;
use crate::group::{Group, Size};
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
    /// The stickers that it changes.
    pub stickers: Vec<usize>,
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

    /// As [`Text::order`], however many there are.
    fn states(&self) -> Option<Size> {
        self.order().map(Size::from)
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

    /// As [`Text::read`], of a state that a target is to be reached from: no moves need lead to the goal.
    ///
    /// # Errors
    /// [`Refusal`] with the place.
    fn read_far(&self, text: &str) -> Result<(Self, Self::State), Refusal> {
        self.read(text)
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

    /// What is wrong with stickers that may be painted in part; see [`Inspection`]. Repairs that change the sticker `near`
    /// come first. `None` where the text shows no stickers, or the puzzle has no such verdict.
    fn inspect(&self, _text: &str, _near: Option<usize>) -> Option<Inspection> {
        None
    }

    /// The `patternData` of a KPattern of cubing.js, as JSON, that shows the same as a text; its pieces need not be where moves
    /// lead to. `None` where a piece is missing, or the puzzle writes none.
    fn kpattern(&self, _text: &str) -> Option<String> {
        None
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
    fn told_apart(&self, _state: &Self::State) -> Option<Vec<u16>> {
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

    /// Whether [`Text::constructed`] has a solution of every state.
    fn constructs(&self) -> bool {
        false
    }

    /// A solution by a rule, in no time and longer than need be, if the puzzle has such a rule.
    fn constructed(&self, _state: &Self::State) -> Option<Vec<Move>> {
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

    /// Whether all symmetries are known, and not only some, or the identity.
    fn has_all_symmetries(&self) -> bool {
        true
    }

    /// A target as the goal of another puzzle; `None` where the puzzle has other ways to a target, or none.
    fn aimed(&self, _target: &str) -> Option<Result<Aim, Refusal>> {
        None
    }

    /// The group of what moves do to stickers, if the puzzle has stickers and the group is known.
    fn group(&self) -> Option<&Group> {
        None
    }

    /// The puzzle as symbols in places, if a search can keep its states on a device.
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

/// Whether the moves permute stickers, and each can be undone.
pub(crate) fn is_chained<P: Text>(puzzle: &P) -> bool {
    reversible(puzzle) && puzzle.described().is_some()
}

/// Whether every move can be undone by another one.
pub(crate) fn reversible<P: Puzzle>(puzzle: &P) -> bool {
    puzzle.moves().all(|mv| puzzle.undo(mv).is_some())
}

/// What a line of a picture is.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Part {
    /// A row.
    Row,
    /// What stands around the rows: a size before them, or a bracket on a line of its own.
    Frame,
    /// Nothing of a picture.
    Other,
}

/// [`Text::span`] of a puzzle that is drawn as `count` rows. It counts the rows that are present, so that a picture
/// with a row too few is refused as a picture. `part` gets a line and its number.
pub(super) fn rows(
    lines: &[&str],
    ended: bool,
    count: usize,
    part: impl Fn(usize, &str) -> Part,
) -> Option<usize> {
    let (mut rows, mut used) = (0, 0);
    for (nth, line) in lines.iter().enumerate() {
        match part(nth, line) {
            Part::Row if rows < count => (rows, used) = (rows + 1, nth + 1),
            Part::Frame if rows == count => return Some(nth + 1),
            Part::Frame => {}
            _ => return Some(used.max(1)),
        }
    }
    // A bracket that was opened may be closed on a line of its own.
    let open = lines.first().is_some_and(|line| line.contains(BRACKETS));
    (ended || rows == count && !open).then_some(used.max(1))
}

/// Brackets of lists in other languages.
const BRACKETS: [char; 6] = ['[', ']', '(', ')', '{', '}'];

/// What may stand between the numbers of a picture.
pub(super) fn separates(c: char) -> bool {
    c.is_whitespace() || BRACKETS.contains(&c) || matches!(c, ',' | ';' | '|' | '/')
}

/// Whether a line has brackets and nothing else. One with `{` alone begins JSON.
pub(super) fn is_bracket(line: &str) -> bool {
    line.trim() != "{" && line.contains(BRACKETS) && line.chars().all(separates)
}

/// Whether a line is the size of a board: one side where both are equal, or rows and columns.
pub(super) fn is_size(line: &str, [rows, columns]: [usize; 2]) -> bool {
    let words: Vec<Option<usize>> = line
        .split_whitespace()
        .map(|word| word.parse().ok())
        .collect();
    words == [Some(rows), Some(columns)] || rows == columns && words == [Some(rows)]
}

/// What `write` writes.
pub(super) fn written(write: impl FnOnce(&mut String) -> fmt::Result) -> String {
    let mut out = String::new();
    // A `String` takes whatever is written to it.
    let _ = write(&mut out);
    out
}
