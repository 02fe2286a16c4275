//! Whole runs: they learn, they resume to the bit, they stop on request.

use crate::common::{Bench, fail, metrics, recipe, stderr, succeed, trainer};
use quarterturn_trainer::checkpoint::{BEST, Checkpoint};
use quarterturn_trainer::saved::Saved;
use std::path::Path;

/// All tensors of a checkpoint, as bits.
fn bits(out: &Path) -> Vec<(String, Vec<u32>)> {
    let checkpoint = Checkpoint::load(out).unwrap().unwrap();
    let mut all: Vec<(String, Vec<u32>)> = checkpoint
        .tensors
        .iter()
        .map(|tensor| {
            let bits = tensor.data.iter().map(|x| x.to_bits());
            (tensor.name.clone(), bits.collect())
        })
        .collect();
    all.sort();
    all
}

/// The options of `train` for each backend and arithmetic.
const BACKENDS: [&[&str]; 3] = [
    &[],
    &["--backend", "native"],
    &["--backend", "native", "--compute", "bf16"],
];

#[test]
fn a_resumed_run_equals_an_uninterrupted_one_to_the_bit() {
    for backend in BACKENDS {
        let bench = Bench::new(&recipe(280_000, 60));
        let (whole, parts) = (bench.out("whole"), bench.out("parts"));
        succeed(&mut bench.train(&whole, backend));
        // Many short slices, wherever the clock cuts them; the last one runs to the end.
        let resume = [backend, &["--resume"]].concat();
        let slice = [backend, &["--resume", "--time-limit", "300ms"]].concat();
        for _ in 0..3 {
            succeed(&mut bench.train(&parts, &slice));
        }
        let cut = Checkpoint::load(&parts).unwrap().unwrap().progress;
        assert!(cut.step > 0);
        succeed(&mut bench.train(&parts, &resume));
        let end = Checkpoint::load(&parts).unwrap().unwrap().progress;
        assert_eq!((end.step, end.examples), (400, 280_000));
        assert!(bits(&whole) == bits(&parts), "{backend:?}");
    }
}

#[test]
fn backends_learn_the_same_and_continue_each_other() {
    let losses = |out: &Path| -> Vec<f64> {
        let of = |line: &serde_json::Value| line["loss"]["value"].as_f64();
        metrics(out).iter().filter_map(of).collect()
    };
    let bench = Bench::new(&recipe(140_000, 60));
    let runs = BACKENDS.map(|backend| {
        let out = bench.out(&backend.join(""));
        succeed(&mut bench.train(&out, backend));
        losses(&out)
    });
    for run in &runs[1..] {
        assert_eq!(run.len(), runs[0].len());
        for (a, b) in run.iter().zip(&runs[0]) {
            assert!((a - b).abs() < 0.05 * b, "{runs:?}");
        }
    }
    // The same again, but each part by another backend.
    let out = bench.out("relay");
    for backend in BACKENDS {
        let slice = [backend, &["--resume", "--time-limit", "100ms"]].concat();
        succeed(&mut bench.train(&out, &slice));
    }
    succeed(&mut bench.train(&out, &["--resume"]));
    let end = Checkpoint::load(&out).unwrap().unwrap().progress;
    assert_eq!((end.step, end.examples), (200, 140_000));
}

#[cfg(feature = "libtorch")]
#[test]
fn the_native_backend_says_what_it_does_not_train() {
    let text = recipe(1000, 60).replace("kind = \"mlp\"", "kind = \"residual\"");
    let bench = Bench::new(&text);
    let said = fail(&mut bench.train(&bench.out("run"), &["--backend", "native"]));
    assert!(said.contains("--backend libtorch"), "{said}");
}

#[test]
fn a_small_run_learns() {
    let bench = Bench::new(&recipe(420_000, 60));
    let out = bench.out("run");
    succeed(&mut bench.train(&out, &[]));
    let metrics = metrics(&out);
    let loss = |line: &serde_json::Value| line["loss"]["value"].as_f64();
    let losses: Vec<f64> = metrics.iter().filter_map(loss).collect();
    let (first, last) = (losses[0], losses[losses.len() - 1]);
    assert!(last < 0.6 * first, "{first} to {last}");
    let greedy = &metrics.last().unwrap()["greedy"]["solved"];
    for depth in 0..3 {
        assert_eq!(greedy[depth], 1.0, "depth {}: {greedy}", depth + 1);
    }
}

#[test]
fn the_best_parameters_of_all_evaluations_are_kept() {
    // An evaluation after every step.
    let text = recipe(21_000, 60).replace("_width = 64", "_width = 8") + "evaluate_seconds = 0\n";
    let bench = Bench::new(&text);
    let out = bench.out("run");
    succeed(&mut bench.train(&out, &["--time-limit", "1s"]));
    succeed(&mut bench.train(&out, &["--resume"]));
    let cost = |line: &serde_json::Value| -> f64 {
        let number = |key: &str| line["beam"][key].as_f64().unwrap();
        let unsolved = number("scrambles") - number("solved");
        number("solved") * number("mean_length") + unsolved * 28.0
    };
    let metrics = metrics(&out);
    let evaluations: Vec<_> = metrics.iter().filter(|l| !l["beam"].is_null()).collect();
    assert!(evaluations.len() >= 30);
    let mut best = evaluations[0];
    assert_eq!(best["best"], true);
    for line in &evaluations[1..] {
        let better = cost(line) < cost(best);
        assert_eq!(line["best"], better, "{line}");
        if better {
            best = line;
        }
    }
    let kept = Checkpoint::load_file(&out.join(BEST)).unwrap().unwrap();
    assert_eq!(best["step"], kept.progress.step);
    let score = kept.progress.score.unwrap();
    assert!((score.cost - cost(best) / 10.0).abs() < 1e-9);
    let saved = Saved::load_best(&out, None, quarterturn_trainer::device::Device::Cpu).unwrap();
    assert_eq!(best["examples"], saved.progress.examples);
    let file = bench.out("best.qtw");
    let mut export = trainer();
    export.arg("export").arg(&out).arg("--best").arg("--to");
    succeed(export.arg(&file).args(["--tolerance", "1"]));
    let bytes = std::fs::read(&file).unwrap();
    let net = quarterturn_core::net::Net::from_bytes(&bytes).unwrap();
    assert_eq!(best["examples"], net.meta().examples);
}

