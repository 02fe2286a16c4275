//! True distances as labels, by a table of all states: what a network learns that imitates an optimal solver (DeepCubeA
//! 2019, Supplementary Figure 2). The Q head learns the true distances of the children.
//!
//! States are those of walks, as for other targets, or drawn evenly from all states, most of which are far from the goal.

use super::pool::Pool;
use super::{Slices, Target};
use crate::dynamics::{States, Whole};
use crate::native::costs::Costs;
use crate::net::Net;
use crate::random::{below, seeded};

/// The purpose of the random numbers that draw states evenly.
const EVENLY: u64 = 8;

/// The exact target; see the module's page.
#[derive(Debug)]
pub struct Exact {
    pool: Pool,
    whole: Whole,
    /// The seed of states that are drawn evenly, and which part of each batch this process takes; `None` for walks.
    evenly: Option<(u64, usize)>,
    /// The weight of the Q loss relative to the value loss, if there is a Q head.
    q_weight: Option<f64>,
}

impl Exact {
    /// Distances from `whole`, for states from a shuffled `pool`, or for as many that are drawn evenly.
    pub fn new(
        pool: Pool,
        whole: Whole,
        evenly: Option<(u64, usize)>,
        q_weight: Option<f64>,
    ) -> Self {
        Self {
            pool,
            whole,
            evenly,
            q_weight,
        }
    }

    /// The states of a step.
    fn states(&mut self, step: u64) -> Box<dyn States> {
        let Some((seed, part)) = self.evenly else {
            return self.pool.states(step).0;
        };
        let (all, here) = (&self.whole.states, self.pool.examples_here());
        let rng = &mut seeded(seed, EVENLY, step);
        let rows = (0..self.pool.examples()).map(|_| below(rng, all.count() as u64) as usize);
        let rows: Vec<usize> = rows.skip(part * here).take(here).collect();
        all.pick(&rows)
    }

    /// The distances of all children, infinity where there is none: `[n × moves]`.
    fn of_children(&self, states: &dyn States) -> Vec<f32> {
        let children = states.children();
        let distances = self.whole.distances(children.states.as_ref());
        children.bar(distances, f32::INFINITY)
    }
}

impl Target for Exact {
    fn slices(&mut self, _net: &dyn Net, step: u64) -> Slices {
        let states = self.states(step);
        let states = states.as_ref();
        Slices {
            features: states.features(),
            known: Box::new(Costs {
                labels: self.whole.distances(states),
                moves: match self.q_weight {
                    Some(_) => self.of_children(states),
                    None => vec![f32::INFINITY; states.count()],
                },
                floor: vec![0.0; states.count()],
                q_weight: self.q_weight.unwrap_or(0.0) as f32,
            }),
            examples: self.pool.examples(),
        }
    }

    fn generation_seconds(&self) -> f64 {
        self.pool.seconds()
    }
}
