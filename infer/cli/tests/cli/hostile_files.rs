//! Weight files made to do harm, and names that would drive a terminal.

use crate::harness::{Run, blank_cube3, blank_model, command, file, run};
use quarterturn::core::net::float::{Activation, Attention, FloatNet, Layer, Linear};
use quarterturn::core::net::write::OwnedNet;
use quarterturn::core::net::{Meta, NetHeads};
use quarterturn::core::printable;
use std::fs;
use std::path::Path;

/// A command that must end and show nothing that drives a terminal.
fn tame(args: &[&str]) -> Run {
    let ran = run(args);
    for c in ran.out.chars().chain(ran.err.chars()) {
        assert!(c == '\n' || printable(c), "{args:?}: {c:?}");
    }
    ran
}

/// With the checksum of what the file holds now.
fn sealed(mut bytes: Vec<u8>) -> Vec<u8> {
    let mut crc = crc32fast::Hasher::new();
    crc.update(&bytes[..28]);
    crc.update(&bytes[32..]);
    let crc = crc.finalize().to_le_bytes();
    bytes[28..32].copy_from_slice(&crc);
    bytes
}

/// With other bytes in place of as many others.
fn with(mut bytes: Vec<u8>, old: &[u8], new: &[u8]) -> Vec<u8> {
    assert_eq!(old.len(), new.len());
    let at = bytes.windows(old.len()).position(|w| w == old).unwrap();
    bytes[at..at + old.len()].copy_from_slice(new);
    sealed(bytes)
}

fn blank() -> Vec<u8> {
    blank_model("blank-name", "cube3", 480, 20, 12)
}

fn linear(inputs: usize, outputs: usize, weight: f32) -> Linear {
    Linear {
        weights: vec![weight; inputs * outputs],
        bias: vec![0.0; outputs],
    }
}

/// A float network with one hidden layer between the first one and a value.
fn float(first: f32, layers: Vec<Layer>) -> FloatNet<'static> {
    FloatNet {
        meta: Meta {
            name: "float",
            puzzle: "cube3",
            metric: "qtm",
            recipe: 0,
            examples: 0,
            run: 0,
        },
        features: 480,
        active: 20,
        heads: NetHeads {
            value: true,
            q: false,
            policy: false,
            above_bound: false,
            moves: 12,
        },
        first: linear(480, 4, first),
        activation: Activation::Identity,
        layers,
    }
}

fn value(weight: f32) -> Layer {
    Layer::Dense(linear(4, 1, weight), Activation::Identity)
}

/// The first layer's numbers repeated to `tokens` tokens, attention to them, and a value.
fn attention(tokens: usize, scale: f32, inner: usize) -> Vec<Layer> {
    let attention = Layer::Attention(Attention {
        heads: 1,
        queries: vec![1.0; tokens],
        key: linear(1, 1, 1.0),
        value: linear(1, 1, 1.0),
        mixed: linear(1, 1, 1.0),
        inner: linear(1, inner, 1.0),
        output: linear(inner, 1, 1.0),
        scale: vec![scale],
        shift: vec![0.0],
    });
    let last = Layer::Dense(linear(tokens, 1, 1.0), Activation::Identity);
    vec![Layer::Repeat(tokens as u32 / 4), attention, last]
}

