//! What is known of each setting: its name, what it may be, and the values that programs and people give.
//!
//! The command line, Python, JavaScript, C and HTTP read the table of [`Settings`](super::Settings) and give values to
//! [`Settings::set`](super::Settings::set). None of them has a list of its own.

use crate::memory;
use crate::search::Published;
use crate::solver::SearchKind;
use std::borrow::Cow;
use std::fmt;
use std::time::Duration;

/// What a setting may be.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum Values {
    /// A whole number, both ends included.
    Whole {
        /// The least.
        least: u64,
        /// The most.
        most: u64,
    },
    /// A number, both ends included.
    Number {
        /// The least.
        least: f64,
        /// The most.
        most: f64,
        /// What another number is not.
        fault: &'static str,
    },
    /// A time: as a number in seconds.
    Time,
    /// An amount of memory: as a number in bytes; as a text in MiB, or with its unit.
    Bytes,
    /// Yes or no.
    YesNo,
    /// One of these words.
    Words(&'static [&'static str]),
}

/// The value of a setting, as a program or a person gives it.
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    /// A whole number.
    Whole(u64),
    /// A number.
    Number(f64),
    /// Yes or no.
    YesNo(bool),
    /// A text, which may stand for any of the others.
    Text(String),
}

impl From<u64> for Value {
    fn from(number: u64) -> Self {
        Self::Whole(number)
    }
}

impl From<f64> for Value {
    fn from(number: f64) -> Self {
        Self::Number(number)
    }
}

impl From<bool> for Value {
    fn from(yes: bool) -> Self {
        Self::YesNo(yes)
    }
}

impl From<&str> for Value {
    fn from(text: &str) -> Self {
        Self::Text(text.into())
    }
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Whole(number) => number.fmt(f),
            Self::Number(number) => number.fmt(f),
            Self::YesNo(yes) => f.write_str(if *yes { "yes" } else { "no" }),
            Self::Text(text) => f.write_str(text),
        }
    }
}

/// Why a value is none of a setting; [`Values::wanted`] says what it must be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wrong {
    /// It is of another kind.
    Kind,
    /// It is out of range.
    Range,
}

impl Values {
    /// A number of at least this one.
    pub(super) const fn from(least: f64, fault: &'static str) -> Self {
        Self::Number {
            least,
            most: 1e6,
            fault,
        }
    }

