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

#[cfg(feature = "libtorch")]
use super::Loss;
use super::beams;
use super::guide::Guide;
use super::integer::Integer;
use super::lesson::{Lesson, Look};
use super::lookahead::values;
use super::pool::Pool;
use super::{Slices, Target};
use crate::dynamics::{Shape, States, numbers, on_host};
use crate::native::costs::Costs;
use crate::native::losses::Layout;
use crate::net::Net;
use crate::recipe::{self, Recipe};
use crate::tensor::{self, Kind, Tensor, no_grad};
#[cfg(feature = "libtorch")]
use tch::Reduction;

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
        no_grad(|| self.lesson(step))
    }

    /// The children of states, and their costs by the guide.
    fn look(&mut self, states: &dyn States) -> Look {
        let children = states.children();
        let costs = self.costs(children.states.as_ref());
        Look {
            costs: children.costs(&costs),
            floor: self.floor(states),
            children,
        }
    }

    /// The costs of states by the guide, `[n]`; at least 0.
    fn costs(&mut self, states: &dyn States) -> Tensor {
        let net = self.guide.net();
        let integer = self
            .integer
            .get_or_insert_with(|| Integer::new(&self.recipe, self.shape, net));
        let mut costs = match integer {
            Some(integer) => integer.values(&states.on_host()),
            None => values(net, &states.features()),
        };
        let above = self.recipe.net.above_bound();
        let bounds = (above || self.how.bound).then(|| states.bounds());
        if let (Some(bounds), true) = (&bounds, above) {
            costs += bounds;
        }
        costs = costs.clamp(0.0, self.how.most());
        match (&bounds, self.how.bound) {
            (Some(bounds), true) => costs.maximum(bounds),
            _ => costs,
        }
    }

    /// The cost from which the network counts, for each state: `[n]`.
    fn floor(&self, states: &dyn States) -> Tensor {
        match self.recipe.net.above_bound() {
            true => states.bounds().clamp_max(self.how.most()),
            false => states.is_goal().to_kind(Kind::Float) * 0.0,
        }
    }

    /// The states of a step's batch, with their labels.
    fn lesson(&mut self, step: u64) -> Lesson {
        if self.how.beam > 1 {
            return self.lesson_of_beams(step);
        }
        let rollout = self.how.rollout;
        let (all, _) = self.pool.shuffled_states(step / rollout as u64);
        let count = self.pool.examples_here() / rollout;
        let mut states = all.narrow(step as i64 % rollout * count, count);
        if self.how.stray > 0 {
            tensor::seed(self.recipe.seed, STRAY, step);
            states = self.after_random_moves(states, step as i64 / rollout);
        }
        if rollout == 1 {
            let look = self.look(states.as_ref());
            return Lesson::of(states.as_ref(), look.costs, look.floor, self.how.most());
        }
        let mut way = Vec::new();
        let mut before: Option<Tensor> = None;
        for _ in 0..rollout {
            let Look {
                children,
                costs,
                floor,
            } = self.look(states.as_ref());
            let mut order = costs.copy();
            if let Some(before) = before {
                let keys = children.states.keys().reshape([-1, children.moves]);
                order += keys.eq_tensor(&before).to_kind(Kind::Float) * BACK;
            }
            let best = order.argmin(1, true);
            let rows = Tensor::arange(count, (Kind::Int64, best.device())).unsqueeze(1);
            let next = children
                .states
                .pick(&(rows * children.moves + &best).reshape([-1]));
            before = Some(states.keys().unsqueeze(1));
            let lesson = Lesson::of(states.as_ref(), costs, floor, self.how.most());
            way.push((lesson, best, states.is_goal()));
            states = next;
        }
        Lesson::along(way, self.how.lambda, self.how.most())
    }

    /// The states after random moves. All states of one call make the same number of moves; `nth` selects it, from 0 to
    /// `stray` in turn.
    fn after_random_moves(&self, mut states: Box<dyn States>, nth: i64) -> Box<dyn States> {
        for _ in 0..nth % (self.how.stray + 1) {
            states = random_children(states.as_ref());
        }
        states
    }

    /// The same from beams.
    fn lesson_of_beams(&mut self, step: u64) -> Lesson {
        let (round, place) = (step / self.how.refresh, step % self.how.refresh);
        let count = self.pool.examples_here();
        if self.round.as_ref().is_none_or(|(of, _)| *of != round) {
            self.round = None;
            let lesson = self.beams(round, count * self.how.refresh as i64);
            self.round = Some((round, lesson));
        }
        let (_, lesson) = self.round.as_ref().expect("just made");
        lesson.narrow(place as i64 * count, count)
    }

    /// `need` states of beams in an order drawn at random.
    fn beams(&mut self, round: u64, need: i64) -> Lesson {
        let size = beams::Size {
            width: self.how.beam as usize,
            layers: self.how.rollout as usize,
        };
        let learnt = beams::Learnt {
            common: self.how.common,
            share: self.how.share,
            most: self.how.most() as f32,
        };
        let (all, _) = self.pool.shuffled_states(round);
        let (mut parts, mut found, mut from) = (Vec::new(), 0, 0);
        let count = self.pool.examples_here();
        tensor::seed(self.recipe.seed, STRAY, round);
        while found < need && from < count {
            let roots = all.narrow(from, TOGETHER.min(count - from));
            let roots = self.after_random_moves(roots, from / TOGETHER);
            if let Some(part) = beams::lesson(roots, size, learnt, self) {
                found += part.label.size()[0];
                parts.push(part);
            }
            from += TOGETHER;
        }
        let all = Lesson::cat(&parts);
        tensor::seed(self.recipe.seed, ORDER, round);
        let order = Tensor::randperm(found, (Kind::Int64, all.label.device()));
        // Beams may end so soon that some states are needed twice.
        let again = need / found + 1;
        all.pick(&order.repeat([again]).narrow(0, 0, need))
    }
}

