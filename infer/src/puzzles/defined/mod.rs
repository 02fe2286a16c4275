//! Puzzles that are read at run time.

pub(super) mod anatomy;
mod carry;
mod facts;
pub(super) mod pieces;
mod sameness;
mod stickers;
mod wildcards;

pub use anatomy::Anatomy;
pub(crate) use carry::Carry;
pub use facts::Shared;
pub use sameness::{Sameness, same};

use super::formats::{Described, Tables};
use super::{Erased, Kind, Open, Seeded, Text};
use crate::group::{Group, Size};
use crate::limits::LONGEST;
use crate::refusal::Refusal;
use facts::finest;
use quarterturn_core::puzzle::permutation::{DefinitionError, Permutation};
use quarterturn_core::puzzle::symbols::Symbols;
use quarterturn_core::random::below;
use quarterturn_core::walk::random_walk_by;
use quarterturn_core::{Move, Puzzle};
use std::path::Path;

/// Moves for each sticker that make a state random where the group is not known.
const MIXED: usize = 10;

/// The puzzle of a file. Its name is `stem` and a checksum of what its tables say.
pub(super) fn defined(described: Described, stem: &str) -> Result<Kind, DefinitionError> {
    let former = described.tables.former();
    made(described, &format!("{stem}{former}"), &former)
}

/// As [`defined`], by a name of its own.
pub(super) fn named(described: Described, name: &str) -> Result<Kind, DefinitionError> {
    let former = described.tables.former();
    made(described, name, &former)
}

fn made(described: Described, name: &str, former: &str) -> Result<Kind, DefinitionError> {
    let definition = described.tables.identified(name, former)?;
    let puzzle = Permutation::new(Shared::of(definition, described));
    Ok(Kind::from(Erased::new(puzzle)))
}

/// How often a move is made until all stickers are back: the least common multiple of its cycles' lengths.
fn order(from: &[u16]) -> usize {
    let mut seen = vec![false; from.len()];
    let mut order = 1usize;
    for start in 0..from.len() {
        let (mut length, mut place) = (0, start);
        while !std::mem::replace(&mut seen[place], true) {
            place = from[place].into();
            length += 1;
        }
        if length > 0 {
            order = order.saturating_mul(length / gcd(order, length));
        }
    }
    order
}

/// The greatest common divisor.
fn gcd(a: usize, b: usize) -> usize {
    if b == 0 { a } else { gcd(b, a % b) }
}

/// The name of the puzzle, from its file.
pub(super) fn stem(path: &Path) -> String {
    word(&path.file_stem().unwrap_or_default().to_string_lossy())
}

/// What of a name becomes the puzzle's.
pub(super) fn word(name: &str) -> String {
    let graphic = name.chars().filter(char::is_ascii_graphic);
    graphic.take(20).collect()
}

/// Moves from the solved puzzle, or the colour of each sticker as a number from 0, as the file has
/// them; or the state in a form of the program that the file is for.
impl Text for Permutation<Shared> {
    fn start(&self) -> Symbols {
        Symbols::new(self.definition().solved())
    }

    fn id(&self) -> &str {
        self.family()
    }

    fn order(&self) -> Option<u128> {
        self.states()?.get()
    }

    fn states(&self) -> Option<Size> {
        let known = self.holder();
        known.group()?.arrangements(known.solved())
    }

    /// As many moves as the slowest kinds of puzzles need. If moves only swap neighbours, that is half the square
    /// of the number of stickers. If all moves commute, no move is made as often as would undo it.
    fn longest(&self) -> usize {
        let known = self.holder();
        let orders = self.moves().map(|mv| order(known.from(mv)));
        let circles = orders.fold(0, usize::saturating_add);
        let neighbours = known.stickers().pow(2) / 2;
        neighbours.max(circles).clamp(100, LONGEST)
    }

