//! The reader of input lines.

use quarterturn::lines::Lines;

/// Cuts any bytes into lines, and compares with a plain splitter.
pub fn lines(bytes: &[u8]) {
    let found: Result<Vec<_>, _> = Lines::new(bytes).collect();
    let found = found.expect("memory can be read");
    let mut rest = found.iter();
    let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    for (number, line) in (1..).zip(bytes.split(|&b| b == b'\n')) {
        let line = line.strip_suffix(b"\r").unwrap_or(line);
        let text = std::str::from_utf8(line);
        if text.is_ok_and(|text| text.trim().is_empty() || text.starts_with('#') && !level(text)) {
            continue;
        }
        let found = rest.next().expect("every line is found");
        assert_eq!(found.number, number);
        match (text, &found.fault) {
            (Ok(text), None) => assert_eq!(found.text, text),
            (Err(error), Some(fault)) => {
                assert_eq!(
                    (fault.code, fault.at),
                    ("not-text", Some(error.valid_up_to()))
                );
            }
            other => panic!("{other:?}"),
        }
    }
    assert_eq!(rest.next(), None);
}

/// Whether a line's first column could be a level of Sokoban, which begins with a wall: several rows, and a player.
fn level(text: &str) -> bool {
    let (first, _) = text.split_once('\t').unwrap_or((text, ""));
    let other = first.bytes().find(|b| !b"#-_ .$*@+/".contains(b));
    other.is_none() && first.contains('/') && (first.contains('@') || first.contains('+'))
}
