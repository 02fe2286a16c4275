//! What LibTorch offers here.

use tch::{Cuda, Device};

/// Why there is no such GPU.
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
    /// Not so many.
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

/// What LibTorch offers here.
pub fn found() -> Found {
    Found {
        version: env!("LIBTORCH_VERSION"),
        cuda_build: env!("LIBTORCH_CUDA") == "yes",
        cuda_devices: Cuda::device_count().try_into().unwrap_or(0),
    }
}

/// The GPU of that number.
///
/// # Errors
/// [`CudaError`] when it is not there.
pub fn cuda(index: usize) -> Result<Device, CudaError> {
    let found = found();
    if !found.cuda_build {
        return Err(CudaError::Build);
    }
    if found.cuda_devices == 0 || !Cuda::is_available() {
        return Err(CudaError::NoDevice);
    }
    if index >= found.cuda_devices {
        return Err(CudaError::Count(found.cuda_devices));
    }
    Ok(Device::Cuda(index))
}

/// Has LibTorch use the threads that call it and no further ones, in the whole process.
pub fn one_thread() {
    tch::set_num_threads(1);
}
