//! Many levels of Sokoban as one puzzle: a state says in which level it is.
//!
//! Walls and targets are part of the network's input, so one network serves all levels. It learns from walks in
//! many levels, which come from files (`folder`) or are generated (`made`).

mod folder;
mod made;

pub use folder::{LevelsError, read};
pub use made::{made, many};

use quarterturn::Refusal;
use quarterturn::puzzles::{AsSymbols, Seeded, Text};
use quarterturn_core::puzzle::Inputs;
use quarterturn_core::puzzle::sokoban::{Position, Sokoban};
use quarterturn_core::puzzle::symbols::Symbols;
use quarterturn_core::random::below;
use quarterturn_core::{Move, Puzzle};
use rand_core::Rng;
use std::sync::Arc;

/// A level and where it begins.
pub type Level = (Sokoban, Position);

/// Levels, at least one.
#[derive(Clone, Debug)]
pub struct Levels(Arc<[Level]>);

/// A position in one of the levels.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct At {
    /// The number of the level.
    pub level: u32,
    /// The position in it.
    pub position: Position,
}

impl Levels {
    /// `None` where there are none.
    pub fn new(levels: Vec<Level>) -> Option<Self> {
        (!levels.is_empty()).then(|| Self(levels.into()))
    }

    /// The levels in order.
    pub fn iter(&self) -> impl Iterator<Item = &Level> {
        self.0.iter()
    }

    fn of(&self, state: &At) -> &Sokoban {
        &self.0[state.level as usize].0
    }

    /// Any level.
    fn any(&self, rng: &mut impl Rng) -> u32 {
        below(rng, self.0.len() as u32)
    }

    /// Any goal of any level: boxes on all targets, the player anywhere.
    pub fn any_goal(&self, rng: &mut impl Rng) -> At {
        let level = self.any(rng);
        let (sokoban, start) = &self.0[level as usize];
        let goals: Vec<Position> = sokoban.goals().collect();
        // If all floor is targets there is none, and nothing to learn.
        let position = match goals.len() as u32 {
            0 => *start,
            count => goals[below(rng, count) as usize],
        };
        At { level, position }
    }

    /// Whether a move from here pushes a box, if it can be made.
    pub fn pushes(&self, state: &At, mv: Move) -> bool {
        self.of(state).pushes(&state.position, mv)
    }

    /// All states from which one move leads here, with the move.
    pub fn predecessors(&self, state: &At) -> impl Iterator<Item = (At, Move)> {
        let level = state.level;
        let before = self.of(state).predecessors(&state.position);
        before.map(move |(position, mv)| (At { level, position }, mv))
    }
}

impl Puzzle for Levels {
    type State = At;

    fn name(&self) -> &str {
        self.0[0].0.name()
    }

    fn move_count(&self) -> usize {
        self.0[0].0.move_count()
    }

    fn inputs(&self) -> Inputs {
        self.0[0].0.inputs()
    }

    fn move_name(&self, mv: Move) -> &str {
        self.0[0].0.move_name(mv)
    }

    fn apply(&self, state: &At, mv: Move) -> At {
        let position = self.of(state).apply(&state.position, mv);
        At { position, ..*state }
    }

    fn is_solved(&self, state: &At) -> bool {
        self.of(state).is_solved(&state.position)
    }

    fn features(&self, state: &At, out: &mut [u16]) {
        self.of(state).features(&state.position, out);
    }

    fn key(&self, state: &At) -> u64 {
        let level = u64::from(state.level).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        self.of(state).key(&state.position) ^ level
    }

    fn allowed(&self, state: &At, mv: Move) -> bool {
        self.of(state).allowed(&state.position, mv)
    }

    fn useful(&self, state: &At, mv: Move) -> bool {
        self.of(state).useful(&state.position, mv)
    }

    fn bound(&self, state: &At) -> u32 {
        self.of(state).bound(&state.position)
    }
}

/// States are random: the start of any level, or a number of steps back from a goal of any level.
impl Text for Levels {
    fn start(&self) -> At {
        let position = self.0[0].1;
        At { level: 0, position }
    }

    fn random(&self, rng: &mut Seeded) -> At {
        let level = self.any(rng);
        let position = self.0[level as usize].1;
        At { level, position }
    }

    fn scramble(&self, rng: &mut Seeded, length: usize) -> (Option<Vec<Move>>, At) {
        let level = self.any(rng);
        let (_, position) = self.0[level as usize].0.scramble(rng, length);
        (None, At { level, position })
    }

    fn read(&self, text: &str) -> Result<(Self, At), Refusal> {
        let (sokoban, position) = Sokoban::from_text(text)?;
        let levels = Self(Arc::new([(sokoban, position)]));
        Ok((levels, At { level: 0, position }))
    }

    fn write(&self, state: &At) -> String {
        self.of(state).write(&state.position)
    }

    fn picture(&self, state: &At, colour: bool) -> String {
        self.of(state).picture(&state.position, colour)
    }
}

/// The bytes of the position, then those of the level.
impl AsSymbols for At {
    fn pack(self) -> Symbols {
        let mut bytes = [0; 20];
        bytes[..16].copy_from_slice(&self.position.bits().to_le_bytes());
        bytes[16..].copy_from_slice(&self.level.to_le_bytes());
        bytes.pack()
    }

    fn unpack<T>(symbols: &Symbols, then: impl FnOnce(&Self) -> T) -> T {
        <[u8; 20]>::unpack(symbols, |bytes| {
            let (mut bits, mut level) = ([0; 16], [0; 4]);
            bits.copy_from_slice(&bytes[..16]);
            level.copy_from_slice(&bytes[16..]);
            then(&Self {
                level: u32::from_le_bytes(level),
                position: Position::from_bits(u128::from_le_bytes(bits)),
            })
        })
    }
}
