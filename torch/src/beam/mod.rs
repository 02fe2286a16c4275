//! A beam search whose states stay on a device: all of a layer at once, by operations on tensors.
//!
//! It is the same beam as on the CPU, state for state: the same order, the same keys, the same set of recently
//! visited states, the same choice among equals.

mod bound;
mod cut;
mod guide;
mod key;
mod rim;
mod seen;
pub mod stages;

pub use guide::{DeviceGuide, Shared};

use crate::moves::Moves;
use cut::{NEVER, lowest};
use quarterturn::eval::layers::{Due, Interrupted, Layers, Meeting};
use rim::Rim;
use seen::Seen;
use stages::{Stage, Stages};
use tch::{Kind, Tensor};

/// Children made at once: each needs some hundred bytes on the way.
const MADE: i64 = 1 << 20;
/// Children whose keys are remembered, in layers.
const REMEMBERED: usize = 4;
/// Moves that a step of the history can tell apart.
const STEP: i64 = 256;

fn ask(due: Due<'_>) -> Result<(), Interrupted> {
    if due() { Err(Interrupted) } else { Ok(()) }
}

/// The search from one state, layer after layer.
#[derive(Debug)]
pub struct Beam {
    guide: DeviceGuide,
    width: i64,
    candidates: i64,
    goal: i64,
    seen: Seen,
    /// `[width, bytes]`
    states: Tensor,
    /// The scores of the layer's moves: `[width × moves]`
    scores: Tensor,
    children: Children,
    /// How the states of each depth were made: the place of the parent and the move in one number.
    history: Vec<Tensor>,
}

/// The children of a layer.
#[derive(Debug)]
struct Children {
    /// `[children, bytes]`
    states: Tensor,
    /// Where the score of the move that made each is among the parents': `[children]`
    places: Tensor,
    keys: Tensor,
}

impl Beam {
    /// As [`begin`](quarterturn::eval::layers::Beams::begin).
    pub fn new(
        guide: DeviceGuide,
        root: &[u8],
        goal: u64,
        [width, candidates]: [usize; 2],
        due: Due<'_>,
    ) -> Result<Self, Interrupted> {
        let _guard = tch::no_grad_guard();
        let device = guide.device;
        let states = guide.moves.states(root, device);
        let mut seen = Seen::new(REMEMBERED * candidates, device);
        let keys = key::of(guide.moves.key, &states);
        let _ = seen.insert(&keys);
        let (_, scores) = guide.evaluate(&states, due)?;
        let before = Tensor::from_slice(&[guide.moves.moves]).to(device);
        let scores = masked(scores, &guide.moves, &states, &before);
        let none = |t: &Tensor| t.narrow(0, 0, 0);
        Ok(Self {
            width: width as i64,
            candidates: candidates as i64,
            goal: goal.cast_signed(),
            seen,
            children: Children {
                states: none(&states),
                places: none(&before),
                keys: none(&keys),
            },
            states,
            scores,
            history: Vec::new(),
            guide,
        })
    }
}

impl Layers for Beam {
    fn states(&self) -> usize {
        self.states.size()[0] as usize
    }

    fn expand(&mut self, due: Due<'_>) -> Result<usize, Interrupted> {
        let _guard = tch::no_grad_guard();
        ask(due)?;
        let mut stages = Stages::start(self.guide.device);
        let moves = &self.guide.moves;
        let places = lowest(&self.scores, self.candidates);
        stages.done(Stage::Choose);
        let count = places.size()[0];
        let device = self.guide.device;
        let states = Tensor::empty([count, moves.bytes], (Kind::Uint8, device));
        let keys = Tensor::empty([count], (Kind::Int64, device));
        let words = self.states.view_dtype(Kind::Int64);
        for from in (0..count).step_by(MADE as usize) {
            ask(due)?;
            let size = MADE.min(count - from);
            let (parent, mv) = parted(&places.narrow(0, from, size), moves.moves);
            let parents = words.index_select(0, &parent).view_dtype(Kind::Uint8);
            let made = moves.apply(&parents, &mv);
            keys.narrow(0, from, size).copy_(&key::of(moves.key, &made));
            states.narrow(0, from, size).copy_(&made);
        }
        stages.done(Stage::Make);
        self.children = Children {
            states,
            places,
            keys,
        };
        Ok(count as usize)
    }

