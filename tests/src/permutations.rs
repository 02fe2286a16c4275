//! Random permutation puzzles against a model that enumerates all their states.
//!
//! The model reads the same text in cycles and moves colours one by one; it knows nothing of tables,
//! orbits, symbols or groups.

use quarterturn::group::{Found, Group};
use quarterturn::puzzles::Seeded;
use quarterturn::puzzles::gap;
use quarterturn::puzzles::{Shared, Text};
use quarterturn_core::puzzle::permutation::Permutation;
use quarterturn_core::puzzle::symbols::Symbols;
use quarterturn_core::random::below;
use quarterturn_core::{Move, Puzzle};
use quarterturn_support::rng;
use std::collections::hash_map::Entry;
use std::collections::{HashMap, HashSet};
use std::fmt::Write;

/// Most points of a puzzle: all their arrangements are looked at.
const POINTS: u32 = 7;

/// A puzzle as it is drawn: points from 0.
struct Drawn {
    points: usize,
    /// The cycles of each generator.
    generators: Vec<Vec<Vec<usize>>>,
    /// Points that look alike.
    alike: Vec<Vec<usize>>,
}

impl Drawn {
    fn new(rng: &mut Seeded) -> Self {
        let mut number = |below_: u32| below(rng, below_) as usize;
        let points = 2 + number(POINTS - 1);
        let mut shuffled = || {
            let mut all: Vec<usize> = (0..points).collect();
            (1..points).for_each(|i| all.swap(i, number(i as u32 + 1)));
            all
        };
        // Lists of points cut into pieces: cycles, and groups that look alike.
        let mut pieces = |least: usize| {
            let mut all = shuffled();
            let mut pieces = Vec::new();
            while all.len() >= least {
                let rest = all.split_off((least + all.len() * all[0] / points / 2).min(all.len()));
                pieces.push(all);
                all = rest;
            }
            pieces
        };
        let mut generators = Vec::new();
        for _ in 0..3 {
            let mut cycles = pieces(2);
            cycles.truncate(1 + cycles.len() / 2);
            generators.push(cycles);
        }
        let mut alike = pieces(1);
        let few = pieces(2).len();
        generators.truncate(few.clamp(1, 3));
        // Half of the puzzles have no points that look alike.
        if alike[0][0] * 2 >= points {
            alike.clear();
        }
        Self {
            points,
            generators,
            alike,
        }
    }

    /// The file for GAP.
    fn text(&self) -> String {
        let list = |points: &[usize]| {
            let points: Vec<String> = points.iter().map(|p| (p + 1).to_string()).collect();
            points.join(",")
        };
        let mut text = String::new();
        for (nth, cycles) in self.generators.iter().enumerate() {
            let _ = write!(text, "a{nth}:=");
            for cycle in cycles {
                let _ = write!(text, "({})", list(cycle));
            }
            text += ";\n";
        }
        // All points are mentioned, so that all are part of states.
        let mut groups = self.alike.clone();
        let apart = (0..self.points).filter(|p| !groups.iter().flatten().any(|q| q == p));
        let apart: Vec<Vec<usize>> = apart.map(|p| vec![p]).collect();
        groups.extend(apart);
        let groups: Vec<String> = groups.iter().map(|g| format!("[{}]", list(g))).collect();
        let _ = writeln!(text, "ip:=[{}];", groups.join(","));
        text
    }

    fn solved(&self) -> Vec<u8> {
        let mut looks: Vec<u8> = (0..self.points as u8).collect();
        for group in &self.alike {
            group.iter().for_each(|&p| looks[p] = group[0] as u8);
        }
        looks
    }

    /// A generator, or its inverse: what is at each point of a cycle goes to the next one.
    fn turned(&self, generator: usize, back: bool, looks: &[u8]) -> Vec<u8> {
        let mut turned = looks.to_vec();
        for cycle in &self.generators[generator] {
            for (i, &here) in cycle.iter().enumerate() {
                let there = cycle[(i + 1) % cycle.len()];
                match back {
                    false => turned[there] = looks[here],
                    true => turned[here] = looks[there],
                }
            }
        }
        turned
    }
}

macro_rules! need {
    ($good:expr, $($words:tt)*) => {
        if !$good {
            return Err(format!($($words)*));
        }
    };
}

/// Draws a puzzle and compares all that is known of it with the model; gives the number of its states.
///
/// # Errors
/// What differs, with the puzzle's file.
pub fn check(seed: u64) -> Result<usize, String> {
    let mut rng = rng(seed);
    let drawn = Drawn::new(&mut rng);
    compare(&drawn, &mut rng).map_err(|fault| format!("seed {seed}: {fault}\n{}", drawn.text()))
}