    /// Uniform where the group is known, else many moves from the solved puzzle.
    fn random(&self, rng: &mut Seeded) -> Symbols {
        let (solved, known) = (Text::start(self), self.holder());
        if let Some(group) = known.group() {
            return solved.moved(&group.random(rng));
        }
        // One more by a coin: where every move is odd, states are as often even as odd.
        let moves = MIXED * known.stickers() + below(rng, 2) as usize;
        let mut any = || Move(below(rng, self.move_count() as u32) as u8);
        (0..moves).fold(solved, |state, _| self.apply(&state, any()))
    }

    fn scramble(&self, rng: &mut Seeded, length: usize) -> (Option<Vec<Move>>, Symbols) {
        let start = Text::start(self);
        let reductions = self.holder().reductions(self);
        let by = |mv: Move| reductions[mv.index()];
        let moves: Vec<Move> = random_walk_by(self, start.clone(), rng, length, by).collect();
        let state = self.apply_all(&start, &moves);
        (Some(moves), state)
    }

    fn is_remark(&self, line: &str) -> bool {
        let settings = || self.holder().layout().is_some() && pieces::is_setting(line);
        line.starts_with('#') || settings()
    }

    fn read(&self, text: &str) -> Result<(Self, Symbols), Refusal> {
        if let Some(words) = stickers::numbers(text) {
            return stickers::read(self, &words);
        }
        match pieces::colours(self, text) {
            Some(colours) => stickers::of_colours(self, &colours?),
            None => {
                let moves = pieces::sequence(text).unwrap_or(text);
                Ok((self.clone(), self.moved(&Text::start(self), moves)?))
            }
        }
    }

    fn span(&self, lines: &[&str], ended: bool) -> Option<usize> {
        match self.holder().layout() {
            Some(_) => pieces::span(lines, ended),
            None => Some(1),
        }
    }

    fn described(&self) -> Option<Described> {
        let known = self.holder();
        let moves = self
            .moves()
            .map(|mv| (self.move_name(mv).to_owned(), known.from(mv).to_vec()));
        Some(Described {
            tables: Tables {
                colours: known.colours(known.solved().iter().copied()).collect(),
                moves: moves.collect(),
            },
            layout: known.layout().cloned(),
            symbols: known.symbols().to_vec(),
            left_out: known.left_out().to_vec(),
        })
    }

    fn colours(&self, state: &Symbols) -> Option<Vec<u16>> {
        Some(Permutation::colours(self, state).collect())
    }

    fn open_places(&self, text: &str) -> Option<Result<Open, Refusal>> {
        wildcards::colours(self, text)
    }

    fn has_all_symmetries(&self) -> bool {
        self.holder().has_all_frames()
    }

    fn group(&self) -> Option<&Group> {
        self.holder().group()
    }

    fn doubt(&self) -> Option<&'static str> {
        let known = self.holder();
        let unknown = || match known.group() {
            Some(_) => {
                "some stickers look alike, and whether any moves lead to this state was not found out"
            }
            None => "the moves lead to too many states to find out whether this is one of them",
        };
        known.doubted.then(unknown)
    }

    fn finest(&self) -> Option<Self> {
        finest(self)
    }

    fn within(&self, places: usize) -> Option<Self> {
        Some(self.clone().within(places))
    }

    fn arranged(&self, from: &[u16]) -> Option<Symbols> {
        let solved = self.holder().solved();
        let symbols: Option<Vec<u16>> = from
            .iter()
            .map(|&place| solved.get(usize::from(place)).copied())
            .collect();
        Some(Symbols::new(&symbols?))
    }

    fn told_apart(&self, state: &Symbols) -> Option<Vec<u16>> {
        stickers::told_apart(self, state)
    }

    fn write(&self, state: &Symbols) -> String {
        stickers::written(self, state)
    }

    fn picture(&self, state: &Symbols, _colour: bool) -> String {
        self.write(state) + "\n"
    }

    #[cfg(feature = "places")]
    fn places(&self) -> Option<super::Places<Symbols>> {
        super::places::stickers(self)
    }
}
