//! The address space that the system lets this process have (`ulimit -v`).

use std::fs;

/// Bytes that this process may still map; `None` where nothing limits them, or the system does not say.
/// Linux says.
pub(crate) fn left() -> Option<u64> {
    let limits = fs::read_to_string("/proc/self/limits").ok()?;
    let status = fs::read_to_string("/proc/self/status").ok()?;
    let limit = number_after(&limits, "Max address space")?;
    // In KiB.
    let mapped = number_after(&status, "VmSize:")? << 10;
    Some(limit.saturating_sub(mapped))
}

/// The number that follows the name on its line; `None` where a word does, such as `unlimited`.
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
