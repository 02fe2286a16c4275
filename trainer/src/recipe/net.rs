//! The `[net]` table.

use serde::{Deserialize, Serialize};

/// The network to train.
#[derive(Clone, Debug, Deserialize, Serialize, PartialEq)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(tag = "kind", rename_all = "kebab-case", deny_unknown_fields)]
pub enum Net {
    /// The integer-ready MLP: sparse features, clipped activations, residual blocks, small heads.
    Mlp {
        /// Widths of the hidden layers, the sparse first layer included.
        layers: Vec<i64>,
        /// Residual blocks of two dense layers after the last hidden layer.
        #[serde(default)]
        blocks: usize,
        /// What the network predicts.
        heads: Vec<Head>,
        /// Predict how far costs are above the puzzle's lower bound, so that the network learns only the difference.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        above_bound: bool,
    },
    /// DeepCubeA's residual network: batch normalisation and ReLU everywhere.
    Residual {
        /// Its input.
        #[serde(default = "stickers")]
        input: Input,
        /// Widths of the hidden layers before the blocks.
        layers: Vec<i64>,
        /// Residual blocks of two layers as wide as the last.
        blocks: usize,
        /// What the network predicts.
        #[serde(default = "value")]
        heads: Vec<Head>,
    },
    /// DeepCube's joint value and policy network: ELU, no normalisation, a hidden layer per head.
    Joint {
        /// Its input.
        #[serde(default = "pieces")]
        input: Input,
        /// Widths of the shared layers.
        body: Vec<i64>,
        /// Width of the hidden layer of each head.
        head: i64,
    },
    /// Brinner's stacked attention network: constant queries on sticker tokens.
    StackedAttention {
        /// Attention blocks.
        blocks: usize,
        /// How often the stickers are repeated; each sticker has this many queries.
        repeats: i64,
        /// Attention heads; they divide the 60 numbers of a token.
        attention_heads: i64,
        /// Width of the dense layer inside a block.
        inner: i64,
        /// Width of the dense layer after the blocks.
        outer: i64,
        /// What the network predicts.
        #[serde(default = "value")]
        heads: Vec<Head>,
    },
    /// Brinner's recurrent attention network: an LSTM that asks one query per step.
    RecurrentAttention {
        /// Recurrent steps.
        rounds: i64,
        /// Width of the LSTM's state.
        state: i64,
        /// Width of the dense layer before the outputs.
        outer: i64,
        /// What the network predicts.
        #[serde(default = "value")]
        heads: Vec<Head>,
    },
}

/// One output of a network.
#[derive(Clone, Copy, Debug, Deserialize, Serialize, PartialEq, Eq)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum Head {
    /// Cost-to-go of the state, in moves.
    Value,
    /// Cost-to-go after each move, in moves.
    Q,
    /// Logits of the move that leads towards the goal.
    Policy,
}

impl Head {
    /// All heads, in the order of a weight file's outputs.
    pub const ALL: [Self; 3] = [Self::Value, Self::Q, Self::Policy];

    /// The heads of `heads` in that order, by name, with their outputs for a puzzle with `moves` moves.
    pub fn in_order(heads: &[Self], moves: usize) -> Vec<(&'static str, usize)> {
        let there = Self::ALL.into_iter().filter(|head| heads.contains(head));
        there
            .map(|head| (head.name(), head.outputs(moves)))
            .collect()
    }

    /// Its name in recipes and variables.
    pub fn name(self) -> &'static str {
        match self {
            Self::Value => "value",
            Self::Q => "q",
            Self::Policy => "policy",
        }
    }

    /// Its outputs for a puzzle with `moves` moves.
    pub fn outputs(self, moves: usize) -> usize {
        match self {
            Self::Value => 1,
            Self::Q | Self::Policy => moves,
        }
    }
}

/// The input of a network.
#[derive(Clone, Copy, Debug, Deserialize, Serialize, PartialEq, Eq)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Input {
    /// Where each piece is and how it is turned: 20 of 480 for the 3×3×3 cube (DeepCube).
    Pieces,
    /// The colour of each sticker, centres included: 54 of 324 for the 3×3×3 cube (DeepCubeA).
    Stickers,
    /// The colours of two stickers of each place: 14 of 84 for the 2×2×2 cube.
    TwoStickers,
}

fn stickers() -> Input {
    Input::Stickers
}

fn pieces() -> Input {
    Input::Pieces
}

fn value() -> Vec<Head> {
    vec![Head::Value]
}

impl Net {
    /// Whether its input is the stickers of a puzzle.
    pub fn needs_stickers(&self) -> bool {
        match self {
            Net::Mlp { .. } => false,
            Net::Residual { input, .. } | Net::Joint { input, .. } => *input != Input::Pieces,
            Net::StackedAttention { .. } | Net::RecurrentAttention { .. } => true,
        }
    }

    /// Whether value and Q are counted from the puzzle's lower bound.
    pub fn above_bound(&self) -> bool {
        matches!(
            self,
            Net::Mlp {
                above_bound: true,
                ..
            }
        )
    }

    /// What the network predicts.
    pub fn heads(&self) -> &[Head] {
        match self {
            Net::Mlp { heads, .. }
            | Net::Residual { heads, .. }
            | Net::StackedAttention { heads, .. }
            | Net::RecurrentAttention { heads, .. } => heads,
            Net::Joint { .. } => &[Head::Value, Head::Policy],
        }
    }
}
