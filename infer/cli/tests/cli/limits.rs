//! Limits under the most extreme settings: every search with every size of batch and width ends, by the limit
//! and in the memory it was given, with an exit code that means something.

use crate::harness::{command, cube, file, run};
use std::fs;
use std::process::{Output, Stdio};
use std::thread;
use std::time::Duration;

/// A state that none of these settings solves in a moment.
const HARD: &str = "L F2 U' B2 D R' F' L2 U B' R2 D' F U2 L' B R D2 F2 U R' B2";

const SIZES: [Option<&str>; 4] = [None, Some("1"), Some("1000000"), Some("4294967295")];

/// Every search with every size of what it takes a size of.
fn matrix() -> Vec<Vec<&'static str>> {
    let mut all = Vec::new();
    for (search, option) in [
        ("beam", "--width"),
        ("bwas", "--batch"),
        ("qstar", "--batch"),
        ("gbfs", "--batch"),
        ("ida", "--batch"),
        ("mcts", "--batch"),
        ("mcts-naive", "--batch"),
        ("greedy", ""),
        ("bidirectional", ""),
    ] {
        for size in SIZES {
            let size = size.filter(|_| !option.is_empty());
            let mut args = vec!["--search", search];
            args.extend(size.into_iter().flat_map(|size| [option, size]));
            all.push(args);
        }
    }
    all.push(vec!["--width", "1048576", "--shortlist", "12"]);
    all.push(vec!["--width", "1048576", "--split", "2"]);
    all.dedup();
    all
}

/// What a run printed of itself.
struct Ended {
    code: i32,
    stopped: String,
    /// Most memory the process had, in bytes; 0 where the system does not say.
    peak: usize,
}

fn solve(state: &str, args: &[&str], more: &[&str]) -> Ended {
    let (output, peak) = watched(&[&[state], args, more].concat());
    let (out, err) = [output.stdout, output.stderr]
        .map(|text| String::from_utf8(text).unwrap())
        .into();
    let code = output.status.code();
    let code = code.unwrap_or_else(|| panic!("{args:?} {more:?}: killed\n{err}"));
    assert!([0, 4].contains(&code), "{args:?} {more:?}: {code}\n{err}");
    let report: serde_json::Value = serde_json::from_str(&out).unwrap();
    let stopped = report["stopped"].as_str().unwrap().to_owned();
    Ended {
        code,
        stopped,
        peak,
    }
}

/// What `solve` prints, and the most memory it had.
fn watched(args: &[&str]) -> (Output, usize) {
    let mut solve = command();
    solve.args(["solve", "--json", "--threads", "1"]).args(args);
    let piped = solve.stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = piped.spawn().unwrap();
    let status = format!("/proc/{}/status", child.id());
    let mut peak = 0;
    while child.try_wait().unwrap().is_none() {
        peak = high_water(&status).unwrap_or(peak).max(peak);
        thread::sleep(Duration::from_millis(5));
    }
    (child.wait_with_output().unwrap(), peak)
}

/// The most memory a process has had so far.
fn high_water(status: &str) -> Option<usize> {
    let text = fs::read_to_string(status).ok()?;
    let line = text.lines().find(|line| line.starts_with("VmHWM:"))?;
    let kib: usize = line.split_whitespace().nth(1)?.parse().ok()?;
    Some(kib << 10)
}

#[test]
#[ignore = "slow: tests/run has it"]
fn every_search_ends_in_time() {
    for args in matrix() {
        let ended = solve(&cube(HARD), &args, &["--time-limit", "0.3"]);
        let stopped = ended.stopped.as_str();
        let ends = ["time", "solved", "exhausted"].contains(&stopped);
        assert!(ends, "{args:?}: {stopped}");
    }
}

#[test]
fn every_search_ends_after_so_many_nodes() {
    for args in matrix() {
        let ended = solve(&cube(HARD), &args, &["--node-limit", "3000"]);
        let stopped = ended.stopped.as_str();
        let ends = ["nodes", "solved", "exhausted"].contains(&stopped);
        assert!(ends, "{args:?}: {stopped}");
    }
}

