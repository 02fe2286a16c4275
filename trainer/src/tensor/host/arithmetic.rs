//! Sums, products and functions of single numbers; shapes are made to fit as LibTorch makes them.

use super::{Array, Data, Kind, Tensor};
use ndarray::{IxDyn, Zip};
use std::ops::{Add, AddAssign, Div, Mul, Neg, Sub};

/// The shape that two shapes are expanded to.
///
/// # Panics
/// When lengths differ and none of them is 1.
pub(super) fn common(a: &[usize], b: &[usize]) -> Vec<usize> {
    let dims = a.len().max(b.len());
    let of =
        |shape: &[usize], i: usize| (i + shape.len()).checked_sub(dims).map_or(1, |i| shape[i]);
    let length = |i| match (of(a, i), of(b, i)) {
        (1, n) | (n, 1) => n,
        (n, m) => {
            assert_eq!(n, m, "shapes that fit: {a:?}, {b:?}");
            n
        }
    };
    (0..dims).map(length).collect()
}

/// Two arrays of one type, number by number.
fn zip<T: Copy, U: Clone>(a: &Array<T>, b: &Array<T>, f: impl Fn(T, T) -> U) -> Array<U> {
    let shape = IxDyn(&common(a.shape(), b.shape()));
    let (Some(a), Some(b)) = (a.broadcast(shape.clone()), b.broadcast(shape)) else {
        unreachable!("a common shape");
    };
    Zip::from(&a)
        .and(&b)
        .map_collect(|&a, &b| f(a, b))
        .into_shared()
}

/// The kind of what two numbers make.
fn promoted(a: Kind, b: Kind) -> Kind {
    const ORDER: [Kind; 7] = [
        Kind::Double,
        Kind::Float,
        Kind::Int64,
        Kind::Int,
        Kind::Int8,
        Kind::Uint8,
        Kind::Bool,
    ];
    let first = ORDER.into_iter().find(|&kind| kind == a || kind == b);
    first.unwrap_or(a)
}

impl Tensor {
    /// Number by number, in the wider of the two kinds.
    fn with(
        &self,
        other: &Self,
        float: impl Fn(f64, f64) -> f64,
        whole: impl Fn(i64, i64) -> i64,
    ) -> Self {
        let kind = promoted(self.kind, other.kind);
        let (a, b) = (self.to_kind(kind).data(), other.to_kind(kind).data());
        Self::new(
            kind,
            match (&a, &b) {
                // Sums, products and quotients of two f32 are the same by way of f64.
                (Data::Float(a), Data::Float(b)) => {
                    Data::Float(zip(a, b, |a, b| float(a.into(), b.into()) as f32))
                }
                (Data::Double(a), Data::Double(b)) => Data::Double(zip(a, b, float)),
                (Data::Whole(a), Data::Whole(b)) => Data::Whole(zip(a, b, whole)),
                _ => unreachable!("both are of one kind"),
            },
        )
    }

    /// With a scalar, which decides no kind but that whole numbers become floats where it is one.
    fn with_scalar(
        &self,
        scalar: Scalar,
        float: impl Fn(f64, f64) -> f64,
        whole: impl Fn(i64, i64) -> i64,
    ) -> Self {
        match (self.data(), scalar) {
            (Data::Whole(array), Scalar::Whole(scalar)) => {
                self.made(Data::Whole(array.mapv(|n| whole(n, scalar)).into_shared()))
            }
            (Data::Whole(_), Scalar::Float(_)) => {
                self.to_kind(Kind::Float).with_scalar(scalar, float, whole)
            }
            _ => self.map(|n| float(n, scalar.float())),
        }
    }

    /// A function of each number, in f64; whole numbers become float32.
    pub(super) fn map(&self, f: impl Fn(f64) -> f64) -> Self {
        match self.data() {
            Data::Float(array) => self.made(Data::Float(
                array.mapv(|n| f(n.into()) as f32).into_shared(),
            )),
            Data::Double(array) => self.made(Data::Double(array.mapv(f).into_shared())),
            Data::Whole(_) => self.to_kind(Kind::Float).map(f),
        }
    }

    /// Whole numbers divided and rounded down.
    ///
    /// # Panics
    /// When they are no whole numbers.
    pub fn divide_scalar_mode(&self, by: i64, _: &str) -> Self {
        self.with_scalar(
            Scalar::Whole(by),
            |_, _| panic!("whole numbers"),
            i64::div_euclid,
        )
    }

    /// The square root.
    pub fn sqrt(&self) -> Self {
        self.map(f64::sqrt)
    }

    /// 1 / x.
    pub fn reciprocal(&self) -> Self {
        self.map(f64::recip)
    }

