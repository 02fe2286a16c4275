//! From a trained network to a weight file: [`fold`] batch normalisation, [`quantise`] or keep the
//! [`float`]s, write, read back, [`compare`] with the network that was trained.
//!
//! Exported tensors of an integer network, in the file's order (`weights/FORMAT.md` has the bytes):
//!
//! | layer | weights | bias | scale of one output |
//! |---|---|---|---|
//! | first | i8 `[features][width]` | i16 | i16 multiplier, 15 bits after the point |
//! | hidden, blocks | i8 `[outputs][inputs]` | i32 | i32 multiplier, one shift a layer |
//! | heads | i8 `[value, q, policy][inputs]` | i32 | the same, in 1/1024 move or nat |

pub mod compare;
mod definition;
pub mod float;
pub mod fold;
pub mod form;
pub mod quantise;

use crate::dynamics::Shape;
use crate::net::Net as Trained;
use crate::puzzle::family;
use crate::recipe::{Head, Recipe};
use crate::saved::Saved;
use compare::Comparison;
use form::Form;
use quantise::Range;
use quarterturn::eval::Float;
use quarterturn_core::net::batch::{Batch, Workspace};
use quarterturn_core::net::float::FloatNet;
use quarterturn_core::net::write::OwnedNet;
use quarterturn_core::net::{LoadError, Meta, Net, NetHeads};
use std::io;
use std::path::PathBuf;

/// States on which a file's network is compared with the trained one.
pub const STATES: usize = 10_000;

/// A run that cannot be exported.
#[derive(Debug, thiserror::Error)]
pub enum ExportError {
    /// The network has no integer form.
    #[error("only networks of kind \"mlp\" have an integer form; export with --float instead")]
    Kind,
    /// A number does not fit the format.
    #[error(transparent)]
    Range(#[from] quantise::RangeError),
    /// The engine refuses what was written.
    #[error("the engine refuses the file: {0}")]
    Refused(#[from] LoadError),
    /// The file that defines the puzzle cannot be read.
    #[error("cannot read {path}: {source}")]
    Puzzle {
        /// The file.
        path: PathBuf,
        /// What the system said.
        source: io::Error,
    },
    /// The outputs of the file's network differ from those of the trained network.
    #[error(
        "the {head} head of the file is off by {mean:.3} on average; \
         the tolerance is {tolerance:.3}"
    )]
    Inexact {
        /// The head concerned.
        head: &'static str,
        /// Mean absolute difference, in moves or nats.
        mean: f64,
        /// The tolerance.
        tolerance: f64,
    },
}

/// A weight file, with a report about how it was made.
#[derive(Debug)]
pub struct Export {
    /// The file.
    pub file: Vec<u8>,
    /// The ranges of each layer that was rounded.
    pub ranges: Vec<Range>,
    /// The file's network beside the trained one, by head.
    pub comparisons: Vec<Comparison>,
}

/// Makes the integer weight file of a run. `tolerance` bounds each head's mean absolute difference
/// from the trained network, in moves (value, q) or nats (policy).
///
/// # Errors
/// [`ExportError`].
pub fn integer(saved: &Saved, name: &str, tolerance: f64) -> Result<Export, ExportError> {
    let shape = saved.dynamics.shape();
    let (model, ranges) = integers(&saved.recipe, shape, saved.net.as_ref())?;
    let model = OwnedNet {
        name: name.into(),
        recipe: recipe_sum(saved),
        examples: saved.progress.examples,
        run: saved.progress.run,
        ..model
    };
    let file = definition::inside(&saved.recipe.puzzle, model.encode()?)?;
    let net = Net::from_bytes(&file)?;
    let batch = Batch::new(&net);
    let network = |features: &[u16], rows: &mut [i32]| {
        batch.evaluate(features, &mut Workspace::default(), rows)
    };
    let comparisons = compare::compare(saved, net.heads(), STATES, network);
    let comparisons = within(tolerance, comparisons)?;
    Ok(Export {
        file,
        ranges,
        comparisons,
    })
}

