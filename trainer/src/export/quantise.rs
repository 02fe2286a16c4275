//! Rounds folded layers to the integers of the weight format, one scale per output.
//!
//! Nothing is ever clamped: a scale is chosen so that every weight and the bias fit, and where
//! none exists that is an error.

use super::fold::Layer;
use crate::net::mlp::CLIP;
use quarterturn_core::net::MOVE_COST;
use quarterturn_core::net::quant::{ACTIVATION_MAX, FIRST_SHIFT};
use quarterturn_core::net::write::{DenseLayer, FirstLayer};

/// Steps of an activation per unit of the float network.
pub const ACTIVATION: f64 = ACTIVATION_MAX as f64 / CLIP;
/// Steps of a head's output per move or nat.
pub const COST: f64 = MOVE_COST as f64;

/// Largest weight after rounding; −128 is left out so that kernels may negate.
const WEIGHT_MAX: f64 = 127.0;
/// Largest bias of a dense layer (the format's own bound).
const BIAS_MAX: f64 = (1 << 29) as f64;
/// Largest multiplier of a dense layer; its layer's shift follows from it.
const MULTIPLIER_MAX: f64 = (1 << 30) as f64;

/// What rounding did to a layer.
#[derive(Clone, Debug)]
pub struct Range {
    /// The layer.
    pub name: String,
    /// Inputs and outputs.
    pub shape: (usize, usize),
    /// Largest absolute weight and bias of the float layer.
    pub largest: (f64, f64),
    /// Smallest and largest number of steps per unit of weight among the outputs.
    pub scale: (f64, f64),
    /// Root mean square of the rounding error relative to that of the weights.
    pub error: f64,
    /// Share of weights that became 0.
    pub zeros: f64,
}

/// A number that no scale makes fit.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[error("layer {layer}, output {output}: {what} {value} does not fit the weight format")]
pub struct RangeError {
    /// The layer.
    pub layer: String,
    /// The output.
    pub output: usize,
    /// `weight` or `bias`.
    pub what: &'static str,
    /// The number.
    pub value: f64,
}

/// A layer's rows and biases.
struct Rows {
    weights: Vec<f64>,
    bias: Vec<f64>,
    inputs: usize,
}

impl Rows {
    fn new(layer: &Layer) -> Self {
        Self {
            weights: layer.weight.iter().copied().collect(),
            bias: layer.bias.to_vec(),
            inputs: layer.weight.ncols(),
        }
    }

    /// Row, largest absolute weight and bias of each output.
    fn outputs(&self) -> impl Iterator<Item = (&[f64], f64, f64)> {
        let rows = self.weights.chunks_exact(self.inputs).zip(&self.bias);
        rows.map(|(row, &bias)| (row, row.iter().fold(0.0, |m: f64, w| m.max(w.abs())), bias))
    }
}

/// Rounds the first layer, of whose inputs `active` are 1.
///
/// # Errors
/// [`RangeError`].
pub fn first(layer: &Layer, active: usize) -> Result<(FirstLayer, Range), RangeError> {
    // What the format leaves for the bias beside the largest sum of weights.
    let bias_max = f64::from(i16::MAX) - 128.0 * active as f64;
    let unit = f64::from(1 << FIRST_SHIFT) * ACTIVATION;
    let rows = Rows::new(layer);
    let mut scales = Vec::new();
    let mut out = FirstLayer {
        rows: vec![0; rows.weights.len()],
        ..FirstLayer::default()
    };
    let outputs = rows.bias.len();
    for (j, (row, largest, bias)) in rows.outputs().enumerate() {
        let fits = (WEIGHT_MAX / largest).min(bias_max / bias.abs());
        // The multiplier undoes the scale; rounded up, so that the scale it stands for still fits.
        let multiplier = (unit / fits).ceil().max(1.0);
        if multiplier > f64::from(i16::MAX) || multiplier.is_nan() {
            let by_weight = WEIGHT_MAX / largest <= bias_max / bias.abs();
            let (what, value) = if by_weight {
                ("weight", largest)
            } else {
                ("bias", bias)
            };
            return Err(error(layer, j, what, value));
        }
        let scale = unit / multiplier;
        for (feature, w) in row.iter().enumerate() {
            out.rows[feature * outputs + j] = (w * scale).round() as i8;
        }
        out.bias.push((bias * scale).round() as i16);
        out.multiplier.push(multiplier as i16);
        scales.push(scale);
    }
    Ok((out, range(layer, &rows, &scales)))
}

/// Rounds a dense layer whose outputs have `out_scale` steps per unit.
///
/// # Errors
/// [`RangeError`].
pub fn dense(layer: &Layer, out_scale: f64) -> Result<(DenseLayer, Range), RangeError> {
    let rows = Rows::new(layer);
    let scale_of = |largest: f64, bias: f64| {
        // An output without weights is its bias alone; any scale serves.
        let fits = (WEIGHT_MAX / largest).min(BIAS_MAX / (bias.abs() * ACTIVATION));
        fits.min(1e6)
    };
    let scales: Vec<f64> = rows.outputs().map(|(_, w, b)| scale_of(w, b)).collect();
    let smallest = scales.iter().copied().fold(f64::INFINITY, f64::min);
    // One step of sum is worth this many steps of output.
    let worth = |scale: f64| out_scale / (scale * ACTIVATION);
    let shift = (MULTIPLIER_MAX / worth(smallest))
        .log2()
        .floor()
        .clamp(1.0, 62.0);
    let mut out = DenseLayer {
        shift: shift as u8,
        ..DenseLayer::default()
    };
    let mut exact = Vec::new();
    for (j, ((row, largest, bias), &scale)) in rows.outputs().zip(&scales).enumerate() {
        let multiplier = (worth(scale) * shift.exp2()).ceil();
        if multiplier > MULTIPLIER_MAX || multiplier.is_nan() {
            return Err(error(layer, j, "weight", largest));
        }
        let scale = worth(1.0) * shift.exp2() / multiplier;
        let bias = (bias * scale * ACTIVATION).round();
        if bias.abs() > BIAS_MAX || bias.is_nan() {
            return Err(error(layer, j, "bias", rows.bias[j]));
        }
        out.weights
            .extend(row.iter().map(|w| (w * scale).round() as i8));
        out.bias.push(bias as i32);
        out.multiplier.push(multiplier as i32);
        exact.push(scale);
    }
    Ok((out, range(layer, &rows, &exact)))
}

fn error(layer: &Layer, output: usize, what: &'static str, value: f64) -> RangeError {
    RangeError {
        layer: layer.name.clone(),
        output,
        what,
        value,
    }
}

fn range(layer: &Layer, rows: &Rows, scales: &[f64]) -> Range {
    let (mut signal, mut noise, mut zeros) = (0.0, 0.0, 0);
    let mut largest = (0.0f64, 0.0f64);
    for ((row, w, b), scale) in rows.outputs().zip(scales) {
        largest = (largest.0.max(w), largest.1.max(b.abs()));
        for w in row {
            let rounded = (w * scale).round();
            signal += w * w;
            noise += (w - rounded / scale).powi(2);
            zeros += usize::from(rounded == 0.0);
        }
    }
    Range {
        name: layer.name.clone(),
        shape: (rows.inputs, rows.bias.len()),
        largest,
        scale: scales
            .iter()
            .fold((f64::INFINITY, 0.0), |(lo, hi), &s| (lo.min(s), hi.max(s))),
        error: (noise / f64::max(signal, f64::MIN_POSITIVE)).sqrt(),
        zeros: zeros as f64 / rows.weights.len() as f64,
    }
}
