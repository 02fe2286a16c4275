//! Reshaping and selecting elements.

use super::{Data, Kind, Tensor, each};
use ndarray::{ArrayView1, ArrayViewD, Axis, IxDyn, Slice};
use std::borrow::Borrow;

/// The lengths of dimensions: `[2, 3]`, a slice, a vector or the only one.
pub trait Dims {
    /// Each of them; −1 is computed from the others.
    fn dims(&self) -> Vec<i64>;

    /// Each of them, none of them open.
    ///
    /// # Panics
    /// When one is negative.
    fn lengths(&self) -> Vec<usize> {
        let length = |d: i64| usize::try_from(d).expect("a length");
        self.dims().into_iter().map(length).collect()
    }
}

impl Dims for i64 {
    fn dims(&self) -> Vec<i64> {
        vec![*self]
    }
}

impl<const N: usize> Dims for [i64; N] {
    fn dims(&self) -> Vec<i64> {
        self.to_vec()
    }
}

impl Dims for &[i64] {
    fn dims(&self) -> Vec<i64> {
        self.to_vec()
    }
}

impl Dims for Vec<i64> {
    fn dims(&self) -> Vec<i64> {
        self.clone()
    }
}

impl Tensor {
    /// The lengths of its dimensions.
    pub fn size(&self) -> Vec<i64> {
        self.data().shape().iter().map(|&d| d as i64).collect()
    }

    /// The lengths of its two dimensions; `None` where it has not two.
    pub fn size2(&self) -> Option<(i64, i64)> {
        match self.size()[..] {
            [rows, columns] => Some((rows, columns)),
            _ => None,
        }
    }

    /// How many numbers it has.
    pub fn numel(&self) -> usize {
        self.data().shape().iter().product()
    }

    /// The place of a dimension that may be counted from the last one, −1.
    pub(super) fn axis(&self, dim: i64) -> Axis {
        let dims = self.data().shape().len() as i64;
        Axis(if dim < 0 { dim + dims } else { dim } as usize)
    }

    /// The same numbers, the last index first, in another shape.
    ///
    /// # Panics
    /// When these are other lengths than the numbers have.
    pub fn reshape(&self, size: impl Dims) -> Self {
        let mut dims = size.dims();
        let known: i64 = dims.iter().filter(|&&d| d >= 0).product();
        if let Some(open) = dims.iter_mut().find(|d| **d < 0) {
            *open = self.numel() as i64 / known.max(1);
        }
        let shape = IxDyn(&dims.lengths());
        let Self { kind, .. } = *self;
        let laid = each!(self.contiguous().data(), array =>
            array.into_shape_with_order(shape).expect("as many numbers"));
        Self::new(kind, laid)
    }

    /// `length` places of a dimension from `start` on.
    pub fn narrow(&self, dim: i64, start: i64, length: i64) -> Self {
        let (axis, places) = (
            self.axis(dim),
            Slice::from(start as usize..(start + length) as usize),
        );
        self.made(each!(self.data(), array => {
            let mut array = array;
            array.slice_axis_inplace(axis, places);
            array
        }))
    }

    /// Parts of at most `length` places of a dimension.
    pub fn split(&self, length: i64, dim: i64) -> Vec<Self> {
        let all = self.size()[self.axis(dim).index()];
        let parts = (0..all).step_by(length as usize);
        parts
            .map(|from| self.narrow(dim, from, length.min(all - from)))
            .collect()
    }

    /// One place of a dimension, which is removed.
    pub fn select(&self, dim: i64, index: i64) -> Self {
        let axis = self.axis(dim);
        let length = self.size()[axis.index()];
        let index = if index < 0 { index + length } else { index } as usize;
        self.made(each!(self.data(), array => array.index_axis_move(axis, index)))
    }

    /// One place of the first dimension.
    pub fn get(&self, index: i64) -> Self {
        self.select(0, index)
    }

    /// Adds a dimension of length 1.
    pub fn unsqueeze(&self, dim: i64) -> Self {
        let dims = self.data().shape().len() as i64;
        let axis = Axis(if dim < 0 { dim + dims + 1 } else { dim } as usize);
        self.made(each!(self.data(), array => array.insert_axis(axis)))
    }

    /// Removes a dimension of length 1; the tensor itself if it has another length.
    pub fn squeeze_dim(&self, dim: i64) -> Self {
        match self.size()[self.axis(dim).index()] {
            1 => self.select(dim, 0),
            _ => self.shallow_clone(),
        }
    }

    /// The transpose.
    pub fn tr(&self) -> Self {
        self.made(each!(self.data(), array => array.reversed_axes()))
    }

    /// Dimensions of length 1 made as long as `size` says; −1 leaves one as it is.
    pub fn expand(&self, size: impl Dims, _: bool) -> Self {
        let own = self.size();
        let dims = size.dims();
        let more = dims.len() - own.len();
        let length = |(i, &d): (usize, &i64)| if d < 0 { own[i - more] } else { d };
        let shape = IxDyn(
            &dims
                .iter()
                .enumerate()
                .map(length)
                .collect::<Vec<_>>()
                .lengths(),
        );
        self.made(each!(self.data(), array =>
            array.broadcast(shape).expect("a shape to expand to").to_shared()))
    }

