//! Sokoban: a player pushes boxes onto targets and can never pull.
//!
//! The puzzle is a level: its walls and targets. A state is the positions of the boxes and the player.
//! Every step counts as one move, whether it pushes a box or not.
//!
//! ```
//! use quarterturn_core::Puzzle;
//! use quarterturn_core::puzzle::sokoban::Sokoban;
//!
//! let (level, start) = Sokoban::from_text("######/#@-$.#/######")?;
//! let right = level.step_named('r').expect("u, d, l or r");
//! assert!(level.is_solved(&level.apply_all(&start, &[right, right])));
//! assert_eq!(level.bound(&start), 2);
//! # Ok::<(), quarterturn_core::puzzle::sokoban::SokobanError>(())
//! ```

mod bound;
mod error;
mod text;

pub use bound::DEAD;
pub use error::{SokobanError, SokobanErrorKind};

use super::{Inputs, Move, Puzzle, bits::ones, key::key};
use bound::Distances;

/// The longest side of a level.
pub const MAX_SIDE: usize = 10;

/// The most boxes, and the most targets.
pub const MAX_BOXES: usize = 8;

/// Cells of the grid in which a level lies at the top left; what is beyond it is wall.
const CELLS: usize = MAX_SIDE * MAX_SIDE;

/// All cells. A set of cells has a bit for each, row × 10 + column.
const GRID: u128 = (1 << CELLS) - 1;

/// The cells of the first column.
const FIRST_COLUMN: u128 = {
    let (mut column, mut row) = (0, 0);
    while row < MAX_SIDE {
        column |= 1 << (row * MAX_SIDE);
        row += 1;
    }
    column
};

/// A level of at most 10 × 10 cells, 8 boxes and 8 targets.
///
/// Moves are `u d l r`. No move can be undone in general, and there are as many goals as places for
/// the player.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Sokoban {
    walls: u128,
    targets: u128,
    distances: Distances,
    rows: u8,
    columns: u8,
}

/// Where the boxes and the player are: 16 bytes.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Position(u128);

impl Position {
    fn new(boxes: u128, player: u128) -> Self {
        Self(boxes | u128::from(player.trailing_zeros()) << CELLS)
    }

    /// The position with these bits, unchecked: what [`Position::bits`] gave.
    #[inline]
    pub const fn from_bits(bits: u128) -> Self {
        Self(bits)
    }

    /// Bit row × 10 + column for each box, and the player's cell from bit 100 on.
    #[inline]
    pub const fn bits(self) -> u128 {
        self.0
    }

    /// The cells with a box.
    #[inline]
    const fn boxes(self) -> u128 {
        self.0 & GRID
    }

    /// The player's cell, as a set.
    #[inline]
    const fn player(self) -> u128 {
        1 << (self.0 >> CELLS & 127)
    }
}

/// The cells next to those of a set, in the direction of a move; those beyond the grid are lost.
#[inline]
const fn stepped(cells: u128, mv: Move) -> u128 {
    debug_assert!(mv.0 < 4);
    match mv.0 % 4 {
        0 => cells >> MAX_SIDE,
        1 => cells << MAX_SIDE & GRID,
        2 => (cells & !FIRST_COLUMN) >> 1,
        _ => cells << 1 & GRID & !FIRST_COLUMN,
    }
}

/// The opposite direction.
#[inline]
const fn opposite(mv: Move) -> Move {
    Move(mv.0 ^ 1)
}

impl Sokoban {
    /// The position after a move, if it can be made.
    #[inline]
    fn moved(&self, state: Position, mv: Move) -> Option<Position> {
        let to = stepped(state.player(), mv);
        let boxes = state.boxes();
        if to & boxes == 0 {
            return (to & !self.walls != 0).then(|| Position::new(boxes, to));
        }
        let beyond = stepped(to, mv);
        let free = beyond & !self.walls & !boxes != 0;
        free.then(|| Position::new(boxes ^ to ^ beyond, to))
    }

    /// Whether a move from here pushes a box, if it can be made.
    pub fn pushes(&self, state: &Position, mv: Move) -> bool {
        stepped(state.player(), mv) & state.boxes() != 0
    }

