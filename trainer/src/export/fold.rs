//! Folds batch normalisation into the layer before it.

use tch::{Kind, Tensor};

/// LibTorch's default, which the networks use.
const EPSILON: f64 = 1e-5;

/// A layer without normalisation.
#[derive(Debug)]
pub struct Layer {
    /// Its name in reports.
    pub name: String,
    /// `[outputs, inputs]`, double.
    pub weight: Tensor,
    /// `[outputs]`, double.
    pub bias: Tensor,
}

/// An MLP without normalisation.
#[derive(Debug)]
pub struct Folded {
    /// The sparse layer; its inputs are features.
    pub first: Layer,
    /// Dense layers after it.
    pub hidden: Vec<Layer>,
    /// Residual blocks.
    pub blocks: Vec<[Layer; 2]>,
    /// All heads in the order value, q, policy.
    pub heads: Layer,
}

/// Folds the variables of an MLP with `layers` layers and `blocks` blocks.
///
/// # Panics
/// If a variable of such a network is missing.
pub fn fold(variables: &[(String, Tensor)], layers: usize, blocks: usize) -> Folded {
    let find = |name: &str| {
        let found = variables.iter().find(|(n, _)| n == name);
        found.map(|(_, t)| t.detach().to_kind(Kind::Double).to(tch::Device::Cpu))
    };
    let get = |name: &str| find(name).unwrap_or_else(|| panic!("no variable {name}"));
    // normalised = (x − mean) / √(variance + ε) × scale + shift
    let normalised = |name: &str, weight: Tensor| {
        let norm = |part: &str| get(&format!("{name}.norm.{part}"));
        let factor = norm("weight") / (norm("running_var") + EPSILON).sqrt();
        Layer {
            name: name.into(),
            weight: weight * factor.unsqueeze(1),
            bias: norm("bias") - norm("running_mean") * factor,
        }
    };
    let dense = |name: String| normalised(&name, get(&format!("{name}.linear.weight")));
    let present: Vec<&str> = ["value", "q", "policy"]
        .into_iter()
        .filter(|h| find(&format!("{h}.weight")).is_some())
        .collect();
    let stacked = |part: &str| {
        let all: Vec<Tensor> = present
            .iter()
            .map(|h| get(&format!("{h}.{part}")))
            .collect();
        Tensor::cat(&all, 0)
    };
    Folded {
        first: normalised("first", get("first.table").tr()),
        hidden: (0..layers - 1)
            .map(|i| dense(format!("hidden{i}")))
            .collect(),
        blocks: (0..blocks)
            .map(|i| ["a", "b"].map(|half| dense(format!("block{i}.{half}"))))
            .collect(),
        heads: Layer {
            name: present.join("+"),
            weight: stacked("weight"),
            bias: stacked("bias"),
        },
    }
}
