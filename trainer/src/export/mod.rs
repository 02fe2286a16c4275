//! From a trained network to a weight file for the integer engine: [`fold`] batch normalisation,
//! [`quantise`], write, read back, [`compare`] with the float network.
//!
//! Exported tensors, in the file's order (`weights/FORMAT.md` has the bytes):
//!
//! | layer | weights | bias | scale of one output |
//! |---|---|---|---|
//! | first | i8 `[features][width]` | i16 | i16 multiplier, 15 bits after the point |
//! | hidden, blocks | i8 `[outputs][inputs]` | i32 | i32 multiplier, one shift a layer |
//! | heads | i8 `[value, q, policy][inputs]` | i32 | the same, in 1/1024 move or nat |

pub mod compare;
pub mod fold;
pub mod quantise;

use crate::net::{Net as Trained, variables};
use crate::puzzle::{self, Visitor};
use crate::recipe::{Head, Net as Kind, Recipe};
use crate::saved::Saved;
use crate::tables::Tables;
use compare::Comparison;
use quantise::Range;
use quarterturn_core::Puzzle;
use quarterturn_core::net::write::Model;
use quarterturn_core::net::{Heads, LoadError, Net};

/// States on which the integer network is compared with the float one.
pub const STATES: i64 = 10_000;

/// Why a run cannot be exported.
#[derive(Debug, thiserror::Error)]
pub enum ExportError {
    /// The network has no integer form.
    #[error("only networks of kind \"mlp\" have an integer form; export to .safetensors instead")]
    Kind,
    /// A number does not fit the format.
    #[error(transparent)]
    Range(#[from] quantise::RangeError),
    /// The engine refuses what was written.
    #[error("the engine refuses the file: {0}")]
    Refused(#[from] LoadError),
    /// The integer network says something else than the float one.
    #[error(
        "the {head} head of the integer network is off by {mean:.3} on average; \
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

/// A weight file and what is known about its making.
#[derive(Debug)]
pub struct Export {
    /// The file.
    pub file: Vec<u8>,
    /// The ranges of each layer.
    pub ranges: Vec<Range>,
    /// The integer network beside the float one, by head.
    pub comparisons: Vec<Comparison>,
}

/// What a weight file says about its origin.
#[derive(Clone, Debug)]
pub struct Origin {
    /// Name of the model.
    pub name: String,
    /// CRC-32 of the recipe's text.
    pub recipe: u32,
    /// Training examples seen.
    pub examples: u64,
    /// Id of the training run.
    pub run: u64,
}

/// Makes the weight file of a run. `tolerance` bounds each head's mean absolute difference from
/// the float network, in moves (value, q) or nats (policy).
///
/// # Errors
/// [`ExportError`].
pub fn integer(saved: &Saved, name: &str, tolerance: f64) -> Result<Export, ExportError> {
    let origin = Origin {
        name: name.into(),
        recipe: crc32fast::hash(saved.text.as_bytes()),
        examples: saved.progress.examples,
        run: saved.progress.run,
    };
    let (file, ranges) = encode(&saved.recipe, &saved.tables, saved.net.as_ref(), origin)?;
    let comparisons = compare::compare(saved, &Net::from_bytes(&file)?, STATES);
    if let Some(worst) = comparisons.iter().find(|c| c.mean > tolerance) {
        return Err(ExportError::Inexact {
            head: worst.head,
            mean: worst.mean,
            tolerance,
        });
    }
    Ok(Export {
        file,
        ranges,
        comparisons,
    })
}

/// Rounds a network to integers and writes it, without comparing.
///
/// # Errors
/// [`ExportError`].
pub fn encode(
    recipe: &Recipe,
    tables: &Tables,
    net: &dyn Trained,
    origin: Origin,
) -> Result<(Vec<u8>, Vec<Range>), ExportError> {
    let Kind::Mlp {
        layers,
        blocks,
        heads,
    } = &recipe.net
    else {
        return Err(ExportError::Kind);
    };
    let folded = fold::fold(&variables(net), layers.len(), *blocks);
    let (first, first_range) = quantise::first(&folded.first, tables.active as usize)?;
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
    let (puzzle, metric) = names(&recipe.puzzle);
    let model = Model {
        name: origin.name,
        puzzle: puzzle.into(),
        metric: metric.into(),
        recipe: origin.recipe,
        examples: origin.examples,
        run: origin.run,
        features: tables.features as usize,
        active: tables.active as usize,
        heads: Heads {
            value: heads.contains(&Head::Value),
            q: heads.contains(&Head::Q),
            policy: heads.contains(&Head::Policy),
            moves: tables.moves as usize,
        },
        first,
        hidden,
        blocks: pairs,
        output,
    };
    Ok((model.encode()?, ranges))
}

/// Family and metric of a puzzle.
fn names(puzzle: &str) -> (&'static str, &'static str) {
    struct Names;
    impl Visitor for Names {
        type Output = (&'static str, &'static str);
        fn visit<P: Puzzle>(self) -> Self::Output {
            (P::FAMILY, P::METRIC.name())
        }
    }
    puzzle::visit(puzzle, Names).unwrap_or_default()
}
