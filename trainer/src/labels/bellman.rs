//! Fitted value iteration with Bellman labels for states and all their moves.
//!
//! The label of a state is 1 + the cost of its cheapest child, as estimated by the guide, an earlier version
//! of the network. The cost of each child is also the label of the Q head for the move to it, so one
//! look-ahead trains both heads. The guide is evaluated in integers, as searches will use it, which is several
//! times faster than float. If the puzzle has a lower bound, labels may be kept above it. Costs then grow from
//! the bound, not from 0, and need fewer rounds to become true.
//!
//! With one move of look-ahead, true costs travel one move from the goal per round. With `rollout` the guide
//! walks greedily from each state, never straight back, and each label takes the share `lambda` from the label
//! of the next state: a mean over look-aheads of all depths (TD(λ), Sutton 1988). This is faster, but labels
//! are too high where the greedy walk errs, so a run ends without it.
//!
//! Walks lead backwards from the goal. So if moves cannot be undone, no state of a walk is a dead end. `stray`
//! lets states go on by random moves first, and `most` is the cost of states from which no goal can be reached.
//!
//! With `beam` the states are those of small beams that start at the states of the walks. They are made for all
//! steps until the next refresh at once, and labels look ahead to the ends of the beams: see `beams`.
//!
//! The states of a batch are drawn from all walks of a pool, because neighbours on a walk are nearly the same.

use super::beams;
use super::guide::Guide;
use super::integer::Integer;
use super::lesson::{Lesson, Look, Step, at_most};
use super::pool::Pool;
use super::{Slices, Target};
use crate::dynamics::{Shape, States, least};
use crate::native::costs::Costs;
use crate::net::Net;
use crate::random::{Random, permutation, seeded, unit};
use crate::recipe::{self, Recipe};
use crate::tensor::{StateError, Tensor};

/// The Bellman target; see the module's page.
#[derive(Debug)]
pub struct Bellman {
    recipe: Recipe,
    shape: Shape,
    pool: Pool,
    guide: Guide,
    /// The guide in integers, once it is needed; `None` inside where it has no such form.
    integer: Option<Option<Integer>>,
    /// The labels from beams for all steps between two refreshes, and the number of these steps.
    round: Option<(u64, Lesson)>,
    how: recipe::Bellman,
}

impl Bellman {
    /// States from `pool`, labels by `guide`.
    pub fn new(
        recipe: &Recipe,
        shape: Shape,
        pool: Pool,
        guide: Guide,
        how: recipe::Bellman,
    ) -> Self {
        Self {
            recipe: recipe.clone(),
            shape,
            pool,
            guide,
            integer: None,
            round: None,
            how,
        }
    }

    /// The labels of a step, with the guide of that step.
    fn next(&mut self, net: &dyn Net, step: u64) -> Lesson {
        if step.is_multiple_of(self.how.refresh) {
            // From the first step on: a run may begin with given parameters.
            let kept = if step == 0 { 0.0 } else { self.how.average };
            self.guide.average_with(net, kept);
            self.integer = None;
        }
        self.lesson(step)
    }

    /// The children of states, and their costs by the guide.
    fn look(&mut self, states: &dyn States) -> Look {
        let children = states.children();
        let costs = self.costs(children.states.as_ref());
        Look {
            costs: children.costs(costs),
            floor: self.floor(states),
            children,
        }
    }

    /// The costs of states by the guide; at least 0.
    fn costs(&mut self, states: &dyn States) -> Vec<f32> {
        let net = self.guide.net();
        let integer = self
            .integer
            .get_or_insert_with(|| Integer::new(&self.recipe, self.shape, net));
        let features = states.features();
        let mut costs = match integer {
            Some(integer) => integer.values(&features),
            None => net
                .evaluate(&features)
                .value
                .expect("checked with the recipe"),
        };
        let above = self.recipe.net.above_bound();
        let bounds = (above || self.how.bound).then(|| states.bounds());
        if let (Some(bounds), true) = (&bounds, above) {
            costs
                .iter_mut()
                .zip(bounds)
                .for_each(|(cost, by)| *cost += by);
        }
        let most = self.most();
        for cost in &mut costs {
            *cost = at_most(if *cost < 0.0 { 0.0 } else { *cost }, most);
        }
        if let (Some(bounds), true) = (bounds, self.how.bound) {
            let pairs = costs.iter_mut().zip(bounds);
            pairs.for_each(|(cost, bound)| *cost = cost.max(bound));
        }
        costs
    }

    /// The largest cost.
    fn most(&self) -> f32 {
        self.how.most() as f32
    }

    /// The cost from which the network counts, for each state.
    fn floor(&self, states: &dyn States) -> Vec<f32> {
        if !self.recipe.net.above_bound() {
            return vec![0.0; states.count()];
        }
        let bounds = states.bounds().into_iter();
        bounds.map(|bound| at_most(bound, self.most())).collect()
    }