#[test]
fn names_that_drive_a_terminal_are_refused() {
    for (i, drives) in [
        "\u{1b}[3m",
        "\n",
        "\0",
        "\u{7f}",
        "\u{9b}",
        "\u{85}",
        "\u{202e}",
        "\u{2066}",
        "\u{200b}",
        "\u{feff}",
        "\u{e0041}",
    ]
    .into_iter()
    .enumerate()
    {
        // As long as the name that it takes the place of.
        let name = format!("{drives}{}", "x".repeat(10 - drives.len()));
        let bytes = with(blank(), b"blank-name", name.as_bytes());
        let path = file(&format!("name-{i}.qtw"), &bytes);
        let path = path.to_str().unwrap();
        tame(&["models", "verify", path]).ends(3).complains(
            "the name is longer than 255 bytes or has characters that cannot be printed",
        );
        tame(&["solve", "R", "--model", path]).ends(3);
    }
    let metric = with(blank(), b"qtm", b"\x1b[m");
    let path = file("metric.qtw", &metric);
    tame(&["models", "verify", path.to_str().unwrap()])
        .ends(3)
        .complains("the metric is longer");
    let puzzle = with(blank(), b"cube3\0\0\0", b"cube\x07\0\0\0");
    let path = file("puzzle.qtw", &with(puzzle, b"cube3", b"cube\x07"));
    tame(&["models", "verify", path.to_str().unwrap()])
        .ends(3)
        .complains("the puzzle is longer");
    let other = with(blank(), b"blank-name", "бlank-né".as_bytes());
    let path = file("letters.qtw", &other);
    tame(&["models", "verify", path.to_str().unwrap()])
        .ends(0)
        .says("бlank-né");
    let refused = OwnedNet {
        name: "a".repeat(256),
        ..model()
    };
    assert!(refused.encode().is_err());
}

/// An integer network of one layer.
fn model() -> OwnedNet {
    use quarterturn::core::net::write::{DenseLayer, FirstLayer};
    OwnedNet {
        name: "largest".into(),
        puzzle: "cube3".into(),
        metric: "qtm".into(),
        recipe: 0,
        examples: u64::MAX,
        run: u64::MAX,
        features: 480,
        active: 20,
        heads: NetHeads {
            value: true,
            q: true,
            policy: false,
            above_bound: false,
            moves: 12,
        },
        first: FirstLayer {
            rows: vec![127; 480],
            bias: vec![0],
            multiplier: vec![i16::MAX],
        },
        hidden: Vec::new(),
        blocks: Vec::new(),
        output: DenseLayer {
            weights: vec![127; 13],
            bias: vec![1 << 28; 13],
            multiplier: vec![3; 13],
            shift: 1,
        },
    }
}

#[test]
fn files_that_claim_the_impossible_are_refused() {
    let wide = float(1.0, vec![value(1.0)]).encode().unwrap();
    let scaled = float(1.0, attention(16, 54321.0, 4));
    let scaled = scaled.encode().unwrap();
    let weight = |file: &[u8], old: f32, new: f32| {
        with(file.to_vec(), &old.to_le_bytes(), &new.to_le_bytes())
    };
    let at = |at: usize, new: &[u8]| {
        let mut bytes = blank();
        bytes[at..at + new.len()].copy_from_slice(new);
        sealed(bytes)
    };
    // Where the payload of `wide` counts the weights of the first layer.
    let count = 1920u64.to_le_bytes();
    let finite = "a weight is not a finite number";
    for (name, bytes, complaint) in [
        ("nan", weight(&wide, 1.0, f32::NAN), finite),
        ("inf", weight(&wide, 1.0, f32::INFINITY), finite),
        ("scale-nan", weight(&scaled, 54321.0, f32::NAN), finite),
        (
            "scale-inf",
            weight(&scaled, 54321.0, f32::NEG_INFINITY),
            finite,
        ),
        (
            "huge-count",
            with(wide.clone(), &count, &[255; 8]),
            "does not decode",
        ),
        (
            "large-count",
            with(wide.clone(), &count, &(1u64 << 40).to_le_bytes()),
            "does not decode",
        ),
        ("long-name", at(32, &[255; 8]), "does not decode"),
        ("version", at(8, &[9, 0]), "format version 9"),
        ("kind", at(10, &[9, 0]), "network kind 9"),
        ("flags", at(12, &[2]), "unknown flags"),
        ("no-definition", at(12, &[1]), "definition"),
        ("length", at(16, &[255; 4]), "cut off"),
        ("empty", vec![], "cut off"),
        ("header", blank()[..32].to_vec(), "cut off"),
        (
            "damaged",
            [&blank()[..99], &[77], &blank()[100..]].concat(),
            "damaged",
        ),
        (
            "text",
            b"R U R' U' is no network, however long".to_vec(),
            "not a quarterturn weight file",
        ),
    ] {
        let path = file(&format!("hostile-{name}.qtw"), &bytes);
        let path = path.to_str().unwrap();
        tame(&["models", "verify", path])
            .ends(3)
            .complains(complaint);
        tame(&["solve", "R", "--model", path])
            .ends(3)
            .complains(complaint);
    }
    let mut large = model();
    large.output.multiplier[0] = i32::MAX;
    assert!(large.encode().is_err());
    // Half a megabyte that would take 34 GB of memory to evaluate.
    let greedy = float(1.0, attention(1024, 1.0, 65536));
    assert!(greedy.encode().is_err());
}

