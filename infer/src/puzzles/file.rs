//! Puzzles that are read when the program runs: files for GAP, by their paths.

use super::{AnyPuzzle, Erased, Packed, Tables, Text, gap};
use crate::refusal::Refusal;
use quarterturn_core::puzzle::permutation::{Definition, DefinitionError, Permutation, Stickers};
use quarterturn_core::random::random_moves;
use quarterturn_core::{Move, Puzzle};
use rand_xoshiro::Xoshiro256PlusPlus;
use std::collections::HashMap;
use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

/// Most stickers of a puzzle from a file.
pub const STICKERS: usize = 128;
/// Most stickers of a small one. A state has room for all, and small states are fast.
const SMALL: usize = 64;
/// Moves of a random state: nobody knows how to draw one uniformly from tables alone in a moment.
const RANDOM: usize = 500;
/// The longest file, in bytes.
const LONGEST: u64 = 1 << 20;

/// A puzzle from a file, whose definition is shared.
type Sticky<const N: usize> = Permutation<N, Arc<Definition<N>>>;

/// A puzzle from a file, for what talks to it in states.
#[derive(Clone, Copy, Debug)]
pub enum FilePuzzle {
    /// Of up to 64 stickers.
    Small(&'static Erased<SMALL>),
    /// Of up to [`STICKERS`].
    Large(&'static Erased<STICKERS>),
}

/// Why there is no puzzle in a file.
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
    /// The text is no definition.
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
    /// defines, so that a network for one definition never serves another. Each is read once.
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
            Self::Small(lasting(path, &tables)?)
        } else {
            Self::Large(lasting(path, &tables)?)
        };
        opened.insert(path.into(), puzzle);
        Ok(puzzle)
    }
}

/// A puzzle to the end of the program: there are few, and all of it uses them.
fn lasting<const N: usize>(path: &Path, tables: &Tables) -> Result<&'static Erased<N>, FileError> {
    let definition = tables.definition::<N>(&name(path, tables));
    let definition = definition.map_err(|source| FileError::Definition {
        path: path.into(),
        source,
    })?;
    let puzzle: Sticky<N> = Permutation::new(definition.into());
    Ok(Box::leak(Box::new(Erased::new(puzzle))))
}

fn read(path: &Path) -> Result<Tables, FileError> {
    let mut text = String::new();
    let file = File::open(path).map(|file| file.take(LONGEST + 1));
    file.and_then(|mut file| file.read_to_string(&mut text))
        .map_err(|source| FileError::Read {
            path: path.into(),
            source,
        })?;
    if text.len() as u64 > LONGEST {
        return Err(FileError::TooLong(path.into()));
    }
    gap::read(&text).map_err(|source| FileError::Gap {
        path: path.into(),
        source,
    })
}

fn name(path: &Path, tables: &Tables) -> String {
    let stem = path.file_stem().unwrap_or_default().to_string_lossy();
    let stem: String = stem
        .chars()
        .filter(char::is_ascii_graphic)
        .take(20)
        .collect();
    let moves = tables.moves.iter();
    let all: Vec<u8> = moves
        .flat_map(|(name, from)| name.bytes().chain(from.iter().copied()))
        .collect();
    let check = crc32fast::hash(&[&tables.colours[..], &all].concat());
    format!("{stem}-{check:08x}")
}

/// Moves from the solved puzzle, or the colour of each sticker as a number from 0, as the file has
/// them.
impl<const N: usize> Text for Sticky<N> {
    fn start(&self) -> Stickers<N> {
        self.definition().solved()
    }

    fn random(&self, rng: &mut Xoshiro256PlusPlus) -> Stickers<N> {
        let start = Text::start(self);
        let moves: Vec<Move> = random_moves(self, start, rng, RANDOM).collect();
        self.apply_all(&start, &moves)
    }

    fn read(&self, text: &str) -> Result<(Self, Stickers<N>), Refusal> {
        let numbers = text.split([' ', '\t', ',']).filter(|word| !word.is_empty());
        let colours: Result<Vec<u8>, _> = numbers.map(str::parse).collect();
        let Ok(colours) = colours else {
            return Ok((self.clone(), self.moved(&Text::start(self), text)?));
        };
        if colours.is_empty() {
            return Ok((self.clone(), Text::start(self)));
        }
        let state = self.definition().state(&colours).ok_or_else(|| Refusal {
            code: "impossible-stickers",
            message: format!(
                "these {} stickers are no state of {}",
                colours.len(),
                Puzzle::name(self)
            ),
            at: None,
            hint: Some(format!(
                "list the colours of all {} stickers in the order of the file, or moves",
                self.definition().stickers()
            )),
        })?;
        Ok((self.clone(), state))
    }

    fn write(&self, state: &Stickers<N>) -> String {
        let colours = self.definition().colours(state);
        let colours: Vec<String> = colours.map(|colour| colour.to_string()).collect();
        colours.join(" ")
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
