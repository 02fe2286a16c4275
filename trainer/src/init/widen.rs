//! Widens a network whose layers are narrower than the recipe's.
//!
//! New units read all inputs, but no old unit reads them, so the network computes the same function. (Growing a
//! network by transformations that keep its function: Chen, Goodfellow and Shlens, "Net2Net", 2016; here with random
//! units in place of copies.) Training does the rest.

use crate::export::fold::{Folded, Layer, clip, sum_rows};
use crate::random::{Random, unit};
use ndarray::{Array2, Axis, concatenate};

/// The network with layers of these `widths`, the last of which is that of the trunk, the last hidden layer and the
/// blocks, given the active features of states it is for, `[n × active]`.
///
/// # Panics
/// When it has another number of layers or more units.
pub fn widen(
    net: Folded,
    widths: &[usize],
    features: &[u16],
    active: usize,
    rng: &mut Random,
) -> Folded {
    assert_eq!(widths.len(), net.widths().len(), "a width for each layer");
    let (&trunk, _) = widths.split_last().expect("a trunk");
    let of_states = |weight: &Array2<f64>| {
        let table = weight.t().as_standard_layout().into_owned();
        sum_rows(&table, features, active)
    };
    let inputs = net.first.weight.ncols();
    let first = net.first.wider([widths[0], inputs], rng, of_states);
    let mut x = clip(of_states(&first.weight) + &first.bias);
    let mut dense = |layer: Layer, width, x: &Array2<f64>| {
        layer.wider([width, x.ncols()], rng, |weight| x.dot(&weight.t()))
    };
    let mut hidden = Vec::new();
    for (layer, &width) in net.hidden.into_iter().zip(&widths[1..]) {
        let layer = dense(layer, width, &x);
        x = clip(layer.apply(&x));
        hidden.push(layer);
    }
    let mut blocks = Vec::new();
    for [a, b] in net.blocks {
        let a = dense(a, trunk, &x);
        let inner = clip(a.apply(&x));
        let b = dense(b, trunk, &inner);
        x = clip(x + b.apply(&inner));
        blocks.push([a, b]);
    }
    let outputs = net.heads.bias.len();
    let heads = net.heads.wider([outputs, trunk], rng, |_| unreachable!());
    Folded {
        first,
        hidden,
        blocks,
        heads,
    }
}

impl Layer {
    /// The layer with `outputs` outputs and `inputs` inputs. `sums` maps weights `[outputs, inputs]` to their sums over
    /// some states, `[n, outputs]`. Old outputs do not see new inputs. New outputs have random weights as large as
    /// the old ones, and a bias for which half of the states are above zero.
    fn wider(
        self,
        [outputs, inputs]: [usize; 2],
        rng: &mut Random,
        sums: impl Fn(&Array2<f64>) -> Array2<f64>,
    ) -> Self {
        let (before, seen) = self.weight.dim();
        let fits = "layers that fit";
        let square = self.weight.mapv(|x| x * x).mean().unwrap_or(0.0);
        let none = Array2::zeros([before, inputs - seen]);
        let weight = concatenate(Axis(1), &[self.weight.view(), none.view()]).expect(fits);
        if outputs == before {
            return Self { weight, ..self };
        }
        // Even numbers from −1/2 to 1/2 have a variance of 1/12.
        let size = (12.0 * square).sqrt();
        let draw = || (unit(rng) - 0.5) * size;
        let fresh = Array2::from_shape_simple_fn([outputs - before, inputs], draw);
        let mean = sums(&fresh).mean_axis(Axis(0)).expect("some states");
        Self {
            name: self.name,
            weight: concatenate(Axis(0), &[weight.view(), fresh.view()]).expect(fits),
            bias: concatenate(Axis(0), &[self.bias.view(), (-mean).view()]).expect(fits),
        }
    }
}
