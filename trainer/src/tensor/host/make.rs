//! Tensors from numbers, and numbers from tensors.

use super::shape::Dims;
use super::{Array, Data, Device, Kind, Tensor, each};
use ndarray::{ArrayD, IxDyn};

/// A number that tensors are made of.
pub trait Element: Copy {
    /// What a tensor calls it.
    const KIND: Kind;
    #[doc(hidden)]
    fn whole(self) -> i64;
    #[doc(hidden)]
    fn float(self) -> f64;
    #[doc(hidden)]
    fn of_whole(number: i64) -> Self;
    #[doc(hidden)]
    fn of_float(number: f64) -> Self;
}

macro_rules! elements {
    ($($type:ty = $kind:ident, $of_whole:expr;)*) => {$(
        impl Element for $type {
            const KIND: Kind = Kind::$kind;
            fn whole(self) -> i64 {
                self as i64
            }
            fn float(self) -> f64 {
                self as i64 as f64
            }
            fn of_whole(number: i64) -> Self {
                $of_whole(number)
            }
            fn of_float(number: f64) -> Self {
                $of_whole(number as i64)
            }
        }
    )*};
}

elements! {
    u8 = Uint8, |number| number as u8;
    i8 = Int8, |number| number as i8;
    i32 = Int, |number| number as i32;
    i64 = Int64, |number| number;
    bool = Bool, |number| number != 0;
}

macro_rules! floats {
    ($($type:ty = $kind:ident;)*) => {$(
        impl Element for $type {
            const KIND: Kind = Kind::$kind;
            fn whole(self) -> i64 {
                self as i64
            }
            fn float(self) -> f64 {
                f64::from(self)
            }
            fn of_whole(number: i64) -> Self {
                number as $type
            }
            fn of_float(number: f64) -> Self {
                number as $type
            }
        }
    )*};
}

floats! {
    f32 = Float;
    f64 = Double;
}

impl Data {
    /// An array of that kind, its numbers one after the other.
    pub(super) fn of<T: Element>(
        kind: Kind,
        shape: &[usize],
        numbers: impl Iterator<Item = T>,
    ) -> Self {
        fn array<N: Clone>(shape: &[usize], numbers: Vec<N>) -> Array<N> {
            let array = ArrayD::from_shape_vec(IxDyn(shape), numbers);
            array
                .expect("as many numbers as the shape has")
                .into_shared()
        }
        match kind {
            Kind::Float => Self::Float(array(shape, numbers.map(|n| n.float() as f32).collect())),
            Kind::Double => Self::Double(array(shape, numbers.map(Element::float).collect())),
            Kind::Bool => {
                let truth = |n: T| i64::from(n.float() != 0.0);
                Self::Whole(array(shape, numbers.map(truth).collect()))
            }
            _ => Self::Whole(array(shape, numbers.map(Element::whole).collect())),
        }
    }

    /// All numbers, the last index first.
    pub(super) fn numbers<T: Element>(&self) -> Vec<T> {
        match self {
            Self::Float(array) => array.iter().map(|&n| T::of_float(n.into())).collect(),
            Self::Double(array) => array.iter().map(|&n| T::of_float(n)).collect(),
            Self::Whole(array) => array.iter().map(|&n| T::of_whole(n)).collect(),
        }
    }

    /// Its shape.
    pub(super) fn shape(&self) -> &[usize] {
        match self {
            Self::Float(array) => array.shape(),
            Self::Double(array) => array.shape(),
            Self::Whole(array) => array.shape(),
        }
    }
}

impl Tensor {
    /// A tensor of one dimension.
    pub fn from_slice<T: Element>(numbers: &[T]) -> Self {
        let data = Data::of(T::KIND, &[numbers.len()], numbers.iter().copied());
        Self::new(T::KIND, data)
    }

    /// A tensor from the bytes of its numbers, little-endian.
    ///
    /// # Panics
    /// When there are not as many, or they are not of kind `Int8` or `Float`.
    pub fn from_data_size(bytes: &[u8], size: &[i64], kind: Kind) -> Self {
        let flat = match kind {
            Kind::Int8 => Self::from_slice(&bytes.iter().map(|&b| b as i8).collect::<Vec<_>>()),
            Kind::Float => {
                let (numbers, _) = bytes.as_chunks();
                let numbers = numbers.iter().map(|&b| f32::from_le_bytes(b));
                Self::from_slice(&numbers.collect::<Vec<_>>())
            }
            other => panic!("no bytes of kind {other:?}"),
        };
        flat.reshape(size)
    }

