//! Recipes: the shipped ones load, wrong ones are refused with their line before anything starts.

use crate::common::{Bench, fail, recipe};
#[cfg(feature = "libtorch")]
use quarterturn_trainer::recipe::Net;
use quarterturn_trainer::recipe::Recipe;
use std::path::Path;

#[test]
fn every_shipped_recipe_is_good() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("recipes");
    let mut count = 0;
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        match Recipe::load(&path) {
            Ok(_) => count += 1,
            Err(e) => {
                let said = e.to_string();
                let known = !cfg!(feature = "libtorch") && said.contains("built without LibTorch");
                assert!(known && !said.contains("base.toml"), "{said}");
            }
        }
    }
    assert!(count > if cfg!(feature = "libtorch") { 20 } else { 10 });
}

/// The sizes of Table 2, in hundredths of a gigabyte. Sokoban's is one more than in the paper: seven numbers for each
/// cell instead of four.
#[cfg(feature = "libtorch")]
#[test]
fn the_published_recipes_of_other_puzzles_have_the_papers_sizes() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("recipes");
    for (name, moves, hundredths) in [
        ("puzzle15", 500, 6),
        ("puzzle24", 500, 8),
        ("puzzle35", 1000, 8),
        ("puzzle48", 1000, 10),
        ("lightsout7", 500, 5),
        ("sokoban", 1000, 7),
    ] {
        let file = folder.join(format!("paper-deepcubea-{name}.toml"));
        let (recipe, _) = Recipe::load(&file).unwrap();
        assert_eq!((recipe.puzzle.as_str(), recipe.steps()), (name, moves));
        assert_eq!(recipe.optimizer.batch * recipe.steps(), 10_000, "{name}");
        let Net::Residual { layers, blocks, .. } = &recipe.net else {
            panic!("{name} is another network");
        };
        let dynamics = quarterturn_trainer::puzzle::dynamics(name).unwrap();
        let features = dynamics.shape().features as i64;
        let widths = [features, layers[0], layers[1]];
        let between = widths.windows(2).map(|w| w[0] * w[1]).sum::<i64>();
        let weights = between + 2 * *blocks as i64 * layers[1] * layers[1];
        let bytes = 4.0 * weights as f64;
        assert_eq!((bytes / 1e7).round() as i64, hundredths, "{name}: {bytes}");
    }
}

/// The message for the small recipe with one text replaced.
fn refusal(from: &str, to: &str) -> String {
    let text = recipe(1000, 60);
    assert!(text.contains(from));
    let bench = Bench::new(&text.replace(from, to));
    let out = bench.out("run");
    let message = fail(&mut bench.train(&out, &[]));
    assert!(!out.exists(), "a refused recipe must leave nothing behind");
    message
}

#[test]
fn mistakes_are_named_with_their_line() {
    for (from, to, line, say) in [
        ("batch", "bach", 13, "unknown field `bach`, expected"),
        ("cube2", "cube5", 1, "cube5"),
        (
            "[64, 32]",
            "[64, 0]",
            5,
            "net.layers: a layer cannot be 0 wide",
        ),
        ("[64, 32]", "[]", 5, "at least one layer"),
        ("blocks = 1", "blocks = 9", 6, "net.blocks: 19 dense layers"),
        (
            "blocks = 1",
            "blocks = 1000000",
            6,
            "net.blocks: 2000001 dense layers after the first; the weight format has room for 16, \
             with these layers 7 blocks of two",
        ),
        (
            "evaluate_scrambles = 10",
            "evaluate_scrambles = 1000000000",
            20,
            "run.evaluate_scrambles: must be at most 100000",
        ),
        (
            "evaluate_width = 64",
            "evaluate_width = 4294967296",
            19,
            "run.evaluate_width: must be at most 1048576",
        ),
        (
            "blocks = 1",
            "blocks = 1\nabove_bound = true",
            7,
            "net.above_bound: cube2 knows no lower bound",
        ),
        (
            "\"value\", \"q\"",
            "\"q\"",
            3,
            "the walk target needs a value head",
        ),
        ("\"q\"", "\"value\"", 7, "twice"),
        ("\"q\"", "\"qq\"", 3, "unknown variant"),
        ("steps = 14", "steps = 0", 10, "target.steps"),
        ("rate = 2e-3", "rate = 0.0", 14, "optimizer.rate"),
        ("decay = 0.5", "decay = nan", 15, "optimizer.decay"),
    ] {
        let message = refusal(from, to);
        assert!(message.contains(&format!("line {line}")), "{to}: {message}");
        assert!(message.contains(say), "{to}: {message}");
    }
}

#[test]
fn what_a_puzzle_lacks_is_refused_by_name() {
    let message = refusal("cube2", "sokoban");
    let say = "a q head of the walk target needs moves that can be undone; sokoban has others";
    assert!(message.contains("line 7"), "{message}");
    assert!(message.contains(say), "{message}");
}

#[test]
fn a_recipe_that_is_not_there_is_named() {
    let bench = Bench::new("");
    std::fs::remove_file(bench.recipe()).unwrap();
    assert!(fail(&mut bench.train(&bench.out("run"), &[])).contains("cannot read"));
}
