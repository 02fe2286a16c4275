//! Monte Carlo tree search (DeepCube 2018, §4.2).
//!
//! Simulations walk from the root by the move that maximises U + Q, where
//! U = c · P · √ΣN / (1 + N) and Q = W − L, until they reach a state that has not been expanded. That state
//! is expanded, and its value is backed up by maximum. L is a virtual loss of ν for every running
//! simulation, which keeps simultaneous simulations apart. When the goal joins the tree, the search ends.
//! Its answer is the shortest path through the states of the tree, or the path of the last simulation if
//! it is `naive`.
//!
//! [`Mcts::published`] follows the rules of a paper. Otherwise this search differs from DeepCube's:
//!
//! - Values are minus the cost-to-go, in moves, so c and ν are in moves too. W starts at −Q for a
//!   network that has a Q head, else at the value of the state itself, and not at 0, which no such
//!   value exceeds: a maximum would stay 0.
//! - By default a state that the network says may be near the goal is first tried with λ = 1 and few
//!   expansions. With a smaller λ, a solution of d / λ moves looks no worse than an unexpanded state d moves
//!   away, so the first solution found near the goal may be nearly that long.
//! - With λ above 0, W is not the best value ever seen behind the move but the best W of the state
//!   there, less λ for the move: it falls again when a promising state disappoints, and a way to the
//!   goal is worth less the longer it is. λ = 0 is the paper's rule
//!   of the maximum; all else in this list stays.
//! - A child joins the tree when a simulation first makes the move to it.
//! - P is the policy head; without one, the softmax of −Q at [`Mcts::temperature`]; without
//!   either, the same for all moves.
//! - Among equals, such as at the first visit when U is 0, the move with the greatest P wins.
//! - The goal is recognised when a state beside it is expanded, not when a simulation ends there.
//! - The shortest path is sought along all moves between states of the tree, made or not. The tree of
//!   the paper has all children of its expanded states; this one has those that were visited.
//! - Simulations that run in circles end the search, as exhausted, once there are too many in a row:
//!   without virtual loss and exploration the next one goes the same way.
//!
//! With one worker the result depends on the settings alone. With more it depends on the order in which
//! the threads take turns. Workers are threads of their own; the network runs on the current
//! pool for one worker and on the global pool for several.

mod published;
mod shorten;
mod tree;

pub use published::Published;

use super::Search;
use super::pace::PART;
use super::pace::Pace;
use super::run::{Run, run};
use crate::eval::{Evaluator, MOVE_COST, Outputs};
use crate::limits::{Limits, Stopped, Watch};
use crate::outcome::Outcome;
use crate::parallel;
use quarterturn_core::Puzzle;
use std::sync::{Mutex, MutexGuard};
use tree::{Descent, Path, Tree, Visit};

/// Simulations between two looks at the clock.
const WALKS: usize = 64;
/// Simulations in a row that find no leaf before a batch is left as it is; that run in circles,
/// before the search gives up.
const VAIN: usize = 10_000;

/// Moves from the goal, by the network, up to which a careful tree is tried first. Networks err: that of
/// the 3×3×3 cube puts some states that are 13 moves away at 20.
const NEAR: f32 = 20.0;
/// Most states that the careful tree expands: at 13 moves it takes 5,000 on average.
const CAREFUL: u64 = 20_000;
/// λ for all other states.
const HASTY: f32 = 0.6;

/// Settings of Monte Carlo tree search, with its evaluator.
#[derive(Clone, Debug)]
pub struct Mcts<E> {
    /// The network. It needs a value head; a policy or Q head makes the priors.
    pub evaluator: E,
    /// c: how much priors and low visit counts weigh against values.
    pub exploration: f32,
    /// ν: how much a running simulation discourages others from its path.
    pub virtual_loss: f32,
    /// λ: the weight of a move already made against a move still to be made, from 0 to 1. `None`: first 1
    /// for a state that may be near the goal, then 0.6.
    pub lambda: Option<f32>,
    /// Of the softmax that turns Q into priors, in moves: at 1, a move that is one move better is e
    /// times as probable.
    pub temperature: f32,
    /// Most simulations of a worker that are evaluated together.
    pub batch: usize,
    /// Threads that share the tree.
    pub workers: usize,
    /// Whether to answer with the path of the last simulation as it is.
    pub naive: bool,
    /// The paper whose rules to follow; then there is no λ, and values are rewards.
    pub published: Option<Published>,
}

