//! The weight file: a fixed header, then bincode. `weights/FORMAT.md` specifies every byte.
//!
//! This module reads; only it, `write` and `float` use bincode. The loader borrows everything from the bytes of
//! the file and needs no alignment. It never panics, and refuses everything that is not exactly a weight file.

use super::layer::{Dense, First, i16_at, i32_at};
use super::{MAX_DENSE, MAX_MOVES, MAX_WIDTH, Net, NetHeads};
use crate::checksum::crc32;
use crate::printable;
use bincode::config::{Configuration, Fixint, Limit, LittleEndian};
use bincode::{BorrowDecode, Encode};

/// The first eight bytes of every weight file.
pub const MAGIC: [u8; 8] = *b"QTWEIGHT";
/// The format version that is written wherever it can hold the network.
pub const VERSION: u16 = 1;
/// The format version for longer names, more active features and more moves; read like the first.
pub const VERSION_2: u16 = 2;
/// Kind of an integer network.
pub const KIND_INTEGER: u16 = 1;
/// Kind of a float network.
pub const KIND_FLOAT: u16 = 2;
/// The flag of a file that holds the definition of its puzzle.
pub const DEFINITION: u32 = 1;
/// Length of the header.
pub const HEADER: usize = 32;
/// Longest payload.
pub const MAX_PAYLOAD: usize = 64 << 20;
/// Longest text of the metadata, in bytes.
pub const MAX_NAME: usize = 255;

type Config = Configuration<LittleEndian, Fixint, Limit<MAX_PAYLOAD>>;

pub(super) const CONFIG: Config = bincode::config::standard()
    .with_little_endian()
    .with_fixed_int_encoding()
    .with_limit::<MAX_PAYLOAD>();

/// What a weight file says about itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Encode, BorrowDecode)]
pub struct Meta<'a> {
    /// The model's name, such as `cube3-base`.
    pub name: &'a str,
    /// The puzzle family whose states it reads, such as `cube3`.
    pub puzzle: &'a str,
    /// The metric in which its costs are counted, such as `qtm`.
    pub metric: &'a str,
    /// CRC-32 of the recipe it was trained by.
    pub recipe: u32,
    /// Training examples seen.
    pub examples: u64,
    /// Id of the training run.
    pub run: u64,
}

/// The definition of a puzzle, which a weight file may hold before its network.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Encode, BorrowDecode)]
pub struct PuzzleFile<'a> {
    /// What the puzzle is called.
    pub name: &'a str,
    /// A file that defines it, in any format that solvers read.
    pub file: &'a [u8],
}

/// Sizes of the network, as stored.
#[derive(Clone, Copy, Debug, Encode, BorrowDecode)]
pub(super) struct Shape {
    pub features: u32,
    pub active: u32,
    pub moves: u32,
    /// See [`NetHeads::from_bits`].
    pub heads: u8,
    pub hidden: u8,
    pub blocks: u8,
}

/// A first layer, as stored.
#[derive(Clone, Copy, Debug, Encode, BorrowDecode)]
pub(super) struct StoredFirst<'a> {
    pub outputs: u32,
    pub rows: &'a [u8],
    pub bias: &'a [u8],
    pub multiplier: &'a [u8],
}

/// A dense layer, as stored.
#[derive(Clone, Copy, Debug, Encode, BorrowDecode)]
pub(super) struct StoredDense<'a> {
    pub inputs: u32,
    pub outputs: u32,
    pub shift: u8,
    pub weights: &'a [u8],
    pub bias: &'a [u8],
    pub multiplier: &'a [u8],
}

