//! The layers in a weight file, as floats, if they are those of the recipe.

use super::InitError;
use crate::dynamics::Shape;
use crate::export::fold::{Folded, Layer};
use crate::export::quantise::{ACTIVATION, COST};
use crate::puzzle::{family, is_read_by};
use crate::recipe::{self, Head, Recipe};
use ndarray::{Array1, Array2, Axis};
use quarterturn_core::net::float::{self, Activation, FloatNet, Linear};
use quarterturn_core::net::format::{self, Meta};
use quarterturn_core::net::layer::{Dense, First};
use quarterturn_core::net::quant::FIRST_SHIFT;
use quarterturn_core::net::{Net, NetHeads};
use std::fmt::Debug;

/// Reads a weight file with integers or floats. Where it has several layers, their widths may be others than the recipe's.
///
/// # Errors
/// All of [`InitError`] but `Io`, `Format` and `Tensors`.
pub fn read(bytes: &[u8], recipe: &Recipe, shape: Shape) -> Result<Folded, InitError> {
    let recipe::Net::Mlp { layers, blocks, .. } = &recipe.net else {
        return Err(InitError::Recipe);
    };
    let folded = if format::kind(bytes) == Some(format::KIND_FLOAT) {
        let net = FloatNet::from_bytes(bytes)?;
        let input = (net.features, net.active);
        same_puzzle(&net.meta, input, net.heads, recipe, shape)?;
        floats(&net).ok_or(InitError::Kind)?
    } else {
        let net = Net::from_bytes(bytes)?;
        same_puzzle(net.meta(), net.input(), net.heads(), recipe, shape)?;
        integers(&net)
    };
    let widths = folded.widths();
    let layers: Vec<usize> = layers.iter().map(|&width| width as usize).collect();
    if layers.len() == 1 || layers.len() != widths.len() {
        same("layers", &widths, &layers, WRITE)?;
    }
    same("blocks", folded.blocks.len(), *blocks, WRITE)?;
    Ok(folded)
}

/// Refuses a file with inputs or outputs of another meaning.
fn same_puzzle(
    meta: &Meta<'_>,
    input: (usize, usize),
    heads: NetHeads,
    recipe: &Recipe,
    shape: Shape,
) -> Result<(), InitError> {
    let hint = "a network can only go on with its own puzzle and moves";
    let (puzzle, metric) = family(&recipe.puzzle).unwrap_or_default();
    let known = is_read_by(&recipe.puzzle, meta.puzzle);
    let of_file = if known { &puzzle } else { meta.puzzle };
    let of_file = format!("{of_file} ({})", meta.metric);
    same("puzzle", of_file, format!("{puzzle} ({metric})"), hint)?;
    let sizes = |(features, active), moves| {
        format!("{features} features, {active} of them active, {moves} moves")
    };
    let here = (shape.features, shape.active);
    let (file, here) = (sizes(input, heads.moves), sizes(here, shape.moves));
    same("sizes of the puzzle", file, here, hint)?;
    let in_file = |head| match head {
        Head::Value => heads.value,
        Head::Q => heads.q,
        Head::Policy => heads.policy,
    };
    let in_recipe = |head| recipe.net.heads().contains(&head);
    let there = |has: &dyn Fn(Head) -> bool| {
        let heads = Head::ALL.into_iter().filter(|&head| has(head));
        heads.map(Head::name).collect::<Vec<_>>()
    };
    same("heads", there(&in_file), there(&in_recipe), WRITE)?;
    let above = recipe.net.above_bound();
    same("above_bound", heads.above_bound, above, WRITE)
}

/// What to do about another network.
const WRITE: &str = "write what the file has into the recipe's [net]";

fn same<T: PartialEq + Debug>(
    what: &'static str,
    file: T,
    recipe: T,
    hint: &'static str,
) -> Result<(), InitError> {
    if file == recipe {
        return Ok(());
    }
    Err(InitError::Differs {
        what,
        file: format!("{file:?}"),
        recipe: format!("{recipe:?}"),
        hint,
    })
}

