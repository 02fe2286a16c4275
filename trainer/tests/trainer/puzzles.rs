//! Puzzles other than cubes are learnt, and the networks solve them.

use crate::common::{Bench, fail, greedily, succeed, trainer, trains};
use quarterturn::Limits;
use quarterturn::eval::{self, Evaluator};
use quarterturn::puzzles::{Kind, Seeded, Text};
use quarterturn::search::{Beam, Bwas, Search};
use quarterturn_core::Puzzle;
use quarterturn_core::puzzle::sliding::{Puzzle8, Tiles};
use quarterturn_core::random::{Random, random_moves};
use quarterturn_trainer::device::Device;
use quarterturn_trainer::eval::Searched;
use quarterturn_trainer::eval::beam::{self, Benchmark};
use quarterturn_trainer::recipe::Recipe;
use quarterturn_trainer::saved::Saved;
use rand_core::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;
use rayon::prelude::*;
use std::collections::HashMap;
use std::path::Path;
use std::sync::Arc;

fn recipe(puzzle: &str, net: &str, target: &str, examples: u64) -> String {
    format!(
        "puzzle = \"{puzzle}\"\nseed = 2\n[net]\n{net}\n[target]\n{target}\n\
         [optimizer]\nbatch = 40\nrate = 2e-3\ndecay = 0.5\n\
         [run]\nexamples = {examples}\ncompute = \"f32\"\nevaluate_width = 0\n"
    )
}

fn mlp(heads: &str) -> String {
    format!("kind = \"mlp\"\nlayers = [64, 32]\nblocks = 1\nheads = [{heads}]")
}

#[test]
fn every_target_learns_tiles_and_lights() {
    let both = mlp("\"value\", \"q\"");
    let value = mlp("\"value\"");
    let joint = "kind = \"joint\"\ninput = \"pieces\"\nbody = [64, 32]\nhead = 16";
    let walk = "kind = \"walk\"\nsteps = 9\npool = 100\nframes = true";
    let davi = "kind = \"davi\"\nsteps = 9\ncheck = 5\nthreshold = 0.5\ncapped = true";
    let bellman = "kind = \"bellman\"\nsteps = 9\npool = 100\nrefresh = 20\nbound = true";
    let adi = "kind = \"adi\"\nsteps = 9\nrefresh = 3";
    let policy = "kind = \"policy\"\nsteps = 9";
    let q = "kind = \"q\"\nsteps = 9\npool = 100\nbellman_from = 100\nrefresh = 20";
    let mixed = "kind = \"mixed\"\nratio = 2\nstages = [{ steps = 4, until = 50 }, { steps = 9 }]";
    let exact = "kind = \"exact\"\nsteps = 9";
    let far = "kind = \"davi\"\nsteps = 9\npool = 100\nscattered = true\ncheck = 5\nthreshold = 0.5\ndepth = 2";
    let far_policy = "kind = \"adi\"\nsteps = 9\nrefresh = 3\ndepth = 2";
    let networks = [
        (&*both, walk),
        (&value, davi),
        (&both, bellman),
        (joint, adi),
        (&mlp("\"policy\""), policy),
        (&mlp("\"q\""), q),
        (&value, mixed),
        (&both, exact),
        (&value, far),
        (joint, far_policy),
    ];
    // Without having learnt anything hardly more than the first of nine distances is solved.
    for (puzzle, updates, least) in [("puzzle8", 300, 0.4), ("lightsout3", 600, 0.2)] {
        let networks = networks
            .par_iter()
            .filter(|(net, target)| trains(net, target));
        networks.for_each(|(net, target)| {
            let bench = Bench::new(&recipe(puzzle, net, target, 40 * 9 * updates));
            let out = bench.out("run");
            succeed(&mut bench.train(&out, &[]));
            let (mean, solved) = greedily(&out);
            assert!(mean > least, "{puzzle}, {target}: {solved:?}");
        });
    }
}

