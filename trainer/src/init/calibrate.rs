//! Batch normalisation for layers that have none.
//!
//! Training normalises by the statistics of the batch, so a layer taken from a file as it is would be another
//! function. On given states each sum has some mean and deviation. A normalisation with exactly this shift and scale
//! changes nothing: with running statistics for every state, and with those of a batch nearly nothing, if the batch
//! has such states.

use crate::export::fold::{EPSILON, Folded, Layer, clip, sum_rows};
use crate::tensor::Tensor;
use ndarray::{Array2, Axis, s};

/// The variables of a network of kind "mlp" that computes the same, by name, given its heads with their numbers of
/// outputs and the active features of some states, `[n × active]`.
pub fn variables(
    folded: &Folded,
    heads: &[(&str, usize)],
    features: &[u16],
    active: usize,
) -> Vec<Tensor> {
    let net = folded.single();
    let mut out = Variables(Vec::new());
    let table = net.table();
    out.matrix(format!("{}.table", net.first.name), &table);
    let sums = sum_rows(&table, features, active);
    let mut x = clip(out.normalised(&net.first, sums));
    for layer in &net.hidden {
        x = clip(out.dense(layer, &x));
    }
    for [a, b] in &net.blocks {
        let inner = clip(out.dense(a, &x));
        x = clip(out.dense(b, &inner) + &x);
    }
    out.heads(&net.heads, heads);
    out.0
}

/// Variables so far.
struct Variables(Vec<Tensor>);

impl Variables {
    fn put(&mut self, name: String, shape: &[usize], data: Vec<f32>) {
        let shape = shape.to_vec();
        self.0.push(Tensor { name, shape, data });
    }

    fn matrix(&mut self, name: String, matrix: &Array2<f32>) {
        self.put(name, matrix.shape(), matrix.iter().copied().collect());
    }

    /// A dense layer's outputs before any activation.
    fn dense(&mut self, layer: &Layer<f32>, x: &Array2<f32>) -> Array2<f32> {
        self.matrix(format!("{}.linear.weight", layer.name), &layer.weight);
        self.normalised(layer, x.dot(&layer.weight.t()))
    }

    /// The sums with the layer's bias, which is the normalisation's from now on. Where a sum never varies
    /// the deviation is that of ε, and the normalisation adds a bias and nothing else, as elsewhere.
    fn normalised(&mut self, layer: &Layer<f32>, sums: Array2<f32>) -> Array2<f32> {
        let (mut means, mut variances) = (Vec::new(), Vec::new());
        for column in sums.axis_iter(Axis(1)) {
            let count = column.len() as f64;
            let mean = column.iter().map(|&x| f64::from(x)).sum::<f64>() / count;
            let square = |&x: &f32| (f64::from(x) - mean).powi(2);
            means.push(mean as f32);
            variances.push((column.iter().map(square).sum::<f64>() / count) as f32);
        }
        let deviation = |&variance: &f32| (f64::from(variance) + EPSILON).sqrt() as f32;
        let deviations: Vec<f32> = variances.iter().map(deviation).collect();
        let shifts = means
            .iter()
            .zip(&layer.bias)
            .map(|(mean, bias)| mean + bias);
        let shifts: Vec<f32> = shifts.collect();
        let parts = [
            ("running_mean", means),
            ("running_var", variances),
            ("weight", deviations),
            ("bias", shifts),
        ];
        for (what, numbers) in parts {
            let shape = [numbers.len()];
            self.put(format!("{}.norm.{what}", layer.name), &shape, numbers);
        }
        sums + &layer.bias
    }

    /// Each head's rows of the last layer.
    fn heads(&mut self, layer: &Layer<f32>, heads: &[(&str, usize)]) {
        let mut from = 0;
        for &(name, outputs) in heads {
            let rows = from..from + outputs;
            let weight = layer.weight.slice(s![rows.clone(), ..]).to_owned();
            self.matrix(format!("{name}.weight"), &weight);
            let bias = layer.bias.slice(s![rows]).to_vec();
            self.put(format!("{name}.bias"), &[outputs], bias);
            from += outputs;
        }
    }
}
