//! Tensors on the host, over `ndarray`, with the names and the behaviour of LibTorch's, as far as training needs them.
//!
//! Every operation makes a new tensor, except `+=` and those whose name ends in `_`. [`Tensor::shallow_clone`] shares
//! the same tensor. Integers of every kind, and booleans, are kept as `i64`. There are no gradients.

mod arithmetic;
mod compare;
mod compute;
mod make;
pub mod nn;
mod random;
mod reduce;
mod shape;
#[cfg(all(test, feature = "libtorch"))]
mod tests;

pub use compute::{Compute, native_bf16, normalise, sum_rows};
pub use make::{Element, OtherKind};
pub use random::manual_seed;
pub use shape::Dims;

use ndarray::{ArcArray, IxDyn};
use std::sync::{Arc, PoisonError, RwLock};

/// What the numbers of a tensor are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// u8
    Uint8,
    /// i8
    Int8,
    /// i32
    Int,
    /// i64
    Int64,
    /// f32
    Float,
    /// f64
    Double,
    /// bool
    Bool,
}

/// Where tensors live.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Device {
    /// The processor.
    Cpu,
    /// A GPU, which only LibTorch has.
    Cuda(usize),
}

type Array<T> = ArcArray<T, IxDyn>;

/// Numbers in memory.
#[derive(Clone, Debug)]
enum Data {
    Float(Array<f32>),
    Double(Array<f64>),
    Whole(Array<i64>),
}

/// The same expression for an array of any numbers.
macro_rules! each {
    ($data:expr, $array:ident => $made:expr) => {
        match $data {
            $crate::tensor::host::Data::Float($array) => $crate::tensor::host::Data::Float($made),
            $crate::tensor::host::Data::Double($array) => $crate::tensor::host::Data::Double($made),
            $crate::tensor::host::Data::Whole($array) => $crate::tensor::host::Data::Whole($made),
        }
    };
}
use each;

/// A tensor; see the module's page.
#[derive(Debug)]
pub struct Tensor {
    kind: Kind,
    learnt: bool,
    data: Arc<RwLock<Data>>,
}

impl Tensor {
    fn new(kind: Kind, data: Data) -> Self {
        Self {
            kind,
            learnt: false,
            data: Arc::new(RwLock::new(data)),
        }
    }

    /// The numbers as they are now; what changes later does not change these.
    fn data(&self) -> Data {
        self.data
            .read()
            .unwrap_or_else(PoisonError::into_inner)
            .clone()
    }

    fn replace(&self, data: Data) {
        *self.data.write().unwrap_or_else(PoisonError::into_inner) = data;
    }

    /// The same tensor once more: what is written into one is in both.
    pub fn shallow_clone(&self) -> Self {
        Self {
            data: Arc::clone(&self.data),
            ..*self
        }
    }

    /// As [`Tensor::shallow_clone`]: there are no gradients to be cut off.
    pub fn detach(&self) -> Self {
        self.shallow_clone()
    }

    /// The tensor itself: there is one device.
    pub fn to(&self, _: Device) -> Self {
        self.shallow_clone()
    }

    /// A tensor of its own with the same numbers.
    pub fn copy(&self) -> Self {
        Self::new(self.kind, self.data())
    }

    /// What its numbers are.
    pub fn kind(&self) -> Kind {
        self.kind
    }

    /// Always the processor.
    pub fn device(&self) -> Device {
        Device::Cpu
    }

    /// Whether its numbers are no whole ones.
    pub fn is_floating_point(&self) -> bool {
        matches!(self.kind, Kind::Float | Kind::Double)
    }

    /// Whether it is a parameter.
    pub fn requires_grad(&self) -> bool {
        self.learnt
    }

    /// Overwrites its numbers; the other tensor has the same shape.
    pub fn copy_(&mut self, from: &Self) {
        assert_eq!(self.size(), from.size(), "tensors of one shape");
        self.replace(from.to_kind(self.kind).data());
    }
}

/// Does it: there are no gradients to be switched off.
pub fn no_grad<T>(what: impl FnOnce() -> T) -> T {
    what()
}