/// Why bytes are not a weight file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum LoadError {
    /// Shorter than the header, or than the header says.
    #[error("the file is cut off: {found} bytes where {expected} are needed")]
    Truncated {
        /// Bytes needed.
        expected: usize,
        /// Bytes present.
        found: usize,
    },
    /// The first bytes are not the magic.
    #[error("this is not a quarterturn weight file")]
    Magic,
    /// Another format version.
    #[error(
        "format version {0} is not supported; this build reads versions {VERSION} and {VERSION_2}"
    )]
    Version(u16),
    /// Another kind of network.
    #[error("network kind {0} is not supported here")]
    Kind(u16),
    /// Reserved flags are set.
    #[error("unknown flags {0:#x}")]
    Flags(u32),
    /// Longer than any file may be.
    #[error("{0} bytes are too many for a weight file")]
    TooLong(usize),
    /// Bytes follow the payload.
    #[error("{0} bytes follow the end of the weights")]
    Trailing(usize),
    /// The checksum differs: the file is damaged.
    #[error("the checksum is {found:#010x}, the header says {expected:#010x}: the file is damaged")]
    Checksum {
        /// What the header says.
        expected: u32,
        /// What the bytes give.
        found: u32,
    },
    /// The payload does not decode.
    #[error("the {0} does not decode")]
    Payload(&'static str),
    /// A text of the metadata is too long, or has characters that no terminal should be shown.
    #[error("the {0} is longer than {MAX_NAME} bytes or has characters that cannot be printed")]
    Name(&'static str),
    /// The header and the metadata disagree about the puzzle.
    #[error("the header and the metadata name different puzzles")]
    Puzzle,
    /// A size is impossible or does not fit the sizes before it.
    #[error("the sizes of the {0} are impossible")]
    Shape(&'static str),
    /// A bias, multiplier or shift outside its range: sums could overflow.
    #[error("a scale of the {0} is out of range")]
    Scale(&'static str),
    /// A float that is not finite.
    #[error("a weight is not a finite number")]
    NotFinite,
}

/// A puzzle as the header identifies it: its family, and the numbers of features and of moves.
#[derive(Clone, Copy, Debug)]
pub(super) struct Trained<'a> {
    pub family: &'a str,
    pub features: u32,
    pub active: u32,
    pub moves: u32,
}

impl Trained<'_> {
    /// Whether a version has room for it.
    fn fits(&self, version: u16) -> bool {
        let (active, moves) = if version == VERSION {
            (128, 64)
        } else {
            (255, 255)
        };
        (1..=65536).contains(&self.features)
            && (1..=self.features.min(active)).contains(&self.active)
            && (1..=moves).contains(&self.moves)
    }

    /// The version to write.
    #[cfg(feature = "std")]
    pub fn version(&self) -> u16 {
        if self.family.len() <= 8 && self.fits(VERSION) {
            VERSION
        } else {
            VERSION_2
        }
    }

    /// The header's field for it: the family, zero-padded; in version 2 a fingerprint.
    pub fn field(&self, version: u16) -> Option<[u8; 8]> {
        let mut field = [0; 8];
        if version == VERSION {
            let name = self.family.as_bytes();
            field.get_mut(..name.len())?.copy_from_slice(name);
        } else {
            let sizes = [self.features, self.active, self.moves].map(u32::to_le_bytes);
            let [features, active, moves] = &sizes;
            let print = crc32([self.family.as_bytes(), features, active, moves]);
            field[..4].copy_from_slice(&print.to_le_bytes());
        }
        Some(field)
    }
}

/// The checksum of a file: CRC-32 of the header before the checksum, then the payload.
pub(super) fn checksum(header: &[u8], payload: &[u8]) -> u32 {
    crc32([header, payload])
}

/// The kind of network that a header names, whatever follows it.
pub fn kind(bytes: &[u8]) -> Option<u16> {
    bytes.get(10..12).map(|field| i16_at(field, 0) as u16)
}

/// The definition of the puzzle in a weight file of any kind, if it has one. What follows it is not checked.
///
/// # Errors
/// [`LoadError`] where the file is damaged.
pub fn definition(bytes: &[u8]) -> Result<Option<PuzzleFile<'_>>, LoadError> {
    Ok(parts(bytes)?.1)
}

/// The network of a whole and undamaged file of that kind.
pub(super) fn open(bytes: &[u8], wanted: u16) -> Result<&[u8], LoadError> {
    let (network, _) = parts(bytes)?;
    match kind(bytes) {
        Some(found) if found != wanted => Err(LoadError::Kind(found)),
        _ => Ok(network),
    }
}

