//! Networks of every kind on the devices of a backend.

use super::backend::{self, Backend};
use super::copies::Copies;
use super::{Device, Evaluator, Heads, Outputs, Unfit, jobs, load};
use quarterturn_core::Puzzle;
use quarterturn_core::net::float::FloatNet;
use quarterturn_core::net::{LoadError, Meta, Net, NetHeads, format};

/// States of a call at least, where a batch is shared among threads.
const LEAST: usize = 32;

/// A network ready to evaluate.
///
/// Integer networks say what [`Int8`](super::Int8) says, bit for bit; float networks on the processor what
/// [`Float`](super::Float) says but for the last bits, and on a GPU in half precision.
#[derive(Debug)]
pub struct Offloaded {
    name: String,
    outputs: NetHeads,
    heads: Heads,
    /// The number of GPUs; none on the processor.
    cards: usize,
    /// States of a call.
    states: usize,
    /// Copies that share the weights of their device, for as many threads.
    copies: Copies,
}

impl Offloaded {
    /// Loads a weight file of any kind for a puzzle.
    ///
    /// Where the device is a processor, the threads of the current pool share a batch. Several devices share a batch too: the
    /// pool has to have a thread for each of them.
    ///
    /// # Errors
    /// [`Unfit`] when the device is not there, the bytes are not a weight file or the network cannot serve
    /// the puzzle.
    pub fn load<P: Puzzle>(puzzle: &P, bytes: &[u8], device: Device) -> Result<Self, Unfit> {
        Self::load_by(backend::of(device)?, puzzle, bytes, device)
    }

    /// As [`Offloaded::load`], by a backend that need not be registered.
    ///
    /// # Errors
    /// As [`Offloaded::load`].
    pub fn load_by<P: Puzzle>(
        backend: &dyn Backend,
        puzzle: &P,
        bytes: &[u8],
        device: Device,
    ) -> Result<Self, Unfit> {
        let (meta, input, outputs) = header(bytes)?;
        load::check(puzzle, &meta, input, outputs)?;
        let each = device.each().into_iter();
        let cards = each.filter(|&one| one != Device::LibtorchCpu).count();
        let threads = rayon::current_num_threads();
        let copies = Copies::load(device, |one| backend.load(bytes, one, threads))?;
        Ok(Self {
            name: meta.name.to_owned(),
            heads: jobs::heads(puzzle.move_count(), outputs),
            outputs,
            cards,
            states: copies.states(),
            copies,
        })
    }

    /// States that each device was given so far.
    pub fn shares(&self) -> Vec<(Device, u64)> {
        self.copies.shares()
    }

    /// Parts of a batch: a GPU takes many states as fast as few, and processors share the few among themselves.
    fn parts(&self) -> usize {
        match self.cards {
            0 => rayon::current_num_threads(),
            cards => cards,
        }
    }
}

/// What every weight file says: its metadata, the features that it reads, its outputs.
fn header(bytes: &[u8]) -> Result<(Meta<'_>, (usize, usize), NetHeads), LoadError> {
    if format::kind(bytes) == Some(format::KIND_FLOAT) {
        let net = FloatNet::from_bytes(bytes)?;
        return Ok((net.meta, (net.features, net.active), net.heads));
    }
    let net = Net::from_bytes(bytes)?;
    Ok((*net.meta(), net.input(), net.heads()))
}

impl<P: Puzzle> Evaluator<P> for Offloaded {
    fn heads(&self) -> Heads {
        self.heads
    }

    fn preferred_batch(&self) -> usize {
        self.states * self.parts()
    }

    fn evaluate(&self, puzzle: &P, states: &[P::State], out: Outputs<'_>) {
        let share = states.len().div_ceil(self.parts());
        let size = share.next_multiple_of(LEAST).clamp(LEAST, self.states);
        jobs::evaluate(
            puzzle,
            self.outputs,
            size,
            states,
            out,
            &|features, rows| {
                let count = rows.len() / self.outputs.outputs();
                self.copies
                    .call(count, |network| network.evaluate(features, rows));
            },
        );
    }

    fn name(&self) -> &str {
        &self.name
    }
}
