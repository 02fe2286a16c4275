//! Narrows a network whose layers are wider than the recipe's.
//!
//! In the trunk, the units are kept that predict the heads best. They are chosen one after the other (forward
//! selection for least squares). In earlier layers and inside blocks, the units are kept whose outputs have the most
//! weight. The heads are then fitted to the units that are left, and training does the rest.

use super::least_squares::solve;
use crate::export::fold::{Activations, Folded, Layer};
use ndarray::{Array1, Array2, Axis, s};

/// The network with layers of these `widths`, the last of which is that of the trunk, the last hidden layer and the
/// blocks, given the active features of states it is for, `[n × active]`.
///
/// # Panics
/// When it has no hidden layer, another number of layers or fewer units.
pub fn narrow(mut net: Folded, widths: &[usize], features: &[u16], active: usize) -> Folded {
    assert_eq!(widths.len(), net.widths().len(), "a width for each layer");
    let (&width, earlier) = widths.split_last().expect("a trunk");
    let wide = run(&net, features, active);
    for (i, (&width, outputs)) in earlier.iter().zip(&wide.earlier).enumerate() {
        let next = &mut net.hidden[i];
        let kept = heaviest(&next.weight, outputs, width);
        *next = next.inputs(&kept);
        let layer = match i {
            0 => &mut net.first,
            i => &mut net.hidden[i - 1],
        };
        *layer = layer.outputs(&kept);
    }
    let kept = choose(&wide.trunk, &wide.heads, width);
    let last = net.hidden.last_mut().expect("a hidden layer");
    *last = last.outputs(&kept);
    for ([a, b], inner) in net.blocks.iter_mut().zip(&wide.inner) {
        *b = b.outputs(&kept);
        let inside = heaviest(&b.weight, inner, width);
        *a = a.outputs(&inside).inputs(&kept);
        *b = b.inputs(&inside);
    }
    net.heads = net.heads.inputs(&kept);
    let narrow = run(&net, features, active);
    fit(&mut net.heads, &narrow.trunk, &wide.heads);
    net
}

/// The outputs of the heads for states, `[n, outputs]`, in double.
pub fn outputs(net: &Folded, features: &[u16], active: usize) -> Array2<f64> {
    run(net, features, active).heads
}

fn run(net: &Folded, features: &[u16], active: usize) -> Activations {
    net.run(&net.table(), features, active)
}

/// The means of the columns.
fn means(x: &Array2<f64>) -> Array1<f64> {
    x.mean_axis(Axis(0)).expect("some rows")
}

/// The inputs with the most weight in a layer of these `weights` (`[outputs, inputs]`), given some `activations`
/// (`[n, inputs]`), in their order.
fn heaviest(weights: &Array2<f64>, activations: &Array2<f64>, count: usize) -> Vec<usize> {
    let squares = |x: &Array2<f64>| x.mapv(|x| x * x).sum_axis(Axis(0));
    let weight = squares(weights) * squares(activations);
    let mut places: Vec<usize> = (0..weight.len()).collect();
    places.sort_by(|&a, &b| weight[b].total_cmp(&weight[a]));
    places.truncate(count);
    places.sort_unstable();
    places
}

/// The columns of `x` that predict `y` best. Each next column is the one that reduces the remaining error most; all
/// columns of `y` count equally.
fn choose(x: &Array2<f64>, y: &Array2<f64>, count: usize) -> Vec<usize> {
    let y = y / &y
        .std_axis(Axis(0), 0.0)
        .mapv(|deviation| deviation.max(1e-9));
    let (x, y) = (x - &means(x), &y - &means(&y));
    let mut within = x.t().dot(&x);
    let mut between = x.t().dot(&y);
    let least = 1e-9 * within.diag().fold(0.0, |most: f64, &own| most.max(own));
    let mut chosen = Vec::new();
    for _ in 0..count {
        let own = within.diag().mapv(|own| own.max(least));
        let mut gain = between.mapv(|x| x * x).sum_axis(Axis(1)) / own;
        for &taken in &chosen {
            gain[taken] = -1.0;
        }
        let places = gain.iter().enumerate();
        let (best, _) = places.max_by(|a, b| a.1.total_cmp(b.1)).expect("a unit");
        chosen.push(best);
        // The part that the column explains is removed from all others.
        let own = within[[best, best]];
        if own > least {
            let share = within.column(best).mapv(|x| x / own).insert_axis(Axis(1));
            between = &between - &share.dot(&between.row(best).insert_axis(Axis(0)));
            within = &within - &share.dot(&within.row(best).insert_axis(Axis(0)));
        }
    }
    chosen
}

/// Fits a layer so that it maps `x` to `y`, by least squares, with a small ridge for units with equal outputs.
fn fit(layer: &mut Layer, x: &Array2<f64>, y: &Array2<f64>) {
    let ones = Array2::ones((x.nrows(), 1));
    let x = ndarray::concatenate![Axis(1), *x, ones];
    let mut within = x.t().dot(&x);
    let ridge = 1e-9 * within.diag().fold(0.0, |most: f64, &own| most.max(own));
    within.diag_mut().mapv_inplace(|own| own + ridge);
    let solved = solve(within, x.t().dot(y));
    let units = solved.nrows() - 1;
    layer.weight = solved.slice(s![..units, ..]).t().to_owned();
    layer.bias = solved.row(units).to_owned();
}

impl Layer {
    /// The layer with these outputs only.
    fn outputs(&self, places: &[usize]) -> Self {
        Self {
            name: self.name.clone(),
            weight: self.weight.select(Axis(0), places),
            bias: self.bias.select(Axis(0), places),
        }
    }

    /// The layer with these inputs only.
    fn inputs(&self, places: &[usize]) -> Self {
        Self {
            name: self.name.clone(),
            weight: self.weight.select(Axis(1), places),
            bias: self.bias.clone(),
        }
    }
}
