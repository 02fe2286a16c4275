//! Every operation against LibTorch's.

use super::{Device, Kind, Tensor};

/// Numbers for a tensor of either kind.
#[derive(Clone, Copy)]
struct Given<'a>(&'a [f64], &'a [i64], Kind);

fn theirs(kind: Kind) -> tch::Kind {
    match kind {
        Kind::Uint8 => tch::Kind::Uint8,
        Kind::Int8 => tch::Kind::Int8,
        Kind::Int => tch::Kind::Int,
        Kind::Int64 => tch::Kind::Int64,
        Kind::Float => tch::Kind::Float,
        Kind::Double => tch::Kind::Double,
        Kind::Bool => tch::Kind::Bool,
    }
}

impl Given<'_> {
    fn ours(self) -> Tensor {
        Tensor::from_slice(self.0).reshape(self.1).to_kind(self.2)
    }

    fn theirs(self) -> tch::Tensor {
        tch::Tensor::from_slice(self.0)
            .reshape(self.1)
            .to_kind(theirs(self.2))
    }
}

#[track_caller]
fn assert_same(ours: &Tensor, given: &tch::Tensor) {
    assert_eq!(ours.size(), given.size());
    assert_eq!(theirs(ours.kind()), given.kind());
    let numbers: Vec<f64> = ours.to_kind(Kind::Double).reshape([-1]).try_into().unwrap();
    let flat = given.to_kind(tch::Kind::Double).reshape([-1]);
    let expected: Vec<f64> = flat.try_into().unwrap();
    let near = |(a, b): (&f64, &f64)| {
        a == b || (a - b).abs() <= 1e-6 * b.abs().max(1.0) || a.is_nan() && b.is_nan()
    };
    assert!(
        numbers.iter().zip(&expected).all(near),
        "{numbers:?}\n{expected:?}"
    );
}

/// The same expression with our tensors and with LibTorch's.
macro_rules! same {
    ($($name:ident = $given:expr),* => $made:expr) => {{
        let ours = {
            #[allow(unused_imports)]
            use super::{Device, Kind, Tensor};
            $(let $name = $given.ours();)*
            $made
        };
        let theirs = {
            #[allow(unused_imports)]
            use tch::{Device, Kind, Tensor};
            $(let $name = $given.theirs();)*
            $made
        };
        assert_same(&ours, &theirs);
    }};
}

const NUMBERS: &[f64] = &[
    0.5, -1.5, 3.0, 2.5, 7.25, -0.125, 2.0, 6.5, 0.0, 3.0, -4.0, 1.0,
];
const FLOATS: Given<'_> = Given(NUMBERS, &[3, 4], Kind::Float);
const DOUBLES: Given<'_> = Given(NUMBERS, &[3, 4], Kind::Double);
const ROW: Given<'_> = Given(&[1.0, 10.0, 100.0, -2.0], &[4], Kind::Float);
const COLUMN: Given<'_> = Given(&[1.0, 0.5, -3.0], &[3, 1], Kind::Double);
const WHOLE: Given<'_> = Given(&[3.0, 0.0, 2.0, 1.0, 1.0, 3.0], &[3, 2], Kind::Int64);
const TRUTH: Given<'_> = Given(&[1.0, 0.0, 0.0], &[3, 1], Kind::Bool);
const ENDS: Given<'_> = Given(
    &[f64::INFINITY, 1.0, f64::NEG_INFINITY, f64::NAN],
    &[4],
    Kind::Float,
);

#[test]
fn shapes() {
    same!(a = FLOATS => a.reshape([2, -1]));
    same!(a = FLOATS => a.tr().reshape([-1]));
    same!(a = FLOATS => a.narrow(1, 1, 2).narrow(0, 1, 2).contiguous());
    same!(a = FLOATS => a.select(1, 2));
    same!(a = FLOATS => a.select(1, -1));
    same!(a = FLOATS => a.get(1).unsqueeze(0));
    same!(a = FLOATS => a.unsqueeze(-1).squeeze_dim(-1));
    same!(a = FLOATS => a.squeeze_dim(1));
    same!(a = COLUMN => a.expand([2, 3, 4], false));
    same!(a = ROW => a.expand([3, -1], false));
    same!(a = FLOATS => a.repeat([2, 3]));
    same!(a = ROW => a.repeat([3]));
    same!(a = FLOATS, b = ROW => Tensor::cat(&[a, b.unsqueeze(0)], 0));
    same!(a = WHOLE => Tensor::cat(&[&a, &a], 1));
    same!(a = FLOATS => Tensor::cat(&a.split(2, 0), 0));
    same!(a = FLOATS => a.split(3, 1).pop().unwrap());
    same!(a = FLOATS, b = WHOLE => a.index_select(1, &b.reshape([-1])));
    same!(a = FLOATS, b = WHOLE => a.take(&(b * 2)));
    same!(a = DOUBLES, b = WHOLE => a.gather(1, &b, false));
    same!(a = FLOATS, b = WHOLE => a.scatter(1, &b, &(a.narrow(1, 2, 2) * 100.0)));
    same!(a = ROW, b = WHOLE => a.index_copy(0, &b.select(1, 1), &a.narrow(0, 1, 3)));
    same!(a = WHOLE => a.reshape([-1]).nonzero());
    same!(a = FLOATS => a.get(2).nonzero().squeeze_dim(1));
}

