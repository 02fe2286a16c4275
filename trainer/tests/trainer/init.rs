//! Starting from weight files: the network that comes back is the one in the file.

use crate::common::{Bench, fail, succeed, trainer};
use quarterturn_core::net::Net;
use quarterturn_core::net::batch::{Batch, Workspace};
use quarterturn_core::net::float::{Activation, FloatNet};
use quarterturn_trainer::checkpoint::Progress;
use quarterturn_trainer::device::Device;
use quarterturn_trainer::export::compare::{Comparison, compare};
use quarterturn_trainer::export::fold::Folded;
use quarterturn_trainer::export::form::Form;
use quarterturn_trainer::export::{self, STATES};
use quarterturn_trainer::init::{self, narrow, widen};
use quarterturn_trainer::libtorch::compute::Compute;
use quarterturn_trainer::libtorch::{self, tensors};
use quarterturn_trainer::net::Output;
use quarterturn_trainer::random::{Random, seeded, unit};
use quarterturn_trainer::recipe::Recipe;
use quarterturn_trainer::saved::Saved;
use quarterturn_trainer::tensor::Tensor;
use quarterturn_trainer::{net, puzzle};
use std::ops::Range;
use std::path::{Path, PathBuf};

/// All heads, a hidden layer and blocks.
fn recipe() -> Recipe {
    let text = crate::common::recipe(700, 60)
        .replace("blocks = 1", "blocks = 2")
        .replace("\"q\"", "\"q\", \"policy\"");
    toml::from_str(&text).unwrap()
}

/// A run of no steps.
fn fresh() -> Saved {
    let recipe = recipe();
    let dynamics = puzzle::dynamics(&recipe.puzzle).unwrap();
    Saved {
        net: net::build(&recipe, dynamics.shape(), Device::Cpu),
        progress: Progress {
            step: 0,
            examples: 0,
            seconds: 0.0,
            identity: recipe.identity(),
            run: 1,
            moments_from: 0,
            score: None,
        },
        text: String::new(),
        recipe,
        dynamics,
    }
}

/// A network that might have been trained for long: no normalisation is plain, every head says something,
/// and a unit of the first layer and one of the hidden layer say nothing any more.
fn random(seed: u64) -> Saved {
    let mut saved = fresh();
    let rng = &mut seeded(seed, 9, 9);
    let mut all = saved.net.variables();
    for tensor in &mut all {
        let heads = ["value.", "q.", "policy."];
        let head = heads.iter().any(|head| tensor.name.starts_with(head));
        let mut fill = |least: f64, most: f64| {
            let draw = |_: &f32| (least + (most - least) * unit(rng)) as f32;
            tensor.data = tensor.data.iter().map(draw).collect();
        };
        match tensor.name.rsplit_once("norm.") {
            Some((_, "bias" | "running_mean")) => fill(-0.5, 1.0),
            Some(_) => fill(0.5, 1.5),
            None if head => fill(-0.9, 0.9),
            None => {}
        }
        match &*tensor.name {
            "first.table" => set(tensor, 1, 2..3, 0.0),
            "hidden0.linear.weight" => set(tensor, 0, 3..4, 0.0),
            "first.norm.bias" => tensor.data[2] = -1.0,
            _ => {}
        }
    }
    saved.net.restore(&all).unwrap();
    saved
}

/// Writes a number into some rows (dimension 0) or columns (1) of a matrix.
fn set(tensor: &mut Tensor, dimension: usize, places: Range<usize>, number: f32) {
    let width = tensor.shape[1];
    for (i, x) in tensor.data.iter_mut().enumerate() {
        if places.contains(&[i / width, i % width][dimension]) {
            *x = number;
        }
    }
}

/// All outputs, row by row.
fn flat(out: Output) -> Vec<f32> {
    [out.value, out.q, out.policy].map(Option::unwrap).concat()
}

/// The largest difference.
fn most_off(a: &[f32], b: &[f32]) -> f32 {
    assert_eq!(a.len(), b.len());
    let pairs = a.iter().zip(b);
    pairs.fold(0.0, |most: f32, (a, b)| most.max((a - b).abs()))
}

/// The network in that file, taken back.
fn taken(file: &Path) -> Saved {
    let mut saved = fresh();
    let tensors = init::read(file, &saved.recipe, &saved.dynamics).unwrap();
    saved.net.restore(&tensors).unwrap();
    saved
}

