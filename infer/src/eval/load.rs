//! From the bytes of a weight file to an evaluator, for networks of any kind.

use super::{Device, DeviceError, Evaluator, Float, Int8, KERNEL, Offloaded};
use quarterturn_core::Puzzle;
use quarterturn_core::net::{LoadError, Meta, NetHeads, format};
use std::sync::Arc;

/// Why a weight file cannot serve a puzzle.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Unfit {
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
        wanted: String,
    },
    /// The network is for the puzzle's family and reads another number of features.
    #[error(
        "the model {model} reads {} of {} features of {family}; this one has {} of {}", .found.1, .found.0, .wanted.1, .wanted.0
    )]
    Inputs {
        /// The model's name.
        model: String,
        /// The puzzle family.
        family: String,
        /// Features, and how many of them are active, in the network.
        found: (usize, usize),
        /// The same of the puzzle.
        wanted: (usize, usize),
    },
    /// The environment asks for a kernel that this machine does not have.
    #[error("{KERNEL} is {name:?}; this machine can run {available}")]
    Kernel {
        /// The name asked for.
        name: String,
        /// The kernels there are, the fastest first.
        available: String,
    },
    /// The device is not available.
    #[error(transparent)]
    Device(#[from] DeviceError),
    /// The network has neither a value nor another head that fits the puzzle's moves.
    #[error("the model {0} has no value head and its other heads are for another move set")]
    Heads(String),
}

impl Unfit {
    /// A stable name of the kind of error.
    pub const fn code(&self) -> &'static str {
        match self {
            Self::Load(_) => "weight-file",
            Self::Puzzle { .. } | Self::Inputs { .. } => "other-puzzle",
            Self::Kernel { .. } => "no-kernel",
            Self::Device(error) => error.code(),
            Self::Heads(_) => "other-moves",
        }
    }
}

/// Loads a weight file of any kind for a puzzle, to be evaluated by our own code on the processor.
///
/// # Errors
/// [`Unfit`] when the bytes are not a weight file or the network cannot serve the puzzle.
pub fn load<P: Puzzle>(puzzle: &P, bytes: &[u8]) -> Result<Arc<dyn Evaluator<P>>, Unfit> {
    match format::kind(bytes) {
        Some(format::KIND_FLOAT) => Ok(Arc::new(Float::load(puzzle, bytes)?)),
        _ => Ok(Arc::new(Int8::load(puzzle, bytes)?)),
    }
}

/// Loads a weight file of any kind for a puzzle, to be evaluated on a device.
///
/// # Errors
/// [`Unfit`] as from [`load`], or when this program or this machine does not have the device.
pub fn load_on<P: Puzzle>(
    puzzle: &P,
    bytes: &[u8],
    device: Device,
) -> Result<Arc<dyn Evaluator<P>>, Unfit> {
    match device {
        Device::Cpu => load(puzzle, bytes),
        _ => Ok(Arc::new(Offloaded::load(puzzle, bytes, device)?)),
    }
}

/// Whether a network with these inputs and outputs fits the puzzle.
pub(super) fn check<P: Puzzle>(
    puzzle: &P,
    meta: &Meta<'_>,
    input: (usize, usize),
    heads: NetHeads,
) -> Result<(), Unfit> {
    let inputs = puzzle.inputs();
    let wanted = (inputs.width, inputs.active);
    if !puzzle.is_read_by(meta.puzzle) {
        return Err(Unfit::Puzzle {
            model: meta.name.to_owned(),
            found: meta.puzzle.to_owned(),
            wanted: puzzle.family().to_owned(),
        });
    }
    if input != wanted {
        return Err(Unfit::Inputs {
            model: meta.name.to_owned(),
            family: meta.puzzle.to_owned(),
            found: input,
            wanted,
        });
    }
    if !heads.value && heads.moves != puzzle.move_count() {
        return Err(Unfit::Heads(meta.name.to_owned()));
    }
    Ok(())
}
