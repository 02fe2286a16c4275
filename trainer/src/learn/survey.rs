//! What a puzzle says about itself before anything is learnt: how many states, how far away they are.

use crate::puzzle::Visitor;
use quarterturn::puzzles::{Puzzle, Text};
use quarterturn_core::Puzzle as Rules;
use std::fmt;
use std::time::Duration;

/// The time for a look around the goal, and the memory in bytes.
const TIME: Duration = Duration::from_secs(1);
const ROOM: usize = 1 << 27;

/// What was found.
#[derive(Clone, Debug, PartialEq)]
pub struct Survey {
    /// The natural logarithm of the number of states; an upper bound where the number is not known.
    pub states: f64,
    /// Whether that is the number.
    pub known: bool,
    /// How many states are 0, 1, 2 … moves from the goal, as far as was looked.
    pub layers: Vec<u64>,
    /// Whether those are all states.
    pub whole: bool,
    /// How many features a network reads them by.
    pub features: usize,
}

/// Looks around the goal of a puzzle, breadth first, for a second.
pub fn survey(puzzle: &Puzzle) -> Survey {
    struct Bound;
    impl Visitor for Bound {
        type Output = (f64, usize);
        fn visit<P: Text>(self, puzzle: &P) -> (f64, usize) {
            (bound(puzzle), puzzle.inputs().width)
        }
    }
    let seen = puzzle.growth(TIME, ROOM);
    let (seen_places, features) = puzzle.visit(Bound);
    let known = puzzle.states().map(|states| states.ln());
    // There are no more states than the moves make permutations of stickers.
    let most = || {
        let group = puzzle.group();
        group.map_or(seen_places, |group| seen_places.min(group.size().ln()))
    };
    Survey {
        states: known.unwrap_or_else(most),
        known: known.is_some(),
        layers: seen.counts,
        whole: seen.complete,
        features,
    }
}

/// The logarithm of the number of ways to fill each place that a network sees with one of its symbols.
fn bound<P: Rules>(puzzle: &P) -> f64 {
    let inputs = puzzle.inputs();
    let active = inputs.active.max(1) as f64;
    active * (inputs.width as f64 / active).max(1.0).ln()
}

impl Survey {
    /// How far away a random state is, in moves: exact where all states were seen. Else the layers are thought to go
    /// on growing as the last two did until they hold all states, as they do in puzzles like the cube to within a move
    /// or two.
    pub fn typical(&self) -> f64 {
        let last = self.layers.len().saturating_sub(1);
        if self.whole {
            let all: u64 = self.layers.iter().sum();
            let far = (0..).zip(&self.layers);
            let far: u64 = far
                .map(|(distance, states): (u64, _)| distance * states)
                .sum();
            return far as f64 / all.max(1) as f64;
        }
        let [.., before, end] = self.layers[..] else {
            return 1.0;
        };
        let growth = (end as f64 / before as f64).max(1.05);
        last as f64 + (self.states - (end as f64).ln()).max(0.0) / growth.ln()
    }

    /// The longest walks that are worth a look: beyond the farthest state, or well beyond a typical one.
    pub fn far(&self) -> i64 {
        match self.whole {
            true => self.layers.len() as i64 + 1,
            false => (2.0 * self.typical()).ceil() as i64 + 2,
        }
    }
}

/// In a line for people.
impl fmt::Display for Survey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let exponent = self.states / std::f64::consts::LN_10;
        let most = if self.known { "" } else { "at most " };
        match exponent < 7.0 {
            true => write!(f, "{most}{:.0} states", self.states.exp())?,
            false => write!(
                f,
                "{most}{:.1}·10^{} states",
                10f64.powf(exponent.fract()),
                exponent as u32
            )?,
        }
        if self.whole {
            let farthest = self.layers.len().saturating_sub(1);
            return write!(
                f,
                ", {:.2} moves away on average and {farthest} at most; exact searches solve them without a network",
                self.typical()
            );
        }
        write!(f, ", about {:.0} moves away", self.typical())
    }
}
