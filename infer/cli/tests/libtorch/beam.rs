//! The beam on a device gives the answers of the beam on the processor, by the same states.

use quarterturn::core::Puzzle as Rules;
use quarterturn::core::net::NetHeads;
use quarterturn::costs::MoveCosts;
use quarterturn::eval::Device;
use quarterturn::puzzles::{Kind, Seeded};
use quarterturn::solver::{Answer, Builder};
use quarterturn::{Puzzle, Settings, Solver, Stopped};
use quarterturn_core::cube::Cube3Qtm;
use quarterturn_support::{networks, rng, twisty};
use std::fs;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// On the processor by our own code, and by LibTorch as on a GPU.
fn both(make: impl Fn() -> Builder) -> [Solver; 2] {
    quarterturn_torch::register();
    [Device::Cpu, Device::LibtorchCpu].map(|device| make().device(device).build().unwrap())
}

/// All that an answer says but for its time and memory.
fn said(answer: &Answer) -> impl PartialEq + std::fmt::Debug + use<> {
    (
        answer.solution.clone(),
        answer.stopped,
        answer.counters,
        answer.narrowed,
    )
}

#[track_caller]
fn agree(solvers: &[Solver; 2], state: &str) -> Answer {
    let [here, there] = solvers.each_ref().map(|s| s.solve(state).unwrap());
    assert_eq!(said(&here), said(&there), "{state}");
    there
}

/// As [`agree`], where the states are on the device: what its network takes is part of the memory.
#[track_caller]
fn agree_there(solvers: &[Solver; 2], state: &str) -> Answer {
    let answer = agree(solvers, state);
    let here = solvers[0].solve(state).unwrap();
    assert!(answer.memory > here.memory + (1 << 20));
    answer
}

fn beam(width: u32) -> Settings {
    Settings {
        width: Some(width),
        ..Settings::default()
    }
}

fn random(puzzle: &Puzzle, count: usize) -> Vec<String> {
    let rng = &mut Seeded::new(11);
    let states = (0..count).map(|_| puzzle.draw(rng, None).state.to_string());
    states.collect()
}

/// Narrow beams forget, wide ones take ties apart; both views and the ball take part. The networks of the
/// larger tiles say costs above a bound.
#[test]
fn every_puzzle_with_a_network_is_searched_alike() {
    let puzzles = [
        ("cube3", 600),
        ("cube3-htm", 300),
        ("cube2", 1100),
        ("cube2-htm", 100),
        ("puzzle15", 150),
        ("puzzle24", 60),
        ("puzzle35", 20),
        ("lightsout7", 300),
    ];
    for (name, width) in puzzles {
        let puzzle = Puzzle::named(name).unwrap();
        let states = random(&puzzle, 2);
        for width in [1, 37, width] {
            let solvers = both(|| Solver::builder().puzzle(name).settings(beam(width)));
            for state in &states {
                let answer = agree_there(&solvers, state);
                let made = answer.counters.generated;
                assert!(made > u64::from(width), "{name}: {made} children");
            }
        }
    }
}

#[test]
fn its_settings_mean_the_same() {
    let state = &random(&Puzzle::named("cube3").unwrap(), 1)[0];
    let settings = [
        Settings {
            shortlist: Some(1.0),
            ..beam(200)
        },
        Settings {
            shortlist: Some(64.0),
            ..beam(50)
        },
        Settings {
            ball: Some(4),
            views: Some(5),
            ..beam(100)
        },
        Settings {
            split: Some(3),
            ..beam(100)
        },
        Settings {
            node_limit: Some(3000),
            ..beam(100)
        },
        Settings {
            target_length: Some(23),
            ..beam(64)
        },
    ];
    for settings in settings {
        agree(
            &both(|| Solver::builder().settings(settings.clone())),
            state,
        );
    }
}