#[test]
fn sokoban_is_learnt_from_pulls() {
    let room = quarterturn::puzzles::room();
    let folder = tempfile::TempDir::new().unwrap();
    let level = room.write(&room.start()).replace('/', "\n");
    std::fs::write(folder.path().join("room.txt"), level).unwrap();
    let levels = format!("sokoban\"\nlevels = \"{}", folder.path().display());
    let walk = "kind = \"walk\"\nsteps = 12\npool = 100";
    let davi = "kind = \"davi\"\nsteps = 12\ncheck = 5\nthreshold = 0.5\ncapped = true";
    let policy = "kind = \"policy\"\nsteps = 12";
    let networks = [
        ("\"value\"", walk),
        ("\"value\"", davi),
        ("\"policy\"", policy),
    ];
    let networks = networks.par_iter();
    let networks = networks.filter(|(heads, target)| trains(&mlp(heads), target));
    networks.for_each(|(heads, target)| {
        let bench = Bench::new(&recipe(&levels, &mlp(heads), target, 40 * 12 * 300));
        let (out, file) = (bench.out("run"), bench.out("sokoban.qtw"));
        succeed(&mut bench.train(&out, &[]));
        let (mean, solved) = greedily(&out);
        assert!(mean > 0.4, "{target}: {solved:?}");
        let mut export = trainer();
        export.arg("export").arg(&out).arg("--to").arg(&file);
        succeed(export.args(["--tolerance", "1"]));
        let bytes = std::fs::read(&file).unwrap();
        let evaluator: Arc<dyn Evaluator<_>> = eval::load(&room, &bytes).unwrap();
        let mut searches: Vec<Box<dyn Search<_>>> =
            vec![Box::new(Beam::new(evaluator.clone(), 64))];
        if evaluator.heads().value {
            searches.push(Box::new(Bwas::new(evaluator)));
        }
        let rng = &mut Seeded::new(3);
        let limits = Limits {
            nodes: Some(200_000),
            ..Limits::default()
        };
        for _ in 0..10 {
            let (_, start) = room.scramble(rng, 40);
            for search in &searches {
                let solution = search.run(&room, &start, &limits).solution;
                let solution = solution.unwrap_or_else(|| panic!("{target}: no solution"));
                assert!(room.is_solved(&room.apply_all(&start, &solution)));
            }
        }
    });
}

/// Distances of all boards.
fn truth() -> HashMap<Tiles<9>, usize> {
    let goal = Puzzle8.goal().unwrap();
    let mut known = HashMap::from([(goal, 0)]);
    let mut layer = vec![goal];
    for distance in 1.. {
        let mut next = Vec::new();
        for state in &layer {
            for mv in Puzzle8.moves().filter(|&mv| Puzzle8.allowed(state, mv)) {
                let child = Puzzle8.apply(state, mv);
                known.entry(child).or_insert_with(|| {
                    next.push(child);
                    distance
                });
            }
        }
        if next.is_empty() {
            break;
        }
        layer = next;
    }
    known
}

/// Solved boards of 100, and the moves that were too many, by a narrow beam with a weight file.
fn solve(file: &Path, truth: &HashMap<Tiles<9>, usize>) -> (usize, usize) {
    let bytes = std::fs::read(file).unwrap();
    let evaluator: Arc<dyn Evaluator<_>> = eval::load(&Puzzle8, &bytes).unwrap();
    let beam = Beam::new(evaluator, 16);
    let rng = &mut Xoshiro256PlusPlus::seed_from_u64(1);
    let limits = Limits {
        max_length: 60,
        ..Limits::default()
    };
    let (mut solved, mut above) = (0, 0);
    for _ in 0..100 {
        let board = Tiles::random(rng);
        if let Some(solution) = beam.run(&Puzzle8, &board, &limits).solution {
            assert!(Puzzle8.is_solved(&Puzzle8.apply_all(&board, &solution)));
            solved += 1;
            above += solution.len() - truth[&board];
        }
    }
    (solved, above)
}