/// Beams that are searched together, so that the engine has work.
const TOGETHER: i64 = 64;

/// The purpose of the random numbers that shuffle the states of beams.
const ORDER: u64 = 3;

/// The purpose of the random moves of [`Bellman::after_random_moves`].
const STRAY: u64 = 2;

/// The states after one random move. The move does not lead to a state that is dead by the bound, if another move
/// is possible.
fn random_children(states: &dyn States) -> Box<dyn States> {
    let children = states.children();
    let dead = children.states.bounds().isinf();
    let dead = dead.to_kind(Kind::Float).reshape([-1, children.moves]);
    let order = children.bar(dead.rand_like() - dead, -2.0);
    let best = order.argmax(1, false);
    let first = Tensor::arange(best.size()[0], (Kind::Int64, best.device()));
    children.states.pick(&(first * children.moves + best))
}

/// A cost that keeps a walk from going back while it can go on.
const BACK: f64 = 1e6;

impl beams::Guide for Bellman {
    fn costs(&mut self, states: &dyn States) -> Tensor {
        Self::costs(self, states)
    }

    fn floor(&self, states: &dyn States) -> Tensor {
        Self::floor(self, states)
    }
}

impl Target for Bellman {
    #[cfg(feature = "libtorch")]
    fn loss(&mut self, net: &dyn Net, step: u64) -> Loss {
        let Lesson {
            features,
            label,
            costs,
            floor,
        } = self.next(net, step);
        let out = net.forward(&features, true).above(&floor);
        let value = out.value.expect("checked with the recipe");
        let mut total = value.mse_loss(&label, Reduction::Mean);
        let mut parts = vec![("value", total.detach())];
        if let Some(q) = out.q {
            let there = costs.isfinite();
            let known = costs.where_self(&there, &q.detach());
            let sum = q.mse_loss(&known, Reduction::Sum);
            let mean = sum / there.sum(Kind::Float);
            parts.push(("q", mean.detach()));
            // Not in place: the reported part shares the value loss's memory.
            total = total.g_add(&(mean * self.how.q_weight));
        }
        parts.push(("label", label.mean(Kind::Float)));
        Loss {
            total,
            parts,
            examples: self.pool.examples(),
        }
    }

    fn slices(&mut self, net: &dyn Net, step: u64, _: Layout) -> Option<Slices> {
        let lesson = self.next(net, step);
        Some(Slices {
            features: on_host(&lesson.features),
            known: Box::new(Costs {
                labels: numbers(&lesson.label),
                moves: numbers(&lesson.costs),
                floor: numbers(&lesson.floor),
                q_weight: self.how.q_weight as f32,
            }),
            examples: self.pool.examples(),
        })
    }

    fn state(&self) -> Vec<(String, Tensor)> {
        self.guide.state()
    }

    fn generation_seconds(&self) -> f64 {
        self.pool.seconds()
    }
}
