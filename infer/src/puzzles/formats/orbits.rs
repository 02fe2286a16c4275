//! Pieces in orbits, as KPuzzle, ksolve and twsearch have them, and the stickers that they make.
//!
//! A piece of an orbit with n orientations is n stickers. Sticker k of a slot is a place, so places are counted orbit
//! by orbit, slot by slot. A piece with orientation o shows at place k what it shows at place k − o without.

use super::Tables;
use std::collections::HashMap;

/// What is in the slots of an orbit: of each slot the name of its piece, and how far that is turned.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Placed {
    /// Pieces of the same number are alike.
    pub pieces: Vec<u16>,
    /// As far as it can be seen.
    pub orientations: Vec<u16>,
}

/// Places that pieces take in turn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Orbit {
    /// Its name in the file.
    pub name: String,
    /// In how many ways a piece fits into a slot, as far as they can be told apart.
    pub orientations: usize,
    /// The solved puzzle.
    pub solved: Placed,
    /// Of each slot, after how many turns the piece there looks the same when the puzzle is solved: a divisor of
    /// the orientations.
    pub moduli: Vec<u16>,
}

/// What a move does to an orbit: of each slot the slot that its piece comes from, and how far it turns on its way.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Turn {
    /// Slots, from 0.
    pub from: Vec<u16>,
    /// Turns, each below the number of orientations.
    pub by: Vec<u16>,
}

/// A puzzle of pieces. Its stickers are those of [`Layout::tables`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Layout {
    /// The puzzle's name in the file, if it has one.
    pub name: Option<String>,
    /// In the order of the file.
    pub orbits: Vec<Orbit>,
}

/// Why pieces are no state of a puzzle.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum PiecesError {
    /// Another number of slots.
    #[error("{orbit} has {wanted} pieces, not {found}")]
    Count {
        /// The orbit.
        orbit: String,
        /// How many there are.
        found: usize,
        /// How many there should be.
        wanted: usize,
    },
    /// A piece that the orbit does not have.
    #[error("{orbit} has no piece {piece}, counted from 0")]
    Piece {
        /// The orbit.
        orbit: String,
        /// Its number, from 0.
        piece: usize,
    },
}

impl Orbit {
    /// An orbit of a solved puzzle.
    pub fn new(name: &str, orientations: usize, solved: Placed) -> Self {
        Self {
            name: name.into(),
            orientations,
            moduli: vec![orientations as u16; solved.pieces.len()],
            solved,
        }
    }

    /// Leaves out what cannot be seen: all orientations where none of them counts.
    pub(in crate::puzzles) fn reduced(mut self) -> Self {
        let least = |n: usize| {
            self.moduli
                .iter()
                .all(|&period| n.is_multiple_of(usize::from(period)))
        };
        let seen = (1..=self.orientations).find(|&n| least(n));
        self.orientations = seen.unwrap_or(self.orientations);
        let turned = self.solved.orientations.iter_mut().zip(&self.moduli);
        turned.for_each(|(by, &period)| *by %= period.max(1));
        self
    }

    /// Number of slots.
    pub fn slots(&self) -> usize {
        self.solved.pieces.len()
    }

    /// Number of stickers.
    pub fn stickers(&self) -> usize {
        self.slots() * self.orientations
    }

    /// Of each piece, by its number, after how many turns it looks the same.
    fn periods(&self) -> HashMap<u16, u16> {
        let pieces = self.solved.pieces.iter().copied();
        pieces.zip(self.moduli.iter().copied()).collect()
    }

    /// What the places of a slot show: sticker after sticker of a piece.
    fn shown(&self, piece: u16, turned: u16, period: u16) -> impl Iterator<Item = (u16, u16)> {
        let n = self.orientations as u16;
        (0..n).map(move |k| (piece, (k + n - turned % n) % n % period.max(1)))
    }

    /// The number of all that places show: the first place of the solved puzzle that does, counted from `first`.
    fn numbers(&self, first: usize) -> HashMap<(u16, u16), u16> {
        let mut numbers = HashMap::new();
        let pieces = self.solved.pieces.iter().zip(&self.solved.orientations);
        let slots = pieces.zip(&self.moduli);
        let looks =
            slots.flat_map(|((&piece, &turned), &period)| self.shown(piece, turned, period));
        for (place, look) in looks.enumerate() {
            numbers.entry(look).or_insert((first + place) as u16);
        }
        numbers
    }
}

