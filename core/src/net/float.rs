//! Files of float networks: metadata, sizes and a list of layers. The input of each layer is the output of
//! the layer before. `weights/FORMAT.md` specifies every byte and what each layer means.
//!
//! The list is enough for the papers' networks: DeepCubeA's residual one, DeepCube's joint one and
//! Brinner's two with attention. Batch normalisation is folded into the layers before it is written.

extern crate std;

use super::format::{KIND_FLOAT, LoadError, Meta, Trained, check_meta, open, take};
use super::write::{put, seal};
use super::{MAX_MOVES, MOVE_COST, NetHeads};
use bincode::{BorrowDecode, Decode, Encode};
use std::vec::Vec;

/// Widest layer.
pub const MAX_WIDTH: usize = 1 << 16;
/// Most layers.
pub const MAX_LAYERS: usize = 256;
/// Most tokens of an attention layer.
pub const MAX_TOKENS: usize = 1024;
/// Most numbers inside an attention layer: tokens times the width of its inner layer.
pub const MAX_INNER: usize = 1 << 18;
/// Most rounds of a recurrent layer.
pub const MAX_ROUNDS: u32 = 1000;
/// Most work for one state, see [`FloatNet::work`]: more than twice that of the largest network of the papers, and less than a
/// tenth of a second of one core.
pub const MAX_WORK: u64 = 1 << 28;
/// What is said of a network that takes more.
const LONG: &str = "network, which takes more than 268,435,456 multiply-adds for one state,";

/// Multiply-adds that take as long as one exponential.
const EXPONENTIAL: u64 = 16;

/// A float network, as it is read and written.
#[derive(Clone, Debug, PartialEq)]
pub struct FloatNet<'a> {
    /// What the file says about itself.
    pub meta: Meta<'a>,
    /// Width of the one-hot input.
    pub features: usize,
    /// Number of active features.
    pub active: usize,
    /// What the last layer's outputs are, in moves (value, q) or as logits (policy).
    pub heads: NetHeads,
    /// The first layer: one row of weights per feature, `[features][outputs]`.
    pub first: Linear,
    /// What follows the first layer's sum.
    pub activation: Activation,
    /// The layers after it; the last one makes the outputs.
    pub layers: Vec<Layer>,
}

/// A sum of products: weights, then a bias per output.
#[derive(Clone, Debug, Default, PartialEq, Encode, Decode)]
pub struct Linear {
    /// `[outputs][inputs]`; in the first layer `[inputs][outputs]`.
    pub weights: Vec<f32>,
    /// `[outputs]`
    pub bias: Vec<f32>,
}

/// A function of each number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Encode, Decode)]
pub enum Activation {
    /// x
    Identity,
    /// max(x, 0)
    Relu,
    /// x where positive, else exp(x) − 1
    Elu,
    /// x limited to 0..=4: what the integer networks' 0..=127 stands for
    Clip,
}

/// One step from numbers to numbers.
#[derive(Clone, Debug, PartialEq, Encode, Decode)]
pub enum Layer {
    /// `activation(linear(x))`
    Dense(Linear, Activation),
    /// `activation(x + second(activation(first(x))))`
    Residual(Linear, Linear, Activation),
    /// The input, repeated this number of times.
    Repeat(u32),
    /// A block of Brinner's stacked attention network.
    Attention(Attention),
    /// Recurrent attention whose queries are linear: from tokens to the output of the last round.
    Recurrent(Recurrent),
    /// Brinner's: the same with an ELU on every query but the first.
    RecurrentElu(Recurrent),
}