fn compare(drawn: &Drawn, rng: &mut Seeded) -> Result<usize, String> {
    let tables = gap::read(&drawn.text()).map_err(|error| error.to_string())?;
    let definition = tables.definition("drawn");
    let definition = definition.map_err(|error| error.to_string())?;
    let puzzle = Permutation::new(Shared::new(definition));
    // Moves by their names, as the model makes them.
    let moves: Vec<(Move, usize, bool)> = puzzle
        .moves()
        .map(|mv| {
            let name = puzzle.move_name(mv).trim_start_matches('a');
            let generator = name.trim_end_matches('\'').parse();
            (mv, generator.unwrap_or(usize::MAX), name.ends_with('\''))
        })
        .collect();
    for generator in 0..drawn.generators.len() {
        need!(
            moves.iter().any(|m| m.1 == generator),
            "generator {generator} is no move"
        );
    }

    // All states with their distances, both ways at once.
    let looks =
        |state: &Symbols| -> Vec<u8> { puzzle.colours(state).map(|colour| colour as u8).collect() };
    let start = puzzle.start();
    need!(looks(&start) == drawn.solved(), "the solved state differs");
    let mut distance = HashMap::from([(drawn.solved(), 0usize)]);
    let mut layer = vec![start];
    let mut all = layer.clone();
    let mut depth = 0;
    while !layer.is_empty() {
        depth += 1;
        let mut next = Vec::new();
        for state in &layer {
            for &(mv, generator, back) in &moves {
                let child = puzzle.apply(state, mv);
                let model = drawn.turned(generator, back, &looks(state));
                need!(looks(&child) == model, "{} differs", puzzle.move_name(mv));
                let undone = puzzle.undo(mv).map(|undo| puzzle.apply(&child, undo));
                need!(
                    undone.as_ref() == Some(state),
                    "{} is not undone",
                    puzzle.move_name(mv)
                );
                if let Entry::Vacant(new) = distance.entry(model) {
                    new.insert(depth);
                    next.push(child);
                }
            }
        }
        all.extend(next.iter().cloned());
        layer = next;
    }
    let far = |state: &_| distance.get(&looks(state)).copied().unwrap_or(usize::MAX);

    features(&puzzle, &all)?;
    pruning(&puzzle, all.len(), far)?;
    for state in &all {
        need!(
            puzzle.is_solved(state) == (far(state) == 0),
            "solved or not"
        );
        for mv in puzzle.moves() {
            let near = far(state).abs_diff(far(&puzzle.apply(state, mv)));
            let parity = puzzle.length_step() == 1 || near == 1;
            need!(parity, "{} keeps the parity", puzzle.move_name(mv));
        }
    }
    frames(&puzzle, &all, far)?;
    groups(&puzzle, &all)?;
    read_back(&puzzle, &distance, rng)?;
    arrangements(&puzzle, &distance)?;
    Ok(all.len())
}

/// States differ in what a network is shown.
fn features<P: Puzzle>(puzzle: &P, all: &[P::State]) -> Result<(), String> {
    let inputs = puzzle.inputs();
    let mut seen = HashSet::new();
    for state in all {
        let mut shown = vec![u16::MAX; inputs.active];
        puzzle.features(state, &mut shown);
        shown.sort_unstable();
        let within = shown.iter().all(|&f| usize::from(f) < inputs.width);
        let apart = shown.windows(2).all(|pair| pair[0] < pair[1]);
        need!(within && apart, "the features {shown:?} are none");
        need!(seen.insert(shown), "two states have the same features");
    }
    Ok(())
}

/// Shortest ways without redundant pairs lead to every state.
fn pruning<P: Puzzle>(
    puzzle: &P,
    states: usize,
    far: impl Fn(&P::State) -> usize,
) -> Result<(), String> {
    let goal = puzzle.goal().ok_or("no goal")?;
    let mut seen = HashSet::new();
    let mut reached = HashSet::from([goal.clone()]);
    let mut layer = vec![(goal, None)];
    for depth in 1.. {
        let mut next = Vec::new();
        for (state, previous) in layer {
            let useful = |&mv: &Move| previous.is_none_or(|p| !puzzle.redundant(p, mv));
            for mv in puzzle.moves().filter(useful) {
                let child = puzzle.apply(&state, mv);
                if far(&child) == depth && seen.insert((child.clone(), mv)) {
                    reached.insert(child.clone());
                    next.push((child, Some(mv)));
                }
            }
        }
        if next.is_empty() {
            break;
        }
        layer = next;
    }
    need!(
        reached.len() == states,
        "{} of {states} states by pruned ways",
        reached.len()
    );
    Ok(())
}

