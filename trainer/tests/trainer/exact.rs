//! True distances as labels: the table against known counts, batches against a search of their own.

use crate::common::{Bench, fail, succeed};
use quarterturn::puzzles::Text;
use quarterturn_core::cube::Cube2Qtm;
use quarterturn_core::puzzle::sliding::Puzzle8;
use quarterturn_core::{Move, Puzzle};
use quarterturn_trainer::checkpoint::Checkpoint;
use quarterturn_trainer::device::Device;
use quarterturn_trainer::dynamics::{Dynamics, OnHost};
use quarterturn_trainer::labels::{self, Slices};
use quarterturn_trainer::native::losses::Layout;
use quarterturn_trainer::net;
use quarterturn_trainer::recipe::Recipe;
use std::collections::{HashMap, VecDeque};
use std::path::Path;
use std::sync::Arc;

const MOVES: usize = 4;

fn text(puzzle: &str, heads: &str, more: &str, examples: u64) -> String {
    format!(
        "puzzle = \"{puzzle}\"\nseed = 3\n[net]\nkind = \"mlp\"\nlayers = [32, 16]\nblocks = 1\nheads = [{heads}]\n\
         [target]\nkind = \"exact\"\nsteps = 40\n{more}\n[optimizer]\nbatch = 10\nrate = 2e-3\n\
         [run]\nexamples = {examples}\ncompute = \"f32\"\nevaluate_width = 0\n"
    )
}

/// How many states are at each distance.
fn counts<P: Text>(puzzle: &P) -> Vec<usize> {
    let whole = OnHost::new(puzzle).unwrap().whole().unwrap();
    let distances = whole.distances(whole.states.as_ref());
    assert!(distances.is_sorted());
    let mut counts = Vec::new();
    for distance in distances {
        counts.resize(counts.len().max(distance as usize + 1), 0);
        counts[distance as usize] += 1;
    }
    counts
}

#[test]
fn a_table_has_the_known_number_of_states_at_each_distance() {
    assert_eq!(
        counts(&Cube2Qtm),
        [
            1, 6, 27, 120, 534, 2256, 8969, 33058, 114_149, 360_508, 930_588, 1_350_852, 782_536,
            90_280, 276
        ]
    );
    let counts = counts(&Puzzle8);
    assert_eq!(counts.iter().sum::<usize>(), 181_440);
    assert_eq!((counts.len(), counts[31]), (32, 2));
}

/// The features of all states of the 8-puzzle with their distances, and those of the states after each move.
fn truth() -> HashMap<Vec<u16>, (f32, [Option<f32>; MOVES])> {
    let goal = Puzzle8.goal().unwrap();
    let mut far = HashMap::from([(goal, 0)]);
    let mut next = VecDeque::from([goal]);
    while let Some(state) = next.pop_front() {
        let distance = far[&state] + 1;
        for mv in Puzzle8.moves().filter(|&mv| Puzzle8.allowed(&state, mv)) {
            let child = Puzzle8.apply(&state, mv);
            far.entry(child).or_insert_with(|| {
                next.push_back(child);
                distance
            });
        }
    }
    let all = far.iter().map(|(state, &distance)| {
        let mut features = vec![0; Puzzle8.inputs().active];
        Puzzle8.features(state, &mut features);
        let after = |mv| {
            let mv = Move(mv as u8);
            let can = Puzzle8.allowed(state, mv);
            can.then(|| far[&Puzzle8.apply(state, mv)] as f32)
        };
        (features, (distance as f32, std::array::from_fn(after)))
    });
    all.collect()
}

fn target(text: &str, share: (usize, usize)) -> impl FnMut(u64) -> Slices + use<> {
    let recipe: Recipe = toml::from_str(text).unwrap();
    recipe.check().unwrap();
    let dynamics: Arc<dyn Dynamics> = Arc::new(OnHost::new(&Puzzle8).unwrap());
    let fresh = move || {
        net::build(
            &recipe,
            OnHost::new(&Puzzle8).unwrap().shape(),
            Default::default(),
        )
    };
    let recipe: Recipe = toml::from_str(text).unwrap();
    let net = fresh();
    let mut target = labels::build(&recipe, &dynamics, Device::Cpu, share, fresh).unwrap();
    move |step| target.slices(net.as_ref(), step)
}

