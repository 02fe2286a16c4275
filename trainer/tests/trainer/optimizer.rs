//! Our optimisers against sums by hand and against LibTorch's own.

use quarterturn_trainer::libtorch::optimizer::{Adam, Optimizer};
use quarterturn_trainer::libtorch::tensors;
use tch::nn::{self, OptimizerConfig, VarStore};
use tch::{Device, Kind, Tensor};

#[test]
fn adam_makes_the_steps_of_its_paper() {
    let parameters = [Tensor::from_slice(&[1.0f64])];
    let mut adam = Adam::new(&parameters);
    // Worked by hand: moments 0.05 and 0.00025, then −0.055 and 0.00124975, then −0.0245 and
    // 0.00131100025, each divided by its correction.
    for (t, (gradient, expected)) in [(0.5, 0.9), (-1.0, 0.936_610_3), (0.25, 0.950_279_6)]
        .into_iter()
        .enumerate()
    {
        adam.step(
            &parameters,
            &[Tensor::from_slice(&[gradient])],
            0.1,
            t as u64 + 1,
        );
        let got = parameters[0].double_value(&[0]);
        assert!(
            (got - expected).abs() < 1e-6,
            "step {t}: {got}, not {expected}"
        );
    }
}

#[test]
fn adam_equals_libtorch() {
    let _turn = crate::common::generator();
    tensors::seed(1, 2, 3);
    let store = VarStore::new(Device::Cpu);
    let start = Tensor::randn([7, 5], (Kind::Float, Device::Cpu));
    let theirs = store.root().var_copy("p", &start);
    let mut optimizer = nn::Adam::default().build(&store, 3e-3).unwrap();
    let ours = [start.copy().set_requires_grad(true)];
    let mut adam = Adam::new(&ours);
    let centre = Tensor::randn([7, 5], (Kind::Float, Device::Cpu));
    let loss = |p: &Tensor| (p - &centre).pow_tensor_scalar(4).sum(Kind::Float);
    for t in 1..=100 {
        optimizer.backward_step(&loss(&theirs));
        let gradients = Tensor::run_backward(&[loss(&ours[0])], &ours, false, false);
        adam.step(&ours, &gradients, 3e-3, t);
        let distance = (&ours[0] - &theirs).abs().max().double_value(&[]);
        assert!(distance < 1e-5, "step {t}: {distance}");
    }
    let moved = (&ours[0] - &start).abs().max().double_value(&[]);
    assert!(moved > 0.1, "the parameters moved by {moved} only");
}
