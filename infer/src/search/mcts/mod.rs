//! Monte Carlo tree search (DeepCube 2018, §4.2).
//!
//! Simulations walk from the root by the move that maximises U + Q, where
//! U = c · P · √ΣN / (1 + N) and Q = W − L, to a state that has not been expanded; it is, and its
//! value is backed up by maximum. L is a virtual loss of ν for every
//! simulation under way, which keeps simultaneous ones apart. When the goal joins the tree, the
//! search ends: its answer is the shortest path through the states of the tree, or the path of the
//! last simulation if it is `naive`.
//!
//! Where this departs from the paper:
//!
//! - Values are minus the cost-to-go, in moves, so c and ν are in moves too. W starts at −Q for a
//!   network that has a Q head, else at the value of the state itself, and not at 0, which no such
//!   value exceeds: a maximum would stay 0.
//! - With λ above 0, W is not the best value ever seen behind the move but the best W of the state
//!   there, less λ for the move: it falls again when a promising state disappoints, and a way to the
//!   goal is worth less the longer it is. λ = 0 is the paper's rule.
//! - A child joins the tree when a simulation first makes the move to it.
//! - P is the policy head; without one, the softmax of −Q at [`Mcts::temperature`]; without
//!   either, the same for all moves.
//! - Among equals, such as at the first visit when U is 0, the move with the greatest P wins.
//! - The goal is recognised when a state beside it is expanded, not when a simulation ends there.
//!
//! With one worker the result depends on the settings alone. With more it depends on how the
//! threads happen to take turns. Workers are threads of their own; the network runs on the current
//! pool for one worker and on the global pool for several.

mod shorten;
mod tree;

use super::Search;
use super::run::{Run, run};
use crate::eval::{Evaluator, MOVE_COST, Outputs};
use crate::limits::{Limits, Stopped};
use crate::outcome::Outcome;
use quarterturn_core::Puzzle;
use std::sync::{Mutex, MutexGuard};
use tree::{Descent, Path, Tree, Visit};

/// Settings of Monte Carlo tree search, with its evaluator.
#[derive(Clone, Debug)]
pub struct Mcts<E> {
    /// The network. It needs a value head; a policy or Q head makes the priors.
    pub evaluator: E,
    /// c: how much priors and few visits count against values.
    pub exploration: f32,
    /// ν: how much a simulation under way deters others.
    pub virtual_loss: f32,
    /// λ: what a move made counts against a move to come, from 0 to 1.
    pub lambda: f32,
    /// Of the softmax that turns Q into priors, in moves: at 1, a move that is one move better is e
    /// times as probable.
    pub temperature: f32,
    /// Most simulations of a worker that are evaluated together.
    pub batch: usize,
    /// Threads that share the tree.
    pub workers: usize,
    /// Whether to answer with the path of the last simulation as it is.
    pub naive: bool,
}

impl<E> Mcts<E> {
    /// One worker, and what gave the shortest first solutions on ten cubes. The papers state neither
    /// c nor ν, but for the 2×2×2 report of 2024, where c is 2.
    pub fn new(evaluator: E) -> Self {
        Self {
            evaluator,
            exploration: 0.5,
            virtual_loss: 1.0,
            lambda: 0.6,
            temperature: 1.0,
            batch: 64,
            workers: 1,
            naive: false,
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
    fn run(&self, state: &P::State, limits: &Limits) -> Outcome {
        run(state, limits, |run| {
            let shared = Mutex::new(Shared {
                tree: Tree::new(run.root),
                run,
                ended: None,
            });
            if self.workers <= 1 {
                // As `run_pooled` does; several workers must not occupy the pool that serves them.
                rayon::scope(|_| self.work(&shared));
            } else {
                std::thread::scope(|scope| {
                    for _ in 0..self.workers {
                        scope.spawn(|| self.work(&shared));
                    }
                });
            }
            let ended = shared.into_inner().ok().and_then(|s| s.ended);
            ended.map_or(Ok(()), Err)
        })
    }
}

/// What the workers share.
struct Shared<'r, 'l, P: Puzzle> {
    tree: Tree<P>,
    run: &'r mut Run<'l, P>,
    /// Why the search is over, once it is.
    ended: Option<Stopped>,
}

/// What the network says about the leaves of a batch.
struct Opinions {
    value: Vec<f32>,
    /// The prior and the first W of each move, for each leaf.
    moves: Vec<(f32, f32)>,
}

/// A batch of simulations under way.
struct Flight<S> {
    visits: Vec<Visit<S>>,
    /// Those that met others.
    met: Vec<Path>,
}

fn lock<'m, T>(shared: &'m Mutex<T>) -> MutexGuard<'m, T> {
    shared.lock().expect("no worker has panicked")
}

