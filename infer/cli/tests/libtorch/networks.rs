//! Networks on LibTorch say what our own code says of them.

use crate::harness::run;
use quarterturn::core::Puzzle;
use quarterturn::eval::{
    Checked, Device, Errors, Evaluator, Float, Network as _, Offloaded, Results,
};
use quarterturn::models::{EMBEDDED, Model};
use quarterturn::puzzles::Seeded;
use quarterturn::{Puzzle as AnyPuzzle, Settings, Solver};
use quarterturn_core::cube::{Cube2, Cube2Qtm};
use quarterturn_core::net::float::{Activation, Attention, FloatNet, Layer, Linear, Recurrent};
use quarterturn_core::random::random_moves;
use quarterturn_lab::networks::{self, Against};
use quarterturn_support::networks::{every_layer, linear, numbers};
use quarterturn_support::rng;
use quarterturn_torch::{Compute, LibTorch, Network, register};

fn states(count: usize) -> Vec<Cube2> {
    let rng = &mut rng(1);
    let moves = random_moves(&Cube2Qtm, Cube2::SOLVED, rng, count);
    let step = |state: &mut Cube2, mv| {
        *state = Cube2Qtm.apply(state, mv);
        Some(*state)
    };
    moves.scan(Cube2::SOLVED, step).collect()
}

fn costs(evaluator: &dyn Evaluator<Cube2Qtm>, states: &[Cube2]) -> [Vec<i32>; 3] {
    let mut all = Results::for_all(&Cube2Qtm, evaluator.heads(), states.len());
    evaluator.evaluate(&Cube2Qtm, states, all.outputs());
    [all.value, all.q, all.policy]
}

/// How far LibTorch on the processor is from our own code, over all heads.
fn errors(net: &FloatNet<'_>, compute: Compute) -> Errors {
    let file = net.encode().unwrap();
    let torch = LibTorch {
        compute: Some(compute),
    };
    let there = Offloaded::load_by(&torch, &Cube2Qtm, &file, Device::LibtorchCpu).unwrap();
    let pair = Checked::new(there, Float::load(&Cube2Qtm, &file).unwrap());
    let said = costs(&pair, &states(500));
    let mut distinct = said[0].clone();
    distinct.sort_unstable();
    distinct.dedup();
    assert!(distinct.len() > 100, "{} of 500 differ", distinct.len());
    pair.errors()
}

/// The papers' networks in small: a name, and layers whose sums keep their size.
fn networks() -> Vec<(&'static str, FloatNet<'static>)> {
    let rng = &mut rng(2);
    let every = every_layer(rng);
    // Cube's features to 40, as layers are fed by tokens of 10.
    let first = scaled(rng, every.active, 40, Some(every.features));
    let net = |activation, mut layers: Vec<Layer>, rng: &mut Seeded, width| {
        layers.push(Layer::Dense(
            scaled(rng, width, 13, None),
            Activation::Identity,
        ));
        FloatNet {
            first: first.clone(),
            activation,
            layers,
            ..every.clone()
        }
    };
    let block = |rng: &mut Seeded| {
        let (a, b) = (scaled(rng, 30, 30, None), scaled(rng, 30, 30, None));
        Layer::Residual(a, b, Activation::Relu)
    };
    let residual = vec![
        Layer::Dense(scaled(rng, 40, 30, None), Activation::Relu),
        block(rng),
        block(rng),
    ];
    let joint = vec![
        Layer::Dense(scaled(rng, 40, 50, None), Activation::Elu),
        Layer::Dense(scaled(rng, 50, 20, None), Activation::Elu),
    ];
    let mut token = |outputs| scaled(rng, 10, outputs, None);
    let mut attention = || {
        let [key, value, mixed, inner] = [10, 10, 10, 16].map(&mut token);
        Attention {
            heads: 5,
            queries: Vec::new(),
            output: Linear::default(),
            scale: vec![1.5; 10],
            shift: vec![0.25; 10],
            key,
            value,
            mixed,
            inner,
        }
    };
    let mut blocks = [attention(), attention()];
    for block in &mut blocks {
        block.queries = numbers(rng, 120);
        block.output = scaled(rng, 16, 10, None);
    }
    let [a, b] = blocks.map(Layer::Attention);
    let outer = Layer::Dense(scaled(rng, 120, 20, None), Activation::Elu);
    let stacked = vec![Layer::Repeat(3), a, b, outer];
    let mut recurrent = |layer: fn(Recurrent) -> Layer| {
        vec![
            layer(Recurrent {
                rounds: 10,
                query: numbers(rng, 10),
                answer: scaled(rng, 10, 4 * 24, None),
                back: scaled(rng, 24, 4 * 24, None),
                next: scaled(rng, 24, 10, None),
            }),
            Layer::Dense(scaled(rng, 24, 20, None), Activation::Elu),
        ]
    };
    let [plain, elu] = [Layer::Recurrent, Layer::RecurrentElu].map(&mut recurrent);
    vec![
        ("residual", net(Activation::Relu, residual, rng, 30)),
        ("joint", net(Activation::Elu, joint, rng, 20)),
        (
            "stacked attention",
            net(Activation::Identity, stacked, rng, 20),
        ),
        (
            "linear recurrent attention",
            net(Activation::Identity, plain, rng, 20),
        ),
        (
            "recurrent attention",
            net(Activation::Identity, elu, rng, 20),
        ),
        ("clipped", net(Activation::Clip, Vec::new(), rng, 40)),
        ("every layer", every),
    ]
}

