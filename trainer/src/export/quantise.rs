//! Quantising: one scale per output channel, chosen so that its largest weight is ±127; what does
//! not fit the integer engine's ranges is an error, never clamped.

use super::ExportError;
use super::fold::Linear;
use crate::net::mlp::CLIP;
use quarterturn_core::net::MOVE_COST;
use quarterturn_core::net::quant::{ACTIVATION_MAX, FIRST_SHIFT};
use quarterturn_core::net::write::{DenseLayer, FirstLayer};

/// Activation units in one float unit.
const UNIT: f64 = ACTIVATION_MAX as f64 / CLIP;

/// What the results of a dense layer are used as.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Use {
    /// Activations of the next layer.
    Activations,
    /// Costs, in 1/[`MOVE_COST`].
    Costs,
}

/// Ranges met while quantising a layer, for the report.
#[derive(Clone, Debug)]
pub struct Range {
    /// The layer's name.
    pub layer: String,
    /// Largest float weight.
    pub weight: f64,
    /// Root mean square of the rounding error of a weight, relative to that of the weights.
    pub error: f64,
    /// Largest integer bias.
    pub bias: i64,
}

/// Quantises the first layer. `rows` is `[features][outputs]`; exactly one feature of each group
/// of `group` is active, so a group's rows may be centred and the centre moved to the bias.
///
/// # Errors
/// [`ExportError::Range`] when a bias or multiplier leaves 16 bits.
pub fn first(
    rows: &[f32],
    bias: &[f32],
    group: usize,
    active: usize,
) -> Result<(FirstLayer, Range), ExportError> {
    let outputs = bias.len();
    let features = rows.len() / outputs;
    let mut layer = FirstLayer { rows: vec![0; rows.len()], ..FirstLayer::default() };
    let mut report = Report::new("first");
    for j in 0..outputs {
        let column = |f: usize| f64::from(rows[f * outputs + j]);
        let mut bias = f64::from(bias[j]);
        let mut centred = vec![0.0; features];
        for start in (0..features).step_by(group) {
            let values = (start..start + group).map(column);
            let (low, high) = values.fold((f64::MAX, f64::MIN), |(l, h), v| (l.min(v), h.max(v)));
            let centre = (low + high) / 2.0;
            bias += centre;
            for f in start..start + group {
                centred[f] = column(f) - centre;
            }
        }
        let scale = scale_of(&centred);
        for (f, &w) in centred.iter().enumerate() {
            layer.rows[f * outputs + j] = report.round(w, scale);
        }
        let room = f64::from(i16::MAX) - 128.0 * active as f64;
        let bias = (bias / scale).round();
        report.bias(bias);
        layer.bias.push(check("first", "bias", bias, room)? as i16);
        let multiplier = (scale * UNIT * f64::from(1 << FIRST_SHIFT)).round();
        layer.multiplier.push(check("first", "multiplier", multiplier, 32767.0)? as i16);
    }
    Ok((layer, report.finish()))
}

/// Quantises a dense layer whose inputs are activations.
///
/// # Errors
/// [`ExportError::Range`] when a bias leaves its range.
pub fn dense(name: &str, layer: &Linear, used: Use) -> Result<(DenseLayer, Range), ExportError> {
    let mut out = DenseLayer::default();
    let mut report = Report::new(name);
    let scales: Vec<f64> = (0..layer.bias.len())
        .map(|j| scale_of(&layer.row(j).iter().map(|&w| f64::from(w)).collect::<Vec<f64>>()))
        .collect();
    // A sum is worth scale / UNIT; an activation is worth 1 / UNIT, a cost 1 / MOVE_COST.
    let worth = match used {
        Use::Activations => 1.0,
        Use::Costs => f64::from(MOVE_COST) / UNIT,
    };
    let largest = scales.iter().fold(0.0, |a: f64, &s| a.max(s * worth));
    // As many bits as keep the largest multiplier below 2^30.
    let shift = (30.0 - largest.log2().ceil()).clamp(1.0, 45.0) as u8;
    out.shift = shift;
    for (j, &scale) in scales.iter().enumerate() {
        out.weights.extend(layer.row(j).iter().map(|&w| report.round(f64::from(w), scale)));
        let bias = (f64::from(layer.bias[j]) * UNIT / scale).round();
        report.bias(bias);
        out.bias.push(check(name, "bias", bias, f64::from(1 << 29))? as i32);
        let multiplier = (scale * worth * (shift as f64).exp2()).round();
        out.multiplier.push(check(name, "multiplier", multiplier, f64::from(i32::MAX))? as i32);
    }
    Ok((out, report.finish()))
}

/// The step between neighbouring integer weights.
fn scale_of(weights: &[f64]) -> f64 {
    let largest = weights.iter().fold(0.0, |a: f64, w| a.max(w.abs()));
    if largest == 0.0 { 1e-6 } else { largest / 127.0 }
}

fn check(layer: &str, what: &'static str, value: f64, room: f64) -> Result<f64, ExportError> {
    if value.is_finite() && value.abs() <= room {
        Ok(value)
    } else {
        Err(ExportError::Range { layer: layer.to_owned(), what, value, room })
    }
}

/// Sums for a [`Range`].
struct Report {
    range: Range,
    squares: f64,
    errors: f64,
}

impl Report {
    fn new(layer: &str) -> Self {
        let range = Range { layer: layer.to_owned(), weight: 0.0, error: 0.0, bias: 0 };
        Self { range, squares: 0.0, errors: 0.0 }
    }

    fn round(&mut self, weight: f64, scale: f64) -> i8 {
        let integer = (weight / scale).round();
        self.range.weight = self.range.weight.max(weight.abs());
        self.squares += weight * weight;
        self.errors += (weight - integer * scale).powi(2);
        integer as i8
    }

    fn bias(&mut self, bias: f64) {
        self.range.bias = self.range.bias.max(bias.abs() as i64);
    }

    fn finish(mut self) -> Range {
        self.range.error = (self.errors / self.squares.max(1e-30)).sqrt();
        self.range
    }
}
