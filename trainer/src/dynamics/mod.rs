//! The dynamics of a puzzle for training: walks from its goals, and facts about the states on them.
//!
//! [`OnHost`] serves any puzzle with one goal and moves that can be undone, state by state. `Tables` serve
//! puzzles whose features move independently of each other, as tensors on a GPU. [`Pulls`] are for Sokoban,
//! which has many goals; its walks go backwards by pulls, which are not moves of the puzzle. So nothing here
//! assumes one goal, or that a walk can be followed in its own direction.

pub mod host;
pub mod pulls;
mod rows;
#[cfg(feature = "libtorch")]
pub mod tables;

pub use host::OnHost;
pub use pulls::Pulls;
#[cfg(feature = "libtorch")]
pub use tables::Tables;

use crate::tensor::{Device, Element, Kind, Tensor};
use quarterturn_core::Puzzle;
use std::fmt::Debug;
use std::rc::Rc;

/// The sizes of a puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shape {
    /// Width of the one-hot input.
    pub features: i64,
    /// Active features of a state.
    pub active: i64,
    /// Number of moves.
    pub moves: i64,
}

impl Shape {
    fn of<P: Puzzle>(puzzle: &P) -> Self {
        let inputs = puzzle.inputs();
        Self {
            features: inputs.width as i64,
            active: inputs.active as i64,
            moves: puzzle.move_count() as i64,
        }
    }
}

/// A puzzle as training sees it.
pub trait Dynamics: Debug {
    /// Its sizes.
    fn shape(&self) -> Shape;

    /// Where tensors live.
    fn device(&self) -> Device;

    /// For each symmetry frame and move, the move that has the same effect as that move in frame 0: `[frames ×
    /// moves]`, int64. Frame 0 is the identity and always exists.
    fn moves_in_frames(&self) -> &Tensor;

    /// Random walks from goals, without reducible parts as far as the puzzle knows them. All random numbers
    /// come from LibTorch's generator, which the caller seeds.
    fn walks(&self, walks: i64, steps: i64) -> Walks;

    /// Transforms each walk to a random symmetry frame.
    fn in_random_frames(&self, walks: &Walks) -> Walks {
        let table = self.moves_in_frames();
        let (frames, moves) = table.size2().expect("frames and moves");
        let (count, steps) = (walks.count(), walks.steps());
        let frame = Tensor::randint(frames, [count, 1], (Kind::Int64, self.device()));
        let seen = |mv: &Tensor| table.take(&(mv.to_kind(Kind::Int64) + &frame * moves));
        let of_states = frame.expand([count, steps + 1], false).reshape([-1]);
        Walks {
            states: walks.states.in_frames(&of_states),
            back: seen(&walks.back),
            onward: walks.onward.as_ref().map(seen),
        }
    }
}

/// States of a puzzle, one a row.
pub trait States: Debug {
    /// The active features: `[n, active]`, int64, on the training device.
    fn features(&self) -> Tensor;

    /// The same on the host, in the form that engines take: `[n × active]`.
    fn on_host(&self) -> Vec<u16> {
        on_host(&self.features())
    }

    /// A 64-bit hash of each state, the same in whatever rows it stands: `[n]`, int64.
    fn keys(&self) -> Tensor;

    /// Whether each state is a goal: `[n]`, bool.
    fn is_goal(&self) -> Tensor;

    /// A lower bound on the number of moves to a goal, 0 where none is known, infinity where there is
    /// no way: `[n]`, float.
    fn bounds(&self) -> Tensor;

    /// `count` rows from row `start` on.
    fn narrow(&self, start: i64, count: i64) -> Box<dyn States>;

    /// The rows that `rows` (`[m]`, int64) names, in its order.
    fn pick(&self, rows: &Tensor) -> Box<dyn States>;

    /// Each state in a symmetry frame of its own: `frames` is `[n]`, int64.
    fn in_frames(&self, frames: &Tensor) -> Box<dyn States>;

    /// Whether each move can be made: `[n, moves]`, bool; `None` where all can.
    fn allowed(&self) -> Option<Tensor>;

    /// The children of each state.
    fn children(&self) -> Children;
}

/// The children of `n` states.
#[derive(Debug)]
pub struct Children {
    /// A row for each state and move, state by state; anything where the move is not allowed.
    pub states: Box<dyn States>,
    /// [`States::allowed`] of the states before.
    pub allowed: Option<Tensor>,
    /// Number of moves.
    pub moves: i64,
}

