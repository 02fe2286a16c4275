//! Imports DeepCubeA's parameters (Agostinelli et al. 2019), saved from PyTorch as safetensors.
//!
//! | their module | our layer |
//! |---|---|
//! | `fc1`, `bn1` | `first` |
//! | `fc2`, `bn2` | `hidden0` |
//! | `blocks.I.0`, `blocks.I.1` | `blockI.a` |
//! | `blocks.I.2`, `blocks.I.3` | `blockI.b` |
//! | `fc_out` | `value` |
//!
//! Their input is `6 × sticker + colour`. Stickers are counted face by face in the order U D L R B F, each
//! face by columns from the left and each column from the bottom; colours are faces in the same order.
//! Every face is seen from outside with U above, U itself with B above and D with F above.
//! Ours are counted in the order U R F D L B by rows from the top.

use super::tensors;
use crate::checkpoint::{CheckpointError, Progress};
use crate::device::Device;
use crate::input;
use crate::net::stickers::COLOURS;
use crate::puzzle;
use crate::recipe::{Net, Recipe};
use crate::saved::Saved;
use safetensors::tensor::{Dtype, SafeTensors};
use std::collections::HashMap;
use std::io;
use std::path::{Path, PathBuf};
use tch::{Kind, Tensor};

/// The recipe of the paper; the sizes of the network are those of the file.
const RECIPE: &str = include_str!("../../recipes/paper-deepcubea.toml");
/// Our faces U R F D L B in their order.
const FACES: [i64; 6] = [0, 3, 5, 1, 2, 4];
/// Stickers of the 3×3×3 cube.
const STICKERS: i64 = 54;

/// A file that cannot be imported.
#[derive(Debug, thiserror::Error)]
pub enum ImportError {
    /// The system refused.
    #[error("{path}: {source}")]
    Io {
        /// The file.
        path: PathBuf,
        /// What the system said.
        source: io::Error,
    },
    /// It is not a safetensors file, or a tensor is not float32.
    #[error("{path} is not a safetensors file of float32 tensors: {reason}")]
    Format {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        reason: String,
    },
    /// It holds another network.
    #[error(
        "{path} is not DeepCubeA's network of the 3×3×3 cube: it has no tensor {name} of shape {shape:?}"
    )]
    Other {
        /// The file.
        path: PathBuf,
        /// The tensor that is missing or has another shape.
        name: String,
        /// The shape it should have; -1 stands for any length from 1.
        shape: Vec<i64>,
    },
    /// The network could not be filled.
    #[error(transparent)]
    Checkpoint(#[from] CheckpointError),
}

/// Reads the network in the file at `path`. Names may begin with `module.`, as PyTorch's `DataParallel`
/// has them.
///
/// # Errors
/// [`ImportError`].
pub fn deepcubea(path: &Path) -> Result<Saved, ImportError> {
    let theirs = Theirs::read(path)?;
    let first = theirs.get("fc1.weight", &[-1, STICKERS * COLOURS])?.size()[0];
    let top = theirs.get("fc2.weight", &[-1, first])?.size()[0];
    let blocks = (0..)
        .take_while(|i| theirs.tensors.contains_key(&format!("blocks.{i}.0.weight")))
        .count();

    let mut tensors = theirs.layer("fc1", "bn1", "first", first, STICKERS * COLOURS)?;
    tensors[0].1 = tensors[0].1.index_select(1, &columns());
    tensors.extend(theirs.layer("fc2", "bn2", "hidden0", top, first)?);
    for i in 0..blocks {
        for (half, at) in [("a", 0), ("b", 2)] {
            let module = |j: usize| format!("blocks.{i}.{j}");
            let ours = format!("block{i}.{half}");
            tensors.extend(theirs.layer(&module(at), &module(at + 1), &ours, top, top)?);
        }
    }
    for (name, shape) in [("weight", &[1, top][..]), ("bias", &[1])] {
        let tensor = theirs.get(&format!("fc_out.{name}"), shape)?;
        tensors.push((format!("value.{name}"), tensor.shallow_clone()));
    }
    Ok(saved(vec![first, top], blocks, tensors)?)
}

