//! Parameters by name, and the layers that have them.

use super::random::{unit, with};
use super::{Device, Kind, Tensor};
use std::collections::HashMap;
use std::f64::consts::TAU;
use std::sync::{Arc, Mutex, PoisonError};

type Named = Arc<Mutex<HashMap<String, Tensor>>>;

/// All parameters and statistics of a network.
#[derive(Debug)]
pub struct VarStore(Named);

impl VarStore {
    /// None yet.
    pub fn new(_: Device) -> Self {
        Self(Named::default())
    }

    /// Where names begin.
    pub fn root(&self) -> Path {
        Path {
            all: Arc::clone(&self.0),
            name: String::new(),
        }
    }

    /// All of them: the very tensors, not copies.
    pub fn variables(&self) -> HashMap<String, Tensor> {
        let all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let each = all
            .iter()
            .map(|(name, t)| (name.clone(), t.shallow_clone()));
        each.collect()
    }
}

/// A name in a [`VarStore`], to which further parts can be added.
#[derive(Clone, Debug)]
pub struct Path {
    all: Named,
    name: String,
}

impl Path {
    fn put(&self, name: &str, tensor: Tensor) -> Tensor {
        let name = (self / name).name;
        let mut all = self.all.lock().unwrap_or_else(PoisonError::into_inner);
        all.insert(name, tensor.shallow_clone());
        tensor
    }

    /// A new parameter.
    pub fn var(&self, name: &str, size: &[i64], init: Init) -> Tensor {
        let mut tensor = init.tensor(size);
        tensor.learnt = true;
        self.put(name, tensor)
    }

    /// A new tensor that is not learnt.
    fn kept(&self, name: &str, size: i64, number: f64) -> Tensor {
        self.put(name, Init::Const(number).tensor(&[size]))
    }
}

impl std::ops::Div<&str> for &Path {
    type Output = Path;

    fn div(self, part: &str) -> Path {
        let separator = if self.name.is_empty() { "" } else { "." };
        Path {
            all: Arc::clone(&self.all),
            name: format!("{}{separator}{part}", self.name),
        }
    }
}

impl std::ops::Div<&str> for Path {
    type Output = Path;

    fn div(self, part: &str) -> Path {
        &self / part
    }
}

impl std::ops::Div<String> for &Path {
    type Output = Path;

    fn div(self, part: String) -> Path {
        self / part.as_str()
    }
}

/// How a parameter begins.
#[derive(Clone, Copy, Debug, Default)]
pub enum Init {
    /// Evenly within the root of 1 / inputs, the last dimension.
    #[default]
    ByInputs,
    /// The same number everywhere.
    Const(f64),
    /// Normally distributed.
    Randn {
        /// Mean.
        mean: f64,
        /// Standard deviation.
        stdev: f64,
    },
    /// Evenly distributed.
    Uniform {
        /// From here.
        lo: f64,
        /// To here.
        up: f64,
    },
}

impl Init {
    fn tensor(self, size: &[i64]) -> Tensor {
        let count = size.iter().product::<i64>();
        let inputs = size.last().map_or(1.0, |&inputs| inputs as f64);
        let draw = || match self {
            Self::ByInputs => (2.0 * with(unit) - 1.0) / inputs.sqrt(),
            Self::Const(number) => number,
            Self::Uniform { lo, up } => lo + (up - lo) * with(unit),
            Self::Randn { mean, stdev } => {
                // Box and Muller 1958.
                let (radius, angle) = (1.0 - with(unit), with(unit));
                mean + stdev * (-2.0 * radius.ln()).sqrt() * (TAU * angle).cos()
            }
        };
        let numbers: Vec<f64> = (0..count).map(|_| draw()).collect();
        Tensor::from_slice(&numbers)
            .reshape(size)
            .to_kind(Kind::Float)
    }
}

/// A layer of weighted sums.
#[derive(Debug)]
pub struct Linear {
    /// `[outputs, inputs]`
    pub ws: Tensor,
    /// `[outputs]`
    pub bs: Option<Tensor>,
}

/// How a [`Linear`] begins.
#[derive(Clone, Copy, Debug, Default)]
pub struct LinearConfig {
    /// Of the weights.
    pub ws_init: Init,
    /// Of the biases.
    pub bs_init: Option<Init>,
    /// Whether it has biases.
    pub bias: bool,
}

/// A new layer.
pub fn linear(
    path: impl std::borrow::Borrow<Path>,
    inputs: i64,
    outputs: i64,
    config: LinearConfig,
) -> Linear {
    let path = path.borrow();
    let ws = path.var("weight", &[outputs, inputs], config.ws_init);
    let even = 1.0 / (inputs as f64).sqrt();
    let even = Init::Uniform {
        lo: -even,
        up: even,
    };
    let bias = || path.var("bias", &[outputs], config.bs_init.unwrap_or(even));
    Linear {
        ws,
        bs: config.bias.then(bias),
    }
}

/// Batch normalisation by the statistics of batches that were seen.
#[derive(Debug)]
pub struct BatchNorm {
    /// `[width]`
    pub running_mean: Tensor,
    /// `[width]`
    pub running_var: Tensor,
    /// Factors: `[width]`
    pub ws: Option<Tensor>,
    /// Offsets: `[width]`
    pub bs: Option<Tensor>,
}

/// How a normalisation begins, and what it adds to variances.
#[derive(Clone, Copy, Debug)]
pub struct BatchNormConfig {
    /// Of the factors.
    pub ws_init: Init,
    /// Added to a variance before its root is taken.
    pub eps: f64,
}

impl Default for BatchNormConfig {
    fn default() -> Self {
        Self {
            ws_init: Init::Const(1.0),
            eps: 1e-5,
        }
    }
}

/// A normalisation that changes nothing yet.
pub fn batch_norm1d(
    path: impl std::borrow::Borrow<Path>,
    width: i64,
    config: BatchNormConfig,
) -> BatchNorm {
    let path = path.borrow();
    BatchNorm {
        ws: Some(path.var("weight", &[width], config.ws_init)),
        bs: Some(path.var("bias", &[width], Init::Const(0.0))),
        running_mean: path.kept("running_mean", width, 0.0),
        running_var: path.kept("running_var", width, 1.0),
    }
}
