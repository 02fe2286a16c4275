//! The network layer by layer in plain arithmetic. The tiled network must agree with it, and it trains on machines
//! without bfloat16 instructions.
//!
//! In float32 [`matrixmultiply`] makes the products fast. In float64 gradients can be checked against finite
//! differences.

mod layer;
mod number;

use super::forward::Statistics;
use super::kernel::Step;
use super::network::Shape;
use super::state::{Part, StateError, Tensor, find};
use layer::{Layer, Parameter};
use number::{Factor, Real};

/// The network; see the module's page.
#[derive(Clone, Debug)]
pub struct Plain<R> {
    shape: Shape,
    layers: Vec<Layer<R>>,
    heads: Vec<[Parameter<R>; 2]>,
    features: Vec<u16>,
    outputs: Vec<R>,
}

impl<R: Real> Plain<R> {
    /// A network whose weights are all zero, with plain normalisations.
    pub fn new(shape: Shape) -> Self {
        let (width, top) = (shape.layers[0], shape.layers[shape.layers.len() - 1]);
        let mut layers = vec![Layer::new(
            "first",
            "table",
            [shape.features, width],
            width,
            false,
        )];
        let dense =
            |name: String, from, to, skip| Layer::new(&name, "linear.weight", [to, from], to, skip);
        for (i, w) in shape.layers.windows(2).enumerate() {
            layers.push(dense(format!("hidden{i}"), w[0], w[1], false));
        }
        for i in 0..shape.blocks {
            layers.push(dense(format!("block{i}.a"), top, top, false));
            layers.push(dense(format!("block{i}.b"), top, top, true));
        }
        let head = |&(name, count): &(&str, usize)| {
            let part = |what, shape: &[usize]| Parameter::new(format!("{name}.{what}"), shape, 0.0);
            [part("weight", &[count, top]), part("bias", &[count])]
        };
        Self {
            heads: shape.heads.iter().map(head).collect(),
            layers,
            shape,
            features: Vec::new(),
            outputs: Vec::new(),
        }
    }

    /// As [`super::Network::forward`].
    ///
    /// # Panics
    /// If there is no state, a part of one, or a feature past the input.
    pub fn forward(&mut self, features: &[u16], statistics: Statistics) -> &[R] {
        let (active, clip) = (self.shape.active, R::near(self.shape.clip.into()));
        assert!(!features.is_empty() && features.len().is_multiple_of(active));
        let n = features.len() / active;
        self.features = features.to_vec();
        let zero = R::near(0.0);
        for l in 0..self.layers.len() {
            let (below, here) = self.layers.split_at_mut(l);
            let layer = &mut here[0];
            layer.normal.clear();
            layer.normal.resize(n * layer.width, zero);
            if l == 0 {
                let sums = layer.normal.chunks_exact_mut(layer.width);
                for (state, sums) in features.chunks_exact(active).zip(sums) {
                    for &f in state {
                        let row = &layer.weight.value[usize::from(f) * layer.width..];
                        sums.iter_mut().zip(row).for_each(|(sum, &w)| *sum += w);
                    }
                }
            } else {
                let inputs = below[l - 1].width;
                let x = Factor::new(&below[l - 1].x, inputs);
                let w = Factor::turned(&layer.weight.value, inputs);
                R::product(x, w, &mut layer.normal, layer.width, false);
            }
            let skip = layer.skip.then(|| below[l - 2].x.as_slice());
            layer.activate(skip, clip, statistics);
        }
        self.answer(n);
        &self.outputs
    }

    fn answer(&mut self, n: usize) {
        let outputs = self.shape.outputs();
        let top = &self.layers[self.layers.len() - 1];
        self.outputs = vec![R::near(0.0); n * outputs];
        let mut from = 0;
        for [weight, bias] in &self.heads {
            let count = bias.value.len();
            let mut out = vec![R::near(0.0); n * count];
            let x = Factor::new(&top.x, top.width);
            let w = Factor::turned(&weight.value, top.width);
            R::product(x, w, &mut out, count, false);
            let rows = self.outputs.chunks_exact_mut(outputs);
            for (row, out) in rows.zip(out.chunks_exact(count)) {
                for j in 0..count {
                    row[from + j] = out[j] + bias.value[j];
                }
            }
            from += count;
        }
    }