/// The index of their input for each of ours: `[54 × 6]`.
fn columns() -> Tensor {
    let ours = (0..STICKERS).flat_map(|sticker| (0..COLOURS).map(move |c| (sticker, c)));
    let theirs = ours.map(|(sticker, colour)| {
        let (face, row, column) = (sticker / 9, sticker % 9 / 3, sticker % 3);
        let sticker = 9 * FACES[face as usize] + 3 * column + (2 - row);
        COLOURS * sticker + FACES[colour as usize]
    });
    Tensor::from_slice(&theirs.collect::<Vec<i64>>())
}

/// A run with these parameters.
fn saved(
    layers: Vec<i64>,
    blocks: usize,
    tensors: Vec<(String, Tensor)>,
) -> Result<Saved, CheckpointError> {
    let mut recipe: Recipe = toml::from_str(RECIPE).expect("it is tested");
    if let Net::Residual {
        layers: theirs,
        blocks: count,
        ..
    } = &mut recipe.net
    {
        (*theirs, *count) = (layers, blocks);
    }
    let progress = Progress {
        step: 0,
        examples: 0,
        seconds: 0.0,
        identity: recipe.identity(),
        run: 0,
        moments_from: 0,
        score: None,
    };
    let dynamics = puzzle::dynamics(&recipe.puzzle).expect("a built-in puzzle");
    let mut net = super::net(&recipe, dynamics.shape(), Device::Cpu);
    net.restore(&tensors::named(&tensors))?;
    Ok(Saved {
        text: toml::to_string(&recipe).expect("it was read from TOML"),
        recipe,
        progress,
        dynamics,
        net,
    })
}

/// Their tensors by name.
struct Theirs<'a> {
    path: &'a Path,
    tensors: HashMap<String, Tensor>,
}

impl<'a> Theirs<'a> {
    fn read(path: &'a Path) -> Result<Self, ImportError> {
        let bytes = input::bytes(path).map_err(|source| ImportError::Io {
            path: path.into(),
            source,
        })?;
        let wrong = |reason: String| ImportError::Format {
            path: path.into(),
            reason,
        };
        let file = SafeTensors::deserialize(&bytes).map_err(|e| wrong(e.to_string()))?;
        let mut tensors = HashMap::new();
        for (name, view) in file.tensors() {
            // A counter that only training uses, an integer.
            if name.ends_with("num_batches_tracked") {
                continue;
            }
            if view.dtype() != Dtype::F32 {
                return Err(wrong(format!("{name} is {:?}", view.dtype())));
            }
            let shape: Vec<i64> = view.shape().iter().map(|&d| d as i64).collect();
            let tensor = Tensor::from_data_size(view.data(), &shape, Kind::Float);
            let name = name.strip_prefix("module.").unwrap_or(&name).to_owned();
            tensors.insert(name, tensor);
        }
        Ok(Self { path, tensors })
    }

    /// A tensor of this shape; -1 stands for any length from 1.
    fn get(&self, name: &str, shape: &[i64]) -> Result<&Tensor, ImportError> {
        let fits = |tensor: &&Tensor| {
            let size = tensor.size();
            let same = |(&a, &b): (&i64, &i64)| a == b || b == -1 && a > 0;
            size.len() == shape.len() && size.iter().zip(shape).all(same)
        };
        let tensor = self.tensors.get(name).filter(fits);
        tensor.ok_or_else(|| ImportError::Other {
            path: self.path.into(),
            name: name.into(),
            shape: shape.into(),
        })
    }

    /// A linear layer and its normalisation under our names, the weight first. Our layers have no bias of
    /// their own: it is taken off the mean that the normalisation subtracts.
    fn layer(
        &self,
        linear: &str,
        norm: &str,
        ours: &str,
        outputs: i64,
        inputs: i64,
    ) -> Result<Vec<(String, Tensor)>, ImportError> {
        let weight = self.get(&format!("{linear}.weight"), &[outputs, inputs])?;
        let numbers = |module: &str, name: &str| self.get(&format!("{module}.{name}"), &[outputs]);
        let mean = numbers(norm, "running_mean")? - numbers(linear, "bias")?;
        let mut tensors = vec![
            (format!("{ours}.linear.weight"), weight.shallow_clone()),
            (format!("{ours}.norm.running_mean"), mean),
        ];
        for name in ["weight", "bias", "running_var"] {
            let tensor = numbers(norm, name)?.shallow_clone();
            tensors.push((format!("{ours}.norm.{name}"), tensor));
        }
        Ok(tensors)
    }
}
