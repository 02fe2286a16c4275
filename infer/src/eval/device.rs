//! Where a network runs.

use std::fmt;
use std::str::FromStr;

/// Where a network runs, by name.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Device {
    /// `cpu`: our own kernels for integer networks, `ndarray` for float ones.
    #[default]
    Cpu,
    /// `libtorch-cpu`: LibTorch on the processor.
    LibtorchCpu,
    /// `cuda` or `cuda:N`: LibTorch on an NVIDIA GPU.
    Cuda(usize),
}

/// Why a network cannot run there.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum DeviceError {
    /// No such name.
    #[error("{0:?} is not a device; there are cpu, libtorch-cpu, cuda and cuda:N")]
    Unknown(String),
    /// A device of LibTorch, in a program without it.
    #[error(
        "{0} is a device of LibTorch, and this program is built without LibTorch; in the repository, \
         `source trainer/libtorch.sh` finds or installs it, and `--features libtorch` builds it in"
    )]
    NoLibTorch(Device),
    /// LibTorch has no such GPU.
    #[error("{0}")]
    Cuda(String),
}

impl DeviceError {
    /// A stable name of the kind of error.
    pub const fn code(&self) -> &'static str {
        match self {
            Self::Unknown(_) => "unknown-device",
            Self::NoLibTorch(_) => "no-libtorch",
            Self::Cuda(_) => "no-gpu",
        }
    }
}

#[cfg(feature = "libtorch")]
impl From<quarterturn_torch::CudaError> for DeviceError {
    fn from(error: quarterturn_torch::CudaError) -> Self {
        Self::Cuda(error.to_string())
    }
}

impl Device {
    /// Checks that the device is available.
    ///
    /// # Errors
    /// [`DeviceError`] when this program or this machine does not have it.
    pub fn check(self) -> Result<(), DeviceError> {
        match self {
            Device::Cpu => Ok(()),
            #[cfg(feature = "libtorch")]
            Device::LibtorchCpu | Device::Cuda(_) => Ok(self.libtorch().map(|_| ())?),
            #[cfg(not(feature = "libtorch"))]
            Device::LibtorchCpu | Device::Cuda(_) => Err(DeviceError::NoLibTorch(self)),
        }
    }

    /// LibTorch's name of it; `Cpu` is also its.
    #[cfg(feature = "libtorch")]
    pub(crate) fn libtorch(
        self,
    ) -> Result<quarterturn_torch::Device, quarterturn_torch::CudaError> {
        match self {
            Device::Cpu | Device::LibtorchCpu => Ok(quarterturn_torch::Device::Cpu),
            Device::Cuda(index) => quarterturn_torch::cuda(index),
        }
    }
}

impl FromStr for Device {
    type Err = DeviceError;

    fn from_str(text: &str) -> Result<Self, DeviceError> {
        let index = match text {
            "cpu" => return Ok(Device::Cpu),
            "libtorch-cpu" => return Ok(Device::LibtorchCpu),
            "cuda" => Some(0),
            _ => text.strip_prefix("cuda:").and_then(|n| n.parse().ok()),
        };
        let index = index.ok_or_else(|| DeviceError::Unknown(text.into()))?;
        Ok(Device::Cuda(index))
    }
}

impl fmt::Display for Device {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Device::Cpu => f.write_str("cpu"),
            Device::LibtorchCpu => f.write_str("libtorch-cpu"),
            Device::Cuda(index) => write!(f, "cuda:{index}"),
        }
    }
}