#[test]
fn kinds() {
    for kind in [
        Kind::Float,
        Kind::Double,
        Kind::Int64,
        Kind::Int,
        Kind::Int8,
        Kind::Bool,
    ] {
        for given in [FLOATS, DOUBLES, WHOLE, TRUTH] {
            let (ours, given) = (given.ours(), given.theirs());
            assert_same(&ours.to_kind(kind), &given.to_kind(theirs(kind)));
        }
    }
    same!(a = WHOLE => (a + 255).to_kind(Kind::Uint8));
    same!(a = WHOLE => a.zeros_like());
    same!(a = WHOLE => Tensor::full(a.size(), 2.5, (Kind::Float, Device::Cpu)));
    same!(a = WHOLE => a + Tensor::arange_start(3, 5, (Kind::Int64, Device::Cpu)));
    same!(a = WHOLE => Tensor::from_data_size(&[1, 255, 3, 4], &[2, 2], Kind::Int8) + a.get(0));
    same!(a = ROW => Tensor::from_data_size(&1.5f32.to_le_bytes(), &[1], Kind::Float) + a);
}

#[test]
fn arithmetic() {
    same!(a = FLOATS, b = ROW => &a + &b);
    same!(a = FLOATS, b = COLUMN => a * b);
    same!(a = COLUMN, b = ROW => a - b);
    same!(a = FLOATS, b = ROW => a / b);
    same!(a = WHOLE, b = FLOATS => a + b.narrow(1, 0, 2));
    same!(a = WHOLE, b = TRUTH => a * b);
    same!(a = WHOLE => a * 3 - 1);
    same!(a = WHOLE => a + 0.5);
    same!(a = TRUTH => a.to_kind(Kind::Float) * 1e6);
    same!(a = FLOATS => -(&a / 3));
    same!(a = WHOLE => (a * 7).divide_scalar_mode(4, "floor"));
    same!(a = WHOLE => a * i64::MAX + i64::MAX);
    same!(a = FLOATS => a.clamp(0.0, 3.0).sqrt().reciprocal());
    same!(a = FLOATS => a.relu6());
    same!(a = ENDS => a.clamp_min(0.5));
    same!(a = ENDS => a.clamp_max(0.5));
    same!(a = FLOATS => (a * 2.0).round());
    same!(a = FLOATS, b = ROW => a.maximum(&b));
    same!(a = FLOATS, b = FLOATS => a.lerp(&(b * 3.0), 0.25));
    same!(a = DOUBLES => a.matmul(&a.tr()));
    same!(a = FLOATS => a.tr().matmul(&a));
}

#[test]
fn what_is_written_into_a_tensor_is_in_all_that_are_it() {
    same!(a = FLOATS, b = DOUBLES => {
        let (mut same, own) = (a.shallow_clone(), a.copy());
        same.copy_(&(b * 2.0));
        a + own
    });
    same!(a = FLOATS, b = FLOATS => {
        let mut same = a.detach();
        let _ = same.lerp_(&(b + 1.0), 0.5);
        a
    });
    same!(a = FLOATS, b = ROW => {
        let mut same = a.shallow_clone();
        same += &b;
        same += b * 2.0;
        a
    });
}

#[test]
fn truth() {
    same!(a = ENDS => a.isfinite());
    same!(a = ENDS => a.isinf());
    same!(a = WHOLE => a.logical_not());
    same!(a = WHOLE, b = TRUTH => a.to_kind(Kind::Bool).logical_and(&b));
    same!(a = WHOLE => a.eq_tensor(&a.narrow(1, 1, 1)));
    same!(a = FLOATS, b = TRUTH => a.masked_fill(&b, f64::INFINITY));
    same!(a = FLOATS, b = TRUTH => a.where_self(&b, &(&a * 5.0)));
    same!(a = TRUTH => a.all());
    same!(a = TRUTH => a.logical_not().logical_not().narrow(0, 0, 1).all());
}

