//! Fewer units: a network whose trunk is wider than the recipe's, made as narrow.
//!
//! The units of the trunk that are kept are those from which the heads can best be told, chosen one after the other
//! (forward selection for least squares); those inside a block, the ones whose outputs weigh most. The heads are then
//! fitted to what is left, and training does the rest.

use crate::export::fold::{Folded, Layer};
use crate::net::mlp::CLIP;
use tch::{Device, Kind, Tensor};

/// The network with `width` units in its trunk, the last hidden layer and the blocks, given the active features of
/// states it is for, `[n, active]`.
///
/// # Panics
/// When it has no hidden layer or fewer units.
pub fn narrow(wide: &Folded, width: i64, features: &Tensor) -> Folded {
    tch::no_grad(|| {
        let all = run(wide, features);
        let kept = choose(&all.trunk, &all.heads, width);
        let mut hidden: Vec<Layer> = wide
            .hidden
            .iter()
            .map(|layer| layer.of(None, None))
            .collect();
        let last = hidden.last_mut().expect("a hidden layer");
        *last = last.of(Some(&kept), None);
        let blocks = wide.blocks.iter().zip(&all.inner).map(|([a, b], inner)| {
            let b = b.of(Some(&kept), None);
            let weight = b
                .weight
                .square()
                .sum_dim_intlist([0i64].as_slice(), false, Kind::Double);
            let power = inner
                .square()
                .mean_dim([0i64].as_slice(), false, Kind::Double);
            let (_, inside) = (weight * power).topk(width, 0, true, true);
            [a.of(Some(&inside), Some(&kept)), b.of(None, Some(&inside))]
        });
        let mut narrow = Folded {
            first: wide.first.of(None, None),
            hidden,
            blocks: blocks.collect(),
            heads: wide.heads.of(None, Some(&kept)),
        };
        let left = run(&narrow, features);
        fit(&mut narrow.heads, &left.trunk, &all.heads);
        narrow
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
    let rows = net.first.weight.tr().contiguous();
    let active = features.size()[1];
    let sums = (0..active).map(|i| rows.index_select(0, &features.select(1, i)));
    let sum = sums.reduce(|a, b| a + b).expect("a feature");
    let clip = |x: Tensor| x.clamp(0.0, CLIP);
    let mut trunk = clip(sum + &net.first.bias);
    for layer in &net.hidden {
        trunk = clip(layer.apply(&trunk));
    }
    let mut inner = Vec::new();
    for [a, b] in &net.blocks {
        let x = clip(a.apply(&trunk));
        trunk = clip(&trunk + b.apply(&x));
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
    /// The layer with these outputs and inputs only, or with all.
    fn of(&self, outputs: Option<&Tensor>, inputs: Option<&Tensor>) -> Self {
        let pick = |t: &Tensor, dim, places: Option<&Tensor>| match places {
            Some(places) => t.index_select(dim, places),
            None => t.shallow_clone(),
        };
        Self {
            name: self.name.clone(),
            weight: pick(&pick(&self.weight, 0, outputs), 1, inputs),
            bias: pick(&self.bias, 0, outputs),
        }
    }

    fn apply(&self, x: &Tensor) -> Tensor {
        x.matmul(&self.weight.tr()) + &self.bias
    }
}