impl<E> Mcts<E> {
    /// One worker, and what gave the shortest first solutions on ten cubes. The papers state neither
    /// c nor ν, but for the 2×2×2 report of 2024, where c is 2.
    pub fn new(evaluator: E) -> Self {
        Self {
            evaluator,
            exploration: 0.5,
            virtual_loss: 1.0,
            lambda: None,
            temperature: 1.0,
            batch: 64,
            workers: 1,
            naive: false,
            published: None,
        }
    }
}

impl<P: Puzzle, E: Evaluator<P>> Search<P> for Mcts<E> {
    fn name(&self) -> &'static str {
        if self.naive { "mcts-naive" } else { "mcts" }
    }

    /// Ends at the first goal whatever the target length; a solution longer than that ends it as
    /// exhausted.
    ///
    /// # Panics
    /// When the evaluator has no value head.
    fn run(&self, puzzle: &P, state: &P::State, limits: &Limits) -> Outcome {
        run(puzzle, state, limits, |run| {
            if self.published.is_some() {
                return self.simulate(run, 0.0, u64::MAX);
            }
            if let Some(lambda) = self.lambda {
                return self.simulate(run, lambda, u64::MAX);
            }
            let root = self.evaluate(
                run.puzzle,
                std::slice::from_ref(&run.root),
                0.0,
                &mut Pace::default(),
                run.watch,
            )?;
            if root.value[0] >= -NEAR {
                self.simulate(run, 1.0, CAREFUL)?;
            }
            self.simulate(run, HASTY, u64::MAX)
        })
    }
}

/// What the workers share.
struct Shared<'r, 'l, P: Puzzle> {
    tree: Tree<P>,
    lambda: f32,
    /// States expanded after which to give up.
    most: u64,
    run: &'r mut Run<'l, P>,
    /// Simulations in a row that ran in circles.
    lost: usize,
    /// Why the search is over, once it is.
    ended: Option<Stopped>,
}

/// What the network says about the leaves of a batch.
struct Predictions {
    value: Vec<f32>,
    /// The prior and the first W of each move, for each leaf.
    moves: Vec<(f32, f32)>,
}

impl Predictions {
    /// Bytes held for one leaf, and what they are made of.
    fn bytes<P: Puzzle>(puzzle: &P) -> usize {
        let each = size_of::<f32>() + size_of::<i32>() + size_of::<P::State>();
        each + puzzle.move_count() * (2 * size_of::<(f32, f32)>() + 2 * size_of::<i32>())
    }
}

/// A batch of simulations under way.
struct Simulations<S> {
    visits: Vec<Visit<S>>,
    /// Those that met others.
    met: Vec<Path>,
}

fn lock<'m, T>(shared: &'m Mutex<T>) -> MutexGuard<'m, T> {
    shared.lock().expect("no worker has panicked")
}

impl<E> Mcts<E> {
    /// One tree with one λ. `Ok` when it has no solution and `most` states are expanded, or all.
    fn simulate<P: Puzzle>(
        &self,
        run: &mut Run<'_, P>,
        lambda: f32,
        most: u64,
    ) -> Result<(), Stopped>
    where
        E: Evaluator<P>,
    {
        let shared = Mutex::new(Shared {
            tree: Tree::new(run.puzzle, run.root.clone(), self.published),
            lambda,
            most: run.counters.expanded.saturating_add(most),
            run,
            lost: 0,
            ended: None,
        });
        if self.workers <= 1 {
            // As `run_pooled` does; several workers must not occupy the pool that serves them.
            parallel::on_pool(&mut || self.run_worker(&shared));
        } else {
            // Where one comes after the other, the first ends the search.
            parallel::side_by_side(self.workers, &|| self.run_worker(&shared));
        }
        let shared = shared.into_inner().expect("no worker has panicked");
        match shared.ended {
            Some(Stopped::Exhausted) if shared.run.length().is_none() => Ok(()),
            ended => ended.map_or(Ok(()), Err),
        }
    }

