//! A small run and the trainer's binary.
#![allow(dead_code)]

use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::{Mutex, MutexGuard};
use tempfile::TempDir;

/// LibTorch's generator is one for the process: tests that draw from it take turns.
pub fn generator() -> MutexGuard<'static, ()> {
    static TURN: Mutex<()> = Mutex::new(());
    TURN.lock().unwrap_or_else(|e| e.into_inner())
}

/// Whether this trainer, with LibTorch or without, knows such a network and such a target.
pub fn trains(net: &str, target: &str) -> bool {
    let native = net.contains("\"mlp\"") && net.contains("\"value\"");
    let targets = ["\"walk\"", "\"bellman\"", "\"exact\""];
    cfg!(feature = "libtorch") || native && targets.iter().any(|kind| target.contains(kind))
}

#[cfg(feature = "libtorch")]
pub mod valued;

/// The most memory this process has held, in bytes.
#[cfg(target_os = "linux")]
pub fn peak() -> usize {
    let status = std::fs::read_to_string("/proc/self/status").unwrap();
    let line = status.lines().find(|l| l.starts_with("VmHWM:")).unwrap();
    let kib: usize = line.split_whitespace().nth(1).unwrap().parse().unwrap();
    kib << 10
}

/// A recipe for cube2 that trains thousands of examples in a second.
pub fn recipe(examples: u64, checkpoint_seconds: u64) -> String {
    format!(
        "puzzle = \"cube2\"\nseed = 5\n\
         [net]\nkind = \"mlp\"\nlayers = [64, 32]\nblocks = 1\nheads = [\"value\", \"q\"]\n\
         [target]\nkind = \"walk\"\nsteps = 14\npool = 500\n\
         [optimizer]\nbatch = 50\nrate = 2e-3\ndecay = 0.5\n\
         [run]\nexamples = {examples}\ncheckpoint_seconds = {checkpoint_seconds}\n\
         evaluate_width = 64\nevaluate_scrambles = 10\ncompute = \"f32\"\n"
    )
}

/// A folder with a recipe, and room for runs beside it.
pub struct Bench {
    pub folder: TempDir,
}

impl Bench {
    pub fn new(recipe: &str) -> Self {
        let folder = TempDir::new().unwrap();
        std::fs::write(folder.path().join("recipe.toml"), recipe).unwrap();
        Self { folder }
    }

    pub fn recipe(&self) -> PathBuf {
        self.folder.path().join("recipe.toml")
    }

    pub fn out(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// `train` into the folder `out`, on one thread.
    pub fn train(&self, out: &Path, more: &[&str]) -> Command {
        let mut command = trainer();
        command
            .arg("train")
            .arg(self.recipe())
            .arg("--out")
            .arg(out);
        command.args(["--threads", "1"]).args(more);
        command
    }
}

pub fn trainer() -> Command {
    Command::new(env!("CARGO_BIN_EXE_quarterturn-trainer"))
}

/// Runs a command that must succeed.
pub fn succeed(command: &mut Command) -> Output {
    let output = command.output().unwrap();
    assert!(output.status.success(), "{}", stderr(&output));
    output
}

/// Runs a command that must fail with exit code 1, and returns what it says.
pub fn fail(command: &mut Command) -> String {
    let output = command.output().unwrap();
    assert_eq!(output.status.code(), Some(1), "{}", stderr(&output));
    stderr(&output)
}

pub fn stderr(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

/// The lines of a run's metrics.
pub fn metrics(out: &Path) -> Vec<serde_json::Value> {
    let text = std::fs::read_to_string(out.join("metrics.jsonl")).unwrap();
    text.lines()
        .map(|l| serde_json::from_str(l).unwrap())
        .collect()
}

/// The share that greedy descent solves at the end of a run, on average and by scramble depth.
pub fn greedily(out: &Path) -> (f64, Vec<f64>) {
    let last = metrics(out).pop().unwrap();
    let solved: Vec<f64> = serde_json::from_value(last["greedy"]["solved"].clone()).unwrap();
    (solved.iter().sum::<f64>() / solved.len() as f64, solved)
}
