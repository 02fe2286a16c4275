//! The embedded weights through the command line: every solution that it prints solves its input.

use quarterturn::core::cube::{Cube2, Cube3};
use quarterturn::models::EMBEDDED;
use serde_json::Value;
use std::process::Command;

const PUZZLES: [(&str, &str); 4] = [
    ("cube3", "qtm"),
    ("cube3-htm", "htm"),
    ("cube2", "qtm"),
    ("cube2-htm", "htm"),
];

fn run(args: &[&str], threads: &str) -> String {
    let output = Command::new(env!("CARGO_BIN_EXE_quarterturn"))
        .args(args)
        .env("RAYON_NUM_THREADS", threads)
        .output()
        .unwrap();
    let err = String::from_utf8(output.stderr).unwrap();
    assert!(output.status.success(), "{args:?}: {err}");
    String::from_utf8(output.stdout).unwrap()
}

/// `name` keeps tests that run side by side apart.
fn solve(name: &str, puzzle: &str, states: &str, threads: &str) -> Vec<Value> {
    let path = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    std::fs::write(&path, states).unwrap();
    let from = path.to_str().unwrap();
    let lines = run(
        &[
            "solve", "--puzzle", puzzle, "--width", "1024", "--json", "--from", from,
        ],
        threads,
    );
    lines
        .lines()
        .map(|l| serde_json::from_str(l).unwrap())
        .collect()
}

/// Whether `solution` solves `state`, by reading both as the user would.
fn solves(state: &str, solution: &str) -> bool {
    match state.len() {
        54 => {
            let moves = Cube3::from_moves(solution).unwrap().state;
            Cube3::from_facelet_text(state).unwrap().then(&moves) == Cube3::SOLVED
        }
        _ => {
            let (mut cube, moves) = (Cube2::from_facelet_text(state).unwrap(), solution);
            cube.corners = cube
                .corners
                .then(&Cube2::from_moves(moves).unwrap().state.corners);
            cube == Cube2::SOLVED
        }
    }
}

/// Length of a solution counted in its text.
fn length(solution: &str, metric: &str) -> usize {
    let cost = |mv: &str| {
        if metric == "qtm" && mv.ends_with('2') {
            2
        } else {
            1
        }
    };
    solution.split_whitespace().map(cost).sum()
}

#[test]
fn random_states_of_every_puzzle_are_solved() {
    for (puzzle, metric) in PUZZLES {
        let make = [
            "scramble",
            "--puzzle",
            puzzle,
            "--random-state",
            "--count",
            "3",
            "--seed",
            "1",
        ];
        let states = run(&make, "2");
        let reports = solve("random.txt", puzzle, &states, "2");
        assert_eq!(reports.len(), 3);
        for (state, report) in states.lines().zip(reports) {
            let solution = report["solution"].as_str().expect(puzzle);
            assert!(
                solves(state, solution),
                "{puzzle}: {solution} does not solve {state}"
            );
            assert_eq!(report["length"], length(solution, metric), "{solution}");
            assert_eq!(
                (&report["puzzle"], &report["metric"]),
                (&puzzle.into(), &metric.into())
            );
        }
    }
}

#[test]
fn the_number_of_threads_changes_nothing() {
    let states = run(
        &[
            "scramble", "--puzzle", "cube2", "--count", "3", "--seed", "2",
        ],
        "2",
    );
    let [one, two] = ["1", "2"].map(|threads| {
        let mut reports = solve("threads.txt", "cube2", &states, threads);
        for report in &mut reports {
            report["seconds"].take();
        }
        reports
    });
    assert_eq!(one, two);
    let signature = |threads| run(&["bench", "--signature"], threads);
    assert_eq!(signature("1"), signature("2"));
    assert!(u64::from_str_radix(signature("2").trim(), 16).is_ok());
}

#[test]
fn every_embedded_file_is_listed_shown_and_healthy() {
    assert!(!EMBEDDED.is_empty(), "no weights are embedded");
    let (list, doctor) = (run(&["models", "list"], "1"), run(&["doctor"], "1"));
    for embedded in EMBEDDED {
        assert!(list.contains(embedded.name));
        let shown = run(&["models", "show", embedded.name], "1");
        assert!(shown.contains(embedded.name) && shown.contains(embedded.family));
        let line = doctor.lines().find(|l| l.contains(embedded.name));
        assert!(line.is_some_and(|l| l.ends_with("ok")), "{doctor}");
    }
}

/// Neither the number of threads nor the size of a batch changes an evaluation.
#[test]
fn batches_and_threads_change_no_evaluation() {
    use quarterturn::core::cube::Cube3Qtm;
    use quarterturn::core::random::Random;
    use quarterturn::eval::{Evaluator, Int8, Outputs};
    use quarterturn::models::Model;
    use rand_core::SeedableRng;

    const MOVES: usize = 12;
    let model = Model::embedded_for("cube3").unwrap();
    let network = Int8::load(&Cube3Qtm, &model.bytes).unwrap();
    let mut rng = rand_xoshiro::Xoshiro256PlusPlus::seed_from_u64(17);
    let states: Vec<Cube3> = (0..2500).map(|_| Cube3::random(&mut rng)).collect();
    let evaluate = |batch: usize| {
        let (mut value, mut q) = (vec![0; states.len()], vec![0; states.len() * MOVES]);
        let outputs = value.chunks_mut(batch).zip(q.chunks_mut(batch * MOVES));
        for (states, (value, q)) in states.chunks(batch).zip(outputs) {
            let out = Outputs {
                value,
                q,
                ..Outputs::default()
            };
            network.evaluate(&Cube3Qtm, states, out);
        }
        (value, q)
    };
    let expected = evaluate(states.len());
    for threads in [1, 2, 3, 8] {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
        pool.unwrap().install(|| {
            for batch in [1, 7, 64, 1024] {
                assert!(
                    evaluate(batch) == expected,
                    "{threads} threads, batch {batch}"
                );
            }
        });
    }
}
