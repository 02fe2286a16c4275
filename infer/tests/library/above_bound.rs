//! Networks that count costs from the puzzle's lower bound: everything that reads them adds the bound.

use quarterturn::eval::{self, Results};
use quarterturn::puzzles::Text;
use quarterturn_core::Puzzle;
use quarterturn_core::net::float::{Activation, FloatNet, Layer};
use quarterturn_core::net::{MOVE_COST, Net, NetHeads, Scratch};
use quarterturn_core::puzzle::Inputs;
use quarterturn_core::puzzle::sliding::{Puzzle15, Sliding};
use quarterturn_core::search::guide::{Guide, MAX_BRANCHING, NetGuide};
use quarterturn_support::networks::{self, linear};
use quarterturn_support::rng;

const PUZZLE: Puzzle15 = Sliding;
const MOVES: usize = 4;
const WIDTH: usize = 16;

fn heads(above_bound: bool) -> NetHeads {
    NetHeads {
        value: true,
        q: true,
        policy: true,
        above_bound,
        moves: MOVES,
    }
}

/// The same integer network, read either way.
fn integer(above_bound: bool) -> Vec<u8> {
    networks::integer(&mut rng(5), &PUZZLE, heads(above_bound), WIDTH)
}

/// The same float network, read either way.
fn float(above_bound: bool) -> Vec<u8> {
    let rng = &mut rng(6);
    let Inputs { width, active, .. } = PUZZLE.inputs();
    let heads = heads(above_bound);
    let mut net = quarterturn_support::networks::every_layer(rng);
    net.meta.puzzle = PUZZLE.family();
    net.meta.metric = PUZZLE.metric().name();
    let net = FloatNet {
        features: width,
        active,
        heads,
        first: linear(rng, width, WIDTH),
        layers: vec![Layer::Dense(
            linear(rng, WIDTH, heads.outputs()),
            Activation::Identity,
        )],
        ..net
    };
    net.encode().unwrap()
}

fn states() -> Vec<<Puzzle15 as Puzzle>::State> {
    let rng = &mut rng(7);
    (0..200).map(|_| PUZZLE.random(rng)).collect()
}

fn results(file: &[u8]) -> Results {
    let evaluator = eval::load(&PUZZLE, file).unwrap();
    let states = states();
    let mut results = Results::for_all(&PUZZLE, evaluator.heads(), states.len());
    evaluator.evaluate(&PUZZLE, &states, results.outputs());
    results
}

#[test]
fn evaluators_raise_value_and_q_by_the_bound() {
    for file in [integer, float] {
        let (mut plain, mut above) = (results(&file(false)), results(&file(true)));
        let (plain, above) = (plain.outputs(), above.outputs());
        assert_eq!(plain.policy, above.policy);
        for (i, state) in states().iter().enumerate() {
            let bound = PUZZLE.bound(state) as i32 * MOVE_COST;
            assert!(bound > 0);
            assert_eq!(above.value[i], plain.value[i] + bound);
            for mv in i * MOVES..(i + 1) * MOVES {
                assert_eq!(above.q[mv], plain.q[mv] + bound);
            }
        }
    }
}

#[test]
fn the_device_says_what_the_host_says() {
    let file = integer(true);
    let net = Net::from_bytes(&file).unwrap();
    let mut scratch = Scratch::<WIDTH>::default();
    let mut guide = NetGuide::new(&PUZZLE, &net, &mut scratch).unwrap();
    let mut host = results(&file);
    let q = host.outputs().q;
    for (pair, q) in states().chunks(2).zip(q.chunks(2 * MOVES)) {
        let mut both = [[0; MAX_BRANCHING]; 2];
        guide.pair(&PUZZLE, [&pair[0], &pair[1]], &mut both);
        for (i, state) in pair.iter().enumerate() {
            let mut one = [0; MAX_BRANCHING];
            guide.costs(&PUZZLE, state, &mut one);
            assert_eq!(one[..MOVES], q[i * MOVES..(i + 1) * MOVES]);
            assert_eq!(one, both[i]);
        }
    }
}
