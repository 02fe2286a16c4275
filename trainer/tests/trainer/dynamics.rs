//! What training knows of a puzzle is what the puzzle says itself.

use quarterturn::puzzles::Cube3Turns;
use quarterturn_core::cube::Cube2Qtm;
use quarterturn_core::puzzle::lights::Lights;
use quarterturn_core::puzzle::sliding::{Puzzle8, Puzzle15};
use quarterturn_core::puzzle::sokoban::{Position, Sokoban};
use quarterturn_core::{Move, Puzzle};
use quarterturn_trainer::dynamics::{Dynamics, OnHost, Pulls, Walks};
use quarterturn_trainer::labels::distance;
use quarterturn_trainer::levels::Levels;
use quarterturn_trainer::random::seeded;
use quarterturn_trainer::threads;
use std::collections::{HashMap, HashSet};

fn walks(dynamics: &dyn Dynamics, seed: u64, walks: usize, steps: usize) -> Walks {
    dynamics.walks(&mut seeded(seed, 1, 0), walks, steps)
}

/// The moves of each walk.
fn moves(walks: &Walks) -> Vec<Vec<Move>> {
    let walks = walks.onward.as_ref().unwrap().chunks(walks.steps);
    walks
        .map(|w| w.iter().map(|&mv| Move(mv)).collect())
        .collect()
}

/// The states of each walk, the goal first.
fn states<P: Puzzle<State: Copy>>(puzzle: &P, walks: &Walks) -> Vec<Vec<P::State>> {
    let goal = puzzle.goal().unwrap();
    let follow = |moves: Vec<Move>| {
        let step = |state: &mut P::State, mv| {
            assert!(puzzle.allowed(state, mv), "{mv:?} in {state:?}");
            *state = puzzle.apply(state, mv);
            Some(*state)
        };
        [goal]
            .into_iter()
            .chain(moves.into_iter().scan(goal, step))
            .collect()
    };
    moves(walks).into_iter().map(follow).collect()
}

fn features<P: Puzzle<State: Copy>>(puzzle: &P, states: &[P::State]) -> Vec<u16> {
    let mut row = vec![0; puzzle.inputs().active];
    let mut all = Vec::new();
    for state in states {
        puzzle.features(state, &mut row);
        all.extend_from_slice(&row);
    }
    all
}

fn wide(labels: Vec<f32>) -> Vec<f64> {
    labels.into_iter().map(f64::from).collect()
}

/// Walks, children, goals and keys against the puzzle.
fn agree<P: Puzzle<State: Copy>>(puzzle: &P, dynamics: &dyn Dynamics, steps: usize) {
    let shape = dynamics.shape();
    let (width, active) = (shape.features, shape.active);
    assert_eq!(
        (width, active),
        (puzzle.inputs().width, puzzle.inputs().active)
    );
    assert_eq!(shape.moves, puzzle.move_count());

    let walks = walks(dynamics, 4, 200, steps);
    let walked = states(puzzle, &walks);
    for (states, moves) in walked.iter().zip(moves(&walks)) {
        for (i, pair) in moves.windows(2).enumerate() {
            let turns_back = puzzle.undo(pair[0]) == Some(pair[1]);
            assert!(!turns_back, "at {:?}", states[i + 1]);
        }
    }
    let all: Vec<P::State> = walked.iter().flatten().copied().collect();
    assert!(walks.states.features() == features(puzzle, &all));
    let goals: Vec<bool> = all.iter().map(|s| puzzle.is_solved(s)).collect();
    assert!(walks.states.goals() == goals);
    let mut keys = HashMap::new();
    for (state, key) in all.iter().zip(walks.states.keys()) {
        assert_eq!(
            keys.entry(key).or_insert(*state),
            state,
            "two states with one key"
        );
    }
    assert_eq!(keys.len(), all.iter().collect::<HashSet<_>>().len());

    let scrambled: Vec<P::State> = walked.iter().flat_map(|w| w[1..].to_vec()).collect();
    assert!(walks.scrambled().features() == features(puzzle, &scrambled));
    for ((state, mv), before) in scrambled
        .iter()
        .zip(&walks.back)
        .zip(walked.iter().flat_map(|w| &w[..w.len() - 1]))
    {
        assert!(puzzle.allowed(state, Move(*mv)));
        assert_eq!(puzzle.apply(state, Move(*mv)), *before);
    }

    let children = walks.states.children();
    let made = children.states.features();
    let allowed = children.allowed.as_ref();
    assert_eq!(allowed, walks.states.allowed().as_ref());
    let places = all
        .iter()
        .flat_map(|s| puzzle.moves().map(move |mv| (s, mv)));
    let mut some = false;
    for (at, (state, mv)) in places.enumerate() {
        let can = puzzle.allowed(state, mv);
        some |= !can;
        assert_eq!(allowed.as_ref().is_none_or(|a| a[at]), can);
        if can {
            let child = puzzle.apply(state, mv);
            assert!(made[at * active..(at + 1) * active] == features(puzzle, &[child]));
        }
    }
    assert_eq!(allowed.is_some(), some);
}

