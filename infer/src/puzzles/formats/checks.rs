//! What tests of several formats need, and what holds for all formats.

use super::*;
use std::collections::HashSet;

/// How many states are 0, 1, 2 … moves from the goal.
pub(super) fn growth(tables: &Tables, depth: usize) -> Vec<usize> {
    let mut seen = HashSet::from([tables.colours.clone()]);
    let mut layer = vec![tables.colours.clone()];
    let mut counts = vec![1];
    for _ in 0..depth {
        let mut children: Vec<Vec<u16>> = Vec::new();
        for state in &layer {
            let moves = tables.moves.iter();
            children.extend(
                moves.map(|(_, from)| from.iter().map(|&at| state[usize::from(at)]).collect()),
            );
        }
        layer = children
            .into_iter()
            .filter(|child| seen.insert(child.clone()))
            .collect();
        counts.push(layer.len());
    }
    counts
}

/// A file of rubbish, or of far too much, is refused with a reason.
#[test]
fn rubbish_is_refused() {
    let mut seed = 1u64;
    let mut byte = || {
        seed ^= seed << 13;
        seed ^= seed >> 7;
        seed ^= seed << 17;
        seed as u8
    };
    let rubbish: Vec<u8> = (0..100_000).map(|_| byte()).collect();
    assert_eq!(read(&rubbish), Err(ParseError::NotText));
    let letters: Vec<u8> = rubbish.iter().map(|byte| b' ' + byte % 95).collect();
    let beginnings = [
        "a:=(1,2",
        "Name x\n",
        "Set A 4 1\nSolved\n",
        "{\"orbits\":[",
        "{\"generators\":{",
        "puzzle_type,allowed_moves\na,",
    ];
    for beginning in beginnings {
        let text = [beginning.as_bytes(), &letters].concat();
        let error = read(&text).unwrap_err();
        assert!(
            matches!(error, ParseError::Located(_)),
            "{beginning}: {error}"
        );
        assert!(error.to_string().len() < 600, "{error}");
    }
    let points: Vec<String> = (1..=1_000_000).map(|point| point.to_string()).collect();
    let (points, moves) = (points.join(","), |each: &str| each.repeat(100_000));
    let numbered = |each: &str| -> String {
        (0..50_000)
            .map(|nth| each.replace('@', &nth.to_string()))
            .collect()
    };
    let pair = "{\"orbits\":[{\"orbitName\":\"A\",\"numPieces\":16384,\"numOrientations\":1}],\"defaultPattern\":{\"A\":{\"pieces\":";
    let pieces = format!("[{}0]}}}}", "0,".repeat(16_383));
    for (text, code) in [
        (format!("a:=({points});"), "gap-no-point"),
        (
            format!("{{\"central_state\":[{points}],\"generators\":{{}}}}"),
            "kaggle-too-many-stickers",
        ),
        (
            format!(
                "{{\"central_state\":[0,1],\"generators\":{{{}\"z\":[1,0]}}}}",
                numbered("\"a@\":[1,0],")
            ),
            "kaggle-too-many-moves",
        ),
        ("Set A 1000000 1".into(), "ksolve-too-many-stickers"),
        ("Set A 99999999999999999999 9".into(), "ksolve-number"),
        (
            format!("Set A 16384 1\nSolved\nEnd\n{}", numbered("Move a@\nEnd\n")),
            "ksolve-too-many-moves",
        ),
        (numbered("Set A@ 1 1\n"), "ksolve-set"),
        (
            format!(
                "{pair}{pieces},\"moves\":{{{}\"z\":{{}}}}}}",
                numbered("\"a@\":{},")
            ),
            "kpuzzle-too-many-moves",
        ),
        (
            format!(
                "{pair}{pieces},\"moves\":{{}},\"derivedMoves\":{{{}\"z\":\"q\"}}}}",
                numbered("\"a@\":\"q\",")
            ),
            "kpuzzle-too-many-moves",
        ),
        (
            format!("{{\"orbits\":[{}1],\"defaultPattern\":1}}", moves("1,")),
            "kpuzzle-orbit",
        ),
        (
            format!("puzzle_type,allowed_moves\na,\"{{'m':[{points}]}}\""),
            "kaggle-too-many-stickers",
        ),
    ] {
        let error = read(text.as_bytes()).unwrap_err();
        assert_eq!(error.code(), code, "{text:.60}: {error}");
    }
    let long = vec![b' '; LONGEST + 1];
    assert_eq!(read(&long), Err(ParseError::TooLong));
}

