//! The reader of input lines.

use quarterturn::Puzzle;
use quarterturn_lab::lines::{Line, Lines};
use quarterturn_lab::states::States;

/// Cuts any bytes into lines, and compares with a plain splitter; and into states, of which none is lost.
pub fn lines(bytes: &[u8]) {
    for puzzle in [
        "cube3",
        "cube2",
        "puzzle15",
        "puzzle3x4",
        "lightsout3",
        "sokoban",
    ] {
        states(bytes, &Puzzle::named(puzzle).expect("a puzzle"));
    }
    let found: Result<Vec<_>, _> = Lines::new(bytes).collect();
    let found = found.expect("memory can be read");
    let mut rest = found.iter();
    if bytes.starts_with(b"\xff\xfe") || bytes.starts_with(b"\xfe\xff") {
        // UTF-16.
        return;
    }
    let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    // A line feed right behind a carriage return ends no other line.
    let mut last = 0;
    let mut ends = bytes.to_vec();
    ends.retain(|&byte| std::mem::replace(&mut last, byte) != b'\r' || byte != b'\n');
    for (number, line) in (1..).zip(ends.split(|&b| b == b'\n' || b == b'\r')) {
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

/// Every line is part of one state, says nothing, or stands behind the beginning of another format.
fn states(bytes: &[u8], puzzle: &Puzzle) {
    let all: Result<Vec<_>, _> = Lines::all(bytes).collect();
    let all = all.expect("memory can be read");
    let mut rest = &all[..];
    for state in States::of_file(bytes, puzzle) {
        let state = state.expect("memory can be read");
        let before = rest.partition_point(|line| line.number < state.number);
        let (skipped, from) = rest.split_at(before);
        assert!(skipped.iter().all(|line| idle(line, puzzle)));
        let count = state.text.split('\n').count();
        let (lines, after) = from.split_at(count);
        let texts: Vec<&str> = lines.iter().map(|line| &*line.text).collect();
        assert_eq!(texts.join("\n"), state.text);
        rest = after;
        if state
            .fault
            .is_some_and(|fault| fault.message.ends_with("nothing after it is read"))
        {
            return;
        }
    }
    assert!(rest.iter().all(|line| idle(line, puzzle)));
}

fn idle(line: &Line, puzzle: &Puzzle) -> bool {
    line.fault.is_none() && (line.text.trim().is_empty() || puzzle.is_remark(&line.text))
}

/// Whether a line's first column could be a level of Sokoban, which begins with a wall: several rows, and a player.
fn level(text: &str) -> bool {
    let (first, _) = text.split_once('\t').unwrap_or((text, ""));
    let other = first.bytes().find(|b| !b"#-_ .$*@+/".contains(b));
    other.is_none() && first.contains('/') && (first.contains('@') || first.contains('+'))
}