#[test]
fn tiles_are_learnt_exported_and_solved() {
    let truth = truth();
    assert_eq!(truth.len(), 181_440);
    let net = mlp("\"value\", \"q\"");
    let target = "kind = \"walk\"\nsteps = 60\npool = 2000";
    let bench = Bench::new("");
    let results = [40 * 60, 40 * 60 * 500].map(|examples| {
        std::fs::write(bench.recipe(), recipe("puzzle8", &net, target, examples)).unwrap();
        let (out, file) = (bench.out("run"), bench.out("tiles.qtw"));
        succeed(&mut bench.train(&out, &["--resume"]));
        let mut export = trainer();
        export.arg("export").arg(&out).arg("--to").arg(&file);
        succeed(export.args(["--tolerance", "1"]));
        solve(&file, &truth)
    });
    let [(few, _), (all, above)] = results;
    assert_eq!(all, 100, "{above} moves too many");
    assert!(above < 300, "{above} moves too many in 100 solutions");
    assert!(few < 50, "{few} solved without having learnt anything");
}

#[test]
fn costs_above_the_bound_are_learnt_exported_and_started_from() {
    let truth = truth();
    let above = format!("{}\nabove_bound = true", mlp("\"value\", \"q\""));
    let target = "kind = \"bellman\"\nsteps = 60\npool = 400\nrefresh = 10\nbeam = 4\nrollout = 10";
    let of = |net: &str| recipe("puzzle8", net, target, 40 * 60 * 400);
    let bench = Bench::new(&of(&above));
    let (out, file) = (bench.out("run"), bench.out("tiles.qtw"));
    succeed(&mut bench.train(&out, &[]));
    let mut export = trainer();
    export.arg("export").arg(&out).arg("--to").arg(&file);
    succeed(export.args(["--tolerance", "1"]));
    let (all, too_many) = solve(&file, &truth);
    assert_eq!(all, 100);
    assert!(too_many < 20, "{too_many} moves too many in 100 solutions");

    // A network that counts from 0 cannot go on from it.
    let init = ["--init", file.to_str().unwrap()];
    std::fs::write(bench.recipe(), of(&mlp("\"value\", \"q\""))).unwrap();
    let message = fail(&mut bench.train(&bench.out("other"), &init));
    assert!(message.contains("above_bound: true"), "{message}");
    std::fs::write(bench.recipe(), of(&above)).unwrap();
    succeed(&mut bench.train(&bench.out("same"), &init));

    let walk = recipe(
        "puzzle8",
        &above,
        "kind = \"walk\"\nsteps = 60\npool = 400",
        2400,
    );
    std::fs::write(bench.recipe(), walk).unwrap();
    let message = fail(&mut bench.train(&bench.out("walk"), &[]));
    assert!(
        message.contains("net.above_bound: the bellman target"),
        "{message}"
    );
}

#[test]
fn a_network_that_solves_nothing_is_given_up() {
    let net = mlp("\"value\"");
    let target = "kind = \"walk\"\nsteps = 30\npool = 40";
    let bench = Bench::new(&recipe("puzzle15", &net, target, 40 * 30));
    let out = bench.out("run");
    succeed(&mut bench.train(&out, &[]));
    let mut saved = Saved::load(&out, None, Device::Cpu).unwrap();
    let mut run = |scrambles, patience| {
        let benchmark = Benchmark {
            width: 1,
            depths: vec![30],
            scrambles,
            patience,
            time: None,
        };
        let net = saved.net.as_mut();
        let searched = Searched::new(&saved.recipe, saved.dynamics.as_ref(), net);
        let results = beam::run("puzzle15", searched, &benchmark, &Arc::default());
        results.unwrap().remove(0)
    };
    let (three, many) = (run(3, 3), run(1000, 3));
    assert_eq!((three.solved, three.scrambles), (0, 3));
    assert_eq!((many.solved, many.scrambles), (0, 1000));
    assert_eq!(three.evaluated, many.evaluated, "means of the three tried");
}