/// Few moves of a large numbering are read at once, and what would take hours is refused.
#[test]
fn reading_takes_no_longer_than_the_file_is() {
    let few = crate::Puzzle::parse(b"a:=(1,16384)(5,9);b:=(9,11,5);").unwrap();
    assert_eq!((few.moves().count(), few.longest()), (3, 65_534));
    assert_eq!(few.symmetries(), 2);
    let line = |n: usize| -> String { (2..=n).map(|point| format!(",{point}")).collect() };
    let all = format!("a:=(1{});b:=(1,2);", line(16_384));
    let all = crate::Puzzle::parse(all.as_bytes()).unwrap();
    assert_eq!(all.moves().count(), 3);
    // One list under many names.
    let names: String = (0..100_000)
        .map(|nth| format!("G{nth}:=Group(L);"))
        .collect();
    let many = format!("a:=(1{});L:=[a,(1,2)];{names}", line(9));
    assert_eq!(read(many.as_bytes()).unwrap().moves.len(), 3);
    let chain = |moves: &str| {
        let derived = (0..1000).map(|nth| format!("\"m{nth}\":\"m{} {moves}\"", nth + 1));
        let derived: Vec<String> = derived.collect();
        let pieces: Vec<String> = (0..1000).map(|piece| piece.to_string()).collect();
        format!(
            "{{\"orbits\":[{{\"orbitName\":\"A\",\"numPieces\":1000,\"numOrientations\":1}}],
            \"defaultPattern\":{{\"A\":{{\"pieces\":[{0}]}}}},
            \"moves\":{{\"U\":{{\"A\":{{\"permutation\":[{0},0]}}}}}},\"derivedMoves\":{{{1},\"m1000\":\"U\"}}}}",
            pieces[1..].join(","),
            derived.join(","),
        )
        .replacen("[1,", "[0,1,", 1)
    };
    let error = read(chain(&"(U)999999 ".repeat(10)).as_bytes()).unwrap_err();
    assert_eq!(error.code(), "kpuzzle-derived", "{error}");
    assert!(error.to_string().contains("too long"), "{error}");
    let error = read(chain("U").as_bytes()).unwrap_err();
    assert_eq!(error.code(), "kpuzzle-too-many-moves", "{error}");
}

#[test]
fn texts_of_any_encoding_have_their_lines() {
    let tws = "# by Bj\u{f6}rn\rName n\rSet A 2 1\rSolved\rEnd\rMove s\rA\r2 1\rEnd\r";
    let expected = read(tws.as_bytes()).unwrap();
    assert_eq!(names(&expected), ["s"]);
    let latin: Vec<u8> = tws.chars().map(|c| c as u8).collect();
    assert_eq!(read(&latin), Ok(expected.clone()));
    let units = || std::iter::once(0xfeff).chain(tws.encode_utf16());
    let utf16: Vec<u8> = units().flat_map(u16::to_le_bytes).collect();
    assert_eq!(read(&utf16), Ok(expected.clone()));
    let utf16: Vec<u8> = units().flat_map(u16::to_be_bytes).collect();
    assert_eq!(read(&utf16), Ok(expected));
    let outside = [&latin[..], b"Move \xe5\nA\n2 1\nEnd"].concat();
    let fault = read(&outside).unwrap_err();
    assert_eq!(fault.code(), "not-text");
    let said = "line 10, column 6: a byte that is no UTF-8";
    assert_eq!(fault.to_string(), said);
}

/// What could drive a terminal is in no name, and a name is not short.
#[test]
fn names_can_be_printed() {
    let long = "m".repeat(254);
    let tws = |name: &str| format!("Set A 2 1\nSolved\nEnd\nMove {name}\nA\n2 1\nEnd\n");
    let kaggle = |name: &str| format!("{{\"{name}\":[1,0]}}");
    let kpuzzle = |name: &str| {
        format!(
            "{{\"orbits\":[{{\"orbitName\":\"A\",\"numPieces\":2,\"numOrientations\":1}}],\"defaultPattern\":{{\"A\":{{\"pieces\":[0,1]}}}},\"moves\":{{\"{name}\":{{\"A\":{{\"permutation\":[1,0]}}}}}}}}"
        )
    };
    let names_of = |text: String| read(text.as_bytes()).map(|t| t.moves[0].0.clone());
    for text in [tws(&long), kaggle(&long), kpuzzle(&long)] {
        assert_eq!(names_of(text), Ok(long.clone()));
    }
    let longer = format!("{long}m");
    for (text, code) in [
        (tws("\u{1b}[31ma"), "ksolve-name"),
        (kaggle("a\\u001b]0;x\\u0007"), "kaggle-name"),
        (kpuzzle("a\\u001b[2J"), "kpuzzle-name"),
        (tws(&longer), "ksolve-long-name"),
        (kaggle(&longer), "kaggle-long-name"),
        (kpuzzle(&longer), "kpuzzle-long-name"),
        ("Set A 2 1\nSolved\n\u{1b}c 7\nEnd".into(), "ksolve-set"),
    ] {
        let error = read(text.as_bytes()).unwrap_err();
        assert_eq!(error.code(), code, "{error}");
        assert!(!error.to_string().contains(char::is_control), "{error:?}");
    }
}

/// The names of the moves.
pub(super) fn names(tables: &Tables) -> Vec<&str> {
    tables.moves.iter().map(|(name, _)| &**name).collect()
}

/// The code, line and column of what is wrong with a text.
pub(super) fn fault(text: &str) -> (&'static str, usize, usize) {
    match read(text.as_bytes()) {
        Err(ParseError::Located(fault)) => (fault.code, fault.line, fault.column),
        other => panic!("{text}: {other:?}"),
    }
}
