//! DeepCube's strategy: how early in a solution of the 3×3×3 cube a 2×2×2 corner is complete.

use crate::measure::{mean, percent};
use quarterturn::puzzles::{Kind, Puzzle};
use quarterturn_core::cube::Cube3;
use quarterturn_core::cube::geometry::CORNER_FACELET;
use quarterturn_core::{Move, Puzzle as Rules};
use serde::Serialize;

/// How early a corner and its three edges are solved.
#[derive(Debug, Serialize)]
pub struct Blocks {
    /// The moves made until this is so for the first time, as a mean percentage of the solution.
    pub first_percent_mean: f64,
    /// Percentage of solutions where this is so after half of the moves.
    pub halfway_percent: f64,
}

impl Blocks {
    /// From solutions of the 3×3×3 cube; `None` for other puzzles, and for solutions without a move.
    pub fn of(puzzle: &Puzzle, solutions: &[&[Move]]) -> Option<Self> {
        match puzzle.kind() {
            Kind::Cube3(cube) => Self::along(cube, solutions),
            _ => None,
        }
    }

    fn along<P: Rules<State = Cube3>>(puzzle: &P, solutions: &[&[Move]]) -> Option<Self> {
        let (mut first, mut halfway) = (Vec::new(), 0);
        for solution in solutions.iter().filter(|moves| !moves.is_empty()) {
            // From the end backwards, then turned round: whether there is a block after each move.
            let mut state = Cube3::SOLVED;
            let mut blocks = vec![true];
            for &mv in solution.iter().rev() {
                state = puzzle.apply(&state, puzzle.undo(mv)?);
                blocks.push(is_there(&state));
            }
            blocks.reverse();
            let made = blocks.iter().position(|&block| block)?;
            first.push(100.0 * made as f64 / solution.len() as f64);
            halfway += usize::from(blocks[solution.len() / 2]);
        }
        Some(Self {
            halfway_percent: percent(halfway, first.len()),
            first_percent_mean: mean(first.into_iter())?,
        })
    }
}

/// Whether some corner is home with its three edges.
fn is_there(cube: &Cube3) -> bool {
    let colours = cube.facelets();
    let home = |at: usize| usize::from(colours[at]) == at / 9;
    let beside = |corner: usize| {
        let (face, row, column) = (corner / 9 * 9, corner % 9 / 3, corner % 3);
        [corner, face + 3 * row + 1, face + 3 + column]
    };
    // Three slots, and so facelets, a corner.
    let mut corners = CORNER_FACELET[..24].chunks_exact(3);
    corners.any(|corner| {
        let mut facelets = corner.iter().map(|&facelet| facelet.into());
        facelets.all(|facelet| beside(facelet).into_iter().all(home))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use quarterturn_core::cube::Cube3Qtm;

    fn after(text: &str) -> Cube3 {
        text.split_whitespace().fold(Cube3::SOLVED, |cube, name| {
            let named = |mv: &Move| Cube3Qtm.move_name(*mv) == name;
            Cube3Qtm.apply(&cube, (0..12).map(Move).find(named).unwrap())
        })
    }

    #[test]
    fn blocks_are_seen_at_every_corner() {
        // Three faces that meet leave the corner opposite alone.
        for faces in [
            "U R F", "U F L", "U L B", "U B R", "D R F", "D F L", "D L B", "D B R",
        ] {
            assert!(is_there(&after(faces)), "{faces}");
        }
        // Opposite faces touch every corner.
        assert!(!is_there(&after("U D R")));
        assert!(!is_there(&after("U D")));
    }

    #[test]
    fn the_first_block_is_where_it_is() {
        let mv = |name: &str| {
            (0..12)
                .map(Move)
                .find(|&m| Cube3Qtm.move_name(m) == name)
                .unwrap()
        };
        // U D R undone: after R' and D' one face is turned, which leaves four blocks.
        let solution = ["R'", "D'", "U'"].map(mv);
        let blocks = Blocks::along(&Cube3Qtm, &[&solution]).unwrap();
        assert!((blocks.first_percent_mean - 200.0 / 3.0).abs() < 1e-9);
        assert_eq!(blocks.halfway_percent, 0.0);
    }
}
