//! What the papers say of labels, losses, first weights, rates and batches.

use crate::common::valued::Valued;
use crate::common::{Bench, metrics, succeed};
use quarterturn_core::cube::Cube2Qtm;
use quarterturn_trainer::device::Device;
use quarterturn_trainer::dynamics::{Dynamics, OnHost, States};
use quarterturn_trainer::labels;
use quarterturn_trainer::libtorch::compute::Compute;
use quarterturn_trainer::libtorch::net::{self, Graph};
use quarterturn_trainer::libtorch::targets::{self, lookahead};
use quarterturn_trainer::libtorch::tensors;
use quarterturn_trainer::random::seeded;
use quarterturn_trainer::recipe::Recipe;
use std::path::Path;
use std::sync::Arc;
use tch::{Kind, Reduction, Tensor};

const RECURRENT: &str = "kind = \"recurrent-attention\"\nrounds = 3\nstate = 8\nouter = 8";

fn text(net: &str, target: &str, optimizer: &str) -> String {
    format!(
        "puzzle = \"cube2\"\nseed = 4\n[net]\n{net}\n[target]\n{target}\n\
         [optimizer]\nbatch = 10\nrate = 1e-3\n{optimizer}\n\
         [run]\nexamples = 12_000\ncompute = \"f32\"\nevaluate_width = 0\n"
    )
}

fn read(text: &str) -> Recipe {
    let recipe: Recipe = toml::from_str(text).unwrap();
    recipe.check().unwrap();
    recipe
}

fn paper(name: &str) -> Recipe {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("recipes");
    Recipe::load(&folder.join(format!("{name}.toml")))
        .unwrap()
        .0
}

fn cube2() -> Arc<dyn Dynamics> {
    Arc::new(OnHost::new(&Cube2Qtm).unwrap())
}

/// A network that promises the same of every state.
fn promise(value: f64) -> impl Graph {
    Valued::new(move |features| {
        let options = (Kind::Float, tch::Device::Cpu);
        Tensor::full([features.size()[0]], value, options)
    })
}

/// argmax(R + v), where the goal's value is known.
#[test]
fn the_move_to_the_goal_is_the_policy_label_whatever_is_promised() {
    let walks = cube2().walks(&mut seeded(1, 1, 1), 40, 1);
    for value in [-3.0, 0.0, 5.0] {
        let net = promise(value);
        let ahead = lookahead::lookahead(&net, walks.scrambled().as_ref(), 1);
        let back = tensors::moves(&walks.back, &[-1], tch::Device::Cpu);
        assert_eq!(ahead.best, back, "{value}");
        assert!(ahead.cost.eq(1.0).all().int64_value(&[]) == 1);
    }
}

#[test]
fn every_round_counts_a_thousandth_at_first() {
    let _turn = crate::common::generator();
    let target = "kind = \"mixed\"\nratio = 100\nstages = [{ steps = 6 }]\npool = 40\n\
                  scattered = true\nevery_round_until = 2";
    let recipe = read(&text(RECURRENT, target, ""));
    let dynamics = cube2();
    let net = net::build(&recipe, dynamics.shape(), Device::Cpu, Compute::F32);
    // Fresh heads say the same after every round.
    tch::no_grad(|| {
        let all = tensors::variables(net.variables()).into_iter();
        let heads = all.filter(|(name, _)| name == "value.weight");
        heads.for_each(|(_, mut weight)| drop(weight.normal_(0.0, 1.0)));
    });
    let mut target = targets::build(&recipe, &dynamics, Device::Cpu, (0, 1));
    let mut pool = labels::pool::Pool::new(dynamics, recipe.seed, 6, 10, 40)
        .labelled()
        .shuffled();
    for step in 0..3 {
        let (states, labels) = pool.shuffled_states(step);
        let features = tensors::features(states.as_ref(), tch::Device::Cpu);
        let labels = Tensor::from_slice(&labels.unwrap());
        assert_eq!(labels.size(), [60]);
        let rounds = net.values_by_round(&features).unwrap();
        let losses: Vec<f64> = rounds
            .iter()
            .map(|v| v.mse_loss(&labels, Reduction::Mean).double_value(&[]))
            .collect();
        let last = net.forward(&features, true).value.unwrap();
        assert_eq!(&last, rounds.last().unwrap());
        assert!((losses[0] - losses[2]).abs() > 1e-3, "{losses:?}");
        let earlier = if step < 2 { 0.001 } else { 0.0 };
        let known = losses[2] + earlier * (losses[0] + losses[1]);
        let total = target.loss(net.as_ref(), step).total.double_value(&[]);
        assert!((total - known).abs() < 1e-5 * known, "{total} {known}");
    }
}

