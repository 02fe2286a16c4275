//! Reductions: sums, means, minima and their places.

use super::shape::Dims;
use super::{Kind, Tensor};
use ndarray::{ArrayD, Axis, IxDyn};

impl Tensor {
    /// In double.
    fn doubles(&self) -> ArrayD<f64> {
        let shape = IxDyn(self.data().shape());
        let numbers = self.data().numbers();
        ArrayD::from_shape_vec(shape, numbers).expect("its own shape")
    }

    fn of_doubles(kind: Kind, array: &ArrayD<f64>) -> Self {
        let size: Vec<i64> = array.shape().iter().map(|&d| d as i64).collect();
        let flat: Vec<f64> = array.iter().copied().collect();
        Self::from_slice(&flat).reshape(size).to_kind(kind)
    }

    /// Sums over dimensions, summed in double.
    pub fn sum_dim_intlist(&self, dims: impl Dims, keep: bool, kind: Kind) -> Self {
        let dims = dims.dims().into_iter();
        let mut axes: Vec<usize> = dims.map(|dim| self.axis(dim).index()).collect();
        axes.sort_unstable();
        let mut sums = self.doubles();
        for &axis in axes.iter().rev() {
            sums = sums.sum_axis(Axis(axis));
            if keep {
                sums = sums.insert_axis(Axis(axis));
            }
        }
        Self::of_doubles(kind, &sums)
    }

    /// Means over dimensions.
    pub fn mean_dim(&self, dims: impl Dims, keep: bool, kind: Kind) -> Self {
        let lengths = dims
            .dims()
            .into_iter()
            .map(|dim| self.size()[self.axis(dim).index()]);
        let count: i64 = lengths.product();
        let sum = self.sum_dim_intlist(dims, keep, Kind::Double);
        (sum / count as f64).to_kind(kind)
    }

    /// The sum of all.
    pub fn sum(&self, kind: Kind) -> Self {
        self.reshape([-1]).sum_dim_intlist(0, false, kind)
    }

    /// The mean of all.
    pub fn mean(&self, kind: Kind) -> Self {
        self.reshape([-1]).mean_dim(0, false, kind)
    }

    /// Variance and mean over a dimension.
    pub fn var_mean_dim(&self, dim: i64, unbiased: bool, keep: bool) -> (Self, Self) {
        let kind = self.kind();
        let own = self.to_kind(Kind::Double);
        let mean = own.mean_dim(dim, true, Kind::Double);
        let off = &own - &mean;
        let count = self.size()[self.axis(dim).index()] - i64::from(unbiased);
        let squares = (&off * &off).sum_dim_intlist(dim, keep, Kind::Double);
        let mean = if keep { mean } else { mean.squeeze_dim(dim) };
        ((squares / count as f64).to_kind(kind), mean.to_kind(kind))
    }

    /// Whether all are true.
    pub fn all(&self) -> Self {
        let truth: Vec<bool> = self.to_kind(Kind::Bool).data().numbers();
        Self::from_slice(&[truth.into_iter().all(|t| t)]).get(0)
    }

    /// The least along a dimension.
    pub fn amin(&self, dims: impl Dims, keep: bool) -> Self {
        let [dim] = dims.dims()[..] else {
            panic!("the least along one dimension");
        };
        let least = self
            .doubles()
            .fold_axis(self.axis(dim), f64::INFINITY, |&a, &b| a.min(b));
        let least = Self::of_doubles(self.kind(), &least);
        if keep { least.unsqueeze(dim) } else { least }
    }

    /// Where the least is along a dimension; the first of several.
    pub fn argmin(&self, dim: i64, keep: bool) -> Self {
        self.place(dim, keep, |number, best| number < best)
    }

    /// Where the largest is along a dimension; the first of several.
    pub fn argmax(&self, dim: i64, keep: bool) -> Self {
        self.place(dim, keep, |number, best| number > best)
    }

    fn place(&self, dim: i64, keep: bool, better: impl Fn(f64, f64) -> bool) -> Self {
        let axis = self.axis(dim);
        let places = self.doubles().map_axis(axis, |row| {
            let numbers = row.iter().enumerate();
            let (place, _) = numbers.fold((0, row[0]), |best, (place, &number)| {
                if better(number, best.1) {
                    (place, number)
                } else {
                    best
                }
            });
            place as f64
        });
        let places = Self::of_doubles(Kind::Int64, &places);
        if keep { places.unsqueeze(dim) } else { places }
    }

    /// The logarithms of the shares that exponentials have along the last dimension.
    pub fn log_softmax(&self, dim: i64, kind: Kind) -> Self {
        let axis = self.axis(dim);
        let own = self.doubles();
        let most = own
            .fold_axis(axis, f64::NEG_INFINITY, |&a, &b| a.max(b))
            .insert_axis(axis);
        let off = &own - &most;
        let sums = off.mapv(f64::exp).sum_axis(axis).insert_axis(axis);
        Self::of_doubles(kind, &(off - sums.mapv(f64::ln)))
    }
}
