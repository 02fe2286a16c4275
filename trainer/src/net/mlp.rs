//! The integer-ready MLP: a sum of table rows, clipped activations, residual blocks, heads.
//!
//! Everything in it has an exact counterpart in the integer engine once batch normalisation is
//! folded into the layer before it.

use super::{Net, Output};
use crate::dynamics::Shape;
use crate::export::fold::{Folded, Layer, Norm};
use crate::export::form::Form;
use crate::random::{Random, seeded, unit};
use crate::recipe::{self, Head, Recipe};
use crate::tensor::{StateError, Tensor, copy};
use crate::threads;
use ndarray::Array2;
use std::f64::consts::TAU;
use std::sync::OnceLock;

/// Activations are clipped to `0..=CLIP`; the integer engine maps this range to `0..=127`.
pub const CLIP: f64 = 4.0;

/// States evaluated together.
const CHUNK: usize = 1 << 10;

/// The network; see the module's page.
#[derive(Debug)]
pub struct Mlp {
    active: usize,
    hidden: usize,
    blocks: usize,
    /// The outputs of each head.
    heads: Vec<(&'static str, usize)>,
    /// Sorted by name.
    variables: Vec<Tensor>,
    /// What evaluates it, once it is needed: its layers, and the weights of the first one by feature.
    ready: OnceLock<(Folded<f32>, Array2<f32>)>,
}

impl Mlp {
    /// The network of a recipe with fresh parameters; `None` if it is of another kind.
    pub fn fresh(recipe: &Recipe, shape: Shape) -> Option<Self> {
        let recipe::Net::Mlp {
            layers,
            blocks,
            heads,
            above_bound: _,
        } = &recipe.net
        else {
            return None;
        };
        let layers: Vec<usize> = layers.iter().map(|&width| width as usize).collect();
        let heads = Head::in_order(heads, shape.moves);
        let variables = fresh(recipe, shape, &layers, *blocks, &heads);
        Some(Self {
            active: shape.active,
            hidden: layers.len() - 1,
            blocks: *blocks,
            heads,
            variables,
            ready: OnceLock::new(),
        })
    }

    /// Its heads with their outputs.
    pub fn heads(&self) -> &[(&'static str, usize)] {
        &self.heads
    }

    /// Without normalisation.
    pub fn folded(&self) -> Folded {
        let numbers = |name: &str| {
            let found = self.variables.iter().find(|t| t.name == name);
            found.unwrap_or_else(|| unreachable!("{name} is there since it was made"))
        };
        let norm = |layer: &str| {
            let part = |what: &str| numbers(&format!("{layer}.norm.{what}")).data.as_slice();
            Norm {
                scale: Some(part("weight")),
                shift: Some(part("bias")),
                mean: part("running_mean"),
                variance: part("running_var"),
            }
        };
        let dense = |name: String| {
            let weight = numbers(&format!("{name}.linear.weight"));
            let layer = Layer::linear(&name, &weight.data, None, weight.shape[0]);
            layer.normalised(norm(&name))
        };
        let table = numbers("first.table");
        let by_feature = Layer::linear("first", &table.data, None, table.shape[0]);
        let first = Layer {
            weight: by_feature.weight.reversed_axes(),
            bias: ndarray::Array1::zeros(table.shape[1]),
            ..by_feature
        };
        let heads = self.heads.iter().map(|&(name, outputs)| {
            let [weight, bias] = ["weight", "bias"].map(|what| numbers(&format!("{name}.{what}")));
            Layer::linear(name, &weight.data, Some(&bias.data), outputs)
        });
        Folded {
            first: first.normalised(norm("first")),
            hidden: (0..self.hidden)
                .map(|i| dense(format!("hidden{i}")))
                .collect(),
            blocks: (0..self.blocks)
                .map(|i| ["a", "b"].map(|half| dense(format!("block{i}.{half}"))))
                .collect(),
            heads: Layer::beside(&heads.collect::<Vec<_>>()),
        }
    }
}

impl Net for Mlp {
    fn evaluate(&self, features: &[u16]) -> Output {
        let (folded, table) = self.ready.get_or_init(|| {
            let folded = self.folded().single();
            let table = folded.table();
            (folded, table)
        });
        let outputs = folded.heads.bias.len();
        let mut rows = vec![0.0; features.len() / self.active * outputs];
        let each = [self.active, outputs];
        threads::shared(features, &mut rows, each, 64, |_, features, rows| {
            let chunks = features.chunks(CHUNK * self.active);
            for (features, rows) in chunks.zip(rows.chunks_mut(CHUNK * outputs)) {
                let heads = folded.run(table, features, self.active).heads;
                rows.iter_mut().zip(&heads).for_each(|(to, &x)| *to = x);
            }
        });
        let mut from = 0;
        let mut out = Output::default();
        for &(name, count) in &self.heads {
            let all = rows.chunks_exact(outputs);
            let part = all.flat_map(|row| &row[from..from + count]).copied();
            let part = Some(part.collect());
            from += count;
            match name {
                "value" => out.value = part,
                "q" => out.q = part,
                _ => out.policy = part,
            }
        }
        out
    }

