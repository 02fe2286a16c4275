//! Solvers that run for hours: every answer is replayed, and their memory must not grow.
//!
//! `cargo build --release && cargo run --release -p quarterturn-tests --bin soak -- --hours 2`

use clap::Parser;
use quarterturn_core::random::below;
use quarterturn_support::input::{Input, refused, valid};
use quarterturn_support::judge::{Answer, PUZZLES, Prices, Puzzle, judge};
use quarterturn_support::process::Process;
use quarterturn_support::{beside, rng};
use rand_core::Rng;
use serde_json::Value;
use std::error::Error;
use std::fs;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::{Duration, Instant};

/// Feeds long-running solvers valid and wrong lines, and judges every answer.
#[derive(Parser)]
struct Args {
    /// How long
    #[arg(long, default_value_t = 2.0)]
    hours: f64,
    /// The program [default: quarterturn, in the folder of this program]
    #[arg(long)]
    binary: Option<PathBuf>,
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

/// Longest wait for an answer.
const WAIT: Duration = Duration::from_secs(300);
/// Time between two looks at the memory, and between two lines of progress.
const LOOK: Duration = Duration::from_secs(20);
const TELL: Duration = Duration::from_secs(60);
/// Most growth of one process, in MiB an hour.
const GROWTH: f64 = 1.0;
/// Different lines of each solver. They come again and again: memory that grows by the line shows,
/// and the ever larger search that new lines would bring does not hide it.
const LINES: usize = 200;

/// Puzzle, scramble lengths up to, price list, and the other options of the solver.
const SETTINGS: [(usize, u32, Option<usize>, &str); 20] = [
    (0, 40, None, "--width 512"),
    (0, 40, Some(0), "--width 256"),
    (0, 40, Some(1), "--width 512"),
    (0, 12, None, "--search bwas --node-limit 200000"),
    (0, 12, Some(0), "--search bwas --node-limit 100000"),
    (0, 12, None, "--search qstar --node-limit 200000"),
    (0, 12, Some(1), "--search qstar --node-limit 200000"),
    (0, 10, None, "--search gbfs --node-limit 50000"),
    (0, 10, None, "--search mcts --node-limit 50000"),
    (0, 10, None, "--search mcts-naive --node-limit 50000"),
    (0, 6, None, "--search ida --node-limit 200000 --cache 4"),
    (0, 8, None, "--search greedy"),
    (0, 5, None, "--search bidirectional --node-limit 500000"),
    (0, 30, None, "--width 64 --time-limit 0.05"),
    (1, 40, None, "--width 256"),
    (1, 40, Some(2), "--width 256"),
    (1, 10, Some(3), "--search bwas --node-limit 100000"),
    (2, 30, None, "--search qstar --node-limit 200000"),
    (2, 30, None, "--width 128 --target R2 --cache 2"),
    (3, 30, Some(3), "--width 128"),
];

fn prices(which: usize) -> Prices {
    let list: &[(&str, f64)] = match which {
        0 => &[("B", 3.0), ("B'", 3.0), ("U'", 1.5), ("R", 2.5)],
        1 => &[("D", f64::INFINITY), ("D'", f64::INFINITY), ("L", 2.0)],
        2 => &[("R2", f64::INFINITY), ("U2", 1.5), ("F2", 2.5), ("B'", 3.5)],
        _ => &[("R2", 1.5), ("U2", 4.0), ("F2", f64::INFINITY), ("F'", 2.0)],
    };
    let price = |&(name, p): &(&str, f64)| (name.to_owned(), p.is_finite().then_some(p));
    Prices(list.iter().map(price).collect())
}

/// A line for a solver: one in six is refused.
fn line(rng: &mut impl Rng, puzzle: Puzzle, longest: u32) -> Input {
    if below(rng, 6) == 0 {
        return refused(rng, puzzle);
    }
    let length = 1 + below(rng, longest) as usize;
    valid(rng, puzzle, length)
}

/// One solver and what became of its lines.
struct Cell {
    puzzle: Puzzle,
    prices: Option<Prices>,
    /// Whether it goes to another state than the solved one.
    elsewhere: bool,
    words: String,
    lines: Vec<Input>,
    process: Process,
    solved: u64,
    unsolved: u64,
    refused: u64,
    skipped: u64,
    failures: u64,
    /// Seconds since the start, and resident KiB.
    memory: Vec<(f64, f64)>,
}

impl Cell {
    /// Sends one line and judges the answer.
    fn ask(&mut self, rng: &mut impl Rng) -> Result<(), Box<dyn Error>> {
        let input = match below(rng, 20) {
            0 => {
                let blank: &[u8] = if below(rng, 2) == 0 {
                    b"  "
                } else {
                    b"# remark"
                };
                self.skipped += 1;
                return Ok(self.process.send(blank)?);
            }
            _ => &self.lines[below(rng, LINES as u32) as usize],
        };
        self.process.send(&input.line)?;
        let text = self.process.receive(WAIT)?;
        let line = String::from_utf8_lossy(&input.line);
        let mut fail = |why: &dyn std::fmt::Display| {
            self.failures += 1;
            println!(
                "FAILED {}\n  input {line:.2000}\n  answer {text}\n  {why}",
                self.words
            );
        };
        let answer: Value = serde_json::from_str(&text)?;
        let number = self.solved + self.unsolved + self.refused + self.skipped + 1;
        if answer["line"].as_u64() != Some(number) {
            fail(&format!("this is line {number}"));
        }
        let is_error = answer["error"]["code"].is_string();
        match (&input.state, answer["solution"].as_str()) {
            (None, _) => {
                self.refused += 1;
                if !is_error {
                    fail(&"this is no cube");
                }
            }
            (Some(_), None) => {
                self.unsolved += 1;
                if is_error || answer["solved"] != false {
                    fail(&"this is a cube");
                }
            }
            (Some(state), Some(solution)) => {
                self.solved += 1;
                let mut claim = Answer {
                    solution: solution.into(),
                    length: answer["length"].as_u64().map(|n| n as usize),
                    cost: answer["cost"].as_f64(),
                };
                if claim.length.is_none() || claim.cost.is_some() != self.prices.is_some() {
                    fail(&"the length or the cost is not stated");
                }
                if self.elsewhere {
                    // Two quarter turns from the target to the solved state.
                    claim.solution += " R2";
                    claim.length = claim.length.map(|n| n + 2);
                }
                if let Err(fault) = judge(self.puzzle, self.prices.as_ref(), state, &claim) {
                    fail(&fault);
                }
            }
        }
        Ok(())
    }