/// Multi-head attention by constant queries, a residual sum, a dense layer with ELU and a linear
/// one on each token, layer normalisation (Brinner 2021, §3.2.1).
#[derive(Clone, Debug, Default, PartialEq, Encode, Decode)]
pub struct Attention {
    /// Attention heads; they divide the width of a token.
    pub heads: u32,
    /// `[tokens][width]`
    pub queries: Vec<f32>,
    /// Keys from tokens, `width` to `width`.
    pub key: Linear,
    /// Values from tokens, `width` to `width`.
    pub value: Linear,
    /// From the heads' answers to what is added, `width` to `width`.
    pub mixed: Linear,
    /// `width` to any.
    pub inner: Linear,
    /// Back to `width`.
    pub output: Linear,
    /// Factor of the normalisation: `[width]`
    pub scale: Vec<f32>,
    /// Offset of the normalisation: `[width]`
    pub shift: Vec<f32>,
}

/// An LSTM that looks at tokens by one query a round (Brinner 2021, §3.2.2).
#[derive(Clone, Debug, Default, PartialEq, Encode, Decode)]
pub struct Recurrent {
    /// Number of rounds.
    pub rounds: u32,
    /// The first query: `[width]`; tokens are as wide.
    pub query: Vec<f32>,
    /// Gates from the answer: input, forget, new, output, each as wide as the state.
    pub answer: Linear,
    /// Gates from the output of the round before.
    pub back: Linear,
    /// The next query from the output, before any activation.
    pub next: Linear,
}

/// The costs that a state's outputs stand for, in 1/1024 moves (value, q) or nats (policy).
///
/// # Panics
/// When there are fewer numbers than outputs.
pub fn costs(heads: &NetHeads, outputs: &[f32], costs: &mut [i32]) {
    // Far beyond any cost, and far from overflow where a search adds up costs.
    let cost = |x: f32| (x * MOVE_COST as f32).round().clamp(-1e9, 1e9) as i32;
    for (to, &x) in costs.iter_mut().zip(outputs) {
        *to = cost(x);
    }
    if let Some(at) = heads.policy_at() {
        let logits = &outputs[at..at + heads.moves];
        let top = logits.iter().fold(f32::NEG_INFINITY, |top, &x| top.max(x));
        let log = logits.iter().map(|x| (x - top).exp()).sum::<f32>().ln();
        for (to, &x) in costs[at..].iter_mut().zip(logits) {
            *to = cost(log + top - x);
        }
    }
}

/// Sizes, as stored.
#[derive(Clone, Copy, Debug, Encode, BorrowDecode)]
struct Shape {
    features: u32,
    active: u32,
    moves: u32,
    heads: u8,
}

impl Shape {
    fn trained<'a>(&self, family: &'a str) -> Trained<'a> {
        Trained {
            family,
            features: self.features,
            active: self.active,
            moves: self.moves,
        }
    }
}

impl<'a> FloatNet<'a> {
    /// Reads a weight file.
    ///
    /// # Errors
    /// [`LoadError`] for anything that is not exactly one whole, undamaged, possible network.
    pub fn from_bytes(bytes: &'a [u8]) -> Result<Self, LoadError> {
        let mut rest = open(bytes, KIND_FLOAT)?;
        let rest = &mut rest;
        let meta: Meta<'_> = take(rest, "metadata")?;
        let shape: Shape = take(rest, "shape")?;
        check_meta(bytes, &meta, &shape.trained(meta.puzzle))?;
        let moves = shape.moves as usize;
        let heads = NetHeads::from_bits(shape.heads, moves);
        let (true, Some(heads)) = ((1..=MAX_MOVES).contains(&moves), heads) else {
            return Err(LoadError::Shape("network"));
        };
        let net = Self {
            meta,
            features: shape.features as usize,
            active: shape.active as usize,
            heads,
            first: take(rest, "first layer")?,
            activation: take(rest, "first layer")?,
            layers: take(rest, "layers")?,
        };
        if !rest.is_empty() {
            return Err(LoadError::Trailing(rest.len()));
        }
        net.check()?;
        Ok(net)
    }

