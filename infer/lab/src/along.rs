//! A network's costs along solutions, move by move: Figure 5 of Brinner 2021.
//!
//! Values come solution by solution, each from its end to its beginning, as [`values_along`] gives them: in units of
//! [`MOVE_COST`], with the moves left.
//!
//! [`values_along`]: crate::networks::values_along

use crate::measure::{mean, quartiles};
use quarterturn::eval::MOVE_COST;
use serde::Serialize;
use std::collections::BTreeMap;

/// What a network says of all states with as many moves left.
#[derive(Debug, Serialize)]
pub struct Costs {
    /// Moves left, the true cost if the solutions are shortest.
    pub moves_left: usize,
    /// States.
    pub states: usize,
    /// Mean of their predicted costs, in moves.
    pub value_mean: f64,
    /// Their five-number summary: the least, the quartiles with the median between them, and the most.
    pub value_quartiles: [f64; 5],
}

/// A state on a solution.
#[derive(Debug, PartialEq, Serialize)]
pub struct Step {
    /// Moves left.
    pub moves_left: usize,
    /// The predicted cost, in moves.
    pub value: f64,
}

impl Costs {
    /// By the moves left, the fewest first.
    pub fn all(values: &[(i32, usize)]) -> Vec<Self> {
        let mut by_moves = BTreeMap::<usize, Vec<f64>>::new();
        for &(value, left) in values {
            by_moves.entry(left).or_default().push(in_moves(value));
        }
        let costs = |(moves_left, mut values): (usize, Vec<f64>)| {
            values.sort_by(f64::total_cmp);
            Some(Self {
                moves_left,
                states: values.len(),
                value_mean: mean(values.iter().copied())?,
                value_quartiles: quartiles(&values)?,
            })
        };
        by_moves.into_iter().filter_map(costs).collect()
    }
}

impl Step {
    /// The states of the first solution that has moves, from its beginning on.
    pub fn first(values: &[(i32, usize)]) -> Vec<Self> {
        let first = values.iter().zip(1..);
        let first = first.take_while(|&(&(_, left), nth)| left == nth);
        let mut steps: Vec<Self> = first
            .map(|(&(value, moves_left), _)| Self {
                moves_left,
                value: in_moves(value),
            })
            .collect();
        steps.reverse();
        steps
    }
}

fn in_moves(value: i32) -> f64 {
    f64::from(value) / f64::from(MOVE_COST)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_gathered_by_the_moves_left() {
        let unit = MOVE_COST;
        // Two moves, then three.
        let values = [(unit, 1), (3 * unit, 2), (0, 1), (unit, 2), (4 * unit, 3)];
        let costs = Costs::all(&values);
        let means = costs.iter().map(|c| (c.moves_left, c.states, c.value_mean));
        let means: Vec<_> = means.collect();
        assert_eq!(means, [(1, 2, 0.5), (2, 2, 2.0), (3, 1, 4.0)]);
        assert_eq!(costs[1].value_quartiles, [1.0, 1.5, 2.0, 2.5, 3.0]);
        let step = |moves_left, value| Step { moves_left, value };
        assert_eq!(Step::first(&values), [step(2, 3.0), step(1, 1.0)]);
        assert_eq!(Step::first(&[]), []);
    }
}