    /// Whether no goal can be reached with boxes in these cells, by a quick check: a box can be pushed to no target,
    /// or a box off its target is in a square of four that block each other.
    fn is_dead(&self, boxes: u128) -> bool {
        let away = boxes & !self.targets;
        let full = boxes | self.walls;
        let pairs = full & stepped(full, Move(2));
        let squares = pairs & stepped(pairs, Move(0));
        let pairs = squares | stepped(squares, Move(3));
        let blocked = pairs | stepped(pairs, Move(1));
        boxes & self.distances.dead() | away & blocked != 0
    }

    /// All positions from which one move leads here, with the move: steps back, and steps back that
    /// pull a box. Walks away from a goal are made of these.
    pub fn predecessors(&self, state: &Position) -> impl Iterator<Item = (Position, Move)> {
        let (boxes, player) = (state.boxes(), state.player());
        let back = move |mv: Move| {
            let from = stepped(player, opposite(mv)) & !self.walls & !boxes;
            let pushed = stepped(player, mv) & boxes;
            let walked = (from != 0).then(|| Position::new(boxes, from));
            let pulled =
                (from != 0 && pushed != 0).then(|| Position::new(boxes ^ pushed ^ player, from));
            [walked, pulled].into_iter().flatten().map(move |s| (s, mv))
        };
        self.moves().flat_map(back)
    }

    /// All positions with a box on each target.
    pub fn goals(&self) -> impl Iterator<Item = Position> {
        let free = GRID & !self.walls & !self.targets;
        ones(free).map(|cell| Position::new(self.targets, 1 << cell))
    }

    /// The move of a letter: `u d l r`, or a capital for a push.
    pub fn step_named(&self, letter: char) -> Option<Move> {
        let letter = letter.to_ascii_lowercase();
        self.moves()
            .find(|&mv| self.move_name(mv).starts_with(letter))
    }
}

impl Puzzle for Sokoban {
    type State = Position;

    fn name(&self) -> &str {
        "sokoban"
    }

    #[inline]
    fn move_count(&self) -> usize {
        4
    }

    /// Of each cell one of seven: wall, floor, target, box, box on a target, player, player on a
    /// target. The level is part of what a network sees, so that one serves all levels.
    #[inline]
    fn inputs(&self) -> Inputs {
        Inputs {
            width: 7 * CELLS,
            active: CELLS,
        }
    }

    fn move_name(&self, mv: Move) -> &str {
        debug_assert!(mv.0 < 4);
        match mv.0 % 4 {
            0 => "u",
            1 => "d",
            2 => "l",
            _ => "r",
        }
    }

    #[inline]
    fn apply(&self, state: &Position, mv: Move) -> Position {
        self.moved(*state, mv).unwrap_or(*state)
    }

    /// All boxes are on targets.
    #[inline]
    fn is_solved(&self, state: &Position) -> bool {
        state.boxes() & !self.targets == 0
    }

    fn features(&self, state: &Position, out: &mut [u16]) {
        let (boxes, player) = (state.boxes(), state.player());
        for (cell, out) in out[..CELLS].iter_mut().enumerate() {
            let is = |set: u128| set >> cell & 1 == 1;
            let kind = match (is(self.walls), is(boxes), is(player)) {
                (true, ..) => 0,
                (_, true, _) => 3 + u16::from(is(self.targets)),
                (.., true) => 5 + u16::from(is(self.targets)),
                _ => 1 + u16::from(is(self.targets)),
            };
            *out = 7 * cell as u16 + kind;
        }
    }

    #[inline]
    fn key(&self, state: &Position) -> u64 {
        key(&state.0.to_le_bytes())
    }

    #[inline]
    fn allowed(&self, state: &Position, mv: Move) -> bool {
        self.moved(*state, mv).is_some()
    }

    #[inline]
    fn useful(&self, state: &Position, mv: Move) -> bool {
        let after = self.moved(*state, mv);
        after.is_some_and(|after| !self.pushes(state, mv) || !self.is_dead(after.boxes()))
    }

    /// The fewest pushes that bring each box to a target of its own, other boxes aside, and the steps
    /// to the nearest box; [`DEAD`] if this is impossible, or if boxes block each other for good.
    fn bound(&self, state: &Position) -> u32 {
        match self.is_dead(state.boxes()) {
            true => DEAD,
            false => self.distances.bound(*state),
        }
    }
}