    /// As [`super::Network::backward`].
    ///
    /// # Panics
    /// If there was no forward pass, or the gradients are not as many as its outputs.
    pub fn backward(&mut self, gradient: &[R], step: Option<Step>) {
        assert!(!gradient.is_empty() && gradient.len() == self.outputs.len());
        let clip = R::near(self.shape.clip.into());
        self.descend(gradient);
        for l in (0..self.layers.len()).rev() {
            self.layers[l].mask(clip);
            let d = self.layers[l].differentiate();
            let (below, here) = self.layers.split_at_mut(l);
            let layer = &mut here[0];
            if l == 0 {
                layer.weight.gradient.fill(R::near(0.0));
                let states = self.features.chunks_exact(self.shape.active);
                for (state, d) in states.zip(d.chunks_exact(layer.width)) {
                    for &f in state {
                        let row = &mut layer.weight.gradient[usize::from(f) * layer.width..];
                        row.iter_mut().zip(d).for_each(|(sum, &d)| *sum += d);
                    }
                }
                continue;
            }
            let under = &mut below[l - 1];
            let turned = Factor::turned(&d, layer.width);
            let x = Factor::new(&under.x, under.width);
            R::product(turned, x, &mut layer.weight.gradient, under.width, false);
            // The end of a block has left its gradient to the block's input already.
            let ends = layer.skip;
            let add = !ends && under.g.len() == under.x.len() && !under.g.is_empty();
            under.g.resize(under.x.len(), R::near(0.0));
            let w = Factor::new(&layer.weight.value, under.width);
            R::product(
                Factor::new(&d, layer.width),
                w,
                &mut under.g,
                under.width,
                add,
            );
            if ends {
                below[l - 2].g = layer.g.clone();
            }
        }
        for layer in &mut self.layers {
            layer.g.clear();
        }
        if let Some(step) = step {
            let layers = self.layers.iter_mut().flat_map(Layer::parameters);
            for parameter in layers.chain(self.heads.iter_mut().flatten()) {
                parameter.adam(step);
            }
        }
    }

    /// The gradients of the heads and of the activations below them.
    fn descend(&mut self, gradient: &[R]) {
        let outputs = self.shape.outputs();
        let top = self.layers.last_mut().expect("a layer");
        top.g = vec![R::near(0.0); top.x.len()];
        let mut from = 0;
        for [weight, bias] in &mut self.heads {
            let count = bias.value.len();
            let rows = gradient.chunks_exact(outputs);
            let part: Vec<R> = rows
                .flat_map(|row| row[from..from + count].to_vec())
                .collect();
            let column = |j| part.iter().skip(j).step_by(count).copied();
            bias.gradient = (0..count).map(|j| column(j).sum()).collect();
            let x = Factor::new(&top.x, top.width);
            R::product(
                Factor::turned(&part, count),
                x,
                &mut weight.gradient,
                top.width,
                false,
            );
            let w = Factor::new(&weight.value, top.width);
            R::product(Factor::new(&part, count), w, &mut top.g, top.width, true);
            from += count;
        }
    }

    /// As [`super::Network::tensors`].
    pub fn tensors(&mut self) -> Vec<Tensor> {
        let mut out = self.read(&Part::KEPT);
        for layer in &self.layers {
            for statistic in [&layer.mean, &layer.variance] {
                out.push(Tensor {
                    name: statistic.name.clone(),
                    shape: statistic.shape.clone(),
                    data: statistic.value.iter().map(|x| x.wide() as f32).collect(),
                });
            }
        }
        out
    }

    /// As [`super::Network::gradients`].
    pub fn gradients(&mut self) -> Vec<Tensor> {
        let mut out = self.read(&[Part::Gradient]);
        for tensor in &mut out {
            tensor.name.truncate(tensor.name.len() - "/gradient".len());
        }
        out
    }

    fn read(&mut self, parts: &[Part]) -> Vec<Tensor> {
        let layers = self.layers.iter_mut().flat_map(Layer::parameters);
        let all = layers.chain(self.heads.iter_mut().flatten());
        let of = |parameter: &mut Parameter<R>| -> Vec<Tensor> {
            let (name, shape) = (parameter.name.clone(), parameter.shape.clone());
            let tensor = |&part: &Part| Tensor {
                name: part.of(&name),
                shape: shape.clone(),
                data: parameter
                    .part(part)
                    .iter()
                    .map(|x| x.wide() as f32)
                    .collect(),
            };
            parts.iter().map(tensor).collect()
        };
        all.flat_map(of).collect()
    }

    /// As [`super::Network::restore`].
    ///
    /// # Errors
    /// When a tensor is missing or has another shape; the network is then unusable.
    pub fn restore(&mut self, tensors: &[Tensor], moments: bool) -> Result<(), StateError> {
        let parts = if moments {
            &Part::KEPT[..]
        } else {
            &Part::KEPT[..1]
        };
        let number = |x: &f32| R::near(f64::from(*x));
        for layer in &mut self.layers {
            for statistic in [&mut layer.mean, &mut layer.variance] {
                let data = find(tensors, &statistic.name, &statistic.shape)?;
                statistic.value = data.iter().map(number).collect();
            }
        }
        let layers = self.layers.iter_mut().flat_map(Layer::parameters);
        for parameter in layers.chain(self.heads.iter_mut().flatten()) {
            for &part in parts {
                let data = find(tensors, &part.of(&parameter.name), &parameter.shape)?;
                *parameter.part(part) = data.iter().map(number).collect();
            }
        }
        Ok(())
    }

    /// A number of a parameter, to be changed.
    #[cfg(test)]
    pub(super) fn number(&mut self, name: &str, index: usize) -> &mut R {
        let layers = self.layers.iter_mut().flat_map(Layer::parameters);
        let mut all = layers.chain(self.heads.iter_mut().flatten());
        let found = all.find(|p| p.name == name).expect("a parameter");
        &mut found.value[index]
    }
}
