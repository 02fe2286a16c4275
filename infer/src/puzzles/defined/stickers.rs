//! States of puzzles from files as numbers: the colour of each sticker, counted from 0.

use super::Shared;
use crate::group::{Found, Group, Reason};
use crate::refusal::Refusal;
use quarterturn_core::Puzzle;
use quarterturn_core::puzzle::permutation::Permutation;
use quarterturn_core::puzzle::symbols::Symbols;

/// A puzzle from a file.
type Known = Permutation<Shared>;

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
pub(super) fn written(puzzle: &Known, state: &Symbols) -> String {
    let colours = puzzle.colours(state).map(|colour| colour.to_string());
    colours.collect::<Vec<_>>().join(" ")
}

/// The state that numbers say, in a puzzle that knows whether it is doubted.
pub(super) fn read(puzzle: &Known, words: &[Word<'_>]) -> Result<(Known, Symbols), Refusal> {
    let known = puzzle.holder();
    let colours: Option<Vec<u16>> = words.iter().map(|word| word.text.parse().ok()).collect();
    let Some(wanted) = colours.and_then(|colours| known.state(&colours)) else {
        return Err(impossible(puzzle, words));
    };
    let state = Symbols::new(&wanted);
    let group = known.group();
    let found = group.map_or(Found::Unknown, |group| {
        group.arrange(known.solved(), &wanted)
    });
    match (found, group) {
        (Found::No, Some(group)) => Err(unreachable(puzzle, group, &wanted, words)),
        (Found::Yes(_), _) => Ok((puzzle.clone(), state)),
        _ => {
            let mut doubted = known.clone();
            doubted.doubted = true;
            let doubted = Permutation::new(doubted).within(puzzle.open_places());
            Ok((doubted, state))
        }
    }
}

/// The state of colours that were not given as a list of numbers.
pub(super) fn of_colours(puzzle: &Known, colours: &[u16]) -> Result<(Known, Symbols), Refusal> {
    let list: Vec<String> = colours.iter().map(u16::to_string).collect();
    let list = list.join(" ");
    let words = numbers(&list).unwrap_or_default();
    // Places in the list are none in what was given.
    read(puzzle, &words).map_err(|refusal| Refusal {
        at: None,
        ..refusal
    })
}

/// The numbers of a state that looks like this one where all stickers differ, if one is found.
pub(super) fn told_apart(puzzle: &Known, state: &Symbols) -> Option<Vec<u16>> {
    let known = puzzle.holder();
    let wanted: Vec<u16> = puzzle.symbols(state).collect();
    if puzzle.is_group() {
        let home = |symbol| known.solved().iter().position(|&own| own == symbol);
        let homes = wanted.iter().map(|&symbol| Some(home(symbol)? as u16));
        return homes.collect();
    }
    match known.group()?.arrange(known.solved(), &wanted) {
        Found::Yes(from) => Some(from),
        _ => None,
    }
}

/// What the numbers must be, and what may have been meant.
fn hint(puzzle: &Known, words: &[Word<'_>]) -> String {
    let less = words
        .iter()
        .map(|w| w.text.parse::<u16>().ok()?.checked_sub(1));
    let less: Option<Vec<u16>> = less.collect();
    let from_one = less.and_then(|colours| puzzle.state(&colours));
    let solved = written(puzzle, &Symbols::new(puzzle.holder().solved()));
    match from_one {
        Some(state) => format!(
            "states count stickers from 0, files from 1; counted from 0 this is {}",
            written(puzzle, &state)
        ),
        None => format!(
            "list the colours of all {} stickers in the order of the file, counted from 0, or give moves; solved it is {solved}",
            puzzle.holder().stickers()
        ),
    }
}

/// Why the numbers are not an arrangement of the stickers.
fn impossible(puzzle: &Known, words: &[Word<'_>]) -> Refusal {
    let known = puzzle.holder();
    let refusal = |at, message| Refusal {
        code: "impossible-stickers",
        message,
        at,
        hint: Some(hint(puzzle, words)),
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
    let symbols = known.solved().iter().copied();
    let solved: Vec<u16> = known.colours(symbols).collect();
    let count = |number: u16| solved.iter().filter(|&&colour| colour == number).count();
    // Colours are numbers of stickers, each that of the first one that looks so, or any numbers.
    let look = |number: u16| solved.get(usize::from(number)).copied();
    let numbered = solved.iter().all(|&colour| look(colour) == Some(colour));
    for (nth, word) in words.iter().enumerate() {
        let at = Some(word.at);
        let number: Option<u16> = word.text.parse().ok();
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
    let colours: Vec<u16> = words
        .iter()
        .filter_map(|word| word.text.parse().ok())
        .collect();
    let Some(orbits) = known.group().map(Group::orbits) else {
        return refusal(
            None,
            "no moves take some of these stickers to these places".into(),
        );
    };
    let home = |colour: u16, orbit: u16| {
        (0..stickers).any(|place| solved[place] == colour && orbits[place] == orbit)
    };
    let astray = (0..stickers).find(|&place| !home(colours[place], orbits[place]));
    let place = astray.unwrap_or(0);
    let message = format!("no moves take sticker {} to place {place}", colours[place]);
    refusal(Some(words[place].at), message)
}

/// Why moves do not lead to an arrangement.
fn unreachable(puzzle: &Known, group: &Group, state: &[u16], words: &[Word<'_>]) -> Refusal {
    let solved = puzzle.definition().solved();
    let at = |place: u16| words.get(usize::from(place)).map(|word| word.at);
    let mut place = None;
    let why = if puzzle.is_group() {
        let home = |symbol: &u16| solved.iter().position(|s| s == symbol);
        let homes = state.iter().map(|s| home(s).unwrap_or(0) as u16);
        let homes: Vec<u16> = homes.collect();
        let sticker = |place: u16| homes[usize::from(place)];
        match group.refuses(&homes) {
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
fn listed(points: &[u16]) -> String {
    let runs = points.chunk_by(|a, b| a + 1 == *b);
    let runs = runs.map(|run| match run {
        [one] => one.to_string(),
        _ => format!("{} to {}", run[0], run[run.len() - 1]),
    });
    runs.collect::<Vec<_>>().join(", ")
}