/// Each state of a pool is in one of its batches, with its own label.
#[test]
fn scattered_batches_have_every_state_once() {
    let pool = || labels::pool::Pool::new(cube2(), 3, 6, 10, 40).labelled();
    let sorted = |mut all: Vec<(Vec<u16>, i64)>| {
        all.sort();
        all
    };
    let rows = |states: &dyn States, labels: &[f32]| -> Vec<(Vec<u16>, i64)> {
        let features = states.features();
        let features = features.chunks(features.len() / states.count());
        let labels = labels.iter().map(|&label| label as i64);
        features.map(<[u16]>::to_vec).zip(labels).collect()
    };
    let (mut whole, mut scattered) = (pool(), pool().shuffled());
    let (mut all, mut again) = (Vec::new(), Vec::new());
    for step in 0..4 {
        let batch = whole.batch(step);
        let labels = batch.scrambled_labels();
        all.extend(rows(batch.walks.scrambled().as_ref(), &labels));
        let (states, labels) = scattered.shuffled_states(step);
        again.extend(rows(states.as_ref(), &labels.unwrap()));
    }
    assert_ne!(all, again);
    assert_eq!(sorted(all), sorted(again));
}

#[test]
fn the_joint_network_starts_as_glorot_says() {
    let _turn = crate::common::generator();
    let recipe = paper("paper-cube2-report");
    let net = net::build(&recipe, cube2().shape(), Device::Cpu, Compute::F32);
    let mut layers = 0;
    for (name, tensor) in tensors::variables(net.variables()) {
        if name.ends_with("weight") {
            let bound = (6.0 / tensor.size().iter().sum::<i64>() as f64).sqrt();
            let most = tensor.abs().max().double_value(&[]);
            assert!(
                most <= bound && most > 0.8 * bound,
                "{name}: {most} of {bound}"
            );
            layers += 1;
        } else if name.contains("first") {
            assert_eq!(tensor.abs().max().double_value(&[]), 0.0, "{name}");
        }
    }
    assert_eq!(layers, 6);
}

#[test]
fn a_rate_falls_by_steps() {
    let net = "kind = \"mlp\"\nlayers = [8]\nheads = [\"value\"]";
    let walk = "kind = \"walk\"\nsteps = 6\npool = 10";
    let bench = Bench::new(&text(net, walk, "multiply = { by = 0.5, every = 4_000 }"));
    let out = bench.out("run");
    succeed(&mut bench.train(&out, &[]));
    let rates = metrics(&out).into_iter();
    let rates: Vec<f64> = rates.filter_map(|line| line["rate"].as_f64()).collect();
    // Every 50 steps of 60 examples; the step before each report had begun at 2,940, 5,940, …
    assert_eq!(rates, [1e-3, 0.5e-3, 0.25e-3, 0.25e-3]);
}

#[test]
fn recipes_have_the_papers_batches() {
    let recipe = paper("paper-deepcube");
    let each = recipe.optimizer.batch * recipe.steps();
    assert_eq!((each, recipe.run.examples / each as u64), (4000, 2_000_000));
    let recipe = paper("paper-cube2-report");
    assert_eq!(recipe.run.examples, 500 * 64 * 1024);
    for name in ["paper-brinner-stacked", "paper-brinner-recurrent"] {
        let recipe = paper(name);
        assert_eq!(recipe.optimizer.batch * recipe.steps(), 126, "{name}");
        let set = recipe.target.pool() * recipe.steps();
        assert!((1_999_000..2_001_000).contains(&set), "{name}: {set}");
    }
}

#[test]
fn what_makes_no_sense_is_refused() {
    let mlp = "kind = \"mlp\"\nlayers = [8]\nheads = [\"value\"]";
    let mixed = "kind = \"mixed\"\nratio = 1\nstages = [{ steps = 6 }]";
    let fault = |target: &str, optimizer: &str| {
        let recipe: Recipe = toml::from_str(&text(mlp, target, optimizer)).unwrap();
        recipe.check().err().map(|fault| fault.key)
    };
    assert_eq!(fault(mixed, ""), None);
    let davi = "kind = \"davi\"\nsteps = 6\ncheck = 1\nthreshold = 1.0";
    assert_eq!(fault(davi, ""), None);
    for (depth, key) in [
        (0, Some("target.depth")),
        (1, None),
        (2, None),
        (3, Some("target.depth")),
    ] {
        assert_eq!(
            fault(&format!("{davi}\ndepth = {depth}"), "").as_deref(),
            key
        );
    }
    let rounds = format!("{mixed}\nevery_round_until = 1");
    assert_eq!(
        fault(&rounds, "").as_deref(),
        Some("target.every_round_until")
    );
    for wrong in [
        "{ by = 0.0, every = 1 }",
        "{ by = 2.0, every = 1 }",
        "{ by = 0.5, every = 0 }",
    ] {
        let key = fault(mixed, &format!("multiply = {wrong}"));
        assert_eq!(key.as_deref(), Some("optimizer.multiply"), "{wrong}");
    }
}
