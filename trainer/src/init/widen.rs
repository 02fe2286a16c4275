//! Widens a network whose layers are narrower than the recipe's.
//!
//! New units read all inputs, but no old unit reads them, so the network computes the same function. (Growing a
//! network by transformations that keep its function: Chen, Goodfellow and Shlens, "Net2Net", 2016; here with random
//! units in place of copies.) Training does the rest.

use super::calibrate::clip;
use crate::compute::Compute;
use crate::export::fold::{Folded, Layer};
use crate::net::parts::sum_rows;
use crate::tensor::{Device, Kind, Tensor, no_grad};

/// The network with layers of these `widths`, the last of which is that of the trunk, the last hidden layer and the
/// blocks, given the active features of states it is for, `[n, active]`.
///
/// # Panics
/// When it has another number of layers or more units.
pub fn widen(net: Folded, widths: &[i64], features: &Tensor) -> Folded {
    assert_eq!(widths.len(), net.widths().len(), "a width for each layer");
    let (&trunk, _) = widths.split_last().expect("a trunk");
    no_grad(|| {
        let features = features.to(Device::Cpu);
        let of_states = |weight: &Tensor| {
            let table = weight.tr().contiguous();
            sum_rows(&features, &table, Compute::F32)
        };
        let inputs = net.first.weight.size()[1];
        let first = net.first.wider([widths[0], inputs], of_states);
        let mut x = clip(&(of_states(&first.weight) + &first.bias));
        let dense = |layer: Layer, width, x: &Tensor| {
            layer.wider([width, x.size()[1]], |weight| x.matmul(&weight.tr()))
        };
        let mut hidden = Vec::new();
        for (layer, &width) in net.hidden.into_iter().zip(&widths[1..]) {
            let layer = dense(layer, width, &x);
            x = clip(&layer.apply(&x));
            hidden.push(layer);
        }
        let mut blocks = Vec::new();
        for [a, b] in net.blocks {
            let a = dense(a, trunk, &x);
            let inner = clip(&a.apply(&x));
            let b = dense(b, trunk, &inner);
            x = clip(&(&x + b.apply(&inner)));
            blocks.push([a, b]);
        }
        let outputs = net.heads.bias.size()[0];
        let heads = net.heads.wider([outputs, trunk], |_| unreachable!());
        Folded {
            first,
            hidden,
            blocks,
            heads,
        }
    })
}

impl Layer {
    /// The layer with `outputs` outputs and `inputs` inputs. `sums` maps weights `[outputs, inputs]` to their sums over
    /// some states, `[n, outputs]`. Old outputs do not see new inputs. New outputs have random weights as large as
    /// the old ones, and a bias for which half of the states are above zero.
    fn wider(self, [outputs, inputs]: [i64; 2], sums: impl Fn(&Tensor) -> Tensor) -> Self {
        let (before, seen) = self.weight.size2().expect("a matrix");
        let zeros = |size: [i64; 2]| Tensor::zeros(size, (Kind::Double, Device::Cpu));
        let mut weight = self.weight;
        let square = (&weight * &weight).mean(Kind::Double).double_value(&[]);
        if inputs > seen {
            weight = Tensor::cat(&[weight, zeros([before, inputs - seen])], 1);
        }
        if outputs == before {
            return Self { weight, ..self };
        }
        // Even numbers from −1/2 to 1/2 have a variance of 1/12.
        let even = zeros([outputs - before, inputs]).rand_like() - 0.5;
        let fresh = even * (12.0 * square).sqrt();
        let mean = sums(&fresh).mean_dim([0].as_slice(), false, Kind::Double);
        Self {
            name: self.name,
            weight: Tensor::cat(&[weight, fresh], 0),
            bias: Tensor::cat(&[self.bias, -mean], 0),
        }
    }
}
