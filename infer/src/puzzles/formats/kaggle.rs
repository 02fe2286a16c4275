//! Puzzles as Kaggle's contests give them: `puzzle_info.json`.
//!
//! An object with the solved state (`central_state` or `solved_state`: the symbol at each place) and the moves
//! (`generators` or `allowed_moves`: by name, of each place the place before the move, both from 0). A name with a
//! hyphen before it is that of the move that undoes another. Such moves are added where they are missing.

use super::json::{self, Kind, Value};
use super::{Format, Located, STICKERS, Tables, beginning, has};
use quarterturn_core::puzzle::permutation::{MAX_MOVES, MAX_NAME};
use std::collections::HashSet;

/// `puzzle_info.json`.
#[derive(Clone, Copy, Debug)]
pub struct Kaggle;

/// Names of the solved state.
const STATE: [&str; 2] = ["central_state", "solved_state"];
/// Names of the moves.
const MOVES: [&str; 2] = ["generators", "allowed_moves"];

impl Format for Kaggle {
    fn name(&self) -> &'static str {
        "a puzzle_info.json of Kaggle, such as `{\"central_state\": [0,1,2], \"generators\": {\"r\": [2,0,1]}}`"
    }

    fn sniff(&self, bytes: &[u8]) -> bool {
        let has = |name: &&str| has(bytes, &format!("\"{name}\""));
        beginning(bytes).starts_with(b"{") && STATE.iter().chain(&MOVES).any(has)
    }

    fn read(&self, text: &str) -> Result<Tables, Located> {
        let text = &json::unmarked(text);
        let whole = json::read(text)?;
        Reader { text }.tables(&whole)
    }
}

/// A puzzle of an object of moves, all of whose stickers differ unless `colours` are given.
pub(super) fn of_moves(
    text: &str,
    listed: &Value,
    colours: Option<Vec<u16>>,
) -> Result<Tables, Located> {
    let reader = Reader { text };
    let first = match &listed.kind {
        Kind::Object(moves) => moves.first().map(|(_, list)| reader.list(list)),
        _ => None,
    };
    let stickers = first.transpose()?.map_or(0, <[Value]>::len);
    if stickers > STICKERS {
        let message = format!("{stickers} stickers are more than {STICKERS}");
        return reader.fail(listed.at, "kaggle-too-many-stickers", message);
    }
    let colours = colours.unwrap_or_else(|| (0..stickers as u16).collect());
    let mut tables = Tables {
        colours,
        moves: Vec::new(),
    };
    reader.moves(listed, &mut tables)?;
    Ok(tables)
}

struct Reader<'a> {
    text: &'a str,
}

impl Reader<'_> {
    fn fail<T>(&self, at: usize, code: &'static str, message: String) -> Result<T, Located> {
        Err(Located::new(self.text, at, code, message))
    }

    fn tables(&self, whole: &Value) -> Result<Tables, Located> {
        let state = self.list(self.field(whole, STATE)?)?;
        if let Some(surplus) = state.get(STICKERS) {
            let message = format!("{} stickers are more than {STICKERS}", state.len());
            return self.fail(surplus.at, "kaggle-too-many-stickers", message);
        }
        let colours = state.iter().map(|symbol| self.number(symbol, 1 << 16));
        let mut tables = Tables {
            colours: colours.collect::<Result<_, _>>()?,
            moves: Vec::new(),
        };
        self.moves(self.field(whole, MOVES)?, &mut tables)?;
        Ok(tables)
    }

    /// Adds the moves of an object, and those that undo them.
    fn moves(&self, listed: &Value, tables: &mut Tables) -> Result<(), Located> {
        let Kind::Object(moves) = &listed.kind else {
            return self.expected(listed, "an object of moves by name");
        };
        for (name, list) in moves {
            self.named(name, list, tables)?;
            if tables.moves.len() == MAX_MOVES {
                let message = format!("there are more than {MAX_MOVES} moves");
                return self.fail(list.at, "kaggle-too-many-moves", message);
            }
            let from = self.permutation(name, list, tables.stickers())?;
            tables.moves.push((name.clone(), from));
        }
        if moves.is_empty() {
            return self.fail(listed.at, "kaggle-no-moves", "there are no moves".into());
        }
        tables.add_inverses(|name| match name.strip_prefix('-') {
            Some(undone) => undone.to_owned(),
            None => format!("-{name}"),
        });
        if let Some(name) = tables.name_twice() {
            let message = format!("{name:?} is there twice, counting moves that undo others");
            return self.fail(listed.at, "kaggle-twice", message);
        }
        if tables.moves.len() > MAX_MOVES {
            let message =
                format!("there are more than {MAX_MOVES} moves, counting those that undo others");
            return self.fail(listed.at, "kaggle-too-many-moves", message);
        }
        Ok(())
    }

    /// The field that has one of two names.
    fn field<'v>(&self, whole: &'v Value, names: [&str; 2]) -> Result<&'v Value, Located> {
        let Kind::Object(fields) = &whole.kind else {
            return self.expected(whole, "an object");
        };
        let mut found = fields.iter().filter(|(name, _)| names.contains(&&**name));
        match (found.next(), found.next()) {
            (Some((_, value)), None) => Ok(value),
            (None, _) => {
                let message = format!("{:?} is missing", names[0]);
                self.fail(whole.at, "kaggle-missing", message)
            }
            (_, Some((name, value))) => {
                self.fail(value.at, "kaggle-twice", format!("{name:?} is there twice"))
            }
        }
    }

    fn expected<T>(&self, value: &Value, what: &str) -> Result<T, Located> {
        self.fail(value.at, "kaggle-type", format!("{what} was expected"))
    }

    fn list<'v>(&self, value: &'v Value) -> Result<&'v [Value], Located> {
        match &value.kind {
            Kind::List(values) => Ok(values),
            _ => self.expected(value, "a list of numbers"),
        }
    }

    /// A whole number below a bound of at most 65,536.
    fn number(&self, value: &Value, below: usize) -> Result<u16, Located> {
        let Kind::Number(text) = &value.kind else {
            return self.expected(value, "a number");
        };
        let number = text.parse().ok().filter(|&n: &u16| usize::from(n) < below);
        number.map_or_else(
            || {
                let last = below.saturating_sub(1);
                let message = format!("{text:.24} is no whole number from 0 to {last}");
                self.fail(value.at, "kaggle-number", message)
            },
            Ok,
        )
    }

    /// Refuses a name that moves cannot have, or that another one has.
    fn named(&self, name: &str, list: &Value, tables: &Tables) -> Result<(), Located> {
        let fail = |code, message| self.fail(list.at, code, message);
        if name.is_empty() || name.contains(char::is_whitespace) {
            return fail("kaggle-name", format!("the name {name:?} is not one word"));
        }
        // That of the move that undoes it has room too.
        if name.len() >= MAX_NAME {
            let message = format!("the name {name:.80} is longer than {} bytes", MAX_NAME - 1);
            return fail("kaggle-long-name", message);
        }
        if tables.moves.iter().any(|(other, _)| other == name) {
            return fail("kaggle-twice", format!("{name:?} is there twice"));
        }
        Ok(())
    }

    /// Of each place, the place before the move.
    fn permutation(&self, name: &str, list: &Value, places: usize) -> Result<Vec<u16>, Located> {
        let values = self.list(list)?;
        if values.len() != places {
            let message = format!("{name} lists {} places of {places}", values.len());
            return self.fail(list.at, "kaggle-places", message);
        }
        let (mut from, mut met) = (Vec::with_capacity(places), HashSet::new());
        for value in values {
            let place = self.number(value, places)?;
            if !met.insert(place) {
                let message = format!("the place {place} is there twice");
                return self.fail(value.at, "kaggle-place-twice", message);
            }
            from.push(place);
        }
        if from
            .iter()
            .enumerate()
            .all(|(here, &from)| here == usize::from(from))
        {
            let message = format!("the move {name:?} moves nothing");
            return self.fail(list.at, "kaggle-idle", message);
        }
        Ok(from)
    }
}

