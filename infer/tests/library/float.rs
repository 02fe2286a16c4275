//! Float networks: what they say depends on the state alone, and no bytes make them panic.

use quarterturn::core::Puzzle;
use quarterturn::eval::{Evaluator, Float, Outputs};
use quarterturn::puzzles::Seeded;
use quarterturn::search::{Beam, Search};
use quarterturn::{Limits, eval};
use quarterturn_core::cube::{Cube2, Cube2Qtm};
use quarterturn_core::net::LoadError;
use quarterturn_core::net::float::{
    Activation, FloatNet, Layer, Linear, MAX_ROUNDS, MAX_WORK, Recurrent,
};
use quarterturn_core::net::format::HEADER;
use quarterturn_core::random::random_moves;
use quarterturn_support::networks::{every_layer, linear, numbers};
use quarterturn_support::rng;
use rand_core::Rng;

fn states(count: usize) -> Vec<Cube2> {
    let rng = &mut rng(1);
    let mut state = Cube2::SOLVED;
    let moves: Vec<_> = random_moves(&Cube2Qtm, Cube2::SOLVED, rng, count).collect();
    let step = |&mv| {
        state = Cube2Qtm.apply(&state, mv);
        state
    };
    moves.iter().map(step).collect()
}

/// Value, Q and policy of each state, evaluated in batches of that size.
fn costs(evaluator: &dyn Evaluator<Cube2Qtm>, states: &[Cube2], batch: usize) -> Vec<[i32; 13]> {
    let mut all = Vec::new();
    for states in states.chunks(batch) {
        let n = states.len();
        let (mut value, mut q, mut policy) = (vec![0; n], vec![0; 6 * n], vec![0; 6 * n]);
        let out = Outputs {
            value: &mut value,
            q: &mut q,
            policy: &mut policy,
        };
        evaluator.evaluate(&Cube2Qtm, states, out);
        for i in 0..n {
            let mut row = [value[i]; 13];
            row[1..7].copy_from_slice(&q[6 * i..6 * i + 6]);
            row[7..].copy_from_slice(&policy[6 * i..6 * i + 6]);
            all.push(row);
        }
    }
    all
}

#[test]
fn what_is_written_is_read_back() {
    let model = every_layer(&mut rng(2));
    let file = model.encode().unwrap();
    assert_eq!(FloatNet::from_bytes(&file).unwrap(), model);
    assert_eq!(model.widths().unwrap(), [147, 6, 10, 10, 20, 20, 6, 13]);
    assert_eq!(
        quarterturn_core::net::Net::from_bytes(&file).unwrap_err(),
        LoadError::Kind(2)
    );
}

#[test]
fn costs_depend_on_the_state_alone() {
    let file = every_layer(&mut rng(3)).encode().unwrap();
    let evaluator = eval::load(&Cube2Qtm, &file).unwrap();
    let states = states(300);
    let together = costs(evaluator.as_ref(), &states, 300);
    for batch in [1, 2, 15, 16, 17, 129] {
        assert!(
            costs(evaluator.as_ref(), &states, batch) == together,
            "{batch}"
        );
    }
    let mut distinct = together.clone();
    distinct.sort_unstable();
    distinct.dedup();
    assert!(distinct.len() > 250, "{} of 300 differ", distinct.len());
    for row in together {
        let sum: f64 = row[7..]
            .iter()
            .map(|&c| (-f64::from(c) / 1024.0).exp())
            .sum();
        assert!((sum - 1.0).abs() < 0.01, "probabilities add up to {sum}");
    }
}

fn wide(v: &[f32]) -> Vec<f64> {
    v.iter().map(|&x| f64::from(x)).collect()
}

fn apply(l: &Linear, x: &[f64]) -> Vec<f64> {
    let rows = l.weights.chunks(x.len()).zip(&l.bias);
    let sum = |w: &[f32]| wide(w).iter().zip(x).map(|(w, x)| w * x).sum::<f64>();
    rows.map(|(w, &b)| sum(w) + f64::from(b)).collect()
}

fn elu(x: f64) -> f64 {
    if x > 0.0 { x } else { x.exp() - 1.0 }
}

