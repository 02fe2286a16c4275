//! Networks of every kind on LibTorch: on a GPU, or on the processor for comparison.

use super::{Device, Evaluator, Heads, Outputs, Unfit, jobs, load};
use quarterturn_core::net::float::FloatNet;
use quarterturn_core::net::{self, Meta, Net, format};
use quarterturn_core::{Puzzle, net::LoadError};
use quarterturn_torch::{Compute, Network};
use std::sync::{Mutex, MutexGuard, PoisonError};

pub use quarterturn_torch::{Found, found};

/// Concurrent calls on a GPU: while one computes, others send states and fetch results.
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
    outputs: net::Heads,
    heads: Heads,
    device: Device,
    /// States of a call.
    states: usize,
    /// Copies that share their weights, for as many threads.
    copies: Vec<Mutex<Network>>,
}

impl LibTorch {
    /// Loads a weight file of any kind for a puzzle, in the arithmetic that the device is best at.
    ///
    /// On the CPU the threads of the current pool share a batch, and LibTorch is set to use no others in the
    /// whole process.
    ///
    /// # Errors
    /// [`Unfit`] when the device is not there, the bytes are not a weight file or the network cannot serve
    /// the puzzle.
    pub fn load<P: Puzzle>(puzzle: &P, bytes: &[u8], device: Device) -> Result<Self, Unfit> {
        let there = device.libtorch().map_err(super::DeviceError::from)?;
        Self::load_with(puzzle, bytes, device, Network::arithmetic(there))
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
        let there = device.libtorch().map_err(super::DeviceError::from)?;
        let header = Header::read(bytes)?;
        load::check(puzzle, &header.meta, header.input, header.outputs)?;
        let threads = rayon::current_num_threads();
        let copies = match device {
            Device::Cuda(_) => threads.min(CALLS),
            _ => {
                quarterturn_torch::device::one_thread();
                threads
            }
        };
        let copies = Network::load(bytes, there, compute, copies)?;
        Ok(Self {
            name: header.meta.name.to_owned(),
            heads: jobs::heads(puzzle.move_count(), header.outputs),
            outputs: header.outputs,
            device,
            states: copies.iter().map(Network::states).min().unwrap_or(LEAST),
            copies: copies.into_iter().map(Mutex::new).collect(),
        })
    }

    /// A copy that no other thread uses.
    fn copy(&self) -> MutexGuard<'_, Network> {
        let free = self.copies.iter().find_map(|copy| copy.try_lock().ok());
        free.unwrap_or_else(|| {
            // Threads wait for different ones; a network is as good after a panic as before.
            let at = rayon::current_thread_index().unwrap_or(0) % self.copies.len();
            self.copies[at]
                .lock()
                .unwrap_or_else(PoisonError::into_inner)
        })
    }
}

/// The metadata that every weight file has.
struct Header<'a> {
    meta: Meta<'a>,
    input: (usize, usize),
    outputs: net::Heads,
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
        match self.device {
            Device::Cuda(_) => self.states,
            _ => self.states * rayon::current_num_threads(),
        }
    }

    fn evaluate(&self, puzzle: &P, states: &[P::State], out: Outputs<'_>) {
        // A GPU takes many states as fast as few; processors share the few among themselves.
        let size = match self.device {
            Device::Cuda(_) => self.states,
            _ => {
                let share = states.len().div_ceil(rayon::current_num_threads());
                share.next_multiple_of(LEAST).clamp(LEAST, self.states)
            }
        };
        jobs::evaluate(
            puzzle,
            self.outputs,
            size,
            states,
            out,
            &|features, rows| {
                self.copy().evaluate(features, rows);
            },
        );
    }

    fn name(&self) -> &str {
        &self.name
    }
}