/// How far a network is from the one that the file has in integers.
fn beside(saved: &Saved, file: &[u8]) -> Vec<Comparison> {
    let engine = Net::from_bytes(file).unwrap();
    let batch = Batch::new(&engine);
    compare(saved, engine.heads(), STATES, |features, rows| {
        batch.evaluate(features, &mut Workspace::default(), rows);
    })
}

/// `export` of a run.
fn export_to(run: &Path, file: &Path, more: &[&str]) {
    let mut command = trainer();
    command.arg("export").arg(run).arg("--to").arg(file);
    succeed(command.args(more));
}

/// The files of a run of the recipe: with integers, and with floats.
fn exported(bench: &Bench) -> [PathBuf; 2] {
    let [run, file, full] = ["run", "x.qtw", "full.qtw"].map(|name| bench.out(name));
    succeed(&mut bench.train(&run, &[]));
    export_to(&run, &file, &["--tolerance", "10"]);
    export_to(&run, &full, &["--float"]);
    [file, full]
}

#[test]
fn an_integer_file_is_the_same_function_again() {
    let _turn = crate::common::generator();
    let made = random(5);
    let export = export::integer(&made, "x", 1.0).unwrap();
    let bench = Bench::new("");
    let file = bench.out("x.qtw");
    std::fs::write(&file, &export.file).unwrap();
    let back = taken(&file);
    // Writing rounded weights and activations; what comes back has these weights, and exact activations.
    let after = beside(&back, &export.file);
    assert_eq!(after.len(), 3);
    for (before, after) in export.comparisons.iter().zip(&after) {
        assert!(after.mean < before.mean, "{before:?} {after:?}");
        assert!(after.max < before.max * 1.5, "{before:?} {after:?}");
    }

    // Dead units stay finite, and others are none.
    for Tensor { name, data, .. } in back.net.variables() {
        assert!(data.iter().all(|x| x.is_finite()), "{name}");
        if name.ends_with("running_var") {
            let still = (0..data.len()).filter(|&unit| data[unit] == 0.0);
            let still: Vec<usize> = still.collect();
            let dead = match &*name {
                "first.norm.running_var" => vec![2],
                "hidden0.norm.running_var" => vec![3],
                _ => Vec::new(),
            };
            assert_eq!(still, dead, "{name}");
        }
    }

    // On other walks, normalised by their own statistics, the outputs hardly move.
    let walks = back.dynamics.walks(&mut seeded(1, 9, 9), 2000, 14);
    let shape = back.dynamics.shape();
    let graph = libtorch::net::build(&back.recipe, shape, Device::Cpu, Compute::F32);
    let own = tensors::variables(graph.variables());
    tensors::restore(&back.net.variables(), &own).unwrap();
    let features = tensors::features(walks.states.as_ref(), tch::Device::Cpu);
    let [still, moving] = [false, true].map(|train| {
        let out = tch::no_grad(|| graph.forward(&features, train));
        [out.value, out.q, out.policy].map(Option::unwrap)
    });
    for (still, moving) in still.iter().zip(&moving) {
        let off = (still - moving).abs().mean(tch::Kind::Float);
        let (off, spread) = (off.double_value(&[]), still.std(false).double_value(&[]));
        assert!(off < 0.05 * spread, "{off} of {spread}");
    }

    // LibTorch says the same of the parameters.
    let theirs = still.each_ref().map(tensors::numbers).concat();
    let ours = flat(back.net.evaluate(&walks.states.features()));
    assert!(most_off(&ours, &theirs) < 1e-4);
}

#[test]
fn a_float_file_is_the_same_function_again() {
    let made = random(5);
    let export = export::full(&made, "x", 1e-3).unwrap();
    let bench = Bench::new("");
    let file = bench.out("x.qtw");
    std::fs::write(&file, &export.file).unwrap();
    let back = taken(&file);
    let walks = made.dynamics.walks(&mut seeded(1, 9, 9), 100, 14);
    let features = walks.states.features();
    let outputs = |saved: &Saved| flat(saved.net.evaluate(&features));
    let off = most_off(&outputs(&made), &outputs(&back));
    assert!(off < 1e-4, "{off:?}");
}

