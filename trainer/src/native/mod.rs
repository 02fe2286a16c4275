//! Training of the integer-ready network (`kind = "mlp"`) without LibTorch.
//!
//! Memory traffic costs more than multiplication. So everything is done on tiles of 32 × 32 numbers while they are
//! in a cache, and what is cheap to compute again is not stored:
//!
//! | file | what |
//! |---|---|
//! | `network` | the shape, the parameters, the threads |
//! | `share` | a thread's rows of a batch, and what they leave in memory |
//! | `forward`, `backward` | the two passes; the second one steps the weights as well |
//! | `sparse` | the first layer: normalised before it is summed |
//! | `gram`, `one_hot` | products with its input: for the statistics, for the gradients |
//! | `dense`, `norm` | products with weights, batch normalisation |
//! | `parameters` | weights in tiles with gradients and moments |
//! | `names`, `state` | tensors by the names of LibTorch's checkpoints |
//! | `plain` | the same network in plain arithmetic: the reference, and for machines without bfloat16 |
//! | `losses`, `walk`, `costs` | losses and gradients of outputs |
//! | `kernel` | the unsafe code: tiles with AMX, AVX-512, AVX2 or none of them, and Adam's step on them |
//!
//! Products are of bfloat16 numbers, summed in float32. Parameters, moments and statistics are float32. The caller
//! computes the losses: a forward pass gives outputs, a backward pass takes their gradients.

mod backward;
pub mod costs;
mod dense;
mod forward;
mod gram;
pub mod kernel;
pub mod losses;
mod names;
mod network;
mod norm;
mod one_hot;
mod parameters;
pub mod plain;
mod share;
mod sparse;
pub mod state;
#[cfg(test)]
mod tests;
pub mod walk;

pub use forward::Statistics;
pub use network::{Network, Shape};