/// Makes the float weight file of a run; any network has one. `tolerance` as for [`integer`].
///
/// # Errors
/// [`ExportError`].
pub fn full(saved: &Saved, name: &str, tolerance: f64) -> Result<Export, ExportError> {
    let float::Layers {
        first,
        activation,
        rest,
    } = saved.net.export().into();
    let shape = saved.dynamics.shape();
    let (puzzle, metric) = family(&saved.recipe.puzzle).unwrap_or_default();
    let net = FloatNet {
        meta: Meta {
            name,
            puzzle: &puzzle,
            metric,
            recipe: recipe_sum(saved),
            examples: saved.progress.examples,
            run: saved.progress.run,
        },
        features: shape.features,
        active: shape.active,
        heads: heads(&saved.recipe, shape),
        first,
        activation,
        layers: rest,
    };
    let file = definition::inside(&saved.recipe.puzzle, net.encode()?)?;
    let read = Float::from(FloatNet::from_bytes(&file)?);
    let network = |features: &[u16], rows: &mut [i32]| read.evaluate(features, rows);
    let comparisons = compare::compare(saved, net.heads, STATES, network);
    let comparisons = within(tolerance, comparisons)?;
    Ok(Export {
        file,
        ranges: Vec::new(),
        comparisons,
    })
}

fn within(tolerance: f64, all: Vec<Comparison>) -> Result<Vec<Comparison>, ExportError> {
    match all.iter().find(|c| c.mean.is_nan() || c.mean > tolerance) {
        None => Ok(all),
        Some(worst) => Err(ExportError::Inexact {
            head: worst.head,
            mean: worst.mean,
            tolerance,
        }),
    }
}

/// CRC-32 of the recipe's text.
fn recipe_sum(saved: &Saved) -> u32 {
    crc32fast::hash(saved.text.as_bytes())
}

/// What a recipe's network predicts.
fn heads(recipe: &Recipe, shape: Shape) -> NetHeads {
    let heads = recipe.net.heads();
    NetHeads {
        value: heads.contains(&Head::Value),
        q: heads.contains(&Head::Q),
        policy: heads.contains(&Head::Policy),
        above_bound: recipe.net.above_bound(),
        moves: shape.moves,
    }
}

/// Rounds a network to integers, without comparing. The metadata about its origin are empty.
///
/// # Errors
/// [`ExportError::Kind`] or [`ExportError::Range`].
pub fn integers(
    recipe: &Recipe,
    shape: Shape,
    net: &dyn Trained,
) -> Result<(OwnedNet, Vec<Range>), ExportError> {
    let Form::Integer(folded) = net.export() else {
        return Err(ExportError::Kind);
    };
    let (first, first_range) = quantise::first(&folded.first, shape.active)?;
    let mut ranges = vec![first_range];
    let mut dense = |layer: &fold::Layer, scale| {
        let (layer, range) = quantise::dense(layer, scale)?;
        ranges.push(range);
        Ok::<_, ExportError>(layer)
    };
    let mut hidden = Vec::new();
    for layer in &folded.hidden {
        hidden.push(dense(layer, quantise::ACTIVATION)?);
    }
    let mut pairs = Vec::new();
    for [a, b] in &folded.blocks {
        pairs.push([
            dense(a, quantise::ACTIVATION)?,
            dense(b, quantise::ACTIVATION)?,
        ]);
    }
    let output = dense(&folded.heads, quantise::COST)?;
    let (puzzle, metric) = family(&recipe.puzzle).unwrap_or_default();
    let model = OwnedNet {
        name: String::new(),
        puzzle,
        metric: metric.into(),
        recipe: 0,
        examples: 0,
        run: 0,
        features: shape.features,
        active: shape.active,
        heads: heads(recipe, shape),
        first,
        hidden,
        blocks: pairs,
        output,
    };
    Ok((model, ranges))
}
