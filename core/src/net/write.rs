//! Making weight files, for trainers and tests.

extern crate std;

use super::format::{
    CONFIG, DEFINITION, HEADER, KIND_INTEGER, LoadError, MAGIC, MAX_PAYLOAD, Meta, PuzzleFile,
    Shape, StoredDense, StoredFirst, Trained, checksum, parts,
};
use super::{Net, NetHeads};
use std::string::String;
use std::vec::Vec;

/// A first layer to be written; the shapes and scales are those of [`super::layer::First`].
#[derive(Clone, Debug, Default)]
pub struct FirstLayer {
    /// `[features][outputs]`
    pub rows: Vec<i8>,
    /// `[outputs]`
    pub bias: Vec<i16>,
    /// `[outputs]`, at least 0.
    pub multiplier: Vec<i16>,
}

/// A dense layer to be written; the shapes and scales are those of [`super::layer::Dense`].
#[derive(Clone, Debug, Default)]
pub struct DenseLayer {
    /// `[outputs][inputs]`
    pub weights: Vec<i8>,
    /// `[outputs]`
    pub bias: Vec<i32>,
    /// `[outputs]`, at least 0.
    pub multiplier: Vec<i32>,
    /// Bits after the point of the multipliers.
    pub shift: u8,
}

/// An integer network to be written.
#[derive(Clone, Debug)]
pub struct OwnedNet {
    /// Name of the model.
    pub name: String,
    /// Puzzle family.
    pub puzzle: String,
    /// Metric of the costs.
    pub metric: String,
    /// CRC-32 of the recipe.
    pub recipe: u32,
    /// Training examples seen.
    pub examples: u64,
    /// Id of the training run.
    pub run: u64,
    /// Width of the one-hot input.
    pub features: usize,
    /// Number of active features.
    pub active: usize,
    /// What the outputs are.
    pub heads: NetHeads,
    /// The sparse first layer.
    pub first: FirstLayer,
    /// Hidden dense layers.
    pub hidden: Vec<DenseLayer>,
    /// Residual blocks.
    pub blocks: Vec<[DenseLayer; 2]>,
    /// All heads, in the order value, q, policy.
    pub output: DenseLayer,
}

impl OwnedNet {
    /// The network without a file: `room` holds its layers.
    ///
    /// # Errors
    /// Whatever [`Net::from_bytes`] would refuse of its file, but for its names.
    pub fn net<'a>(&self, room: &'a mut Vec<u8>) -> Result<Net<'a>, LoadError> {
        *room = self.payload()?;
        Net::decode(room)
    }

    /// The bytes of the weight file.
    ///
    /// # Errors
    /// Whatever [`Net::from_bytes`] would refuse, so a file that was written can be read.
    pub fn encode(&self) -> Result<Vec<u8>, LoadError> {
        let trained = Trained {
            family: &self.puzzle,
            features: self.features as u32,
            active: self.active as u32,
            moves: self.heads.moves as u32,
        };
        let file = seal(KIND_INTEGER, &trained, &self.payload()?)?;
        Net::from_bytes(&file)?;
        Ok(file)
    }

    /// The metadata, the sizes and the layers.
    fn payload(&self) -> Result<Vec<u8>, LoadError> {
        let mut payload = Vec::new();
        put(
            &mut payload,
            Meta {
                name: &self.name,
                puzzle: &self.puzzle,
                metric: &self.metric,
                recipe: self.recipe,
                examples: self.examples,
                run: self.run,
            },
        )?;
        let heads = self.heads;
        put(
            &mut payload,
            Shape {
                features: self.features as u32,
                active: self.active as u32,
                moves: heads.moves as u32,
                heads: heads.bits(),
                hidden: self.hidden.len() as u8,
                blocks: self.blocks.len() as u8,
            },
        )?;
        let le16 = |v: &[i16]| v.iter().flat_map(|x| x.to_le_bytes()).collect::<Vec<u8>>();
        put(
            &mut payload,
            StoredFirst {
                outputs: self.first.bias.len() as u32,
                rows: &as_bytes(&self.first.rows),
                bias: &le16(&self.first.bias),
                multiplier: &le16(&self.first.multiplier),
            },
        )?;
        let blocks = self.blocks.iter().flatten();
        for layer in self.hidden.iter().chain(blocks).chain([&self.output]) {
            let le32 = |v: &[i32]| v.iter().flat_map(|x| x.to_le_bytes()).collect::<Vec<u8>>();
            let outputs = layer.bias.len();
            put(
                &mut payload,
                StoredDense {
                    inputs: (layer.weights.len() / outputs.max(1)) as u32,
                    outputs: outputs as u32,
                    shift: layer.shift,
                    weights: &as_bytes(&layer.weights),
                    bias: &le32(&layer.bias),
                    multiplier: &le32(&layer.multiplier),
                },
            )?;
        }
        Ok(payload)
    }
}

/// A file of that kind: the header, then the payload.
pub(super) fn seal(kind: u16, trained: &Trained<'_>, payload: &[u8]) -> Result<Vec<u8>, LoadError> {
    if payload.len() > MAX_PAYLOAD {
        return Err(LoadError::TooLong(HEADER + payload.len()));
    }
    let mut file = Vec::with_capacity(HEADER + payload.len());
    file.extend(MAGIC);
    let version = trained.version();
    file.extend(version.to_le_bytes());
    file.extend(kind.to_le_bytes());
    file.extend(0u32.to_le_bytes());
    file.extend((payload.len() as u32).to_le_bytes());
    file.extend(trained.field(version).ok_or(LoadError::Puzzle)?);
    let sum = checksum(&file, payload);
    file.extend(sum.to_le_bytes());
    file.extend(payload);
    Ok(file)
}

/// A weight file of any kind with the definition of its puzzle, in place of the one that it may have.
///
/// # Errors
/// [`LoadError`] where the file is none, or becomes too long.
pub fn with_definition(file: &[u8], definition: PuzzleFile<'_>) -> Result<Vec<u8>, LoadError> {
    let network = parts(file)?.0;
    let mut payload = Vec::new();
    put(&mut payload, definition)?;
    payload.extend(network);
    if payload.len() > MAX_PAYLOAD {
        return Err(LoadError::TooLong(HEADER + payload.len()));
    }
    let mut whole = file[..HEADER - 4].to_vec();
    whole[12..16].copy_from_slice(&DEFINITION.to_le_bytes());
    whole[16..20].copy_from_slice(&(payload.len() as u32).to_le_bytes());
    let sum = checksum(&whole, &payload);
    whole.extend(sum.to_le_bytes());
    whole.extend(payload);
    parts(&whole)?;
    Ok(whole)
}

fn as_bytes(weights: &[i8]) -> Vec<u8> {
    weights.iter().map(|&w| w as u8).collect()
}

pub(super) fn put(payload: &mut Vec<u8>, value: impl bincode::Encode) -> Result<(), LoadError> {
    let bytes = bincode::encode_to_vec(value, CONFIG)
        .map_err(|_| LoadError::Payload("value to be written"))?;
    payload.extend(bytes);
    Ok(())
}
