//! Starting from weight files: the network that comes back is the one in the file.
#![cfg(feature = "libtorch")]

mod common;

use common::{Bench, fail, succeed, trainer};
use quarterturn_core::net::Net;
use quarterturn_core::net::batch::{Batch, Workspace};
use quarterturn_core::net::float::{Activation, FloatNet};
use quarterturn_trainer::checkpoint::{Progress, restore};
use quarterturn_trainer::compute::Compute;
use quarterturn_trainer::export::compare::{Comparison, compare};
use quarterturn_trainer::export::fold::Folded;
use quarterturn_trainer::export::form::Form;
use quarterturn_trainer::export::{self, STATES};
use quarterturn_trainer::init::{self, narrow, widen};
use quarterturn_trainer::recipe::Recipe;
use quarterturn_trainer::saved::Saved;
use quarterturn_trainer::{net, puzzle};
use std::path::Path;
use tch::{Device, Kind, Tensor};

/// All heads, a hidden layer and blocks.
fn recipe() -> Recipe {
    let text = common::recipe(700, 60)
        .replace("blocks = 1", "blocks = 2")
        .replace("\"q\"", "\"q\", \"policy\"");
    toml::from_str(&text).unwrap()
}

/// A run of no steps.
fn fresh() -> Saved {
    let recipe = recipe();
    let dynamics = puzzle::dynamics(&recipe.puzzle, Device::Cpu).unwrap();
    Saved {
        net: net::build(&recipe, dynamics.as_ref(), Compute::F32),
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
fn random() -> Saved {
    let saved = fresh();
    tch::no_grad(|| {
        for (name, mut t) in net::variables(saved.net.as_ref()) {
            let head = ["value.", "q.", "policy."]
                .iter()
                .any(|h| name.starts_with(h));
            let _ = match name.rsplit_once("norm.") {
                Some((_, "bias" | "running_mean")) => t.uniform_(-0.5, 1.0),
                Some(_) => t.uniform_(0.5, 1.5),
                None if head => t.normal_(0.0, 0.5),
                None => t.shallow_clone(),
            };
            let _ = match &*name {
                "first.table" => t.narrow(1, 2, 1).zero_(),
                "hidden0.linear.weight" => t.narrow(0, 3, 1).zero_(),
                "first.norm.bias" => t.narrow(0, 2, 1).fill_(-1.0),
                _ => t,
            };
        }
    });
    saved
}

/// The network in that file, taken back.
fn taken(file: &Path) -> Saved {
    let saved = fresh();
    let tensors = init::read(file, &saved.recipe, &saved.dynamics).unwrap();
    restore(&tensors, &net::variables(saved.net.as_ref())).unwrap();
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

#[test]
fn an_integer_file_is_the_same_function_again() {
    let _turn = common::generator();
    let made = random();
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
    for (name, tensor) in net::variables(back.net.as_ref()) {
        assert_eq!(tensor.isfinite().all().int64_value(&[]), 1, "{name}");
        if name.ends_with("running_var") {
            let still = tensor.eq(0.0).nonzero().reshape([-1]);
            let still: Vec<i64> = still.try_into().unwrap();
            let dead = match &*name {
                "first.norm.running_var" => vec![2],
                "hidden0.norm.running_var" => vec![3],
                _ => Vec::new(),
            };
            assert_eq!(still, dead, "{name}");
        }
    }

    // On other walks, normalised by their own statistics, the outputs hardly move.
    let features = back.dynamics.walks(2000, 14).states.features();
    let [still, moving] = [false, true].map(|train| {
        let out = tch::no_grad(|| back.net.forward(&features, train));
        [out.value, out.q, out.policy].map(Option::unwrap)
    });
    for (still, moving) in still.iter().zip(&moving) {
        let off = (still - moving).abs().mean(Kind::Float).double_value(&[]);
        let spread = still.std(false).double_value(&[]);
        assert!(off < 0.05 * spread, "{off} of {spread}");
    }
}

#[test]
fn a_float_file_is_the_same_function_again() {
    let _turn = common::generator();
    let made = random();
    let export = export::full(&made, "x", 1e-3).unwrap();
    let bench = Bench::new("");
    let file = bench.out("x.qtw");
    std::fs::write(&file, &export.file).unwrap();
    let back = taken(&file);
    let features = made.dynamics.walks(100, 14).states.features();
    let outputs = |saved: &Saved| {
        let out = tch::no_grad(|| saved.net.forward(&features, false));
        Tensor::cat(
            &[
                out.value.unwrap().unsqueeze(1),
                out.q.unwrap(),
                out.policy.unwrap(),
            ],
            1,
        )
    };
    let off = (outputs(&made) - outputs(&back)).abs().max();
    assert!(off.double_value(&[]) < 1e-4, "{off:?}");
}

#[test]
fn a_run_starts_from_a_weight_file_with_either_backend() {
    let _turn = common::generator();
    let bench = Bench::new(&common::recipe(35_000, 60));
    let (run, file) = (bench.out("run"), bench.out("x.qtw"));
    succeed(&mut bench.train(&run, &[]));
    export_to(&run, &file, &[]);
    let bytes = std::fs::read(&file).unwrap();
    // One step that moves nothing but the running statistics, by a tenth of what a batch is off.
    let slow = common::recipe(700, 60).replace("2e-3", "1e-9");
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
    let _turn = common::generator();
    // One step that moves nothing but the running statistics.
    let slow = common::recipe(700, 60).replace("2e-3", "1e-9");
    let bench = Bench::new(&slow);
    let (run, file) = (bench.out("run"), bench.out("x.safetensors"));
    succeed(&mut bench.train(&run, &[]));
    export_to(&run, &file, &[]);
    let given = Saved::load(&run, None, Device::Cpu).unwrap();
    let given = net::variables(given.net.as_ref());

    let other = slow.replace("\"cube2\"", "\"cube2-htm\"");
    let other = other.replace("seed = 5", "seed = 6");
    assert!(other.contains("seed = 6"), "else both would start alike");
    std::fs::write(bench.recipe(), other).unwrap();
    for backend in ["libtorch", "native"] {
        let out = bench.out(backend);
        let more = ["--init", file.to_str().unwrap(), "--backend", backend];
        succeed(&mut bench.train(&out, &more));
        let started = Saved::load(&out, None, Device::Cpu).unwrap();
        for ((name, is), (_, was)) in net::variables(started.net.as_ref()).iter().zip(&given) {
            if name.starts_with("q.") {
                assert_eq!((is.size()[0], was.size()[0]), (9, 6), "{name}");
            } else if !name.contains("running") {
                assert!(is.allclose(was, 0.0, 1e-6, false), "{backend}: {name}");
            }
        }
    }
}

/// A network's layers without normalisation.
fn layers(saved: &Saved) -> Folded {
    match saved.net.export() {
        Form::Integer(layers) => layers,
        Form::Float(_) => panic!("an MLP"),
    }
}

#[test]
fn units_that_say_nothing_are_left_out() {
    let _turn = common::generator();
    let wide = random();
    let variables = net::variables(wide.net.as_ref());
    let named = |name: &str| {
        let found = variables.iter().find(|(other, _)| other == name);
        found.expect(name).1.shallow_clone()
    };
    // Of 32 units of the trunk and as many inside each block, nothing reads the last twenty, nor the last twenty of
    // 64 units before it.
    tch::no_grad(|| {
        let _ = named("hidden0.linear.weight").narrow(1, 44, 20).zero_();
        for name in ["value.weight", "q.weight", "policy.weight"] {
            let _ = named(name).narrow(1, 12, 20).zero_();
        }
        for block in ["block0", "block1"] {
            for half in ["a", "b"] {
                let weight = named(&format!("{block}.{half}.linear.weight"));
                let _ = weight.narrow(1, 12, 20).zero_();
            }
        }
    });
    let wide_layers = layers(&wide);
    let walks = |seed| wide.dynamics.walks(4000, seed).states.features();
    let others = walks(15);
    let before = narrow::outputs(&wide_layers, &others);
    let narrow_layers = narrow::narrow(wide_layers, &[44, 12], &walks(14));
    assert_eq!(narrow_layers.first.bias.size(), [44]);
    assert_eq!(narrow_layers.hidden[0].bias.size(), [12]);
    assert_eq!(narrow_layers.blocks[1][0].weight.size(), [12, 12]);
    let after = narrow::outputs(&narrow_layers, &others);
    let off = (&before - after).abs().max().double_value(&[]);
    assert!(off < 1e-4 * before.std(false).double_value(&[]), "{off}");
}

#[test]
fn new_units_change_nothing() {
    let _turn = common::generator();
    let saved = random();
    let layers = layers(&saved);
    let walks = |seed| saved.dynamics.walks(4000, seed).states.features();
    let others = walks(15);
    let before = narrow::outputs(&layers, &others);
    let wide = widen::widen(layers, &[80, 48], &walks(14));
    assert_eq!(wide.first.bias.size(), [80]);
    assert_eq!(wide.hidden[0].weight.size(), [48, 80]);
    assert_eq!(wide.blocks[1][1].weight.size(), [48, 48]);
    let after = narrow::outputs(&wide, &others);
    assert!(after.allclose(&before, 0.0, 1e-9, false));

    // All the same each of them says something: heads that read one alone tell states apart.
    for unit in 32..48 {
        tch::no_grad(|| {
            let mut heads = wide.heads.weight.shallow_clone();
            let _ = heads.zero_().select(1, unit).fill_(1.0);
        });
        let said = narrow::outputs(&wide, &others);
        assert!(said.std(false).double_value(&[]) > 0.01, "unit {unit}");
    }
}

#[test]
fn a_file_with_other_widths_starts_a_network() {
    let _turn = common::generator();
    let text = common::recipe(700, 60);
    let bench = Bench::new(&text);
    let (run, file, full) = (bench.out("run"), bench.out("x.qtw"), bench.out("full.qtw"));
    succeed(&mut bench.train(&run, &[]));
    export_to(&run, &file, &["--tolerance", "10"]);
    export_to(&run, &full, &["--float"]);
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
    let _turn = common::generator();
    let text = common::recipe(700, 60);
    let bench = Bench::new(&text);
    let (run, file, full) = (bench.out("run"), bench.out("x.qtw"), bench.out("full.qtw"));
    succeed(&mut bench.train(&run, &[]));
    export_to(&run, &file, &["--tolerance", "10"]);
    export_to(&run, &full, &["--float"]);

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