    /// Growth of its memory in MiB an hour, by least squares, after the first quarter of the time.
    fn growth(&self) -> f64 {
        let end = self.memory.last().map_or(0.0, |m| m.0);
        let late: Vec<_> = self.memory.iter().filter(|m| m.0 > end / 4.0).collect();
        let mean = |f: fn(&(f64, f64)) -> f64| {
            late.iter().map(|m| f(m)).sum::<f64>() / late.len().max(1) as f64
        };
        let (t, kib) = (mean(|m| m.0), mean(|m| m.1));
        let product: f64 = late.iter().map(|m| (m.0 - t) * (m.1 - kib)).sum();
        let square: f64 = late.iter().map(|m| (m.0 - t).powi(2)).sum();
        product / square.max(1e-9) * 3600.0 / 1024.0
    }
}

fn main() -> Result<ExitCode, Box<dyn Error>> {
    let args = Args::parse();
    let binary = args.binary.map_or_else(|| beside("quarterturn"), Ok)?;
    let end = Duration::from_secs_f64(args.hours * 3600.0);
    let folder = std::env::temp_dir().join(format!("quarterturn-soak-{}", std::process::id()));
    fs::create_dir_all(&folder)?;
    let mut cells = Vec::new();
    let mut rng = rng(args.seed);
    for (i, (puzzle, longest, priced, words)) in SETTINGS.into_iter().enumerate() {
        let puzzle = PUZZLES[puzzle];
        let mut words = format!(
            "solve - --json --threads 1 --puzzle {} {words}",
            puzzle.name
        );
        let prices = priced.map(prices);
        let mut list: Vec<String> = words.split(' ').map(String::from).collect();
        if let Some(prices) = &prices {
            let path = folder.join(format!("{i}.toml"));
            fs::write(&path, prices.toml())?;
            list.extend(["--costs".into(), path.to_string_lossy().into_owned()]);
            words += &format!(" --costs {}", priced.unwrap_or_default());
        }
        let lines = (0..LINES)
            .map(|_| line(&mut rng, puzzle, longest))
            .collect();
        cells.push(Cell {
            puzzle,
            lines,
            prices,
            elsewhere: words.contains("--target"),
            process: Process::start(&binary, &list)?,
            words,
            solved: 0,
            unsolved: 0,
            refused: 0,
            skipped: 0,
            failures: 0,
            memory: Vec::new(),
        });
    }
    let start = Instant::now();
    let (mut look, mut tell) = (Duration::ZERO, TELL);
    // Each has something to do, however short the run.
    cells
        .iter_mut()
        .try_for_each(|cell| (0..10).try_for_each(|_| cell.ask(&mut rng)))?;
    while start.elapsed() < end {
        let some = below(&mut rng, cells.len() as u32) as usize;
        for _ in 0..=below(&mut rng, 20) {
            cells[some].ask(&mut rng)?;
        }
        let now = start.elapsed();
        if now >= look {
            look = now + LOOK;
            for cell in &mut cells {
                let kib = cell
                    .process
                    .resident()
                    .ok_or("this system does not tell the memory")?;
                cell.memory.push((now.as_secs_f64(), kib as f64));
            }
        }
        if now >= tell {
            tell = now + TELL;
            println!("{:6.0} s  {}", now.as_secs_f64(), total(&cells));
        }
    }
    let failures = report(cells)?;
    fs::remove_dir_all(folder)?;
    Ok(if failures == 0 {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    })
}

/// All cells in one line.
fn total(cells: &[Cell]) -> String {
    let sum = |f: fn(&Cell) -> u64| cells.iter().map(f).sum::<u64>();
    let memory = cells
        .iter()
        .filter_map(|c| Some(c.memory.last()?.1))
        .sum::<f64>();
    format!(
        "{} solved, {} unsolved, {} refused, {} skipped, {} failures, {:.1} MiB in {} processes",
        sum(|c| c.solved),
        sum(|c| c.unsolved),
        sum(|c| c.refused),
        sum(|c| c.skipped),
        sum(|c| c.failures),
        memory / 1024.0,
        cells.len()
    )
}

/// Ends all solvers and prints their results; returns the number of failures.
fn report(cells: Vec<Cell>) -> Result<u64, Box<dyn Error>> {
    println!("\n{}", total(&cells));
    println!(" solved unsolved refused failures  MiB first   last   most   growth/h  command");
    let (mut failures, mut worst) = (0, f64::MIN);
    for cell in cells {
        let mib = |kib: Option<f64>| kib.unwrap_or_default() / 1024.0;
        let most = cell.memory.iter().map(|m| m.1).reduce(f64::max);
        let growth = cell.growth();
        println!(
            "{:7} {:8} {:7} {:8} {:10.1} {:6.1} {:6.1} {:+10.3}  {}",
            cell.solved,
            cell.unsolved,
            cell.refused,
            cell.failures,
            mib(cell.memory.first().map(|m| m.1)),
            mib(cell.memory.last().map(|m| m.1)),
            mib(most),
            growth,
            cell.words
        );
        failures += cell.failures;
        worst = worst.max(growth);
        let expected = if cell.refused > 0 {
            3
        } else if cell.unsolved > 0 {
            4
        } else {
            0
        };
        let (left, code) = cell.process.finish()?;
        if (left, code) != (0, Some(expected)) {
            println!(
                "FAILED {}: {left} lines too many, exit code {code:?}",
                cell.words
            );
            failures += 1;
        }
    }
    if worst >= GROWTH {
        failures += 1;
    }
    println!("growth at most {worst:+.3} MiB/h; {failures} failures");
    println!("{}", if failures == 0 { "PASSED" } else { "FAILED" });
    Ok(failures)
}