#[cfg(test)]
mod tests {
    use super::super::{self as formats, ParseError, gap};
    use super::*;

    const NECKLACE: &str = include_str!("../../../examples/necklace.json");

    #[test]
    fn it_is_the_puzzle_that_a_file_for_gap_defines() {
        let tables = formats::read(NECKLACE.as_bytes()).unwrap();
        let names: Vec<&str> = tables.moves.iter().map(|(name, _)| &**name).collect();
        assert_eq!(names, ["turn", "-turn", "swap", "lift", "-lift"]);
        let same =
            "turn:=(1,2,3,4,5,6,7,8,9);swap:=(3,4);lift:=(1,2,3);ip:=[[1,2,3],[4,5,6],[7,8,9]];";
        assert_eq!(tables.identity(), gap::read(same).unwrap().identity());
        // Under the fields' other names, after a mark of byte order.
        let other = NECKLACE.replace("central_state", "solved_state");
        let other = "\u{feff}".to_owned() + &other.replace("generators", "allowed_moves");
        assert_eq!(formats::read(other.as_bytes()), Ok(tables));
    }

    #[test]
    fn faults_have_their_place() {
        let many = format!("[{}]", ["0"; STICKERS + 1].join(","));
        let with = |state: &str, moves: &str| {
            format!("{{\"central_state\":\n{state},\n\"generators\":\n{moves}}}")
        };
        for (text, code, line, column) in [
            (with("[0,1]", "{\"a\":[1,0]"), "json-syntax", 4, 12),
            (with("{}", "{}"), "kaggle-type", 2, 1),
            (with("[0,[]]", "{}"), "kaggle-type", 2, 4),
            (with("[0,65536]", "{}"), "kaggle-number", 2, 4),
            (
                with(&many, "{}"),
                "kaggle-too-many-stickers",
                2,
                2 + 2 * STICKERS,
            ),
            (with("[0,1]", "[]"), "kaggle-type", 4, 1),
            (with("[0,1]", "{}"), "kaggle-no-moves", 4, 1),
            (with("[0,1]", "{\"a\":[1,0,2]}"), "kaggle-places", 4, 6),
            (with("[0,1]", "{\"a\":[1,2]}"), "kaggle-number", 4, 9),
            (with("[0,1]", "{\"a\":[1,1]}"), "kaggle-place-twice", 4, 9),
            (with("[0,1]", "{\"a\":[0,1]}"), "kaggle-idle", 4, 6),
            (with("[0,1]", "{\"a b\":[1,0]}"), "kaggle-name", 4, 8),
            (
                with("[0,1]", "{\"a\":[1,0],\"a\":[1,0]}"),
                "kaggle-twice",
                4,
                16,
            ),
            ("{\"solved_state\":[0,1]}".into(), "kaggle-missing", 1, 1),
        ] {
            match formats::read(text.as_bytes()) {
                Err(ParseError::Located(fault)) => {
                    let found = (fault.code, fault.line, fault.column);
                    assert_eq!(found, (code, line, column), "{text}: {fault}");
                }
                other => panic!("{text}: {other:?}"),
            }
        }
    }
}
