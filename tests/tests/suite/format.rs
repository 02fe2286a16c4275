//! The weight format: the document, the code and a file of the past must agree.

use quarterturn_core::net::float::{Activation, FloatNet, Layer, Linear};
use quarterturn_core::net::format::{self, PuzzleFile};
use quarterturn_core::net::write::{DenseLayer, FirstLayer, OwnedNet, with_definition};
use quarterturn_core::net::{LoadError, Meta, Net, NetHeads, Scratch};
use quarterturn_support::rng;
use rand_core::Rng;

const DOCUMENT: &str = include_str!("../../../weights/FORMAT.md");
const GOLDEN: &[u8] = include_bytes!("../../data/golden/tiny-v1.qtw");
const GOLDEN_OUTPUTS: &str = include_str!("../../data/golden/tiny-v1.outputs.txt");

/// The example of the document.
fn example() -> OwnedNet {
    OwnedNet {
        name: "example".into(),
        puzzle: "demo".into(),
        metric: "qtm".into(),
        recipe: 0x0102_0304,
        examples: 5,
        run: 6,
        features: 2,
        active: 1,
        heads: NetHeads {
            value: true,
            q: false,
            policy: false,
            above_bound: false,
            moves: 1,
        },
        first: FirstLayer {
            rows: vec![3, -2],
            bias: vec![1],
            multiplier: vec![16384],
        },
        hidden: vec![],
        blocks: vec![],
        output: DenseLayer {
            weights: vec![5],
            bias: vec![-7],
            multiplier: vec![512],
            shift: 9,
        },
    }
}

fn hex_lines(bytes: &[u8]) -> Vec<String> {
    let line = |chunk: &[u8]| {
        chunk
            .iter()
            .map(|b| format!("{b:02x}"))
            .collect::<Vec<_>>()
            .join(" ")
    };
    bytes.chunks(24).map(line).collect()
}

/// The document's hexadecimal blocks, in their order.
fn documented(index: usize) -> Vec<String> {
    let block = DOCUMENT.split("```text\n").nth(index + 1);
    let block = block.and_then(|s| s.split("```").next()).unwrap();
    block.lines().map(str::to_owned).collect()
}

#[test]
fn the_float_example_of_the_document_is_what_the_code_writes() {
    let linear = |weights: &[f32], bias: &[f32]| Linear {
        weights: weights.into(),
        bias: bias.into(),
    };
    let net = FloatNet {
        meta: Meta {
            name: "example",
            puzzle: "demo",
            metric: "qtm",
            recipe: 0x0102_0304,
            examples: 5,
            run: 6,
        },
        features: 2,
        active: 1,
        heads: example().heads,
        first: linear(&[3.0, -2.0], &[1.0]),
        activation: Activation::Relu,
        layers: vec![Layer::Dense(linear(&[0.5], &[-1.0]), Activation::Identity)],
    };
    let file = net.encode().unwrap();
    assert_eq!(documented(1), hex_lines(&file));
    assert!(DOCUMENT.contains(&format!("in {} bytes", file.len())));
    assert_eq!(FloatNet::from_bytes(&file).unwrap(), net);
}

#[test]
fn the_example_of_the_document_is_what_the_code_writes() {
    let file = example().encode().unwrap();
    assert_eq!(documented(0), hex_lines(&file));
    assert!(DOCUMENT.contains(&format!("in {} bytes", file.len())));
    let net = Net::from_bytes(&file).unwrap();
    let mut value = [0];
    net.evaluate(&[0], &mut Scratch::<1>::default(), &mut value)
        .unwrap();
    assert_eq!(value, [3]);
}

/// Outputs of the golden network on fixed pseudo-random states, a line each.
fn outputs(net: &Net<'_>) -> String {
    let mut rng = rng(2026);
    let mut scratch = Scratch::<64>::default();
    let mut text = String::new();
    for _ in 0..50 {
        let features: Vec<u16> = (0..20)
            .map(|piece| piece * 24 + (rng.next_u32() % 24) as u16)
            .collect();
        let mut out = vec![0; net.heads().outputs()];
        net.evaluate(&features, &mut scratch, &mut out).unwrap();
        let words: Vec<String> = out.iter().map(i32::to_string).collect();
        text += &words.join(" ");
        text.push('\n');
    }
    text
}