/// A layer whose sums of `active` inputs are as large as the inputs, about.
fn scaled(rng: &mut Seeded, active: usize, outputs: usize, inputs: Option<usize>) -> Linear {
    let mut layer = linear(rng, inputs.unwrap_or(active), outputs);
    let factor = (3.0 / active as f32).sqrt();
    layer.weights.iter_mut().for_each(|w| *w *= factor);
    layer
}

#[test]
fn float_networks_of_every_kind_say_the_same() {
    for (name, net) in networks() {
        let errors = errors(&net, Compute::F32);
        // One unit is 1/1024 of a move.
        assert!(errors.most <= 1, "{name}:\n{errors}");
    }
}

/// What a GPU computes, here on the processor.
#[test]
fn half_precision_is_near() {
    for (name, net) in networks() {
        let errors = errors(&net, Compute::Bf16);
        assert!(errors.mean() < 0.02, "{name}:\n{errors}");
        assert!(errors.most > 1, "{name} was not rounded");
    }
}

#[test]
fn integer_networks_say_the_same_bits() {
    register();
    for embedded in EMBEDDED {
        let model = Model::find(embedded.name).unwrap();
        if model.numbers != "int8" {
            continue;
        }
        let puzzle = model.puzzle().unwrap();
        let against = Against::Device(Device::LibtorchCpu);
        let errors = networks::check(&puzzle, &model, against, 700).unwrap();
        assert!(errors.count() >= 700);
        assert_eq!(errors.same(), errors.count(), "{}:\n{errors}", model.name);
    }
}

/// Two devices that share each batch; on a machine with two GPUs it would be `cuda:0,1`.
fn pair() -> Device {
    register();
    Device::several(&[Device::LibtorchCpu; 2]).unwrap()
}

#[test]
fn several_devices_share_a_batch() {
    let states = states(3000);
    let model = Model::find("cube2-base").unwrap();
    let of_threads = |threads| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
        pool.unwrap().install(|| {
            let [here, both] = [Device::LibtorchCpu, pair()]
                .map(|device| Offloaded::load(&Cube2Qtm, &model.bytes, device).unwrap());
            for batch in [1, 33, 3000] {
                for states in states.chunks(batch) {
                    assert_eq!(costs(&both, states), costs(&here, states), "{batch}");
                }
            }
            assert_eq!(here.shares(), [(Device::LibtorchCpu, 9000)]);
            both.shares()
        })
    };
    for threads in [1, 2, 5] {
        let shares = of_threads(threads);
        let given: Vec<u64> = shares.iter().map(|&(_, states)| states).collect();
        assert_eq!(given.iter().sum::<u64>(), 9000, "{threads} threads");
        // Which one is free when depends on the threads. A single thread takes them in turn.
        assert_eq!(given.len(), 2);
        assert!(given.iter().all(|&n| n > 0), "{threads} threads: {given:?}");
        assert!(threads > 1 || given[0].abs_diff(given[1]) <= 3000);
    }
}

/// A beam, whose states the processor keeps then, and searches with queues.
#[test]
fn searches_on_several_devices_give_the_answers_of_one() {
    let settings = |words: &str| Settings {
        search: Some(words.parse().unwrap()),
        node_limit: Some(30_000),
        ..Settings::default()
    };
    let puzzle = AnyPuzzle::named("cube3").unwrap();
    let rng = &mut Seeded::new(3);
    let states: Vec<String> = (0..2)
        .map(|_| puzzle.draw(rng, Some(9)).state.to_string())
        .collect();
    for search in ["beam", "bwas", "qstar"] {
        let said = |device| {
            let solver = Solver::builder().puzzle(&puzzle).device(device);
            let solver = solver.settings(settings(search)).build().unwrap();
            let answers = states.iter().map(|state| solver.solve(state).unwrap());
            let facts = answers.map(|answer| (answer.solution, answer.counters));
            facts.collect::<Vec<_>>()
        };
        let several = said(pair());
        assert_eq!(several, said(Device::LibtorchCpu), "{search}");
        assert_eq!(several, said(Device::Cpu), "{search}");
    }
}