#[test]
fn a_puzzle_from_a_file_is_learnt() {
    let bench = Bench::new("");
    let file = bench.out("ring.gap");
    std::fs::write(
        &file,
        "turn:=(1,2,3,4,5,6,7); swap:=(1,2); Gen:=[turn,swap];",
    )
    .unwrap();
    let name = file.to_str().unwrap();
    let target = "kind = \"walk\"\nsteps = 20\npool = 200";
    let text = recipe(name, &mlp("\"value\", \"q\""), target, 40 * 20 * 300);
    std::fs::write(bench.recipe(), text).unwrap();
    let out = bench.out("run");
    succeed(&mut bench.train(&out, &[]));
    let weights = bench.out("ring.qtw");
    let mut export = trainer();
    export.arg("export").arg(&out).arg("--to").arg(&weights);
    succeed(export.args(["--tolerance", "1"]));

    let opened = quarterturn::Puzzle::open(&file).unwrap();
    let Kind::Other(puzzle) = opened.kind() else {
        panic!("it has seven stickers");
    };
    let bytes = std::fs::read(&weights).unwrap();
    let beam = Beam::new(eval::load(puzzle, &bytes).unwrap(), 32);
    let rng = &mut Xoshiro256PlusPlus::seed_from_u64(1);
    for _ in 0..50 {
        let goal = puzzle.goal().unwrap();
        let scramble: Vec<_> = random_moves(puzzle, goal.clone(), rng, 100).collect();
        let state = puzzle.apply_all(&goal, &scramble);
        let outcome = beam.run(puzzle, &state, &Limits::default());
        let solution = outcome.solution.expect("5,040 states and 32 of each depth");
        assert!(puzzle.is_solved(&puzzle.apply_all(&state, &solution)));
    }

    // The file is another puzzle's now: neither a continuation nor an export takes it for the old one.
    std::fs::write(
        &file,
        "turn:=(1,2,3,4,5,6,7); swap:=(1,3); Gen:=[turn,swap];",
    )
    .unwrap();
    let message = fail(&mut bench.train(&out, &["--resume"]));
    assert!(message.contains("another recipe"), "{message}");
    std::fs::write(&file, "turn:=(1,2").unwrap();
    let message = fail(&mut bench.train(&bench.out("other"), &[]));
    assert!(message.contains("line 1, column 11"), "{message}");
}

/// The recipe names the file from where the run was begun; everything else goes on from anywhere, and without it.
#[test]
fn a_run_on_a_file_goes_on_from_another_folder() {
    let target = "kind = \"walk\"\nsteps = 10\npool = 40";
    let of = |examples| recipe("ring.gap", &mlp("\"value\""), target, examples);
    let bench = Bench::new(&of(40 * 10));
    let file = bench.out("ring.gap");
    let text = "turn:=(1,2,3,4,5,6,7); swap:=(1,2); Gen:=[turn,swap];";
    std::fs::write(&file, text).unwrap();
    let out = bench.out("run");
    succeed(bench.train(&out, &[]).current_dir(&bench.folder));
    std::fs::remove_file(&file).unwrap();

    let elsewhere = bench.out("elsewhere");
    std::fs::create_dir(&elsewhere).unwrap();
    let command = |name: &str| {
        let mut command = trainer();
        command.current_dir(&elsewhere).arg(name);
        command
    };
    succeed(
        command("eval")
            .arg(&out)
            .args(["--scrambles", "2", "--width", "8"]),
    );
    let weights = bench.out("ring.qtw");
    succeed(
        command("export")
            .arg(&out)
            .arg("--to")
            .arg(&weights)
            .args(["--tolerance", "9"]),
    );
    let kept = out.join("recipe.toml");
    std::fs::write(&kept, of(40 * 20)).unwrap();
    let mut resumed = command("train");
    resumed.arg(&kept).arg("--out").arg(&out).arg("--resume");
    succeed(&mut resumed);
    // The network is for the puzzle, not for the file of that name.
    let renamed = bench.out("wheel.gap");
    std::fs::write(&renamed, text.replace("turn", "spin")).unwrap();
    let opened = quarterturn::Puzzle::open(&renamed).unwrap();
    let Kind::Other(puzzle) = opened.kind() else {
        panic!("it has seven stickers");
    };
    assert!(eval::load(puzzle, &std::fs::read(&weights).unwrap()).is_ok());
}

