//! Labels of states from what lies ahead of them, for the Bellman target.

use crate::dynamics::{Children, States};

/// The look-ahead of one move from states.
#[derive(Debug)]
pub(super) struct Look {
    /// Their children.
    pub children: Children,
    /// The cost of each child, `[n × moves]`: infinity if there is no such move.
    pub costs: Vec<f32>,
    /// The cost from which the network counts, for each state.
    pub floor: Vec<f32>,
}

/// States with their labels.
#[derive(Clone, Debug, Default)]
pub(super) struct Lesson {
    /// Active features, `[n × active]`.
    pub features: Vec<u16>,
    /// The cost of each state, `[n]`.
    pub label: Vec<f32>,
    /// The cost of each child, `[n × moves]`.
    pub costs: Vec<f32>,
    /// The cost from which the network counts, for each state, `[n]`.
    pub floor: Vec<f32>,
}

/// A step of a walk: its states' lesson, the move that each makes, and which of them are goals.
pub(super) struct Step {
    pub lesson: Lesson,
    pub best: Vec<usize>,
    pub goals: Vec<bool>,
}

impl Lesson {
    pub fn of(states: &dyn States, costs: Vec<f32>, floor: Vec<f32>, most: f32) -> Self {
        let moves = costs.len() / floor.len().max(1);
        let least = |row: &[f32]| row.iter().copied().fold(f32::INFINITY, f32::min);
        let rows = costs.chunks_exact(moves.max(1));
        Self {
            features: states.features(),
            label: rows.map(|row| at_most(least(row) + 1.0, most)).collect(),
            costs,
            floor,
        }
    }

    /// Joins lessons along a walk: each state but the last has a child that is the state of the next lesson. The share
    /// `lambda` of that child's cost is taken from the next lesson. No state costs more than `most`.
    pub fn along(way: Vec<Step>, lambda: f64, most: f32) -> Self {
        let mut all = Self::default();
        let mut next: Vec<f32> = Vec::new();
        for step in way.into_iter().rev() {
            let (mut lesson, best) = (step.lesson, step.best);
            let moves = lesson.costs.len() / best.len().max(1);
            for (i, next) in next.iter().enumerate() {
                let cost = &mut lesson.costs[i * moves + best[i]];
                let (near, far) = (f64::from(*cost), f64::from(*next));
                *cost = (near + lambda * (far - near)) as f32;
                lesson.label[i] = match step.goals[i] {
                    true => 0.0,
                    false => at_most(*cost + 1.0, most),
                };
            }
            next.clone_from(&lesson.label);
            all.append(lesson);
        }
        all
    }

    /// Adds the states of another lesson.
    pub fn append(&mut self, mut other: Self) {
        self.features.append(&mut other.features);
        self.label.append(&mut other.label);
        self.costs.append(&mut other.costs);
        self.floor.append(&mut other.floor);
    }

    /// The states in `rows`.
    pub fn pick(&self, rows: &[usize]) -> Self {
        let count = self.label.len().max(1);
        Self {
            features: picked(&self.features, count, rows),
            label: picked(&self.label, count, rows),
            costs: picked(&self.costs, count, rows),
            floor: picked(&self.floor, count, rows),
        }
    }

    /// `count` states from `start` on.
    pub fn narrow(&self, start: usize, count: usize) -> Self {
        self.pick(&(start..start + count).collect::<Vec<_>>())
    }
}

/// `cost`, unless `most` is less.
pub(super) fn at_most(cost: f32, most: f32) -> f32 {
    if cost > most { most } else { cost }
}

/// Some rows of `count`.
pub(super) fn picked<T: Copy>(all: &[T], count: usize, rows: &[usize]) -> Vec<T> {
    let each = all.len() / count;
    let rows = rows.iter();
    rows.flat_map(|row| &all[row * each..][..each])
        .copied()
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lesson(costs: &[f32; 2]) -> Lesson {
        Lesson {
            features: vec![0],
            label: vec![costs[0].min(costs[1]) + 1.0],
            floor: vec![0.0],
            costs: costs.to_vec(),
        }
    }

    /// One walk of three states by their first, second and first move; it looks further than each of
    /// its states does, and knows nothing better of a goal than that it is one.
    #[test]
    fn labels_look_along_the_walk() {
        let along = |lambda, goal| {
            let step = |costs, best, goal| Step {
                lesson: lesson(costs),
                best: vec![best],
                goals: vec![goal],
            };
            let way = vec![
                step(&[2.0, 9.0], 0, false),
                step(&[8.0, 3.0], 1, goal),
                step(&[5.0, 7.0], 0, false),
            ];
            let Lesson { label, costs, .. } = Lesson::along(way, lambda, 7.5);
            (label, costs)
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
