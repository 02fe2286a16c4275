//! The dynamics of a puzzle for training: walks from its goals, and facts about the states on them, as plain slices.
//!
//! [`OnHost`] serves any puzzle with one goal and moves that can be undone. [`Pulls`] are for Sokoban, which has many
//! goals; its walks go backwards by pulls, which are not moves of the puzzle. So nothing here assumes one goal, or
//! that a walk can be followed in its own direction.
//!
//! Nothing here belongs to a thread: states can be made while a step runs, on a processor or on a GPU.

pub mod host;
pub mod pulls;
mod rows;
pub mod whole;

pub use host::OnHost;
pub use pulls::Pulls;
pub use whole::Whole;

use crate::random::{Random, below};
use quarterturn::puzzles::Text;
use quarterturn_core::Puzzle;
use quarterturn_core::puzzle::tables::Tables;
use std::fmt::Debug;
use std::ops::Range;
use std::sync::Arc;

/// The sizes of a puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shape {
    /// Width of the one-hot input.
    pub features: usize,
    /// Active features of a state.
    pub active: usize,
    /// Number of moves.
    pub moves: usize,
}

impl Shape {
    fn of<P: Puzzle>(puzzle: &P) -> Self {
        let inputs = puzzle.inputs();
        Self {
            features: inputs.width,
            active: inputs.active,
            moves: puzzle.move_count(),
        }
    }
}

/// A puzzle as training sees it.
pub trait Dynamics: Debug + Send + Sync {
    /// Its sizes.
    fn shape(&self) -> Shape;

    /// For each symmetry frame and move, the move that has the same effect as that move in frame 0: `[frames ×
    /// moves]`. Frame 0 is the identity and always exists.
    fn moves_in_frames(&self) -> &[u8];

    /// Random walks from goals, without reducible parts as far as the puzzle knows them.
    fn walks(&self, rng: &mut Random, walks: usize, steps: usize) -> Walks;

    /// All states with their distances; `None` if there are more than [`whole::MOST`], or if distances from the goal are
    /// not those to it.
    fn whole(&self) -> Option<Whole> {
        None
    }

    /// The puzzle as symbols in places, by which a device makes states; `None` where it has no such form.
    fn tables(&self) -> Option<&Tables> {
        None
    }

    /// Transforms each walk to a random symmetry frame.
    fn in_random_frames(&self, rng: &mut Random, walks: &Walks) -> Walks {
        let (table, moves) = (self.moves_in_frames(), self.shape().moves);
        let (steps, count) = (walks.steps, walks.count());
        let frames = (table.len() / moves) as u64;
        let frames: Vec<usize> = (0..count).map(|_| below(rng, frames) as usize).collect();
        let seen = |made: &Vec<u8>| -> Vec<u8> {
            let walks = made.chunks(steps).zip(&frames);
            let seen = |(made, frame): (&[u8], &usize)| {
                let table = &table[frame * moves..];
                made.iter().map(|&mv| table[usize::from(mv)]).collect()
            };
            walks.flat_map(|walk| -> Vec<u8> { seen(walk) }).collect()
        };
        let of_states = frames.iter();
        let of_states: Vec<usize> = of_states
            .flat_map(|&frame| std::iter::repeat_n(frame, steps + 1))
            .collect();
        Walks {
            states: walks.states.in_frames(&of_states),
            steps,
            back: seen(&walks.back),
            onward: walks.onward.as_ref().map(seen),
        }
    }
}

/// States of a puzzle, one a row.
pub trait States: Debug + Send + Sync {
    /// How many they are.
    fn count(&self) -> usize;

    /// The active features: `[n × active]`.
    fn features(&self) -> Vec<u16>;

    /// The symbol in each place, `[n × places]`, as [`Dynamics::tables`] has them; `None` where it has none.
    fn symbols(&self) -> Option<Vec<u8>> {
        None
    }

    /// A 64-bit hash of each state, the same in whatever rows it stands.
    fn keys(&self) -> Vec<u64>;

    /// Whether each state is a goal.
    fn goals(&self) -> Vec<bool>;

    /// A lower bound on the number of moves to a goal, 0 where none is known, infinity where there is
    /// no way.
    fn bounds(&self) -> Vec<f32>;

    /// The rows of that range.
    fn narrow(&self, rows: Range<usize>) -> Box<dyn States>;

    /// The rows that `rows` names, in its order.
    fn pick(&self, rows: &[usize]) -> Box<dyn States>;

    /// Each state in a symmetry frame of its own.
    fn in_frames(&self, frames: &[usize]) -> Box<dyn States>;

