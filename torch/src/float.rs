//! Float networks: the list of layers of their file.

use crate::activate;
use crate::attention::Attention;
use crate::compute::Compute;
use crate::recurrent::Recurrent;
use crate::rows::sum_rows;
use crate::upload::Upload;
use quarterturn_core::net::float::{self, Activation, FloatNet};
use tch::nn::Linear;
use tch::{Kind, Tensor};

/// The layers on a device.
#[derive(Debug)]
pub struct Float {
    compute: Compute,
    /// `[features, width]`
    table: Tensor,
    bias: Tensor,
    activation: Activation,
    steps: Vec<Step>,
}

/// A layer after the first.
#[derive(Debug)]
enum Step {
    Dense(Linear, Activation),
    Residual(Linear, Linear, Activation),
    Repeat(i64),
    Attention(Box<Attention>, i64),
    Recurrent(Recurrent, i64),
}

impl Float {
    pub fn new(net: &FloatNet<'_>, compute: Compute, upload: &mut Upload) -> Self {
        let kind = compute.kind();
        let width = net.first.bias.len() as i64;
        let last = net.layers.len() - 1;
        let layers = net.layers.iter().enumerate();
        Self {
            compute,
            table: upload.tensor(&net.first.weights, &[-1, width], kind),
            bias: upload.tensor(&net.first.bias, &[width], kind),
            activation: net.activation,
            steps: layers
                // Costs of 20 moves would be rounded to an eighth of a move.
                .map(|(i, layer)| match i {
                    _ if i == last => Step::new(layer, Kind::Float, upload),
                    _ => Step::new(layer, kind, upload),
                })
                .collect(),
        }
    }

    /// `[states, active]` features to the outputs as the file means them, float32.
    pub fn forward(&self, features: &Tensor) -> Tensor {
        let mut x = sum_rows(features, &self.table, self.compute);
        x += &self.bias;
        let x = activate(x, self.activation);
        let apply = |x, step: &Step| step.apply(x, self.compute);
        self.steps.iter().fold(x, apply).to_kind(Kind::Float)
    }
}

impl Step {
    fn new(layer: &float::Layer, kind: Kind, upload: &mut Upload) -> Self {
        let mut plain = |l: &float::Linear| upload.linear(&l.weights, &l.bias, [kind; 2]);
        match layer {
            float::Layer::Dense(linear, f) => Step::Dense(plain(linear), *f),
            float::Layer::Residual(first, second, f) => {
                Step::Residual(plain(first), plain(second), *f)
            }
            float::Layer::Repeat(times) => Step::Repeat((*times).into()),
            float::Layer::Attention(a) => {
                let width = a.scale.len() as i64;
                Step::Attention(Box::new(attention(a, kind, upload)), width)
            }
            float::Layer::Recurrent(r) => Step::recurrent(r, Activation::Identity, kind, upload),
            float::Layer::RecurrentElu(r) => Step::recurrent(r, Activation::Elu, kind, upload),
        }
    }

    fn recurrent(
        r: &float::Recurrent,
        activation: Activation,
        kind: Kind,
        upload: &mut Upload,
    ) -> Self {
        let mut linear =
            |l: &float::Linear| upload.linear(&l.weights, &l.bias, [kind, Kind::Float]);
        let recurrent = Recurrent {
            rounds: r.rounds.into(),
            answer: linear(&r.answer),
            back: linear(&r.back),
            next: linear(&r.next),
            query: upload.tensor(&r.query, &[1, -1], Kind::Float),
            activation,
        };
        Step::Recurrent(recurrent, r.query.len() as i64)
    }

    fn apply(&self, x: Tensor, compute: Compute) -> Tensor {
        let states = x.size()[0];
        let tokens = |width: i64| x.to_kind(Kind::Float).reshape([states, -1, width]);
        match self {
            Step::Dense(linear, f) => activate(dense(linear, &x), *f),
            Step::Residual(first, second, f) => {
                let inner = activate(dense(first, &x), *f);
                let mut y = dense(second, &inner);
                y += x;
                activate(y, *f)
            }
            Step::Repeat(times) => x.repeat([1, *times]),
            Step::Attention(attention, width) => {
                attention.forward(&tokens(*width), compute).flatten(1, 2)
            }
            Step::Recurrent(recurrent, width) => {
                let last = recurrent.rounds(&tokens(*width), compute).pop();
                last.expect("a round at least")
            }
        }
    }
}

/// Weights are rounded once, the rest stays float32 as the shared layer wants it.
fn attention(a: &float::Attention, kind: Kind, upload: &mut Upload) -> Attention {
    let width = a.scale.len() as i64;
    let mut linear = |l: &float::Linear| upload.linear(&l.weights, &l.bias, [kind, Kind::Float]);
    Attention {
        heads: a.heads.into(),
        key: linear(&a.key),
        value: linear(&a.value),
        mixed: linear(&a.mixed),
        inner: linear(&a.inner),
        output: linear(&a.output),
        queries: upload.tensor(&a.queries, &[-1, width], Kind::Float),
        scale: upload.tensor(&a.scale, &[width], Kind::Float),
        shift: upload.tensor(&a.shift, &[width], Kind::Float),
    }
}

/// The map in the kind of its weights.
fn dense(layer: &Linear, x: &Tensor) -> Tensor {
    x.to_kind(layer.ws.kind())
        .linear(&layer.ws, layer.bs.as_ref())
}
