//! Fewer units: a network whose trunk is wider than the recipe's, made as narrow.
//!
//! The units of the trunk that are kept are those from which the heads can best be told, chosen one after the other
//! (forward selection for least squares); those inside a block, the ones whose outputs weigh most. The heads are then
//! fitted to what is left, and training does the rest.

use super::calibrate::clip;
use crate::compute::Compute;
use crate::export::fold::{Folded, Layer};
use crate::net::parts::sum_rows;
use tch::{Device, Kind, Tensor};

/// The network with `width` units in its trunk, the last hidden layer and the blocks, given the active features of
/// states it is for, `[n, active]`.
///
/// # Panics
/// When it has no hidden layer or fewer units.
pub fn narrow(mut net: Folded, width: i64, features: &Tensor) -> Folded {
    let over_states = [0i64].as_slice();
    tch::no_grad(|| {
        let wide = run(&net, features);
        let kept = choose(&wide.trunk, &wide.heads, width);
        let last = net.hidden.last_mut().expect("a hidden layer");
        *last = last.outputs(&kept);
        for ([a, b], inner) in net.blocks.iter_mut().zip(&wide.inner) {
            *b = b.outputs(&kept);
            let weight = b
                .weight
                .square()
                .sum_dim_intlist(over_states, false, Kind::Double);
            let power = inner.square().mean_dim(over_states, false, Kind::Double);
            let (_, inside) = (weight * power).topk(width, 0, true, true);
            *a = a.outputs(&inside).inputs(&kept);
            *b = b.inputs(&inside);
        }
        net.heads = net.heads.inputs(&kept);
        let narrow = run(&net, features);
        fit(&mut net.heads, &narrow.trunk, &wide.heads);
        net
    })
}

/// What the heads say of states, `[n, outputs]`, in double.
pub fn outputs(net: &Folded, features: &Tensor) -> Tensor {
    tch::no_grad(|| run(net, features).heads)
}

/// Activations of some states, `[n, units]`, and outputs.
struct Activations {
    /// Inside each block.
    inner: Vec<Tensor>,
    trunk: Tensor,
    heads: Tensor,
}

fn run(net: &Folded, features: &Tensor) -> Activations {
    let features = features.to(Device::Cpu);
    let table = net.first.weight.tr().contiguous();
    let sum = sum_rows(&features, &table, Compute::F32);
    let mut trunk = clip(&(sum + &net.first.bias));
    for layer in &net.hidden {
        trunk = clip(&layer.apply(&trunk));
    }
    let mut inner = Vec::new();
    for [a, b] in &net.blocks {
        let x = clip(&a.apply(&trunk));
        trunk = clip(&(&trunk + b.apply(&x)));
        inner.push(x);
    }
    let heads = net.heads.apply(&trunk);
    Activations {
        inner,
        trunk,
        heads,
    }
}

/// The columns of `x` from which `y` is told best: each time the one that takes away most of what the ones before it
/// leave, every column of `y` counting alike.
fn choose(x: &Tensor, y: &Tensor, count: i64) -> Tensor {
    let centred = |t: &Tensor| t - t.mean_dim([0i64].as_slice(), true, Kind::Double);
    let y = y / y.std_dim([0i64].as_slice(), false, true).clamp_min(1e-9);
    let (x, y) = (centred(x), centred(&y));
    let mut within = x.tr().matmul(&x);
    let mut between = x.tr().matmul(&y);
    let least = 1e-9 * within.diagonal(0, 0, 1).max().double_value(&[]);
    let mut chosen = Vec::new();
    for _ in 0..count {
        let own = within.diagonal(0, 0, 1).clamp_min(least);
        let gain = between
            .square()
            .sum_dim_intlist([1i64].as_slice(), false, Kind::Double)
            / own;
        for &taken in &chosen {
            let _ = gain.get(taken).fill_(-1.0);
        }
        let best = gain.argmax(None, false).int64_value(&[]);
        chosen.push(best);
        // What the column says is taken out of all others.
        let own = within.double_value(&[best, best]);
        if own > least {
            let share = within.select(1, best) / own;
            between = &between - share.outer(&between.get(best));
            within = &within - share.outer(&within.get(best));
        }
    }
    Tensor::from_slice(&chosen)
}

/// Makes a layer say `y` of `x`, by least squares; a little of a ridge for units that say the same.
fn fit(layer: &mut Layer, x: &Tensor, y: &Tensor) {
    let ones = x.ones_like().narrow(1, 0, 1);
    let x = Tensor::cat(&[x, &ones], 1);
    let within = x.tr().matmul(&x);
    let ridge = 1e-9 * within.diagonal(0, 0, 1).max().double_value(&[]);
    let _ = within.diagonal(0, 0, 1).f_add_scalar_(ridge);
    let solved = Tensor::linalg_solve(&within, &x.tr().matmul(y), true);
    let units = solved.size()[0] - 1;
    layer.weight = solved.narrow(0, 0, units).tr().contiguous();
    layer.bias = solved.get(units);
}

impl Layer {
    /// The layer with these outputs only.
    fn outputs(&self, places: &Tensor) -> Self {
        Self {
            name: self.name.clone(),
            weight: self.weight.index_select(0, places),
            bias: self.bias.index_select(0, places),
        }
    }

    /// The layer with these inputs only.
    fn inputs(&self, places: &Tensor) -> Self {
        Self {
            name: self.name.clone(),
            weight: self.weight.index_select(1, places),
            bias: self.bias.shallow_clone(),
        }
    }

    fn apply(&self, x: &Tensor) -> Tensor {
        x.matmul(&self.weight.tr()) + &self.bias
    }
}
