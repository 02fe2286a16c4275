//! Export: what is written loads and says the same; what does not fit is refused.

use crate::common::{Bench, fail, recipe, succeed, trainer};
use quarterturn_core::cube::Cube2Qtm;
use quarterturn_core::net::Net;
use quarterturn_trainer::checkpoint::Checkpoint;
use quarterturn_trainer::device::Device;
use quarterturn_trainer::export::{self, ExportError};
use quarterturn_trainer::recipe::Head;
use quarterturn_trainer::saved::Saved;
use std::ffi::OsString;
use std::path::PathBuf;
use std::sync::LazyLock;

/// A run trained once for all tests, in a folder of its own.
fn trained() -> (Bench, PathBuf) {
    static FILES: LazyLock<Vec<(OsString, Vec<u8>)>> = LazyLock::new(|| {
        let bench = Bench::new(&recipe(70_000, 60));
        let out = bench.out("run");
        succeed(&mut bench.train(&out, &[]));
        let files = std::fs::read_dir(out).unwrap().map(Result::unwrap);
        files
            .map(|file| (file.file_name(), std::fs::read(file.path()).unwrap()))
            .collect()
    });
    let bench = Bench::new(&recipe(70_000, 60));
    let out = bench.out("run");
    std::fs::create_dir(&out).unwrap();
    for (name, bytes) in &*FILES {
        std::fs::write(out.join(name), bytes).unwrap();
    }
    (bench, out)
}

#[test]
fn an_exported_network_says_what_the_float_one_says() {
    let _turn = crate::common::generator();
    let (bench, out) = trained();
    let file = bench.out("cube2-test.qtw");
    let output = succeed(trainer().arg("export").arg(&out).arg("--to").arg(&file));
    let report = String::from_utf8(output.stdout).unwrap();
    for word in [
        "first", "hidden0", "block0.b", "value+q", "mean", "99 %", "max",
    ] {
        assert!(report.contains(word), "{report}");
    }
    let bytes = std::fs::read(&file).unwrap();
    let net = Net::from_bytes(&bytes).unwrap();
    let progress = Checkpoint::load(&out).unwrap().unwrap().progress;
    assert_eq!(net.meta().name, "cube2-test");
    assert_eq!((net.meta().puzzle, net.meta().metric), ("cube2", "qtm"));
    assert_eq!(
        (net.meta().examples, net.meta().run),
        (70_000, progress.run)
    );
    assert!(net.heads().value && net.heads().q && !net.heads().policy);

    let saved = Saved::load(&out, None, Device::Cpu).unwrap();
    let comparisons = export::integer(&saved, "x", 0.1).unwrap().comparisons;
    assert_eq!(comparisons.len(), 2);
    for c in comparisons {
        assert!(c.mean > 0.0 && c.mean < 0.05, "{c:?}");
        assert!(c.mean <= c.p99 && c.p99 <= c.max && c.max < 0.5, "{c:?}");
    }
}

/// A few steps of every kind of network on the 2×2×2 cube.
const KINDS: [(&str, &str, &str); 5] = [
    (
        "kind = \"mlp\"\nlayers = [48, 24]\nblocks = 1\nheads = [\"value\", \"q\"]",
        "kind = \"walk\"\nsteps = 14\npool = 100",
        "147-48-24-24",
    ),
    (
        "kind = \"residual\"\nlayers = [40, 30]\nblocks = 2\nheads = [\"policy\"]",
        "kind = \"policy\"\nsteps = 14\npool = 100",
        "147-40-30-30-30",
    ),
    (
        "kind = \"joint\"\ninput = \"two-stickers\"\nbody = [40, 30]\nhead = 20",
        "kind = \"adi\"\nsteps = 14\npool = 100",
        "147-40-30-40",
    ),
    (
        "kind = \"stacked-attention\"\nblocks = 2\nrepeats = 2\nattention_heads = 5\n\
         inner = 16\nouter = 8",
        "kind = \"mixed\"\nratio = 10\nstages = [{ steps = 14 }]",
        "147-720-1440-1440-1440-8",
    ),
    (
        "kind = \"recurrent-attention\"\nrounds = 3\nstate = 24\nouter = 8",
        "kind = \"mixed\"\nratio = 10\nstages = [{ steps = 14 }]",
        "147-720-24-8",
    ),
];

#[test]
fn every_network_has_a_float_file_that_says_what_libtorch_says() {
    let _turn = crate::common::generator();
    for (net, target, architecture) in KINDS {
        let bench = Bench::new(&format!(
            "puzzle = \"cube2\"\nseed = 5\n[net]\n{net}\n[target]\n{target}\n\
             [optimizer]\nbatch = 20\nrate = 1e-2\n\
             [run]\nexamples = 5600\nevaluate_width = 0\ncompute = \"f32\"\n"
        ));
        let (out, file) = (bench.out("run"), bench.out("full.qtw"));
        succeed(&mut bench.train(&out, &[]));
        let mut command = trainer();
        command.arg("export").arg(&out).arg("--float").arg("--to");
        succeed(command.arg(&file));

        let saved = Saved::load(&out, None, Device::Cpu).unwrap();
        let export = export::full(&saved, "full", 1e-3).unwrap();
        assert_eq!(export.file, std::fs::read(&file).unwrap());
        assert_eq!(export.comparisons.len(), saved.recipe.net.heads().len());
        for c in &export.comparisons {
            // Half a unit of 1/1024 is rounding; float32 sums in another order do the rest.
            assert!(c.max < 1e-3, "{net}: {c:?}");
        }
        let model = quarterturn::models::Model::open(&file).unwrap();
        assert_eq!(
            (model.numbers, &*model.architecture),
            ("float32", architecture)
        );
        let evaluator = quarterturn::eval::load(&Cube2Qtm, &model.bytes).unwrap();
        let value = saved.recipe.net.heads().contains(&Head::Value);
        assert_eq!(evaluator.heads().value, value);
    }
}

