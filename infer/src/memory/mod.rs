//! How much memory a search may take on this machine.

mod address_space;
pub(crate) mod budget;

use crate::error::SettingsError;
use std::fmt;

/// Default memory limit of a search at most, in bytes.
const USUAL: u64 = 4 << 30;

/// No search may take more, in bytes. Searches count what they are about to hold in sums of a few
/// terms, each at most twice what they hold: below a quarter of all addresses no such sum wraps
/// around. It matters where addresses have 32 bits.
const MOST: usize = usize::MAX / 4;

/// The limit of a search that was given none: half of what is free, 4 GiB at most.
pub(crate) fn usual() -> usize {
    let half = free().map_or(USUAL, |free| free as u64 / 2);
    addressed(half.min(USUAL))
}

/// The number of bytes, at most as many as there are addresses for.
fn addressed(bytes: u64) -> usize {
    usize::try_from(bytes).map_or(MOST, |bytes| bytes.min(MOST))
}

/// Refuses the first of the settings, alone or together, that ask for more memory than there is.
pub(crate) fn check(asked: &[(&'static str, usize)]) -> Result<(), SettingsError> {
    if asked.iter().all(|&(_, wanted)| wanted == 0) {
        return Ok(());
    }
    let Some(free) = free() else { return Ok(()) };
    match asked.iter().find(|&&(_, wanted)| wanted > free) {
        Some(&(option, wanted)) => Err(SettingsError::Memory {
            option,
            wanted: Amount(wanted).to_string(),
            free: free >> 20,
        }),
        None => Ok(()),
    }
}

/// Bytes that are available without swapping, also within the control group and the address space of this
/// process; `None` if the system does not say. At most [`MOST`].
fn free() -> Option<usize> {
    let least = machine().into_iter().chain(address_space::left()).min();
    least.map(addressed)
}

/// Bytes that the machine has left for this process.
#[cfg(not(target_arch = "wasm32"))]
fn machine() -> Option<u64> {
    let mut system = sysinfo::System::new();
    system.refresh_memory();
    if system.total_memory() == 0 {
        return None;
    }
    // Memory there that belongs to no process can be reclaimed: it caches files.
    let group = system.cgroup_limits();
    let group = group.map_or(u64::MAX, |group| {
        group.total_memory.saturating_sub(group.rss)
    });
    Some(system.available_memory().min(group))
}

/// A page is not told.
#[cfg(target_arch = "wasm32")]
fn machine() -> Option<u64> {
    None
}

/// A number of bytes, as people read it: `512.0 MiB`.
pub(crate) struct Amount(pub usize);

impl fmt::Display for Amount {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut amount = self.0 as f64;
        for unit in ["B", "KiB", "MiB", "GiB", "TiB"] {
            if amount < 1024.0 {
                return write!(f, "{amount:.1} {unit}");
            }
            amount /= 1024.0;
        }
        write!(f, "{amount:.1} PiB")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// On every machine, also where four gibibytes do not fit the address space.
    #[test]
    fn there_is_memory_for_a_search() {
        assert!(usual() >= 16 << 20, "{}", Amount(usual()));
        assert!(usual() <= MOST);
        assert_eq!(addressed(0), 0);
        assert_eq!(addressed(1 << 29), 1 << 29);
        assert_eq!(addressed(u64::MAX), MOST);
    }
}
