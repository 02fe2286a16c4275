//! The exact solver: lights and presses are vectors over the field of two elements.

use super::{Lights, Lit, MAX_CELLS};
use crate::puzzle::{Move, bits::ones};

/// The most presses that do nothing and are independent of each other: 8, on 9×9 cells.
const MAX_QUIET: usize = 8;

/// Presses and the lights that they switch together.
#[derive(Clone, Copy, Default)]
struct Row {
    lights: u128,
    presses: u128,
}

/// The echelon form of what all presses do.
struct Echelon {
    /// The row whose highest light is the index; empty where there is none.
    rows: [Row; MAX_CELLS],
    /// Presses that do nothing: a basis of them.
    quiet: [u128; MAX_QUIET],
}

impl Echelon {
    fn new(puzzle: &Lights) -> Self {
        let mut echelon = Self {
            rows: [Row::default(); MAX_CELLS],
            quiet: [0; MAX_QUIET],
        };
        let mut found = 0;
        for cell in 0..puzzle.cells() {
            let press = Row {
                lights: puzzle.pattern(cell),
                presses: 1 << cell,
            };
            let rest = echelon.reduced(press);
            if let Some(highest) = rest.lights.checked_ilog2() {
                if let Some(row) = echelon.rows.get_mut(highest as usize) {
                    *row = rest;
                }
            } else if let Some(quiet) = echelon.quiet.get_mut(found) {
                *quiet = rest.presses;
                found += 1;
            }
        }
        echelon
    }

    /// The row with rows of the echelon added until no more lights go out.
    fn reduced(&self, mut row: Row) -> Row {
        for (light, other) in self.rows.iter().enumerate().rev() {
            if row.lights >> light & 1 == 1 {
                row.lights ^= other.lights;
                row.presses ^= other.presses;
            }
        }
        row
    }
}

impl Lights {
    /// A shortest solution, by Gaussian elimination. `None` if no presses turn the lights off.
    pub fn solve(&self, state: &Lit) -> Option<impl Iterator<Item = Move> + use<>> {
        let echelon = Echelon::new(self);
        let lights = state.0;
        let rest = echelon.reduced(Row { lights, presses: 0 });
        // Every solution is this one and some presses that do nothing.
        let mut shortest = (rest.lights == 0).then_some(rest.presses)?;
        for chosen in 1u32..1 << MAX_QUIET {
            let quiet = echelon.quiet.iter().enumerate();
            let quiet = quiet.filter(|&(i, _)| chosen >> i & 1 == 1);
            let presses = quiet.fold(rest.presses, |presses, (_, &quiet)| presses ^ quiet);
            if presses.count_ones() < shortest.count_ones() {
                shortest = presses;
            }
        }
        Some(ones(shortest).map(|cell| Move(cell as u8)))
    }
}
