//! How much memory a search may take on this machine.

use super::error::CliError;
use super::units;
use bytesize::ByteSize;
use std::fs;

/// A search that was given no limit takes this much at most.
const USUAL: usize = 4 << 30;

/// The limit of a search that was given none: half of what is free, [`USUAL`] at most.
pub fn usual() -> usize {
    free().map_or(USUAL, |free| USUAL.min(free / 2))
}

/// Refuses an option that asks for more memory than there is.
pub fn check(option: &str, wanted: ByteSize) -> Result<(), CliError> {
    match free() {
        Some(free) if units::bytes(wanted) > free => Err(CliError::Usage(format!(
            "{option} {wanted}: there are only {} MiB free",
            free >> 20
        ))),
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
