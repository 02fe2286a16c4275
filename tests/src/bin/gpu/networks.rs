//! Float networks of the papers' shapes with random numbers, as weight files: a device computes them as fast
//! as trained ones, and there are no 60 MB to carry.

use super::Missing;
use super::report::refused;
use quarterturn::puzzles::Seeded;
use quarterturn_core::Puzzle;
use quarterturn_core::cube::Cube3Qtm;
use quarterturn_core::net::float::{Activation, FloatNet, Layer, Linear};
use quarterturn_core::net::{Meta, NetHeads};
use quarterturn_support::networks::{every_layer, linear};
use quarterturn_support::rng;
use std::path::{Path, PathBuf};

/// Writes the networks; their files. The first has a layer of every kind, the others are DeepCubeA's
/// (5000-1000 and four blocks) and DeepCube's (4096-2048-512).
pub fn write(folder: &Path) -> Result<Vec<PathBuf>, Missing> {
    let rng = &mut rng(1);
    let nets = [every_layer(rng), residual(rng), joint(rng)];
    let write = |net: &FloatNet<'_>| {
        let path = folder.join(format!("{}.qtw", net.meta.name));
        let bytes = net.encode().map_err(|e| Missing(e.to_string()))?;
        std::fs::write(&path, bytes).map_err(refused(&path))?;
        Ok(path)
    };
    nets.iter().map(write).collect()
}

/// DeepCubeA's network (2019, Methods).
fn residual(rng: &mut Seeded) -> FloatNet<'static> {
    let mut layers = vec![Layer::Dense(scaled(rng, 5000, 1000), Activation::Relu)];
    layers.extend((0..4).map(|_| {
        let pair = [0, 1].map(|_| scaled(rng, 1000, 1000));
        let [first, second] = pair;
        Layer::Residual(first, second, Activation::Relu)
    }));
    layers.push(Layer::Dense(scaled(rng, 1000, 1), Activation::Identity));
    net(
        rng,
        "paper-5000-1000-4",
        5000,
        Activation::Relu,
        layers,
        false,
    )
}

/// DeepCube's network (2018, Figure 2): value and policy.
fn joint(rng: &mut Seeded) -> FloatNet<'static> {
    let layers = vec![
        Layer::Dense(scaled(rng, 4096, 2048), Activation::Elu),
        Layer::Dense(scaled(rng, 2048, 512), Activation::Elu),
        Layer::Dense(scaled(rng, 512, 13), Activation::Identity),
    ];
    net(
        rng,
        "paper-4096-2048-512",
        4096,
        Activation::Elu,
        layers,
        true,
    )
}

fn net(
    rng: &mut Seeded,
    name: &'static str,
    width: usize,
    activation: Activation,
    layers: Vec<Layer>,
    policy: bool,
) -> FloatNet<'static> {
    let inputs = Cube3Qtm.inputs();
    let mut first = linear(rng, inputs.width, width);
    scale(&mut first, inputs.active);
    FloatNet {
        meta: Meta {
            name,
            puzzle: "cube3",
            metric: "qtm",
            recipe: 0,
            examples: 0,
            run: 0,
        },
        features: inputs.width,
        active: inputs.active,
        heads: NetHeads {
            value: true,
            q: false,
            policy,
            above_bound: false,
            moves: 12,
        },
        first,
        activation,
        layers,
    }
}

/// A layer whose sums are as large as its inputs, about.
fn scaled(rng: &mut Seeded, inputs: usize, outputs: usize) -> Linear {
    let mut layer = linear(rng, inputs, outputs);
    scale(&mut layer, inputs);
    layer
}

fn scale(layer: &mut Linear, active: usize) {
    let factor = (3.0 / active as f32).sqrt();
    layer.weights.iter_mut().for_each(|w| *w *= factor);
}
