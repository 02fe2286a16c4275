//! The door for libraries that run networks elsewhere, such as on a GPU.

use super::layers::Beams;
use super::{Device, DeviceError, Unfit};
use quarterturn_core::puzzle::tables::Tables;
use std::fmt::Debug;
use std::ptr;
use std::sync::{Arc, PoisonError, RwLock};

/// What runs networks on devices of its own. All that it gets are bytes, numbers and tables, so it is compiled once for all
/// puzzles.
///
/// A program [`register`]s it, and then takes its devices by their names. Integer networks must say what
/// [`Int8`](super::Int8) says, bit for bit: `doctor --check` compares them.
///
/// Here the portable code stands for a card:
///
/// ```
/// use quarterturn::core::net::{Net, batch::{Batch, Kernel, Workspace}};
/// use quarterturn::eval::{self, Backend, Device, DeviceError, Network, Unfit};
/// use quarterturn::Solver;
///
/// struct Card;
///
/// #[derive(Debug)]
/// struct Loaded(Batch, Workspace);
///
/// impl Network for Loaded {
///     fn states(&self) -> usize {
///         1024
///     }
///
///     fn evaluate(&mut self, features: &[u16], rows: &mut [i32]) {
///         self.0.evaluate(features, &mut self.1, rows);
///     }
/// }
///
/// impl Backend for Card {
///     fn has(&self, device: Device) -> bool {
///         matches!(device, Device::Cuda(_))
///     }
///
///     fn check(&self, device: Device) -> Result<(), DeviceError> {
///         match device {
///             Device::Cuda(0) => Ok(()),
///             _ => Err(DeviceError::Cuda(format!("{device}: there is one card"))),
///         }
///     }
///
///     fn load(&self, bytes: &[u8], _: Device, _: usize) -> Result<Vec<Box<dyn Network>>, Unfit> {
///         let batch = Batch::with_kernel(&Net::from_bytes(bytes)?, Kernel::PORTABLE);
///         Ok(vec![Box::new(Loaded(batch, Workspace::default()))])
///     }
/// }
///
/// let solver = || Solver::builder().device(Device::Cuda(0)).build();
/// assert_eq!(solver().unwrap_err().code(), "no-libtorch");
/// eval::register(&Card);
/// assert!(solver()?.solve("R U F'")?.solution.is_some());
/// assert_eq!(Device::Cuda(1).check().unwrap_err().code(), "no-gpu");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait Backend: Send + Sync {
    /// Whether it is for such devices. It is asked of single ones only, here and below.
    fn has(&self, device: Device) -> bool;

    /// Checks that this machine has the device.
    ///
    /// # Errors
    /// [`DeviceError`] that says what is missing.
    fn check(&self, device: Device) -> Result<(), DeviceError>;

    /// Loads a weight file onto a device: one copy or more, as many as calls there gain by being made at once, but not more
    /// than `threads`. They may share their numbers.
    ///
    /// # Errors
    /// [`Unfit`] when the device is not there or the bytes are no weight file.
    fn load(
        &self,
        bytes: &[u8],
        device: Device,
        threads: usize,
    ) -> Result<Vec<Box<dyn Network>>, Unfit>;

    /// Loads a puzzle and an integer network for beams whose states stay on the device. None where it has no
    /// such beams, or none for this network. `root` are the symbols of a state to try it with.
    ///
    /// # Errors
    /// As [`Backend::load`].
    fn beams(
        &self,
        tables: &Tables,
        root: &[u8],
        bytes: &[u8],
        device: Device,
    ) -> Result<Option<Arc<dyn Beams>>, Unfit> {
        let _ = (tables, root, bytes, device);
        Ok(None)
    }
}

/// A network on a device, for one thread at a time.
pub trait Network: Send + Debug {
    /// The number of states that a call takes best.
    fn states(&self) -> usize;

    /// Evaluates states given by their active features, `[states][active]`. `rows` gets one cost for each state and
    /// output, in 1/1024 moves (value, Q) or nats (policy).
    ///
    /// # Panics
    /// When the device fails.
    fn evaluate(&mut self, features: &[u16], rows: &mut [i32]);
}

static BACKENDS: RwLock<Vec<&'static dyn Backend>> = RwLock::new(Vec::new());

/// Makes the devices of a backend known to the whole process, as a driver is. Of several that are for a device the first one
/// gets it; to register one again changes nothing.
pub fn register(backend: &'static dyn Backend) {
    let mut all = BACKENDS.write().unwrap_or_else(PoisonError::into_inner);
    if !all.iter().any(|&known| ptr::addr_eq(known, backend)) {
        all.push(backend);
    }
}

/// The backend for a device, or for several that share batches.
pub(crate) fn of(device: Device) -> Result<&'static dyn Backend, DeviceError> {
    let all = BACKENDS.read().unwrap_or_else(PoisonError::into_inner);
    let each = device.each();
    let found = all.iter().find(|backend| backend.has(each[0]));
    let backend = *found.ok_or(DeviceError::NoLibTorch(device))?;
    each.into_iter().try_for_each(|one| backend.check(one))?;
    Ok(backend)
}
