//! What can be wrong with a level.

use core::fmt::{self, Display, Formatter};

use super::{MAX_BOXES, MAX_SIDE};
use crate::counted::Counted;
use crate::quoted::Quoted;

/// A text that is not a level, or a level that nobody can solve.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{kind}")]
pub struct SokobanError {
    /// Byte offset of the offending symbol, where there is one.
    pub at: Option<usize>,
    /// What is wrong.
    pub kind: SokobanErrorKind,
}

/// The kinds of [`SokobanError`]. Rows and columns are counted from 1.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SokobanErrorKind {
    /// A character that is not part of a level.
    #[error("{} is no part of a level", Quoted(*.0))]
    UnknownSymbol(char),
    /// More rows or columns than [`MAX_SIDE`].
    #[error("a level has at most {MAX_SIDE} rows of {MAX_SIDE} cells")]
    TooLarge,
    /// No player.
    #[error("there is no player")]
    NoPlayer,
    /// More than one player.
    #[error("there is a second player in row {row}, column {column}")]
    SecondPlayer {
        /// Its row.
        row: usize,
        /// Its column.
        column: usize,
    },
    /// No box.
    #[error("there are no boxes")]
    NoBoxes,
    /// More than [`MAX_BOXES`] boxes.
    #[error("{0} boxes are more than {MAX_BOXES}")]
    TooManyBoxes(usize),
    /// More than [`MAX_BOXES`] targets.
    #[error("{0} targets are more than {MAX_BOXES}")]
    TooManyTargets(usize),
    /// Fewer targets than boxes.
    #[error("{}", Fewer(*.targets, *.boxes))]
    FewerTargets {
        /// How many boxes there are.
        boxes: usize,
        /// How many targets.
        targets: usize,
    },
    /// A box in a corner without a target.
    #[error("the box in row {row}, column {column} is stuck in a corner")]
    Cornered {
        /// Its row.
        row: usize,
        /// Its column.
        column: usize,
    },
    /// A box that cannot be pushed to any target, not even if it were the only one.
    #[error("the box in row {row}, column {column} can reach no target")]
    Dead {
        /// Its row.
        row: usize,
        /// Its column.
        column: usize,
    },
    /// A box, on no target, that the player never gets to.
    #[error("the player cannot get to the box in row {row}, column {column}")]
    Unreachable {
        /// Its row.
        row: usize,
        /// Its column.
        column: usize,
    },
    /// Several boxes that can reach the same targets only.
    #[error("the boxes cannot each reach a target of their own")]
    Unmatched,
}

/// The numbers of targets and boxes, in words.
struct Fewer(usize, usize);

impl Display for Fewer {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let Self(targets, boxes) = *self;
        let are = if boxes == 1 { "is" } else { "are" };
        let boxes = Counted(boxes, "box");
        match targets {
            0 => write!(f, "there {are} {boxes}, but no target"),
            _ => write!(
                f,
                "there {are} {boxes}, but only {}",
                Counted(targets, "target")
            ),
        }
    }
}

impl SokobanError {
    /// A stable name for programs.
    pub const fn code(&self) -> &'static str {
        use SokobanErrorKind::*;
        match self.kind {
            UnknownSymbol(_) => "unknown-symbol",
            TooLarge => "level-too-large",
            NoPlayer => "no-player",
            SecondPlayer { .. } => "second-player",
            NoBoxes => "no-boxes",
            TooManyBoxes(_) => "too-many-boxes",
            TooManyTargets(_) => "too-many-targets",
            FewerTargets { .. } => "fewer-targets",
            Cornered { .. } => "cornered-box",
            Dead { .. } => "dead-box",
            Unreachable { .. } => "unreachable-box",
            Unmatched => "unmatched-boxes",
        }
    }

    /// What to do about it.
    pub const fn hint(&self) -> &'static str {
        use SokobanErrorKind::*;
        match self.kind {
            UnknownSymbol(_) => {
                "write # for a wall, - or a space for floor, . for a target, $ for a box, @ for the \
                 player, * and + for those on a target; a row a line, or / between rows"
            }
            TooLarge => "leave out walls at the edge that nothing touches",
            NoPlayer | SecondPlayer { .. } => "write the player as @, or + on a target, once",
            NoBoxes => "write boxes as $, or * on a target",
            TooManyBoxes(_) | TooManyTargets(_) => {
                "only levels of up to 8 boxes and 8 targets are read"
            }
            FewerTargets { .. } => "give each box a target: . or * or +",
            Cornered { .. } | Dead { .. } | Unreachable { .. } | Unmatched => {
                "nobody can solve this level: check the walls and boxes"
            }
        }
    }
}
