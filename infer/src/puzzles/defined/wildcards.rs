//! Targets of a puzzle from a file that leave stickers open.

use super::Shared;
use crate::puzzles::Open;
use crate::puzzles::text::wildcards::refusal;
use crate::refusal::Refusal;
use quarterturn_core::Puzzle;
use quarterturn_core::puzzle::permutation::Permutation;
use std::collections::BTreeMap;

/// The open colours of a puzzle from a file; `None` where a text is something else.
pub(super) fn colours(puzzle: &Permutation<Shared>, text: &str) -> Option<Result<Open, Refusal>> {
    let words = text
        .split([' ', '\t', ',', ';'])
        .filter(|word| !word.is_empty());
    let words: Vec<&str> = words.collect();
    let digits = |word: &&str| word.bytes().all(|byte| byte.is_ascii_digit());
    let any = |word: &&str| *word == "?";
    let is_open = words.iter().any(any) && words.iter().all(|word| any(word) || digits(word));
    is_open.then(|| read_colours(puzzle, text, &words))
}

fn read_colours(puzzle: &Permutation<Shared>, text: &str, words: &[&str]) -> Result<Open, Refusal> {
    let known = puzzle.holder();
    let (name, stickers) = (puzzle.name(), known.stickers());
    if words.len() != stickers {
        let message = format!(
            "{} places are not a target of {name}, which has {stickers}",
            words.len()
        );
        return Err(refusal(0, message));
    }
    let mut left: BTreeMap<u16, usize> = BTreeMap::new();
    for colour in known.colours(known.solved().iter().copied()) {
        *left.entry(colour).or_default() += 1;
    }
    let mut open = Vec::with_capacity(stickers);
    let mut places: BTreeMap<u16, (usize, usize)> = BTreeMap::new();
    for word in words {
        let at = word.as_ptr().addr() - text.as_ptr().addr();
        if *word == "?" {
            open.push(None);
            continue;
        }
        let colour = word.parse().ok().filter(|colour| left.contains_key(colour));
        let Some(colour) = colour else {
            return Err(refusal(at, format!("there is no sticker {word:.20}")));
        };
        places.entry(colour).or_insert((at, 0)).1 += 1;
        open.push(Some(colour));
    }
    for (colour, (at, count)) in places {
        let all = left.get(&colour).copied().unwrap_or(0);
        if count != all {
            let message = format!(
                "sticker {colour} is there {count} times of {all}: stickers that look alike are known all, or not at all"
            );
            return Err(refusal(at, message));
        }
    }
    Ok(open)
}