/// The format's own example: one input, one output, worked out by hand.
#[test]
fn the_smallest_network_is_padded_rightly() {
    let page = include_str!("../../../../weights/FORMAT.md");
    let examples = page.split("```text").skip(1).map(|rest| {
        let bytes = rest.split("```").next().unwrap().split_whitespace();
        bytes.map(|b| u8::from_str_radix(b, 16).unwrap()).collect()
    });
    let examples: Vec<Vec<u8>> = examples.collect();
    for (file, cost) in examples.iter().zip([3, 1024]) {
        let device = quarterturn_torch::Device::Cpu;
        let nets = Network::load(file, device, Compute::F32, 2).unwrap();
        for mut net in nets {
            let mut costs = [0];
            net.evaluate(&[0], &mut costs);
            assert_eq!(costs, [cost]);
        }
    }
    assert_eq!(examples.len(), 2);
}

#[test]
fn costs_depend_on_the_state_alone() {
    register();
    let states = states(300);
    for (name, net) in networks() {
        let file = net.encode().unwrap();
        let of_threads = |threads| {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
            pool.unwrap().install(|| {
                let torch = Offloaded::load(&Cube2Qtm, &file, Device::LibtorchCpu).unwrap();
                let together = costs(&torch, &states);
                for batch in [1, 17, 32, 129] {
                    let parts = states.chunks(batch).map(|part| costs(&torch, part));
                    let mut apart = [const { Vec::new() }; 3];
                    for part in parts {
                        apart
                            .iter_mut()
                            .zip(part)
                            .for_each(|(all, part)| all.extend(part));
                    }
                    assert!(near(&apart, &together), "{name}, {batch}");
                }
                together
            })
        };
        assert!(near(&of_threads(1), &of_threads(3)), "{name}");
    }
}

/// The same but for the last bit: on some processors (AMD's, with AVX-512) the products of LibTorch depend
/// on the row that a state stands in, in the last bits of float32.
fn near(these: &[Vec<i32>; 3], those: &[Vec<i32>; 3]) -> bool {
    let head = |(a, b): (&Vec<i32>, &Vec<i32>)| {
        a.len() == b.len() && a.iter().zip(b).all(|(a, b)| a.abs_diff(*b) <= 1)
    };
    these.iter().zip(those).all(head)
}

#[test]
fn a_solver_takes_a_device() {
    register();
    let solution = |device| {
        let solver = Solver::builder().puzzle("cube2").device(device);
        let solver = solver.build().unwrap();
        assert_eq!(solver.device(), device);
        solver.solve("R U2 F' R' U F").unwrap().solution
    };
    assert!(solution(Device::Cpu).is_some());
    assert_eq!(solution(Device::LibtorchCpu), solution(Device::Cpu));
}

#[test]
fn the_program_takes_a_device() {
    let args = [
        "bench", "--limit", "2", "--width", "64", "--views", "1", "--json", "--device",
    ];
    let on = |device: &str| run(&[&args[..], &[device]].concat());
    let pair = pair().to_string();
    let [here, there, both] = ["cpu", "libtorch-cpu", &pair].map(|device| {
        let report = on(device).ends(0).json().remove(0);
        assert_eq!(report["device"], device);
        [
            report["mean_length"].clone(),
            report["mean_evaluated"].clone(),
        ]
    });
    assert_eq!(here, there);
    assert_eq!(here, both);

    let doctor = run(&["doctor", "--json"]).ends(0).json().remove(0);
    let libtorch = &doctor["libtorch"];
    assert!(libtorch["version"].as_str().unwrap().starts_with("2.11"));
    let checked = run(&["doctor", "--check", "40"])
        .ends(0)
        .says("LibTorch  2.11");
    checked.says("check     cube3-base, libtorch-cpu: 520 outputs, all as the portable");
    match libtorch["cuda_devices"].as_u64().unwrap() {
        0 => drop(on("cuda").ends(2).complains("CUDA")),
        _ => drop(on("cuda").ends(0)),
    }
    on("cuda:9999").ends(2);
    on("cuda:0,9999").ends(2).complains("cuda:9999 cannot be");
    on("libtorch-cpu,cpu").ends(2).complains("cannot share");
    let args = [
        "doctor",
        "--check",
        "40",
        "--model",
        "cube2-base",
        "--device",
    ];
    run(&[&args[..], &[&*pair]].concat())
        .ends(0)
        .says("cube2-base, libtorch-cpu,libtorch-cpu: ");
}
