//! Times and amounts of memory as people write them.

use bytesize::{ByteSize, MIB};
use std::time::Duration;

/// A positive time: `2m`, `1500ms`, `1h 30m`, or a bare number of seconds.
pub fn time(text: &str) -> Result<Duration, String> {
    let time = match text.parse() {
        Ok(seconds) => Duration::try_from_secs_f64(seconds).ok(),
        Err(_) => humantime::parse_duration(text).ok(),
    };
    time.filter(|time| !time.is_zero())
        .ok_or_else(|| "not a positive number of seconds, nor a time such as 2m or 1500ms".into())
}

/// A time as people write it, to the second from a minute on.
pub fn about(time: Duration) -> String {
    let time = match time.as_secs() {
        60.. => Duration::from_secs(time.as_secs()),
        _ => time,
    };
    humantime::format_duration(time).to_string()
}

/// A positive amount of memory: `512MiB`, `1.5GiB`, or a bare number of MiB.
fn memory(text: &str) -> Result<ByteSize, String> {
    let amount = match text.parse::<u64>() {
        // A limit beyond the address space is no limit.
        Ok(mib) => Some(ByteSize(mib.saturating_mul(MIB))),
        Err(_) => text.parse().ok(),
    };
    amount
        .filter(|amount| amount.as_u64() > 0)
        .ok_or_else(|| "not a positive number of MiB, nor an amount such as 512MiB or 2GiB".into())
}

/// The same in bytes of this machine.
pub fn bytes(text: &str) -> Result<usize, String> {
    let amount = memory(text)?.as_u64();
    Ok(usize::try_from(amount).unwrap_or(usize::MAX))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_have_units_or_are_seconds() {
        for (text, milliseconds) in [
            ("0.5", 500),
            ("2", 2000),
            ("1e-3", 1),
            ("1500ms", 1500),
            ("2m", 120_000),
            ("1.5h", 5_400_000),
            ("1h 30m", 5_400_000),
        ] {
            assert_eq!(
                time(text),
                Ok(Duration::from_millis(milliseconds)),
                "{text}"
            );
        }
        for wrong in ["", "0", "-1", "nan", "inf", "1e99", "2x", "m", "0s"] {
            assert!(time(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn memory_has_units_or_is_in_mebibytes() {
        for (text, bytes, shown) in [
            ("1", 1 << 20, "1.0 MiB"),
            ("512", 512 << 20, "512.0 MiB"),
            ("512MiB", 512 << 20, "512.0 MiB"),
            ("1.5 gib", 3 << 29, "1.5 GiB"),
            ("2GiB", 2 << 30, "2.0 GiB"),
        ] {
            let amount = memory(text).unwrap();
            assert_eq!(
                (amount.as_u64(), &*amount.to_string()),
                (bytes, shown),
                "{text}"
            );
        }
        for wrong in ["", "0", "-1", "nan", "MiB", "5 apples", "1.2.3"] {
            assert!(memory(wrong).is_err(), "{wrong}");
        }
    }
}