impl Children {
    /// Puts `cost` in the places of `costs` (`[n, moves]`) that belong to moves which cannot be
    /// made.
    pub fn bar(&self, costs: Tensor, cost: f64) -> Tensor {
        match &self.allowed {
            None => costs,
            Some(allowed) => costs.masked_fill(&allowed.logical_not(), cost),
        }
    }

    /// The cost of each child by a network's values (`[n × moves]`): never below 0, 0 for goals, infinity if
    /// there is no such move: `[n, moves]`, float.
    pub fn costs(&self, values: &Tensor) -> Tensor {
        let costs = values.clamp_min(0.0).reshape([-1, self.moves]);
        self.bar(costs.masked_fill(&self.goals(), 0.0), f64::INFINITY)
    }

    /// Whether each is a goal that can be reached: `[n, moves]`, bool.
    pub fn goals(&self) -> Tensor {
        let goal = self.states.is_goal().reshape([-1, self.moves]);
        match &self.allowed {
            None => goal,
            Some(allowed) => goal.logical_and(allowed),
        }
    }
}

/// Random walks from goals.
#[derive(Debug)]
pub struct Walks {
    /// `steps + 1` rows for each walk, walk by walk: the goal, then the state after each step.
    pub states: Box<dyn States>,
    /// The move of the puzzle that leads from each state to the one before it: `[walks, steps]`,
    /// the first for step 1; int64 or uint8. Any move where a walk began again at a goal.
    pub back: Tensor,
    /// The move that leads from each state to the one after it: `[walks, steps]`, the first for
    /// step 0; `None` where walks go backwards by other ways than moves.
    pub onward: Option<Tensor>,
}

impl Walks {
    /// Number of walks.
    pub fn count(&self) -> i64 {
        self.back.size()[0]
    }

    /// Steps of each.
    pub fn steps(&self) -> i64 {
        self.back.size()[1]
    }

    /// `count` walks from walk `start` on, with moves that can be indices.
    pub fn narrow(&self, start: i64, count: i64) -> Self {
        let rows = self.steps() + 1;
        let moves = |moves: &Tensor| moves.narrow(0, start, count).to_kind(Kind::Int64);
        Self {
            states: self.states.narrow(start * rows, count * rows),
            back: moves(&self.back),
            onward: self.onward.as_ref().map(moves),
        }
    }

    /// The states after the steps, without the goals that walks begin at: `steps` rows for each
    /// walk, walk by walk.
    pub fn scrambled(&self) -> Box<dyn States> {
        let (count, steps) = (self.count(), self.steps());
        let options = (Kind::Int64, self.back.device());
        let rows = Tensor::arange(count * (steps + 1), options).reshape([count, steps + 1]);
        self.states.pick(&rows.narrow(1, 1, steps).reshape([-1]))
    }
}

/// The active features of states, on the host and in the form that engines take.
pub fn on_host(features: &Tensor) -> Vec<u16> {
    let wide: Vec<i64> = numbers(features);
    wide.into_iter().map(|feature| feature as u16).collect()
}

/// All numbers of a tensor, row by row, on the host.
///
/// # Panics
/// When they are not of this type.
pub fn numbers<T: Element + Copy>(tensor: &Tensor) -> Vec<T>
where
    Vec<T>: TryFrom<Tensor, Error: Debug>,
{
    let flat = tensor.detach().to(Device::Cpu).reshape([-1]).contiguous();
    Vec::try_from(flat).expect("numbers of this type")
}

/// See [`Dynamics::moves_in_frames`].
fn moves_in_frames<P: Puzzle>(puzzle: &P, device: Device) -> Tensor {
    let frame = |frame| {
        puzzle
            .moves()
            .map(move |mv| i64::from(puzzle.conjugate_move(mv, frame).0))
    };
    let moves: Vec<i64> = (0..puzzle.frames()).flat_map(frame).collect();
    let moves = Tensor::from_slice(&moves).to(device);
    moves.reshape([puzzle.frames() as i64, puzzle.move_count() as i64])
}

/// The dynamics of a puzzle on `device`; `None` where it has more than one goal or moves that
/// cannot be undone. On a CPU steps of whole states are ten times as fast as tables.
pub fn of<P: Puzzle>(puzzle: &P, device: Device) -> Option<Rc<dyn Dynamics>> {
    #[cfg(feature = "libtorch")]
    if device != Device::Cpu
        && let Some(tables) = Tables::new(puzzle, device)
    {
        return Some(Rc::new(tables));
    }
    Some(Rc::new(OnHost::new(puzzle, device)?))
}
