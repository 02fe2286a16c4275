//! Values of JSON as a definition needs them.

use super::super::Located;
use super::super::json::{Kind, Value};

/// Reads values, and names the place of one that is wrong.
pub(super) struct Reader<'a> {
    pub text: &'a str,
}

impl Reader<'_> {
    pub fn fail<T>(
        &self,
        value: &Value,
        code: &'static str,
        message: String,
    ) -> Result<T, Located> {
        Err(Located::new(self.text, value.at, code, message))
    }

    pub fn expected<T>(&self, value: &Value, what: &str) -> Result<T, Located> {
        self.fail(value, "kpuzzle-type", format!("{what} was expected"))
    }

    pub fn field<'v>(&self, value: &'v Value, name: &str) -> Result<&'v Value, Located> {
        match (value.field(name), &value.kind) {
            (Some(field), _) => Ok(field),
            (None, Kind::Object(_)) => {
                self.fail(value, "kpuzzle-missing", format!("{name:?} is missing"))
            }
            _ => self.expected(value, "an object"),
        }
    }

    pub fn object<'v>(&self, value: &'v Value) -> Result<&'v [(String, Value)], Located> {
        match &value.kind {
            Kind::Object(fields) => Ok(fields),
            _ => self.expected(value, "an object"),
        }
    }

    pub fn list<'v>(&self, value: &'v Value) -> Result<&'v [Value], Located> {
        match &value.kind {
            Kind::List(values) => Ok(values),
            _ => self.expected(value, "a list"),
        }
    }

    pub fn string<'v>(&self, value: &'v Value) -> Result<&'v str, Located> {
        match &value.kind {
            Kind::Text(text) => Ok(text),
            _ => self.expected(value, "a string"),
        }
    }

    /// A whole number below a bound.
    pub fn number(&self, value: &Value, below: usize) -> Result<u16, Located> {
        let Kind::Number(text) = &value.kind else {
            return self.expected(value, "a number");
        };
        let number = text.parse().ok().filter(|&n: &u16| usize::from(n) < below);
        let last = below.min(1 << 16).saturating_sub(1);
        let message = || format!("{text:.24} is no whole number from 0 to {last}");
        number.map_or_else(|| self.fail(value, "kpuzzle-number", message()), Ok)
    }

    /// As many whole numbers below a bound.
    pub fn numbers(&self, value: &Value, count: usize, below: usize) -> Result<Vec<u16>, Located> {
        let values = self.list(value)?;
        if values.len() != count {
            let message = format!("{count} numbers were expected, not {}", values.len());
            return self.fail(value, "kpuzzle-count", message);
        }
        values
            .iter()
            .map(|value| self.number(value, below))
            .collect()
    }
}
