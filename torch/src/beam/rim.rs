//! The outermost states of the ball around the goal, where a beam ends.

use tch::{Device, Tensor};

/// Names of states, sorted; some other states have such a name too.
#[derive(Debug)]
pub struct Rim {
    names: Tensor,
    buckets: i64,
}

/// Bits of a name below the bucket.
const PRINT: i64 = 16;

impl Rim {
    /// States by their names, as [`edged`](quarterturn::eval::layers::Beams::edged) has them.
    pub fn new(names: &[i64], buckets: usize, device: Device) -> Self {
        let (names, _) = Tensor::from_slice(names).to(device).sort(0, false);
        Self {
            names,
            buckets: buckets as i64,
        }
    }

    /// The same on the device, not another one.
    pub fn share(&self) -> Self {
        Self {
            names: self.names.shallow_clone(),
            buckets: self.buckets,
        }
    }

    /// Bytes on the device.
    pub fn bytes(&self) -> usize {
        self.names.numel() * size_of::<i64>()
    }

    /// Whether each of these keys may be one of its own.
    pub(super) fn may_contain(&self, keys: &Tensor) -> Tensor {
        let low = 0xffff_ffff;
        let upper = |x: &Tensor| x.bitwise_right_shift_tensor_scalar(32).bitwise_and(low);
        let carry = upper(&(keys.bitwise_and(low) * self.buckets));
        let bucket = (upper(keys) * self.buckets + carry).bitwise_right_shift_tensor_scalar(32);
        let print = keys.bitwise_and((1 << PRINT) - 1);
        let name = bucket * (1 << PRINT) + print;
        let none = None::<Tensor>;
        let at = name.searchsorted(&self.names, false, false, "left", none);
        let at = at.clamp_max(self.names.size()[0] - 1);
        self.names.index_select(0, &at).eq_tensor(&name)
    }
}
