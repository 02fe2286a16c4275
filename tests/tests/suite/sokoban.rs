//! Small Sokoban levels and breadth-first search over a model of their own agree.

use crate::sokoban_model::{Graph, Level, STEPS};
use quarterturn::eval::Bound;
use quarterturn::puzzles::Text;
use quarterturn::search::{Bwas, Search};
use quarterturn::{Limits, Stopped};
use quarterturn_core::Puzzle;
use quarterturn_core::puzzle::sokoban::{DEAD, Position, Sokoban};
use quarterturn_support::rng;

/// How often what is compared was met.
#[derive(Default)]
struct Met {
    refused: usize,
    solved: usize,
    unsolved: usize,
    dead: usize,
    useless: usize,
    exact: usize,
}

#[test]
fn small_levels_are_what_breadth_first_search_says() {
    let mut rng = rng(11);
    let mut met = Met::default();
    while met.solved + met.unsolved < 1000 {
        let (drawn, scene) = Level::random(&mut rng);
        let graph = drawn.graph(&scene);
        let text = drawn.text(&scene);
        let Ok((level, start)) = Sokoban::from_text(&text) else {
            assert_eq!(graph.far[0], None, "{text} is refused");
            met.refused += 1;
            continue;
        };
        let positions = positions(&level, start, &graph);
        for at in 0..positions.len() {
            compare(&drawn, &graph, &level, &positions, at, &mut met);
        }
        search(&drawn, &graph, &level, &start, &mut met);
    }
    let Met {
        refused,
        solved,
        unsolved,
        dead,
        useless,
        exact,
    } = met;
    for (count, least) in [
        (refused, 1000),
        (solved, 500),
        (unsolved, 100),
        (dead, 10_000),
        (useless, 10_000),
        (exact, 5_000),
    ] {
        assert!(
            count >= least,
            "{refused} {solved} {unsolved} {dead} {useless} {exact}"
        );
    }
}

/// The positions of all scenes, however one gets there.
fn positions(level: &Sokoban, start: Position, graph: &Graph) -> Vec<Position> {
    let mut positions = vec![None; graph.scenes.len()];
    positions[0] = Some(start);
    for (at, steps) in graph.steps.iter().enumerate() {
        let position = positions[at].expect("scenes come after one that leads there");
        for (step, (letter, ..)) in steps.iter().zip(STEPS) {
            let mv = level.step_named(letter).expect("a step");
            assert_eq!(level.allowed(&position, mv), step.is_some());
            if let Some((to, pushes)) = *step {
                let next = level.apply(&position, mv);
                assert_eq!(level.pushes(&position, mv), pushes);
                assert_eq!(*positions[to].get_or_insert(next), next);
            }
        }
    }
    positions.into_iter().flatten().collect()
}

/// Texts, ends, bounds, pruning and steps back of one scene.
fn compare(
    drawn: &Level,
    graph: &Graph,
    level: &Sokoban,
    positions: &[Position],
    at: usize,
    met: &mut Met,
) {
    let (position, far) = (&positions[at], graph.far[at]);
    let text = drawn.text(&graph.scenes[at]);
    assert_eq!(level.write(position), text);
    match Sokoban::from_text(&text) {
        Ok(read) => assert!(read == (level.clone(), *position), "{text}"),
        Err(error) => assert_eq!(far, None, "{text}: {error}"),
    }
    assert_eq!(level.is_solved(position), far == Some(0), "{text}");
    match (level.bound(position), far) {
        (DEAD, far) => {
            assert_eq!(far, None, "{text} is said to be dead");
            met.dead += 1;
        }
        (bound, Some(far)) => {
            assert!(bound as usize <= far, "{text}: {bound} instead of {far}");
            met.exact += usize::from(bound as usize == far);
        }
        (_, None) => {}
    }
    for (step, (letter, ..)) in graph.steps[at].iter().zip(STEPS) {
        let mv = level.step_named(letter).expect("a step");
        let Some((to, _)) = *step else {
            assert!(!level.useful(position, mv), "{text} {letter}");
            continue;
        };
        if !level.useful(position, mv) {
            assert_eq!(
                graph.far[to], None,
                "{text}: {letter} is said to be useless"
            );
            met.useless += 1;
        }
        let back = level.predecessors(&positions[to]);
        assert!(
            { back }.any(|back| back == (*position, mv)),
            "{text} {letter}"
        );
    }
    for (before, mv) in level.predecessors(position) {
        assert!(level.allowed(&before, mv), "{text}");
        assert_eq!(level.apply(&before, mv), *position, "{text}");
    }
}

/// A* under the bound finds a shortest solution, or that there is none.
fn search(drawn: &Level, graph: &Graph, level: &Sokoban, start: &Position, met: &mut Met) {
    let exact = Bwas {
        evaluator: Bound,
        lambda: 1.0,
        batch: 1,
    };
    let limits = Limits {
        max_length: level.longest(),
        ..Limits::default()
    };
    let outcome = exact.run(level, start, &limits);
    let text = level.write(start);
    let length = outcome.solution.as_ref().map(Vec::len);
    assert_eq!(length, graph.far[0], "{text}");
    let Some(solution) = outcome.solution else {
        assert_eq!(outcome.stopped, Stopped::Exhausted, "{text}");
        met.unsolved += 1;
        return;
    };
    assert_eq!(outcome.stopped, Stopped::Solved, "{text}");
    let mut scene = graph.scenes[0].clone();
    for letter in Text::write_moves(level, start, &solution, None).chars() {
        let step = STEPS
            .iter()
            .find(|step| step.0 == letter.to_ascii_lowercase());
        let after = drawn.step(&scene, *step.expect("u, d, l or r"));
        let (after, pushes) = after.unwrap_or_else(|| panic!("{text}: {letter}"));
        assert_eq!(pushes, letter.is_uppercase(), "{text}: {letter}");
        scene = after;
    }
    assert!(drawn.is_solved(&scene), "{text}");
    met.solved += 1;
}

#[test]
fn scrambles_can_be_solved() {
    let mut rng = rng(12);
    let mut away = 0;
    for _ in 0..500 {
        let (drawn, scene) = Level::random(&mut rng);
        let Ok((level, _)) = Sokoban::from_text(&drawn.text(&scene)) else {
            continue;
        };
        let scrambled = Text::scramble(&level, &mut rng, 30).1;
        let text = level.write(&scrambled);
        let (drawn, scene) = Level::read(&text);
        let far = drawn.graph(&scene).far[0];
        assert!(far.is_some_and(|far| far <= 30), "{text}: {far:?}");
        away += usize::from(far > Some(3));
    }
    assert!(away > 20, "{away}");
}