impl Turn {
    /// A move that leaves an orbit as it is.
    pub fn none(slots: usize) -> Self {
        Self {
            from: (0..slots as u16).collect(),
            by: vec![0; slots],
        }
    }
}

impl Layout {
    /// Number of stickers.
    pub fn stickers(&self) -> usize {
        self.orbits.iter().map(Orbit::stickers).sum()
    }

    /// The puzzle as stickers. Its moves are given by name and for each orbit; those that undo others are not added.
    pub fn tables(&self, moves: &[(String, Vec<Turn>)]) -> Tables {
        let colours = self.colours(&self.solved()).unwrap_or_default();
        let moves = moves
            .iter()
            .map(|(name, turns)| (name.clone(), self.from(turns)));
        Tables {
            colours,
            moves: moves.collect(),
        }
    }

    /// Of each place, the place that its sticker comes from.
    pub(super) fn from(&self, turns: &[Turn]) -> Vec<u16> {
        let (mut all, mut first) = (Vec::with_capacity(self.stickers()), 0);
        for (orbit, turn) in self.orbits.iter().zip(turns) {
            let n = orbit.orientations as u16;
            for (&slot, &by) in turn.from.iter().zip(&turn.by) {
                all.extend((0..n).map(|k| first + slot * n + (k + n - by % n) % n));
            }
            first += orbit.stickers() as u16;
        }
        all
    }

    /// The solved puzzle.
    pub fn solved(&self) -> Vec<Placed> {
        self.orbits
            .iter()
            .map(|orbit| orbit.solved.clone())
            .collect()
    }

    /// The colour of each sticker of a state: the first place of the solved puzzle that looks so.
    ///
    /// # Errors
    /// [`PiecesError`]. It is not checked that each piece is there as often as it should be.
    pub fn colours(&self, state: &[Placed]) -> Result<Vec<u16>, PiecesError> {
        let (mut colours, mut first) = (Vec::with_capacity(self.stickers()), 0);
        for (orbit, placed) in self.orbits.iter().zip(state) {
            let found = placed.pieces.len().min(placed.orientations.len());
            if found != orbit.slots() {
                return Err(PiecesError::Count {
                    orbit: orbit.name.clone(),
                    found,
                    wanted: orbit.slots(),
                });
            }
            let (periods, numbers) = (orbit.periods(), orbit.numbers(first));
            for (&piece, &turned) in placed.pieces.iter().zip(&placed.orientations) {
                let Some(&period) = periods.get(&piece) else {
                    return Err(PiecesError::Piece {
                        orbit: orbit.name.clone(),
                        piece: piece.into(),
                    });
                };
                let looks = orbit.shown(piece, turned, period);
                colours.extend(looks.filter_map(|look| numbers.get(&look)));
            }
            first += orbit.stickers();
        }
        Ok(colours)
    }

    /// The pieces of a state by its colours, those of [`Layout::colours`]; `None` where a slot holds no piece.
    pub fn placed(&self, colours: &[u16]) -> Option<Vec<Placed>> {
        let (mut rest, mut first) = (colours, 0);
        let mut state = Vec::new();
        for orbit in &self.orbits {
            let (own, others) = rest.split_at_checked(orbit.stickers())?;
            let numbers = orbit.numbers(first);
            let mut known = HashMap::new();
            for (piece, period) in orbit.periods() {
                for turned in 0..period {
                    let looks = orbit.shown(piece, turned, period);
                    let shown: Vec<u16> = looks.filter_map(|l| numbers.get(&l).copied()).collect();
                    known.insert(shown, (piece, turned));
                }
            }
            let mut placed = Placed::default();
            for slot in own.chunks(orbit.orientations.max(1)) {
                let &(piece, turned) = known.get(slot)?;
                placed.pieces.push(piece);
                placed.orientations.push(turned);
            }
            state.push(placed);
            rest = others;
            first += orbit.stickers();
        }
        Some(state)
    }
}
