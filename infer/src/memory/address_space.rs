//! The address space that the system lets this process have (`ulimit -v`).

/// Bytes that this process may still map; `None` where nothing limits them, or the system does not say.
/// Linux says.
#[cfg(not(target_arch = "wasm32"))]
pub(crate) fn left() -> Option<u64> {
    use std::fs;

    let limits = fs::read_to_string("/proc/self/limits").ok()?;
    let status = fs::read_to_string("/proc/self/status").ok()?;
    let limit = number_after(&limits, "Max address space")?;
    // In KiB.
    let mapped = number_after(&status, "VmSize:")? << 10;
    Some(limit.saturating_sub(mapped))
}

/// Bytes by which the memory can still grow to have all addresses.
#[cfg(target_arch = "wasm32")]
pub(crate) fn left() -> Option<u64> {
    const PAGE: u64 = 1 << 16;
    Some((1 << 32) - PAGE * core::arch::wasm32::memory_size(0) as u64)
}

/// The number that follows the name on its line; `None` where a word does, such as `unlimited`.
#[cfg(not(target_arch = "wasm32"))]
fn number_after(text: &str, name: &str) -> Option<u64> {
    let rest = text.lines().find_map(|line| line.strip_prefix(name))?;
    rest.split_whitespace().next()?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn limits_are_numbers_or_none() {
        let limits = "Limit  Soft Limit  Hard Limit  Units\n\
                      Max cpu time              unlimited            unlimited            seconds   \n\
                      Max address space         409600000            unlimited            bytes     \n";
        assert_eq!(number_after(limits, "Max address space"), Some(409_600_000));
        assert_eq!(number_after(limits, "Max cpu time"), None);
        assert_eq!(number_after("VmSize:\t  2048 kB\n", "VmSize:"), Some(2048));
        assert_eq!(number_after(limits, "VmSize:"), None);
    }
}