    /// To the nearest whole number, of two the even one.
    pub fn round(&self) -> Self {
        self.map(f64::round_ties_even)
    }

    /// At least `least`.
    pub fn clamp_min(&self, least: f64) -> Self {
        self.map(|x| if x < least { least } else { x })
    }

    /// At most `most`.
    pub fn clamp_max(&self, most: f64) -> Self {
        self.map(|x| if x > most { most } else { x })
    }

    /// Between the two.
    pub fn clamp(&self, least: f64, most: f64) -> Self {
        self.clamp_min(least).clamp_max(most)
    }

    /// Between 0 and 6.
    pub fn relu6(&self) -> Self {
        self.clamp(0.0, 6.0)
    }

    /// The larger of two numbers.
    pub fn maximum(&self, other: &Self) -> Self {
        self.with(other, f64::max, i64::max)
    }

    /// On the way to `end` by the share `weight`.
    pub fn lerp(&self, end: &Self, weight: f64) -> Self {
        self.with(end, |a, b| a + weight * (b - a), |a, _| a)
    }

    /// As [`Tensor::lerp`], in place.
    pub fn lerp_(&mut self, end: &Self, weight: f64) -> &Self {
        self.replace(self.lerp(end, weight).data());
        self
    }

    /// The product of two matrices of one kind.
    ///
    /// # Panics
    /// When they are no matrices, or of whole numbers.
    pub fn matmul(&self, other: &Self) -> Self {
        let matrix = "a matrix";
        macro_rules! product {
            ($a:ident, $b:ident) => {{
                let a = $a
                    .view()
                    .into_dimensionality::<ndarray::Ix2>()
                    .expect(matrix);
                let b = $b
                    .view()
                    .into_dimensionality::<ndarray::Ix2>()
                    .expect(matrix);
                a.dot(&b).into_dyn().into_shared()
            }};
        }
        self.made(match (self.data(), other.data()) {
            (Data::Float(a), Data::Float(b)) => Data::Float(product!(a, b)),
            (Data::Double(a), Data::Double(b)) => Data::Double(product!(a, b)),
            _ => panic!("matrices of floats of one kind"),
        })
    }
}

/// A number beside a tensor.
#[derive(Clone, Copy)]
enum Scalar {
    Whole(i64),
    Float(f64),
}

impl Scalar {
    fn float(self) -> f64 {
        match self {
            Self::Whole(number) => number as f64,
            Self::Float(number) => number,
        }
    }
}

macro_rules! operators {
    ($($trait:ident $method:ident $float:expr, $whole:expr;)*) => {$(
        operators!(both $trait $method $float, $whole, Tensor, Tensor);
        operators!(both $trait $method $float, $whole, Tensor, &Tensor);
        operators!(both $trait $method $float, $whole, &Tensor, Tensor);
        operators!(both $trait $method $float, $whole, &Tensor, &Tensor);
        operators!(scalar $trait $method $float, $whole, Tensor, i64, Whole);
        operators!(scalar $trait $method $float, $whole, &Tensor, i64, Whole);
        operators!(scalar $trait $method $float, $whole, Tensor, f64, Float);
        operators!(scalar $trait $method $float, $whole, &Tensor, f64, Float);
    )*};
    (both $trait:ident $method:ident $float:expr, $whole:expr, $a:ty, $b:ty) => {
        impl $trait<$b> for $a {
            type Output = Tensor;
            fn $method(self, other: $b) -> Tensor {
                self.with(&other, $float, $whole)
            }
        }
    };
    (scalar $trait:ident $method:ident $float:expr, $whole:expr, $a:ty, $b:ty, $scalar:ident) => {
        impl $trait<$b> for $a {
            type Output = Tensor;
            fn $method(self, other: $b) -> Tensor {
                self.with_scalar(Scalar::$scalar(other), $float, $whole)
            }
        }
    };
}

operators! {
    Add add |a, b| a + b, i64::wrapping_add;
    Sub sub |a, b| a - b, i64::wrapping_sub;
    Mul mul |a, b| a * b, i64::wrapping_mul;
    Div div |a, b| a / b, |_, _| panic!("whole numbers are not divided");
}

impl AddAssign<&Self> for Tensor {
    fn add_assign(&mut self, other: &Self) {
        self.replace((&*self + other).to_kind(self.kind).data());
    }
}

impl AddAssign for Tensor {
    fn add_assign(&mut self, other: Self) {
        *self += &other;
    }
}

impl Neg for Tensor {
    type Output = Self;
    fn neg(self) -> Self {
        self * -1
    }
}

impl Neg for &Tensor {
    type Output = Tensor;
    fn neg(self) -> Tensor {
        self * -1
    }
}
