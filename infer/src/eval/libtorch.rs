//! Networks of every kind on LibTorch: on a GPU or several, or on the processor for comparison.

use super::copies::Copies;
use super::{Device, Evaluator, Heads, Outputs, Unfit, jobs, load};
use quarterturn_core::net::float::FloatNet;
use quarterturn_core::net::{self, Meta, Net, format};
use quarterturn_core::{Puzzle, net::LoadError};
use quarterturn_torch::{Compute, Network};

pub use super::copies::called;
pub use quarterturn_torch::{Found, found};

/// Concurrent calls on each GPU: while one computes, others send states and fetch results.
const CALLS: usize = 4;
/// States of a call at least, where a batch is shared among threads.
const LEAST: usize = 32;

/// A network ready to evaluate.
///
/// Integer networks say what [`Int8`](super::Int8) says, bit for bit; float networks on the processor what
/// [`Float`](super::Float) says but for the last bits, and on a GPU in half precision.
#[derive(Debug)]
pub struct LibTorch {
    name: String,
    outputs: net::NetHeads,
    heads: Heads,
    /// The number of GPUs; none on the processor.
    cards: usize,
    /// States of a call.
    states: usize,
    /// Copies that share the weights of their device, for as many threads.
    copies: Copies,
}

impl LibTorch {
    /// Loads a weight file of any kind for a puzzle, in the arithmetic that the device is best at.
    ///
    /// On the CPU the threads of the current pool share a batch, and LibTorch is set to use no others in the
    /// whole process. Several devices share a batch too: the pool has to have a thread for each of them.
    ///
    /// # Errors
    /// [`Unfit`] when the device is not there, the bytes are not a weight file or the network cannot serve
    /// the puzzle.
    pub fn load<P: Puzzle>(puzzle: &P, bytes: &[u8], device: Device) -> Result<Self, Unfit> {
        let arithmetic = device
            .libtorch()?
            .first()
            .map(|&there| Network::arithmetic(there));
        Self::load_with(puzzle, bytes, device, arithmetic.unwrap_or(Compute::F32))
    }

    /// As [`LibTorch::load`], float files in that arithmetic.
    ///
    /// # Errors
    /// As [`LibTorch::load`].
    pub fn load_with<P: Puzzle>(
        puzzle: &P,
        bytes: &[u8],
        device: Device,
        compute: Compute,
    ) -> Result<Self, Unfit> {
        let header = Header::read(bytes)?;
        load::check(puzzle, &header.meta, header.input, header.outputs)?;
        let cards = device
            .each()
            .iter()
            .filter(|one| matches!(one, Device::Cuda(_)))
            .count();
        let threads = rayon::current_num_threads();
        let each = if cards > 0 {
            threads.min(CALLS)
        } else {
            quarterturn_torch::device::one_thread();
            threads
        };
        let copies = Copies::load(device, |there| Network::load(bytes, there, compute, each))?;
        Ok(Self {
            name: header.meta.name.to_owned(),
            heads: jobs::heads(puzzle.move_count(), header.outputs),
            outputs: header.outputs,
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

/// The metadata that every weight file has.
struct Header<'a> {
    meta: Meta<'a>,
    input: (usize, usize),
    outputs: net::NetHeads,
}

impl<'a> Header<'a> {
    fn read(bytes: &'a [u8]) -> Result<Self, LoadError> {
        if format::kind(bytes) == Some(format::KIND_FLOAT) {
            let FloatNet {
                meta,
                features,
                active,
                heads,
                ..
            } = FloatNet::from_bytes(bytes)?;
            let input = (features, active);
            return Ok(Self {
                meta,
                input,
                outputs: heads,
            });
        }
        let net = Net::from_bytes(bytes)?;
        Ok(Self {
            meta: *net.meta(),
            input: net.input(),
            outputs: net.heads(),
        })
    }
}

impl<P: Puzzle> Evaluator<P> for LibTorch {
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
