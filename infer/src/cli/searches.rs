//! The searches by name: the one place where a name on the command line becomes a search.

use quarterturn::eval::{Evaluator, Heads};
use quarterturn::search::{Beam, Rank, Search};
use quarterturn_core::Puzzle;

/// The searches this build has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum SearchKind {
    /// Keeps the best N states of each depth
    Beam,
    /// Follows the best move: a beam of width 1
    Greedy,
}

impl SearchKind {
    /// The name on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Beam => "beam",
            Self::Greedy => "greedy",
        }
    }

    /// The tuning options that mean something to it.
    pub const fn takes(self) -> &'static [&'static str] {
        match self {
            Self::Beam => &["--width"],
            Self::Greedy => &[],
        }
    }

    /// The search itself.
    pub fn build<P: Puzzle>(
        self,
        evaluator: impl Evaluator<P> + 'static,
        width: usize,
    ) -> Box<dyn Search<P>> {
        match self {
            Self::Beam => Box::new(beam(evaluator, width)),
            Self::Greedy => Box::new(beam(evaluator, 1)),
        }
    }
}

/// A beam guided by the best head that the network has for the puzzle.
fn beam<P: Puzzle, E: Evaluator<P>>(evaluator: E, width: usize) -> Beam<E> {
    let rank = match evaluator.heads() {
        Heads { value: true, .. } => Rank::Value,
        Heads { q: true, .. } => Rank::Q,
        _ => Rank::Policy,
    };
    Beam {
        evaluator,
        width,
        rank,
        shortlist: P::MOVES as f32,
    }
}