    /// Repeats the tensor along each dimension, `times` times.
    pub fn repeat(&self, times: impl Dims) -> Self {
        let mut all = self.shallow_clone();
        for (dim, times) in times.lengths().into_iter().enumerate() {
            all = Self::cat(&vec![&all; times], dim as i64);
        }
        all
    }

    /// Concatenates tensors of one kind.
    ///
    /// # Panics
    /// When there is none, or they differ in another dimension.
    pub fn cat<T: Borrow<Self>>(parts: &[T], dim: i64) -> Self {
        let first = parts.first().expect("something to put together").borrow();
        let axis = first.axis(dim);
        let parts: Vec<Data> = parts.iter().map(|part| part.borrow().data()).collect();
        macro_rules! joined {
            ($variant:ident) => {{
                let views = parts.iter().map(|part| match part {
                    Data::$variant(array) => array.view(),
                    _ => panic!("tensors of one kind"),
                });
                let views: Vec<ArrayViewD<'_, _>> = views.collect();
                let joined = ndarray::concatenate(axis, &views);
                Data::$variant(joined.expect("shapes that fit").into_shared())
            }};
        }
        let joined = match parts[0] {
            Data::Float(_) => joined!(Float),
            Data::Double(_) => joined!(Double),
            Data::Whole(_) => joined!(Whole),
        };
        first.made(joined)
    }

    /// The places of a dimension that `places` (one dimension, int64) names, in its order.
    pub fn index_select(&self, dim: i64, places: &Self) -> Self {
        let axis = self.axis(dim);
        let places = places.places();
        self.made(each!(self.data(), array => array.select(axis, &places).into_shared()))
    }

    /// The numbers at `places` of the tensor as one row, in the shape of `places`.
    pub fn take(&self, places: &Self) -> Self {
        let flat = self.reshape([-1]).index_select(0, &places.reshape([-1]));
        flat.reshape(places.size())
    }

    /// For each place of `places` the number there along the last dimension, of two.
    pub fn gather(&self, dim: i64, places: &Self, _: bool) -> Self {
        assert_eq!(self.axis(dim).index(), 1, "rows to gather from");
        let at = places.reshape([-1]).places();
        let each = places.size()[1] as usize;
        let taken = each!(self.data(), array => {
            let numbers = at.iter().enumerate().map(|(i, &at)| array[[i / each, at]]);
            numbers.collect::<ndarray::Array1<_>>().into_dyn().into_shared()
        });
        self.made(taken).reshape(places.size())
    }

    /// With the numbers of `from` at `places`, row by row, of two dimensions.
    pub fn scatter(&self, dim: i64, places: &Self, from: &Self) -> Self {
        assert_eq!(self.axis(dim).index(), 1, "rows to scatter into");
        let at = places.reshape([-1]).places();
        let each = places.size()[1] as usize;
        let from = from.reshape([-1]).data();
        macro_rules! put {
            ($array:ident, $from:ident) => {{
                let mut array = $array.into_owned();
                for (i, (&at, &number)) in at.iter().zip(&$from).enumerate() {
                    array[[i / each, at]] = number;
                }
                array.into_shared()
            }};
        }
        self.made(match (self.data(), from) {
            (Data::Float(array), Data::Float(from)) => Data::Float(put!(array, from)),
            (Data::Double(array), Data::Double(from)) => Data::Double(put!(array, from)),
            (Data::Whole(array), Data::Whole(from)) => Data::Whole(put!(array, from)),
            _ => panic!("tensors of one kind"),
        })
    }

    /// With the numbers of `from` at `places` of its only dimension.
    pub fn index_copy(&self, dim: i64, places: &Self, from: &Self) -> Self {
        let (row, from) = (self.unsqueeze(0), from.unsqueeze(0));
        assert_eq!(dim, 0, "one dimension");
        row.scatter(1, &places.unsqueeze(0), &from).get(0)
    }

    /// The places of a row that are not 0: `[n, 1]`, int64.
    pub fn nonzero(&self) -> Self {
        let truth: Vec<bool> = self.to_kind(Kind::Bool).data().numbers();
        let there = (0i64..).zip(&truth).filter(|(_, there)| **there);
        let there: Vec<i64> = there.map(|(place, _)| place).collect();
        Self::from_slice(&there).unsqueeze(1)
    }

    /// Its numbers as places.
    pub(super) fn places(&self) -> Vec<usize> {
        let places: Vec<i64> = self.data().numbers();
        ArrayView1::from(&places).mapv(|p| p as usize).to_vec()
    }

    /// A tensor of the same kind.
    pub(super) fn made(&self, data: Data) -> Self {
        Self::new(self.kind, data)
    }
}