/// The network of a whole and undamaged file, and the definition before it.
pub(super) fn parts(bytes: &[u8]) -> Result<(&[u8], Option<PuzzleFile<'_>>), LoadError> {
    let found = bytes.len();
    let truncated = |expected| LoadError::Truncated { expected, found };
    let (header, payload) = bytes.split_at_checked(HEADER).ok_or(truncated(HEADER))?;
    let u16_of = |at: usize| i16_at(header, at / 2) as u16;
    let u32_of = |at: usize| i32_at(header, at / 4) as u32;
    if header.get(..8) != Some(&MAGIC) {
        return Err(LoadError::Magic);
    }
    if !matches!(u16_of(8), VERSION | VERSION_2) {
        return Err(LoadError::Version(u16_of(8)));
    }
    let length = u32_of(16) as usize;
    if length > payload.len() {
        return Err(truncated(HEADER.saturating_add(length)));
    }
    if length > MAX_PAYLOAD {
        return Err(LoadError::TooLong(bytes.len()));
    }
    if length < payload.len() {
        return Err(LoadError::Trailing(payload.len() - length));
    }
    let (expected, found) = (u32_of(28), checksum(&header[..28], payload));
    if expected != found {
        return Err(LoadError::Checksum { expected, found });
    }
    match u32_of(12) {
        0 => Ok((payload, None)),
        DEFINITION => {
            let mut network = payload;
            let definition: PuzzleFile = take(&mut network, "definition")?;
            let name = definition.name;
            if name.len() > MAX_NAME || !name.chars().all(printable) {
                return Err(LoadError::Name("definition's name"));
            }
            Ok((network, Some(definition)))
        }
        flags => Err(LoadError::Flags(flags)),
    }
}

/// Refuses metadata that are unsafe to print, sizes that the version has no room for, and a puzzle other than
/// that of the header of `bytes`.
pub(super) fn check_meta(
    bytes: &[u8],
    meta: &Meta<'_>,
    trained: &Trained<'_>,
) -> Result<(), LoadError> {
    let texts = [
        ("name", meta.name),
        ("puzzle", meta.puzzle),
        ("metric", meta.metric),
    ];
    for (what, text) in texts {
        if text.len() > MAX_NAME || !text.chars().all(printable) {
            return Err(LoadError::Name(what));
        }
    }
    let version = bytes.get(8..10).map_or(0, |field| i16_at(field, 0) as u16);
    if trained.field(version).as_ref().map(|f| &f[..]) != bytes.get(20..28) {
        return Err(LoadError::Puzzle);
    }
    if !trained.fits(version) {
        return Err(LoadError::Shape("network"));
    }
    Ok(())
}

impl<'a> Net<'a> {
    /// Reads a weight file in place.
    ///
    /// # Errors
    /// [`LoadError`] for anything that is not exactly one whole, undamaged, possible network.
    pub fn from_bytes(bytes: &'a [u8]) -> Result<Self, LoadError> {
        let net = Self::decode(open(bytes, KIND_INTEGER)?)?;
        let trained = Trained {
            family: net.meta.puzzle,
            features: net.features as u32,
            active: net.active as u32,
            moves: net.heads.moves as u32,
        };
        check_meta(bytes, &net.meta, &trained)?;
        Ok(net)
    }

