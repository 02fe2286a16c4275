//! `doctor --check`: kernels and devices beside the portable code.

use crate::display::count;
use crate::error::CliError;
use quarterturn::Puzzle;
use quarterturn::eval::{Device, Errors, MOVE_COST};
use quarterturn::models::Model;
use quarterturn_core::net::batch::Kernel;
use quarterturn_lab::networks::{self, Against};
use serde::Serialize;
use std::fmt;

/// Float networks on a device may differ from our own code by this much on average, in moves or nats: what
/// bfloat16 leaves of numbers of the size of a cost.
const TOLERANCE: f64 = 0.02;

/// A kernel or a device beside the portable kernel.
#[derive(Serialize)]
pub struct Checked {
    model: String,
    kernel: String,
    outputs: u64,
    same: u64,
    /// The mean difference in moves or nats, and the greatest.
    mean: f64,
    most: f64,
    /// Largest mean difference that is allowed.
    tolerance: f64,
    /// For people.
    #[serde(skip)]
    histogram: String,
}

/// Compares every kernel with the portable one and every device of LibTorch with our own code; or one
/// device alone.
pub fn check(
    models: &[(Model, Puzzle)],
    only: Option<Device>,
    states: usize,
) -> Result<Vec<Checked>, CliError> {
    let portable = Kernel::available().find(|kernel| kernel.name() == "portable");
    let portable =
        portable.ok_or_else(|| CliError::System("there is no portable kernel".into()))?;
    let mut checked = Vec::new();
    for (model, puzzle) in models {
        let integer = model.numbers == "int8";
        let tolerance = if integer { 0.0 } else { TOLERANCE };
        let kernels = Kernel::available().filter(|k| k.name() != portable.name());
        // Kernels are for integers, and one device alone is none of them.
        let kernels = kernels.filter(|_| integer && only.is_none_or(|d| d == Device::Cpu));
        let kernels = kernels.map(|k| (k.name().into(), Against::Kernels(k, portable)));
        let devices = match only {
            Some(device) => vec![device],
            None => super::devices(),
        };
        let devices = devices.into_iter().filter(|&device| device != Device::Cpu);
        let devices = devices.map(|device| (device.to_string(), Against::Device(device)));
        for (kernel, against) in kernels.chain(devices) {
            let errors = networks::check(puzzle, model, against, states)?;
            checked.push(Checked::of(model, kernel, tolerance, &errors));
        }
    }
    Ok(checked)
}

impl Checked {
    fn of(model: &Model, kernel: String, tolerance: f64, errors: &Errors) -> Self {
        Self {
            model: model.name.clone(),
            kernel,
            outputs: errors.count(),
            same: errors.same(),
            mean: errors.mean(),
            most: f64::from(errors.most) / f64::from(MOVE_COST),
            tolerance,
            histogram: errors.to_string(),
        }
    }

    /// Whether it agrees: exactly, or within the tolerance.
    pub fn passed(&self) -> bool {
        self.same == self.outputs || self.mean < self.tolerance
    }
}

impl fmt::Display for Checked {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (model, kernel, outputs) = (&self.model, &self.kernel, count(self.outputs));
        write!(f, "{model}, {kernel}: {outputs} outputs, ")?;
        if self.same == self.outputs {
            return write!(f, "all as the portable kernel's");
        }
        if self.passed() {
            let (mean, tolerance) = (self.mean, self.tolerance);
            return write!(f, "mean difference {mean:.4}, below {tolerance}");
        }
        writeln!(f, "not all as the portable kernel's, in moves:")?;
        write!(f, "{}", self.histogram)
    }
}
