//! Installs a debug build below a folder of its own, and links programs in C with it.

use quarterturn::models::Model;
use quarterturn::puzzles::{self, Seeded, is_identity};
use quarterturn::solver::{SearchKind, Settings};
use quarterturn_support::questions::questions;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::OnceLock;

const HERE: &str = env!("CARGO_MANIFEST_DIR");

#[track_caller]
fn succeed(command: &mut Command) -> Output {
    let output = command.output().expect("it starts");
    let error = String::from_utf8_lossy(&output.stderr);
    assert!(
        output.status.success(),
        "{command:?}: {}\n{error}",
        output.status
    );
    output
}

/// The folder that everything is installed below, once.
fn prefix() -> &'static Path {
    static PREFIX: OnceLock<PathBuf> = OnceLock::new();
    PREFIX.get_or_init(install)
}

fn install() -> PathBuf {
    let scratch = Path::new(env!("CARGO_TARGET_TMPDIR"));
    let prefix = scratch.join("quarterturn-host");
    // The build is the same as that of this test, in the same folder.
    let target = scratch.parent().expect("it is inside the target folder");
    succeed(
        Command::new(Path::new(HERE).join("install"))
            .args([Path::new("--debug"), &prefix])
            .env("CARGO", env!("CARGO"))
            .env("CARGO_TARGET_DIR", target),
    );
    prefix
}

/// Compiles a program and links it with what `libraries` say.
fn compile(prefix: &Path, source: &str, name: &str, libraries: &[&str]) -> Command {
    let program = prefix.join(name);
    let include = format!("-I{}", prefix.join("include").display());
    let mut compiler = Command::new("cc");
    compiler.args([
        "-std=c99",
        "-Wall",
        "-Wextra",
        "-Wpedantic",
        "-Werror",
        &include,
    ]);
    compiler.arg(Path::new(HERE).join(source)).arg("-o");
    succeed(compiler.arg(&program).args(libraries));
    let mut run = Command::new(program);
    run.env("LD_LIBRARY_PATH", prefix.join("lib"));
    run
}

#[test]
fn programs_in_c_link_with_both_libraries() {
    let prefix = prefix();
    let lib = prefix.join("lib");
    let folder = format!("-L{}", lib.display());
    let archive = lib.join("libquarterturn_host.a");
    let system = ["-lpthread", "-ldl", "-lm", "-lgcc_s"];
    let archive = [&[archive.to_str().unwrap()], &system[..]].concat();
    let shared = [folder.as_str(), "-lquarterturn_host"];
    for (name, libraries) in [("static", &archive[..]), ("shared", &shared[..])] {
        let check = format!("check-{name}");
        succeed(&mut compile(prefix, "tests/check.c", &check, libraries));
        let mut example = compile(prefix, "example/main.c", name, libraries);
        let output = succeed(example.args(["U2 R'", "R L2 U' B"]));
        let output = String::from_utf8(output.stdout).unwrap();
        let version = concat!("version ", env!("CARGO_PKG_VERSION"), "\n");
        assert_eq!(output, format!("{version}3: R U2\n5: B' U R' L2\n"));
    }
}

/// A random state and one near the goal, each as the library solves them for programs in Rust.
#[test]
fn every_puzzle_is_solved_as_in_rust() {
    let prefix = prefix();
    let libraries = [
        &format!("-L{}", prefix.join("lib").display()),
        "-lquarterturn_host",
    ];
    compile(prefix, "tests/solve.c", "solve", &libraries);
    let mut longest = 0;
    for puzzle in puzzles::all() {
        let name = puzzle.name();
        let mut rng = Seeded::new(4);
        let exact = Model::embedded_for(puzzle.family()).is_err();
        let search = SearchKind::without_network(&puzzle).filter(|_| exact);
        // Breadth-first search does not reach random states of every puzzle, and how short the chain's are is a matter of time.
        let lengths = match search {
            Some(SearchKind::Bidirectional) => [Some(4), Some(8)],
            Some(SearchKind::Chain) => [Some(3), Some(4)],
            _ => [None, Some(8)],
        };
        let states = lengths.map(|length| puzzle.draw(&mut rng, length).state.to_string());
        let settings = Settings {
            search,
            width: (!exact).then_some(64),
            ..Settings::default()
        };
        let solver = quarterturn::Solver::builder().puzzle(&puzzle);
        let solver = solver.settings(settings).build().expect(name);
        let mut expected = String::new();
        for state in &states {
            let answer = solver.solve(state).unwrap();
            let solution = answer.solution.expect(name);
            let length = solution.length();
            longest = longest.max(length);
            let numbers: String = solution.numbers().map(|mv| format!(" {mv}")).collect();
            expected += &format!("{length}:{numbers}: {solution}\n");
        }
        let mut run = Command::new(prefix.join("solve"));
        run.env("LD_LIBRARY_PATH", prefix.join("lib"));
        let settings = if exact { "" } else { "width=64" };
        let output = run.args([name, settings]).args(&states);
        let output = output.output().unwrap();
        let output = String::from_utf8(output.stdout).unwrap();
        assert_eq!(output, expected, "{name}: {states:?}");
    }
    assert!(longest > 100, "{longest}");
}

/// The header says how much room a solution takes.
#[test]
fn no_solution_takes_more_room_than_the_header_says() {
    let header = std::fs::read_to_string(Path::new(HERE).join("quarterturn_host.h")).unwrap();
    assert!(header.contains("the longest, 1200 moves"));
    // Of what a file defines only an estimate is known.
    for puzzle in puzzles::all().filter(|puzzle| !is_identity(puzzle.id())) {
        assert!(puzzle.longest() <= 1200, "{}", puzzle.name());
        let longest = puzzle.moves().map(|mv| mv.to_string().len()).max();
        assert!(longest.unwrap() < 5, "{}", puzzle.name());
    }
}

#[test]
fn pkg_config_says_how_to_link() {
    if Command::new("pkg-config")
        .arg("--version")
        .output()
        .is_err()
    {
        eprintln!("not tested: there is no pkg-config");
        return;
    }
    let prefix = prefix();
    let ask = |question: &str| {
        let mut command = Command::new("pkg-config");
        command.env("PKG_CONFIG_PATH", prefix.join("lib/pkgconfig"));
        let output = succeed(command.args([question, "quarterturn-host"]));
        String::from_utf8(output.stdout).unwrap()
    };
    assert_eq!(ask("--modversion").trim(), env!("CARGO_PKG_VERSION"));
    let include = format!("-I{}", prefix.join("include").display());
    assert_eq!(ask("--cflags").trim(), include);
    assert!(ask("--libs").contains("-lquarterturn_host"));
}

#[test]
fn the_answers_are_those_of_the_table_of_questions() {
    let prefix = prefix();
    let folder = format!("-L{}", prefix.join("lib").display());
    let libraries = [folder.as_str(), "-lquarterturn_host"];
    let program = compile(prefix, "tests/questions.c", "questions", &libraries);
    for question in questions() {
        let pairs = question.settings.iter();
        let pairs: Vec<String> = pairs
            .map(|(name, value)| format!("{name}={value}"))
            .collect();
        let mut run = Command::new(program.get_program());
        run.env("LD_LIBRARY_PATH", prefix.join("lib"));
        let output = succeed(run.args([question.puzzle, &pairs.join(" "), question.state]));
        let expected = match question.answer {
            Ok((length, optimal)) => format!("{length} {}\n", u8::from(optimal)),
            Err((code, _)) => format!("{code}\n"),
        };
        let found = String::from_utf8_lossy(&output.stdout);
        assert_eq!(found, expected, "{question:?}");
    }
}
