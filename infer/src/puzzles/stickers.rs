//! States of puzzles from files as numbers: the colour of each sticker, counted from 0.

use super::shared::{FromFile, Shared};
use crate::group::{Found, Reason};
use crate::refusal::Refusal;
use quarterturn_core::Puzzle;
use quarterturn_core::puzzle::permutation::{Definition, Stickers};

/// A word of a state, and where it begins.
#[derive(Clone, Copy)]
pub(super) struct Word<'a> {
    at: usize,
    text: &'a str,
}

/// The words of a text if they are all numbers, and there are any.
pub(super) fn numbers(text: &str) -> Option<Vec<Word<'_>>> {
    let words = text.split([' ', '\t', ',']).filter(|word| !word.is_empty());
    let words = words.map(|word| Word {
        at: word.as_ptr().addr() - text.as_ptr().addr(),
        text: word,
    });
    let words: Vec<Word<'_>> = words.collect();
    let digits = |word: &Word<'_>| word.text.bytes().all(|byte| byte.is_ascii_digit());
    (!words.is_empty() && words.iter().all(digits)).then_some(words)
}

/// The numbers of a state, as text.
pub(super) fn written<const N: usize>(definition: &Definition<N>, state: &Stickers<N>) -> String {
    let colours = definition.colours(state).map(|colour| colour.to_string());
    colours.collect::<Vec<_>>().join(" ")
}