/// One solver with several end-game tables: each request meets the edge of its own.
#[test]
fn each_request_has_its_own_ball() {
    let state = &random(&Puzzle::named("cube3").unwrap(), 1)[0];
    let solvers = both(|| Solver::builder().settings(beam(100)));
    for ball in [3, 5, 4] {
        let of_ball = |solver: &Solver| {
            let settings = Settings {
                ball: Some(ball),
                ..Settings::default()
            };
            let request = solver.request(state).unwrap().settings(settings);
            request.run().unwrap()
        };
        let [here, there] = solvers.each_ref().map(of_ball);
        assert_eq!(said(&here), said(&there), "ball {ball}");
    }
}

/// A network without Q for the moves: all children are made.
#[test]
fn a_value_alone_ranks() {
    let puzzle = Puzzle::named("cube3-htm").unwrap();
    let solvers = both(|| {
        let solver = Solver::builder().puzzle(&puzzle);
        solver.model("cube3-base").settings(beam(60))
    });
    let answer = agree(&solvers, &random(&puzzle, 1)[0]);
    assert!(answer.counters.generated > 10_000);
}

#[test]
fn costs_of_moves_are_kept() {
    let costs = || MoveCosts::parse(&Cube3Qtm, "[moves]\nU = 2\nF = 0.5\n").unwrap();
    let solvers = both(|| Solver::builder().move_costs(costs()).settings(beam(100)));
    let answer = agree(&solvers, "R U F D L' B R U' F");
    assert!(answer.solution.unwrap().cost().is_some());
}

#[test]
fn solved_and_nearly_solved_states_end_at_once() {
    let solvers = both(|| Solver::builder().settings(beam(2000)));
    assert_eq!(agree(&solvers, "").length(), Some(0));
    assert_eq!(agree(&solvers, "R").length(), Some(1));
    assert_eq!(agree(&solvers, "R U F L D").length(), Some(5));
}

#[test]
fn limits_hold() {
    let state = &random(&Puzzle::named("cube3").unwrap(), 1)[0];
    let [_, there] = both(|| Solver::builder().settings(beam(100_000)));
    let request = || there.request(state).unwrap();
    let ended = request().deadline(Duration::from_millis(50)).run().unwrap();
    assert_eq!((ended.stopped, ended.solution), (Stopped::Time, None));
    let ended = request().memory_limit(1 << 10).run().unwrap();
    assert_eq!(ended.stopped, Stopped::Memory);
    let outcome = request().memory_limit(8 << 20).node_limit(1).run().unwrap();
    assert_eq!(outcome.stopped, Stopped::Nodes);
    assert!(outcome.narrowed.unwrap() < 100_000 && outcome.memory <= 8 << 20);
    let cancel = Arc::new(AtomicBool::new(true));
    let ended = request().cancel(&cancel).run().unwrap();
    assert_eq!(ended.stopped, Stopped::Cancelled);
}

/// A puzzle of a file with a network of random numbers: nobody finds anything, in the same way.
#[test]
fn puzzles_of_files_are_searched_alike() {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR"));
    for (name, text) in [("pocket", twisty::cube(2)), ("dino", twisty::dino())] {
        let path = folder.join(format!("device-beam-{name}.gap"));
        fs::write(&path, text).unwrap();
        let puzzle = Puzzle::open(&path).unwrap();
        let Kind::Other(typed) = puzzle.kind() else {
            panic!("{name} has few stickers");
        };
        let model = folder.join(format!("device-beam-{name}.qtw"));
        fs::write(&model, network(typed)).unwrap();
        let settings = Settings {
            node_limit: Some(20_000),
            // Nothing answers in the beam's place.
            restarts: Some(false),
            ..beam(200)
        };
        let solvers = both(|| {
            let solver = Solver::builder().puzzle(&puzzle);
            solver
                .model(model.to_str().unwrap())
                .settings(settings.clone())
        });
        agree_there(&solvers, &random(&puzzle, 1)[0]);
    }
}

fn network(puzzle: &impl Rules) -> Vec<u8> {
    let heads = NetHeads {
        value: true,
        q: true,
        policy: false,
        above_bound: false,
        moves: puzzle.move_count(),
    };
    networks::integer(&mut rng(5), puzzle, heads, 24)
}
