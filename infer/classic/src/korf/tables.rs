//! The three pattern databases, made once and kept in a file.

use super::coordinates::{CORNERS, Coordinates, EDGES, MoveTables};
use super::pattern::Pattern;
use crate::kept::{Form, load_or_build};
use quarterturn::solver::{News, Tell};
use quarterturn_core::Puzzle;
use quarterturn_core::cube::Cube3;
use std::path::Path;

/// Begins a file; the digit is the version.
const MAGIC: &[u8; 8] = b"qtkorf1\n";
/// Bytes before the tables: the magic, the checksum and the number of moves.
const HEADER: usize = 8 + 4 + 4;

/// Exact distances of all corners and of two sets of six edges, in the metric of one puzzle.
#[derive(Clone, Debug)]
pub struct Tables {
    pub(super) moves: MoveTables,
    pub(super) corners: Pattern,
    edges: [Pattern; 2],
}

impl Tables {
    /// Bytes of the patterns: 86,667,840.
    pub const FILE: usize = Pattern::size(CORNERS) + 2 * Pattern::size(EDGES);

    /// Makes the tables for a puzzle, on all threads of the current pool. `tell` reports how many states are
    /// known, of how many.
    pub fn build<P: Puzzle<State = Cube3>>(puzzle: &P, mut tell: impl FnMut(usize, usize)) -> Self {
        let moves = MoveTables::new(puzzle);
        let total = CORNERS + 2 * EDGES;
        let solved = Coordinates::of(&Cube3::SOLVED);
        let next = |state, out: &mut [usize]| moves.next_corners(state, out);
        let corners = Pattern::build(
            CORNERS,
            solved.corners(),
            puzzle.move_count(),
            next,
            |known| {
                tell(known, total);
            },
        );
        let mut before = CORNERS;
        let edges = solved.edges.map(|solved| {
            let next = |state, out: &mut [usize]| moves.next_edges(state, out);
            let pattern =
                Pattern::build(EDGES, solved as usize, puzzle.move_count(), next, |known| {
                    let known = before + known;
                    tell(known, total);
                });
            before += EDGES;
            pattern
        });
        Self {
            moves,
            corners,
            edges,
        }
    }

    /// Loads the tables from `folder`. If there are none or they are damaged, makes them and stores them
    /// there. Tables that cannot be stored are still used, and `tell` reports the error.
    pub fn cached<P: Puzzle<State = Cube3>>(puzzle: &P, folder: &Path, tell: &Tell) -> Self {
        let path = folder.join(format!("korf-{}.tables", puzzle.name()));
        let form = Form {
            decode: &|bytes| Self::decode(puzzle, bytes),
            make: &|| Self::build(puzzle, |known, total| tell(News::Tables { known, total })),
            encode: &|tables: &Self| tables.encode(puzzle),
        };
        load_or_build(&path, &form, tell)
    }

    pub(super) fn encode<P: Puzzle>(&self, puzzle: &P) -> Vec<u8> {
        let parts = [&self.corners, &self.edges[0], &self.edges[1]].map(Pattern::bytes);
        let body = parts.concat();
        let check = crc32fast::hash(&body).to_le_bytes();
        let moves = (puzzle.move_count() as u32).to_le_bytes();
        [MAGIC, &check[..], &moves, &body].concat()
    }

    /// `None` unless it is a whole file for the puzzle.
    pub(super) fn decode<P: Puzzle<State = Cube3>>(puzzle: &P, bytes: &[u8]) -> Option<Self> {
        let (header, body) = bytes.split_at_checked(HEADER)?;
        let check = crc32fast::hash(body).to_le_bytes();
        let expected = [
            MAGIC,
            &check[..],
            &(puzzle.move_count() as u32).to_le_bytes(),
        ]
        .concat();
        if header != expected || body.len() != Self::FILE {
            return None;
        }
        let (corners, edges) = body.split_at(Pattern::size(CORNERS));
        let (first, second) = edges.split_at(Pattern::size(EDGES));
        Some(Self {
            moves: MoveTables::new(puzzle),
            corners: Pattern::from_bytes(corners),
            edges: [Pattern::from_bytes(first), Pattern::from_bytes(second)],
        })
    }

    /// Bytes held: the patterns and the tables that move their numbers.
    pub fn bytes(&self) -> usize {
        Self::FILE + self.moves.bytes()
    }

    /// Whether a state is at most `moves` away, as far as the patterns know.
    #[inline]
    pub(super) fn within(&self, at: &Coordinates, moves: u8) -> bool {
        self.corners.distance(at.corners()) <= moves
            && self.edges[0].distance(at.edges[0] as usize) <= moves
            && self.edges[1].distance(at.edges[1] as usize) <= moves
    }

    /// A lower bound on the length of a solution.
    pub fn at_least(&self, cube: &Cube3) -> u8 {
        let at = Coordinates::of(cube);
        let edges = self.edges.iter().zip(at.edges);
        let edges = edges.map(|(pattern, e)| pattern.distance(e as usize));
        edges.fold(self.corners.distance(at.corners()), u8::max)
    }

    /// The distance of the corners alone. In the quarter-turn metric it is odd when that of the
    /// cube is, because every move permutes the corners oddly.
    pub(super) fn corners_alone(&self, cube: &Cube3) -> u8 {
        self.corners.distance(Coordinates::of(cube).corners())
    }
}