    /// The same number everywhere.
    pub fn full(size: impl Dims, number: impl Into<f64>, (kind, _): (Kind, Device)) -> Self {
        let (shape, number) = (size.lengths(), number.into());
        let count = shape.iter().product();
        Self::new(
            kind,
            Data::of(kind, &shape, std::iter::repeat_n(number, count)),
        )
    }

    /// Zeros.
    pub fn zeros(size: impl Dims, options: (Kind, Device)) -> Self {
        Self::full(size, 0.0, options)
    }

    /// Zeros in the shape of this one.
    pub fn zeros_like(&self) -> Self {
        Self::zeros(self.size(), (self.kind, Device::Cpu))
    }

    /// 0, 1, … below `end`.
    pub fn arange(end: i64, options: (Kind, Device)) -> Self {
        Self::arange_start(0, end, options)
    }

    /// `start` and on, below `end`.
    pub fn arange_start(start: i64, end: i64, (kind, _): (Kind, Device)) -> Self {
        let length = (end - start).max(0) as usize;
        Self::new(kind, Data::of(kind, &[length], start..end))
    }

    /// The same numbers of another kind; as few bits as it has are kept.
    pub fn to_kind(&self, kind: Kind) -> Self {
        if kind == self.kind {
            return self.shallow_clone();
        }
        let data = self.data();
        let shape = data.shape();
        let made = match (&data, kind) {
            (Data::Float(array), _) => Data::of(kind, shape, array.iter().copied()),
            (Data::Double(array), _) => Data::of(kind, shape, array.iter().copied()),
            (Data::Whole(array), Kind::Uint8) => {
                Data::of(kind, shape, array.iter().map(|&n| n as u8))
            }
            (Data::Whole(array), Kind::Int8) => {
                Data::of(kind, shape, array.iter().map(|&n| n as i8))
            }
            (Data::Whole(array), Kind::Int) => {
                Data::of(kind, shape, array.iter().map(|&n| n as i32))
            }
            (Data::Whole(array), _) => Data::of(kind, shape, array.iter().copied()),
        };
        Self::new(kind, made)
    }

    /// Writes the first `count` numbers, the last index first.
    ///
    /// # Panics
    /// When they are not of this type or not as many.
    pub fn copy_data<T: Element>(&self, to: &mut [T], count: usize) {
        assert_eq!(self.kind, T::KIND, "numbers of this type");
        to[..count].copy_from_slice(&self.data().numbers::<T>()[..count]);
    }

    /// The number at a place.
    pub fn double_value(&self, place: &[i64]) -> f64 {
        self.at(place)
    }

    /// The number at a place.
    pub fn int64_value(&self, place: &[i64]) -> i64 {
        self.at(place)
    }

    fn at<T: Element>(&self, place: &[i64]) -> T {
        let mut here = self.shallow_clone();
        for &index in place {
            here = here.get(index);
        }
        let numbers = here.data().numbers();
        assert_eq!(numbers.len(), 1, "one number");
        numbers[0]
    }

    /// The same numbers one after the other in memory.
    pub fn contiguous(&self) -> Self {
        let laid = each!(self.data(), array => match array.is_standard_layout() {
            true => array,
            false => array.as_standard_layout().into_owned().into_shared(),
        });
        Self::new(self.kind, laid)
    }
}

impl From<f64> for Tensor {
    fn from(number: f64) -> Self {
        Self::full([0i64; 0], number, (Kind::Double, Device::Cpu))
    }
}

/// The numbers of a tensor are of another kind than was asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the tensor is of kind {0:?}")]
pub struct OtherKind(Kind);

macro_rules! vectors {
    ($($type:ty)*) => {$(
        impl TryFrom<Tensor> for Vec<$type> {
            type Error = OtherKind;

            fn try_from(tensor: Tensor) -> Result<Self, OtherKind> {
                match tensor.kind == <$type>::KIND {
                    true => Ok(tensor.data().numbers()),
                    false => Err(OtherKind(tensor.kind)),
                }
            }
        }
    )*};
}

vectors!(u8 i8 i32 i64 bool f32 f64);
