//! Searches on the device: how long the solutions are, and how long they take.

use super::{Setting, Step};
use crate::child;
use crate::plan::Priority;
use crate::report::Found;
use crate::{Machine, SOLVER};
use serde_json::{Value, json};
use std::io;
use std::path::Path;
use std::time::Duration;

/// The suite that is inside the program.
const SUITE: &str = include_str!("../../../../../infer/lab/suites/cube3-200.tsv");
/// 26 quarter turns from the goal, as far as a cube can be: the superflip, then four spots (Rokicki 2014).
const FARTHEST: &str = "U R2 F B R B2 R U2 L B2 R U' D' R2 F R' L B2 U2 F2 F2 B2 U D' R2 L2 U D'";
/// States of the suite in a whole run.
const STATES: usize = 8;

/// A search with its options.
pub struct Search {
    /// In a whole run, and what stands for it in a small one.
    options: [&'static str; 2],
    typical: f64,
}

/// What is measured, the most expensive last.
pub const ALL: [Search; 5] = [
    Search {
        options: ["--search beam", "--width 512 --views 1"],
        typical: 8.0,
    },
    Search {
        options: ["--width 65536", "--width 256"],
        typical: 15.0,
    },
    Search {
        options: [
            "--search bwas --lambda 0.6 --batch 10000 --node-limit 20000000",
            "--search bwas --lambda 0.6 --batch 1000 --node-limit 30000",
        ],
        typical: 15.0,
    },
    Search {
        options: [
            "--search mcts --node-limit 1000000",
            "--search mcts --node-limit 5000",
        ],
        typical: 15.0,
    },
    Search {
        options: ["--width 1048576", "--width 1024"],
        typical: 35.0,
    },
];

/// A state with what is known of it.
struct Case {
    scramble: &'static str,
    optimal: u64,
}

/// `count` states spread over the suite, and the farthest.
fn cases(count: usize) -> Vec<Case> {
    let rows: Vec<Case> = SUITE
        .lines()
        .filter(|line| !line.starts_with('#'))
        .filter_map(|line| {
            let mut cells = line.split('\t');
            let optimal = cells.nth(1)?.parse().ok()?;
            let scramble = cells.nth(1)?;
            Some(Case { scramble, optimal })
        })
        .collect();
    let spread = (0..count).map(|i| rows.len() * (2 * i + 1) / (2 * count));
    let mut chosen: Vec<Case> = spread.map(|at| Case { ..rows[at] }).collect();
    chosen.push(Case {
        scramble: FARTHEST,
        optimal: 26,
    });
    chosen
}

/// A small run has few and easy ones.
fn some(work: f64) -> Vec<Case> {
    cases(((STATES as f64 * work).round() as usize).clamp(1, STATES))
}

impl Search {
    /// As a step on a device.
    pub fn step(&self, device: &str, priority: Priority, work: f64) -> Step {
        let words = self.options[usize::from(work < 0.5)];
        let options: Vec<String> = words.split(' ').map(String::from).collect();
        let need = (priority, self.typical, 1.5 * self.typical + 10.0);
        let name = format!("solve {words}");
        Step::new(name, device, need, move |setting| {
            measure(setting, &options, &some(setting.work))
        })
    }
}

/// Solves the cases one after the other; the lines of JSON, and why it failed.
fn solve(
    machine: &Machine,
    device: &str,
    options: &[String],
    cases: &[Case],
    folder: &Path,
    limit: Duration,
) -> io::Result<(Vec<Value>, Option<String>)> {
    let file = folder.join("states.txt");
    let lines: Vec<&str> = cases.iter().map(|case| case.scramble).collect();
    std::fs::write(&file, lines.join("\n"))?;
    let mut solve = machine.program(SOLVER);
    solve
        .args(["solve", "--json", "--quiet", "--device", device, "--from"])
        .arg(&file)
        .args(options);
    let ended = child::run(&mut solve, limit)?;
    let answers: Vec<Value> = ended
        .out
        .lines()
        .filter_map(|l| serde_json::from_str(l).ok())
        .collect();
    // Exit code 4: a state was not solved, which is an answer.
    let failure = ended.failure(&[0, 4]);
    let failure =
        failure.or_else(|| (answers.len() < cases.len()).then(|| "not all were answered".into()));
    Ok((answers, failure))
}

fn measure(setting: &Setting<'_>, options: &[String], cases: &[Case]) -> io::Result<Found> {
    let (machine, device, limit) = (setting.machine, &setting.device, setting.limit);
    let (answers, failure) = solve(machine, device, options, cases, setting.folder, limit)?;
    let number = |answer: &Value, key: &str| answer[key].as_f64();
    let lengths: Vec<f64> = answers.iter().filter_map(|a| number(a, "length")).collect();
    let excess =
        |(answer, case): (&Value, &Case)| Some(number(answer, "length")? - case.optimal as f64);
    let excess: Vec<f64> = answers.iter().zip(cases).filter_map(excess).collect();
    let seconds: f64 = answers.iter().filter_map(|a| number(a, "seconds")).sum();
    let evaluated: f64 = answers.iter().filter_map(|a| number(a, "evaluated")).sum();
    let mean = |numbers: &[f64]| numbers.iter().sum::<f64>() / numbers.len().max(1) as f64;
    let mut says = format!("{} of {} solved", lengths.len(), cases.len());
    if !lengths.is_empty() {
        let (length, above) = (mean(&lengths), mean(&excess));
        says += &format!(", mean length {length:.2}, {above:.2} above the optimum");
    }
    if seconds > 0.0 {
        let (each, speed) = (seconds / answers.len() as f64, evaluated / seconds / 1e6);
        says += &format!(", {each:.3} s a state, {speed:.2} M states evaluated a second");
    }
    Ok(Found {
        failure,
        says,
        figures: json!({
            "options": options.join(" "),
            "states": cases.len(),
            "solved": lengths.len(),
            "lengths": lengths,
            "optimal": cases.iter().map(|case| case.optimal).collect::<Vec<_>>(),
            "seconds": seconds,
            "evaluated": evaluated,
        }),
    })
}

/// The same answers from the device as from the processor, for the searches that are repeatable.
pub fn agrees(setting: &Setting<'_>) -> io::Result<Found> {
    let searches = [
        "--width 256 --views 1",
        "--search bwas --batch 500 --node-limit 20000",
        "--search qstar --batch 500 --node-limit 20000",
    ];
    let cases = some(setting.work);
    let start = std::time::Instant::now();
    let (mut compared, mut failure) = (0, None);
    for words in searches {
        let options: Vec<String> = words.split(' ').map(String::from).collect();
        let mut on = |device: &str| {
            let left = setting.limit.saturating_sub(start.elapsed());
            let (answers, why) = solve(
                setting.machine,
                device,
                &options,
                &cases,
                setting.folder,
                left,
            )?;
            failure = failure
                .take()
                .or(why.map(|why| format!("{words} on {device}: {why}")));
            let facts = |a: &Value| {
                ["solution", "evaluated", "generated", "expanded"].map(|key| a[key].clone())
            };
            Ok::<_, io::Error>(answers.iter().map(facts).collect::<Vec<_>>())
        };
        let (there, here) = (on(&setting.device)?, on("cpu")?);
        compared += there.len();
        let differ = || {
            Some(format!(
                "{words}: {} and the processor disagree",
                setting.device
            ))
        };
        failure = failure.or_else(|| if there == here { None } else { differ() });
    }
    Ok(Found {
        failure,
        says: format!(
            "{compared} answers of {} searches, nodes included",
            searches.len()
        ),
        figures: json!({ "searches": searches, "answers": compared }),
    })
}
