//! Statistics of many solutions: the triplets of DeepCube and DeepCubeA, symmetric solutions of symmetric
//! states, and the errors of a network along the solutions.

use crate::measure::{mean, percent};
use quarterturn::eval::MOVE_COST;
use quarterturn::puzzles::Puzzle;
use quarterturn_core::{Metric, Move};
use serde::Serialize;
use std::collections::BTreeMap;

/// Number of triplets listed. In DeepCube's solutions this many of the most frequent triplets were all conjugations.
const LISTED: usize = 14;

/// What many solutions have in common.
#[derive(Debug, Serialize)]
pub struct Analysis {
    /// Solutions.
    pub solutions: usize,
    /// Their mean length, in moves of the puzzle.
    pub length_mean: Option<f64>,
    /// All windows of three moves.
    pub triplets: usize,
    /// How many of them have each form; a and b are moves that are neither equal nor undo each other.
    pub forms: [Share; 4],
    /// How often a conjugation a b a⁻¹ that is used at all is used, on average.
    pub conjugation_uses_mean: Option<f64>,
    /// The same for all other triplets.
    pub other_uses_mean: Option<f64>,
    /// How many conjugations are used so often.
    pub conjugation_uses_counts: BTreeMap<usize, usize>,
    /// The same for all other triplets.
    pub other_uses_counts: BTreeMap<usize, usize>,
    /// The most frequent triplets, the most frequent first.
    pub most_used: Vec<Used>,
}

/// A part of all triplets.
#[derive(Debug, Serialize)]
pub struct Share {
    /// Its form.
    pub form: &'static str,
    /// How many have it.
    pub count: usize,
    /// Per cent of all.
    pub percent: f64,
}

/// A triplet in solutions.
#[derive(Debug, Serialize)]
pub struct Used {
    /// Its moves.
    pub moves: String,
    /// How often it is used.
    pub count: usize,
    /// Whether it is a b a⁻¹.
    pub conjugation: bool,
}

const FORMS: [&str; 4] = ["a b a⁻¹", "a b a", "a a b", "a b b"];

/// The number of a triplet's form among [`FORMS`].
fn form(puzzle: &Puzzle, [a, b, c]: [Move; 3]) -> Option<usize> {
    let apart = |x: Move, y: Move| x != y && puzzle.undoing(x) != Some(y);
    match () {
        () if apart(a, b) && puzzle.undoing(a) == Some(c) => Some(0),
        () if apart(a, b) && a == c => Some(1),
        () if a == b && apart(b, c) => Some(2),
        () if apart(a, b) && b == c => Some(3),
        () => None,
    }
}

impl Analysis {
    /// Analyses solutions of a puzzle.
    pub fn of(puzzle: &Puzzle, solutions: &[&[Move]]) -> Self {
        let mut uses = BTreeMap::<[Move; 3], usize>::new();
        for window in solutions.iter().flat_map(|moves| moves.windows(3)) {
            *uses.entry([window[0], window[1], window[2]]).or_default() += 1;
        }
        let triplets = uses.values().sum();
        let mut counts = [0; 4];
        for (&triplet, count) in &uses {
            if let Some(form) = form(puzzle, triplet) {
                counts[form] += count;
            }
        }
        let is_conjugation = |triplet| form(puzzle, triplet) == Some(0);
        let uses_of = |conjugation| {
            let of = uses
                .iter()
                .filter(move |u| is_conjugation(*u.0) == conjugation);
            of.map(|(_, &count)| count)
        };
        let mean_of = |conjugation| mean(uses_of(conjugation).map(|count| count as f64));
        let counts_of = |conjugation| {
            let mut counts = BTreeMap::new();
            uses_of(conjugation).for_each(|count| *counts.entry(count).or_default() += 1);
            counts
        };
        let mut most_used: Vec<_> = uses.iter().collect();
        most_used.sort_by_key(|(_, count)| std::cmp::Reverse(**count));
        let used = |(triplet, &count): (&[Move; 3], &usize)| Used {
            moves: triplet.map(|mv| puzzle.name_of(mv)).join(" "),
            count,
            conjugation: is_conjugation(*triplet),
        };
        Self {
            solutions: solutions.len(),
            length_mean: mean(solutions.iter().map(|moves| moves.len() as f64)),
            triplets,
            forms: std::array::from_fn(|i| Share {
                form: FORMS[i],
                count: counts[i],
                percent: percent(counts[i], triplets),
            }),
            conjugation_uses_mean: mean_of(true),
            other_uses_mean: mean_of(false),
            conjugation_uses_counts: counts_of(true),
            other_uses_counts: counts_of(false),
            most_used: most_used.into_iter().take(LISTED).map(used).collect(),
        }
    }
}

/// Solutions of states, compared with the solutions of the mirrored states.
#[derive(Debug, Serialize)]
pub struct Symmetry {
    /// States solved on both sides.
    pub pairs: usize,
    /// Solutions that are each other's mirror image.
    pub symmetric: usize,
    /// Per cent of all pairs.
    pub symmetric_percent: f64,
    /// The other pairs with equal lengths.
    pub same_length: usize,
    /// Per cent of the others.
    pub same_length_percent: f64,
}

