//! Puzzles from GAP files. GAP is a system for computational group theory.
//!
//! Such a file defines permutations as cycles, and lists the permutations that generate the group. Their
//! inverses are added as moves. Lists of points, such as `ip` in files of PuzzleGeometry, say which
//! stickers are identical.
//!
//! ```
//! use quarterturn::puzzles::gap;
//!
//! let tables = gap::read("turn:=(1,2,3,4); swap:=(1,2); Gen:=[turn,swap]; ip:=[[1],[3,4]];")?;
//! let names: Vec<&str> = tables.moves.iter().map(|(name, _)| name.as_str()).collect();
//! assert_eq!(names, ["turn", "turn'", "swap"]);
//! assert_eq!(tables.colours, [0, 1, 2, 2]);
//! assert_eq!(gap::read("F:=(1,2,)").unwrap_err().to_string(), "line 1, column 9: a point was expected");
//! # Ok::<(), quarterturn::puzzles::gap::GapError>(())
//! ```

mod error;

pub use error::{GapError, GapErrorKind};

use super::error::place;
use super::{Format, Located, STICKERS, Tables, beginning};
use quarterturn_core::puzzle::permutation::{MAX_MOVES, MAX_NAME};
use std::collections::{HashMap, HashSet};
use std::rc::Rc;

/// GAP files.
#[derive(Clone, Copy, Debug)]
pub struct Gap;

impl Format for Gap {
    fn name(&self) -> &'static str {
        "a GAP file, such as `R:=(1,2,3,4);`"
    }

    /// A statement begins with a name and `:=` or a bracket, or is a permutation or a list. Remarks may come
    /// before.
    fn sniff(&self, bytes: &[u8]) -> bool {
        let mut rest = beginning(bytes);
        while rest.starts_with(b"#") {
            let end = rest.iter().position(|&byte| byte == b'\n');
            rest = rest[end.unwrap_or(rest.len())..].trim_ascii_start();
        }
        let part = |byte: &&u8| byte.is_ascii_alphanumeric() || **byte == b'_' || !byte.is_ascii();
        let name = rest.iter().take_while(part).count();
        let after = rest[name..].trim_ascii_start();
        let begins = |with: &str| after.starts_with(with.as_bytes());
        match name {
            // What JSON has in a list is no list of points or permutations.
            0 if begins("[") => !matches!(after[1..].trim_ascii_start().first(), Some(b'{' | b'"')),
            0 => begins("("),
            _ => [":=", "(", "#"].into_iter().any(begins),
        }
    }

    fn read(&self, text: &str) -> Result<Tables, Located> {
        read(text).map_err(|error| {
            Located::new(text, error.at, error.kind.code(), error.kind.to_string())
        })
    }
}

/// The largest point that is read: more than a puzzle has stickers, so that the error can tell how many there are.
pub const MAX_POINTS: usize = u16::MAX as usize;

/// The cycles of a permutation, points from 0.
///
/// Shared, because a name may stand in many lists.
type Cycles = Rc<Vec<Vec<usize>>>;

/// A permutation that is to be a move, its name and where it is listed.
#[derive(Clone)]
struct Generator {
    at: usize,
    name: Option<String>,
    cycles: Cycles,
}

/// A move as the file defines it.
struct Named {
    at: usize,
    name: String,
    cycles: Cycles,
}

/// What a name stands for.
#[derive(Clone)]
enum Value {
    Permutation(Cycles),
    /// Shared, because many statements may name one list.
    Generators(Rc<Vec<Generator>>),
    /// Groups of points.
    Points(Vec<Vec<usize>>),
    /// The result of a call that defines nothing here, such as `Size(G)`.
    Nothing,
}

