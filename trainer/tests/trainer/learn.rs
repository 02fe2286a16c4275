//! A file goes in, and a weight file that solves it comes out.

use crate::common::{fail, stderr, succeed, trainer};
use quarterturn::Solver;
use quarterturn::models::Model;
use quarterturn_trainer::learn::{Learnt, Wish, learn};
use quarterturn_trainer::recipe::Recipe;
use std::path::Path;
use std::process::Command;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;
use tempfile::TempDir;

/// Six discs in a ring, of which two can be exchanged: small enough for a look at all its states.
const RING: &str = "spin:=(1,2,3,4,5,6);flip:=(1,2);";
/// The same with other two.
const OTHER: &str = "spin:=(1,2,3,4,5,6);flip:=(1,4);";

fn folder() -> TempDir {
    let folder = TempDir::new().unwrap();
    std::fs::write(folder.path().join("ring.gap"), RING).unwrap();
    std::fs::write(folder.path().join("other.gap"), OTHER).unwrap();
    folder
}

fn learning(folder: &Path, more: &[&str]) -> Command {
    let mut command = trainer();
    command
        .current_dir(folder)
        .args(["learn", "ring.gap", "--threads", "1"])
        .args(more);
    command
}

#[test]
fn a_puzzle_from_a_file_is_learnt_and_travels_in_the_weight_file() {
    let folder = folder();
    let path = |name: &str| folder.path().join(name);
    let said = stderr(&succeed(&mut learning(folder.path(), &["--time", "5"])));
    let expected = [
        "ring.gap: 720 states",
        "learning: it explains",
        "beams of 1024 states solve 20 of 20 random states",
        "quarterturn solve --model ring.qtw STATE",
    ];
    for expected in expected {
        assert!(said.contains(expected), "{expected}: {said}");
    }
    assert!(!said.contains("not learning"), "{said}");

    // One file solves the puzzle; another puzzle refuses it.
    let weights = path("ring.qtw");
    let solver = Solver::builder()
        .model(weights.to_str().unwrap())
        .build()
        .unwrap();
    let puzzle = solver.puzzle().clone();
    assert!(puzzle.name().starts_with("ring-"));
    assert_eq!(puzzle.order(), Some(720));
    for seed in 0..20 {
        let answer = solver.request_for(puzzle.random(seed)).run().unwrap();
        assert!(answer.length().is_some());
    }
    let model = Model::open(&weights).unwrap();
    assert_eq!(model.puzzle().unwrap().id(), puzzle.id());
    let other = path("other.gap");
    let other = Solver::builder().puzzle(other.to_str().unwrap());
    assert!(other.loaded_model(model).build().is_err());

    // The recipe can be given to `train`, and begins another run of the same network.
    let text = std::fs::read_to_string(path("ring.toml")).unwrap();
    assert!(text.starts_with('#'));
    let mut again = trainer();
    let recipe = [
        "train",
        "ring.toml",
        "--out",
        "again",
        "--time-limit",
        "50ms",
    ];
    let said = stderr(&succeed(again.current_dir(folder.path()).args(recipe)));
    assert!(said.contains("time limit reached"), "{said}");

    // What is there already is not written over by chance.
    let said = fail(&mut learning(folder.path(), &["--time", "5"]));
    assert!(said.contains("--resume"), "{said}");
}

#[test]
fn files_of_others_are_not_overwritten() {
    let folder = folder();
    let path = |name: &str| folder.path().join(name);
    for name in ["notes.qtw", "other.toml"] {
        std::fs::write(path(name), "precious").unwrap();
    }
    let cases = [
        ("ring.gap", "choose a file that ends in .qtw"),
        ("/dev/null", "choose a file that ends in .qtw"),
        (
            "notes.qtw",
            "notes.qtw is there already and is not a weight file",
        ),
        (
            "other.qtw",
            "other.toml is there already and is not a recipe",
        ),
    ];
    for (to, expected) in cases {
        let said = fail(&mut learning(folder.path(), &["--time", "2", "--to", to]));
        assert!(said.contains(expected), "{to}: {said}");
    }
    assert_eq!(std::fs::read_to_string(path("ring.gap")).unwrap(), RING);
    for name in ["notes.qtw", "other.toml"] {
        assert_eq!(std::fs::read_to_string(path(name)).unwrap(), "precious");
    }
    // Nor is a folder that has such files and is not that of a run.
    std::fs::create_dir(path("own.run")).unwrap();
    std::fs::create_dir(path("own.run/first")).unwrap();
    std::fs::write(path("own.run/first/recipe.toml"), "precious").unwrap();
    let said = fail(&mut learning(
        folder.path(),
        &["--time", "2", "--to", "own.qtw"],
    ));
    assert!(said.contains("is not the folder of a run"), "{said}");
}

#[test]
fn labels_that_say_nothing_are_noticed() {
    let folder = folder();
    let said = fail(&mut learning(folder.path(), &["--time", "4", "--control"]));
    assert!(said.contains("not learning, because"), "{said}");
    assert!(!said.contains("solve --model"), "{said}");
    assert!(!folder.path().join("ring.qtw").exists());
}

#[test]
fn who_is_interrupted_goes_on() {
    let folder = folder();
    let mut wish = Wish {
        puzzle: folder.path().join("ring.gap").display().to_string(),
        to: folder.path().join("ring.qtw"),
        folder: folder.path().join("ring.run"),
        time: Duration::from_secs(3),
        resume: false,
        seed: 1,
        control: false,
        stop: Arc::new(AtomicBool::new(true)),
    };
    assert!(matches!(learn(&wish), Ok(Learnt::Interrupted)));
    wish.stop.store(false, Ordering::Relaxed);
    assert!(learn(&wish).is_err());
    wish.resume = true;
    let Ok(Learnt::File { weights, recipe }) = learn(&wish) else {
        panic!("a weight file");
    };
    let path = folder.path().join("again.toml");
    std::fs::write(&path, recipe).unwrap();
    let (recipe, _) = Recipe::load(&path).unwrap();
    assert_eq!(Model::parse(weights).unwrap().examples, recipe.run.examples);
}

#[test]
fn what_cannot_be_learnt_is_refused() {
    let folder = folder();
    let learns = |puzzle: &str| {
        let mut command = trainer();
        fail(
            command
                .current_dir(folder.path())
                .args(["learn", puzzle, "--time", "1"]),
        )
    };
    assert!(learns("none.gap").contains("none.gap"));
    std::fs::write(folder.path().join("bad.gap"), "spin:=(1,2,1);").unwrap();
    assert!(learns("bad.gap").contains("line 1, column"));
    assert!(learns("sokoban").contains("moves that can be undone"));
    std::fs::write(folder.path().join("alike.gap"), "a:=(1,2,3);ip:=[[1,2,3]];").unwrap();
    assert!(learns("alike.gap").contains("look alike"));
}
