//! Times and amounts of memory as people write them.

use quarterturn::solver::{Value, Values};
use std::time::Duration;

/// A positive time: `2m`, `1500ms`, `1h 30m`, or a bare number of seconds.
pub fn time(text: &str) -> Result<Duration, String> {
    match Values::Time.take(&text.into()) {
        Ok(Value::Number(seconds)) => Ok(Duration::from_secs_f64(seconds)),
        _ => Err(Values::Time.wanted().into()),
    }
}

/// A time as people write it, to the second from a minute on.
pub fn about(time: Duration) -> String {
    let time = match time.as_secs() {
        60.. => Duration::from_secs(time.as_secs()),
        _ => time,
    };
    humantime::format_duration(time).to_string()
}

/// A positive amount of memory in bytes of this machine: `512MiB`, `1.5GiB`, or a bare number of MiB.
pub fn bytes(text: &str) -> Result<usize, String> {
    match Values::Bytes.take(&text.into()) {
        Ok(Value::Whole(bytes)) => Ok(usize::try_from(bytes).unwrap_or(usize::MAX)),
        _ => Err(Values::Bytes.wanted().into()),
    }
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
            ("2 minutes", 120_000),
            ("20sec", 20_000),
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
        for (text, size) in [
            ("1", 1 << 20),
            ("512", 512 << 20),
            ("512MiB", 512 << 20),
            ("1.5 gib", 3 << 29),
            ("2GiB", 2 << 30),
        ] {
            assert_eq!(bytes(text), Ok(size), "{text}");
        }
        for wrong in ["", "0", "-1", "nan", "MiB", "5 apples", "1.2.3"] {
            assert!(bytes(wrong).is_err(), "{wrong}");
        }
    }
}