/// Reads a puzzle.
///
/// Its moves are the generators in the last list of permutations, or in `Group(…)`; without one, all
/// permutations that have a name. Generators without a name are called `g1`,
/// `g2` and so on; the `M_` that PuzzleGeometry puts before each name is dropped. Moves that undo
/// them are added with a prime. The last list of lists of points says which stickers are identical. Calls
/// that stand alone, such as `Size(G);`, are passed over.
///
/// # Errors
/// [`GapError`] with the place.
pub fn read(text: &str) -> Result<Tables, GapError> {
    let mut reader = Reader {
        text,
        at: 0,
        defined: HashMap::new(),
        generators: None,
        identical: Vec::new(),
        first: HashMap::new(),
    };
    let result = reader.file().and_then(|()| reader.tables());
    result.map_err(|(at, kind)| {
        let (line, column) = place(text, at);
        GapError {
            at,
            line,
            column,
            kind,
        }
    })
}

type Failure = (usize, GapErrorKind);

struct Reader<'a> {
    text: &'a str,
    at: usize,
    /// Where each name is defined, and what it stands for.
    defined: HashMap<&'a str, (usize, Value)>,
    generators: Option<Rc<Vec<Generator>>>,
    identical: Vec<Vec<usize>>,
    /// Where each point is mentioned, for one of the times.
    first: HashMap<usize, usize>,
}

impl<'a> Reader<'a> {
    fn expected<T>(&self, what: &'static str) -> Result<T, Failure> {
        Err((self.at, GapErrorKind::Expected(what)))
    }

