//! Integer networks on all cores: the fast path on a CPU.

use super::{Evaluator, Heads, Outputs, Unfit, jobs, load};
use quarterturn_core::Puzzle;
use quarterturn_core::net::Net;
use quarterturn_core::net::batch::{BLOCK, Batch, Kernel, Workspace};
use std::cell::RefCell;

/// States per job: large enough to amortise a job, small enough to balance two cores.
const JOB: usize = 8 * BLOCK;

/// An integer network ready to evaluate, owning its packed weights.
#[derive(Clone, Debug)]
pub struct Int8 {
    heads: Heads,
    name: String,
    batch: Batch,
}

/// The environment variable that names the kernel to use. Results never depend on it.
pub const KERNEL: &str = "QUARTERTURN_KERNEL";

/// The kernel named by [`KERNEL`], or the fastest that this machine can run.
///
/// # Errors
/// [`Unfit::Kernel`] when there is no kernel of that name here.
pub fn kernel() -> Result<Kernel, Unfit> {
    let Some(name) = std::env::var_os(KERNEL).filter(|name| !name.is_empty()) else {
        return Ok(Kernel::detect());
    };
    let named = Kernel::available().find(|kernel| name == kernel.name());
    named.ok_or_else(|| Unfit::Kernel {
        name: name.to_string_lossy().into_owned(),
        available: Kernel::available()
            .map(Kernel::name)
            .collect::<Vec<_>>()
            .join(", "),
    })
}

thread_local! {
    /// Working memory of each thread.
    static WORKSPACE: RefCell<Workspace> = RefCell::default();
}

impl Int8 {
    /// Loads a weight file for a puzzle on the [`kernel`] in use.
    ///
    /// # Errors
    /// [`Unfit`] when the bytes are not a weight file or the network cannot serve it.
    pub fn load<P: Puzzle>(puzzle: &P, bytes: &[u8]) -> Result<Self, Unfit> {
        Self::load_with(puzzle, bytes, kernel()?)
    }

    /// Loads a weight file for a puzzle on one kernel.
    ///
    /// # Errors
    /// As [`Int8::load`].
    pub fn load_with<P: Puzzle>(puzzle: &P, bytes: &[u8], kernel: Kernel) -> Result<Self, Unfit> {
        Self::new(puzzle, &Net::from_bytes(bytes)?, kernel)
    }

    /// A network for a puzzle on one kernel.
    ///
    /// # Errors
    /// [`Unfit`] when the network cannot serve it.
    pub fn new<P: Puzzle>(puzzle: &P, net: &Net<'_>, kernel: Kernel) -> Result<Self, Unfit> {
        load::check(puzzle, net.meta(), net.input(), net.heads())?;
        Ok(Self {
            heads: jobs::heads(puzzle.move_count(), net.heads()),
            name: net.meta().name.to_owned(),
            batch: Batch::with_kernel(net, kernel),
        })
    }

    /// The kernel in use.
    pub fn kernel(&self) -> Kernel {
        self.batch.kernel()
    }
}

impl<P: Puzzle> Evaluator<P> for Int8 {
    fn heads(&self) -> Heads {
        self.heads
    }

    fn preferred_batch(&self) -> usize {
        JOB * rayon::current_num_threads()
    }

    fn evaluate(&self, puzzle: &P, states: &[P::State], out: Outputs<'_>) {
        // Few states are shared among all threads too.
        let share = states.len().div_ceil(rayon::current_num_threads());
        let size = share.next_multiple_of(BLOCK).clamp(BLOCK, JOB);
        jobs::evaluate(
            puzzle,
            self.batch.heads(),
            size,
            states,
            out,
            &|features, rows| {
                WORKSPACE.with_borrow_mut(|room| self.batch.evaluate(features, room, rows));
            },
        );
    }

    fn name(&self) -> &str {
        &self.name
    }
}
