//! Moves as other programs print them: lists of quoted words, and arrows between moves.

use std::borrow::Cow;

/// Signs that stand between moves as words of their own.
const ARROWS: [&str; 5] = ["->", "-->", "=>", "\u{2192}", "\u{21d2}"];

/// The moves without what is around them: `['R', "U'"]` and `R -> U'` are `R U'`, each at its place.
pub(in crate::puzzles) fn plain(text: &str) -> Cow<'_, str> {
    if let Some(moves) = quoted(text) {
        return moves.into();
    }
    let words = || text.split_inclusive(char::is_whitespace);
    let is_arrow = |word: &str| ARROWS.contains(&word.trim_end());
    if !words().any(is_arrow) {
        return text.into();
    }
    let blank = |word: &str| " ".repeat(word.len());
    let moves = words().map(|word| match is_arrow(word) {
        true => blank(word).into(),
        false => Cow::from(word),
    });
    moves.collect::<String>().into()
}

/// The words of a list such as `["R", "U'"]`, with spaces in place of all else.
fn quoted(text: &str) -> Option<String> {
    let mut moves = String::with_capacity(text.len());
    let mut rest = pass(text, "", &mut moves)?;
    rest = pass(rest, "[", &mut moves)?;
    loop {
        let quote = if rest.starts_with('"') { "\"" } else { "'" };
        rest = pass(rest, quote, &mut moves)?;
        let (word, after) = rest.split_once(quote)?;
        moves.push_str(word);
        rest = pass(&rest[word.len()..], quote, &mut moves).filter(|_| !word.is_empty())?;
        debug_assert!(after.ends_with(rest));
        if let Some(end) = pass(rest, "]", &mut moves) {
            return end.is_empty().then_some(moves);
        }
        rest = pass(rest, ",", &mut moves)?;
    }
}

/// What follows a sign and white space; as many spaces are added to the moves.
fn pass<'a>(text: &'a str, sign: &str, moves: &mut String) -> Option<&'a str> {
    let rest = text.strip_prefix(sign)?.trim_start();
    moves.push_str(&" ".repeat(text.len() - rest.len()));
    Some(rest)
}

#[cfg(test)]
mod tests {
    use super::plain;

    #[test]
    fn moves_keep_their_places() {
        for (text, moves) in [
            ("['R', \"U'\",'F2']", "  R    U'   F2  "),
            ("[\"R\",\"U'\"]\n", "  R   U'   "),
            ("R -> U2 -> L'", "R    U2    L'"),
            ("R \u{2192} U", "R     U"),
            ("['R', U]", "['R', U]"),
            ("[R, U]", "[R, U]"),
            ("R' U'", "R' U'"),
        ] {
            assert_eq!(plain(text), moves, "{text}");
        }
    }
}
