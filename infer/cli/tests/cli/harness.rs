//! Running the binary, and files for it to read.

use quarterturn::core::net::NetHeads;
use quarterturn::core::net::write::{DenseLayer, FirstLayer, OwnedNet};
use serde_json::Value;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

/// The cube that moves lead to, by its stickers: of moves the way back is a solution too.
pub fn cube(moves: &str) -> String {
    state("cube3", moves)
}

/// The state of a puzzle that moves lead to.
pub fn state(puzzle: &str, moves: &str) -> String {
    let puzzle = quarterturn::Puzzle::named(puzzle).unwrap();
    puzzle.read(moves).unwrap().to_string()
}

/// What a run printed and how it ended.
pub struct Run {
    pub code: Option<i32>,
    pub out: String,
    pub err: String,
}

impl From<Output> for Run {
    fn from(output: Output) -> Self {
        Self {
            code: output.status.code(),
            out: String::from_utf8(output.stdout).unwrap(),
            err: String::from_utf8(output.stderr).unwrap(),
        }
    }
}

impl Run {
    #[track_caller]
    pub fn ends(self, code: i32) -> Self {
        assert_eq!(self.code, Some(code), "{}\n{}", self.out, self.err);
        assert!(!self.err.contains("panicked"), "{}", self.err);
        self
    }

    #[track_caller]
    pub fn says(self, text: &str) -> Self {
        assert!(self.out.contains(text), "{text:?} is not in\n{}", self.out);
        self
    }

    #[track_caller]
    pub fn complains(self, text: &str) -> Self {
        assert!(self.err.contains(text), "{text:?} is not in\n{}", self.err);
        self
    }

    /// Standard output as lines of JSON.
    #[track_caller]
    pub fn json(&self) -> Vec<Value> {
        let lines = self.out.lines();
        lines.map(|l| serde_json::from_str(l).expect(l)).collect()
    }
}

pub fn command() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_quarterturn"));
    command
        .env_remove("CLICOLOR_FORCE")
        .env("RUST_BACKTRACE", "0");
    command
}

pub fn run(args: &[&str]) -> Run {
    command().args(args).output().unwrap().into()
}

pub fn run_on(args: &[&str], input: &[u8]) -> Run {
    let mut child = command()
        .args(args)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let input = input.to_vec();
    // On its own thread: the child may write before it has read everything.
    let writer = std::thread::spawn(move || {
        let _ = stdin.write_all(&input);
    });
    let output = child.wait_with_output().unwrap();
    writer.join().unwrap();
    output.into()
}

pub fn file(name: &str, bytes: &[u8]) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    fs::write(&path, bytes).unwrap();
    path
}

/// A network that finds every state equally good: with it, a wide beam is breadth-first search.
pub fn blank_model(
    name: &str,
    puzzle: &str,
    features: usize,
    active: usize,
    moves: usize,
) -> Vec<u8> {
    let width = 16;
    let heads = NetHeads {
        value: true,
        q: false,
        policy: false,
        above_bound: false,
        moves,
    };
    let model = OwnedNet {
        name: name.into(),
        puzzle: puzzle.into(),
        metric: "qtm".into(),
        recipe: 0,
        examples: 0,
        run: 0,
        features,
        active,
        heads,
        first: FirstLayer {
            rows: vec![0; features * width],
            bias: vec![0; width],
            multiplier: vec![1; width],
        },
        hidden: Vec::new(),
        blocks: Vec::new(),
        output: DenseLayer {
            weights: vec![0; width],
            bias: vec![0],
            multiplier: vec![1],
            shift: 8,
        },
    };
    model.encode().unwrap()
}

pub fn blank_cube3(name: &str) -> String {
    let path = file(name, &blank_model("blank", "cube3", 480, 20, 12));
    path.to_str().unwrap().to_owned()
}