/// The layers of an integer network.
fn integers(net: &Net<'_>) -> Folded {
    let hidden = net.hidden().iter().enumerate();
    let blocks = net.blocks().chunks_exact(2).enumerate();
    Folded {
        first: first(net.first()),
        hidden: hidden
            .map(|(i, layer)| dense(hidden_name(i), layer, ACTIVATION))
            .collect(),
        blocks: blocks
            .map(|(i, pair)| {
                let half = |at| dense(block_name(i, at), &pair[at], ACTIVATION);
                [half(0), half(1)]
            })
            .collect(),
        heads: dense("heads".into(), net.output(), COST),
    }
}

/// The layers of a float network, if it is an MLP.
fn floats(net: &FloatNet<'_>) -> Option<Folded> {
    if net.activation != Activation::Clip {
        return None;
    }
    let (last, layers) = net.layers.split_last()?;
    let float::Layer::Dense(heads, Activation::Identity) = last else {
        return None;
    };
    let (mut hidden, mut blocks) = (Vec::new(), Vec::new());
    for layer in layers {
        match layer {
            float::Layer::Dense(layer, Activation::Clip) if blocks.is_empty() => {
                hidden.push(linear(hidden_name(hidden.len()), layer));
            }
            float::Layer::Residual(a, b, Activation::Clip) => {
                let name = |half| block_name(blocks.len(), half);
                blocks.push([linear(name(0), a), linear(name(1), b)]);
            }
            _ => return None,
        }
    }
    let by_feature = linear("first".into(), &net.first);
    let width = by_feature.bias.len();
    let rows = by_feature.weight.len() / width;
    let table = by_feature.weight.into_shape_with_order([rows, width]);
    Some(Folded {
        first: Layer {
            weight: table.ok()?.reversed_axes(),
            ..by_feature
        },
        hidden,
        blocks,
        heads: linear("heads".into(), heads),
    })
}

fn hidden_name(i: usize) -> String {
    format!("hidden{i}")
}

fn block_name(i: usize, half: usize) -> String {
    format!("block{i}.{}", ["a", "b"][half])
}

/// The inverse of [`crate::export::quantise::first`], but for the rounding.
fn first(layer: &First<'_>) -> Layer {
    let int16 = |bytes: &[u8]| -> Array1<f64> {
        let (numbers, _) = bytes.as_chunks();
        let wide = numbers.iter().map(|&b| f64::from(i16::from_le_bytes(b)));
        wide.collect()
    };
    let factor = int16(layer.multiplier) / (f64::from(1 << FIRST_SHIFT) * ACTIVATION);
    let rows = small(layer.rows, layer.outputs).reversed_axes();
    Layer {
        name: "first".into(),
        bias: int16(layer.bias) * &factor,
        weight: rows * factor.insert_axis(Axis(1)),
    }
}

/// The inverse of [`crate::export::quantise::dense`], but for the rounding.
fn dense(name: String, layer: &Dense<'_>, out_scale: f64) -> Layer {
    let int32 = |bytes: &[u8]| -> Array1<f64> {
        let (numbers, _) = bytes.as_chunks();
        let wide = numbers.iter().map(|&b| f64::from(i32::from_le_bytes(b)));
        wide.collect()
    };
    let factor = int32(layer.multiplier) / (f64::from(layer.shift).exp2() * out_scale);
    let weights = small(layer.weights, layer.inputs);
    Layer {
        name,
        bias: int32(layer.bias) * &factor,
        weight: weights * (factor.insert_axis(Axis(1)) * ACTIVATION),
    }
}

/// i8 weights: `[n, columns]`.
fn small(weights: &[u8], columns: usize) -> Array2<f64> {
    let wide = weights.iter().map(|&b| f64::from(b as i8)).collect();
    let rows = [weights.len() / columns, columns];
    Array2::from_shape_vec(rows, wide).expect("whole rows")
}

fn linear(name: String, layer: &Linear) -> Layer {
    Layer::linear(&name, &layer.weights, Some(&layer.bias), layer.bias.len())
}
