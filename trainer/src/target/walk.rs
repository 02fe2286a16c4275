//! Walk labels: the step number of non-backtracking random walks from the goal, min-propagated
//! over duplicates (CayleyPy 2025, "diffusion distance"; min-propagation as in JAxtar).
//!
//! The Q head learns from the same forward pass: a walk passes through two neighbours of each of
//! its states, and what the value head says about them is the label of the two moves that lead
//! there. Over many walks every move of every kind of state is met, at no extra evaluation.

use super::{Loss, Target, seed_torch};
use crate::net::Net;
use crate::tables::{Tables, Walks};
use std::rc::Rc;
use tch::{Kind, Reduction, Tensor};

/// The walk target; see the module's page.
#[derive(Debug)]
pub struct Walk {
    tables: Rc<Tables>,
    seed: u64,
    steps: i64,
    batch: i64,
    batches_per_pool: i64,
    q_weight: f64,
    pool: Option<Pool>,
}

#[derive(Debug)]
struct Pool {
    index: u64,
    walks: Walks,
    /// `[walks, steps + 1]`, float
    labels: Tensor,
}

impl Walk {
    /// `batch` and `pool` count walks; the pool is rounded up to whole batches.
    pub fn new(
        tables: Rc<Tables>,
        seed: u64,
        steps: i64,
        batch: i64,
        pool: i64,
        q_weight: f64,
    ) -> Self {
        Self {
            tables,
            seed,
            steps,
            batch,
            batches_per_pool: (pool + batch - 1) / batch,
            q_weight,
            pool: None,
        }
    }

    fn pool(&mut self, index: u64) -> &Pool {
        if self.pool.as_ref().is_none_or(|p| p.index != index) {
            seed_torch(self.seed, 1, index);
            let walks = self.tables.walks(self.batch * self.batches_per_pool, self.steps);
            let labels = labels(&self.tables, &walks, self.steps);
            self.pool = Some(Pool { index, walks, labels });
        }
        self.pool.as_ref().expect("just made")
    }
}

/// Step numbers, lowered to the smallest number under which any state of the pool, or a
/// neighbour of it on a walk, was met: `[walks, steps + 1]`, float.
pub fn labels(tables: &Tables, walks: &Walks, steps: i64) -> Tensor {
    let ramp = Tensor::arange(steps + 1, (Kind::Float, tables.device));
    let (count, ..) = walks.states.size3().expect("states are [walks, steps + 1, active]");
    let mut labels = ramp.expand([count, steps + 1], false).contiguous();
    let (unique, class) = classes(&tables.keys(&walks.states).reshape([-1]));
    for _ in 0..2 {
        let best = Tensor::full([unique], steps as f64, (Kind::Float, tables.device))
            .index_reduce(0, &class, &labels.reshape([-1]), "amin", true);
        labels = best.take(&class).reshape([count, steps + 1]);
        // Neighbours on a walk differ by at most one: relax forwards, then backwards.
        let forward = (&labels - &ramp).cummin(1).0 + &ramp;
        labels = (forward + &ramp).flip([1]).cummin(1).0.flip([1]) - &ramp;
    }
    labels
}

/// Numbers equal keys alike: the number of distinct keys, and the class of each key.
fn classes(keys: &Tensor) -> (i64, Tensor) {
    let (sorted, order) = keys.sort(0, false);
    let rank = sorted.not_equal_tensor(&sorted.roll([1], [0])).to_kind(Kind::Int64);
    let _ = rank.get(0).zero_();
    let rank = rank.cumsum(0, Kind::Int64);
    let count = rank.get(-1).int64_value(&[]) + 1;
    (count, rank.zeros_like().scatter(0, &order, &rank))
}

impl Target for Walk {
    fn examples_per_step(&self) -> u64 {
        (self.batch * self.steps) as u64
    }

    fn loss(&mut self, net: &dyn Net, step: u64) -> Loss {
        let (batch, steps, q_weight) = (self.batch, self.steps, self.q_weight);
        let per_pool = self.batches_per_pool as u64;
        let tables = Rc::clone(&self.tables);
        let start = (step % per_pool) as i64 * batch;
        let pool = self.pool(step / per_pool);
        let states = pool.walks.states.narrow(0, start, batch);
        let moves = pool.walks.moves.narrow(0, start, batch);
        let labels = pool.labels.narrow(0, start, batch);

        let out = net.forward(&states.reshape([-1, tables.active]), true);
        let value = out.value.expect("the walk target needs a value head").reshape([batch, -1]);
        let value_loss = value
            .narrow(1, 1, steps)
            .mse_loss(&labels.narrow(1, 1, steps), Reduction::Mean);
        let mut parts = vec![("value", value_loss.detach())];
        let mut total = value_loss;
        if let Some(q) = out.q {
            let q = q.reshape([batch, steps + 1, tables.moves]);
            // The goal's cost is known; elsewhere the value head is the teacher.
            let teacher = value.detach().copy();
            let _ = teacher.narrow(1, 0, 1).zero_();
            let of = |from: i64, moves: &Tensor| {
                q.narrow(1, from, steps)
                    .gather(2, &moves.unsqueeze(-1), false)
                    .squeeze_dim(-1)
            };
            let next = of(0, &moves).mse_loss(&teacher.narrow(1, 1, steps), Reduction::Mean);
            let undo = of(1, &tables.invert(&moves))
                .mse_loss(&teacher.narrow(1, 0, steps), Reduction::Mean);
            let q_loss = next + undo;
            parts.push(("q", q_loss.detach()));
            total = total + q_loss * q_weight;
        }
        Loss { total, parts }
    }
}
