//! LibTorch as a backend of the library.

use crate::beam::{DeviceGuide, Shared};
use crate::{Compute, Network, cuda, device};
use quarterturn::eval::layers::Beams;
use quarterturn::eval::{self, Backend, Device, DeviceError, Unfit};
use quarterturn_core::puzzle::tables::Tables;
use std::sync::Arc;

/// Concurrent calls on each GPU: while one computes, others send states and fetch results.
const CALLS: usize = 4;

/// The devices `libtorch-cpu` and `cuda:N`.
///
/// On the processor LibTorch is set to use no threads but those that call it, in the whole process.
#[derive(Clone, Copy, Debug, Default)]
pub struct LibTorch {
    /// The arithmetic of float networks; where there is none, the one that the device is best at.
    pub compute: Option<Compute>,
}

static LIBTORCH: LibTorch = LibTorch { compute: None };

/// Makes LibTorch's devices known to the library, in the whole process.
pub fn register() {
    eval::register(&LIBTORCH);
}

/// LibTorch's name of a device.
fn there(device: Device) -> Result<tch::Device, DeviceError> {
    match device {
        Device::Cuda(index) => {
            cuda(index).map_err(|error| DeviceError::Cuda(format!("{device}: {error}")))
        }
        _ => Ok(tch::Device::Cpu),
    }
}

impl Backend for LibTorch {
    fn has(&self, device: Device) -> bool {
        matches!(device, Device::LibtorchCpu | Device::Cuda(_))
    }

    fn check(&self, device: Device) -> Result<(), DeviceError> {
        there(device).map(|_| ())
    }

    fn load(
        &self,
        bytes: &[u8],
        device: Device,
        threads: usize,
    ) -> Result<Vec<Box<dyn eval::Network>>, Unfit> {
        let there = there(device)?;
        let copies = if there.is_cuda() {
            threads.min(CALLS)
        } else {
            device::one_thread();
            threads
        };
        let compute = self.compute.unwrap_or_else(|| Network::arithmetic(there));
        let mut all: Vec<Box<dyn eval::Network>> = Vec::new();
        for network in Network::load(bytes, there, compute, copies)? {
            all.push(Box::new(network));
        }
        Ok(all)
    }

    fn beams(
        &self,
        tables: &Tables,
        root: &[u8],
        bytes: &[u8],
        device: Device,
    ) -> Result<Option<Arc<dyn Beams>>, Unfit> {
        let Some(guide) = DeviceGuide::load(tables, bytes, there(device)?)? else {
            return Ok(None);
        };
        guide.warm(root);
        Ok(Some(Arc::new(Shared::new(guide))))
    }
}