#[test]
fn the_golden_file_still_loads_and_says_the_same() {
    let net = Net::from_bytes(GOLDEN).unwrap();
    assert_eq!(net.meta().name, "tiny-v1");
    assert_eq!(outputs(&net), GOLDEN_OUTPUTS);
}

#[test]
fn an_unknown_version_is_refused_by_name() {
    let mut file = GOLDEN.to_vec();
    file[8] = 3;
    let error = Net::from_bytes(&file).unwrap_err();
    assert_eq!(
        error.to_string(),
        "format version 3 is not supported; this build reads versions 1 and 2"
    );
}

/// A name longer than eight bytes, or more moves than 64, make a file of version 2.
#[test]
fn long_names_and_many_moves_have_a_version_of_their_own() {
    let mut model = example();
    assert_eq!(model.encode().unwrap()[8], 1);
    model.puzzle = "lightsout7".into();
    let file = model.encode().unwrap();
    assert_eq!(file[8], 2);
    let net = Net::from_bytes(&file).unwrap();
    assert_eq!(net.meta().puzzle, "lightsout7");
    assert_eq!(
        outputs(&net),
        outputs(&Net::from_bytes(&example().encode().unwrap()).unwrap())
    );

    // Another puzzle under the same header is another fingerprint.
    let mut other = model.clone();
    other.puzzle = "lightsout5".into();
    assert_ne!(other.encode().unwrap()[20..28], file[20..28]);
    model.puzzle = "demo".into();
    model.heads.moves = 81;
    model.heads.q = true;
    model
        .output
        .weights
        .resize(82 * model.output.weights.len(), 0);
    model.output.bias.resize(82, 0);
    model.output.multiplier.resize(82, 0);
    let file = model.encode().unwrap();
    assert_eq!(
        (file[8], Net::from_bytes(&file).unwrap().heads().moves),
        (2, 81)
    );
}

#[test]
fn a_definition_travels_with_a_network() {
    let integer = GOLDEN.to_vec();
    let definition = PuzzleFile {
        name: "ring",
        file: b"turn:=(1,2,3);",
    };
    let whole = with_definition(&integer, definition).unwrap();
    assert_eq!(whole.len(), integer.len() + 8 + 4 + 8 + 14);
    assert_eq!(format::definition(&whole), Ok(Some(definition)));
    assert_eq!(format::definition(&integer), Ok(None));
    assert_eq!(outputs(&Net::from_bytes(&whole).unwrap()), GOLDEN_OUTPUTS);
    // Another one takes its place.
    let other = PuzzleFile {
        name: "line",
        ..definition
    };
    let again = with_definition(&whole, other).unwrap();
    assert_eq!(again.len(), whole.len());
    assert_eq!(format::definition(&again), Ok(Some(other)));
    // Whatever is cut off or changed, nothing is read.
    for cut in (0..whole.len()).step_by(7) {
        assert!(Net::from_bytes(&whole[..cut]).is_err());
        assert!(format::definition(&whole[..cut]).is_err());
    }
    let mut flags = whole.clone();
    flags[12] = 3;
    let mut sum = crc32fast::Hasher::new();
    sum.update(&flags[..28]);
    sum.update(&flags[32..]);
    let sum = sum.finalize();
    flags[28..32].copy_from_slice(&sum.to_le_bytes());
    assert_eq!(Net::from_bytes(&flags).err(), Some(LoadError::Flags(3)));
    let name = PuzzleFile {
        name: "\u{1b}[2J",
        ..definition
    };
    let refused = with_definition(&integer, name).err();
    assert_eq!(refused, Some(LoadError::Name("definition's name")));
}
