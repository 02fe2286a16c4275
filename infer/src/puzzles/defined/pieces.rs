//! States of puzzles from files in the forms of other programs: KPattern JSON, `Scramble` blocks, and symbols between
//! semicolons.

use super::Shared;
use crate::puzzles::formats::orbits::{Layout, Placed};
use crate::puzzles::formats::{Located, kpuzzle, ksolve};
use crate::refusal::Refusal;
use quarterturn_core::puzzle::permutation::Permutation;
use quarterturn_core::{Plain, Puzzle};
use std::collections::HashMap;

/// The codes of refusals here: they say more than the name of a format does.
pub(crate) const CODES: [&str; 5] = [
    "kpattern",
    "scramble",
    "symbols",
    "impossible-stickers",
    "unreachable-state",
];

/// Words that begin a block.
const BLOCKS: [&str; 5] = [
    "Scramble",
    "ScrambleState",
    "ScrambleAlg",
    "RandomScramble",
    "MoveLimits",
];
/// Words that begin a line which limits a search and is no state.
const SETTINGS: [&str; 4] = ["QTM", "HTM", "Slack", "MaxDepth"];

/// What a text is.
enum Form {
    Pattern,
    Block,
    Symbols,
}

fn form(text: &str) -> Option<Form> {
    let text = text.trim_start_matches(|c: char| c.is_whitespace() || c == '\u{feff}');
    let word = text.split_whitespace().next()?;
    match text {
        _ if text.starts_with('{') => Some(Form::Pattern),
        _ if BLOCKS.contains(&word) => Some(Form::Block),
        _ if text.contains(';') => Some(Form::Symbols),
        _ => None,
    }
}

/// The colours of the state that a text in one of these forms shows; `None` where it is in none of them.
pub(super) fn colours(
    puzzle: &Permutation<Shared>,
    text: &str,
) -> Option<Result<Vec<u16>, Refusal>> {
    // Other JSON is named as such, and moves are read as moves.
    if matches!(form(text), Some(Form::Pattern)) && !is_pattern(text) || sequence(text).is_some() {
        return None;
    }
    let layout = puzzle.holder().layout();
    Some(match (form(text)?, layout) {
        (Form::Pattern, Some(layout)) => placed(layout, "kpattern", kpuzzle::pattern(text, layout)),
        (Form::Block, Some(_)) if stateless(text).is_some() => Err(stateless(text)?),
        (Form::Block, Some(layout)) => placed(layout, "scramble", ksolve::scramble(text, layout)),
        (Form::Symbols, _) => symbols(puzzle, text),
        _ => return None,
    })
}

/// Whether a line of a file for ksolve is a setting and no state.
pub(super) fn is_setting(line: &str) -> bool {
    let word = line.split_whitespace().next();
    word.is_some_and(|word| SETTINGS.contains(&word))
}

/// Why a block is no state, if it is none.
fn stateless(text: &str) -> Option<Refusal> {
    let message = match text.split_whitespace().next()? {
        "RandomScramble" => "RandomScramble asks for a random state and is none itself",
        "MoveLimits" => "MoveLimits limits a search and is no state: it is passed over",
        _ => return None,
    };
    Some(Refusal {
        code: "scramble",
        message: message.into(),
        at: None,
        hint: Some(
            "give Scramble, ScrambleState or ScrambleAlg; random states can be drawn".into(),
        ),
    })
}

/// Whether a text is an object of JSON that has pieces.
pub(in crate::puzzles) fn is_pattern(text: &str) -> bool {
    matches!(form(text), Some(Form::Pattern)) && text.contains("\"pieces\"")
}

/// The moves of a block that has moves in place of a state.
pub(super) fn sequence(text: &str) -> Option<&str> {
    ksolve::sequence(text)
}

fn placed(
    layout: &Layout,
    code: &'static str,
    state: Result<Vec<Placed>, Located>,
) -> Result<Vec<u16>, Refusal> {
    let state = state.map_err(|fault| Refusal {
        code,
        message: format!("{}{fault}", named(code)),
        at: Some(fault.at),
        hint: None,
    })?;
    layout.colours(&state).map_err(|error| Refusal {
        code,
        message: format!("{}{error}", named(code)),
        at: None,
        hint: Some("pieces have the numbers of the puzzle's file".into()),
    })
}

/// What a refusal begins with.
fn named(code: &str) -> &'static str {
    match code {
        "kpattern" => "this is a KPattern in JSON: ",
        _ => "",
    }
}

/// Colours from symbols: those that the puzzle's file has. Where it has none, `A` is how the first sticker of the solved
/// puzzle looks, `B` the next one that looks otherwise, and so on; a number, or one after `N`, is a colour by itself.
fn symbols(puzzle: &Permutation<Shared>, text: &str) -> Result<Vec<u16>, Refusal> {
    let known = puzzle.holder();
    let own = known.symbols();
    let mut looks = Vec::new();
    for colour in known.colours(known.solved().iter().copied()) {
        if !looks.contains(&colour) {
            looks.push(colour);
        }
    }
    let letters = ('A'..='Z').map(String::from).zip(looks);
    let names: HashMap<String, u16> = match own {
        [] => letters.collect(),
        own => own.iter().cloned().collect(),
    };
    let words = text.trim().split(';').map(str::trim);
    let colour = |word: &str| {
        let number = || word.strip_prefix('N').unwrap_or(word).parse().ok();
        let named = names.get(word).copied();
        named.or_else(|| own.is_empty().then(number).flatten())
    };
    let colours = words.map(|word| {
        colour(word).ok_or_else(|| Refusal {
            code: "symbols",
            message: format!("{word:.20?} is no symbol of {}", puzzle.name()),
            at: Some(word.as_ptr().addr() - text.as_ptr().addr()),
            hint: Some(match own {
                [] => format!(
                    "symbols are {} letters from A, in the order of the solved puzzle, or numbers from 0",
                    names.len()
                ),
                own => {
                    let own: Vec<&str> = own.iter().map(|(name, _)| name.as_str()).take(40).collect();
                    format!("the solved puzzle has the symbols {}", Plain(&own.join(", ")))
                }
            }),
        })
    });
    colours.collect()
}

/// How many lines a state in one of these forms takes; see [`Text::span`](crate::puzzles::Text::span).
pub(in crate::puzzles) fn span(lines: &[&str], ended: bool) -> Option<usize> {
    let first = lines.first().copied().unwrap_or_default();
    let mut depth = 0usize;
    let end = lines.iter().position(|line| match form(first) {
        Some(Form::Pattern) => {
            depth += line.matches('{').count();
            depth = depth.saturating_sub(line.matches('}').count());
            depth == 0
        }
        Some(Form::Block) => line.trim() == "End",
        _ => true,
    });
    end.map(|end| end + 1)
        .or(ended.then_some(lines.len().max(1)))
}