#[test]
fn labels_are_the_distances_of_states_and_of_all_their_children() {
    let truth = truth();
    let active = Puzzle8.inputs().active;
    let mut means = Vec::new();
    for more in ["", "draw = \"evenly\""] {
        let mut slices = target(&text("puzzle8", "\"value\", \"q\"", more, 1), (0, 1));
        let layout = Layout {
            width: 1 + MOVES,
            q: Some(1),
        };
        let mut sum = 0.0;
        for step in 0..5 {
            let batch = slices(step);
            assert_eq!(batch.features.len(), 400 * active);
            let mut outputs = Vec::new();
            for features in batch.features.chunks(active) {
                let (distance, after) = truth[features];
                outputs.push(distance);
                // Where there is no such move, nothing is learnt.
                outputs.extend(after.map(|after| after.unwrap_or(99.0)));
            }
            let mut gradient = vec![1.0; outputs.len()];
            let losses = batch.known.losses(layout, &outputs, &mut gradient);
            assert_eq!((losses[0].1, losses[1].1), (0.0, 0.0));
            assert!(gradient.iter().all(|&g| g == 0.0));
            sum += losses[2].1;
            outputs[5 * layout.width] += 1.0;
            let losses = batch.known.losses(layout, &outputs, &mut gradient);
            assert_eq!(losses[0].1, 1.0 / 400.0);
        }
        means.push(sum / 5.0);
    }
    let all: f64 = truth
        .values()
        .map(|(distance, _)| f64::from(*distance))
        .sum();
    let all = all / truth.len() as f64;
    // The deviation of a distance is 3.4, that of the mean of 2,000 is 0.08.
    assert!((means[1] - all).abs() < 0.35, "{means:?} {all}");
    assert!(means[0] < all - 3.0, "walks are nearer: {means:?} {all}");
}

#[test]
fn two_parts_are_the_whole_batch() {
    for more in ["", "draw = \"evenly\""] {
        let text = text("puzzle8", "\"value\"", more, 1);
        let mut whole = target(&text, (0, 1));
        let mut parts = [target(&text, (0, 2)), target(&text, (1, 2))];
        let all = whole(3).features;
        let parts = parts.each_mut().map(|part| part(3).features);
        assert_eq!(all, parts.concat(), "{more}");
    }
}

#[test]
fn a_resumed_imitation_equals_an_uninterrupted_one_to_the_bit() {
    for more in ["pool = 35", "draw = \"evenly\""] {
        let of = |examples| text("puzzle8", "\"value\", \"q\"", more, examples);
        let bench = Bench::new(&of(16_000));
        let (whole, parts) = (bench.out("whole"), bench.out("parts"));
        succeed(&mut bench.train(&whole, &[]));
        std::fs::write(bench.recipe(), of(6_800)).unwrap();
        succeed(&mut bench.train(&parts, &[]));
        std::fs::write(bench.recipe(), of(16_000)).unwrap();
        succeed(&mut bench.train(&parts, &["--resume"]));
        let tensors = |out: &Path| {
            let mut all = Checkpoint::load(out).unwrap().unwrap().tensors;
            all.sort_by(|a, b| a.name.cmp(&b.name));
            all
        };
        assert!(tensors(&whole) == tensors(&parts), "{more}");
    }
}

#[test]
fn puzzles_that_do_not_fit_into_memory_are_refused() {
    for (puzzle, has) in [
        ("cube3", "cube3 has 43252003274489856000"),
        ("puzzle15", "puzzle15 has 10461394944000"),
        (
            "puzzle48",
            "puzzle48 has more, or a number that is not known",
        ),
        ("sokoban", "sokoban has more, or a number that is not known"),
    ] {
        let bench = Bench::new(&text(puzzle, "\"value\"", "", 1));
        let said = fail(&mut bench.train(&bench.out("run"), &[]));
        assert!(
            said.contains("line 9: target.kind: the exact target keeps"),
            "{said}"
        );
        assert!(said.contains("at most 8388608"), "{said}");
        assert!(said.contains(has), "{said}");
    }
}