/// The state that numbers say, in a puzzle that knows whether it is doubted.
pub(super) fn read<const N: usize>(
    puzzle: &FromFile<N>,
    words: &[Word<'_>],
) -> Result<(FromFile<N>, Stickers<N>), Refusal> {
    let known = puzzle.holder();
    let colours: Option<Vec<u8>> = words.iter().map(|word| word.text.parse().ok()).collect();
    let state = colours.and_then(|colours| known.state(&colours));
    let Some(state) = state else {
        return Err(impossible(puzzle, words));
    };
    let stickers = known.stickers();
    let [solved, wanted] = [known.solved(), state].map(|s| s.symbols()[..stickers].to_vec());
    match known.group().arrange(&solved, &wanted) {
        Found::Yes(_) => Ok((puzzle.clone(), state)),
        Found::No => Err(unreachable(puzzle, &state, words)),
        Found::Unknown => {
            let mut doubted = known.clone();
            doubted.doubted = true;
            Ok((FromFile::new(doubted), state))
        }
    }
}

/// The numbers of a state that looks like this one where all stickers differ, if one is found.
pub(super) fn told_apart<const N: usize>(known: &Shared<N>, state: &Stickers<N>) -> Option<String> {
    let stickers = known.stickers();
    let [solved, wanted] = [known.solved(), *state].map(|s| s.symbols()[..stickers].to_vec());
    let Found::Yes(from) = known.group().arrange(&solved, &wanted) else {
        return None;
    };
    let numbers = from[..stickers].iter().map(u8::to_string);
    Some(numbers.collect::<Vec<_>>().join(" "))
}

/// What the numbers must be, and what may have been meant.
fn hint<const N: usize>(known: &Shared<N>, words: &[Word<'_>]) -> String {
    let less = words
        .iter()
        .map(|w| w.text.parse::<u8>().ok()?.checked_sub(1));
    let less: Option<Vec<u8>> = less.collect();
    let from_one = less.and_then(|colours| known.state(&colours));
    let solved = written(known, &known.solved());
    match from_one {
        Some(state) => format!(
            "states count stickers from 0, files from 1; counted from 0 this is {}",
            written(known, &state)
        ),
        None => format!(
            "list the colours of all {} stickers in the order of the file, counted from 0, or give moves; solved it is {solved}",
            known.stickers()
        ),
    }
}

/// Why the numbers are not an arrangement of the stickers.
fn impossible<const N: usize>(puzzle: &FromFile<N>, words: &[Word<'_>]) -> Refusal {
    let known = puzzle.holder();
    let refusal = |at, message| Refusal {
        code: "impossible-stickers",
        message,
        at,
        hint: Some(hint(known, words)),
    };
    let (stickers, name) = (known.stickers(), puzzle.name());
    if words.len() != stickers {
        let found = match words.len() {
            1 => "1 number is".into(),
            count => format!("{count} numbers are"),
        };
        let message = format!("{found} not a state of {name}, which has {stickers} stickers");
        return refusal(words.first().map(|word| word.at), message);
    }
    let solved: Vec<u8> = known.colours(&known.solved()).collect();
    let count = |number: u8| solved.iter().filter(|&&colour| colour == number).count();
    // Colours are numbers of stickers, each that of the first one that looks so, or any numbers.
    let look = |number: u8| solved.get(usize::from(number)).copied();
    let numbered = solved.iter().all(|&colour| look(colour) == Some(colour));
    for (nth, word) in words.iter().enumerate() {
        let at = Some(word.at);
        let number: Option<u8> = word.text.parse().ok();
        if !numbered && number.is_none_or(|number| count(number) == 0) {
            return refusal(at, format!("no sticker has the colour {:.20}", word.text));
        }
        let Some(number) = number.filter(|&n| !numbered || usize::from(n) < stickers) else {
            return refusal(
                at,
                format!(
                    "there is no sticker {:.20}: stickers are 0 to {}",
                    word.text,
                    stickers - 1
                ),
            );
        };
        if let Some(like) = look(number).filter(|&like| numbered && like != number) {
            return refusal(
                at,
                format!("sticker {number} looks like sticker {like}: write {like}"),
            );
        }
        let before = words[..nth].iter().filter(|w| w.text.parse() == Ok(number));
        if before.count() == count(number) {
            let times = match count(number) {
                1 => "once".to_owned(),
                n => format!("{n} times"),
            };
            let what = if numbered { "sticker" } else { "the colour" };
            return refusal(
                at,
                format!("{what} {number} appears too often; the puzzle has it {times}"),
            );
        }
    }
    // All are there: one is where no moves take it.
    let colours: Vec<u8> = words
        .iter()
        .filter_map(|word| word.text.parse().ok())
        .collect();
    let orbits = known.group().orbits();
    let home = |colour: u8, orbit: u8| {
        (0..stickers).any(|place| solved[place] == colour && orbits[place] == orbit)
    };
    let astray = (0..stickers).find(|&place| !home(colours[place], orbits[place]));
    let place = astray.unwrap_or(0);
    let message = format!("no moves take sticker {} to place {place}", colours[place]);
    refusal(Some(words[place].at), message)
}

/// Why moves do not lead to an arrangement.
fn unreachable<const N: usize>(
    puzzle: &FromFile<N>,
    state: &Stickers<N>,
    words: &[Word<'_>],
) -> Refusal {
    let known = puzzle.holder();
    let stickers = known.stickers();
    let solved = &known.solved();
    let solved = &solved.symbols()[..stickers];
    let at = |place: u8| words.get(usize::from(place)).map(|word| word.at);
    let mut place = None;
    let why = if puzzle.is_group() {
        let home = |symbol: &u8| solved.iter().position(|s| s == symbol);
        let homes = state.symbols()[..stickers]
            .iter()
            .map(|s| home(s).unwrap_or(0) as u8);
        let homes: Vec<u8> = homes.collect();
        let sticker = |place: u8| homes[usize::from(place)];
        match known.group().refuses(&homes) {
            Some(Reason::Pair(a, b)) => {
                place = at(b);
                format!(
                    "sticker {} is never at place {b} while sticker {} is at place {a}",
                    sticker(b),
                    sticker(a)
                )
            }
            Some(Reason::Odd(points)) => format!(
                "it needs an odd number of exchanges of the stickers {}, and every move makes an even number",
                listed(&points)
            ),
            Some(Reason::Point { point, fitting }) => {
                place = at(point);
                format!(
                    "with {fitting} other stickers as they are, sticker {} is never at place {point}",
                    sticker(point)
                )
            }
            None => "the stickers are out of order".to_owned(),
        }
    } else {
        "in whatever way stickers that look alike are told apart".to_owned()
    };
    Refusal {
        code: "unreachable-state",
        message: format!("no moves of {} lead to this state: {why}", puzzle.name()),
        at: place,
        hint: Some(
            "two stickers may have been mistaken for each other; moves from the solved puzzle are read too".into(),
        ),
    }
}

/// Numbers for people: runs as their ends.
fn listed(points: &[u8]) -> String {
    let runs = points.chunk_by(|a, b| a + 1 == *b);
    let runs = runs.map(|run| match run {
        [one] => one.to_string(),
        _ => format!("{} to {}", run[0], run[run.len() - 1]),
    });
    runs.collect::<Vec<_>>().join(", ")
}