#[test]
fn many_in_one() {
    same!(a = FLOATS => a.sum_dim_intlist([0, 1].as_slice(), false, Kind::Double));
    same!(a = FLOATS => a.sum_dim_intlist(-1, true, Kind::Float));
    same!(a = TRUTH => a.sum(Kind::Float));
    same!(a = FLOATS => a.mean_dim(0, false, Kind::Double));
    same!(a = FLOATS => a.mean(Kind::Float));
    same!(a = FLOATS => a.var_mean_dim(0, false, false).0);
    same!(a = DOUBLES => a.var_mean_dim(1, true, true).1);
    same!(a = FLOATS => a.amin([1], false));
    same!(a = FLOATS => a.amin([0], true));
    same!(a = FLOATS => a.argmin(1, true));
    same!(a = FLOATS => a.argmax(0, false));
    same!(a = FLOATS => a.log_softmax(-1, Kind::Float));
    assert_eq!(FLOATS.ours().double_value(&[1, 3]), 6.5);
    assert_eq!(WHOLE.ours().int64_value(&[2, 1]), 3);
}

#[test]
fn layers() {
    let store = tch::nn::VarStore::new(tch::Device::Cpu);
    let mut norm = crate::net::parts::norm(&(store.root() / "norm"), 4);
    let ours = super::nn::VarStore::new(Device::Cpu);
    let mut mine = super::nn::batch_norm1d(&ours.root() / "norm", 4, Default::default());
    let places = Given(&[0.0, 2.0, 1.0, 1.0, 2.0, 2.0], &[3, 2], Kind::Int64);
    let squares = Given(&[0.5, 2.0, 9.0, 1.0], &[4], Kind::Float);
    tch::no_grad(|| norm.running_var.copy_(&squares.theirs()));
    tch::no_grad(|| norm.running_mean.copy_(&ROW.theirs()));
    mine.running_var.copy_(&squares.ours());
    mine.running_mean.copy_(&ROW.ours());
    let names = |mut all: Vec<String>| {
        all.sort();
        all
    };
    assert_eq!(
        names(ours.variables().into_keys().collect()),
        names(store.variables().into_keys().collect())
    );
    assert!(mine.ws.as_ref().unwrap().requires_grad() && !mine.running_mean.requires_grad());
    let f32s = super::Compute::F32;
    let sum = super::sum_rows(&places.ours(), &FLOATS.ours(), f32s);
    let theirs = crate::net::parts::sum_rows(
        &places.theirs(),
        &FLOATS.theirs(),
        crate::compute::Compute::F32,
    );
    assert_same(&sum, &theirs);
    let normal = super::normalise(&mine, &sum, 1.5, false);
    assert_same(
        &normal,
        &crate::net::parts::normalise(&norm, &theirs, 1.5, false),
    );
    let product = f32s.linear(
        &normal,
        &FLOATS.ours(),
        Some(&COLUMN.ours().reshape([-1]).to_kind(Kind::Float)),
    );
    let weights = FLOATS.theirs();
    let bias = COLUMN.theirs().reshape([-1]).to_kind(tch::Kind::Float);
    let normal = crate::net::parts::normalise(&norm, &theirs, 1.5, false);
    assert_same(
        &product,
        &crate::compute::Compute::F32.linear(&normal, &weights, Some(&bias)),
    );
}

#[test]
fn what_is_random_follows_the_seed() {
    let options = (Kind::Int64, Device::Cpu);
    let draw = |seed| -> [Vec<i64>; 2] {
        super::manual_seed(seed);
        let order = Tensor::randperm(1000, options);
        let numbers = Tensor::randint(7, [500], options);
        assert_same(
            &Tensor::zeros([2, 3], (Kind::Float, Device::Cpu)),
            &tch::Tensor::zeros([2, 3], (tch::Kind::Float, tch::Device::Cpu)),
        );
        [order, numbers].map(|t| t.try_into().unwrap())
    };
    assert_eq!(draw(1), draw(1));
    assert_ne!(draw(1), draw(2));
    let [mut order, mut numbers] = draw(1);
    order.sort_unstable();
    assert!(order.iter().copied().eq(0..1000));
    numbers.sort_unstable();
    numbers.dedup();
    assert_eq!(numbers, [0, 1, 2, 3, 4, 5, 6]);
    let even = Tensor::zeros([10_000], (Kind::Float, Device::Cpu)).rand_like();
    let (variance, mean) = even.var_mean_dim(0, false, false);
    assert!((mean.double_value(&[]) - 0.5).abs() < 0.01);
    assert!((variance.double_value(&[]) - 1.0 / 12.0).abs() < 0.003);
}
