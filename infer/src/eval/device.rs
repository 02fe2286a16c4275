//! Where a network runs.

use super::{Several, backend};
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
    /// `cuda:0,1`: several GPUs, which share each batch.
    Several(Several),
}

/// Why a network cannot run there.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum DeviceError {
    /// No such name.
    #[error(
        "{0:?} is not a device; there are cpu, libtorch-cpu, cuda, cuda:N, and several cards as \
         cuda:0,1"
    )]
    Unknown(String),
    /// A list with nothing in it, or nothing between two commas.
    #[error("a device is missing in the list; several cards are cuda:0,1 or cuda:0,cuda:1")]
    Missing,
    /// A card that is in a list already.
    #[error("{0} is twice in the list of devices; a card takes part once")]
    Twice(Device),
    /// Devices that do not go together.
    #[error("{0} and {1} cannot share batches; only cards can, as in cuda:0,1")]
    Mixed(Device, Device),
    /// A card whose number no list can have.
    #[error(
        "{0} cannot be in a list of devices: LibTorch counts cards from cuda:0 to cuda:{last}",
        last = Several::CARDS - 1
    )]
    Far(Device),
    /// A device of LibTorch, in a program without it.
    #[error(
        "{0} is a device of LibTorch, and this program is built without LibTorch; in the repository, \
         `source trainer/libtorch.sh` finds or installs it, and `--features libtorch` builds it in"
    )]
    NoLibTorch(Device),
    /// LibTorch has no such GPU. The text names it.
    #[error("{0}")]
    Cuda(String),
}

impl DeviceError {
    /// A stable name of the kind of error.
    pub const fn code(&self) -> &'static str {
        match self {
            Self::Unknown(_) => "unknown-device",
            Self::Missing | Self::Twice(_) | Self::Mixed(..) | Self::Far(_) => "device-list",
            Self::NoLibTorch(_) => "no-libtorch",
            Self::Cuda(_) => "no-gpu",
        }
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
            _ => backend::of(self).map(|_| ()),
        }
    }

    /// The single devices that it is made of: itself, or all of several.
    pub fn each(self) -> Vec<Device> {
        match self {
            Device::Several(several) => several.each(),
            one => vec![one],
        }
    }
}

impl FromStr for Device {
    type Err = DeviceError;

    /// One device, or several with commas between them. After a card, a number is a card too.
    fn from_str(text: &str) -> Result<Self, DeviceError> {
        let mut devices = Vec::new();
        for name in text.split(',').map(str::trim) {
            let card = match devices.last() {
                Some(Device::Cuda(_)) => name.parse().ok().map(Device::Cuda),
                _ => None,
            };
            devices.push(card.map_or_else(|| one(name), Ok)?);
        }
        Device::several(&devices)
    }
}

fn one(name: &str) -> Result<Device, DeviceError> {
    let index = match name {
        "" => return Err(DeviceError::Missing),
        "cpu" => return Ok(Device::Cpu),
        "libtorch-cpu" => return Ok(Device::LibtorchCpu),
        "cuda" => Some(0),
        _ => name.strip_prefix("cuda:").and_then(|n| n.parse().ok()),
    };
    let index = index.ok_or_else(|| DeviceError::Unknown(name.into()))?;
    Ok(Device::Cuda(index))
}

impl fmt::Display for Device {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Device::Cpu => f.write_str("cpu"),
            Device::LibtorchCpu => f.write_str("libtorch-cpu"),
            Device::Cuda(index) => write!(f, "cuda:{index}"),
            Device::Several(several) => several.fmt(f),
        }
    }
}
