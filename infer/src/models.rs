//! Weight files: those inside the library and those on disk.

use crate::nearest::nearest;
use crate::puzzles::{self, Puzzle, PuzzleError};
use quarterturn_core::net::float::FloatNet;
use quarterturn_core::net::format::{self, HEADER, MAGIC, MAX_PAYLOAD};
use quarterturn_core::net::{LoadError, Meta, Net, NetHeads};
use std::borrow::Cow;
use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

/// The weight files inside the library, chosen by its features; the first of a family is its default.
pub use quarterturn_weights::{ALL as EMBEDDED, Weights as Embedded};

/// Largest weight file read from disk, in bytes: the format's own bound.
const LARGEST: u64 = (HEADER + MAX_PAYLOAD) as u64;

/// A weight file that loads.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Model {
    /// The name that it gives itself.
    pub name: String,
    /// The puzzle family it serves.
    pub family: String,
    /// The metric of its costs: `qtm`, `htm` or `moves`.
    pub metric: String,
    /// What it predicts.
    pub heads: NetHeads,
    /// Its numbers: `int8` or `float32`.
    pub numbers: &'static str,
    /// Widths of its one-hot input and its hidden layers, such as `480-1024-256`, and what follows.
    pub architecture: String,
    /// CRC-32 of the recipe it was trained by.
    pub recipe: u32,
    /// Training examples seen.
    pub examples: u64,
    /// Id of the training run.
    pub run: u64,
    /// States that a beam with this network keeps at each depth by default; only embedded networks have such
    /// a width.
    pub width: Option<u32>,
    /// The file.
    pub bytes: Cow<'static, [u8]>,
}

/// A model that cannot be found or loaded.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ModelError {
    /// No embedded model serves the puzzle.
    #[error(
        "no weights for {0} are embedded in this build: give a weight file, or use a search that needs none, such as bidirectional"
    )]
    NoDefault(String),
    /// Neither an embedded model nor a file.
    #[error("no model or weight file is called {name:?}{}; embedded: {}", near(.name, .embedded), list(.embedded))]
    Unknown {
        /// What was asked for.
        name: String,
        /// What there is.
        embedded: Vec<&'static str>,
    },
    /// The file cannot be read.
    #[error("cannot read {}: {source}", .path.display())]
    Read {
        /// The file.
        path: PathBuf,
        /// The system's reason.
        source: io::Error,
    },
    /// A folder, a pipe or a device.
    #[error("{} is not a regular file", .0.display())]
    NoFile(PathBuf),
    /// Larger than any weight file.
    #[error("{}: more than {LARGEST} bytes, so not a weight file", .0.display())]
    TooLarge(PathBuf),
    /// The bytes are not a weight file.
    #[error("{origin}: {source}")]
    Load {
        /// The file or the embedded name.
        origin: String,
        /// What is wrong with it.
        source: LoadError,
    },
    /// It cannot serve the puzzle.
    #[error(transparent)]
    Unfit(#[from] crate::eval::Unfit),
}

impl ModelError {
    /// A stable name of the kind of error.
    pub const fn code(&self) -> &'static str {
        match self {
            Self::NoDefault(_) => "no-model",
            Self::Unknown { .. } => "unknown-model",
            Self::Read { .. } | Self::NoFile(_) => "unreadable-file",
            Self::TooLarge(_) | Self::Load { .. } => "weight-file",
            Self::Unfit(error) => error.code(),
        }
    }
}

/// The name that is nearest, in words.
fn near(name: &str, names: &[&str]) -> String {
    let near = nearest(name, names.iter().copied());
    near.map_or_else(String::new, |near| format!(": {near} is nearest"))
}

fn list(names: &[&str]) -> String {
    if names.is_empty() {
        "none".into()
    } else {
        names.join(", ")
    }
}

fn join(widths: &[usize]) -> String {
    let widths: Vec<String> = widths.iter().map(usize::to_string).collect();
    widths.join("-")
}

impl Model {
    /// The embedded model of a puzzle family.
    ///
    /// # Errors
    /// [`ModelError::NoDefault`] when there is none.
    pub fn embedded_for(family: &str) -> Result<Self, ModelError> {
        let found = EMBEDDED.iter().find(|e| e.family == family);
        Self::embedded(found.ok_or_else(|| ModelError::NoDefault(family.into()))?)
    }

    /// The embedded model of a puzzle family that counts in `metric` (`qtm` or `htm`), else the
    /// family's default.
    ///
    /// # Errors
    /// [`ModelError::NoDefault`] when there is neither.
    pub fn embedded_in(family: &str, metric: &str) -> Result<Self, ModelError> {
        let fits = |e: &&Embedded| e.family == family && e.metric == metric;
        match EMBEDDED.iter().find(fits) {
            Some(found) => Self::embedded(found),
            None => Self::embedded_for(family),
        }
    }

