//! From a name, a file or bytes to a puzzle. This is the one list of the puzzles that have a name.

use super::{Erased, Kind, Puzzle, PuzzleError};
use crate::puzzles::Cube3Turns;
use crate::puzzles::builtin::{definitions, sokoban, tiles};
use crate::puzzles::defined::{self, defined};
use crate::puzzles::formats::{self, LONGEST, ParseError, Tables};
use quarterturn_core::Metric;
use quarterturn_core::cube::{Cube2Htm, Cube2Qtm};
use quarterturn_core::net::format::{HEADER, MAGIC, MAX_PAYLOAD};
use quarterturn_core::puzzle::lights::Lights;
use quarterturn_core::puzzle::sliding::{Puzzle8, Puzzle15, Puzzle24, Puzzle35, Puzzle48};
use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

/// Every puzzle that has a name, the default first.
pub fn all() -> impl Iterator<Item = Puzzle> {
    typed().chain(definitions::all())
}

/// The names of [`all`]: takes no time, where making all those puzzles does.
pub fn names() -> impl Iterator<Item = String> {
    let typed = typed().map(|puzzle| puzzle.name().to_owned());
    typed.chain(definitions::names().map(String::from))
}

/// Those with a type of their own.
fn typed() -> impl Iterator<Item = Puzzle> {
    let cubes = [Cube3Turns::Quarter, Cube3Turns::Half].map(Kind::from);
    let others = [
        Erased::new(Cube2Qtm),
        Erased::new(Cube2Htm),
        Erased::new(Puzzle8),
        Erased::new(Puzzle15),
        Erased::new(Puzzle24),
        Erased::new(Puzzle35),
        Erased::new(Puzzle48),
    ];
    let lights = (3..=9).filter_map(Lights::new).map(Erased::new);
    let sokoban = Erased::new(sokoban::room());
    let others = others.into_iter().chain(lights).chain([sokoban]);
    let all = cubes.into_iter().chain(others.map(Kind::from));
    all.map(Puzzle::from)
}

/// What else puzzles are called, in small letters.
const ALIASES: [(&str, &str); 25] = [
    ("2x2x2", "cube2"),
    ("2x2", "cube2"),
    ("222", "cube2"),
    ("pocket-cube", "cube2"),
    ("3x3x3", "cube3"),
    ("3x3", "cube3"),
    ("333", "cube3"),
    ("rubik", "cube3"),
    ("rubiks-cube", "cube3"),
    ("4x4x4", "cube4"),
    ("4x4", "cube4"),
    ("444", "cube4"),
    ("pyra", "pyraminx"),
    ("pyram", "pyraminx"),
    ("mega", "megaminx"),
    ("minx", "megaminx"),
    ("dinocube", "dino"),
    ("8puzzle", "puzzle8"),
    ("8-puzzle", "puzzle8"),
    ("15puzzle", "puzzle15"),
    ("15-puzzle", "puzzle15"),
    ("24puzzle", "puzzle24"),
    ("24-puzzle", "puzzle24"),
    ("35-puzzle", "puzzle35"),
    ("48-puzzle", "puzzle48"),
];

/// The puzzle of that name, or of another one that it is often called by, such as `3x3x3`. `puzzle3x4` is a board of three
/// rows of four tiles, and so on from 2 to 7.
pub fn find(name: &str) -> Option<Puzzle> {
    own(name).or_else(|| {
        // A file of that name is meant.
        (!is_file(Path::new(name))).then_some(())?;
        let name = name.to_lowercase().replace('×', "x").replace('_', "-");
        let alias = ALIASES.iter().find(|(alias, _)| *alias == name);
        own(alias.map_or(&name, |(_, own)| own))
    })
}

fn own(name: &str) -> Option<Puzzle> {
    let typed = typed().find(|puzzle| puzzle.name() == name);
    let others = || tiles::named(name).or_else(|| definitions::find(name));
    typed.or_else(others)
}

impl Puzzle {
    /// The puzzle of that name: `cube3`, `cube3-htm` and the others of [`all`].
    ///
    /// # Errors
    /// [`PuzzleError::Unknown`] with the names that there are.
    pub fn named(name: &str) -> Result<Self, PuzzleError> {
        find(name).ok_or_else(|| PuzzleError::Unknown {
            name: name.into(),
            known: names().collect::<Vec<_>>().join(", "),
        })
    }