#[test]
fn a_run_starts_from_a_weight_file_with_either_backend() {
    let bench = Bench::new(&crate::common::recipe(35_000, 60));
    let (run, file) = (bench.out("run"), bench.out("x.qtw"));
    succeed(&mut bench.train(&run, &[]));
    export_to(&run, &file, &[]);
    let bytes = std::fs::read(&file).unwrap();
    // One step that moves nothing but the running statistics, by a tenth of what a batch is off.
    let slow = crate::common::recipe(700, 60).replace("2e-3", "1e-9");
    std::fs::write(bench.recipe(), slow).unwrap();
    for backend in ["libtorch", "native"] {
        let out = bench.out(backend);
        let more = ["--init", file.to_str().unwrap(), "--backend", backend];
        succeed(&mut bench.train(&out, &more));
        let started = Saved::load(&out, None, Device::Cpu).unwrap();
        for c in beside(&started, &bytes) {
            assert!(c.mean < 0.05, "{backend}: {c:?}");
        }
    }
}

#[test]
fn another_metric_keeps_all_but_the_heads_of_moves() {
    // One step that moves nothing but the running statistics.
    let slow = crate::common::recipe(700, 60).replace("2e-3", "1e-9");
    let bench = Bench::new(&slow);
    let (run, file) = (bench.out("run"), bench.out("x.safetensors"));
    succeed(&mut bench.train(&run, &[]));
    export_to(&run, &file, &[]);
    let given = Saved::load(&run, None, Device::Cpu).unwrap();
    let given = given.net.variables();

    let other = slow.replace("\"cube2\"", "\"cube2-htm\"");
    let other = other.replace("seed = 5", "seed = 6");
    assert!(other.contains("seed = 6"), "else both would start alike");
    std::fs::write(bench.recipe(), other).unwrap();
    for backend in ["libtorch", "native"] {
        let out = bench.out(backend);
        let more = ["--init", file.to_str().unwrap(), "--backend", backend];
        succeed(&mut bench.train(&out, &more));
        let started = Saved::load(&out, None, Device::Cpu).unwrap();
        for (is, was) in started.net.variables().iter().zip(&given) {
            let name = &is.name;
            if name.starts_with("q.") {
                assert_eq!((is.shape[0], was.shape[0]), (9, 6), "{name}");
            } else if !name.contains("running") {
                let off = most_off(&is.data, &was.data);
                assert!(off <= 1e-6, "{backend}: {name}");
            }
        }
    }
}

/// A network's layers without normalisation.
fn layers(saved: &Saved) -> Folded {
    match saved.net.export() {
        Form::Integer(layers) => *layers,
        Form::Float(_) => panic!("an MLP"),
    }
}

#[test]
fn units_that_say_nothing_are_left_out() {
    // Units are chosen one by one. With some networks that takes a unit that nothing reads; with this one it does not.
    let mut wide = random(6);
    // Of 32 units of the trunk and as many inside each block, nothing reads the last twenty, nor the last twenty of
    // 64 units before it.
    let mut all = wide.net.variables();
    for tensor in &mut all {
        match &*tensor.name {
            "hidden0.linear.weight" => set(tensor, 1, 44..64, 0.0),
            "value.weight" | "q.weight" | "policy.weight" => set(tensor, 1, 12..32, 0.0),
            name if name.starts_with("block") && name.ends_with("linear.weight") => {
                set(tensor, 1, 12..32, 0.0);
            }
            _ => {}
        }
    }
    wide.net.restore(&all).unwrap();
    let wide_layers = layers(&wide);
    let active = wide.dynamics.shape().active;
    let others = states(&wide, 15);
    let before = narrow::outputs(&wide_layers, &others, active);
    let narrow_layers = narrow::narrow(wide_layers, &[44, 12], &states(&wide, 14), active);
    assert_eq!(narrow_layers.first.bias.len(), 44);
    assert_eq!(narrow_layers.hidden[0].bias.len(), 12);
    assert_eq!(narrow_layers.blocks[1][0].weight.dim(), (12, 12));
    let after = narrow::outputs(&narrow_layers, &others, active);
    let off = (&before - after).fold(0.0, |most: f64, off| most.max(off.abs()));
    assert!(off < 1e-4 * before.std(0.0), "{off}");
}