    /// The states of a step's batch, with their labels.
    fn lesson(&mut self, step: u64) -> Lesson {
        if self.how.beam > 1 {
            return self.lesson_of_beams(step);
        }
        let rollout = self.how.rollout as usize;
        let (all, _) = self.pool.shuffled_states(step / rollout as u64);
        let count = self.pool.examples_here() / rollout;
        let first = step as usize % rollout * count;
        let mut states = all.narrow(first..first + count);
        if self.how.stray > 0 {
            let mut rng = seeded(self.recipe.seed, STRAY, step);
            states = self.after_random_moves(&mut rng, states, step as usize / rollout);
        }
        let most = self.most();
        if rollout == 1 {
            let look = self.look(states.as_ref());
            return Lesson::of(states.as_ref(), look.costs, look.floor, most);
        }
        let mut way = Vec::new();
        let mut before: Option<Vec<u64>> = None;
        for _ in 0..rollout {
            let Look {
                children,
                costs,
                floor,
            } = self.look(states.as_ref());
            let mut order = costs.clone();
            if let Some(before) = before {
                let keys = children.states.keys();
                let rows = keys.chunks_exact(children.moves).zip(before);
                let back = rows.flat_map(|(row, before)| row.iter().map(move |&key| key == before));
                for (order, _) in order.iter_mut().zip(back).filter(|(_, back)| *back) {
                    *order += BACK;
                }
            }
            let best = least(&order, children.moves);
            let next = children.after(&best);
            before = Some(states.keys());
            way.push(Step {
                lesson: Lesson::of(states.as_ref(), costs, floor, most),
                best,
                goals: states.goals(),
            });
            states = next;
        }
        Lesson::along(way, self.how.lambda, most)
    }

    /// The states after random moves. All states of one call make the same number of moves; `nth` selects it, from 0 to
    /// `stray` in turn.
    fn after_random_moves(
        &self,
        rng: &mut Random,
        mut states: Box<dyn States>,
        nth: usize,
    ) -> Box<dyn States> {
        for _ in 0..nth % (self.how.stray as usize + 1) {
            states = random_children(rng, states.as_ref());
        }
        states
    }

    /// The same from beams.
    fn lesson_of_beams(&mut self, step: u64) -> Lesson {
        let (round, place) = (step / self.how.refresh, step % self.how.refresh);
        let count = self.pool.examples_here();
        if self.round.as_ref().is_none_or(|(of, _)| *of != round) {
            self.round = None;
            let lesson = self.beams(round, count * self.how.refresh as usize);
            self.round = Some((round, lesson));
        }
        let (_, lesson) = self.round.as_ref().expect("just made");
        lesson.narrow(place as usize * count, count)
    }

    /// `need` states of beams in an order drawn at random.
    fn beams(&mut self, round: u64, need: usize) -> Lesson {
        let size = beams::Size {
            width: self.how.beam as usize,
            layers: self.how.rollout as usize,
        };
        let learnt = beams::Learnt {
            common: self.how.common,
            share: self.how.share,
            most: self.most(),
        };
        let (all, _) = self.pool.shuffled_states(round);
        let (mut lesson, mut from) = (Lesson::default(), 0);
        let count = self.pool.examples_here();
        let rng = &mut seeded(self.recipe.seed, STRAY, round);
        while lesson.label.len() < need && from < count {
            let roots = all.narrow(from..count.min(from + TOGETHER));
            let roots = self.after_random_moves(rng, roots, from / TOGETHER);
            if let Some(part) = beams::lesson(roots, size, learnt, self, rng) {
                lesson.append(part);
            }
            from += TOGETHER;
        }
        let rng = &mut seeded(self.recipe.seed, ORDER, round);
        let order = permutation(rng, lesson.label.len());
        // Beams may end so soon that some states are needed twice.
        let rows: Vec<usize> = order.iter().copied().cycle().take(need).collect();
        lesson.pick(&rows)
    }
}

/// Beams that are searched together, so that the engine has work.
const TOGETHER: usize = 64;

/// The purpose of the random numbers that shuffle the states of beams.
const ORDER: u64 = 3;

/// The purpose of the random moves of [`Bellman::after_random_moves`].
const STRAY: u64 = 2;

/// The states after one random move. The move does not lead to a state that is dead by the bound, if another move
/// is possible.
fn random_children(rng: &mut Random, states: &dyn States) -> Box<dyn States> {
    let children = states.children();
    let bounds = children.states.bounds().into_iter();
    // The least of the lots' opposites wins: one that is drawn beats one that is dead.
    let lot = |bound: f32| f32::from(bound.is_infinite()) - unit(rng) as f32;
    let order = children.bar(bounds.map(lot).collect(), 2.0);
    let best = least(&order, children.moves);
    children.after(&best)
}

/// A cost that keeps a walk from going back while it can go on.
const BACK: f32 = 1e6;

impl beams::Teacher for Bellman {
    fn costs(&mut self, states: &dyn States) -> Vec<f32> {
        Self::costs(self, states)
    }

    fn floor(&self, states: &dyn States) -> Vec<f32> {
        Self::floor(self, states)
    }
}

impl Target for Bellman {
    fn slices(&mut self, net: &dyn Net, step: u64) -> Slices {
        let lesson = self.next(net, step);
        Slices {
            features: lesson.features,
            known: Box::new(Costs {
                labels: lesson.label,
                moves: lesson.costs,
                floor: lesson.floor,
                q_weight: self.how.q_weight as f32,
            }),
            examples: self.pool.examples(),
        }
    }

    fn state(&self) -> Vec<Tensor> {
        self.guide.state()
    }

    fn restore(&mut self, tensors: &[Tensor]) -> Result<(), StateError> {
        self.guide.restore(tensors)?;
        self.integer = None;
        Ok(())
    }

    fn generation_seconds(&self) -> f64 {
        self.pool.seconds()
    }
}
