//! Two processes train what one trains.
#![cfg(feature = "mpi")]

mod common;

use common::{Bench, fail, stderr, succeed};
use quarterturn_trainer::checkpoint::Checkpoint;
use quarterturn_trainer::tensor::Tensor;
use std::path::Path;
use std::process::Command;

/// A network without batch normalisation, which would look at each process's share by itself.
fn recipe(examples: u64) -> String {
    format!(
        "puzzle = \"cube2\"\nseed = 5\n\
         [net]\nkind = \"joint\"\ninput = \"two-stickers\"\nbody = [64, 32]\nhead = 16\n\
         [target]\nkind = \"adi\"\nsteps = 14\npool = 500\nrefresh = 10\n\
         [optimizer]\nbatch = 50\nrate = 1e-3\n\
         [run]\nexamples = {examples}\nevaluate_width = 0\ncompute = \"f32\"\n"
    )
}

/// The same command in that many processes.
fn mpirun(processes: u32, train: &Command) -> Command {
    let mut command = Command::new("mpirun");
    command.args(["-n", &processes.to_string(), "--oversubscribe"]);
    // Containers often have no other user; OpenMPI wants to hear that it is meant.
    command.arg("--allow-run-as-root");
    command.arg(train.get_program()).args(train.get_args());
    command
}

fn tensors(out: &Path) -> Vec<Tensor> {
    let mut tensors = Checkpoint::load(out).unwrap().unwrap().tensors;
    tensors.sort_by(|a, b| a.name.cmp(&b.name));
    tensors
}

/// The largest difference between the parameters of two runs.
fn distance(a: &Path, b: &Path) -> f64 {
    let pairs = tensors(a).into_iter().zip(tensors(b));
    let parameters = pairs.filter(|(one, _)| !one.name.contains("adam"));
    let difference = |(one, other): (Tensor, Tensor)| {
        assert_eq!(one.name, other.name);
        let pairs = one.data.into_iter().zip(other.data);
        pairs.fold(0.0, |most: f64, (a, b)| most.max(f64::from((a - b).abs())))
    };
    parameters.map(difference).fold(0.0, f64::max)
}

#[test]
fn two_processes_train_what_one_trains() {
    let bench = Bench::new(&recipe(700));
    let [start, one, two] = ["start", "one", "two"].map(|name| bench.out(name));
    succeed(&mut bench.train(&start, &[]));
    std::fs::write(bench.recipe(), recipe(42_000)).unwrap();
    succeed(&mut bench.train(&one, &[]));
    let output = succeed(&mut mpirun(2, &bench.train(&two, &[])));
    assert!(stderr(&output).contains("2 processes"), "{output:?}");
    let progress = Checkpoint::load(&two).unwrap().unwrap().progress;
    assert_eq!((progress.step, progress.examples), (60, 42_000));
    let (moved, apart) = (distance(&start, &one), distance(&one, &two));
    assert!(moved > 0.01, "{moved}");
    assert!(apart < 1e-3 * moved, "{apart} apart, {moved} moved");
    // Going on from there in two processes is going on from there in one.
    std::fs::write(bench.recipe(), recipe(56_000)).unwrap();
    succeed(&mut bench.train(&one, &["--resume"]));
    succeed(&mut mpirun(2, &bench.train(&two, &["--resume"])));
    let apart = distance(&one, &two);
    assert!(apart < 1e-3 * moved, "{apart} apart after resuming");
}

#[test]
fn networks_with_normalisation_train_too() {
    let bench = Bench::new(&common::recipe(42_000, 0));
    let out = bench.out("run");
    succeed(&mut mpirun(2, &bench.train(&out, &[])));
    let losses: Vec<f64> = common::metrics(&out)
        .iter()
        .filter_map(|line| line["loss"]["value"].as_f64())
        .collect();
    assert!(!losses.is_empty());
    for Tensor { name, data, .. } in tensors(&out) {
        assert!(data.iter().all(|x| x.is_finite()), "{name}");
    }
}

#[test]
fn a_failure_ends_all_processes() {
    let bench = Bench::new(&recipe(7_000));
    let out = bench.out("run");
    succeed(&mut bench.train(&out, &[]));
    // The first process finds a run in the folder; the second would wait for it forever.
    let message = fail(&mut mpirun(2, &bench.train(&out, &[])));
    assert!(message.contains("--resume"), "{message}");
    let message = fail(&mut mpirun(3, &bench.train(&bench.out("x"), &[])));
    assert!(message.contains("cannot share evenly"), "{message}");
}
