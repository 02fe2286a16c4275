//! A beam where moves differ in cost: the states of a depth are ordered by the cost of the path to them
//! plus the cost-to-go.
//!
//! Layers are still depths, so the first solution need not be the cheapest. The search goes on below the
//! cost of the best solution. It ends when no state of the beam could lead to a cheaper one, even if all
//! later moves were the cheapest.

use super::Rank;
use super::cut::NEVER;
use super::layer::{Layer, Step};
use super::seen::SLICE;
use crate::costs::MoveCosts;
use crate::limits::{Stopped, Watch};
use crate::parallel;
use crate::search::priced::{priced, weight, weighted};
use quarterturn_core::Puzzle;

/// The costs of moves, and the costs of the paths to the states of the last layer.
pub(super) struct Prices {
    of: Vec<Option<i32>>,
    mean: u32,
    /// The price of the cheapest move.
    least: u32,
    /// λ in the unit of all costs.
    weight: i32,
    ways: Vec<i32>,
}

impl Prices {
    /// At the root.
    pub fn new(costs: &MoveCosts, lambda: f32) -> Self {
        Self {
            of: costs.fixed().iter().map(|c| c.map(|c| c as i32)).collect(),
            mean: costs.mean(),
            least: costs.least(),
            weight: weight(lambda),
            ways: vec![0],
        }
    }

    /// Bytes held for a layer of `width` states and its `candidates`.
    pub const fn bytes(width: usize, candidates: usize) -> usize {
        (2 * width + candidates) * size_of::<i32>()
    }

    /// The costs of the paths to children of the last layer.
    fn path_costs(&self, steps: &[Step]) -> Vec<i32> {
        let price = |step: Step| self.of[step.mv().index()].expect("an allowed move");
        let way = |&step: &Step| self.ways[step.parent()].saturating_add(price(step));
        let mut ways = vec![0; steps.len()];
        parallel::rows(&mut ways, 1, &|at, ways| {
            ways.iter_mut()
                .zip(&steps[at..])
                .for_each(|(to, step)| *to = way(step));
        });
        ways
    }

    /// Keeps two children that are the same state at different costs apart. Otherwise the set of known states
    /// would drop the later one, which may be the cheaper.
    pub fn tell_apart<P: Puzzle>(
        &self,
        children: &mut Layer<P>,
        watch: Watch<'_>,
    ) -> Result<(), Stopped> {
        let slices = children.keys.chunks_mut(SLICE);
        for (keys, steps) in slices.zip(children.steps.chunks(SLICE)) {
            watch.due()?;
            for (key, way) in keys.iter_mut().zip(self.path_costs(steps)) {
                *key ^= (way as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15);
            }
        }
        Ok(())
    }

    /// The priority of a state: the cost of the path to it and the cost-to-go. [`NEVER`] if even at the price of
    /// the cheapest move it reaches `budget`.
    fn priority(&self, way: i32, to_go: i32, budget: u64) -> i32 {
        let least = u64::from(way.unsigned_abs()) + priced(to_go, self.least) as u64;
        if least >= budget {
            return NEVER;
        }
        weighted(way.unsigned_abs(), self.weight).saturating_add(priced(to_go, self.mean))
    }

    /// Moves on to a layer whose steps start in the last one.
    pub fn advance(&mut self, steps: &[Step]) {
        self.ways = self.path_costs(steps);
    }

    /// Ranks children of the last layer, whose ranks are their costs-to-go, by their priority.
    pub fn rank<P: Puzzle>(
        &self,
        children: &mut Layer<P>,
        budget: u64,
        watch: Watch<'_>,
    ) -> Result<(), Stopped> {
        let slices = children.rank.chunks_mut(SLICE);
        for (ranks, steps) in slices.zip(children.steps.chunks(SLICE)) {
            watch.due()?;
            for (rank, way) in ranks.iter_mut().zip(self.path_costs(steps)) {
                *rank = self.priority(way, *rank, budget);
            }
        }
        Ok(())
    }

    /// As [`Prices::rank`], for the scores of the last layer's moves; drops those forbidden.
    pub fn score(&self, guide: &mut [i32], by: Rank, budget: u64) {
        let moves = self.of.len();
        parallel::rows(guide, moves, &|at, rows| {
            for (row, way) in rows.chunks_exact_mut(moves).zip(&self.ways[at..]) {
                for (score, price) in row.iter_mut().zip(&self.of) {
                    *score = match *price {
                        Some(_) if *score == NEVER || by == Rank::Policy => *score,
                        Some(price) => self.priority(way.saturating_add(price), *score, budget),
                        None => NEVER,
                    };
                }
            }
        });
    }
}
