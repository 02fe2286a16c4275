//! Puzzles that are read at run time, from GAP files.

use super::shared::{FromFile, Shared};
use super::{AnyPuzzle, Erased, Packed, Tables, Text, foreign, gap, stickers};
use crate::group::POINTS;
use crate::refusal::Refusal;
use quarterturn_core::puzzle::permutation::{DefinitionError, Stickers};
use quarterturn_core::walk::random_walk_by;
use quarterturn_core::{Move, Puzzle};
use rand_xoshiro::Xoshiro256PlusPlus;
use std::collections::HashMap;
use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

/// Most stickers of a puzzle from a file.
pub const STICKERS: usize = POINTS;
/// Most stickers of a small one. A state has room for all, and small states are fast.
const SMALL: usize = 64;
/// The longest file, in bytes.
const LONGEST: u64 = 1 << 20;
/// The longest solution that is looked for, whatever the puzzle: as deep as searches count.
const LONGEST_SOLUTION: usize = u16::MAX as usize - 1;

/// A puzzle from a file, for code that uses its states.
#[derive(Clone, Copy, Debug)]
pub enum FilePuzzle {
    /// Of up to 64 stickers.
    Small(&'static Erased<SMALL>),
    /// Of up to [`STICKERS`].
    Large(&'static Erased<STICKERS>),
}

/// A file that defines no puzzle.
#[derive(Debug, thiserror::Error)]
pub enum FileError {
    /// The file cannot be read.
    #[error("cannot read {}: {source}", .path.display())]
    Read {
        /// The file.
        path: PathBuf,
        /// The system's reason.
        source: io::Error,
    },
    /// Longer than any definition.
    #[error("{}: more than {LONGEST} bytes", .0.display())]
    TooLong(PathBuf),
    /// Not UTF-8.
    #[error("{}: not a text, so not a GAP file", .0.display())]
    NotText(PathBuf),
    /// A definition in a format that is not read.
    #[error("{}, line 1: this is {format}; a puzzle is read from a GAP file, such as `R:=(1,2,3,4);`", .path.display())]
    Foreign {
        /// The file.
        path: PathBuf,
        /// The format.
        format: &'static str,
    },
    /// The text is not a definition.
    #[error("{}: {source}", .path.display())]
    Gap {
        /// The file.
        path: PathBuf,
        /// What is wrong with it, and where.
        source: gap::GapError,
    },
    /// The tables define no puzzle.
    #[error("{}: {source}", .path.display())]
    Definition {
        /// The file.
        path: PathBuf,
        /// What is wrong with them.
        source: DefinitionError,
    },
}

/// The puzzle that a file defines; see [`FilePuzzle::open`].
///
/// # Errors
/// [`FileError`] with the place.
pub fn open(path: &Path) -> Result<&'static dyn AnyPuzzle, FileError> {
    Ok(match FilePuzzle::open(path)? {
        FilePuzzle::Small(puzzle) => puzzle,
        FilePuzzle::Large(puzzle) => puzzle,
    })
}

impl FilePuzzle {
    /// The puzzle that a file defines. Its name is that of the file and the checksum of what it
    /// defines; networks know it by its [`Tables::identity`], wherever the file is. Each is read once.
    ///
    /// # Errors
    /// [`FileError`] with the place.
    pub fn open(path: &Path) -> Result<Self, FileError> {
        static OPENED: Mutex<Option<HashMap<PathBuf, FilePuzzle>>> = Mutex::new(None);
        let mut opened = OPENED.lock().unwrap_or_else(PoisonError::into_inner);
        let opened = opened.get_or_insert_default();
        if let Some(&puzzle) = opened.get(path) {
            return Ok(puzzle);
        }
        let tables = read(path)?;
        let puzzle = if tables.stickers() <= SMALL {
            Self::Small(leaked(path, &tables)?)
        } else {
            Self::Large(leaked(path, &tables)?)
        };
        opened.insert(path.into(), puzzle);
        Ok(puzzle)
    }
}

/// A puzzle that is leaked, so that it lives to the end of the program: there are few.
fn leaked<const N: usize>(path: &Path, tables: &Tables) -> Result<&'static Erased<N>, FileError> {
    let check = tables.former();
    let definition = tables.identified::<N>(&format!("{}{check}", stem(path)), &check);
    let definition = definition.map_err(|source| FileError::Definition {
        path: path.into(),
        source,
    })?;
    let puzzle = FromFile::new(Shared::new(definition));
    Ok(Box::leak(Box::new(Erased::new(puzzle))))
}

