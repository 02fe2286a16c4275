//! Checkpoints: one safetensors file with parameters, moments and progress, replaced atomically.
//!
//! The new file is written beside the old one, flushed to the disk and renamed over it. The previous
//! checkpoint is kept. A run killed at any moment finds one of them whole.

use crate::input;
use crate::tensor::{StateError, Tensor};
use safetensors::tensor::{Dtype, SafeTensors, TensorView};
use serde::{Deserialize, Serialize};
use std::collections::HashMap;
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// The file in the output folder.
pub const FILE: &str = "checkpoint.safetensors";
/// The previous checkpoint.
pub const PREVIOUS: &str = "checkpoint.previous.safetensors";

/// Only the parameters, those that were best in the evaluations of the run.
pub const BEST: &str = "best.safetensors";

/// The result of an evaluation in one number.
#[derive(Clone, Debug, Serialize, Deserialize, PartialEq)]
pub struct Score {
    /// What was measured: only results of one benchmark can be compared.
    pub benchmark: String,
    /// Lower is better.
    pub cost: f64,
}

impl Score {
    /// Whether it is better than another score.
    pub fn beats(&self, other: Option<&Self>) -> bool {
        other.is_none_or(|o| o.benchmark != self.benchmark || self.cost < o.cost)
    }
}

/// The progress of a run.
#[derive(Clone, Debug, Serialize, Deserialize, PartialEq)]
pub struct Progress {
    /// Steps made.
    pub step: u64,
    /// Examples seen.
    pub examples: u64,
    /// Seconds of training.
    pub seconds: f64,
    /// [`crate::recipe::Recipe::identity`] of the run.
    pub identity: String,
    /// A number drawn when the run began.
    #[serde(default)]
    pub run: u64,
    /// The step at which the optimiser's moments began: the last time that the run resumed from parameters alone.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub moments_from: u64,
    /// The score of the parameters; in [`BEST`] only.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub score: Option<Score>,
}

fn is_zero(number: &u64) -> bool {
    *number == 0
}

/// A checkpoint in memory: named tensors and the progress.
#[derive(Debug)]
pub struct Checkpoint {
    /// Parameters, running statistics, moments and the target's state, by name.
    pub tensors: Vec<Tensor>,
    /// The progress of the run.
    pub progress: Progress,
}

/// Why a checkpoint could not be written or read.
#[derive(Debug, thiserror::Error)]
pub enum CheckpointError {
    /// The system refused; the files that were there are kept.
    #[error("{path}: {source}")]
    Io {
        /// The file concerned.
        path: PathBuf,
        /// What the system said.
        source: io::Error,
    },
    /// The file is not one of our checkpoints.
    #[error("{path} is not a checkpoint: {reason}")]
    Format {
        /// The file concerned.
        path: PathBuf,
        /// What is wrong with it.
        reason: String,
    },
    /// The checkpoint belongs to another network.
    #[error("the checkpoint has no tensor {name} of shape {shape:?}; was the recipe changed?")]
    Mismatch {
        /// The tensor that is missing or has another shape.
        name: String,
        /// The shape the network needs.
        shape: Vec<usize>,
    },
}

impl From<StateError> for CheckpointError {
    fn from(StateError { name, shape }: StateError) -> Self {
        Self::Mismatch { name, shape }
    }
}

impl Checkpoint {
    /// Writes the checkpoint into `folder` and keeps the previous one.
    ///
    /// # Errors
    /// When the disk is full, the folder read-only and so on; the old files are then untouched.
    pub fn save(&self, folder: &Path) -> Result<(), CheckpointError> {
        self.write(folder, FILE, Some(PREVIOUS))
    }

    /// Writes the checkpoint as the best of the run in `folder`.
    ///
    /// # Errors
    /// As [`Checkpoint::save`].
    pub fn save_best(&self, folder: &Path) -> Result<(), CheckpointError> {
        self.write(folder, BEST, None)
    }

    fn write(
        &self,
        folder: &Path,
        name: &str,
        previous: Option<&str>,
    ) -> Result<(), CheckpointError> {
        let progress = serde_json::to_string(&self.progress).expect("plain data");
        let metadata = HashMap::from([("progress".to_owned(), progress)]);
        let file =
            serialize(&self.tensors, metadata).map_err(|reason| CheckpointError::Format {
                path: folder.join(name),
                reason,
            })?;
        replace(folder, name, previous, &file)
    }