    /// The network of a payload.
    pub(super) fn decode(payload: &'a [u8]) -> Result<Self, LoadError> {
        let mut rest = payload;
        let meta: Meta = take(&mut rest, "metadata")?;
        let shape: Shape = take(&mut rest, "shape")?;
        let (features, active) = (shape.features as usize, shape.active as usize);
        let moves = shape.moves as usize;
        if !(1..=65536).contains(&features)
            || !(1..=features.min(255)).contains(&active)
            || !(1..=MAX_MOVES).contains(&moves)
            || shape.hidden as usize + 2 * shape.blocks as usize > MAX_DENSE
        {
            return Err(LoadError::Shape("network"));
        }
        let heads = NetHeads::from_bits(shape.heads, moves).ok_or(LoadError::Shape("network"))?;
        let first = check_first(take(&mut rest, "first layer")?, features, active)?;
        let mut width = first.outputs;
        let mut dense = [Dense::EMPTY; MAX_DENSE];
        let trunk_starts = shape.hidden as usize;
        let layers = trunk_starts + 2 * shape.blocks as usize;
        for (i, place) in dense.iter_mut().enumerate().take(layers) {
            let layer = check_dense(take(&mut rest, "dense layer")?, width, "dense layer")?;
            if i >= trunk_starts && layer.outputs != width {
                return Err(LoadError::Shape("residual block"));
            }
            width = layer.outputs;
            *place = layer;
        }
        let output = check_dense(take(&mut rest, "heads")?, width, "heads")?;
        if output.outputs != heads.outputs() {
            return Err(LoadError::Shape("heads"));
        }
        if !rest.is_empty() {
            return Err(LoadError::Trailing(rest.len()));
        }
        Ok(Self {
            meta,
            heads,
            features,
            active,
            first,
            dense,
            hidden: trunk_starts,
            blocks: shape.blocks as usize,
            output,
        })
    }
}

pub(super) fn take<'a, T: BorrowDecode<'a, ()>>(
    rest: &mut &'a [u8],
    what: &'static str,
) -> Result<T, LoadError> {
    let (value, used) =
        bincode::borrow_decode_from_slice(rest, CONFIG).map_err(|_| LoadError::Payload(what))?;
    *rest = rest.get(used..).unwrap_or(&[]);
    Ok(value)
}

fn check_first(
    stored: StoredFirst<'_>,
    features: usize,
    active: usize,
) -> Result<First<'_>, LoadError> {
    let outputs = stored.outputs as usize;
    if !(1..=MAX_WIDTH).contains(&outputs)
        || stored.rows.len() != features * outputs
        || stored.bias.len() != 2 * outputs
        || stored.multiplier.len() != 2 * outputs
    {
        return Err(LoadError::Shape("first layer"));
    }
    // A sum of `active` weights and a bias must fit 16 bits whatever the features.
    let room = i32::from(i16::MAX) - 128 * active as i32;
    for j in 0..outputs {
        let bias = i32::from(i16_at(stored.bias, j));
        if bias.abs() > room || i16_at(stored.multiplier, j) < 0 {
            return Err(LoadError::Scale("first layer"));
        }
    }
    Ok(First {
        outputs,
        rows: stored.rows,
        bias: stored.bias,
        multiplier: stored.multiplier,
    })
}

fn check_dense<'a>(
    stored: StoredDense<'a>,
    inputs: usize,
    what: &'static str,
) -> Result<Dense<'a>, LoadError> {
    let outputs = stored.outputs as usize;
    if !(1..=MAX_WIDTH).contains(&outputs)
        || stored.inputs as usize != inputs
        || stored.weights.len() != inputs * outputs
        || stored.bias.len() != 4 * outputs
        || stored.multiplier.len() != 4 * outputs
    {
        return Err(LoadError::Shape(what));
    }
    // Sums stay below 2^30 (8192 × 127 × 128 is under 2^27) and so does the rescaled result.
    for j in 0..outputs {
        let (bias, multiplier) = (i32_at(stored.bias, j), i32_at(stored.multiplier, j));
        let largest = (inputs as i64 * 127 * 128 + i64::from(bias).abs()) * i64::from(multiplier);
        if bias.unsigned_abs() > 1 << 29
            || multiplier < 0
            || !(1..=62).contains(&stored.shift)
            || largest >> stored.shift >= 1 << 30
        {
            return Err(LoadError::Scale(what));
        }
    }
    Ok(Dense {
        inputs,
        outputs,
        shift: u32::from(stored.shift),
        weights: stored.weights,
        bias: stored.bias,
        multiplier: stored.multiplier,
    })
}
