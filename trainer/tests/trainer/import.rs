//! Import: a checkpoint with DeepCubeA's names says of every state what DeepCubeA's network says.

use crate::common::{fail, succeed, trainer};
use quarterturn::models::Model;
use quarterturn_core::cube::{Cube3, Cube3Qtm};
use quarterturn_core::random::below;
use quarterturn_core::{Move, Puzzle};
use quarterturn_trainer::checkpoint::serialize;
use quarterturn_trainer::libtorch::tensors::named;
use rand_core::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;
use std::collections::HashMap;
use tch::{Kind, Tensor};

type Parameters = Vec<(String, Tensor)>;

/// Random parameters of a small network of DeepCubeA's kind, by PyTorch's names.
fn parameters() -> Parameters {
    tch::manual_seed(7);
    let random = |shape: &[i64]| Tensor::randn(shape, (Kind::Float, tch::Device::Cpu)) * 0.2;
    let mut all = Vec::new();
    let mut linear = |name: &str, outputs: i64, inputs: i64| {
        all.push((format!("{name}.weight"), random(&[outputs, inputs])));
        all.push((format!("{name}.bias"), random(&[outputs])));
    };
    linear("fc1", 40, 324);
    linear("fc2", 24, 40);
    for i in 0..2 {
        linear(&format!("blocks.{i}.0"), 24, 24);
        linear(&format!("blocks.{i}.2"), 24, 24);
    }
    linear("fc_out", 1, 24);
    let norms = [
        "bn1",
        "bn2",
        "blocks.0.1",
        "blocks.0.3",
        "blocks.1.1",
        "blocks.1.3",
    ];
    for name in norms {
        let width = if name == "bn1" { 40 } else { 24 };
        all.push((format!("{name}.weight"), random(&[width]) + 1.0));
        all.push((format!("{name}.bias"), random(&[width])));
        all.push((format!("{name}.running_mean"), random(&[width])));
        all.push((format!("{name}.running_var"), random(&[width]).exp()));
    }
    all
}

/// Their network on their inputs, `[n, 324]`: its values, `[n]`.
fn theirs(parameters: &Parameters, input: &Tensor) -> Vec<f32> {
    let by_name: HashMap<&str, &Tensor> = parameters.iter().map(|(n, t)| (&**n, t)).collect();
    let get = |name: String| by_name[&*name];
    let linear = |x: &Tensor, name: &str| {
        x.matmul(&get(format!("{name}.weight")).tr()) + get(format!("{name}.bias"))
    };
    let normalised = |x: Tensor, name: &str| {
        let centred = x - get(format!("{name}.running_mean"));
        let deviation = (get(format!("{name}.running_var")) + 1e-5).sqrt();
        centred / deviation * get(format!("{name}.weight")) + get(format!("{name}.bias"))
    };
    let mut x = normalised(linear(input, "fc1"), "bn1").relu();
    x = normalised(linear(&x, "fc2"), "bn2").relu();
    for i in 0..2 {
        let module = |j| format!("blocks.{i}.{j}");
        let inner = normalised(linear(&x, &module(0)), &module(1)).relu();
        x = (&x + normalised(linear(&inner, &module(2)), &module(3))).relu();
    }
    Vec::try_from(linear(&x, "fc_out").squeeze_dim(-1)).unwrap()
}

type Vector = [i32; 3];

/// Normal, direction to the right and direction upwards of a face seen from outside, in their order
/// of faces; x goes from L to R, y from F to B, z from D to U.
const FACES: [(char, [Vector; 3]); 6] = [
    ('U', [[0, 0, 1], [1, 0, 0], [0, 1, 0]]),
    ('D', [[0, 0, -1], [1, 0, 0], [0, -1, 0]]),
    ('L', [[-1, 0, 0], [0, -1, 0], [0, 0, 1]]),
    ('R', [[1, 0, 0], [0, 1, 0], [0, 0, 1]]),
    ('B', [[0, 1, 0], [-1, 0, 0], [0, 0, 1]]),
    ('F', [[0, -1, 0], [1, 0, 0], [0, 0, 1]]),
];

fn dot(a: Vector, b: Vector) -> i32 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

/// A quarter turn of `v` about `axis`, clockwise as seen against it.
fn turned(v: Vector, axis: Vector) -> Vector {
    let along = dot(v, axis);
    // v × axis is v's part across the axis, turned; what lies along it stays.
    let cross = |i: usize| {
        let (j, k) = ((i + 1) % 3, (i + 2) % 3);
        v[j] * axis[k] - v[k] * axis[j]
    };
    [0, 1, 2].map(|i| cross(i) + along * axis[i])
}

