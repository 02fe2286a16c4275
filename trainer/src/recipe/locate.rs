//! Finds the line of a key in a TOML text, for error messages.

use toml::de::{DeTable, DeValue};

/// The line, counted from 1, of the key at `path` (`net.layers`), or of its nearest ancestor.
pub fn line(text: &str, path: &str) -> Option<usize> {
    let document = DeTable::parse(text).ok()?;
    let mut table = document.get_ref();
    let mut offset = None;
    for name in path.split('.') {
        let Some((key, value)) = table.iter().find(|(key, _)| key.get_ref() == name) else {
            break;
        };
        offset = Some(key.span().start);
        let DeValue::Table(inner) = value.get_ref() else {
            break;
        };
        table = inner;
    }
    let before = text.get(..offset?)?;
    Some(before.matches('\n').count() + 1)
}

#[cfg(test)]
mod tests {
    use super::line;

    #[test]
    fn keys_are_found_in_their_tables() {
        let text = "a = 1\n[t]\nx = 2\n\n[t.u]\ny = [\n3]\n";
        assert_eq!(line(text, "a"), Some(1));
        assert_eq!(line(text, "t.x"), Some(3));
        assert_eq!(line(text, "t.u.y"), Some(6));
        assert_eq!(line(text, "t.missing"), Some(2));
        assert_eq!(line(text, "missing"), None);
    }
}
