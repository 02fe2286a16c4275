//! Puzzles as Kaggle's contests give them: `puzzle_info.json`.
//!
//! An object with the solved state (`central_state` or `solved_state`: the symbol at each place) and the moves
//! (`generators` or `allowed_moves`: by name, of each place the place before the move, both from 0). A name with a
//! hyphen before it is that of the move that undoes another. Such moves are added where they are missing.
//!
//! Moves may also be a list, whose names are in `generator_names` (else `g1`, `g2` …), and an object may be the moves
//! alone, `{"R": [2,0,1]}`: then all stickers differ, as they do where the solved state is missing.

use super::json::{self, Kind, Value};
use super::names::{NameFault, fault};
use super::{Format, Located, STICKERS, Tables, beginning, has};
use quarterturn_core::puzzle::permutation::MAX_MOVES;
use std::borrow::Cow;

/// `puzzle_info.json`.
#[derive(Clone, Copy, Debug)]
pub struct Kaggle;

/// Names of the solved state.
const STATE: [&str; 2] = ["central_state", "solved_state"];
/// Names of the moves.
const MOVES: [&str; 2] = ["generators", "allowed_moves"];
/// Names of the names of moves that are a list.
const NAMES: [&str; 2] = ["generator_names", "move_names"];

impl Format for Kaggle {
    fn name(&self) -> &'static str {
        "a puzzle_info.json of Kaggle, such as `{\"central_state\": [0,1,2], \"generators\": {\"r\": [2,0,1]}}`"
    }

    fn sniff(&self, bytes: &[u8]) -> bool {
        let has = |name: &&str| has(bytes, &format!("\"{name}\""));
        let begins = beginning(bytes);
        begins.starts_with(b"{") && (STATE.iter().chain(&MOVES).any(has) || lists(begins))
    }

    fn read(&self, text: &str) -> Result<Tables, Located> {
        let text = &json::unmarked(text);
        let whole = json::read(text)?;
        let named = |name: &&str| whole.field(name).is_some();
        match STATE.iter().chain(&MOVES).any(named) {
            true => Reader { text }.tables(&whole),
            false => of_moves(text, &whole, None),
        }
    }
}

/// Whether the first field of an object is a list of numbers.
fn lists(object: &[u8]) -> bool {
    let rest = object[1..].trim_ascii_start().strip_prefix(b"\"");
    let value = rest.and_then(|rest| {
        let end = rest.iter().position(|&byte| byte == b'"')?;
        let value = rest[end + 1..].trim_ascii_start().strip_prefix(b":")?;
        value.trim_ascii_start().strip_prefix(b"[")
    });
    value.is_some_and(|value| {
        value
            .trim_ascii_start()
            .first()
            .is_some_and(u8::is_ascii_digit)
    })
}

/// A puzzle of an object of moves, all of whose stickers differ unless `colours` are given.
pub(super) fn of_moves(
    text: &str,
    listed: &Value,
    colours: Option<Vec<u16>>,
) -> Result<Tables, Located> {
    let reader = Reader { text };
    let moves = reader.listed(listed, None)?;
    let colours = match colours {
        Some(colours) => colours,
        None => reader.each(listed, &moves)?,
    };
    reader.puzzle(listed, colours, moves)
}

/// A move as the file lists it.
type Listed<'v> = (Cow<'v, str>, &'v Value);

struct Reader<'a> {
    text: &'a str,
}