    /// Simulates until someone has ended the search.
    fn run_worker<P: Puzzle>(&self, shared: &Mutex<Shared<'_, '_, P>>)
    where
        E: Evaluator<P>,
    {
        let mut pace = Pace::default();
        loop {
            let simulations = self.select(&mut lock(shared));
            let alone = simulations.as_ref().is_ok_and(|f| f.visits.is_empty());
            let ended = simulations
                .and_then(|simulations| self.evaluate_leaves(shared, &simulations, &mut pace));
            let mut shared = lock(shared);
            if let Err(stopped) = ended {
                shared.ended.get_or_insert(stopped);
            }
            if shared.ended.is_some() {
                return;
            }
            drop(shared);
            if alone {
                // All leaves within reach are being evaluated by other workers.
                std::thread::yield_now();
            }
        }
    }

    /// Walks to leaves, one after the other, as often as the batch has places.
    fn select<P: Puzzle>(
        &self,
        shared: &mut Shared<'_, '_, P>,
    ) -> Result<Simulations<P::State>, Stopped> {
        let Shared {
            tree,
            run,
            lost,
            most,
            ..
        } = shared;
        shared.ended.map_or(Ok(()), Err)?;
        run.check()?;
        if run.counters.expanded >= *most {
            return Err(Stopped::Exhausted);
        }
        let batch = self.batch.max(1);
        let (mut visits, mut met) = (Vec::new(), Vec::new());
        let (mut walked, mut in_vain) = (0, 0);
        for nth in 0..batch {
            if nth % WALKS == 0 {
                run.check_at(
                    run.counters.generated + (visits.len() * run.puzzle.move_count()) as u64,
                )?;
                let more = WALKS.min(batch - nth);
                let own = (visits.len() + met.len() + more) * Visit::<P::State>::bytes();
                let own = own + visits.len().min(PART).max(more) * Predictions::bytes(run.puzzle);
                let flying = (own + walked * size_of::<u32>()) * self.workers.max(1);
                let tree = tree.bytes_with(visits.len() + more);
                run.hold(tree.saturating_add(flying))?;
            }
            match tree.descend(self.exploration, self.virtual_loss) {
                Descent::Leaf(visit) => {
                    walked += visit.path.capacity();
                    (*lost, in_vain) = (0, 0);
                    visits.push(visit);
                    continue;
                }
                Descent::Met(path) => {
                    walked += path.capacity();
                    met.push(path);
                }
                Descent::Lost => *lost += 1,
            }
            in_vain += 1;
            if *lost >= VAIN {
                return Err(Stopped::Exhausted);
            }
            if in_vain >= VAIN {
                break;
            }
        }
        Ok(Simulations { visits, met })
    }

    /// Evaluates and expands the leaves; the error is how the search ends.
    fn evaluate_leaves<P: Puzzle>(
        &self,
        shared: &Mutex<Shared<'_, '_, P>>,
        Simulations { visits, met }: &Simulations<P::State>,
        pace: &mut Pace,
    ) -> Result<(), Stopped>
    where
        E: Evaluator<P>,
    {
        let (puzzle, watch, lambda) = {
            let Shared { run, lambda, .. } = &*lock(shared);
            (run.puzzle, run.watch, *lambda)
        };
        for visits in visits.chunks(PART) {
            let states: Vec<P::State> = visits.iter().map(|v| v.state.clone()).collect();
            let predictions = self.evaluate(puzzle, &states, lambda, pace, watch)?;
            let mut shared = lock(shared);
            shared.ended.map_or(Ok(()), Err)?;
            self.expand(&mut shared, visits, &predictions)?;
        }
        for paths in met.chunks(PART) {
            watch.due()?;
            let tree = &mut lock(shared).tree;
            paths.iter().for_each(|path| tree.abandon(path));
        }
        Ok(())
    }