    /// What is left, from the next symbol on.
    fn rest(&mut self) -> &'a str {
        loop {
            let blank = |c: char| c.is_whitespace() || c == '\u{feff}';
            let rest = self.text[self.at..].trim_start_matches(blank);
            self.at = self.text.len() - rest.len();
            if !rest.starts_with('#') {
                return rest;
            }
            self.at += rest.find('\n').unwrap_or(rest.len());
        }
    }

    /// Whether this is next; if so, it is skipped.
    fn take(&mut self, symbol: &str) -> bool {
        let found = self.rest().starts_with(symbol);
        self.at += if found { symbol.len() } else { 0 };
        found
    }

    /// A run of such characters, passed.
    fn run(&mut self, of: fn(char) -> bool) -> &'a str {
        let rest = self.rest();
        let run = &rest[..rest.find(|c| !of(c)).unwrap_or(rest.len())];
        self.at += run.len();
        run
    }

    /// A name, which is no number: states are lists of numbers.
    fn name(&mut self) -> Option<&'a str> {
        self.rest();
        let start = self.at;
        let name = self.run(|c| c.is_alphanumeric() || c == '_');
        if is_number(name) {
            self.at = start;
            return None;
        }
        Some(name)
    }

    /// Statements: `name := value;` or a value alone.
    fn file(&mut self) -> Result<(), Failure> {
        while !self.rest().is_empty() {
            let start = self.at;
            let name = self.name().filter(|_| self.take(":="));
            if name.is_none() {
                self.at = start;
            }
            let value = match name {
                None if self.call().is_some() => Value::Nothing,
                None => {
                    self.at = start;
                    self.value()?
                }
                Some(_) => self.value()?,
            };
            match &value {
                Value::Permutation(_) | Value::Nothing => {}
                Value::Generators(generators) => self.generators = Some(generators.clone()),
                Value::Points(groups) => self.identical = groups.clone(),
            }
            if let Some(name) = name
                && self.defined.insert(name, (start, value)).is_some()
            {
                return Err((start, GapErrorKind::Twice(name.into())));
            }
            // GAP prints the value unless there are two.
            if self.take(";") {
                self.take(";");
            } else if !self.rest().is_empty() {
                return self.expected("a semicolon");
            }
        }
        Ok(())
    }

    /// A call of anything but `Group` to its closing bracket, with brackets, texts and remarks in it.
    fn call(&mut self) -> Option<()> {
        self.name().filter(|&name| name != "Group")?;
        let mut open = usize::from(self.take("("));
        (open > 0).then_some(())?;
        while open > 0 {
            let next = self.rest().chars().next()?;
            self.at += next.len_utf8();
            match next {
                '(' | '[' => open += 1,
                ')' | ']' => open -= 1,
                '"' => self.at += 1 + self.text[self.at..].find('"')?,
                // The call is not closed.
                ';' => return None,
                _ => {}
            }
        }
        Some(())
    }

    /// A permutation, a list, or `Group(…)` of either.
    fn value(&mut self) -> Result<Value, Failure> {
        if self.rest().starts_with('(') {
            return Ok(Value::Permutation(self.cycles()?));
        }
        if self.take("[") {
            return match self.rest().starts_with('[') {
                true => Ok(Value::Points(self.groups()?)),
                false => Ok(Value::Generators(self.generators("]")?.into())),
            };
        }
        let start = self.at;
        if self.name() != Some("Group") || !self.take("(") {
            self.at = start;
            return self.expected("a permutation, a list or Group(...)");
        }
        if self.take("[") {
            let generators = self.generators("]")?;
            return match self.take(")") {
                true => Ok(Value::Generators(generators.into())),
                false => self.expected("a closing bracket"),
            };
        }
        // A list by its name, or permutations.
        let start = self.at;
        if let Some((_, Value::Generators(listed))) = self.name().and_then(|n| self.defined.get(n))
        {
            let listed = listed.clone();
            if self.take(")") {
                return Ok(Value::Generators(listed));
            }
        }
        self.at = start;
        Ok(Value::Generators(self.generators(")")?.into()))
    }

    /// Permutations or their names between commas, up to `end`, which is passed.
    fn generators(&mut self, end: &'static str) -> Result<Vec<Generator>, Failure> {
        let mut generators = Vec::new();
        while !self.take(end) {
            if !generators.is_empty() && !self.take(",") {
                return self.expected("a comma or a closing bracket");
            }
            if generators.len() > MAX_MOVES {
                return Err((self.at, GapErrorKind::TooManyGenerators));
            }
            let is_cycles = self.rest().starts_with('(');
            let at = self.at;
            let (name, cycles) = if is_cycles {
                (None, self.cycles()?)
            } else {
                let Some(name) = self.name() else {
                    return self.expected("a permutation or its name");
                };
                let Some((_, Value::Permutation(cycles))) = self.defined.get(name) else {
                    return Err((at, GapErrorKind::Undefined(name.into())));
                };
                (Some(name.to_owned()), cycles.clone())
            };
            generators.push(Generator { at, name, cycles });
        }
        Ok(generators)
    }

    /// Lists of points between commas, and the bracket that closes the list of them.
    fn groups(&mut self) -> Result<Vec<Vec<usize>>, Failure> {
        let (mut groups, mut met) = (Vec::<Vec<usize>>::new(), HashSet::new());
        let mut first = true;
        while !self.take("]") {
            if !std::mem::take(&mut first) && !self.take(",") {
                return self.expected("a comma or a closing bracket");
            }
            if !self.take("[") {
                return self.expected("a list of points");
            }
            let group = self.points("]", &mut met)?;
            groups.extend((!group.is_empty()).then_some(group));
        }
        Ok(groups)
    }

    fn cycles(&mut self) -> Result<Cycles, Failure> {
        let (mut cycles, mut met) = (Vec::new(), HashSet::new());
        while self.take("(") {
            let cycle = self.points(")", &mut met)?;
            cycles.extend((!cycle.is_empty()).then_some(cycle));
        }
        Ok(Rc::new(cycles))
    }

    /// Points between commas, up to `end`, which is passed; none of them has been `met`.
    fn points(&mut self, end: &str, met: &mut HashSet<usize>) -> Result<Vec<usize>, Failure> {
        let mut points = Vec::new();
        while !self.take(end) {
            if !points.is_empty() && !self.take(",") {
                return self.expected("a comma or a closing bracket");
            }
            self.rest();
            let at = self.at;
            let digits = self.run(|c| c.is_ascii_digit());
            if digits.is_empty() {
                return self.expected("a point");
            }
            let point = match digits.parse() {
                Ok(point @ 1..=MAX_POINTS) => point - 1,
                Ok(0) => return Err((at, GapErrorKind::PointZero)),
                _ => return Err((at, GapErrorKind::NoPoint(digits.into()))),
            };
            self.first.insert(point, at);
            if !met.insert(point) {
                return Err((at, GapErrorKind::PointTwice(point + 1)));
            }
            points.push(point);
        }
        Ok(points)
    }

    /// The puzzle that was read.
    fn tables(&mut self) -> Result<Tables, Failure> {
        let moves = self.moves()?;
        let points = moves.iter().flat_map(|mv| mv.cycles.iter());
        let last = points.chain(&self.identical).flatten().max();
        let stickers = last.map_or(0, |&last| last + 1);
        if stickers > STICKERS {
            let kind = GapErrorKind::TooManyStickers(stickers);
            let at = self.first.get(&(stickers - 1));
            return Err((at.copied().unwrap_or(self.at), kind));
        }
        let each: Vec<u16> = (0..stickers).map(|point| point as u16).collect();
        let mut tables = Tables {
            colours: each.clone(),
            moves: Vec::new(),
        };
        for group in &self.identical {
            for &point in group {
                tables.colours[point] = group[0] as u16;
            }
        }
        for mv in &moves {
            let mut from = each.clone();
            for cycle in mv.cycles.iter() {
                let next = cycle.iter().cycle().skip(1);
                let steps = cycle.iter().zip(next);
                steps.for_each(|(&here, &there)| from[there] = here as u16);
            }
            tables.moves.push((mv.name.clone(), from));
        }
        tables.add_inverses(|name| format!("{name}'"));
        named(&tables, &moves)?;
        Ok(tables)
    }

    /// The generators, each with a name of its own.
    fn moves(&mut self) -> Result<Vec<Named>, Failure> {
        let generators = match self.generators.take() {
            Some(generators) => generators.to_vec(),
            None => self.all_defined(),
        };
        if let Some(surplus) = generators.get(MAX_MOVES) {
            return Err((surplus.at, GapErrorKind::TooManyGenerators));
        }
        let mut moves: Vec<Named> = Vec::new();
        for (i, generator) in generators.into_iter().enumerate() {
            let Generator { at, name, cycles } = generator;
            let name = name.unwrap_or_else(|| format!("g{}", i + 1));
            if cycles.iter().all(|cycle| cycle.len() < 2) {
                return Err((at, GapErrorKind::Idle(name)));
            }
            if moves.iter().any(|other| other.name == name) {
                return Err((at, GapErrorKind::Twice(name)));
            }
            moves.push(Named { at, name, cycles });
        }
        if moves.is_empty() {
            return Err((self.at, GapErrorKind::NoGenerators));
        }
        let prefixed = |name: &str| name.strip_prefix("M_").is_some_and(|rest| !is_number(rest));
        while moves.iter().all(|mv| prefixed(&mv.name)) {
            moves
                .iter_mut()
                .for_each(|mv| mv.name = mv.name.split_off(2));
        }
        Ok(moves)
    }

    /// All permutations that have a name, in the order of the file.
    fn all_defined(&self) -> Vec<Generator> {
        let permutations = self.defined.iter().filter_map(|(name, (at, value))| {
            let Value::Permutation(cycles) = value else {
                return None;
            };
            Some(Generator {
                at: *at,
                name: Some((*name).to_owned()),
                cycles: cycles.clone(),
            })
        });
        let mut generators: Vec<Generator> = permutations.collect();
        generators.sort_by_key(|generator| generator.at);
        generators
    }
}

/// Whether a text has nothing but digits, if anything.
fn is_number(text: &str) -> bool {
    text.bytes().all(|byte| byte.is_ascii_digit())
}

/// Refuses a name that is too long, and more moves than there is room for, counting those that undo others.
fn named(tables: &Tables, moves: &[Named]) -> Result<(), Failure> {
    let mut generator = 0;
    for (nth, (name, _)) in tables.moves.iter().enumerate() {
        // What undoes a generator comes after it. No name in a file has a prime.
        generator += usize::from(nth > 0 && !name.ends_with('\''));
        let at = moves.get(generator).map_or(0, |mv| mv.at);
        if name.len() > MAX_NAME {
            return Err((at, GapErrorKind::LongName(name.clone())));
        }
        if nth == MAX_MOVES {
            return Err((at, GapErrorKind::TooManyMoves));
        }
    }
    Ok(())
}