#[test]
#[ignore = "slow: tests/run has it"]
#[cfg(target_os = "linux")]
fn every_search_keeps_within_its_memory() {
    let base = solve("R", &["--search", "greedy"], &[]).peak;
    for args in matrix() {
        let limits = ["--memory-limit", "48", "--time-limit", "1"];
        let ended = solve(&cube(HARD), &args, &limits);
        let grown = ended.peak.saturating_sub(base) >> 20;
        assert!(grown <= 48 + 32, "{args:?}: {grown} MiB");
    }
}

/// What is done for a line is given back, also for one that is refused: ten times as many take no more memory.
#[test]
#[cfg(target_os = "linux")]
fn lines_leave_nothing_behind() {
    let lines = ["R U F", "R Q", "  ", "L F2 U'", "U2 R' F2", "UUU", ""].join("\n");
    let peak = |times: usize| {
        let from = file("leave.txt", lines.repeat(times).as_bytes());
        let limits = ["--width", "64", "--cache", "2", "--node-limit", "5000"];
        // What they print has room in a pipe.
        let args = [&["--from", from.to_str().unwrap()], &limits[..]].concat();
        watched(&args).1
    };
    let (few, many) = (peak(3), peak(30));
    assert!(many < few + (2 << 20), "{few} bytes, then {many}");
}

#[test]
#[cfg(target_os = "linux")]
fn more_memory_than_there_is_is_a_usage_error() {
    for option in ["--cache", "--memory-limit"] {
        run(&["solve", "R", option, "4294967295"])
            .ends(2)
            .complains(option)
            .complains("MiB free");
    }
    run(&["solve", "R U", "--cache", "64"]).ends(0);
}

/// What the system lets a process map is memory too, and bounds a search that was given no limit.
#[test]
#[cfg(target_os = "linux")]
fn a_small_address_space_is_a_memory_limit() {
    let hard = cube(HARD);
    let solve = |options: &str| {
        let binary = env!("CARGO_BIN_EXE_quarterturn");
        let line = format!("ulimit -v 600000; exec {binary} solve {hard} --threads 1 {options}");
        std::process::Command::new("sh")
            .args(["-c", &line])
            .output()
            .unwrap()
    };
    let ended = solve("--search bidirectional --json");
    let report: serde_json::Value = serde_json::from_slice(&ended.stdout).unwrap();
    assert_eq!(
        (ended.status.code(), &report["stopped"]),
        (Some(4), &"memory".into())
    );
    let asked = solve("--memory-limit 2GiB");
    let said = String::from_utf8(asked.stderr).unwrap();
    assert_eq!(asked.status.code(), Some(2));
    assert!(
        said.contains("--memory-limit 2.0 GiB: there are only"),
        "{said}"
    );
}

#[test]
fn more_threads_than_a_machine_has_use_for_are_refused() {
    let with = |threads: &str| {
        let mut solve = command();
        solve
            .args(["solve", "R U"])
            .env("RAYON_NUM_THREADS", threads);
        solve.output().unwrap()
    };
    let refused = with("100000");
    let said = String::from_utf8(refused.stderr).unwrap();
    assert_eq!(refused.status.code(), Some(2));
    assert!(said.contains("RAYON_NUM_THREADS is 100000"), "{said}");
    assert_eq!(with("1").status.code(), Some(0));
}

#[test]
fn tree_search_in_circles_ends_by_itself() {
    let circles = ["--virtual-loss", "0", "--exploration", "0"];
    let args = [&["--search", "mcts"][..], &circles].concat();
    let ended = solve(&cube(HARD), &args, &[]);
    assert_eq!((ended.code, ended.stopped.as_str()), (4, "exhausted"));
}

/// More moves than any search looks for: the solution is kept or made shorter, never lost.
#[test]
fn a_long_solution_is_improved_or_kept() {
    let long = format!("{} U' R'", "R U R' U' ".repeat(6 * 6));
    for limits in [
        &["--time-limit", "0.000001"][..],
        &["--node-limit", "200000"],
    ] {
        let args = ["solve", "R U", "--json", "--improve", &long];
        let report = run(&[&args[..], limits].concat()).ends(0).json().remove(0);
        assert!(report["length"].as_u64() <= Some(146), "{report}");
    }
}
