//! Runs that continue from parameters alone, as slices of a long training on several machines do.

use crate::common::{Bench, metrics, recipe, stderr, succeed, trainer};
use quarterturn_trainer::checkpoint::{Checkpoint, FILE};
#[cfg(feature = "libtorch")]
use std::collections::HashMap;
use std::path::Path;

/// The numbers of a checkpoint by name.
#[cfg(feature = "libtorch")]
fn numbers(out: &Path) -> HashMap<String, Vec<f32>> {
    let checkpoint = Checkpoint::load(out).unwrap().unwrap();
    let tensors = checkpoint.tensors.into_iter();
    tensors.map(|tensor| (tensor.name, tensor.data)).collect()
}

/// Makes a run's parameters alone the checkpoint of another folder.
fn carry(from: &Path, to: &Path) {
    std::fs::create_dir_all(to).unwrap();
    let file = to.join("parameters.safetensors");
    succeed(trainer().arg("export").arg(from).arg("--to").arg(&file));
    std::fs::rename(file, to.join(FILE)).unwrap();
}

#[test]
fn parameters_alone_continue_a_run() {
    let bench = Bench::new(&recipe(70_000, 60));
    let (first, second) = (bench.out("first"), bench.out("second"));
    succeed(&mut bench.train(&first, &[]));
    carry(&first, &second);
    std::fs::write(bench.recipe(), recipe(105_000, 60)).unwrap();
    let said = stderr(&succeed(&mut bench.train(&second, &["--resume"])));
    assert!(said.contains("from step 100, 70000 examples"), "{said}");
    assert!(said.contains("moments begin here"), "{said}");
    let end = Checkpoint::load(&second).unwrap().unwrap().progress;
    assert_eq!(
        (end.step, end.examples, end.moments_from),
        (150, 105_000, 100)
    );
    // What was learnt stays: updates by moments of a whole run's length would be three times too long at first.
    let losses = |out: &Path| -> Vec<f64> {
        let loss = |line: &serde_json::Value| line["loss"]["value"].as_f64();
        metrics(out).iter().filter_map(loss).collect()
    };
    let (before, after) = (losses(&first), losses(&second));
    assert!(
        after[0] < 1.1 * before[before.len() - 1],
        "{before:?}, {after:?}"
    );
}

#[cfg(feature = "libtorch")]
#[test]
fn labels_then_come_from_what_is_known() {
    let text = recipe(7_000, 60).replace(
        "kind = \"walk\"\nsteps = 14\npool = 500",
        "kind = \"davi\"\nsteps = 14\ncheck = 5\nthreshold = 0.05",
    );
    let bench = Bench::new(&text.replace("[\"value\", \"q\"]", "[\"value\"]"));
    let (first, second) = (bench.out("first"), bench.out("second"));
    succeed(&mut bench.train(&first, &[]));
    carry(&first, &second);
    // Nothing is left to train: what it begins with is what it ends with.
    succeed(&mut bench.train(&second, &["--resume"]));
    let (before, after) = (numbers(&first), numbers(&second));
    let guides = after
        .keys()
        .filter(|name| name.starts_with("target/guide."));
    let mut count = 0;
    for name in guides {
        let own = name.trim_start_matches("target/guide.");
        assert_eq!(after[name], before[own], "{name}");
        count += 1;
    }
    assert!(count > 5);
    let moments = |all: &HashMap<String, Vec<f32>>| -> f32 {
        let of = all
            .iter()
            .filter(|(name, _)| name.contains('/') && !name.starts_with("target/"));
        of.flat_map(|(_, numbers)| numbers).map(|x| x.abs()).sum()
    };
    assert!(moments(&before) > 0.0);
    assert_eq!(moments(&after), 0.0);
}

/// The last steps before a slice ends are reported too, however few.
#[test]
fn the_last_report_reaches_to_the_end() {
    let bench = Bench::new(&recipe(7_000, 60));
    let out = bench.out("run");
    succeed(&mut bench.train(&out, &[]));
    let steps: Vec<_> = metrics(&out)
        .iter()
        .filter_map(|line| line["loss"]["value"].as_f64().map(|_| line["step"].clone()))
        .collect();
    assert_eq!(steps, [10]);
}
