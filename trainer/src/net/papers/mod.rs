//! The networks of the papers, which LibTorch trains.

pub mod first_layer;
pub mod joint;
pub mod one_hot;
pub mod recurrent_attention;
pub mod residual;
pub mod stacked_attention;

pub use joint::Joint;
pub use recurrent_attention::RecurrentAttention;
pub use residual::Residual;
pub use stacked_attention::StackedAttention;

use super::{Net, Setting};
use crate::recipe::{self, Input};
use one_hot::OneHot;

/// The network of a recipe for the puzzle of that name, with fresh parameters.
///
/// # Panics
/// If it is of kind "mlp", which is none of a paper's.
pub(super) fn build(net: &recipe::Net, puzzle: &str, setting: &Setting) -> Box<dyn Net> {
    let view = |input| OneHot::new(puzzle, input, setting.device);
    match net {
        recipe::Net::Mlp { .. } => unreachable!("it is none of a paper's"),
        recipe::Net::Residual {
            input,
            layers,
            blocks,
            heads,
        } => Box::new(Residual::new(setting, view(*input), layers, *blocks, heads)),
        recipe::Net::Joint { input, body, head } => {
            Box::new(Joint::new(setting, view(*input), body, *head))
        }
        recipe::Net::StackedAttention { .. } => {
            Box::new(StackedAttention::new(setting, view(Input::Stickers), net))
        }
        recipe::Net::RecurrentAttention { .. } => {
            Box::new(RecurrentAttention::new(setting, view(Input::Stickers), net))
        }
    }
}