/// Weight file's page, layers 4 and 5.
fn recurrent(r: &Recurrent, x: &[f64], activation: fn(f64) -> f64) -> Vec<f64> {
    let (width, state) = (r.query.len(), r.back.weights.len() / r.back.bias.len());
    let (mut o, mut c, mut q) = (vec![0.0; state], vec![0.0; state], wide(&r.query));
    let sigmoid = |x: f64| 1.0 / (1.0 + (-x).exp());
    for _ in 0..r.rounds {
        let tokens = x.chunks(width);
        let score = |token: &[f64]| token.iter().zip(&q).map(|(t, q)| t * q).sum::<f64>();
        let powers: Vec<f64> = tokens
            .clone()
            .map(|token| (score(token) / (width as f64).sqrt()).exp())
            .collect();
        let total: f64 = powers.iter().sum();
        let mut answer = vec![0.0; width];
        for (token, power) in tokens.zip(powers) {
            let parts = answer.iter_mut().zip(token);
            parts.for_each(|(a, t)| *a += t * power / total);
        }
        let gates: Vec<f64> = apply(&r.answer, &answer)
            .iter()
            .zip(apply(&r.back, &o))
            .map(|(a, b)| a + b)
            .collect();
        for k in 0..state {
            let gate = |i: usize| gates[i * state + k];
            c[k] = sigmoid(gate(1)) * c[k] + sigmoid(gate(0)) * gate(2).tanh();
            o[k] = sigmoid(gate(3)) * c[k].tanh();
        }
        q = apply(&r.next, &o).into_iter().map(activation).collect();
    }
    o
}

/// Values and Q of a network with these layers after the first one, against sums in double.
fn check_layers(seed: u64, layers: impl Fn(&mut Seeded) -> Vec<Layer>) {
    let rng = &mut rng(seed);
    let mut model = every_layer(rng);
    model.layers = layers(rng);
    let evaluator = Float::load(&Cube2Qtm, &model.encode().unwrap()).unwrap();
    let states = states(100);
    let got = costs(&evaluator, &states, 100);
    for (state, got) in states.iter().zip(got) {
        let mut features = vec![0; Cube2Qtm.inputs().active];
        Cube2Qtm.features(state, &mut features);
        let mut x = wide(&model.first.bias);
        for feature in features {
            let row = &model.first.weights[usize::from(feature) * 6..][..6];
            x.iter_mut().zip(wide(row)).for_each(|(x, w)| *x += w);
        }
        let mut x: Vec<f64> = x.iter().map(|x| x.clamp(0.0, 4.0)).collect();
        for layer in &model.layers {
            x = match layer {
                Layer::Residual(a, b, _) => {
                    let inner: Vec<f64> = apply(a, &x).into_iter().map(elu).collect();
                    let sums = apply(b, &inner);
                    sums.iter().zip(&x).map(|(y, x)| elu(x + y)).collect()
                }
                Layer::Dense(a, _) => apply(a, &x),
                Layer::Recurrent(r) => recurrent(r, &x, |x| x),
                Layer::RecurrentElu(r) => recurrent(r, &x, elu),
                _ => unreachable!(),
            };
        }
        for (got, x) in got[..7].iter().zip(x) {
            assert!((f64::from(*got) - x * 1024.0).abs() < 0.6, "{got} {x}");
        }
    }
}

#[test]
fn dense_layers_are_what_the_format_says() {
    check_layers(4, |rng| {
        vec![
            Layer::Residual(linear(rng, 6, 7), linear(rng, 7, 6), Activation::Elu),
            Layer::Dense(linear(rng, 6, 13), Activation::Identity),
        ]
    });
}

#[test]
fn recurrent_layers_are_what_the_format_says() {
    for layer in [Layer::Recurrent, Layer::RecurrentElu] {
        check_layers(9, |rng| {
            let recurrent = Recurrent {
                rounds: 4,
                query: numbers(rng, 2),
                answer: linear(rng, 2, 20),
                back: linear(rng, 5, 20),
                next: linear(rng, 5, 2),
            };
            let heads = linear(rng, 5, 13);
            vec![layer(recurrent), Layer::Dense(heads, Activation::Identity)]
        });
    }
}

