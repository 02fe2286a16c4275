//! The devices that LibTorch offers on this machine.

use tch::{Cuda, Device};

/// A GPU that is not available.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CudaError {
    /// Built against a LibTorch for the processor only.
    #[error("this LibTorch is for the CPU only; install one with CUDA for a GPU")]
    Build,
    /// No device at all.
    #[error(
        "LibTorch finds no CUDA device here: is there an NVIDIA card and its driver? `doctor` says more"
    )]
    NoDevice,
    /// The number names no device.
    #[error("there are {0} CUDA devices; the first is cuda:0")]
    Count(usize),
}

/// What `doctor` reports.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found {
    /// The version built against.
    pub version: &'static str,
    /// Whether that LibTorch has CUDA. It says so itself only where it finds a device.
    pub cuda_build: bool,
    /// GPUs that it finds now.
    pub cuda_devices: usize,
}

/// Whether the LibTorch that this was built against has CUDA.
const CUDA_BUILD: bool = matches!(env!("LIBTORCH_CUDA").as_bytes(), b"yes");

/// GPUs that LibTorch finds now.
fn devices() -> usize {
    Cuda::device_count().try_into().unwrap_or(0)
}

/// The version and devices of LibTorch here.
pub fn found() -> Found {
    Found {
        version: env!("LIBTORCH_VERSION"),
        cuda_build: CUDA_BUILD,
        cuda_devices: devices(),
    }
}

/// The GPU of that number.
///
/// # Errors
/// [`CudaError`] when it is not there.
pub fn cuda(index: usize) -> Result<Device, CudaError> {
    if !CUDA_BUILD {
        return Err(CudaError::Build);
    }
    let devices = devices();
    if devices == 0 || !Cuda::is_available() {
        return Err(CudaError::NoDevice);
    }
    if index >= devices {
        return Err(CudaError::Count(devices));
    }
    Ok(Device::Cuda(index))
}

/// Makes LibTorch use only the threads that call it, in the whole process.
pub fn one_thread() {
    tch::set_num_threads(1);
}