#[test]
fn dynamics_say_what_the_puzzle_says() {
    let lights = Lights::new(3).unwrap();
    agree(&Cube2Qtm, &OnHost::new(&Cube2Qtm).unwrap(), 17);
    agree(&lights, &OnHost::new(&lights).unwrap(), 9);
    agree(&Puzzle8, &OnHost::new(&Puzzle8).unwrap(), 40);
    agree(&Puzzle15, &OnHost::new(&Puzzle15).unwrap(), 80);
}

#[test]
fn walks_on_the_host_are_the_same_on_any_number_of_threads() {
    let dynamics = OnHost::new(&Puzzle8).unwrap();
    let before = threads::count();
    let make = |count| {
        threads::allow(count);
        let walks = walks(&dynamics, 9, 701, 30);
        let children = walks.states.children().states;
        (walks.onward, children.keys(), children.features())
    };
    let all = [1, 3, 16].map(make);
    threads::allow(before);
    assert!(all[0] == all[1] && all[1] == all[2]);
}

/// So they can be made while a step runs.
#[test]
fn states_belong_to_no_thread() {
    let dynamics = quarterturn_trainer::puzzle::dynamics("puzzle8").unwrap();
    let make = |dynamics: &dyn Dynamics| dynamics.walks(&mut seeded(9, 1, 0), 7, 30);
    let here = make(dynamics.as_ref());
    let there = std::thread::spawn(move || make(dynamics.as_ref()));
    let there = there.join().unwrap();
    assert_eq!(here.onward, there.onward);
    assert_eq!(here.states.features(), there.states.features());
}

#[test]
fn walks_on_the_host_keep_clear_of_moves_that_merge_across_others() {
    // U D U' is one move too long although no two moves that follow each other are.
    let dynamics = OnHost::new(&Cube3Turns::Half).unwrap();
    let walks = walks(&dynamics, 5, 3000, 12);
    let face = |mv: Move| mv.index() / 3;
    let mut commuted = 0;
    for moves in moves(&walks) {
        for three in moves.windows(3) {
            let [a, b, c] = [0, 1, 2].map(|i| face(three[i]));
            assert_ne!(a, b);
            let opposite = a % 3 == b % 3;
            commuted += u32::from(opposite);
            assert!(!(opposite && a == c), "{three:?}");
        }
    }
    assert!(commuted > 1000);
}

#[test]
fn frames_on_the_host_keep_walks_walks() {
    let dynamics = OnHost::new(&Puzzle8).unwrap();
    let walks = walks(&dynamics, 6, 100, 20);
    let seen = dynamics.in_random_frames(&mut seeded(6, 2, 0), &walks);
    assert_ne!(moves(&walks), moves(&seen));
    let all: Vec<_> = states(&Puzzle8, &seen).concat();
    assert!(seen.states.features() == features(&Puzzle8, &all));
    let undo = |mv: &Move| Puzzle8.undo(*mv).unwrap().0;
    let back: Vec<u8> = moves(&seen).iter().flatten().map(undo).collect();
    assert!(seen.back == back);
}

