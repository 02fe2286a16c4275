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

/// The variables of a network, from which layers are read by name.
#[derive(Debug)]
pub struct Variables<'a>(pub &'a [(String, Tensor)]);

impl Variables<'_> {
    fn find(&self, name: &str) -> Option<Tensor> {
        let found = self.0.iter().find(|(n, _)| n == name);
        found.map(|(_, t)| t.detach().to_kind(Kind::Double).to(tch::Device::Cpu))
    }

    /// A variable, in double on the host.
    ///
    /// # Panics
    /// If there is none of that name.
    pub fn get(&self, name: &str) -> Tensor {
        self.find(name)
            .unwrap_or_else(|| panic!("no variable {name}"))
    }

    /// A linear layer with a bias.
    ///
    /// # Panics
    /// If there is none of that name.
    pub fn linear(&self, name: &str) -> Layer {
        Layer {
            name: name.into(),
            weight: self.get(&format!("{name}.weight")),
            bias: self.get(&format!("{name}.bias")),
        }
    }

    /// The normalisation of that name folded into what comes before it:
    /// normalised = (x − mean) / √(variance + ε) × scale + shift.
    ///
    /// # Panics
    /// If there is none of that name.
    pub fn normalised(&self, name: &str, weight: Tensor, bias: Option<Tensor>) -> Layer {
        let norm = |part: &str| self.get(&format!("{name}.norm.{part}"));
        let factor = norm("weight") / (norm("running_var") + EPSILON).sqrt();
        let mean = match bias {
            Some(bias) => norm("running_mean") - bias,
            None => norm("running_mean"),
        };
        Layer {
            name: name.into(),
            weight: weight * factor.unsqueeze(1),
            bias: norm("bias") - mean * factor,
        }
    }

    /// A dense layer with its normalisation.
    ///
    /// # Panics
    /// If there is none of that name.
    pub fn dense(&self, name: String) -> Layer {
        self.normalised(&name, self.get(&format!("{name}.linear.weight")), None)
    }

    /// The hidden layers and residual blocks of a network with so many.
    ///
    /// # Panics
    /// If one is missing.
    pub fn trunk(&self, layers: usize, blocks: usize) -> (Vec<Layer>, Vec<[Layer; 2]>) {
        let hidden = (0..layers - 1).map(|i| self.dense(format!("hidden{i}")));
        let block = |i| ["a", "b"].map(|half| self.dense(format!("block{i}.{half}")));
        (hidden.collect(), (0..blocks).map(block).collect())
    }

    /// All heads, in the order value, q, policy, as one layer.
    pub fn heads(&self) -> Layer {
        let present: Vec<Layer> = ["value", "q", "policy"]
            .into_iter()
            .filter(|head| self.find(&format!("{head}.weight")).is_some())
            .map(|head| self.linear(head))
            .collect();
        let part =
            |of: fn(&Layer) -> &Tensor| Tensor::cat(&present.iter().map(of).collect::<Vec<_>>(), 0);
        let names: Vec<&str> = present.iter().map(|l| l.name.as_str()).collect();
        Layer {
            name: names.join("+"),
            weight: part(|l| &l.weight),
            bias: part(|l| &l.bias),
        }
    }
}

/// Folds the variables of an MLP with `layers` layers and `blocks` blocks.
///
/// # Panics
/// If a variable of such a network is missing.
pub fn fold(variables: &[(String, Tensor)], layers: usize, blocks: usize) -> Folded {
    let variables = Variables(variables);
    let (hidden, blocks) = variables.trunk(layers, blocks);
    Folded {
        first: variables.normalised("first", variables.get("first.table").tr(), None),
        hidden,
        blocks,
        heads: variables.heads(),
    }
}