    /// The bytes of the weight file.
    ///
    /// # Errors
    /// Whatever [`FloatNet::from_bytes`] would refuse, so a file that was written can be read.
    pub fn encode(&self) -> Result<Vec<u8>, LoadError> {
        let mut payload = Vec::new();
        put(&mut payload, self.meta)?;
        let shape = Shape {
            features: self.features as u32,
            active: self.active as u32,
            moves: self.heads.moves as u32,
            heads: self.heads.bits(),
        };
        put(&mut payload, shape)?;
        put(&mut payload, &self.first)?;
        put(&mut payload, self.activation)?;
        put(&mut payload, &self.layers)?;
        let file = seal(KIND_FLOAT, &shape.trained(self.meta.puzzle), &payload)?;
        FloatNet::from_bytes(&file)?;
        Ok(file)
    }

    /// Widths of the input and of every layer's output, the last being that of the heads.
    ///
    /// # Errors
    /// [`LoadError::Shape`] where layers do not fit each other.
    pub fn widths(&self) -> Result<Vec<usize>, LoadError> {
        let outputs = self.first.bias.len();
        let mut widths = Vec::from([self.features, outputs]);
        let mut width = outputs;
        for layer in &self.layers {
            width = layer.outputs(width).ok_or(LoadError::Shape("layers"))?;
            widths.push(width);
        }
        Ok(widths)
    }

    /// The work for one state in multiply-adds. Only attention makes it more than there are weights, because each token and
    /// each round uses the same ones.
    pub fn work(&self) -> u64 {
        let first = self.active * self.first.bias.len();
        let mut inputs = self.first.bias.len();
        self.layers.iter().fold(first as u64, |sum, layer| {
            let work = layer.work(inputs);
            inputs = layer.outputs(inputs).unwrap_or(inputs);
            sum.saturating_add(work)
        })
    }

    fn check(&self) -> Result<(), LoadError> {
        let features = 1..=MAX_WIDTH;
        if !features.contains(&self.features)
            || !(1..=self.features.min(255)).contains(&self.active)
            || !(1..=MAX_LAYERS).contains(&self.layers.len())
        {
            return Err(LoadError::Shape("network"));
        }
        if self.first.inputs() != Some(self.features) {
            return Err(LoadError::Shape("first layer"));
        }
        if self.widths()?.last() != Some(&self.heads.outputs()) {
            return Err(LoadError::Shape("heads"));
        }
        if self.work() > MAX_WORK {
            return Err(LoadError::Shape(LONG));
        }
        let mut tensors = self.layers.iter().flat_map(Layer::tensors);
        let finite = |values: &[f32]| values.iter().all(|v| v.is_finite());
        if !self
            .first
            .tensors()
            .into_iter()
            .chain(&mut tensors)
            .all(finite)
        {
            return Err(LoadError::NotFinite);
        }
        Ok(())
    }
}

impl Linear {
    /// Number of inputs, if there are any and the sizes make sense.
    fn inputs(&self) -> Option<usize> {
        let outputs = self.bias.len();
        let possible = 1..=MAX_WIDTH;
        if !possible.contains(&outputs) || !self.weights.len().is_multiple_of(outputs) {
            return None;
        }
        let inputs = self.weights.len() / outputs;
        possible.contains(&inputs).then_some(inputs)
    }

    fn tensors(&self) -> [&[f32]; 2] {
        [&self.weights, &self.bias]
    }

    /// Number of outputs, if it has `inputs` inputs.
    fn outputs(&self, inputs: usize) -> Option<usize> {
        (self.inputs()? == inputs).then_some(self.bias.len())
    }

    /// Whether it maps `inputs` numbers to `outputs` numbers.
    fn maps(&self, inputs: usize, outputs: usize) -> Option<()> {
        (self.outputs(inputs)? == outputs).then_some(())
    }
}

