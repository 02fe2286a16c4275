//! Labels of states from what lies ahead of them, for the Bellman target.

use crate::dynamics::{Children, States};
use crate::tensor::Tensor;

/// The look-ahead of one move from states.
#[derive(Debug)]
pub(super) struct Look {
    /// Their children.
    pub children: Children,
    /// The cost of each child, `[n, moves]`: infinity if there is no such move.
    pub costs: Tensor,
    /// The cost from which the network counts, for each state: `[n]`.
    pub floor: Tensor,
}

/// States with their labels.
#[derive(Debug)]
pub(super) struct Lesson {
    /// Active features, `[n, active]`.
    pub features: Tensor,
    /// The cost of each state, `[n]`.
    pub label: Tensor,
    /// The cost of each child, `[n, moves]`.
    pub costs: Tensor,
    /// The cost from which the network counts, for each state: `[n]`.
    pub floor: Tensor,
}

impl Lesson {
    pub fn of(states: &dyn States, costs: Tensor, floor: Tensor, most: f64) -> Self {
        let label: Tensor = costs.amin([1], false) + 1.0;
        Self {
            features: states.features(),
            label: label.clamp_max(most),
            costs,
            floor,
        }
    }

    /// Joins lessons along a walk: each state but the last has a child that is the state of the next lesson. The share
    /// `lambda` of that child's cost is taken from the next lesson. No state costs more than `most`.
    pub fn along(way: Vec<(Self, Tensor, Tensor)>, lambda: f64, most: f64) -> Self {
        let mut lessons: Vec<Self> = Vec::new();
        for (mut lesson, best, goal) in way.into_iter().rev() {
            if let Some(next) = lessons.last() {
                let near = lesson.costs.gather(1, &best, false);
                let cost = near.lerp(&next.label.unsqueeze(1), lambda);
                lesson.costs = lesson.costs.scatter(1, &best, &cost);
                let label = (cost.squeeze_dim(1) + 1.0).clamp_max(most);
                lesson.label = label.masked_fill(&goal, 0.0);
            }
            lessons.push(lesson);
        }
        Self::cat(&lessons)
    }

    /// Concatenates lessons.
    pub fn cat(lessons: &[Self]) -> Self {
        let cat = |of: fn(&Self) -> &Tensor| {
            let parts: Vec<&Tensor> = lessons.iter().map(of).collect();
            Tensor::cat(&parts, 0)
        };
        Self {
            features: cat(|lesson| &lesson.features),
            label: cat(|lesson| &lesson.label),
            costs: cat(|lesson| &lesson.costs),
            floor: cat(|lesson| &lesson.floor),
        }
    }

    /// The states in `rows`.
    pub fn pick(&self, rows: &Tensor) -> Self {
        self.each(|tensor| tensor.index_select(0, rows))
    }

    /// `count` states from `start` on.
    pub fn narrow(&self, start: i64, count: i64) -> Self {
        self.each(|tensor| tensor.narrow(0, start, count))
    }

    fn each(&self, of: impl Fn(&Tensor) -> Tensor) -> Self {
        Self {
            features: of(&self.features),
            label: of(&self.label),
            costs: of(&self.costs),
            floor: of(&self.floor),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tensor::{Device, Kind};

    fn lesson(costs: &[f32; 2]) -> Lesson {
        let costs = Tensor::from_slice(costs).unsqueeze(0);
        Lesson {
            features: Tensor::zeros([1, 1], (Kind::Int64, Device::Cpu)),
            label: costs.amin([1], false) + 1.0,
            floor: Tensor::zeros([1], (Kind::Float, Device::Cpu)),
            costs,
        }
    }

    /// One walk of three states by their first, second and first move; it looks further than each of
    /// its states does, and knows nothing better of a goal than that it is one.
    #[test]
    fn labels_look_along_the_walk() {
        let along = |lambda, goal| {
            let step = |costs, best: i64, goal: bool| {
                let best = Tensor::from_slice(&[best]).unsqueeze(0);
                (lesson(costs), best, Tensor::from_slice(&[goal]))
            };
            let way = vec![
                step(&[2.0, 9.0], 0, false),
                step(&[8.0, 3.0], 1, goal),
                step(&[5.0, 7.0], 0, false),
            ];
            let Lesson { label, costs, .. } = Lesson::along(way, lambda, 7.5);
            let labels = Vec::<f32>::try_from(label).unwrap();
            let costs = Vec::<f32>::try_from(costs.reshape([-1])).unwrap();
            (labels, costs)
        };
        // The last state comes first.
        let alone = (vec![6.0, 4.0, 3.0], vec![5.0, 7.0, 8.0, 3.0, 2.0, 9.0]);
        assert_eq!(along(0.0, false), alone);
        // The first costs 8 by what lies ahead, and none costs so much here.
        let far = (vec![6.0, 7.0, 7.5], vec![5.0, 7.0, 8.0, 6.0, 7.0, 9.0]);
        assert_eq!(along(1.0, false), far);
        assert_eq!(along(0.5, false).0, [6.0, 5.5, 4.75]);
        assert_eq!(along(1.0, true).0, [6.0, 0.0, 1.0]);
    }
}
