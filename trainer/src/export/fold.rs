//! Layers with batch normalisation folded into them, as a weight file stores them.

use crate::tensor::{Device, Kind, Tensor, nn};

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

/// Dense layers and residual blocks without normalisation.
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

/// A parameter in double on the host.
pub fn double(tensor: &Tensor) -> Tensor {
    tensor.detach().to_kind(Kind::Double).to(Device::Cpu)
}

impl Folded {
    /// Units of each layer before the blocks.
    pub fn widths(&self) -> Vec<i64> {
        let layers = [&self.first].into_iter().chain(&self.hidden);
        layers.map(|layer| layer.bias.size()[0]).collect()
    }
}

impl Layer {
    /// A linear layer as it is.
    pub fn linear(name: &str, layer: &nn::Linear) -> Self {
        let weight = double(&layer.ws);
        let zeros = || Tensor::zeros(weight.size()[0], (Kind::Double, Device::Cpu));
        Self {
            name: name.into(),
            bias: layer.bs.as_ref().map_or_else(zeros, double),
            weight,
        }
    }

    /// With the normalisation that follows it:
    /// normalised = (x − mean) / √(variance + ε) × scale + shift.
    pub fn normalised(self, norm: &nn::BatchNorm) -> Self {
        let epsilon = nn::BatchNormConfig::default().eps;
        let deviation = (double(&norm.running_var) + epsilon).sqrt();
        let scale = norm.ws.as_ref().map(double);
        let factor = scale.map_or_else(|| deviation.reciprocal(), |scale| scale / &deviation);
        let centred = (self.bias - double(&norm.running_mean)) * &factor;
        Self {
            weight: self.weight * factor.unsqueeze(1),
            bias: match &norm.bs {
                Some(shift) => double(shift) + centred,
                None => centred,
            },
            ..self
        }
    }

    /// Several layers on one input as one: the outputs of each after those of the one before.
    pub fn beside(layers: &[Self]) -> Self {
        let part =
            |of: fn(&Self) -> &Tensor| Tensor::cat(&layers.iter().map(of).collect::<Vec<_>>(), 0);
        let names: Vec<&str> = layers.iter().map(|l| l.name.as_str()).collect();
        Self {
            name: names.join("+"),
            weight: part(|l| &l.weight),
            bias: part(|l| &l.bias),
        }
    }
}
