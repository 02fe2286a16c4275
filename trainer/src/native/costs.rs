//! The losses for states with known costs, and known costs of their moves: as in [`crate::labels::Bellman`], but on
//! slices and without a graph.

use super::losses::{Known, Layout};

/// The labels of a batch.
#[derive(Clone, Debug)]
pub struct Costs {
    /// The cost of each state: `[n]`.
    pub labels: Vec<f32>,
    /// The cost of each move: `[n, moves]`, infinity if it is not known.
    pub moves: Vec<f32>,
    /// The cost from which the network counts, for each state: `[n]`.
    pub floor: Vec<f32>,
    /// Weight of the Q loss relative to the value loss.
    pub q_weight: f32,
}

impl Known for Costs {
    /// The losses of the value head and of the Q head, if there is one, and the mean label.
    fn losses(
        &self,
        layout: Layout,
        outputs: &[f32],
        gradient: &mut [f32],
    ) -> Vec<(&'static str, f64)> {
        let Layout { width, q } = layout;
        let count = self.labels.len();
        assert_eq!(outputs.len(), count * width);
        assert_eq!(gradient.len(), outputs.len());
        gradient.fill(0.0);
        let moves = self.moves.len() / count;
        let known = self.moves.iter().filter(|cost| cost.is_finite()).count() as f32;
        let (mut value_loss, mut q_loss, mut sum) = (0.0, 0.0, 0.0);
        let rows = outputs.chunks_exact(width);
        let rows = rows.zip(gradient.chunks_exact_mut(width));
        let costs = self.moves.chunks_exact(moves).zip(&self.floor);
        for (((out, gradient), &label), (costs, &floor)) in rows.zip(&self.labels).zip(costs) {
            let error = out[0] + floor - label;
            value_loss += f64::from(error * error);
            sum += f64::from(label);
            gradient[0] = 2.0 * error / count as f32;
            let Some(first) = q else { continue };
            let head = out[first..].iter().zip(&mut gradient[first..]);
            for ((out, gradient), &cost) in head.zip(costs).filter(|(_, cost)| cost.is_finite()) {
                let error = out + floor - cost;
                q_loss += f64::from(error * error);
                *gradient = 2.0 * self.q_weight * error / known;
            }
        }
        let mut losses = vec![("value", value_loss / count as f64)];
        losses.extend(q.map(|_| ("q", q_loss / f64::from(known))));
        losses.push(("label", sum / count as f64));
        losses
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn gradients_are_those_of_finite_differences() {
        let layout = Layout {
            width: 3,
            q: Some(1),
        };
        let known = Costs {
            labels: vec![1.0, 5.0],
            moves: vec![2.0, f32::INFINITY, 4.0, 3.0],
            floor: vec![0.0, 2.0],
            q_weight: 0.25,
        };
        let outputs = [0.5, 1.0, 7.0, 2.0, 2.5, 0.0];
        let mut gradient = [1.0; 6];
        let losses = known.losses(layout, &outputs, &mut gradient);
        assert_eq!(losses[0], ("value", (0.25 + 1.0) / 2.0));
        assert_eq!(losses[1], ("q", (1.0 + 0.25 + 1.0) / 3.0));
        assert_eq!(losses[2], ("label", 3.0));
        for i in 0..6 {
            let at = |d: f32| {
                let mut outputs = outputs;
                outputs[i] += d;
                let losses = known.losses(layout, &outputs, &mut [0.0; 6]);
                losses[0].1 + f64::from(known.q_weight) * losses[1].1
            };
            let slope = (at(0.01) - at(-0.01)) / 0.02;
            let given = f64::from(gradient[i]);
            assert!((slope - given).abs() < 1e-3, "{i}: {slope} {given}");
        }
    }
}
