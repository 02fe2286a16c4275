//! Whole searches on fixed states, input to verified answer: `cargo bench -p quarterturn --bench searches`,
//! with `-- NAME` for some of them. RAYON_NUM_THREADS=1 measures one core.

use criterion::{Criterion, criterion_group, criterion_main};
use quarterturn::solver::{SearchKind, Settings};
use quarterturn::{Puzzle, Solver};
use std::hint::black_box;
use std::time::Duration;

/// Scrambles of twenty turns.
const FAR: [&str; 2] = [
    "L' D' R L' U' D' B' D R U' B' R F U2 R' B L' F' D2 R",
    "U F' U R D' F' B' D' F L' U' D R2 F' L D B' U R F2",
];
/// Short ones, for searches that take too long for others or do not find them.
const NEAR: [&str; 2] = ["R U F' L D' B", "F R' D B' L U'"];

/// Other puzzles, and how many random moves their states are from the solved one: near enough for an exact search.
const NEARBY: [(&str, usize); 6] = [
    ("cube2", 30),
    ("pyraminx", 12),
    ("jewel", 8),
    ("megaminx", 5),
    ("puzzle15", 16),
    ("lightsout7", 6),
];

/// Those with a network, for a beam.
const WITH_NETWORK: [&str; 6] = [
    "cube2",
    "puzzle15",
    "puzzle35",
    "dino",
    "jewel",
    "lightsout7",
];

/// A search with these settings of the shipped network.
fn bench(c: &mut Criterion, name: &str, states: &[&str], settings: Settings) {
    let states: Vec<String> = states.iter().map(|&state| state.into()).collect();
    bench_of(c, name, "cube3", &states, settings);
}

fn bench_of(c: &mut Criterion, name: &str, puzzle: &str, states: &[String], settings: Settings) {
    let puzzle = Puzzle::named(puzzle).expect("a puzzle");
    let solver = Solver::builder().puzzle(&puzzle).settings(settings).build();
    let solver = solver.expect("a search of the shipped network");
    for state in states {
        let length = solver.solve(state).expect("a state").length();
        assert!(
            length.is_some() || name == "greedy" || name.ends_with("beam"),
            "{name} solves {state}"
        );
    }
    c.bench_function(name, |b| {
        b.iter(|| {
            for state in states {
                black_box(solver.solve(state).expect("a state"));
            }
        });
    });
}

fn searches(c: &mut Criterion) {
    let of = |search| Settings {
        search: Some(search),
        ..Settings::default()
    };
    for width in [1024, 16_384] {
        let settings = Settings {
            width: Some(width),
            views: Some(1),
            ..of(SearchKind::Beam)
        };
        bench(c, &format!("beam {width}"), &FAR, settings);
    }
    for (name, search, states) in [
        ("bwas", SearchKind::Bwas, FAR),
        ("qstar", SearchKind::Qstar, FAR),
        ("greedy", SearchKind::Greedy, NEAR),
        ("ida", SearchKind::Ida, NEAR),
    ] {
        bench(c, name, &states, of(search));
    }
    let states = |puzzle: &str, length: Option<usize>| -> Vec<String> {
        let puzzle = Puzzle::named(puzzle).expect("a puzzle");
        let drawn = |seed| match length {
            Some(length) => puzzle.scramble(seed, length).state,
            None => puzzle.random(seed),
        };
        [1, 2].map(|seed| drawn(seed).to_string()).into()
    };
    for (puzzle, length) in NEARBY {
        let name = format!("{puzzle} exact");
        let settings = of(SearchKind::Bidirectional);
        bench_of(c, &name, puzzle, &states(puzzle, Some(length)), settings);
    }
    for puzzle in WITH_NETWORK {
        let settings = Settings {
            width: Some(1024),
            views: Some(1),
            ..of(SearchKind::Beam)
        };
        let name = format!("{puzzle} beam");
        bench_of(c, &name, puzzle, &states(puzzle, None), settings);
    }
}

criterion_group! {
    name = benches;
    config = Criterion::default().sample_size(10).measurement_time(Duration::from_secs(5));
    targets = searches
}
criterion_main!(benches);