    fn variables(&self) -> Vec<Tensor> {
        self.variables.clone()
    }

    fn restore(&mut self, tensors: &[Tensor]) -> Result<(), StateError> {
        self.ready = OnceLock::new();
        copy(tensors, &mut self.variables)
    }

    fn export(&self) -> Form {
        Form::Integer(Box::new(self.folded()))
    }
}

/// Fresh parameters, sorted by name.
fn fresh(
    recipe: &Recipe,
    shape: Shape,
    layers: &[usize],
    blocks: usize,
    heads: &[(&'static str, usize)],
) -> Vec<Tensor> {
    let rng = &mut seeded(recipe.seed, 0, 0);
    let mut all = Vec::new();
    // A sum of `active` such rows has variance one.
    let deviation = (1.0 / shape.active as f64).sqrt();
    let draw = |rng: &mut Random| deviation * normal(rng);
    all.push(made("first.table", &[shape.features, layers[0]], rng, draw));
    norm("first", layers[0], &mut all);
    let mut dense = |name: String, inputs: usize, outputs: usize| {
        // As PyTorch begins.
        let draw = |rng: &mut Random| (2.0 * unit(rng) - 1.0) / (inputs as f64).sqrt();
        let weight = format!("{name}.linear.weight");
        all.push(made(&weight, &[outputs, inputs], rng, draw));
        norm(&name, outputs, &mut all);
    };
    for (i, w) in layers.windows(2).enumerate() {
        dense(format!("hidden{i}"), w[0], w[1]);
    }
    let top = layers[layers.len() - 1];
    for i in 0..blocks {
        for half in ["a", "b"] {
            dense(format!("block{i}.{half}"), top, top);
        }
    }
    // Heads start with the mean cost and even odds.
    for &(name, outputs) in heads {
        let mean = match name {
            "policy" => 0.0,
            _ => recipe.target.mean_cost(),
        };
        all.push(Tensor::zeros(format!("{name}.weight"), &[outputs, top]));
        all.push(same(format!("{name}.bias"), outputs, mean as f32));
    }
    all.sort_by(|a, b| a.name.cmp(&b.name));
    all
}

/// From the standard normal distribution (Box and Muller 1958).
fn normal(rng: &mut Random) -> f64 {
    let (radius, angle) = (1.0 - unit(rng), unit(rng));
    (-2.0 * radius.ln()).sqrt() * (TAU * angle).cos()
}

fn made(
    name: &str,
    shape: &[usize],
    rng: &mut Random,
    draw: impl Fn(&mut Random) -> f64,
) -> Tensor {
    let mut tensor = Tensor::zeros(name, shape);
    tensor.data.fill_with(|| draw(rng) as f32);
    tensor
}

fn same(name: String, width: usize, number: f32) -> Tensor {
    Tensor {
        data: vec![number; width],
        ..Tensor::zeros(name, &[width])
    }
}

/// A normalisation that is the plain standardisation.
fn norm(layer: &str, width: usize, all: &mut Vec<Tensor>) {
    let parts = [
        ("weight", 1.0),
        ("bias", 0.0),
        ("running_mean", 0.0),
        ("running_var", 1.0),
    ];
    all.extend(parts.map(|(what, number)| same(format!("{layer}.norm.{what}"), width, number)));
}
