//! From a trained float network to a weight file: fold, quantise, write.

pub mod fold;
pub mod quantise;

use fold::Tensors;
use quantise::{Range, Use};
use quarterturn_core::net::Heads;
use quarterturn_core::net::write::Model;

/// Why a network could not be exported.
#[derive(Debug, thiserror::Error)]
pub enum ExportError {
    /// A tensor the network should have is absent.
    #[error("the checkpoint has no tensor {0}")]
    Missing(String),
    /// A number does not fit the integer engine; nothing was clamped.
    #[error("a {what} of layer {layer} is {value}, its range ends at {room}")]
    Range {
        /// The layer.
        layer: String,
        /// Bias or multiplier.
        what: &'static str,
        /// The number.
        value: f64,
        /// The largest possible.
        room: f64,
    },
}

/// What a weight file says beside its weights.
#[derive(Clone, Debug)]
pub struct Card {
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
    /// Number of moves.
    pub moves: usize,
    /// Number of active features.
    pub active: usize,
}

/// The integer network of a trained [`crate::net::Mlp`], and the ranges met on the way.
///
/// # Errors
/// See [`ExportError`].
pub fn integer(tensors: &Tensors, card: Card) -> Result<(Model, Vec<Range>), ExportError> {
    let mut ranges = Vec::new();
    let (rows, bias) = fold::first(tensors)?;
    let features = rows.len() / bias.len();
    let (first, range) = quantise::first(&rows, &bias, features / card.active, card.active)?;
    ranges.push(range);
    let mut layer = |name: &str| {
        let (layer, range) =
            quantise::dense(name, &fold::normalised(tensors, name)?, Use::Activations)?;
        ranges.push(range);
        Ok::<_, ExportError>(layer)
    };
    let count = |prefix: &str, suffix: &str| {
        (0..)
            .take_while(|i| tensors.contains_key(&format!("{prefix}{i}{suffix}.linear.weight")))
            .count()
    };
    let hidden = (0..count("hidden", ""))
        .map(|i| layer(&format!("hidden{i}")))
        .collect::<Result<_, _>>()?;
    let blocks = (0..count("block", ".a"))
        .map(|i| Ok([layer(&format!("block{i}.a"))?, layer(&format!("block{i}.b"))?]))
        .collect::<Result<_, ExportError>>()?;
    let heads = ["value", "q", "policy"].map(|head| fold::plain(tensors, head).ok());
    let present = heads.each_ref().map(Option::is_some);
    let all = heads
        .into_iter()
        .flatten()
        .reduce(fold::Linear::beside)
        .ok_or_else(|| ExportError::Missing("value.weight".into()))?;
    let (output, range) = quantise::dense("heads", &all, Use::Costs)?;
    ranges.push(range);
    let [value, q, policy] = present;
    let model = Model {
        name: card.name,
        puzzle: card.puzzle,
        metric: card.metric,
        recipe: card.recipe,
        examples: card.examples,
        run: card.run,
        features,
        active: card.active,
        heads: Heads { value, q, policy, moves: card.moves },
        first,
        hidden,
        blocks,
        output,
    };
    Ok((model, ranges))
}
