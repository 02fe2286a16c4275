//! The one-hot input of a network, made on the device from the features that are active.

use crate::compute::Compute;
use tch::{Device, Kind, Tensor};

/// The sum of the rows of `table` (`[features, width]`) that `features` (`[batch, active]`)
/// names: the product of the one-hot input with the table, in the kind of the arithmetic.
pub fn sum_rows(features: &Tensor, table: &Tensor, compute: Compute) -> Tensor {
    if compute == Compute::F32 && features.device() == Device::Cpu {
        let (batch, active) = features.size2().expect("features are [batch, active]");
        let options = (Kind::Int64, features.device());
        let offsets = Tensor::arange_start_step(0, batch * active, active, options);
        let indices = features.reshape([-1]);
        let none = None::<Tensor>;
        let (sum, ..) =
            Tensor::embedding_bag(table, &indices, &offsets, false, 0, false, none, false);
        return sum;
    }
    // Matrix hardware beats gathering, above all in the backward pass.
    let input = one_hot(features, table.size()[0], compute.kind());
    compute.product(&input, &table.tr())
}

/// The one-hot input: `[batch, active]` int64 to `[batch, width]`.
pub fn one_hot(features: &Tensor, width: i64, kind: Kind) -> Tensor {
    let options = (kind, features.device());
    let mut zeros = Tensor::zeros([features.size()[0], width], options);
    zeros.scatter_value_(1, features, 1.0)
}