#[test]
fn a_run_is_not_overwritten_nor_continued_by_another_recipe() {
    let bench = Bench::new(&recipe(7_000, 60));
    let out = bench.out("run");
    succeed(&mut bench.train(&out, &[]));
    let before = bits(&out);
    assert!(fail(&mut bench.train(&out, &[])).contains("--resume"));
    std::fs::write(
        bench.recipe(),
        recipe(7_000, 60).replace("seed = 5", "seed = 6"),
    )
    .unwrap();
    assert!(fail(&mut bench.train(&out, &["--resume"])).contains("another recipe"));
    assert!(bits(&out) == before);
}

#[test]
fn numbers_that_are_none_stop_the_run_at_the_last_good_checkpoint() {
    let bench = Bench::new(&recipe(7_000, 60));
    let out = bench.out("run");
    succeed(&mut bench.train(&out, &[]));
    // A parameter that overflows on the first step of the continuation.
    let mut checkpoint = Checkpoint::load(&out).unwrap().unwrap();
    let table = checkpoint
        .tensors
        .iter_mut()
        .find(|tensor| tensor.name == "first.table")
        .unwrap();
    table.data.iter_mut().for_each(|x| *x *= 1e38);
    checkpoint.save(&out).unwrap();
    let before = bits(&out);
    std::fs::write(bench.recipe(), recipe(700_000, 0)).unwrap();
    let message = fail(&mut bench.train(&out, &["--resume"]));
    assert!(message.contains("not finite"), "{message}");
    assert!(bits(&out) == before);
}

#[test]
#[cfg(unix)]
fn an_interrupt_leaves_a_checkpoint_and_exit_code_130() {
    let bench = Bench::new(&recipe(1 << 40, 600));
    let out = bench.out("run");
    let mut child = bench
        .train(&out, &[])
        .stderr(std::process::Stdio::piped())
        .spawn()
        .unwrap();
    let metrics = out.join("metrics.jsonl");
    while metrics.metadata().map_or(0, |m| m.len()) == 0 {
        assert!(child.try_wait().unwrap().is_none(), "it ended by itself");
        std::thread::sleep(std::time::Duration::from_millis(5));
    }
    let id = child.id().to_string();
    succeed(std::process::Command::new("kill").args(["-INT", &id]));
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(130), "{}", stderr(&output));
    assert!(Checkpoint::load(&out).unwrap().unwrap().progress.step >= 50);
}

/// In the middle of an evaluation that would take a quarter of an hour.
#[test]
#[cfg(unix)]
fn an_evaluation_is_interrupted_too() {
    let text = recipe(7_000, 60).replace("evaluate_width = 64", "evaluate_width = 2048");
    let text = text.replace("evaluate_scrambles = 10", "evaluate_scrambles = 100000");
    let bench = Bench::new(&text);
    let out = bench.out("run");
    let mut train = bench.train(&out, &[]);
    let mut child = train.stderr(std::process::Stdio::piped()).spawn().unwrap();
    // The last checkpoint comes before the last evaluation.
    while !out.join(quarterturn_trainer::checkpoint::FILE).exists() {
        assert!(child.try_wait().unwrap().is_none(), "it ended by itself");
        std::thread::sleep(std::time::Duration::from_millis(5));
    }
    std::thread::sleep(std::time::Duration::from_millis(500));
    let id = child.id().to_string();
    succeed(std::process::Command::new("kill").args(["-TERM", &id]));
    let output = child.wait_with_output().unwrap();
    let said = stderr(&output);
    assert_eq!(output.status.code(), Some(130), "{said}");
    assert!(said.contains("continue with --resume"), "{said}");
    let evaluated = |line: &serde_json::Value| !line["beam"].is_null();
    assert!(!metrics(&out).iter().any(evaluated));
}

#[test]
#[cfg(unix)]
fn what_comes_next_can_be_typed() {
    let bench = Bench::new(&recipe(7_000, 60));
    let said = stderr(&succeed(&mut bench.train(&bench.out("a run"), &[])));
    let lines: Vec<&str> = said.lines().rev().take(2).map(str::trim).collect();
    let [solve, export] = lines[..] else {
        panic!("{said}")
    };
    assert_eq!(
        solve,
        "quarterturn solve --puzzle cube2 --model 'a run.qtw' STATE"
    );
    assert!(export.starts_with("quarterturn-trainer export '"), "{said}");
    // It has hardly learned anything, so rounding may make a difference.
    let typed = format!("{export} --tolerance 100");
    let program = trainer();
    let path = Path::new(program.get_program()).parent().unwrap();
    let mut shell = std::process::Command::new("/bin/sh");
    shell.args(["-c", &typed]).env("PATH", path);
    succeed(shell.current_dir(bench.folder.path()));
    let bytes = std::fs::read(bench.out("a run.qtw")).unwrap();
    assert!(quarterturn_core::net::Net::from_bytes(&bytes).is_ok());
}
