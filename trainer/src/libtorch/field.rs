//! States that a look-ahead begins at, and where their children are made: on the device, by the puzzle's tables, or on
//! the host, by the puzzle itself.

use super::tensors;
use crate::dynamics::{Dynamics, States};
use crate::random::seeded;
use quarterturn_core::puzzle::tables::Tables;
use quarterturn_torch::moves::Moves;
use std::fmt::Debug;
use std::ops::{Deref, Range};
use std::rc::Rc;
use tch::{Device, Kind, Tensor};

/// Walks and their steps by which tables are compared with their puzzle.
const TRIAL: [usize; 2] = [64, 32];

/// States, one a row.
pub trait Field: Debug {
    /// How many they are.
    fn count(&self) -> usize;

    /// The active features: `[n, active]`, int64.
    fn features(&self) -> Tensor;

    /// Their children.
    fn offspring(&self) -> Offspring;

    /// The rows of that range.
    fn narrow(&self, rows: Range<usize>) -> Box<dyn Field>;
}

/// The children of `n` states.
#[derive(Debug)]
pub struct Offspring {
    /// A row for each state and move, state by state; anything where the move cannot be made.
    pub states: Box<dyn Field>,
    /// Whether each is a goal that can be reached: `[n, moves]`, bool.
    pub goals: Tensor,
    /// Whether each move cannot be made, `[n, moves]`, bool; `None` where all can.
    pub barred: Option<Tensor>,
}

/// Where a puzzle's states become a [`Field`].
#[derive(Clone, Debug)]
pub struct Ground {
    device: Device,
    board: Option<Rc<Board>>,
}

impl Ground {
    /// On a GPU by tables, where the puzzle has some. On the processor on the host, which is faster there.
    pub fn new(dynamics: &dyn Dynamics, device: Device) -> Self {
        let board = match device {
            Device::Cuda(_) => Board::new(dynamics, device),
            _ => None,
        };
        Self {
            device,
            board: board.map(Rc::new),
        }
    }

    /// By tables on any device; `None` where the puzzle has none, or shows a network something else than a feature for
    /// each place.
    pub fn by_tables(dynamics: &dyn Dynamics, device: Device) -> Option<Self> {
        let board = Some(Rc::new(Board::new(dynamics, device)?));
        Some(Self { device, board })
    }

    /// These states there.
    pub fn place(&self, states: Box<dyn States>) -> Box<dyn Field> {
        let device = self.device;
        let symbols = self.board.as_ref().zip(states.symbols());
        match symbols {
            Some((board, symbols)) => Box::new(OnDevice {
                states: board.moves.states(&symbols, device),
                board: Rc::clone(board),
            }),
            None => Box::new(OnHost { states, device }),
        }
    }
}

/// States whose children the puzzle makes.
#[derive(Debug)]
pub(super) struct OnHost<S> {
    pub states: S,
    pub device: Device,
}

impl<S: Debug + Deref<Target = dyn States>> Field for OnHost<S> {
    fn count(&self) -> usize {
        self.states.count()
    }

    fn features(&self) -> Tensor {
        tensors::features(&*self.states, self.device)
    }

    fn offspring(&self) -> Offspring {
        let children = self.states.children();
        let size = [-1, children.moves as i64];
        let shaped = |of: &[bool]| tensors::shaped(of, &size, self.device);
        Offspring {
            goals: shaped(&children.goals()),
            barred: children
                .allowed
                .map(|allowed| shaped(&allowed).logical_not()),
            states: Box::new(OnHost {
                states: children.states,
                device: self.device,
            }),
        }
    }

    fn narrow(&self, rows: Range<usize>) -> Box<dyn Field> {
        Box::new(OnHost {
            states: self.states.narrow(rows),
            device: self.device,
        })
    }
}

/// States as symbols on a device.
#[derive(Debug)]
struct OnDevice {
    board: Rc<Board>,
    /// `[n, bytes]`
    states: Tensor,
}

impl Field for OnDevice {
    fn count(&self) -> usize {
        self.states.size()[0] as usize
    }

    fn features(&self) -> Tensor {
        self.board.features(&self.states)
    }

    fn offspring(&self) -> Offspring {
        let board = &self.board;
        let states = board.moves.children(&self.states);
        let barred = board.bars.then(|| board.moves.barred(&self.states));
        let goals = states.eq_tensor(&board.goal).all_dim(1, false);
        let goals = goals.view([self.count() as i64, -1]);
        Offspring {
            goals: match &barred {
                Some(barred) => goals.logical_and(&barred.logical_not()),
                None => goals,
            },
            barred,
            states: Box::new(Self {
                board: Rc::clone(board),
                states,
            }),
        }
    }

    fn narrow(&self, rows: Range<usize>) -> Box<dyn Field> {
        Box::new(Self {
            board: Rc::clone(&self.board),
            states: self.states.narrow(0, rows.start as i64, rows.len() as i64),
        })
    }
}

/// A puzzle's tables on a device, with what a network is shown.
#[derive(Debug)]
struct Board {
    moves: Moves,
    /// Whether there are moves that cannot always be made.
    bars: bool,
    /// `[bytes]`
    goal: Tensor,
    /// The place that each active feature tells of: `[active]`, int64.
    shown: Tensor,
    /// The first entry of each of these places among the features: `[active]`, int32.
    rows: Tensor,
    /// The feature of each symbol at each place: `[places × symbols]`, int64.
    features: Tensor,
}

impl Board {
    fn new(dynamics: &dyn Dynamics, device: Device) -> Option<Self> {
        let tables = dynamics.tables()?;
        let [walks, steps] = TRIAL;
        let trial = dynamics.walks(&mut seeded(0, 0, 0), walks, steps).states;
        let symbols = trial.symbols()?;
        let shown = shown(tables, &symbols, &trial.features(), trial.count())?;
        let moves = Moves::new(tables, device);
        // Walks begin at the goal.
        let goal = moves.states(&symbols[..tables.places], device).get(0);
        let rows: Vec<i32> = shown.iter().map(|p| (p * tables.symbols) as i32).collect();
        let shown: Vec<i64> = shown.iter().map(|&place| place as i64).collect();
        let features = tables.features.iter();
        let features: Vec<i64> = features.map(|f| f.unwrap_or(0).into()).collect();
        let there = |t: Tensor| t.to(device);
        Some(Self {
            bars: tables.barred.contains(&true),
            goal,
            shown: there(Tensor::from_slice(&shown)),
            rows: there(Tensor::from_slice(&rows)),
            features: there(Tensor::from_slice(&features)),
            moves,
        })
    }

    /// `[n, bytes]` to `[n, active]`, int64.
    fn features(&self, states: &Tensor) -> Tensor {
        let entries = states.index_select(1, &self.shown).to_kind(Kind::Int) + &self.rows;
        let features = self.features.index_select(0, &entries.flatten(0, 1));
        features.view([states.size()[0], -1])
    }
}

/// The place that each active feature of `count` states tells of, in the puzzle's order; `None` where one tells of
/// several places at once.
fn shown(tables: &Tables, symbols: &[u8], features: &[u16], count: usize) -> Option<Vec<usize>> {
    let (places, active) = (tables.places, features.len() / count);
    let tells = |place: usize, at: usize| {
        let states = symbols.chunks(places).zip(features.chunks(active));
        let entry = |symbol: u8| tables.features[place * tables.symbols + usize::from(symbol)];
        states
            .into_iter()
            .all(|(symbols, features)| entry(symbols[place]) == Some(features[at]))
    };
    (0..active)
        .map(|at| (0..places).find(|&place| tells(place, at)))
        .collect()
}