    /// Reads the newest whole checkpoint of `folder`; `None` when it has none at all.
    ///
    /// # Errors
    /// When there are files but none of them is a checkpoint, or the system refuses.
    pub fn load(folder: &Path) -> Result<Option<Self>, CheckpointError> {
        let mut failure = None;
        for name in [FILE, PREVIOUS] {
            match Self::load_file(&folder.join(name)) {
                Ok(None) => {}
                Err(e @ CheckpointError::Format { .. }) => {
                    failure.get_or_insert(e);
                }
                loaded => return loaded,
            }
        }
        failure.map_or(Ok(None), Err)
    }

    /// Reads the checkpoint at `path`; `None` when there is none.
    ///
    /// # Errors
    /// When there is something else, or the system refuses.
    pub fn load_file(path: &Path) -> Result<Option<Self>, CheckpointError> {
        let path = path.to_owned();
        match input::bytes(&path) {
            Ok(bytes) => match Self::parse(&bytes) {
                Ok(checkpoint) => Ok(Some(checkpoint)),
                Err(reason) => Err(CheckpointError::Format { path, reason }),
            },
            Err(e) if e.kind() == io::ErrorKind::NotFound => Ok(None),
            Err(source) => Err(CheckpointError::Io { path, source }),
        }
    }

    fn parse(bytes: &[u8]) -> Result<Self, String> {
        let (tensors, metadata) = deserialize(bytes)?;
        let progress = metadata
            .get("progress")
            .ok_or("it has no progress record")?;
        Ok(Self {
            tensors,
            progress: serde_json::from_str(progress).map_err(|e| e.to_string())?,
        })
    }
}

/// A safetensors file of float32 tensors.
///
/// # Errors
/// When a name occurs twice.
pub fn serialize(tensors: &[Tensor], metadata: HashMap<String, String>) -> Result<Vec<u8>, String> {
    let data: Vec<(&str, Vec<usize>, Vec<u8>)> = tensors
        .iter()
        .map(|t| (t.name.as_str(), t.shape.clone(), bytes(&t.data)))
        .collect();
    let views = data.iter().map(|(name, shape, bytes)| {
        let view = TensorView::new(Dtype::F32, shape.clone(), bytes);
        (*name, view.expect("shape and bytes come from one tensor"))
    });
    safetensors::serialize(views, Some(metadata)).map_err(|e| e.to_string())
}

/// The tensors and the metadata of a safetensors file of float32 tensors.
///
/// # Errors
/// What is wrong with the file.
pub fn deserialize(bytes: &[u8]) -> Result<(Vec<Tensor>, HashMap<String, String>), String> {
    let (_, header) = SafeTensors::read_metadata(bytes).map_err(|e| e.to_string())?;
    let file = SafeTensors::deserialize(bytes).map_err(|e| e.to_string())?;
    let mut tensors = Vec::new();
    for (name, view) in file.tensors() {
        if view.dtype() != Dtype::F32 {
            return Err(format!("tensor {name} is not float32"));
        }
        let (numbers, _) = view.data().as_chunks();
        tensors.push(Tensor {
            shape: view.shape().to_vec(),
            data: numbers.iter().map(|&b| f32::from_le_bytes(b)).collect(),
            name,
        });
    }
    Ok((tensors, header.metadata().clone().unwrap_or_default()))
}

fn bytes(numbers: &[f32]) -> Vec<u8> {
    numbers.iter().flat_map(|v| v.to_le_bytes()).collect()
}

/// Replaces `folder/name` by `contents` so that a reader, or a crash, sees the old file or the
/// new one and never a part; `previous` names where the old one is kept.
///
/// # Errors
/// What the system says, with the file; the old file is then untouched.
pub fn replace(
    folder: &Path,
    name: &str,
    previous: Option<&str>,
    contents: &[u8],
) -> Result<(), CheckpointError> {
    let path = folder.join(name);
    let fresh = folder.join(format!("{name}.new"));
    let result = (|| {
        let mut file = File::create(&fresh)?;
        file.write_all(contents)?;
        file.sync_all()?;
        if let Some(previous) = previous
            && path.exists()
        {
            // A second name for the old file first: at no time is there no checkpoint.
            let old = folder.join(format!("{previous}.new"));
            let _ = fs::remove_file(&old);
            fs::hard_link(&path, &old)?;
            fs::rename(&old, folder.join(previous))?;
        }
        fs::rename(&fresh, &path)?;
        File::open(folder)?.sync_all()
    })();
    result.map_err(|source| {
        // A partial file would only keep a full disk full.
        let _ = fs::remove_file(&fresh);
        CheckpointError::Io {
            path: fresh,
            source,
        }
    })
}