    fn meetings(&mut self) -> Vec<Meeting> {
        let _guard = tch::no_grad_guard();
        let mut stages = Stages::start(self.guide.device);
        let keys = &self.children.keys;
        let mut met = keys.eq(self.goal);
        if let Some(rim) = &self.guide.rim {
            met = met.logical_or(&rim.may_contain(keys));
        }
        let at = met.nonzero().squeeze_dim(1);
        stages.done(Stage::Meet);
        if at.size()[0] == 0 {
            return Vec::new();
        }
        let places = self.guide.moves.places;
        let states = self.children.states.index_select(0, &at);
        let symbols = states.narrow(1, 0, places).contiguous().flatten(0, 1);
        let symbols: Vec<u8> = symbols.try_into().expect("bytes");
        let at: Vec<i64> = at.try_into().expect("numbers of 64 bits");
        let each = at.iter().zip(symbols.chunks(places as usize));
        each.map(|(&child, symbols)| Meeting {
            child: child as usize,
            symbols: symbols.to_vec(),
        })
        .collect()
    }

    fn path(&mut self, child: usize) -> Vec<u8> {
        let moves = self.guide.moves.moves;
        let place = self.children.places.int64_value(&[child as i64]);
        let mut path = vec![(place % moves) as u8];
        let mut at = place / moves;
        for steps in self.history.iter().rev() {
            let step = steps.int64_value(&[at]);
            path.push((step % STEP) as u8);
            at = step / STEP;
        }
        path.reverse();
        path
    }

    fn advance(&mut self, due: Due<'_>) -> Result<usize, Interrupted> {
        let _guard = tch::no_grad_guard();
        ask(due)?;
        let mut stages = Stages::start(self.guide.device);
        let moves = &self.guide.moves;
        let fresh = self.seen.insert(&self.children.keys);
        let fresh = fresh.nonzero().squeeze_dim(1);
        let of = |t: &Tensor, at: &Tensor| t.index_select(0, at);
        let rows = |t: &Tensor, at: &Tensor| {
            let words = of(&t.view_dtype(Kind::Int64), at);
            words.view_dtype(Kind::Uint8)
        };
        let states = rows(&self.children.states, &fresh);
        let places = of(&self.children.places, &fresh);
        stages.done(Stage::Seen);
        let (values, scores) = self.guide.evaluate(&states, due)?;
        let mut stages = Stages::start(self.guide.device);
        let best = lowest(&values, self.width);
        let (parent, mv) = parted(&of(&places, &best), moves.moves);
        let scores = scores.map(|scores| of(&scores.view([-1, moves.moves]), &best).flatten(0, 1));
        self.states = rows(&states, &best);
        self.scores = masked(scores, moves, &self.states, &mv);
        self.history.push((parent * STEP + mv).to_kind(Kind::Int));
        stages.done(Stage::Narrow);
        Ok(states.size()[0] as usize)
    }
}

/// The parent and the move of places among scores, `[parents][moves]`.
fn parted(places: &Tensor, moves: i64) -> (Tensor, Tensor) {
    let parent = places.floor_divide_scalar(moves);
    let mv = places - &parent * moves;
    (parent, mv)
}

/// Scores without useless moves; if there are no scores, all moves are equally good.
fn masked(scores: Option<Tensor>, moves: &Moves, states: &Tensor, before: &Tensor) -> Tensor {
    let useless = moves.useless(states, before).flatten(0, 1);
    let options = (Kind::Int, states.device());
    let mut scores = scores.unwrap_or_else(|| Tensor::zeros([useless.size()[0]], options));
    scores.masked_fill_(&useless, NEVER)
}
