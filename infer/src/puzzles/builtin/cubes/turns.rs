//! The 3×3×3 cube with a metric that is known when a program runs, so that one copy of the searches serves both.

use quarterturn_core::cube::{Cube3, Cube3Htm, Cube3Qtm};
use quarterturn_core::puzzle::Inputs;
use quarterturn_core::{Metric, Move, Puzzle};

/// The 3×3×3 cube in either metric.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Cube3Turns {
    /// In quarter turns, as [`Cube3Qtm`].
    Quarter,
    /// In half turns, as [`Cube3Htm`].
    Half,
}

/// What the cube in its metric says, and what the cube says in both.
macro_rules! as_in_core {
    (
        in_metric { $(fn $m:ident($($ma:ident: $mt:ty),*) -> $mr:ty;)* }
        in_both { $(fn $b:ident($($ba:ident: $bt:ty),*) -> $br:ty;)* }
    ) => {
        $(#[inline]
        fn $m(&self, $($ma: $mt),*) -> $mr {
            match self {
                Self::Quarter => Cube3Qtm.$m($($ma),*),
                Self::Half => Cube3Htm.$m($($ma),*),
            }
        })*
        $(#[inline]
        fn $b(&self, $($ba: $bt),*) -> $br {
            Cube3Qtm.$b($($ba),*)
        })*
    };
}

impl Puzzle for Cube3Turns {
    type State = Cube3;

    fn name(&self) -> &str {
        match self {
            Self::Quarter => "cube3",
            Self::Half => "cube3-htm",
        }
    }

    fn family(&self) -> &str {
        "cube3"
    }

    /// The same name in both metrics means the same turn.
    fn move_name(&self, mv: Move) -> &str {
        match self {
            Self::Quarter => Puzzle::move_name(&Cube3Qtm, mv),
            Self::Half => Puzzle::move_name(&Cube3Htm, mv),
        }
    }

    as_in_core! {
        in_metric {
            fn metric() -> Metric;
            fn move_count() -> usize;
            fn apply(state: &Cube3, mv: Move) -> Cube3;
            fn redundant(previous: Move, next: Move) -> bool;
            fn undo(mv: Move) -> Option<Move>;
            fn length_step() -> usize;
            fn conjugate_move(mv: Move, frame: usize) -> Move;
        }
        in_both {
            fn inputs() -> Inputs;
            fn is_solved(state: &Cube3) -> bool;
            fn features(state: &Cube3, out: &mut [u16]) -> ();
            fn key(state: &Cube3) -> u64;
            fn goal() -> Option<Cube3>;
            fn frames() -> usize;
            fn conjugate(state: &Cube3, frame: usize) -> Cube3;
            fn inverse_frame(frame: usize) -> usize;
            fn is_group() -> bool;
            fn invert(state: &Cube3) -> Option<Cube3>;
            fn then(state: &Cube3, next: &Cube3) -> Option<Cube3>;
        }
    }
}