impl<E> Mcts<E> {
    /// Simulates until someone has ended the search.
    fn work<P: Puzzle>(&self, shared: &Mutex<Shared<'_, '_, P>>)
    where
        E: Evaluator<P>,
    {
        loop {
            let flight = {
                let mut shared = lock(shared);
                match self.select(&mut shared) {
                    Ok(flight) => flight,
                    Err(stopped) => {
                        shared.ended.get_or_insert(stopped);
                        return;
                    }
                }
            };
            let states: Vec<P::State> = flight.visits.iter().map(|v| v.state).collect();
            let opinions = self.evaluate::<P>(&states);
            let mut shared = lock(shared);
            if shared.ended.is_some() {
                return;
            }
            let ended = self.expand(&mut shared, &flight, &opinions);
            if ended.is_some() {
                shared.ended = ended;
                return;
            }
            drop(shared);
            if flight.visits.is_empty() {
                // All leaves in sight are in the hands of other workers.
                std::thread::yield_now();
            }
        }
    }

    /// Walks to leaves, one after the other, as often as the batch has places.
    fn select<P: Puzzle>(
        &self,
        shared: &mut Shared<'_, '_, P>,
    ) -> Result<Flight<P::State>, Stopped> {
        if let Some(stopped) = shared.ended {
            return Err(stopped);
        }
        shared.run.check()?;
        let batch = self.batch.max(1);
        let buffers = batch * self.workers.max(1) * Visit::<P::State>::bytes::<P>();
        shared.run.hold(shared.tree.bytes_with(batch) + buffers)?;
        let (mut visits, mut met) = (Vec::new(), Vec::new());
        for _ in 0..batch {
            match shared.tree.descend(self.exploration, self.virtual_loss) {
                Descent::Leaf(visit) => visits.push(visit),
                Descent::Met(path) => met.push(path),
                Descent::Lost => {}
            }
        }
        Ok(Flight { visits, met })
    }

    /// Expands the leaves; tells how the search ends if it does.
    fn expand<P: Puzzle>(
        &self,
        shared: &mut Shared<'_, '_, P>,
        Flight { visits, met }: &Flight<P::State>,
        opinions: &Opinions,
    ) -> Option<Stopped> {
        let Shared { tree, run, .. } = shared;
        let counters = &mut run.counters;
        counters.evaluated += visits.len() as u64;
        met.iter().for_each(|path| tree.forget(path));
        let step = (self.lambda > 0.0).then_some(self.lambda);
        let rows = opinions.moves.chunks_exact(P::MOVES);
        for ((visit, &value), moves) in visits.iter().zip(&opinions.value).zip(rows) {
            run.counters.expanded += 1;
            run.counters.generated += P::MOVES as u64;
            if let Some(mv) = tree.expand(visit, value, moves, step) {
                let solution = if self.naive {
                    tree.moves(visit).chain([mv]).collect()
                } else {
                    tree.shortest()
                };
                return Some(run.offer(solution).err().unwrap_or(Stopped::Exhausted));
            }
        }
        None
    }

    fn evaluate<P: Puzzle>(&self, states: &[P::State]) -> Opinions
    where
        E: Evaluator<P>,
    {
        let heads = self.evaluator.heads();
        let mut value = vec![0; states.len()];
        // Blank where there is no such head.
        let mut q = vec![0; states.len() * P::MOVES];
        let mut policy = q.clone();
        let mut out = Outputs {
            value: &mut value,
            ..Outputs::default()
        };
        if heads.q {
            out.q = &mut q;
        }
        if heads.policy {
            out.policy = &mut policy;
        }
        self.evaluator.evaluate(states, out);
        let value: Vec<f32> = value.into_iter().map(|v| -moves(v)).collect();
        let rows = q.chunks_exact(P::MOVES).zip(policy.chunks_exact(P::MOVES));
        let of_leaf = |(&value, (q, policy)): (&f32, (&[i32], &[i32]))| {
            let priors = if heads.policy {
                softmax(policy, 1.0)
            } else {
                softmax(q, self.temperature)
            };
            let after = |&q: &i32| {
                if heads.q {
                    -moves(q) - self.lambda
                } else {
                    value
                }
            };
            let first: Vec<f32> = q.iter().map(after).collect();
            priors.into_iter().zip(first)
        };
        Opinions {
            moves: value.iter().zip(rows).flat_map(of_leaf).collect(),
            value,
        }
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
