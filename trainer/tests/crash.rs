//! What happens to a run when the machine is unkind.
#![cfg(unix)]

mod common;

use common::{Bench, fail, recipe, succeed, trainer};
use quarterturn_trainer::checkpoint::{Checkpoint, FILE};
use rand_core::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use std::process::{Command, Stdio};
use std::thread::sleep;
use std::time::Duration;

/// `QUARTERTURN_KILLS=200 cargo test` kills more often.
#[test]
fn a_killed_run_always_leaves_a_whole_checkpoint() {
    let kills = std::env::var("QUARTERTURN_KILLS").map_or(20, |n| n.parse().unwrap());
    // A checkpoint after every step: most of the time goes into writing them.
    let bench = Bench::new(&recipe(1 << 40, 0));
    let out = bench.out("run");
    let rng = &mut Xoshiro256PlusPlus::seed_from_u64(7);
    let mut last = 0;
    for _ in 0..kills {
        let mut child = bench
            .train(&out, &["--resume"])
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let changed = || {
            let step = |c: Checkpoint| c.progress.step;
            Checkpoint::load(&out).unwrap().map_or(0, step) > last
        };
        while !changed() {
            assert!(child.try_wait().unwrap().is_none(), "the trainer gave up");
            sleep(Duration::from_millis(2));
        }
        sleep(Duration::from_micros(u64::from(rng.next_u32() % 100_000)));
        child.kill().unwrap();
        child.wait().unwrap();
        let step = Checkpoint::load(&out)
            .unwrap()
            .expect("a checkpoint")
            .progress
            .step;
        assert!(step > last, "steps were lost: {step} after {last}");
        last = step;
    }
}

#[test]
fn a_second_trainer_is_turned_away() {
    let bench = Bench::new(&recipe(1 << 40, 600));
    let out = bench.out("run");
    let mut first = bench
        .train(&out, &[])
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    while !out.join("recipe.toml").exists() {
        assert!(first.try_wait().unwrap().is_none(), "it ended by itself");
        sleep(Duration::from_millis(5));
    }
    let message = fail(&mut bench.train(&out, &["--resume"]));
    first.kill().unwrap();
    first.wait().unwrap();
    assert!(message.contains("another trainer"), "{message}");
}

/// The same command where files of at most 64 KiB stand for a full disk: a checkpoint needs more.
fn on_a_full_disk(train: &Command) -> Command {
    let mut limited = Command::new("bash");
    limited
        .arg("-c")
        .arg("trap '' XFSZ; ulimit -f 64; exec \"$@\"")
        .arg("bash");
    limited.arg(train.get_program()).args(train.get_args());
    limited
}

#[test]
fn a_disk_that_is_full_from_the_beginning_keeps_no_checkpoint() {
    let bench = Bench::new(&recipe(7_000, 60));
    let out = bench.out("run");
    let message = fail(&mut on_a_full_disk(&bench.train(&out, &[])));
    assert!(message.contains("there is no checkpoint yet"), "{message}");
    assert!(Checkpoint::load(&out).unwrap().is_none());
}

#[test]
fn what_never_ends_is_not_read_to_its_end() {
    let bench = Bench::new(&recipe(7_000, 60));
    let init = ["--init", "/dev/zero"];
    let message = fail(&mut bench.train(&bench.out("run"), &init));
    assert!(
        message.contains("/dev/zero: it is not a regular file"),
        "{message}"
    );
    let mut train = trainer();
    train.args(["train", "/dev/zero", "--out"]);
    let message = fail(train.arg(bench.out("run")));
    assert!(
        message.contains("/dev/zero: it is not a regular file"),
        "{message}"
    );
}

#[test]
fn a_full_disk_loses_nothing() {
    let bench = Bench::new(&recipe(7_000, 60));
    let out = bench.out("run");
    succeed(&mut bench.train(&out, &[]));
    let before = std::fs::read(out.join(FILE)).unwrap();
    std::fs::write(bench.recipe(), recipe(700_000, 60)).unwrap();
    assert!(before.len() > 64 << 10);
    let mut limited = on_a_full_disk(&bench.train(&out, &["--resume", "--time-limit", "100ms"]));
    let message = fail(&mut limited);
    assert!(message.contains("checkpoint is kept"), "{message}");
    assert!(std::fs::read(out.join(FILE)).unwrap() == before);
    let left = out.join(format!("{FILE}.new"));
    assert!(
        !left.exists(),
        "half a checkpoint was left on the full disk"
    );
}

#[test]
fn a_folder_that_cannot_be_written_is_named() {
    let bench = Bench::new(&recipe(7_000, 60));
    let file = bench.out("file");
    std::fs::write(&file, "").unwrap();
    let message = fail(&mut bench.train(&file.join("run"), &[]));
    assert!(message.contains("cannot write to"), "{message}");
    assert!(message.contains("file/run"), "{message}");
}

#[test]
fn a_read_only_folder_keeps_its_run() {
    use std::os::unix::fs::PermissionsExt;
    let bench = Bench::new(&recipe(7_000, 60));
    let out = bench.out("run");
    succeed(&mut bench.train(&out, &[]));
    let before = std::fs::read(out.join(FILE)).unwrap();
    let mode = |folder, file| {
        let set = |path, mode| {
            std::fs::set_permissions(path, std::fs::Permissions::from_mode(mode)).unwrap();
        };
        set(out.clone(), folder);
        set(out.join("lock"), file);
    };
    mode(0o555, 0o444);
    let mut train = bench.train(&out, &["--resume"]);
    if std::fs::write(out.join("probe"), "").is_ok() {
        // The superuser may write anywhere, unless that is taken from him.
        let mut bound = Command::new("setpriv");
        bound.args(["--bounding-set", "-dac_override"]);
        bound.arg(train.get_program()).args(train.get_args());
        train = bound;
    }
    let message = fail(&mut train);
    mode(0o755, 0o644);
    assert!(message.contains("cannot write to"), "{message}");
    assert!(std::fs::read(out.join(FILE)).unwrap() == before);
}

#[test]
fn damaged_checkpoints_fall_back_to_the_generation_before() {
    let bench = Bench::new(&recipe(70_000, 0));
    let out = bench.out("run");
    succeed(&mut bench.train(&out, &[]));
    let whole = std::fs::read(out.join(FILE)).unwrap();
    for length in [0, 7, 8, 100, whole.len() - 1] {
        std::fs::write(out.join(FILE), &whole[..length]).unwrap();
        let step = Checkpoint::load(&out).unwrap().unwrap().progress.step;
        assert!(step <= 100 && step > 0);
    }
    std::fs::remove_file(out.join("checkpoint.previous.safetensors")).unwrap();
    let message = fail(&mut bench.train(&out, &["--resume"]));
    assert!(message.contains("is not a checkpoint"), "{message}");
}

#[test]
fn a_missing_device_is_refused_before_anything_starts() {
    #[cfg(feature = "libtorch")]
    if tch::Cuda::is_available() {
        return;
    }
    let bench = Bench::new(&recipe(7_000, 60));
    let out = bench.out("run");
    let output = trainer()
        .args(["train", "x.toml", "--device", "cuda", "--out"])
        .arg(&out)
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(2));
    assert!(common::stderr(&output).contains("CUDA"));
    assert!(!out.exists());
}
