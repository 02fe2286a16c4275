//! Several devices that share each batch.

use super::{Device, DeviceError};
use std::fmt;

/// Two devices or more: cards, or the processor several times, which is for tests. Made by [`Device::several`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Several(Members);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Members {
    /// A bit for each card: what they compute does not depend on their order.
    Cards(u128),
    /// LibTorch on the processor, that many times.
    Processor(usize),
}

impl Several {
    /// Numbers of cards that LibTorch can tell apart.
    pub(super) const CARDS: usize = u128::BITS as usize;

    /// The single devices, two at least; cards by their numbers.
    pub fn each(self) -> Vec<Device> {
        match self.0 {
            Members::Cards(cards) => {
                let numbers = (0..Self::CARDS).filter(|number| cards >> number & 1 == 1);
                numbers.map(Device::Cuda).collect()
            }
            Members::Processor(times) => vec![Device::LibtorchCpu; times],
        }
    }
}

impl Device {
    /// The devices as one; of a single one itself.
    ///
    /// # Errors
    /// [`DeviceError::Missing`] of none, [`DeviceError::Twice`] and [`DeviceError::Mixed`] where they cannot
    /// share batches, [`DeviceError::Far`] of a card whose number is too high.
    pub fn several(devices: &[Device]) -> Result<Self, DeviceError> {
        let Some((&first, others)) = devices.split_first() else {
            return Err(DeviceError::Missing);
        };
        let join = |all: Device, &next: &Device| join(all, next).ok_or_else(|| why_not(all, next));
        others.iter().try_fold(first, join)
    }
}

/// A device and one more.
fn join(all: Device, next: Device) -> Option<Device> {
    let members = match (all, next) {
        (Device::LibtorchCpu, Device::LibtorchCpu) => Members::Processor(2),
        (Device::Several(Several(Members::Processor(n))), Device::LibtorchCpu) => {
            Members::Processor(n + 1)
        }
        (Device::Cuda(_) | Device::Several(Several(Members::Cards(_))), Device::Cuda(_)) => {
            let (cards, card) = (cards(all)?, cards(next)?);
            Members::Cards((cards & card == 0).then_some(cards | card)?)
        }
        _ => return None,
    };
    Some(Device::Several(Several(members)))
}

/// Cards as bits.
fn cards(device: Device) -> Option<u128> {
    match device {
        Device::Cuda(number) => 1u128.checked_shl(number.try_into().ok()?),
        Device::Several(Several(Members::Cards(cards))) => Some(cards),
        _ => None,
    }
}

fn why_not(all: Device, next: Device) -> DeviceError {
    match (cards(all), cards(next)) {
        (Some(_), Some(_)) => DeviceError::Twice(next),
        _ => {
            let is_far = |device| matches!(device, Device::Cuda(_)) && cards(device).is_none();
            match [next, all].into_iter().find(|&device| is_far(device)) {
                Some(far) => DeviceError::Far(far),
                None => DeviceError::Mixed(all.each()[0], next),
            }
        }
    }
}

/// As it is parsed: `cuda:0,1`, or `libtorch-cpu,libtorch-cpu`.
impl fmt::Display for Several {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let each = self.each();
        write!(f, "{}", each[0])?;
        each[1..].iter().try_for_each(|device| match device {
            Device::Cuda(number) => write!(f, ",{number}"),
            other => write!(f, ",{other}"),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_are_read_and_written() {
        for (text, each, written) in [
            ("cuda", &[0][..], "cuda:0"),
            ("cuda:0,1", &[0, 1], "cuda:0,1"),
            ("cuda:0,cuda:1", &[0, 1], "cuda:0,1"),
            ("cuda:3, 1,cuda", &[0, 1, 3], "cuda:0,1,3"),
            ("cuda:127,0", &[0, 127], "cuda:0,127"),
        ] {
            let device: Device = text.parse().unwrap();
            let cards: Vec<Device> = each.iter().copied().map(Device::Cuda).collect();
            assert_eq!(device.each(), cards, "{text}");
            assert_eq!(device.to_string(), written);
            assert_eq!(written.parse(), Ok(device));
        }
        let twice: Device = "libtorch-cpu,libtorch-cpu".parse().unwrap();
        assert_eq!(twice.each(), [Device::LibtorchCpu; 2]);
        assert_eq!(twice.to_string(), "libtorch-cpu,libtorch-cpu");
        assert_eq!(Device::several(&[Device::Cpu]), Ok(Device::Cpu));
    }

    #[test]
    fn lists_of_no_use_are_refused() {
        use Device::{Cpu, Cuda, LibtorchCpu};
        use DeviceError::{Far, Missing, Mixed, Twice, Unknown};
        for (text, error) in [
            ("", Missing),
            (",", Missing),
            ("cuda:0,", Missing),
            ("cuda:0,,1", Missing),
            ("cuda:1,0,1", Twice(Cuda(1))),
            ("cuda,cuda:0", Twice(Cuda(0))),
            ("cuda:0,cpu", Mixed(Cuda(0), Cpu)),
            ("cuda:0,1,libtorch-cpu", Mixed(Cuda(0), LibtorchCpu)),
            (
                "libtorch-cpu,libtorch-cpu,cuda:0",
                Mixed(LibtorchCpu, Cuda(0)),
            ),
            ("cpu,cpu", Mixed(Cpu, Cpu)),
            ("cuda:0,128", Far(Cuda(128))),
            ("cuda:200,0", Far(Cuda(200))),
            ("0,1", Unknown("0".into())),
            ("cuda:0,x", Unknown("x".into())),
        ] {
            assert_eq!(text.parse::<Device>(), Err(error), "{text}");
        }
        assert_eq!(Device::several(&[]), Err(Missing));
    }
}