impl Layer {
    /// Number of outputs for `inputs` inputs; `None` when it cannot have that number of inputs.
    fn outputs(&self, inputs: usize) -> Option<usize> {
        match self {
            Layer::Dense(linear, _) => linear.outputs(inputs),
            Layer::Residual(first, second, _) => {
                second.maps(first.outputs(inputs)?, inputs)?;
                Some(inputs)
            }
            Layer::Repeat(times) => {
                let outputs = inputs.checked_mul(*times as usize)?;
                (1..=MAX_WIDTH).contains(&outputs).then_some(outputs)
            }
            Layer::Attention(a) => {
                let width = a.scale.len();
                let tokens = tokens(inputs, width)?;
                if tokens * a.inner.bias.len() > MAX_INNER {
                    return None;
                }
                let whole = a.heads > 0 && width.is_multiple_of(a.heads as usize);
                if !whole || a.queries.len() != inputs || a.shift.len() != width {
                    return None;
                }
                for linear in [&a.key, &a.value, &a.mixed] {
                    linear.maps(width, width)?;
                }
                a.output.maps(a.inner.outputs(width)?, width)?;
                Some(inputs)
            }
            Layer::Recurrent(r) | Layer::RecurrentElu(r) => {
                let width = r.query.len();
                tokens(inputs, width)?;
                let state = r.next.inputs()?;
                r.next.maps(state, width)?;
                r.answer.maps(width, state.checked_mul(4)?)?;
                r.back.maps(state, state.checked_mul(4)?)?;
                (1..=MAX_ROUNDS).contains(&r.rounds).then_some(state)
            }
        }
    }

    /// Multiply-adds for one state, if it can have `inputs` inputs.
    fn work(&self, inputs: usize) -> u64 {
        let weights = |all: &[&Linear]| all.iter().map(|l| l.weights.len() as u64).sum::<u64>();
        let inputs = inputs as u64;
        match self {
            Layer::Dense(linear, _) => weights(&[linear]),
            Layer::Residual(first, second, _) => weights(&[first, second]),
            Layer::Repeat(times) => inputs * u64::from(*times),
            Layer::Attention(a) => {
                let tokens = inputs / a.scale.len().max(1) as u64;
                let exponentials = tokens * u64::from(a.heads) + a.inner.bias.len() as u64;
                let each = weights(&[&a.key, &a.value, &a.mixed, &a.inner, &a.output]);
                tokens * (each + 2 * inputs + EXPONENTIAL * exponentials)
            }
            Layer::Recurrent(r) | Layer::RecurrentElu(r) => {
                let tokens = inputs / r.query.len().max(1) as u64;
                let exponentials = tokens + r.answer.bias.len() as u64;
                let each = weights(&[&r.answer, &r.back, &r.next]);
                u64::from(r.rounds) * (each + 2 * inputs + EXPONENTIAL * exponentials)
            }
        }
    }

    /// All its numbers.
    fn tensors(&self) -> Vec<&[f32]> {
        match self {
            Layer::Dense(linear, _) => linear.tensors().to_vec(),
            Layer::Residual(first, second, _) => [first.tensors(), second.tensors()].concat(),
            Layer::Repeat(_) => Vec::new(),
            Layer::Attention(a) => {
                let linears = [&a.key, &a.value, &a.mixed, &a.inner, &a.output];
                let mut all = linears.map(Linear::tensors).concat();
                all.extend([&a.queries[..], &a.scale, &a.shift]);
                all
            }
            Layer::Recurrent(r) | Layer::RecurrentElu(r) => {
                let mut all = [&r.answer, &r.back, &r.next].map(Linear::tensors).concat();
                all.push(&r.query);
                all
            }
        }
    }
}

/// Number of tokens of that width.
fn tokens(inputs: usize, width: usize) -> Option<usize> {
    let whole = width > 0 && inputs.is_multiple_of(width);
    let tokens = inputs.checked_div(width)?;
    (whole && (1..=MAX_TOKENS).contains(&tokens)).then_some(tokens)
}