    /// What a value must be, in words.
    pub fn wanted(&self) -> Cow<'static, str> {
        match self {
            // More than anybody means.
            Self::Whole { least, most } if *most >= u32::MAX.into() => {
                format!("not a whole number of at least {least}").into()
            }
            Self::Whole { least, most } => {
                format!("not a whole number from {least} to {most}").into()
            }
            Self::Number { fault, .. } => (*fault).into(),
            Self::Time => {
                "not a positive number of seconds, nor a time such as 2m or 1500ms".into()
            }
            Self::Bytes => {
                "not a positive number of MiB, nor an amount such as 512MiB or 2GiB".into()
            }
            Self::YesNo => "neither yes nor no".into(),
            Self::Words(words) => format!("not one of {}", words.join(", ")).into(),
        }
    }

    /// The value in its plain form, if it is one of these: a text is read.
    ///
    /// # Errors
    /// [`Wrong`]: it is of another kind or out of range.
    pub fn take(&self, value: &Value) -> Result<Value, Wrong> {
        let plain = match value {
            Value::Text(text) => self.read(text).ok_or(Wrong::Kind)?,
            other => other.clone(),
        };
        let number = match plain {
            Value::Whole(number) => Some(number as f64),
            Value::Number(number) => Some(number),
            _ => None,
        };
        match (*self, plain) {
            (Self::Whole { least, most }, Value::Whole(number)) => {
                let fits = (least..=most).contains(&number);
                fits.then_some(Value::Whole(number)).ok_or(Wrong::Range)
            }
            (Self::Whole { .. }, Value::Number(number)) if number.fract() == 0.0 => {
                // Below 0, or beyond what JavaScript counts exactly.
                let whole = (0.0..9_007_199_254_740_992.0).contains(&number);
                let whole = whole.then_some(Value::Whole(number as u64));
                self.take(&whole.ok_or(Wrong::Range)?)
            }
            (Self::Number { least, most, .. }, _) => {
                let number = number.ok_or(Wrong::Kind)?;
                let fits = (least..=most).contains(&number);
                fits.then_some(Value::Number(number)).ok_or(Wrong::Range)
            }
            (Self::Time, _) => {
                let time = Duration::try_from_secs_f64(number.ok_or(Wrong::Kind)?);
                let time = time.map_err(|_| Wrong::Range)?;
                Ok(Value::Number(time.as_secs_f64()))
            }
            (Self::Bytes, Value::Whole(bytes)) => Ok(Value::Whole(bytes)),
            (Self::Bytes, Value::Number(bytes)) => match bytes >= 0.0 && bytes.fract() == 0.0 {
                true => Ok(Value::Whole(bytes as u64)),
                false => Err(Wrong::Range),
            },
            (Self::YesNo, yes @ Value::YesNo(_)) => Ok(yes),
            (Self::Words(words), Value::Text(word)) => {
                let known = words.contains(&&*word);
                known.then_some(Value::Text(word)).ok_or(Wrong::Range)
            }
            _ => Err(Wrong::Kind),
        }
    }

    /// A text as the value that it stands for.
    fn read(&self, text: &str) -> Option<Value> {
        Some(match self {
            Self::Whole { .. } => Value::Whole(text.parse().ok()?),
            Self::Number { .. } => Value::Number(text.parse().ok()?),
            Self::Time => Value::Number(time(text)?.as_secs_f64()),
            Self::Bytes => Value::Whole(bytes(text)?),
            Self::YesNo => Value::YesNo(match &*text.to_ascii_lowercase() {
                "yes" | "y" | "true" | "t" | "on" | "1" => true,
                "no" | "n" | "false" | "f" | "off" | "0" => false,
                _ => return None,
            }),
            Self::Words(_) => Value::Text(text.into()),
        })
    }
}

/// Units of time, in seconds.
const TIMES: &[(&str, f64)] = &[
    ("ns", 1e-9),
    ("us", 1e-6),
    ("ms", 1e-3),
    ("s", 1.0),
    ("sec", 1.0),
    ("second", 1.0),
    ("m", 60.0),
    ("min", 60.0),
    ("minute", 60.0),
    ("h", 3600.0),
    ("hr", 3600.0),
    ("hour", 3600.0),
    ("d", 86400.0),
    ("day", 86400.0),
];

/// Units of memory, in bytes.
const AMOUNTS: &[(&str, f64)] = &[
    ("b", 1.0),
    ("kb", 1e3),
    ("mb", 1e6),
    ("gb", 1e9),
    ("tb", 1e12),
    ("kib", (1u64 << 10) as f64),
    ("mib", (1u64 << 20) as f64),
    ("gib", (1u64 << 30) as f64),
    ("tib", (1u64 << 40) as f64),
];

/// The first number of a text times its unit, and what follows.
fn first<'a>(text: &'a str, units: &[(&str, f64)]) -> Option<(f64, &'a str)> {
    let ends = |text: &str, of: fn(char) -> bool| text.find(|c| !of(c)).unwrap_or(text.len());
    let (number, rest) = text.split_at(ends(text, |c| c.is_ascii_digit() || c == '.'));
    let rest = rest.trim_start();
    let (unit, rest) = rest.split_at(ends(rest, |c| c.is_ascii_alphabetic()));
    let is = |word: &str| {
        let mut units = units.iter();
        units.find(|(name, _)| word.eq_ignore_ascii_case(name))
    };
    // Of several: `minutes`.
    let unit = is(unit).or_else(|| is(unit.strip_suffix('s')?))?;
    Some((number.parse::<f64>().ok()? * unit.1, rest.trim_start()))
}

