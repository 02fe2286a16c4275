//! How much memory a search may take on this machine.

use crate::solver::SettingsError;
use std::fmt;
use std::fs;

/// A search that was given no limit takes this much at most.
const USUAL: usize = 4 << 30;

/// The limit of a search that was given none: half of what is free, [`USUAL`] at most.
pub(crate) fn usual() -> usize {
    free().map_or(USUAL, |free| USUAL.min(free / 2))
}

/// Refuses an option that asks for more memory than there is.
pub(crate) fn check(option: &'static str, wanted: usize) -> Result<(), SettingsError> {
    match free() {
        Some(free) if wanted > free => Err(SettingsError::Memory {
            option,
            wanted: Amount(wanted).to_string(),
            free: free >> 20,
        }),
        _ => Ok(()),
    }
}

/// Bytes that can be had without swapping, in the control group that this process is in; `None`
/// where the system does not say.
fn free() -> Option<usize> {
    let read = |path| fs::read_to_string(path).ok();
    let lines = read("/proc/meminfo")?;
    let line = lines.lines().find(|l| l.starts_with("MemAvailable:"))?;
    let kib: usize = line.split_whitespace().nth(1)?.parse().ok()?;
    // Of version 2 and of version 1; "max" for none.
    let groups = [
        "/sys/fs/cgroup/memory.max",
        "/sys/fs/cgroup/memory/memory.limit_in_bytes",
    ];
    let limits = groups
        .iter()
        .filter_map(|path| read(path)?.trim().parse().ok());
    limits.chain([kib.saturating_mul(1 << 10)]).min()
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