    /// The puzzle that a file defines, in any of the [`formats`]. It is called by the file's name and a checksum;
    /// its [`Puzzle::id`] depends on neither. The file is read each time. `FILE#NAME` is one of the puzzles of a file
    /// of several.
    ///
    /// # Errors
    /// [`PuzzleError`] with the place in the file.
    pub fn open(path: impl AsRef<Path>) -> Result<Self, PuzzleError> {
        let (path, part) = parted(path.as_ref());
        let bytes = read(path).map_err(|source| PuzzleError::Read {
            path: path.into(),
            source,
        })?;
        let chosen = part.and_then(|part| part.split('=').next());
        let stem = chosen.map_or_else(|| defined::stem(path), defined::word);
        let puzzle = called(&stem, &bytes, part);
        puzzle.map_err(|source| PuzzleError::File {
            path: path.into(),
            source,
        })
    }

    /// The puzzle that bytes define, in any of the [`formats`].
    ///
    /// # Errors
    /// [`PuzzleError::Parse`] with the place.
    pub fn parse(bytes: &[u8]) -> Result<Self, PuzzleError> {
        Ok(called("puzzle", bytes, None)?)
    }

    /// The puzzle of that name among those that bytes define.
    ///
    /// # Errors
    /// As [`Puzzle::parse`].
    pub fn parse_part(bytes: &[u8], part: &str) -> Result<Self, PuzzleError> {
        Ok(called("puzzle", bytes, Some(part))?)
    }

    /// The puzzle of tables that a program made.
    ///
    /// # Errors
    /// [`PuzzleError::Parse`] where they are inconsistent.
    pub fn of(tables: &Tables) -> Result<Self, PuzzleError> {
        let kind = defined(tables.clone().into(), "puzzle").map_err(ParseError::from)?;
        Ok(kind.into())
    }

    /// The puzzle of that name, else the one that the file of that name defines.
    ///
    /// # Errors
    /// [`PuzzleError`] of [`Puzzle::named`] where there is no such file, else of [`Puzzle::open`].
    pub fn find(name: &str) -> Result<Self, PuzzleError> {
        match find(name) {
            Some(found) => Ok(found),
            None if is_file(Path::new(name)) => Self::open(name),
            None => Self::named(name),
        }
    }
}

/// Its metric.
impl Puzzle {
    /// The same puzzle with moves counted in that metric; `None` where it has no such metric. A name that says a metric,
    /// such as `cube3-htm`, has no other one.
    pub fn in_metric(&self, metric: Metric) -> Option<Self> {
        if self.metric() == metric {
            return Some(self.clone());
        }
        typed().find(|other| other.family() == self.name() && other.metric() == metric)
    }
}

/// The bytes of a definition, or of a weight file that may hold one.
fn read(path: &Path) -> io::Result<Vec<u8>> {
    let (mut file, mut bytes) = (File::open(path)?, Vec::new());
    // One byte too many tells a longer file.
    let most = |bytes: &[u8]| match bytes.starts_with(&MAGIC) {
        true => HEADER + MAX_PAYLOAD,
        false => LONGEST + 1,
    };
    file.by_ref().take(HEADER as u64).read_to_end(&mut bytes)?;
    let rest = most(&bytes).saturating_sub(bytes.len());
    file.take(rest as u64).read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// The puzzle that bytes define. It is called by the name that they give it, if they do.
fn called(name: &str, bytes: &[u8], part: Option<&str>) -> Result<Puzzle, ParseError> {
    let inside = formats::inside(bytes)?;
    let name = inside.map_or(name.into(), |found| defined::word(found.name));
    Ok(defined(formats::describe(bytes, part)?, &name)?.into())
}

/// Whether a path is that of a file, or of a puzzle in a file of several: `FILE#NAME`.
pub fn is_file(path: &Path) -> bool {
    parted(path).0.is_file()
}

/// A file, and the puzzle in it that is meant.
fn parted(path: &Path) -> (&Path, Option<&str>) {
    let text = path.to_str().filter(|_| !path.is_file());
    match text.and_then(|text| text.split_once('#')) {
        Some((file, part)) => (Path::new(file), Some(part)),
        None => (path, None),
    }
}

/// What says which puzzle is meant: a [`Puzzle`], or a name or the path of a file as in [`Puzzle::find`].
pub trait Which {
    /// The puzzle.
    ///
    /// # Errors
    /// [`PuzzleError`] where there is none.
    fn which(self) -> Result<Puzzle, PuzzleError>;
}

impl Which for Puzzle {
    fn which(self) -> Result<Puzzle, PuzzleError> {
        Ok(self)
    }
}

impl Which for &Puzzle {
    fn which(self) -> Result<Puzzle, PuzzleError> {
        Ok(self.clone())
    }
}

impl Which for &str {
    fn which(self) -> Result<Puzzle, PuzzleError> {
        Puzzle::find(self)
    }
}

impl Which for &String {
    fn which(self) -> Result<Puzzle, PuzzleError> {
        Puzzle::find(self)
    }
}