/// Symmetries keep moves and distances.
fn frames<P: Puzzle>(
    puzzle: &P,
    all: &[P::State],
    far: impl Fn(&P::State) -> usize,
) -> Result<(), String> {
    for state in all.iter().step_by(all.len().div_ceil(20)) {
        for frame in 0..puzzle.frames() {
            let seen = puzzle.conjugate(state, frame);
            need!(far(&seen) == far(state), "frame {frame} keeps no distance");
            let back = puzzle.conjugate(&seen, puzzle.inverse_frame(frame));
            need!(back == *state, "frame {frame} is not undone");
            for mv in puzzle.moves() {
                let twin = puzzle.conjugate_move(mv, frame);
                let one = puzzle.apply(&seen, twin);
                let other = puzzle.conjugate(&puzzle.apply(state, mv), frame);
                need!(one == other, "frame {frame} moves otherwise");
            }
        }
    }
    Ok(())
}

/// Products and inverses, where all points differ.
fn groups<P: Puzzle>(puzzle: &P, all: &[P::State]) -> Result<(), String> {
    let goal = puzzle.goal().ok_or("no goal")?;
    for state in all.iter().step_by(all.len().div_ceil(50)) {
        let inverse = puzzle.invert(state);
        need!(inverse.is_some() == puzzle.is_group(), "an inverse or none");
        let Some(inverse) = inverse else { continue };
        need!(
            puzzle.then(state, &inverse) == Some(goal.clone()),
            "the inverse is none"
        );
        for mv in puzzle.moves() {
            let product = puzzle.then(state, &puzzle.apply(&goal, mv));
            need!(
                product == Some(puzzle.apply(state, mv)),
                "the product is none"
            );
        }
    }
    Ok(())
}

/// States and scrambles as text, and random states.
fn read_back(
    puzzle: &Permutation<Shared>,
    distance: &HashMap<Vec<u8>, usize>,
    rng: &mut Seeded,
) -> Result<(), String> {
    for length in [0, 1, 9] {
        let (moves, state) = Text::scramble(puzzle, rng, length);
        let moves = moves.unwrap_or_default();
        need!(
            moves.len() == length,
            "{} moves instead of {length}",
            moves.len()
        );
        let text = puzzle.write_moves(&puzzle.start(), &moves, None);
        let read = puzzle.read(&text).map_err(|refusal| refusal.to_string())?;
        need!(read.1 == state, "{text:?} is read as another state");
    }
    for _ in 0..10 {
        let state = puzzle.random(rng);
        let text = puzzle.write(&state);
        let looks: Vec<u8> = puzzle.colours(&state).map(|colour| colour as u8).collect();
        need!(distance.contains_key(&looks), "{text} is no state");
        let read = puzzle.read(&text).map_err(|refusal| refusal.to_string())?;
        need!(
            read.1 == state && read.0.doubt().is_none(),
            "{text} is read as another state"
        );
    }
    Ok(())
}

/// Of all arrangements of the stickers those are states that the model reaches, and no others.
fn arrangements(
    puzzle: &Permutation<Shared>,
    distance: &HashMap<Vec<u8>, usize>,
) -> Result<(), String> {
    let definition = puzzle.definition();
    let n = definition.stickers();
    let solved: Vec<u16> = puzzle.colours(&puzzle.start()).collect();
    let moves = puzzle.moves().map(|mv| definition.from(mv));
    let group = Group::new(n, &[], moves).ok_or("the group is not found")?;
    let count = distance.len() as u128;
    need!(
        group.arrangements(&solved) == Some(count.into()),
        "the number of states differs"
    );
    if puzzle.is_group() {
        need!(group.order() == Some(count), "the order differs");
    }
    let mut arranged = solved.clone();
    arranged.sort_unstable();
    loop {
        let known = arranged
            .iter()
            .map(|&colour| colour as u8)
            .collect::<Vec<u8>>();
        let known = distance.contains_key(&known);
        let text: Vec<String> = arranged.iter().map(u16::to_string).collect();
        let text = text.join(" ");
        match puzzle.read(&text) {
            Ok((_, state)) => need!(known && puzzle.write(&state) == text, "{text} is read"),
            Err(refusal) => need!(!known, "{text}: {refusal}"),
        }
        let found = matches!(group.arrange(&solved, &arranged), Found::Yes(_));
        need!(found == known, "{text} is arranged: {found}");
        if !next_arrangement(&mut arranged) {
            return Ok(());
        }
    }
}

/// The next one in the order of the alphabet; false after the last.
fn next_arrangement(list: &mut [u16]) -> bool {
    let Some(at) = list.windows(2).rposition(|pair| pair[0] < pair[1]) else {
        return false;
    };
    let with = list.iter().rposition(|&x| x > list[at]).unwrap_or(at);
    list.swap(at, with);
    list[at + 1..].reverse();
    true
}