impl Reader<'_> {
    fn fail<T>(&self, at: usize, code: &'static str, message: String) -> Result<T, Located> {
        Err(Located::new(self.text, at, code, message))
    }

    fn tables(&self, whole: &Value) -> Result<Tables, Located> {
        let listed = self.field(whole, MOVES)?;
        let names = self.field(whole, NAMES).ok();
        if whole
            .field(STATE[0])
            .or_else(|| whole.field(STATE[1]))
            .is_none()
        {
            let moves = self.listed(listed, names)?;
            let colours = self.each(listed, &moves)?;
            return self.puzzle(listed, colours, moves);
        }
        let state = self.list(self.field(whole, STATE)?)?;
        if let Some(surplus) = state.get(STICKERS) {
            let message = format!("{} stickers are more than {STICKERS}", state.len());
            return self.fail(surplus.at, "kaggle-too-many-stickers", message);
        }
        let colours = state.iter().map(|symbol| self.number(symbol, 1 << 16));
        let colours = colours.collect::<Result<_, _>>()?;
        self.puzzle(listed, colours, self.listed(listed, names)?)
    }

    /// Moves by name: an object, or a list with a list of names.
    fn listed<'v>(
        &self,
        listed: &'v Value,
        names: Option<&'v Value>,
    ) -> Result<Vec<Listed<'v>>, Located> {
        let moves: Vec<Listed<'v>> = match &listed.kind {
            Kind::Object(moves) => moves
                .iter()
                .map(|(name, list)| ((&**name).into(), list))
                .collect(),
            Kind::List(moves) => {
                let names = names.map(|names| self.list(names)).transpose()?;
                let moves = moves.iter().enumerate().map(|(nth, list)| {
                    let name = match names
                        .and_then(|names| names.get(nth))
                        .map(|name| &name.kind)
                    {
                        Some(Kind::Text(name)) => Cow::from(&**name),
                        _ => format!("g{}", nth + 1).into(),
                    };
                    (name, list)
                });
                moves.collect()
            }
            _ => return self.expected(listed, "an object of moves by name, or a list of moves"),
        };
        match moves.is_empty() {
            true => self.fail(listed.at, "kaggle-no-moves", "there are no moves".into()),
            false => Ok(moves),
        }
    }

    /// The solved state where all stickers differ.
    fn each(&self, listed: &Value, moves: &[Listed<'_>]) -> Result<Vec<u16>, Located> {
        let first = moves.first().map(|(_, list)| self.list(list)).transpose()?;
        let stickers = first.map_or(0, <[Value]>::len);
        if stickers > STICKERS {
            let message = format!("{stickers} stickers are more than {STICKERS}");
            return self.fail(listed.at, "kaggle-too-many-stickers", message);
        }
        Ok((0..stickers as u16).collect())
    }

    /// The puzzle of these moves, and of those that undo them.
    fn puzzle(
        &self,
        listed: &Value,
        colours: Vec<u16>,
        moves: Vec<Listed<'_>>,
    ) -> Result<Tables, Located> {
        let mut tables = Tables {
            colours,
            moves: Vec::new(),
        };
        for (name, list) in moves {
            self.named(&name, list, &tables)?;
            if tables.moves.len() == MAX_MOVES {
                let message = format!("there are more than {MAX_MOVES} moves");
                return self.fail(list.at, "kaggle-too-many-moves", message);
            }
            let from = self.permutation(&name, list, tables.stickers())?;
            tables.moves.push((name.into_owned(), from));
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
        Ok(tables)
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
        match fault(name) {
            None => {}
            Some(NameFault::Word(message)) => return fail("kaggle-name", message),
            Some(NameFault::Long(message)) => return fail("kaggle-long-name", message),
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
        let (mut from, mut met) = (Vec::with_capacity(places), vec![false; places]);
        for value in values {
            let place = self.number(value, places)?;
            if std::mem::replace(&mut met[usize::from(place)], true) {
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

    /// Moves by name and nothing else, and moves as a list.
    #[test]
    fn lists_are_moves() {
        let whole =
            "{\"central_state\":[0,1,2,3],\"generators\":{\"a\":[1,2,0,3],\"b\":[0,1,3,2]}}";
        let whole = formats::read(whole.as_bytes()).unwrap();
        for text in [
            "{ \"a\" : [1,2,0,3], \"b\": [0,1,3,2]}",
            "{\"generators\": [[1,2,0,3],[0,1,3,2]], \"generator_names\": [\"a\",\"b\"]}",
            "{\"generators\": [[1,2,0,3],[0,1,3,2]], \"generator_names\": [\"a\",\"b\"], \"central_state\": [0,1,2,3]}",
        ] {
            assert_eq!(formats::read(text.as_bytes()), Ok(whole.clone()), "{text}");
        }
        let unnamed = formats::read(b"{\"allowed_moves\": [[1,2,0]]}").unwrap();
        assert_eq!(unnamed.moves[0].0, "g1");
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
            (with("[0,1]", "7"), "kaggle-type", 4, 1),
            (with("[0,1]", "[]"), "kaggle-no-moves", 4, 1),
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