/// One state is the smallest slice of a search, so a network has a bound on the work for one.
#[test]
fn a_network_that_takes_long_for_one_state_is_refused() {
    let recurrent = |rounds| {
        let rng = &mut rng(12);
        let mut model = every_layer(rng);
        model.layers = vec![
            Layer::Repeat(1024),
            Layer::Recurrent(Recurrent {
                rounds,
                query: numbers(rng, 6),
                answer: linear(rng, 6, 1024),
                back: linear(rng, 256, 1024),
                next: linear(rng, 256, 6),
            }),
            Layer::Dense(linear(rng, 256, 13), Activation::Identity),
        ];
        model
    };
    let few = recurrent(1);
    // Seven active features and the copies; weights, two looks at 1,024 tokens, exponentials; the heads.
    let round = (6 + 256) * 1024 + 256 * 6 + 2 * 6 * 1024 + 16 * (1024 + 1024);
    assert_eq!(few.work(), 7 * 6 + 6 * 1024 + round + 256 * 13);
    eval::load(&Cube2Qtm, &few.encode().unwrap()).unwrap();
    let many = recurrent(MAX_ROUNDS);
    assert!(many.work() > MAX_WORK);
    let refused = many.encode().unwrap_err().to_string();
    assert!(
        refused.contains("more than 268,435,456 multiply-adds"),
        "{refused}"
    );
}

#[test]
fn a_search_runs_with_a_float_network() {
    let file = every_layer(&mut rng(5)).encode().unwrap();
    let evaluator = eval::load(&Cube2Qtm, &file).unwrap();
    // Wide enough to hold every state within four moves, whatever the network says.
    let beam = Beam::new::<Cube2Qtm>(evaluator, 2000);
    let beam = Beam {
        shortlist: 6.0,
        ..beam
    };
    let state = states(4)[3];
    let outcome = beam.run(&Cube2Qtm, &state, &Limits::default());
    assert!(outcome.solution.unwrap().len() <= 4);
}

#[test]
fn every_flipped_bit_and_every_truncation_is_refused() {
    let file = every_layer(&mut rng(6)).encode().unwrap();
    for length in 0..file.len() {
        assert!(FloatNet::from_bytes(&file[..length]).is_err(), "{length}");
    }
    for bit in 0..file.len() * 8 {
        let mut damaged = file.clone();
        damaged[bit / 8] ^= 1 << (bit % 8);
        assert!(FloatNet::from_bytes(&damaged).is_err(), "bit {bit} flipped");
    }
    let mut longer = file.clone();
    longer.push(0);
    assert_eq!(
        FloatNet::from_bytes(&longer).unwrap_err(),
        LoadError::Trailing(1)
    );
}

/// Past the checksum: damage with the checksum put right must never panic, and whatever loads must
/// evaluate.
#[test]
fn damage_behind_a_right_checksum_never_panics() {
    let file = every_layer(&mut rng(7)).encode().unwrap();
    let rng = &mut rng(8);
    let states = states(3);
    let (mut loaded, mut refused) = (0, 0);
    for _ in 0..5000 {
        let mut damaged = file.clone();
        for _ in 0..1 + rng.next_u32() % 3 {
            // Sizes and tags are as likely as the bulk of the weights.
            let from = if rng.next_u32().is_multiple_of(2) {
                HEADER
            } else {
                damaged.len() * 7 / 10
            };
            let at = from + rng.next_u32() as usize % (damaged.len() - from);
            damaged[at] = rng.next_u32() as u8;
        }
        let mut hasher = crc32fast::Hasher::new();
        hasher.update(&damaged[..28]);
        hasher.update(&damaged[HEADER..]);
        damaged[28..32].copy_from_slice(&hasher.finalize().to_le_bytes());
        match eval::load(&Cube2Qtm, &damaged) {
            Ok(evaluator) => {
                loaded += 1;
                if evaluator.heads().q {
                    costs(evaluator.as_ref(), &states, 3);
                }
            }
            Err(_) => refused += 1,
        }
    }
    assert!(
        loaded > 100 && refused > 100,
        "{loaded} loaded, {refused} refused"
    );
}