impl Symmetry {
    /// Compares pairs of solutions; `None` if the puzzle has no left-right mirror image.
    pub fn of(puzzle: &Puzzle, pairs: &[(&[Move], &[Move])]) -> Option<Self> {
        let (mut symmetric, mut same_length) = (0, 0);
        for (one, other) in pairs {
            if settled(puzzle, puzzle.mirrored(one)?) == settled(puzzle, other.to_vec()) {
                symmetric += 1;
            } else if one.len() == other.len() {
                same_length += 1;
            }
        }
        Some(Self {
            pairs: pairs.len(),
            symmetric,
            symmetric_percent: percent(symmetric, pairs.len()),
            same_length,
            same_length_percent: percent(same_length, pairs.len() - symmetric),
        })
    }
}

/// The solutions of a state and of its mirror image.
#[derive(Debug, Serialize)]
pub struct Pair {
    /// The state's solution.
    pub solution: String,
    /// That of its mirror image.
    pub mirrored: String,
    /// Whether they are each other's mirror image.
    pub symmetric: bool,
    /// Moves from the beginning on that are each other's mirror image.
    pub symmetric_moves: usize,
}

impl Pair {
    /// Compares two solutions; `None` if the puzzle has no left-right mirror image.
    pub fn of(puzzle: &Puzzle, one: &[Move], other: &[Move]) -> Option<Self> {
        let image = settled(puzzle, puzzle.mirrored(one)?);
        let there = settled(puzzle, other.to_vec());
        let text = |moves: &[Move]| {
            let names: Vec<_> = moves.iter().map(|&mv| puzzle.name_of(mv)).collect();
            names.join(" ")
        };
        let same = image.iter().zip(&there).take_while(|(a, b)| a == b);
        Some(Self {
            solution: text(one),
            mirrored: text(other),
            symmetric: image == there,
            symmetric_moves: same.count(),
        })
    }
}

/// Moves of which no half turn is anticlockwise: in quarter turns it is two equal moves, and its mirror image is the
/// same turn in the other direction.
fn settled(puzzle: &Puzzle, mut moves: Vec<Move>) -> Vec<Move> {
    if puzzle.metric() == Metric::Quarter {
        let mut rest = moves.as_mut_slice();
        while let [one, other, ..] = rest {
            let half = one == other;
            if half && let Some(back) = puzzle.undoing(*one) {
                let first = back.min(*one);
                (*one, *other) = (first, first);
            }
            rest = &mut rest[if half { 2 } else { 1 }..];
        }
    }
    moves
}

/// A network's values of the states along solutions, compared with the moves that are left.
#[derive(Debug, Serialize)]
pub struct Estimates {
    /// States.
    pub states: usize,
    /// Per cent whose cost the network does not overestimate.
    pub not_above_percent: f64,
    /// Per cent whose cost it overestimates by one move at most.
    pub one_above_percent: f64,
    /// Mean overestimate; a state that is not overestimated counts as 0.
    pub above_mean: f64,
    /// Mean of the estimate minus the moves left.
    pub error_mean: f64,
}

/// A network's values of the states with a similar number of moves left.
#[derive(Debug, Serialize)]
pub struct Band {
    /// The fewest moves left of these states, a multiple of [`BAND`].
    pub from: usize,
    /// States.
    pub states: usize,
    /// Mean of the estimate minus the moves left.
    pub error_mean: f64,
}

/// Width of a [`Band`], in moves left.
pub const BAND: usize = 10;

impl Estimates {
    /// From values in units of [`MOVE_COST`] and the moves left; `None` without values.
    pub fn of(values: &[(i32, usize)]) -> Option<Self> {
        let errors = values.iter().map(|&value| error(value));
        let at_most = |most: f64| errors.clone().filter(|e| *e <= most).count();
        Some(Self {
            states: values.len(),
            not_above_percent: percent(at_most(0.0), values.len()),
            one_above_percent: percent(at_most(1.0), values.len()),
            above_mean: mean(errors.clone().map(|e| e.max(0.0)))?,
            error_mean: mean(errors)?,
        })
    }
}

impl Band {
    /// All bands, from values in units of [`MOVE_COST`] and the moves left, beginning at the goal.
    pub fn all(values: &[(i32, usize)]) -> Vec<Self> {
        let mut bands = BTreeMap::<usize, Vec<(i32, usize)>>::new();
        for &(value, left) in values {
            bands
                .entry(left / BAND * BAND)
                .or_default()
                .push((value, left));
        }
        let band = |(from, values): (usize, Vec<_>)| {
            let error_mean = mean(values.iter().map(|&value| error(value)))?;
            Some(Self {
                from,
                states: values.len(),
                error_mean,
            })
        };
        bands.into_iter().filter_map(band).collect()
    }
}

/// The estimate minus the moves left, in moves.
fn error((value, left): (i32, usize)) -> f64 {
    f64::from(value) / f64::from(MOVE_COST) - left as f64
}
