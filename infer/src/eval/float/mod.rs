//! Float networks on all cores: the papers' networks, with ndarray and matrixmultiply.
//!
//! A network is a list of layers. `linear` has the parts that all layers share; `attention` and
//! `recurrent` are Brinner's two kinds of attention.

mod attention;
mod linear;
mod recurrent;

use super::{Evaluator, Heads, Outputs, Unfit, jobs, load};
use attention::Attention;
use linear::{Linear, activate, matrix};
use ndarray::Array2;
use quarterturn_core::net::float::{self, Activation, FloatNet, Layer};
use quarterturn_core::{Puzzle, net};
use recurrent::Recurrent;

/// States per job at most: enough for matrix products, few enough to balance cores and for their caches.
const JOB: usize = 128;
/// Multiply-adds per job at most, of more than [`ROWS`] states: between jobs a search looks at its clock.
const WORK: u64 = 1 << 31;

/// Rows of a batch are padded to a multiple of this: a product treats rows at the edge of its tiles
/// in another way, and what a state costs must not depend on where in a batch it is.
const ROWS: usize = 16;

/// A float network ready to evaluate.
#[derive(Clone, Debug)]
pub struct Float {
    name: String,
    heads: net::NetHeads,
    /// Those of them that fit the puzzle's moves.
    fitting: Heads,
    active: usize,
    /// `[features, outputs]`
    rows: Vec<f32>,
    bias: Vec<f32>,
    activation: Activation,
    steps: Vec<Step>,
    /// States per job.
    job: usize,
}

/// A layer after the first.
#[derive(Clone, Debug)]
enum Step {
    Dense(Linear, Activation),
    Residual(Linear, Linear, Activation),
    Repeat(usize),
    Attention(Box<Attention>),
    Recurrent(Recurrent),
}

impl From<FloatNet<'_>> for Float {
    /// Takes over a network that was read from a file, for a puzzle that it is known to fit.
    fn from(net: FloatNet<'_>) -> Self {
        let job = (WORK / net.work().max(1)).min(JOB as u64) as usize;
        Self {
            job: (job / ROWS).max(1) * ROWS,
            name: net.meta.name.to_owned(),
            heads: net.heads,
            fitting: jobs::heads(net.heads.moves, net.heads),
            active: net.active,
            rows: net.first.weights,
            bias: net.first.bias,
            activation: net.activation,
            steps: net.layers.into_iter().map(Step::new).collect(),
        }
    }
}

impl Float {
    /// Loads a weight file for a puzzle.
    ///
    /// # Errors
    /// [`Unfit`] when the bytes are not the weight file of a float network or the network
    /// cannot serve it.
    pub fn load<P: Puzzle>(puzzle: &P, bytes: &[u8]) -> Result<Self, Unfit> {
        let net = FloatNet::from_bytes(bytes)?;
        load::check(puzzle, &net.meta, (net.features, net.active), net.heads)?;
        let fitting = jobs::heads(puzzle.move_count(), net.heads);
        Ok(Self {
            fitting,
            ..net.into()
        })
    }

    /// Evaluates states given by their active features, `[states][active]`. `rows` gets one cost
    /// per state and output, in 1/1024 moves (value, q) or nats (policy).
    ///
    /// # Panics
    /// When `features` are not whole states or a feature is not below the network's number.
    pub fn evaluate(&self, features: &[u16], rows: &mut [i32]) {
        let outputs = self.forward(features);
        let rows = rows.chunks_exact_mut(self.heads.outputs());
        for (costs, row) in rows.zip(outputs.outer_iter()) {
            let row = row.to_slice().expect("rows are contiguous");
            float::costs(&self.heads, row, costs);
        }
    }

    /// The outputs as the network makes them: `[states, outputs]`, the policy as logits.
    fn forward(&self, features: &[u16]) -> Array2<f32> {
        let states = features.chunks_exact(self.active);
        assert!(states.remainder().is_empty(), "features of whole states");
        // The rows beyond the states stand for nothing, but are treated like the others.
        let count = states.len().next_multiple_of(ROWS);
        let width = self.bias.len();
        let mut sums = vec![0.0; count * width];
        for (state, sum) in states.zip(sums.chunks_exact_mut(width)) {
            sum.copy_from_slice(&self.bias);
            for &feature in state {
                let row = &self.rows[usize::from(feature) * width..][..width];
                sum.iter_mut().zip(row).for_each(|(sum, row)| *sum += row);
            }
        }
        let mut x = matrix(sums, width);
        activate(&mut x, self.activation);
        self.steps.iter().fold(x, |x, step| step.apply(x))
    }
}

impl Step {
    fn new(layer: Layer) -> Self {
        match layer {
            Layer::Dense(linear, f) => Step::Dense(linear.into(), f),
            Layer::Residual(first, second, f) => Step::Residual(first.into(), second.into(), f),
            Layer::Repeat(times) => Step::Repeat(times as usize),
            Layer::Attention(attention) => Step::Attention(Box::new(attention.into())),
            Layer::Recurrent(stored) => {
                Step::Recurrent(Recurrent::new(stored, Activation::Identity))
            }
            Layer::RecurrentElu(stored) => Step::Recurrent(Recurrent::new(stored, Activation::Elu)),
        }
    }

    fn apply(&self, mut x: Array2<f32>) -> Array2<f32> {
        match self {
            Step::Dense(linear, f) => {
                let mut y = linear.apply(&x.view());
                activate(&mut y, *f);
                y
            }
            Step::Residual(first, second, f) => {
                let mut inner = first.apply(&x.view());
                activate(&mut inner, *f);
                second.add(&inner.view(), &mut x);
                activate(&mut x, *f);
                x
            }
            Step::Repeat(times) => {
                let mut y = Array2::zeros((x.nrows(), x.ncols() * times));
                for mut copy in y.exact_chunks_mut(x.dim()) {
                    copy.assign(&x);
                }
                y
            }
            Step::Attention(attention) => attention.apply(x),
            Step::Recurrent(recurrent) => recurrent.apply(&x),
        }
    }
}

impl<P: Puzzle> Evaluator<P> for Float {
    fn heads(&self) -> Heads {
        self.fitting
    }

    fn preferred_batch(&self) -> usize {
        self.job * rayon::current_num_threads()
    }

    fn evaluate(&self, puzzle: &P, states: &[P::State], out: Outputs<'_>) {
        jobs::evaluate(
            puzzle,
            self.heads,
            self.job,
            states,
            out,
            &|features, rows| {
                Float::evaluate(self, features, rows);
            },
        );
    }

    fn name(&self) -> &str {
        &self.name
    }
}
