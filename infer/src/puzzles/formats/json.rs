//! JSON whose values know their places, so that a refusal can name one.
//!
//! A reader of our own: those of others give values without places, or come with `serde`, which a library that
//! only solves does without.

use super::Located;
use std::borrow::Cow;

/// Values within values, at most.
const DEEPEST: usize = 32;

/// A value and its byte offset.
pub(super) struct Value {
    pub at: usize,
    pub kind: Kind,
}

/// What a value is.
pub(super) enum Kind {
    /// As it is written.
    Number(String),
    List(Vec<Value>),
    /// In the order of the text.
    Object(Vec<(String, Value)>),
    Text(String),
    /// `true`, `false` or `null`: definitions need none of them.
    Other,
}

impl Value {
    /// The field of an object, if it is one and has it.
    pub fn field(&self, name: &str) -> Option<&Self> {
        let Kind::Object(fields) = &self.kind else {
            return None;
        };
        let found = fields.iter().find(|(other, _)| other == name);
        found.map(|(_, value)| value)
    }
}

/// The text without a mark of byte order, which is no white space of JSON; as many spaces keep the places.
pub(super) fn unmarked(text: &str) -> Cow<'_, str> {
    match text.strip_prefix('\u{feff}') {
        Some(rest) => format!("   {rest}").into(),
        None => text.into(),
    }
}

/// Reads a text that is one value.
pub(super) fn read(text: &str) -> Result<Value, Located> {
    let mut reader = Reader { text, at: 0 };
    let value = reader.value(0)?;
    match reader.next() {
        None => Ok(value),
        Some(_) => reader.expected("nothing more"),
    }
}

struct Reader<'a> {
    text: &'a str,
    at: usize,
}

impl Reader<'_> {
    fn expected<T>(&self, what: &str) -> Result<T, Located> {
        let message = format!("{what} was expected");
        Err(Located::new(self.text, self.at, "json-syntax", message))
    }

    /// What is next, after white space.
    fn next(&mut self) -> Option<u8> {
        let bytes = self.text.as_bytes();
        let blank = |byte: &&u8| byte.is_ascii_whitespace();
        self.at += bytes[self.at..].iter().take_while(blank).count();
        bytes.get(self.at).copied()
    }

    /// Whether this is next; if so, it is skipped.
    fn take(&mut self, symbol: u8) -> bool {
        let found = self.next() == Some(symbol);
        self.at += usize::from(found);
        found
    }

    fn value(&mut self, depth: usize) -> Result<Value, Located> {
        let next = self.next();
        let at = self.at;
        if depth > DEEPEST {
            return self.expected("a value less deep within others");
        }
        let kind = match next {
            Some(b'{') => self.object(depth)?,
            Some(b'[') => self.list(depth)?,
            Some(b'"') => Kind::Text(self.string()?),
            Some(b'-' | b'0'..=b'9') => {
                let part = |c: char| c.is_ascii_digit() || "+-.eE".contains(c);
                let rest = &self.text[at..];
                let end = rest.find(|c| !part(c)).unwrap_or(rest.len());
                self.at += end;
                Kind::Number(rest[..end].to_owned())
            }
            _ => {
                let rest = &self.text[at..];
                let words = ["true", "false", "null"];
                match words.into_iter().find(|word| rest.starts_with(word)) {
                    Some(word) => self.at += word.len(),
                    None => return self.expected("a value"),
                }
                Kind::Other
            }
        };
        Ok(Value { at, kind })
    }

    fn list(&mut self, depth: usize) -> Result<Kind, Located> {
        let mut values = Vec::new();
        self.take(b'[');
        while !self.take(b']') {
            if !values.is_empty() && !self.take(b',') {
                return self.expected("a comma or a closing bracket");
            }
            values.push(self.value(depth + 1)?);
        }
        Ok(Kind::List(values))
    }

    fn object(&mut self, depth: usize) -> Result<Kind, Located> {
        let mut fields = Vec::new();
        self.take(b'{');
        while !self.take(b'}') {
            if !fields.is_empty() && !self.take(b',') {
                return self.expected("a comma or a closing brace");
            }
            let name = self.string()?;
            if !self.take(b':') {
                return self.expected("a colon");
            }
            fields.push((name, self.value(depth + 1)?));
        }
        Ok(Kind::Object(fields))
    }

    fn string(&mut self) -> Result<String, Located> {
        if !self.take(b'"') {
            return self.expected("a string");
        }
        let mut string = String::new();
        loop {
            let Some(next) = self.text[self.at..].chars().next() else {
                return self.expected("the end of the string");
            };
            match next {
                '"' => {
                    self.at += 1;
                    return Ok(string);
                }
                '\\' => string.push(self.escaped()?),
                next => {
                    string.push(next);
                    self.at += next.len_utf8();
                }
            }
        }
    }

    /// The character that a backslash begins.
    fn escaped(&mut self) -> Result<char, Located> {
        let rest = &self.text[self.at + 1..];
        let (length, found) = match rest.bytes().next() {
            Some(b'n') => (1, Some('\n')),
            Some(b't') => (1, Some('\t')),
            Some(b'r') => (1, Some('\r')),
            Some(b'b') => (1, Some('\u{8}')),
            Some(b'f') => (1, Some('\u{c}')),
            Some(symbol @ (b'"' | b'\\' | b'/')) => (1, Some(char::from(symbol))),
            Some(b'u') => {
                let digits = rest.get(1..5);
                let code = digits.and_then(|digits| u32::from_str_radix(digits, 16).ok());
                // Half of a pair stands for a letter beyond the first 65,536.
                (
                    5,
                    code.map(|code| char::from_u32(code).unwrap_or('\u{fffd}')),
                )
            }
            _ => (1, None),
        };
        let Some(found) = found else {
            return self.expected("a character after the backslash");
        };
        self.at += 1 + length;
        Ok(found)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(value: &Value) -> String {
        match &value.kind {
            Kind::Number(number) => number.clone(),
            Kind::Text(_) | Kind::Other => "_".into(),
            Kind::List(values) => values.iter().map(shown).collect::<Vec<_>>().join(","),
            Kind::Object(fields) => {
                let fields = fields
                    .iter()
                    .map(|(name, value)| name.clone() + ":" + &shown(value));
                fields.collect::<Vec<_>>().join(";")
            }
        }
    }

    #[test]
    fn values_are_read_and_faults_are_located() {
        for (text, means) in [
            ("[1, -2.5e3 , [] , \"a\\\"]\" ]", "1,-2.5e3,,_"),
            ("{\"a\\u0062\": {\"c\": null},\n\"d\" : true}", "ab:c:_;d:_"),
        ] {
            assert_eq!(read(text).map(|value| shown(&value)).as_deref(), Ok(means));
        }
        let deep = "[".repeat(100_000);
        for (text, at) in [
            ("", 0),
            ("[1 2]", 3),
            ("[1,]", 3),
            ("{\"a\" 1}", 5),
            ("{a: 1}", 1),
            ("[] []", 3),
            ("\"ab", 3),
            ("\"a\\x\"", 2),
            ("\"\\u12", 1),
            (&deep, DEEPEST + 1),
        ] {
            assert_eq!(
                read(text).err().map(|fault| fault.at),
                Some(at),
                "{text:.20}"
            );
        }
    }
}