/// Place and normal of each sticker in their order: faces, then columns from the left, each from below.
fn stickers() -> Vec<(Vector, Vector)> {
    let face = |(_, [normal, right, up]): (char, [Vector; 3])| {
        (0..9).map(move |i| {
            let (column, row) = (i / 3 - 1, i % 3 - 1);
            let place = [0, 1, 2].map(|i| normal[i] + column * right[i] + row * up[i]);
            (place, normal)
        })
    };
    FACES.into_iter().flat_map(face).collect()
}

/// Their colours after moves of ours, and the same state as ours.
fn state(moves: &[Move]) -> ([i64; 54], Cube3) {
    let all = stickers();
    let mut colours: [i64; 54] = std::array::from_fn(|i| i as i64 / 9);
    let mut cube = Cube3::SOLVED;
    for &mv in moves {
        let name = Cube3Qtm.move_name(mv);
        let face = FACES.iter().find(|f| name.starts_with(f.0)).unwrap();
        let axis = face.1[0];
        for _ in 0..if name.ends_with('\'') { 3 } else { 1 } {
            let before = colours;
            for (from, &(place, normal)) in all.iter().enumerate() {
                if dot(place, axis) == 1 {
                    let to = (turned(place, axis), turned(normal, axis));
                    colours[all.iter().position(|&s| s == to).unwrap()] = before[from];
                }
            }
        }
        cube = Cube3Qtm.apply(&cube, mv);
    }
    (colours, cube)
}

#[test]
fn an_imported_network_says_what_deepcubeas_says() {
    let _turn = crate::common::generator();
    let folder = tempfile::TempDir::new().unwrap();
    let (source, file) = (
        folder.path().join("theirs.safetensors"),
        folder.path().join("ours.qtw"),
    );
    let parameters = parameters();
    let wrapped = parameters
        .iter()
        .map(|(n, t)| (format!("module.{n}"), t.shallow_clone()));
    let bytes = serialize(&named(&wrapped.collect::<Parameters>()), HashMap::new()).unwrap();
    std::fs::write(&source, bytes).unwrap();
    succeed(trainer().arg("import").arg(&source).arg("--to").arg(&file));

    let rng = &mut Xoshiro256PlusPlus::seed_from_u64(3);
    let (mut inputs, mut features) = (Vec::new(), Vec::new());
    for length in 0..200 {
        let moves: Vec<Move> = (0..length % 30)
            .map(|_| Move(below(rng, 12) as u8))
            .collect();
        let (colours, cube) = state(&moves);
        for colour in colours {
            inputs.extend((0..6).map(|c| f32::from(u8::from(c == colour))));
        }
        let mut active = [0; 20];
        Cube3Qtm.features(&cube, &mut active);
        features.extend(active);
    }
    let values = theirs(
        &parameters,
        &Tensor::from_slice(&inputs).reshape([200, 324]),
    );
    let spread = |v: &[f32]| v.iter().fold(0f32, |s, x| s.max((x - v[0]).abs()));
    assert!(spread(&values) > 1.0, "the states must differ");

    let model = Model::open(&file).unwrap();
    assert_eq!(&*model.architecture, "480-40-24-24-24");
    let net = quarterturn_core::net::float::FloatNet::from_bytes(&model.bytes).unwrap();
    let mut costs = vec![0i32; 200];
    quarterturn::eval::Float::from(net).evaluate(&features, &mut costs);
    for (value, cost) in values.iter().zip(costs) {
        assert!((value - cost as f32 / 1024.0).abs() < 1e-3);
    }
}

#[test]
fn another_network_is_refused_and_named() {
    let folder = tempfile::TempDir::new().unwrap();
    let (source, file) = (
        folder.path().join("theirs.safetensors"),
        folder.path().join("ours.qtw"),
    );
    let import = || fail(trainer().arg("import").arg(&source).arg("--to").arg(&file));
    assert!(import().contains("theirs.safetensors"));
    std::fs::write(&source, "nothing").unwrap();
    assert!(import().contains("not a safetensors file"));
    let mut less = parameters();
    less.retain(|(name, _)| name != "blocks.1.3.bias");
    std::fs::write(&source, serialize(&named(&less), HashMap::new()).unwrap()).unwrap();
    let message = import();
    assert!(
        message.contains("no tensor blocks.1.3.bias of shape [24]"),
        "{message}"
    );
    let cube2 = [(
        "fc1.weight".to_owned(),
        Tensor::zeros([40, 144], (Kind::Float, tch::Device::Cpu)),
    )];
    std::fs::write(&source, serialize(&named(&cube2), HashMap::new()).unwrap()).unwrap();
    let message = import();
    assert!(
        message.contains("fc1.weight of shape [-1, 324]"),
        "{message}"
    );
    assert!(!file.exists());
}
