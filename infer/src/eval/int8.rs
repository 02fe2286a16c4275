//! Integer networks on all cores: the fast path on a CPU.

use super::{Evaluator, Heads, Outputs};
use quarterturn_core::net::batch::{BLOCK, Batch, Kernel, Workspace};
use quarterturn_core::net::{LoadError, Net};
use quarterturn_core::{Metric, Puzzle};
use rayon::prelude::*;
use std::cell::RefCell;

/// States per job: large enough to amortise a job, small enough to balance two cores.
const JOB: usize = 8 * BLOCK;

/// An integer network ready to evaluate, owning its packed weights.
#[derive(Clone, Debug)]
pub struct Int8 {
    name: String,
    metric: String,
    batch: Batch,
}

/// Why a weight file cannot serve a puzzle.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ModelError {
    /// The bytes are not a weight file.
    #[error(transparent)]
    Load(#[from] LoadError),
    /// The network reads states of another puzzle.
    #[error("the model {model} is for {found}, not for {wanted}")]
    Puzzle {
        /// The model's name.
        model: String,
        /// The puzzle family it was trained for.
        found: String,
        /// The puzzle family asked for.
        wanted: &'static str,
    },
    /// The environment asks for a kernel that this machine does not have.
    #[error("{KERNEL} is {name:?}; this machine can run {available}")]
    Kernel {
        /// The name asked for.
        name: String,
        /// The kernels there are, the fastest first.
        available: String,
    },
    /// The network has neither a value nor another head that fits the puzzle's moves.
    #[error("the model {0} has no value head and its other heads are for another move set")]
    Heads(String),
}

/// The environment variable that names the kernel to use. Results never depend on it.
pub const KERNEL: &str = "QUARTERTURN_KERNEL";

/// The kernel named by [`KERNEL`], or the fastest that this machine can run.
///
/// # Errors
/// [`ModelError::Kernel`] when there is no kernel of that name here.
pub fn kernel() -> Result<Kernel, ModelError> {
    let Some(name) = std::env::var_os(KERNEL).filter(|name| !name.is_empty()) else {
        return Ok(Kernel::detect());
    };
    let named = Kernel::available().find(|kernel| name == kernel.name());
    named.ok_or_else(|| ModelError::Kernel {
        name: name.to_string_lossy().into_owned(),
        available: Kernel::available()
            .map(Kernel::name)
            .collect::<Vec<_>>()
            .join(", "),
    })
}

struct Job<'a, S> {
    states: &'a [S],
    value: &'a mut [i32],
    q: &'a mut [i32],
    policy: &'a mut [i32],
}

thread_local! {
    /// Working memory of each thread: workspace, features, rows of outputs.
    static SCRATCH: RefCell<(Workspace, Vec<u16>, Vec<i32>)> = RefCell::default();
}

impl Int8 {
    /// Loads a weight file for puzzle `P` on the [`kernel`] in use.
    ///
    /// # Errors
    /// [`ModelError`] when the bytes are not a weight file or the network cannot serve `P`.
    pub fn load<P: Puzzle>(bytes: &[u8]) -> Result<Self, ModelError> {
        Self::load_with::<P>(bytes, kernel()?)
    }

    /// Loads a weight file for puzzle `P` on one kernel.
    ///
    /// # Errors
    /// As [`Int8::load`].
    pub fn load_with<P: Puzzle>(bytes: &[u8], kernel: Kernel) -> Result<Self, ModelError> {
        let net = Net::from_bytes(bytes)?;
        let name = net.meta().name.to_owned();
        if net.meta().puzzle != P::FAMILY || net.input() != (P::FEATURES, P::ACTIVE) {
            return Err(ModelError::Puzzle {
                model: name,
                found: net.meta().puzzle.to_owned(),
                wanted: P::FAMILY,
            });
        }
        if !net.heads().value && net.heads().moves != P::MOVES {
            return Err(ModelError::Heads(name));
        }
        Ok(Self {
            name,
            metric: net.meta().metric.to_owned(),
            batch: Batch::with_kernel(&net, kernel),
        })
    }

    /// The metric in which the network counts; a puzzle in another metric may still use its
    /// value head.
    pub fn metric(&self) -> &str {
        &self.metric
    }

    /// Whether the network counts in `metric`.
    pub fn counts_in(&self, metric: Metric) -> bool {
        self.metric == metric.name()
    }

    /// The kernel in use.
    pub fn kernel(&self) -> Kernel {
        self.batch.kernel()
    }

    fn run<P: Puzzle>(&self, job: Job<'_, P::State>) {
        let heads = self.batch.heads();
        let outputs = heads.outputs();
        SCRATCH.with_borrow_mut(|(workspace, features, rows)| {
            features.resize(job.states.len() * P::ACTIVE, 0);
            rows.resize(job.states.len() * outputs, 0);
            for (state, out) in job.states.iter().zip(features.chunks_exact_mut(P::ACTIVE)) {
                P::features(state, out);
            }
            self.batch.evaluate(features, workspace, rows);
            if let Some(at) = heads.value_at() {
                for (value, row) in job.value.iter_mut().zip(rows.chunks_exact(outputs)) {
                    *value = row[at];
                }
            }
            for (to, from) in [(job.q, heads.q_at()), (job.policy, heads.policy_at())] {
                if let Some(at) = from {
                    let pairs = to
                        .chunks_exact_mut(P::MOVES)
                        .zip(rows.chunks_exact(outputs));
                    for (to, row) in pairs {
                        to.copy_from_slice(&row[at..at + P::MOVES]);
                    }
                }
            }
        });
    }
}

impl<P: Puzzle> Evaluator<P> for Int8 {
    fn heads(&self) -> Heads {
        let heads = self.batch.heads();
        let fits = heads.moves == P::MOVES;
        Heads {
            value: heads.value,
            q: heads.q && fits,
            policy: heads.policy && fits,
        }
    }

    fn preferred_batch(&self) -> usize {
        JOB * rayon::current_num_threads()
    }

    fn evaluate(&self, states: &[P::State], out: Outputs<'_>) {
        let heads = Evaluator::<P>::heads(self);
        let n = states.len();
        let wanted = |slice: &[i32], has: bool, each: usize| {
            assert!(
                slice.is_empty() || (has && slice.len() == n * each),
                "outputs do not match"
            );
        };
        wanted(out.value, heads.value, 1);
        wanted(out.q, heads.q, P::MOVES);
        wanted(out.policy, heads.policy, P::MOVES);
        let mut value = out.value.chunks_mut(JOB);
        let mut q = out.q.chunks_mut(JOB * P::MOVES);
        let mut policy = out.policy.chunks_mut(JOB * P::MOVES);
        let jobs: Vec<Job<'_, P::State>> = states
            .chunks(JOB)
            .map(|states| Job {
                states,
                value: value.next().unwrap_or_default(),
                q: q.next().unwrap_or_default(),
                policy: policy.next().unwrap_or_default(),
            })
            .collect();
        jobs.into_par_iter().for_each(|job| self.run::<P>(job));
    }

    fn name(&self) -> &str {
        &self.name
    }
}