/// States of walks of that many steps.
fn states(saved: &Saved, steps: usize) -> Vec<u16> {
    let rng: &mut Random = &mut seeded(1, 9, steps as u64);
    saved.dynamics.walks(rng, 4000, steps).states.features()
}

#[test]
fn new_units_change_nothing() {
    let saved = random(5);
    let layers = layers(&saved);
    let active = saved.dynamics.shape().active;
    let others = states(&saved, 15);
    let before = narrow::outputs(&layers, &others, active);
    let rng = &mut seeded(2, 9, 9);
    let mut wide = widen::widen(layers, &[80, 48], &states(&saved, 14), active, rng);
    assert_eq!(wide.first.bias.len(), 80);
    assert_eq!(wide.hidden[0].weight.dim(), (48, 80));
    assert_eq!(wide.blocks[1][1].weight.dim(), (48, 48));
    let after = narrow::outputs(&wide, &others, active);
    assert!((&before - after).iter().all(|off| off.abs() < 1e-9));

    // All the same each of them says something: heads that read one alone tell states apart.
    for unit in 32..48 {
        wide.heads.weight.fill(0.0);
        wide.heads.weight.column_mut(unit).fill(1.0);
        let said = narrow::outputs(&wide, &others, active);
        assert!(said.std(0.0) > 0.01, "unit {unit}");
    }
}

#[test]
fn a_file_with_other_widths_starts_a_network() {
    let text = crate::common::recipe(700, 60);
    let bench = Bench::new(&text);
    let [file, full] = exported(&bench);
    for (name, widths, file, backend) in [
        ("a", "[48, 16]", &file, "libtorch"),
        ("b", "[48, 16]", &full, "native"),
        ("c", "[80, 48]", &full, "libtorch"),
        ("d", "[80, 16]", &file, "native"),
    ] {
        std::fs::write(bench.recipe(), text.replace("[64, 32]", widths)).unwrap();
        let out = bench.out(name);
        let more = ["--init", file.to_str().unwrap(), "--backend", backend];
        succeed(&mut bench.train(&out, &more));
    }
}

#[test]
fn what_differs_from_the_recipe_is_named() {
    let text = crate::common::recipe(700, 60);
    let bench = Bench::new(&text);
    let [file, full] = exported(&bench);

    let refused = |recipe: &str, file: &Path| {
        std::fs::write(bench.recipe(), recipe).unwrap();
        let out = bench.out("refused");
        fail(&mut bench.train(&out, &["--init", file.to_str().unwrap()]))
    };
    for (ours, other, words) in [
        ("\"cube2\"", "\"cube3\"", ["puzzle", "cube3 (qtm)"]),
        ("\"cube2\"", "\"cube2-htm\"", ["puzzle", "cube2 (htm)"]),
        ("[64, 32]", "[64, 48, 32]", ["layers", "[64, 48, 32]"]),
        ("[64, 32]", "[64]", ["layers", "[64]"]),
        ("blocks = 1", "blocks = 2", ["blocks: 1", "recipe's: 2"]),
        (", \"q\"]", "]", ["heads", "[\"value\"]"]),
        ("\"mlp\"", "\"residual\"", ["\"mlp\"", "NAME.safetensors"]),
    ] {
        let recipe = text.replace(ours, other);
        for file in [&file, &full] {
            let message = refused(&recipe, file);
            for word in words {
                assert!(message.contains(word), "{word}: {message}");
            }
            assert!(message.contains(file.to_str().unwrap()), "{message}");
        }
    }

    let bytes = std::fs::read(&full).unwrap();
    let net = FloatNet {
        activation: Activation::Relu,
        ..FloatNet::from_bytes(&bytes).unwrap()
    };
    std::fs::write(&full, net.encode().unwrap()).unwrap();
    let message = refused(&text, &full);
    assert!(message.contains("not of kind \"mlp\""), "{message}");

    let bytes = std::fs::read(&file).unwrap();
    std::fs::write(&file, &bytes[..bytes.len() - 1]).unwrap();
    let message = refused(&text, &file);
    assert!(message.contains("cut off"), "{message}");
    std::fs::write(&file, "neither").unwrap();
    let message = refused(&text, &file);
    assert!(message.contains("neither a weight file"), "{message}");
}
