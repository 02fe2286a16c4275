//! Weight files whose checksum is right, whatever else is wrong; those that load are evaluated.
//!
//! A file that was whole before is evaluated for many states, and so is any that is replayed. For others the new
//! checksum decides for how many, as if by chance: for none in most, so that more files are tried.

use super::for_every_puzzle;
use crc32fast::Hasher;
use quarterturn::eval::{Evaluator, Float, Int8, Results};
use quarterturn_core::net::batch::Kernel;
use quarterturn_core::net::float::FloatNet;
use quarterturn_core::net::{Net, Scratch, format};
use quarterturn_core::{Move, Puzzle};

/// Widest network that is evaluated.
const WIDTH: usize = 256;
/// As many numbers pass between two layers at most in a network that is evaluated.
const FLOATS: usize = 4096;
/// States for some of every kernel's tiles, and a rest.
const STATES: usize = 21;
/// Where the checksum begins.
const CHECKSUM: usize = 28;

/// The bytes with the magic, version, kind, length and checksum of a whole file.
fn sealed(bytes: &[u8], kind: u16) -> Option<Vec<u8>> {
    let mut file = bytes.to_vec();
    let length = u32::try_from(file.len().checked_sub(format::HEADER)?).ok()?;
    file[..8].copy_from_slice(&format::MAGIC);
    file[8..10].copy_from_slice(&format::VERSION.to_le_bytes());
    file[10..12].copy_from_slice(&kind.to_le_bytes());
    file[16..20].copy_from_slice(&length.to_le_bytes());
    let mut sum = Hasher::new();
    sum.update(&file[..CHECKSUM]);
    sum.update(&file[format::HEADER..]);
    file[CHECKSUM..format::HEADER].copy_from_slice(&sum.finalize().to_le_bytes());
    Some(file)
}

/// For how many states a file is evaluated, which is whole if it was before it was sealed.
fn count(file: &[u8], whole: bool) -> usize {
    let counts = [9, 1, 2, 3];
    match whole || !cfg!(fuzzing) {
        true => STATES,
        false => *counts.get(usize::from(file[CHECKSUM] % 64)).unwrap_or(&0),
    }
}

/// `count` states: the goal, and where the moves lead one by one.
fn states<P: Puzzle>(puzzle: &P, count: usize) -> Vec<P::State> {
    let goal = puzzle.goal().expect("one goal");
    let next = |state: &mut P::State, i| {
        *state = puzzle.apply(state, Move(i % puzzle.move_count() as u8));
        Some(state.clone())
    };
    let moved = (0..20).map(|i| i * 7).scan(goal.clone(), next);
    [goal].into_iter().chain(moved).take(count).collect()
}

fn evaluated<P: Puzzle>(puzzle: &P, evaluator: &dyn Evaluator<P>, count: usize) -> Vec<i32> {
    let states = states(puzzle, count);
    let mut all = Results::for_all(puzzle, evaluator.heads(), states.len());
    evaluator.evaluate(puzzle, &states, all.outputs());
    [all.value, all.q, all.policy].concat()
}

/// Loads an integer network; every kernel must say what the portable one says.
pub fn integer(bytes: &[u8]) {
    let Some(file) = sealed(bytes, format::KIND_INTEGER) else {
        return;
    };
    let count = count(&file, Net::from_bytes(bytes).is_ok());
    let net = match Net::from_bytes(&file) {
        Ok(net) => net,
        Err(error) => return assert!(!error.to_string().is_empty()),
    };
    let mut scratch = Scratch::<WIDTH>::new();
    let mut out = vec![0; net.heads().outputs()];
    let (features, active) = net.input();
    let first: Vec<u16> = (0..active).map(|i| (i % features) as u16).collect();
    let fits = net.evaluate(&first, &mut scratch, &mut out).is_ok();
    assert_eq!(fits, net.width() <= WIDTH);
    if fits && count > 0 {
        for_every_puzzle!(kernels_agree(&file, count));
    }
}

fn kernels_agree<P: Puzzle>(puzzle: &P, file: &[u8], count: usize) {
    let mut said = None;
    for kernel in Kernel::available() {
        let Ok(net) = Int8::load_with(puzzle, file, kernel) else {
            continue;
        };
        let costs = evaluated(puzzle, &net, count);
        assert_eq!(*said.get_or_insert_with(|| costs.clone()), costs);
    }
}

/// Loads a float network; the same state must cost the same each time, and nothing immense.
pub fn float(bytes: &[u8]) {
    let Some(file) = sealed(bytes, format::KIND_FLOAT) else {
        return;
    };
    let count = count(&file, FloatNet::from_bytes(bytes).is_ok());
    let net = match FloatNet::from_bytes(&file) {
        Ok(net) => net,
        Err(error) => return assert!(!error.to_string().is_empty()),
    };
    let widths = net.widths().expect("layers fit each other");
    if widths.iter().skip(1).max() <= Some(&FLOATS) && widths.len() < 32 && count > 0 {
        for_every_puzzle!(float_of(&file, count));
    }
}

fn float_of<P: Puzzle>(puzzle: &P, file: &[u8], count: usize) {
    if let Ok(net) = Float::load(puzzle, file) {
        let costs = evaluated(puzzle, &net, count);
        assert_eq!(costs, evaluated(puzzle, &net, count));
        assert!(costs.iter().all(|cost| cost.abs() <= 1_000_000_000));
    }
}
