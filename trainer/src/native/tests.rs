//! Gradients are those of finite differences; all kernels agree with plain arithmetic.

use super::forward::Statistics;
use super::kernel::{Kernel, adam};
use super::network::{Network, Shape};
use super::plain::Plain;
use super::state::Tensor;

/// Numbers from -1 to 1 (xorshift).
struct Random(u64);

impl Random {
    fn bits(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    fn number(&mut self) -> f32 {
        (self.bits() >> 40) as f32 / (1u64 << 23) as f32 - 1.0
    }
}

fn shape(layers: &[usize], blocks: usize) -> Shape {
    Shape {
        features: 60,
        active: 5,
        layers: layers.to_vec(),
        blocks,
        heads: vec![("value", 1), ("q", 4)],
        clip: 4.0,
    }
}

/// One feature of each dozen, in an order that changes from state to state.
fn states(n: usize, random: &mut Random) -> Vec<u16> {
    let mut out = Vec::new();
    for _ in 0..n {
        let first = random.bits() % 5;
        for k in 0..5 {
            let place = (first + k) % 5;
            out.push((12 * place + random.bits() % 12) as u16);
        }
    }
    out
}

/// Random parameters, statistics and moments for a network of that shape.
fn tensors(shape: &Shape, random: &mut Random) -> Vec<Tensor> {
    let mut tensors = Plain::<f32>::new(shape.clone()).tensors();
    for tensor in &mut tensors {
        let inputs = tensor.shape[1..].iter().product::<usize>().max(1) as f32;
        for x in &mut tensor.data {
            let r = random.number();
            *x = match tensor.name.rsplit('.').next().unwrap_or_default() {
                "second" => 0.1 + r * r,
                "first" => 0.1 * r,
                "running_var" => 1.0 + 0.5 * r,
                "weight" if tensor.shape.len() == 1 => 1.0 + 0.3 * r,
                "bias" => 0.5 * r,
                "weight" => 1.5 * r / inputs.sqrt(),
                _ => r,
            };
        }
    }
    tensors
}

fn losses(outputs: &[f64], targets: &[f64]) -> (f64, Vec<f64>) {
    let n = outputs.len() as f64;
    let errors = outputs.iter().zip(targets).map(|(o, t)| o - t);
    let loss = errors.clone().map(|e| e * e).sum::<f64>() / n;
    (loss, errors.map(|e| 2.0 * e / n).collect())
}

#[test]
fn gradients_are_those_of_finite_differences() {
    let shape = shape(&[40, 24], 1);
    let mut random = Random(1);
    let mut plain = Plain::<f64>::new(shape.clone());
    plain
        .restore(&tensors(&shape, &mut random), false)
        .expect("same shape");
    let features = states(50, &mut random);
    let targets: Vec<f64> = (0..50 * 5)
        .map(|_| 3.0 * f64::from(random.number()))
        .collect();
    let loss = |plain: &mut Plain<f64>| {
        let outputs = plain.forward(&features, Statistics::Batch);
        losses(outputs, &targets)
    };
    let (_, gradient) = loss(&mut plain);
    plain.backward(&gradient, None);
    for tensor in plain.gradients() {
        for _ in 0..5 {
            let at = random.bits() as usize % tensor.data.len();
            let step = 1e-6;
            let number = *plain.number(&tensor.name, at);
            let mut at_distance = |d: f64| {
                *plain.number(&tensor.name, at) = number + d;
                loss(&mut plain).0
            };
            let slope = (at_distance(step) - at_distance(-step)) / (2.0 * step);
            at_distance(0.0);
            let given = f64::from(tensor.data[at]);
            let name = &tensor.name;
            assert!(
                (slope - given).abs() < 1e-6 + 1e-4 * slope.abs(),
                "{name}: {slope} {given}"
            );
        }
    }
}

/// Root mean square of the difference over that of `b`.
pub(super) fn distance(a: &[f32], b: &[f32]) -> f32 {
    let differences = a.iter().zip(b).map(|(a, b)| (a - b) * (a - b));
    let squares: f32 = b.iter().map(|b| b * b).sum();
    (differences.sum::<f32>() / squares.max(1e-20)).sqrt()
}

#[test]
fn kernels_agree_with_plain_arithmetic() {
    // Widths that fill tiles and widths that do not, chunks that fill and one that does not; with
    // nothing clipped, and with clips, where rounding decides what passes here and there.
    for (layers, blocks, n, clipped) in [
        (&[64, 32][..], 2, 640, false),
        (&[64, 32], 2, 640, true),
        (&[300, 40, 70], 1, 1100, false),
        (&[300, 40, 70], 1, 1100, true),
        (&[33], 0, 70, false),
        (&[33], 1, 70, false),
        (&[33], 1, 70, true),
    ] {
        let mut shape = shape(layers, blocks);
        let mut random = Random(2);
        let mut given = tensors(&shape, &mut random);
        if !clipped {
            shape.clip = 1e3;
            let biases = given.iter_mut().filter(|t| t.name.ends_with("norm.bias"));
            biases.for_each(|t| t.data.iter_mut().for_each(|b| *b += 6.0));
        }
        let tolerance = if clipped { 0.2 } else { 0.06 };
        let features = states(n, &mut random);
        let gradient: Vec<f32> = (0..n * 5).map(|_| random.number() / n as f32).collect();
        let mut plain = Plain::<f32>::new(shape.clone());
        plain.restore(&given, true).expect("same shape");
        let expected = plain.forward(&features, Statistics::Batch).to_vec();
        plain.backward(&gradient, None);
        let slopes = plain.gradients();
        plain.backward(&gradient, Some(adam::step(1e-3, 7)));
        let stepped = plain.tensors();
        for kernel in Kernel::available() {
            let mut net = Network::new(shape.clone(), kernel, 1);
            net.restore(&given, true).expect("same shape");
            let name = kernel.name();
            let outputs = net.forward(&features, Statistics::Batch);
            let error = distance(outputs, &expected);
            assert!(error < 0.01, "{name} outputs: {error}");
            net.backward(&gradient, None);
            for ours in net.gradients() {
                let theirs = slopes.iter().find(|theirs| theirs.name == ours.name);
                let theirs = theirs.expect("same names");
                // What the next normalisation takes away again is nothing but rounding.
                if !clipped && ours.name.ends_with("norm.bias") {
                    continue;
                }
                let error = distance(&ours.data, &theirs.data);
                assert!(
                    error < tolerance,
                    "{name} gradient of {}: {error}",
                    ours.name
                );
            }
            net.backward(&gradient, Some(adam::step(1e-3, 7)));
            for theirs in &stepped {
                let all = net.tensors();
                let ours = all
                    .iter()
                    .find(|t| t.name == theirs.name)
                    .expect("same names");
                assert_eq!(ours.shape, theirs.shape);
                let error = distance(&ours.data, &theirs.data);
                assert!(error < 0.01, "{name} {}: {error}", theirs.name);
            }
        }
    }
}

#[test]
fn running_statistics_serve_after_training() {
    let shape = shape(&[64, 32], 1);
    let mut random = Random(3);
    let given = tensors(&shape, &mut random);
    let features = states(100, &mut random);
    let mut plain = Plain::<f32>::new(shape.clone());
    plain.restore(&given, false).expect("same shape");
    let expected = plain.forward(&features, Statistics::Running);
    for kernel in Kernel::available() {
        let mut net = Network::new(shape.clone(), kernel, 1);
        net.restore(&given, false).expect("same shape");
        let error = distance(net.forward(&features, Statistics::Running), expected);
        assert!(error < 0.01, "{}: {error}", kernel.name());
        // One by one as together: nothing depends on the batch.
        let alone = net.forward(&features[..5], Statistics::Running).to_vec();
        assert!(distance(&alone, &expected[..5]) < 0.02);
    }
}

#[test]
fn a_small_task_is_learnt() {
    let shape = shape(&[128, 32], 1);
    for kernel in Kernel::available() {
        let mut random = Random(4);
        let mut net = Network::new(shape.clone(), kernel, 1);
        net.restore(&tensors(&shape, &mut random), false)
            .expect("same shape");
        let secret: Vec<f32> = (0..60).map(|_| random.number()).collect();
        let (mut first, mut last) = (0.0, 0.0);
        for k in 1..=150 {
            let features = states(256, &mut random);
            let outputs = net.forward(&features, Statistics::Batch);
            let mut gradient = Vec::new();
            let mut loss = 0.0;
            for (state, out) in features.chunks(5).zip(outputs.chunks(5)) {
                let sum: f32 = state.iter().map(|&f| secret[usize::from(f)]).sum();
                for (j, out) in out.iter().enumerate() {
                    let error = out - (sum + j as f32).abs();
                    loss += error * error / (256.0 * 5.0);
                    gradient.push(2.0 * error / (256.0 * 5.0));
                }
            }
            net.backward(&gradient, Some(adam::step(3e-3, k)));
            if k == 1 {
                first = loss;
            }
            last = loss;
        }
        assert!(last < 0.05 * first, "{}: {first} to {last}", kernel.name());
    }
}

#[test]
fn state_goes_out_and_in() {
    let shape = shape(&[70, 40], 1);
    let mut random = Random(5);
    let given = tensors(&shape, &mut random);
    let mut net = Network::new(shape.clone(), Kernel::PORTABLE, 1);
    net.restore(&given, true).expect("same shape");
    let mut back = net.tensors();
    let mut given = given;
    for list in [&mut back, &mut given] {
        list.sort_by(|a, b| a.name.cmp(&b.name));
    }
    assert_eq!(back, given);
    let missing = net.restore(&given[1..], true).expect_err("one is missing");
    assert_eq!(missing.name, given[0].name);
}

/// Rows are shared out differently and gradients added in another order: the same but for the last bits, and the same
/// to the last bit if done again.
#[test]
fn any_number_of_threads_learns_the_same() {
    let shape = shape(&[70, 40], 1);
    let mut random = Random(6);
    let given = tensors(&shape, &mut random);
    let features = states(1200, &mut random);
    let gradient: Vec<f32> = (0..1200 * 5).map(|_| random.number() / 1200.0).collect();
    for kernel in Kernel::available() {
        let learn = |threads| {
            let mut net = Network::new(shape.clone(), kernel, threads);
            net.restore(&given, true).expect("same shape");
            for k in 1..=3 {
                net.forward(&features, Statistics::Batch);
                net.backward(&gradient, Some(adam::step(1e-3, k)));
            }
            net.tensors()
        };
        let one = learn(1);
        for threads in [2, 3, 50] {
            let many = learn(threads);
            assert_eq!(many, learn(threads));
            for (many, one) in many.iter().zip(&one) {
                let error = distance(&many.data, &one.data);
                let name = kernel.name();
                assert!(error < 2e-3, "{name} {threads} {}: {error}", one.name);
            }
        }
    }
}