/// A positive time: `2m`, `1500ms`, `1h 30m`, or a bare number of seconds.
fn time(text: &str) -> Option<Duration> {
    let seconds = match text.parse() {
        Ok(seconds) => seconds,
        Err(_) => {
            let (mut sum, mut rest) = first(text.trim(), TIMES)?;
            while !rest.is_empty() {
                let (next, left) = first(rest, TIMES)?;
                (sum, rest) = (sum + next, left);
            }
            sum
        }
    };
    let time = Duration::try_from_secs_f64(seconds).ok();
    time.filter(|time| !time.is_zero())
}

/// A positive amount of memory: `512MiB`, `1.5GiB`, or a bare number of MiB.
fn bytes(text: &str) -> Option<u64> {
    let amount = match text.parse::<u64>() {
        // A limit beyond the address space is no limit.
        Ok(mib) => mib.saturating_mul(1 << 20),
        Err(_) => match first(text.trim(), AMOUNTS)? {
            (bytes, "") => bytes as u64,
            _ => return None,
        },
    };
    Some(amount).filter(|&amount| amount > 0)
}

/// The type of a field of [`Settings`](super::Settings): what a plain value is there.
pub(super) trait Field: Sized {
    /// From a value that [`Values::take`] has taken.
    fn of(value: Value) -> Option<Self>;

    /// As a value.
    fn value(&self) -> Value;

    /// For people.
    fn shown(&self) -> String {
        self.value().to_string()
    }
}

macro_rules! whole {
    ($($type:ty),*) => {$(
        impl Field for $type {
            fn of(value: Value) -> Option<Self> {
                match value {
                    Value::Whole(number) => Self::try_from(number).ok(),
                    _ => None,
                }
            }

            fn value(&self) -> Value {
                Value::Whole((*self).into())
            }
        }
    )*};
}

whole!(u8, u16, u32, u64);

/// An amount of memory.
impl Field for usize {
    fn of(value: Value) -> Option<Self> {
        match value {
            // More than there are addresses for is no limit.
            Value::Whole(bytes) => Some(Self::try_from(bytes).unwrap_or(Self::MAX)),
            _ => None,
        }
    }

    fn value(&self) -> Value {
        Value::Whole(*self as u64)
    }

    fn shown(&self) -> String {
        memory::Amount(*self).to_string()
    }
}

impl Field for f64 {
    fn of(value: Value) -> Option<Self> {
        match value {
            Value::Number(number) => Some(number),
            _ => None,
        }
    }

    fn value(&self) -> Value {
        Value::Number(*self)
    }
}

impl Field for f32 {
    fn of(value: Value) -> Option<Self> {
        Some(f64::of(value)? as Self)
    }

    /// With the digits that people gave.
    fn value(&self) -> Value {
        Value::Number(self.to_string().parse().unwrap_or_else(|_| (*self).into()))
    }
}

impl Field for bool {
    fn of(value: Value) -> Option<Self> {
        match value {
            Value::YesNo(yes) => Some(yes),
            _ => None,
        }
    }

    fn value(&self) -> Value {
        Value::YesNo(*self)
    }
}

/// A time.
impl Field for Duration {
    fn of(value: Value) -> Option<Self> {
        Self::try_from_secs_f64(f64::of(value)?).ok()
    }

    fn value(&self) -> Value {
        Value::Number(self.as_secs_f64())
    }
}

impl Field for SearchKind {
    fn of(value: Value) -> Option<Self> {
        value.to_string().parse().ok()
    }

    fn value(&self) -> Value {
        self.name().into()
    }
}

impl Field for Published {
    fn of(value: Value) -> Option<Self> {
        let name = value.to_string();
        Self::ALL.into_iter().find(|paper| paper.name() == name)
    }

    fn value(&self) -> Value {
        self.name().into()
    }
}