#[test]
fn checkpoints_from_before_named_the_file_of_their_puzzle() {
    let target = "kind = \"walk\"\nsteps = 10\npool = 40";
    let bench = Bench::new("");
    let file = bench.out("ring.gap");
    std::fs::write(&file, "turn:=(1,2,3,4,5,6,7); swap:=(1,2);").unwrap();
    let text = recipe(file.to_str().unwrap(), &mlp("\"value\""), target, 400);
    std::fs::write(bench.recipe(), text).unwrap();
    let (recipe, _) = Recipe::load(&bench.recipe()).unwrap();
    let opened = quarterturn::Puzzle::open(&file).unwrap();
    let Kind::Other(puzzle) = opened.kind() else {
        panic!("it has seven stickers");
    };
    let own = recipe.identity();
    let (family, name) = (Puzzle::family(puzzle), Puzzle::name(puzzle));
    assert!(own.contains(family) && name.starts_with("ring-"));
    let former = |name: &str| own.replace(family, name);
    assert!(recipe.continues(&own) && recipe.continues(&former(name)));
    assert!(recipe.continues(&former(&name.replace("ring", "wheel"))));
    assert!(!recipe.continues(&former("ring-00000000")));
    let steps = former(name).replace("\"steps\":10", "\"steps\":11");
    assert!(
        steps != former(name) && !recipe.continues(&steps),
        "{steps}"
    );
}

/// As for `quarterturn`: what is not a puzzle's name is a file's, whatever it ends in.
#[test]
fn a_name_or_a_file() {
    let target = "kind = \"walk\"\nsteps = 10\npool = 40";
    let of = |puzzle: &str| recipe(puzzle, &mlp("\"value\""), target, 400);
    let bench = Bench::new(&of("ring.txt"));
    let text = "turn:=(1,2,3,4,5,6,7); swap:=(1,2); Gen:=[turn,swap];";
    std::fs::write(bench.out("ring.txt"), text).unwrap();
    let out = bench.out("run");
    succeed(&mut bench.train(&out, &[]));
    assert_eq!(std::fs::read_to_string(out.join("ring.txt")).unwrap(), text);

    std::fs::write(bench.recipe(), of("wheel.txt")).unwrap();
    let message = fail(&mut bench.train(&bench.out("other"), &[]));
    assert!(message.contains("line 1: puzzle: "), "{message}");
    assert!(
        message.contains("wheel.txt") && message.contains("cube3-htm"),
        "{message}"
    );
}

#[test]
fn a_puzzle_whose_every_state_is_solved_is_refused() {
    let target = "kind = \"walk\"\nsteps = 10\npool = 40";
    let bench = Bench::new(&recipe("alike.gap", &mlp("\"value\""), target, 400));
    let text = "a:=(1,2,3,4);b:=(1,2);ip:=[[1,2,3,4]];";
    std::fs::write(bench.out("alike.gap"), text).unwrap();
    let message = fail(&mut bench.train(&bench.out("run"), &[]));
    assert!(
        message.contains("line 1: puzzle: all stickers that moves of"),
        "{message}"
    );
    assert!(message.contains("every state is solved"), "{message}");
}