#[test]
fn extreme_outputs_do_no_harm() {
    let mut opposed = float(1e38, vec![value(1e38)]);
    if let Layer::Dense(linear, _) = &mut opposed.layers[0] {
        // Infinity less infinity.
        linear.weights[0] = -1e38;
    }
    let mut negative = model();
    negative.output.bias = vec![-(1 << 28); 13];
    let mut policy = model();
    (policy.heads.q, policy.heads.policy) = (false, true);
    let scaled = float(1.0, attention(16, 3e38, 4));
    for (name, bytes) in [
        ("infinite", float(3e38, vec![value(3e38)]).encode()),
        ("minus", float(3e38, vec![value(-3e38)]).encode()),
        ("nan", opposed.encode()),
        ("scaled", scaled.encode()),
        ("largest", model().encode()),
        ("smallest", negative.encode()),
        ("policy", policy.encode()),
    ] {
        let path = file(&format!("extreme-{name}.qtw"), &bytes.unwrap());
        let path = path.to_str().unwrap();
        tame(&["models", "verify", path]).ends(0);
        for search in ["beam", "bwas", "greedy", "ida"] {
            let args = ["solve", "R U", "--search", search, "--model", path];
            let ran = tame(&[&args[..], &["--node-limit", "2000", "--json"]].concat());
            // A search that does not go with the heads is a refusal; a wrong answer would be 1.
            assert!(
                matches!(ran.code, Some(0 | 3 | 4)),
                "{name} {search}: {}",
                ran.err
            );
        }
    }
}

#[test]
fn names_and_inputs_of_others_are_shown_harmlessly() {
    let model = blank_cube3("harmless.qtw");
    let drives = "x\u{1b}]0;owned\u{7}\u{9b}31m\u{202e}\u{200b}\nerror";
    let shown = "x\u{fffd}]0;owned\u{fffd}\u{fffd}31m\u{fffd}\u{fffd}";
    tame(&["solve", "R", "--model", &model, "--costs", drives])
        .ends(3)
        .complains(shown);
    tame(&["solve", "--model", &model, "--from", drives])
        .ends(3)
        .complains(shown);
    tame(&["models", "verify", drives]).ends(3).complains(shown);
    tame(&["bench", "--suite", drives]).ends(3).complains(shown);
    tame(&["device", "--port", drives, "R"])
        .ends(3)
        .complains(shown);
    tame(&["solve", "--model", drives, "R"]).ends(3);
    tame(&["solve", "R", "--puzzle", drives])
        .ends(2)
        .complains("\u{fffd}31m\u{fffd}\u{fffd}");
    tame(&["solve", "--model", &model, drives]).ends(3);
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("s\u{9b}31m.tsv");
    fs::write(&folder, "# state\nR U\n").unwrap();
    let suite = [
        "bench",
        "--model",
        &model,
        "--suite",
        folder.to_str().unwrap(),
    ];
    tame(&suite).ends(0).says("s\u{fffd}31m.tsv");
    let report = tame(&[&suite[..], &["--json"]].concat()).ends(0).json();
    assert_eq!(report[0]["suite"], folder.to_str().unwrap());
    let refused = command()
        .args(["solve", "--json", "--model", &model, drives])
        .output();
    let refused = Run::from(refused.unwrap()).ends(3);
    assert!(refused.out.trim_end().chars().all(printable));
    assert_eq!(refused.json()[0]["input"], drives);
}