#[test]
fn what_does_not_fit_is_an_error() {
    let _turn = crate::common::generator();
    let (_bench, out) = trained();
    let good = Saved::load(&out, None, Device::Cpu).unwrap();
    assert!(export::integer(&good, "x", 0.1).is_ok());
    let strict = export::integer(&good, "x", 1e-6);
    assert!(
        matches!(strict, Err(ExportError::Inexact { head: "value", .. })),
        "{strict:?}"
    );

    let mut checkpoint = Checkpoint::load(&out).unwrap().unwrap();
    for tensor in &mut checkpoint.tensors {
        if tensor.name == "first.table" {
            tensor.data[3 * tensor.shape[1] + 2] = 1e3;
        }
    }
    checkpoint.save(&out).unwrap();
    let wide = Saved::load(&out, None, Device::Cpu).unwrap();
    match export::integer(&wide, "x", f64::INFINITY) {
        Err(ExportError::Range(e)) => {
            assert_eq!((e.layer.as_str(), e.output, e.what), ("first", 2, "weight"));
        }
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_folder_without_a_run_is_named_and_nothing_is_written() {
    let (bench, out) = trained();
    let nowhere = bench.out("nowhere");
    let file = bench.out("x.qtw");
    let message = fail(trainer().arg("export").arg(&nowhere).arg("--to").arg(&file));
    assert!(message.contains("nowhere"), "{message}");
    let text = bench.out("x.txt");
    let message = fail(trainer().arg("export").arg(&out).arg("--to").arg(&text));
    assert!(message.contains(".qtw or .safetensors"), "{message}");
    assert!(!file.exists() && !text.exists());
}

#[test]
fn parameters_leave_and_enter_as_safetensors() {
    let (bench, out) = trained();
    let file = bench.out("cube2.safetensors");
    succeed(trainer().arg("export").arg(&out).arg("--to").arg(&file));
    // A run of one step from there has hardly moved; a fresh one is far away.
    std::fs::write(bench.recipe(), recipe(700, 60)).unwrap();
    let (near, fresh) = (bench.out("near"), bench.out("fresh"));
    succeed(&mut bench.train(&near, &["--init", file.to_str().unwrap()]));
    succeed(&mut bench.train(&fresh, &[]));
    let table = |folder: &std::path::Path| {
        let tensors = Checkpoint::load(folder).unwrap().unwrap().tensors;
        tensors
            .into_iter()
            .find(|tensor| tensor.name == "first.table")
            .unwrap()
            .data
    };
    let distance = |a: &std::path::Path, b: &std::path::Path| {
        let pairs = table(a).into_iter().zip(table(b));
        pairs.fold(0.0, |most: f32, (a, b)| most.max((a - b).abs()))
    };
    assert!(distance(&near, &out) < 0.01);
    assert!(distance(&fresh, &out) > 0.05);
    let message = fail(&mut bench.train(&bench.out("x"), &["--init", "nothing.safetensors"]));
    assert!(message.contains("nothing.safetensors"), "{message}");
}

#[test]
fn a_run_is_plotted_without_system_fonts() {
    let (_bench, out) = trained();
    succeed(trainer().arg("plot").arg(&out));
    let png = std::fs::read(out.join("learning.png")).unwrap();
    assert_eq!(png[..8], *b"\x89PNG\r\n\x1a\n");
    assert!(png.len() > 10_000, "{} bytes", png.len());
    let svg = std::fs::read_to_string(out.join("learning.svg")).unwrap();
    let name = out.file_name().unwrap().to_str().unwrap();
    let title = format!("{name}, ");
    for text in [
        &title,
        "Loss",
        "Solved greedily",
        "Mean cost-to-go",
        "polyline",
    ] {
        assert!(svg.contains(text), "{text}");
    }
}

#[test]
fn eval_reports_the_truth_on_cube2() {
    let (_bench, out) = trained();
    let output = succeed(trainer().arg("eval").arg(&out).args([
        "--json",
        "--width",
        "2000",
        "--depths",
        "4",
        "--scrambles",
        "3",
    ]));
    let lines: Vec<serde_json::Value> = String::from_utf8(output.stdout)
        .unwrap()
        .lines()
        .map(|l| serde_json::from_str(l).unwrap())
        .collect();
    assert_eq!(lines[0]["greedy"]["solved"].as_array().unwrap().len(), 14);
    let states: Vec<u64> = lines[1]["exact"]
        .as_array()
        .unwrap()
        .iter()
        .map(|row| row["states"].as_u64().unwrap())
        .collect();
    assert_eq!(states[..5], [1, 6, 27, 120, 534]);
    assert_eq!(states.iter().sum::<u64>(), 3_674_160);
    // A beam of 2000 holds every state within four moves.
    assert_eq!(lines[2]["beam"]["solved"], 3);
    assert!(lines[2]["beam"]["mean_length"].as_f64().unwrap() <= 4.0);
}
