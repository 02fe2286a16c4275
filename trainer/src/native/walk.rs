//! The losses for walk labels, with their gradients: as in [`crate::labels::Walk`], but on slices and without a
//! graph.

use super::losses::{Known, Layout};

/// The labels of a batch of walks of `steps` steps, each from the goal.
#[derive(Clone, Debug)]
pub struct Walks {
    /// Costs to learn: `[walks, steps + 1]`; those of the goals are not learnt.
    pub labels: Vec<f32>,
    /// The moves back: `[walks, steps]`, the first from step 1.
    pub back: Vec<u8>,
    /// The moves on: `[walks, steps]`, the first from the goal.
    pub onward: Vec<u8>,
    /// The weight of each depth, one on average: `[steps]`.
    pub weight: Vec<f32>,
    /// Weight of the Q loss relative to the value loss.
    pub q_weight: f32,
}

impl Known for Walks {
    /// The losses of the value head and of the Q head, if there is one, of `walks × (steps + 1)` rows of outputs.
    ///
    /// The Q head learns the values of the neighbours on the walk; the cost of the goal is known.
    ///
    /// # Panics
    /// If the outputs or gradients are not as many, or a move is past the Q head.
    fn losses(
        &self,
        layout: Layout,
        outputs: &[f32],
        gradient: &mut [f32],
    ) -> Vec<(&'static str, f64)> {
        let Layout { width, q } = layout;
        let steps = self.weight.len();
        assert_eq!(outputs.len(), self.labels.len() * width);
        assert_eq!(gradient.len(), outputs.len());
        gradient.fill(0.0);
        let count = self.back.len() as f32;
        let (mut value_loss, mut q_loss) = (0.0, 0.0);
        let row = (steps + 1) * width;
        let walks = outputs
            .chunks_exact(row)
            .zip(gradient.chunks_exact_mut(row));
        for (i, (out, gradient)) in walks.enumerate() {
            let labels = &self.labels[i * (steps + 1)..][..steps + 1];
            for (k, (&label, &weight)) in (1..).zip(labels[1..].iter().zip(&self.weight)) {
                let error = out[k * width] - label;
                value_loss += f64::from(weight * error * error);
                gradient[k * width] = 2.0 * weight * error / count;
            }
            let Some(first) = q else { continue };
            let moves = i * steps..(i + 1) * steps;
            let moves = self.onward[moves.clone()].iter().zip(&self.back[moves]);
            let cost = |k: usize| if k == 0 { 0.0 } else { out[k * width] };
            let mut learn = |k: usize, mv: u8, cost: f32| {
                assert!(first + usize::from(mv) < width, "a move past the outputs");
                let at = k * width + first + usize::from(mv);
                let error = out[at] - cost;
                q_loss += f64::from(error * error);
                gradient[at] += 2.0 * self.q_weight * error / count;
            };
            for (k, (&onward, &back)) in moves.enumerate() {
                learn(k, onward, cost(k + 1));
                learn(k + 1, back, cost(k));
            }
        }
        let mean = |sum: f64| sum / f64::from(count);
        let q = q.map(|_| ("q", mean(q_loss)));
        [("value", mean(value_loss))].into_iter().chain(q).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn gradients_are_those_of_finite_differences() {
        let layout = Layout {
            width: 4,
            q: Some(1),
        };
        let known = Walks {
            labels: vec![0.0, 1.0, 2.0, 0.0, 1.0, 1.0],
            back: vec![0, 1, 2, 0],
            onward: vec![1, 1, 0, 2],
            weight: vec![0.5, 1.5],
            q_weight: 0.25,
        };
        let outputs: Vec<f32> = (0..24).map(|i| (i * 7 % 13) as f32 / 3.0).collect();
        let mut gradient = vec![1.0; 24];
        known.losses(layout, &outputs, &mut gradient);
        for i in 0..24 {
            let at = |d: f32| {
                let mut outputs = outputs.clone();
                outputs[i] += d;
                let losses = known.losses(layout, &outputs, &mut [0.0; 24]);
                // What the value head teaches the Q head moves that loss without a gradient.
                let q = losses[1].1 * f64::from(known.q_weight);
                if i % 4 == 0 { losses[0].1 } else { q }
            };
            let slope = (at(0.01) - at(-0.01)) / 0.02;
            let given = f64::from(gradient[i]);
            assert!((slope - given).abs() < 1e-3, "{i}: {slope} {given}");
        }
    }
}
