//! Solutions of every state of a permutation puzzle, without a network.
//!
//! A word is a sequence of moves. Orbits of pieces are solved one after another, by words that cycle three pieces of an
//! orbit, hold the orbits before it and may do anything to those after it (`cycles`). Each is inserted into the word so far
//! where most letters cancel (`insert`), after a beam of moves has brought some pieces home (`skeleton`). What 3-cycles cannot
//! do, such as odd orders, is done first, by the fewest moves or by a table of short words in a chain of stabilisers
//! (`table`), which also solves what the rest does not. In the end stretches are replaced by shorter ones (`windows`).

mod alphabet;
mod ball;
mod cycles;
mod insert;
mod looks;
mod pieces;
mod residue;
mod search;
mod skeleton;
mod solve;
mod table;
#[cfg(test)]
mod tests;
mod windows;

use crate::group::Image;
use alphabet::Alphabet;
use ball::Ball;
use cycles::Cycles;
use pieces::Pieces;
pub use search::Chain;
use skeleton::Parity;
pub use solve::Ends;
use std::sync::OnceLock;
use table::Table;

/// What a letter costs in all that is compared.
const LETTER: usize = 100;

/// What one 3-cycle costs for each letter of the shortest word that makes one.
const WORTH: usize = 45;

/// What is known of a puzzle.
#[derive(Debug)]
pub struct Facts {
    alphabet: Alphabet,
    pieces: Pieces,
    ball: Ball,
    cycles: Cycles,
    parity: Parity,
    /// The table of words, if it was needed.
    words: OnceLock<Table>,
    points: usize,
    /// The orbits that have 3-cycles, in the order in which they are solved, and what one of these costs by experience.
    order: Vec<(usize, usize)>,
    /// Whether any orbit has none.
    hard: bool,
    /// The first point of each piece.
    firsts: Vec<u16>,
    /// Of each point those of the puzzle that move as it does, the first one itself.
    seen: Vec<Vec<u16>>,
}

impl Facts {
    /// Finds out what helps to solve a puzzle with this number of points, and these moves. `None` where no word of moves undoes one.
    pub fn new(points: usize, moves: &[Image]) -> Option<Self> {
        let all = Pieces::of(points, moves);
        let seen = all.seen(points, moves);
        let mut place = vec![u16::MAX; points];
        (0..)
            .zip(&seen)
            .for_each(|(nth, seen)| place[usize::from(seen[0])] = nth);
        let moves = moves.iter().map(|mv| {
            let to = |seen: &Vec<u16>| place[usize::from(mv[usize::from(seen[0])])];
            seen.iter().map(to).collect()
        });
        let moves: Vec<Image> = moves.collect();
        let points = seen.len();
        let alphabet = Alphabet::new(&moves)?;
        let pieces = Pieces::of(points, &moves);
        let ball = Ball::new(&alphabet, &pieces, points);
        let (cycles, order) = Cycles::find(&alphabet, &pieces, points, &ball);
        let worth = |&orbit: &usize| cycles.least(orbit) * WORTH;
        let order: Vec<(usize, usize)> = order.iter().map(|orbit| (*orbit, worth(orbit))).collect();
        let orbits = pieces.orbits.iter();
        let facts = Self {
            hard: order.len() < pieces.orbits.len(),
            order,
            firsts: orbits
                .flat_map(|orbit| orbit.pieces.iter().map(|piece| piece[0]))
                .collect(),
            parity: Parity::of(&pieces, &moves),
            words: OnceLock::new(),
            alphabet,
            pieces,
            ball,
            cycles,
            points,
            seen,
        };
        if facts.hard {
            facts.table();
        }
        Some(facts)
    }

    /// A state as the places that its points come from, of where the stickers of all points come from.
    pub fn state(&self, from: &[u16]) -> Image {
        let mut place = vec![0; from.len()];
        for (nth, seen) in (0..).zip(&self.seen) {
            place[usize::from(seen[0])] = nth;
        }
        let to = |seen: &Vec<u16>| place[usize::from(from[usize::from(seen[0])])];
        self.seen.iter().map(to).collect()
    }

    /// As [`Facts::state`], of what each point looks like, and what it looks like when the puzzle is solved.
    pub fn alike(&self, looks: &[u16], solved: &[u16]) -> Option<Image> {
        looks::told_apart(self, looks, solved)
    }

    /// Bytes that a beam takes for each word that it keeps, about.
    pub fn node_bytes(&self) -> usize {
        2 * insert::CHILDREN * (2 * self.points + 400)
    }

    /// Bytes of memory, about.
    pub fn bytes(&self) -> usize {
        let table = self.words.get().map_or(0, Table::bytes);
        self.ball.bytes() + self.cycles.bytes() + table
    }
}