fn read(path: &Path) -> Result<Tables, FileError> {
    let mut bytes = Vec::new();
    let file = File::open(path).map(|file| file.take(LONGEST + 1));
    file.and_then(|mut file| file.read_to_end(&mut bytes))
        .map_err(|source| FileError::Read {
            path: path.into(),
            source,
        })?;
    if let Some(format) = foreign::format(&bytes) {
        return Err(FileError::Foreign {
            path: path.into(),
            format,
        });
    }
    if bytes.len() as u64 > LONGEST {
        return Err(FileError::TooLong(path.into()));
    }
    let text = String::from_utf8(bytes).map_err(|_| FileError::NotText(path.into()))?;
    gap::read(&text).map_err(|source| FileError::Gap {
        path: path.into(),
        source,
    })
}

/// How often a move is made until all stickers are back: the least common multiple of its cycles' lengths.
fn order(from: &[u8]) -> usize {
    let mut seen = vec![false; from.len()];
    let mut order = 1usize;
    for start in 0..from.len() {
        let (mut length, mut place) = (0, start);
        while !std::mem::replace(&mut seen[place], true) {
            place = from[place].into();
            length += 1;
        }
        if length > 0 {
            order = order.saturating_mul(length / gcd(order, length));
        }
    }
    order
}

/// The greatest common divisor.
fn gcd(a: usize, b: usize) -> usize {
    if b == 0 { a } else { gcd(b, a % b) }
}

/// The name of the puzzle, from its file.
fn stem(path: &Path) -> String {
    let stem = path.file_stem().unwrap_or_default().to_string_lossy();
    let graphic = stem.chars().filter(char::is_ascii_graphic);
    graphic.take(20).collect()
}

/// Moves from the solved puzzle, or the colour of each sticker as a number from 0, as the file has
/// them.
impl<const N: usize> Text for FromFile<N> {
    fn start(&self) -> Stickers<N> {
        self.definition().solved()
    }

    /// As many moves as the slowest kinds of puzzles need. If moves only swap neighbours, that is half the square
    /// of the number of stickers. If all moves commute, no move is made as often as would undo it.
    fn longest(&self) -> usize {
        let known = self.holder();
        let orders = self.moves().map(|mv| order(known.from(mv)));
        let circles = orders.fold(0, usize::saturating_add);
        let neighbours = known.stickers().pow(2) / 2;
        neighbours.max(circles).clamp(100, LONGEST_SOLUTION)
    }

    fn random(&self, rng: &mut Xoshiro256PlusPlus) -> Stickers<N> {
        let (solved, known) = (Text::start(self), self.holder());
        let mut symbols = *solved.symbols();
        let from = known.group().random(rng);
        for (symbol, &from) in symbols.iter_mut().zip(&from).take(known.stickers()) {
            *symbol = solved.symbols()[usize::from(from)];
        }
        Stickers::from_symbols(symbols)
    }

    fn scramble(
        &self,
        rng: &mut Xoshiro256PlusPlus,
        length: usize,
    ) -> (Option<Vec<Move>>, Stickers<N>) {
        let start = Text::start(self);
        let reductions = self.holder().reductions(self);
        let by = |mv: Move| reductions[mv.index()];
        let moves: Vec<Move> = random_walk_by(self, start, rng, length, by).collect();
        let state = self.apply_all(&start, &moves);
        (Some(moves), state)
    }

    fn read(&self, text: &str) -> Result<(Self, Stickers<N>), Refusal> {
        match stickers::numbers(text) {
            Some(words) => stickers::read(self, &words),
            None => Ok((self.clone(), self.moved(&Text::start(self), text)?)),
        }
    }

    fn doubt(&self) -> Option<&'static str> {
        self.holder().doubted.then_some(
            "some stickers look alike, and whether any moves lead to this state was not found out",
        )
    }

    fn finer(&self, family: &str) -> Option<Self> {
        let other = !self.is_read_by(family);
        let finest = other.then(|| self.holder().finest()).flatten();
        finest.filter(|finest| finest.is_read_by(family))
    }

    fn told_apart(&self, state: &Stickers<N>) -> Option<String> {
        stickers::told_apart(self.holder(), state)
    }

    fn write(&self, state: &Stickers<N>) -> String {
        stickers::written(self.definition(), state)
    }

    fn picture(&self, state: &Stickers<N>, _colour: bool) -> String {
        self.write(state) + "\n"
    }

    #[cfg(feature = "libtorch")]
    fn places(&self) -> Option<super::Places<Stickers<N>>> {
        super::places::stickers(self)
    }
}

impl<const M: usize> Packed for Stickers<M> {
    #[inline]
    fn pack<const N: usize>(&self) -> [u8; N] {
        const { assert!(M <= N) };
        let mut bytes = [0; N];
        bytes[..M].copy_from_slice(self.symbols());
        bytes
    }

    #[inline]
    fn unpack<const N: usize>(bytes: &[u8; N]) -> Self {
        let mut symbols = [0; M];
        symbols.copy_from_slice(&bytes[..M]);
        Self::from_symbols(symbols)
    }
}