    /// Expands leaves; the error is how the search ends.
    fn expand<P: Puzzle>(
        &self,
        shared: &mut Shared<'_, '_, P>,
        visits: &[Visit<P::State>],
        predictions: &Predictions,
    ) -> Result<(), Stopped> {
        let Shared {
            tree, run, lambda, ..
        } = shared;
        run.counters.evaluated += visits.len() as u64;
        let step = (*lambda > 0.0).then_some(*lambda);
        let rows = predictions.moves.chunks_exact(run.puzzle.move_count());
        let leaves = visits.iter().zip(&predictions.value).zip(rows);
        for (nth, ((visit, &value), moves)) in leaves.enumerate() {
            if nth % WALKS == 0 {
                run.watch.due()?;
            }
            let last = if self.published.is_some() && run.puzzle.is_solved(&visit.state) {
                Some(None)
            } else {
                run.counters.expanded += 1;
                run.counters.generated += run.puzzle.move_count() as u64;
                tree.expand(visit, value, moves, step).map(Some)
            };
            if let Some(last) = last {
                let found = || tree.moves(visit).chain(last).collect();
                let solution = if self.naive {
                    found()
                } else {
                    tree.shortest(run.watch).unwrap_or_else(|_| found())
                };
                run.offer(solution)?;
                return Err(Stopped::Exhausted);
            }
        }
        Ok(())
    }

    fn evaluate<P: Puzzle>(
        &self,
        puzzle: &P,
        states: &[P::State],
        lambda: f32,
        pace: &mut Pace,
        watch: Watch<'_>,
    ) -> Result<Predictions, Stopped>
    where
        E: Evaluator<P>,
    {
        let (heads, all) = (self.evaluator.heads(), puzzle.move_count());
        let mut value = vec![0; states.len()];
        // Empty if there is no such head.
        let mut q = vec![0; states.len() * all];
        let mut policy = q.clone();
        pace.slices(
            watch,
            states.len(),
            self.evaluator.preferred_batch(),
            |slice| {
                let rows = slice.start * all..slice.end * all;
                let mut out = Outputs {
                    value: &mut value[slice.clone()],
                    ..Outputs::default()
                };
                if heads.q {
                    out.q = &mut q[rows.clone()];
                }
                if heads.policy {
                    out.policy = &mut policy[rows];
                }
                self.evaluator.evaluate(puzzle, &states[slice], out);
            },
        )?;
        let value_of = |cost| match self.published {
            Some(_) => Published::reward(moves(cost)),
            None => -moves(cost),
        };
        let value: Vec<f32> = value.into_iter().map(value_of).collect();
        let rows = q.chunks_exact(all).zip(policy.chunks_exact(all));
        let of_leaf = |(&value, (q, policy)): (&f32, (&[i32], &[i32]))| {
            let priors = if heads.policy {
                softmax(policy, 1.0)
            } else {
                softmax(q, self.temperature)
            };
            let after = |&q: &i32| match self.published {
                Some(_) => 0.0,
                None if heads.q => -moves(q) - lambda,
                None => value,
            };
            let first: Vec<f32> = q.iter().map(after).collect();
            priors.into_iter().zip(first)
        };
        Ok(Predictions {
            moves: value.iter().zip(rows).flat_map(of_leaf).collect(),
            value,
        })
    }
}

/// Probabilities from costs: of each, e to the power of minus it.
fn softmax(costs: &[i32], temperature: f32) -> Vec<f32> {
    let least = costs.iter().copied().min().unwrap_or(0);
    let power = |&cost: &i32| (-moves(cost.saturating_sub(least)) / temperature).exp();
    let total: f32 = costs.iter().map(power).sum();
    costs.iter().map(|cost| power(cost) / total).collect()
}

fn moves(cost: i32) -> f32 {
    cost as f32 / MOVE_COST as f32
}