    /// Whether each move can be made, `[n × moves]`; `None` where all can.
    fn allowed(&self) -> Option<Vec<bool>>;

    /// The children of each state.
    fn children(&self) -> Children;
}

/// The children of `n` states.
#[derive(Debug)]
pub struct Children {
    /// A row for each state and move, state by state; anything where the move is not allowed.
    pub states: Box<dyn States>,
    /// [`States::allowed`] of the states before.
    pub allowed: Option<Vec<bool>>,
    /// Number of moves.
    pub moves: usize,
}

impl Children {
    /// Puts `cost` in the places of `costs` (`[n × moves]`) that belong to moves which cannot be made.
    pub fn bar(&self, mut costs: Vec<f32>, cost: f32) -> Vec<f32> {
        let allowed = self.allowed.iter().flatten();
        for (to, _) in costs.iter_mut().zip(allowed).filter(|(_, can)| !**can) {
            *to = cost;
        }
        costs
    }

    /// The cost of each child by a network's values (`[n × moves]`): never below 0, 0 for goals, infinity if
    /// there is no such move.
    pub fn costs(&self, mut values: Vec<f32>) -> Vec<f32> {
        for (value, goal) in values.iter_mut().zip(self.goals()) {
            if goal || *value < 0.0 {
                *value = 0.0;
            }
        }
        self.bar(values, f32::INFINITY)
    }

    /// Whether each is a goal that can be reached: `[n × moves]`.
    pub fn goals(&self) -> Vec<bool> {
        let mut goals = self.states.goals();
        let allowed = self.allowed.iter().flatten();
        for (goal, can) in goals.iter_mut().zip(allowed) {
            *goal &= can;
        }
        goals
    }

    /// The child of each state by the move that `best` names.
    pub fn after(&self, best: &[usize]) -> Box<dyn States> {
        let rows = best.iter().enumerate();
        let rows: Vec<usize> = rows.map(|(i, mv)| i * self.moves + mv).collect();
        self.states.pick(&rows)
    }
}

/// Random walks from goals.
#[derive(Debug)]
pub struct Walks {
    /// `steps + 1` rows for each walk, walk by walk: the goal, then the state after each step.
    pub states: Box<dyn States>,
    /// Steps of each.
    pub steps: usize,
    /// The move of the puzzle that leads from each state to the one before it: `[walks × steps]`, the first for
    /// step 1. Any move where a walk began again at a goal.
    pub back: Vec<u8>,
    /// The move that leads from each state to the one after it: `[walks × steps]`, the first for
    /// step 0; `None` where walks go backwards by other ways than moves.
    pub onward: Option<Vec<u8>>,
}

impl Walks {
    /// Number of walks.
    pub fn count(&self) -> usize {
        self.back.len() / self.steps
    }

    /// The walks of that range.
    pub fn narrow(&self, walks: Range<usize>) -> Self {
        let rows = |each: usize| walks.start * each..walks.end * each;
        let moves = |moves: &Vec<u8>| moves[rows(self.steps)].to_vec();
        Self {
            states: self.states.narrow(rows(self.steps + 1)),
            steps: self.steps,
            back: moves(&self.back),
            onward: self.onward.as_ref().map(moves),
        }
    }

    /// The states after the steps, without the goals that walks begin at: `steps` rows for each
    /// walk, walk by walk.
    pub fn scrambled(&self) -> Box<dyn States> {
        let rows = 0..self.states.count();
        let rows = rows.filter(|row| row % (self.steps + 1) != 0);
        self.states.pick(&rows.collect::<Vec<_>>())
    }
}

/// Where the least of each row of costs is, the first of several.
pub fn least(costs: &[f32], moves: usize) -> Vec<usize> {
    let rows = costs.chunks_exact(moves);
    rows.map(|row| {
        let all = row.iter().enumerate();
        all.fold(
            0,
            |best, (mv, cost)| if *cost < row[best] { mv } else { best },
        )
    })
    .collect()
}

/// See [`Dynamics::moves_in_frames`].
fn moves_in_frames<P: Puzzle>(puzzle: &P) -> Vec<u8> {
    let frame = |frame| {
        let moves = puzzle.moves();
        moves.map(move |mv| puzzle.conjugate_move(mv, frame).0)
    };
    (0..puzzle.frames()).flat_map(frame).collect()
}

/// The dynamics of a puzzle; `None` where it has more than one goal or moves that cannot be undone.
pub fn of<P: Text>(puzzle: &P) -> Option<Arc<dyn Dynamics>> {
    Some(Arc::new(OnHost::new(puzzle)?))
}