#[test]
fn labels_on_the_host_never_undercut_the_distance() {
    let mut truth = HashMap::from([(Puzzle8.goal().unwrap(), 0u8)]);
    let mut layer: Vec<_> = truth.keys().copied().collect();
    for distance in 1.. {
        let mut next = Vec::new();
        for state in &layer {
            for mv in Puzzle8.moves().filter(|&mv| Puzzle8.allowed(state, mv)) {
                let child = Puzzle8.apply(state, mv);
                truth.entry(child).or_insert_with(|| {
                    next.push(child);
                    distance
                });
            }
        }
        layer = next;
        if layer.is_empty() {
            break;
        }
    }
    assert_eq!(truth.len(), 181_440);

    let dynamics = OnHost::new(&Puzzle8).unwrap();
    let walks = walks(&dynamics, 3, 4000, 40);
    let labels = wide(distance::labels(&walks));
    // Without moves that lead on, a state is not made nearer by the one after it.
    let backward = Walks {
        onward: None,
        ..walks.narrow(0..walks.count())
    };
    let one_way = wide(distance::labels(&backward));
    let (mut by_steps, mut by_labels, mut by_one_way) = (0.0, 0.0, 0.0);
    let walked = states(&Puzzle8, &walks);
    let all = walked.iter().flat_map(|walk| walk.iter().enumerate());
    for (((step, state), label), one_way) in all.zip(labels).zip(one_way) {
        let distance = f64::from(truth[state]);
        assert!(distance <= label && label <= one_way && one_way <= step as f64);
        by_steps += step as f64 - distance;
        by_labels += label - distance;
        by_one_way += one_way - distance;
    }
    assert!(by_labels < by_one_way && by_one_way < by_steps);
    assert!(by_labels < 0.5 * by_steps, "{by_labels} of {by_steps}");
}

#[test]
fn sokoban_is_walked_by_pulls() {
    let text = "#######/#--.--#/#-$-#-#/#--$--#/#-@-.-#/#######";
    let (level, start) = Sokoban::from_text(text).unwrap();
    let mut truth: HashMap<Position, u32> = level.goals().map(|goal| (goal, 0)).collect();
    let mut layer: Vec<Position> = truth.keys().copied().collect();
    for distance in 1.. {
        let mut next = Vec::new();
        for state in &layer {
            for (before, _) in level.predecessors(state) {
                truth.entry(before).or_insert_with(|| {
                    next.push(before);
                    distance
                });
            }
        }
        layer = next;
        if layer.is_empty() {
            break;
        }
    }
    let by_features: HashMap<Vec<u16>, Position> = truth
        .keys()
        .map(|&state| (features(&level, &[state]), state))
        .collect();
    assert_eq!(by_features.len(), truth.len());

    let dynamics = Pulls::new(Levels::new(vec![(level.clone(), start)]).unwrap());
    let walks = walks(&dynamics, 8, 3000, 60);
    assert!(walks.onward.is_none());
    let active = dynamics.shape().active;
    let all = walks.states.features();
    let states: Vec<Position> = all.chunks(active).map(|row| by_features[row]).collect();
    let goals: Vec<bool> = states.iter().map(|s| level.is_solved(s)).collect();
    assert!(walks.states.goals() == goals);
    let labels = wide(distance::labels(&walks));
    let back = &walks.back;
    let starts: HashSet<Position> = states.iter().step_by(61).copied().collect();
    assert!(starts.len() > 10, "walks begin at {} goals", starts.len());
    let (mut farthest, mut by_steps, mut by_labels) = (0, 0.0, 0.0);
    for (walk, (states, labels)) in states.chunks(61).zip(labels.chunks(61)).enumerate() {
        assert_eq!((truth[&states[0]], labels[0]), (0, 0.0));
        for k in 1..=60 {
            let (state, distance) = (&states[k], truth[&states[k]]);
            let mv = Move(back[walk * 60 + k - 1]);
            let restarted = distance == 0 && mv == Move(0);
            assert!(restarted || level.apply(state, mv) == states[k - 1]);
            assert!(f64::from(distance) <= labels[k] && labels[k] <= k as f64);
            farthest = farthest.max(distance);
            by_steps += k as f64 - f64::from(distance);
            by_labels += labels[k] - f64::from(distance);
        }
    }
    assert!(farthest > 15, "the walks come {farthest} moves far");
    assert!(by_labels < 0.5 * by_steps, "{by_labels} of {by_steps}");
}