    /// The embedded model of that name, else the weight file at that path.
    ///
    /// # Errors
    /// [`ModelError`] when there is neither, or the file does not load.
    pub fn find(name: &str) -> Result<Self, ModelError> {
        if let Some(found) = EMBEDDED.iter().find(|e| e.name == name) {
            return Self::embedded(found);
        }
        let path = Path::new(name);
        if !path.exists() {
            return Err(ModelError::Unknown {
                name: name.into(),
                embedded: EMBEDDED.iter().map(|e| e.name).collect(),
            });
        }
        Self::open(path)
    }

    fn embedded(found: &Embedded) -> Result<Self, ModelError> {
        let model = Self::from_bytes(found.name, found.bytes.into())?;
        Ok(Self {
            width: Some(found.width),
            ..model
        })
    }

    /// The weight file at `path`.
    ///
    /// # Errors
    /// [`ModelError`] when it cannot be read or does not load.
    pub fn open(path: &Path) -> Result<Self, ModelError> {
        let read = |source| ModelError::Read {
            path: path.into(),
            source,
        };
        // A pipe could keep us waiting, and a device never end.
        if !path.metadata().map_err(read)?.is_file() {
            return Err(ModelError::NoFile(path.into()));
        }
        let mut bytes = Vec::new();
        let mut file = File::open(path).map_err(read)?.take(HEADER as u64);
        file.read_to_end(&mut bytes).map_err(read)?;
        if bytes.starts_with(&MAGIC) {
            file.set_limit(LARGEST + 1 - HEADER as u64);
            file.read_to_end(&mut bytes).map_err(read)?;
        }
        if bytes.len() as u64 > LARGEST {
            return Err(ModelError::TooLarge(path.into()));
        }
        Self::from_bytes(&path.display().to_string(), bytes.into())
    }

    /// The weight file whose bytes these are.
    ///
    /// # Errors
    /// [`ModelError::Load`] when they are none.
    pub fn parse(bytes: Vec<u8>) -> Result<Self, ModelError> {
        Self::from_bytes("weights", bytes.into())
    }

    fn from_bytes(origin: &str, bytes: Cow<'static, [u8]>) -> Result<Self, ModelError> {
        let read = |source| ModelError::Load {
            origin: origin.into(),
            source,
        };
        match format::kind(&bytes) {
            Some(format::KIND_FLOAT) => {
                let net = FloatNet::from_bytes(&bytes).map_err(read)?;
                let widths = net.widths().map_err(read)?;
                let hidden = &widths[..widths.len() - 1];
                let model = Self::describe(&net.meta, net.heads, "float32", join(hidden));
                Ok(Self { bytes, ..model })
            }
            _ => {
                let net = Net::from_bytes(&bytes).map_err(read)?;
                let mut widths = vec![net.input().0, net.first().outputs];
                widths.extend(net.hidden().iter().map(|layer| layer.outputs));
                let blocks = net.blocks().len() / 2;
                let plural = if blocks == 1 { "" } else { "s" };
                let words = format!("{}, {blocks} residual block{plural}", join(&widths));
                let model = Self::describe(net.meta(), net.heads(), "int8", words);
                Ok(Self { bytes, ..model })
            }
        }
    }

    /// All but the file.
    fn describe(
        meta: &Meta<'_>,
        heads: NetHeads,
        numbers: &'static str,
        architecture: String,
    ) -> Self {
        Self {
            name: meta.name.into(),
            family: meta.puzzle.into(),
            metric: meta.metric.into(),
            heads,
            numbers,
            architecture,
            recipe: meta.recipe,
            examples: meta.examples,
            run: meta.run,
            width: None,
            bytes: Cow::Borrowed(&[]),
        }
    }

    /// The puzzle that it is for: the one that its file defines, else the one of those that have a name.
    pub fn puzzle(&self) -> Option<Puzzle> {
        if let Some(own) = self.own_puzzle() {
            return own.ok();
        }
        let serves = |p: &Puzzle| p.family() == self.family && p.metric().name() == self.metric;
        puzzles::all().find(serves)
    }

    /// The puzzle that its file defines, if it defines one.
    ///
    /// # Errors
    /// [`PuzzleError`] where the definition in the file is at fault.
    pub fn own_puzzle(&self) -> Option<Result<Puzzle, PuzzleError>> {
        let defined = format::definition(&self.bytes).ok()?.is_some();
        defined.then(|| Puzzle::parse(&self.bytes))
    }

    /// The checksum in its header, which loading has verified.
    pub fn checksum(&self) -> u32 {
        let field = self.bytes.get(28..32).and_then(|b| b.try_into().ok());
        u32::from_le_bytes(field.unwrap_or_default())
    }
}
