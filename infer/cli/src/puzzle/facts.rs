//! What follows from a puzzle's definition.

use quarterturn::Puzzle;
use quarterturn::puzzles::formats::{Described, orbits::Orbit};
use quarterturn::puzzles::{Anatomy, Growth, Tables};
use serde::Serialize;
use std::collections::{BTreeMap, HashSet};
use std::time::Duration;

/// States of the 3×3×3 cube.
const CUBE3: &str = "43252003274489856000";

/// What `puzzle show` says, and prints as JSON.
#[derive(Serialize)]
pub struct Facts {
    pub puzzle: String,
    pub id: String,
    pub metric: &'static str,
    /// Of a puzzle of stickers or pieces.
    pub stickers: Option<usize>,
    /// Whether the definition has pieces; if not, they were found.
    pub pieces_given: Option<bool>,
    pub orbits: Option<Vec<OrbitFacts>>,
    pub moves: Vec<MoveFacts>,
    /// Pairs of moves whose order does not matter.
    pub commuting: Option<Vec<[String; 2]>>,
    pub symmetries: usize,
    /// False where the work for finding them was beyond its limit, so that only the identity is known.
    pub all_symmetries: bool,
    /// Moves of the file that are none here, because the whole puzzle turns with them.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub left_out: Vec<String>,
    /// Digits: larger than numbers of JSON are.
    pub group: Option<String>,
    pub states: Option<String>,
    pub depths: Vec<u64>,
    pub gods_number: Option<usize>,
    pub convention: Option<Convention>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub same: Option<Same>,
}

/// Pieces that moves exchange.
#[derive(Serialize)]
pub struct OrbitFacts {
    pub name: String,
    pub pieces: usize,
    pub orientations: usize,
    /// Of each kind of pieces how many there are, the most first.
    pub alike: Vec<usize>,
}

#[derive(Serialize)]
pub struct MoveFacts {
    pub name: String,
    /// How often it is made until it has done nothing; null if that is more than 64 bits count.
    pub order: Option<u64>,
}

/// Which way the moves of a 3×3×3 cube turn.
#[derive(Clone, Copy, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Convention {
    /// U F R has order 80.
    Usual,
    /// It has order 84: what is called U turns anticlockwise.
    Inverted,
}

/// What two definitions have in common.
#[derive(Serialize)]
pub struct Same {
    pub other: String,
    pub is: &'static str,
    /// Of each move its name there.
    pub moves: Option<BTreeMap<String, String>>,
}

impl Facts {
    /// The facts; states are counted for that time, in that many bytes of memory.
    pub fn of(puzzle: &Puzzle, time: Duration, bytes: usize) -> Self {
        let described = puzzle.described();
        let tables = described.as_ref().map(|described| &described.tables);
        let Growth { counts, complete } = puzzle.growth(time, bytes);
        let states = puzzle.states().map(|states| states.to_string());
        // Where no two stickers look alike there are as many states as elements.
        let differ = |tables: &&Tables| {
            tables.colours.iter().collect::<HashSet<_>>().len() == tables.stickers()
        };
        let group = puzzle.group().map(|group| group.digits());
        let group = group.or_else(|| tables.filter(differ).and(states.clone()));
        let moves = puzzle.moves().enumerate().map(|(nth, mv)| MoveFacts {
            name: mv.name().into(),
            order: tables.and_then(|tables| order(&tables.moves[nth].1)),
        });
        Self {
            puzzle: puzzle.name().into(),
            id: puzzle.id().into(),
            metric: puzzle.metric().name(),
            stickers: tables.map(Tables::stickers),
            pieces_given: described
                .as_ref()
                .map(|described| described.layout.is_some()),
            orbits: described.as_ref().map(orbits),
            moves: moves.collect(),
            commuting: tables.map(commuting),
            symmetries: puzzle.symmetries(),
            all_symmetries: puzzle.has_all_symmetries(),
            left_out: described
                .as_ref()
                .map(|d| d.left_out.clone())
                .unwrap_or_default(),
            convention: tables
                .filter(|_| group.as_deref() == Some(CUBE3))
                .and_then(convention),
            group,
            states,
            gods_number: complete.then(|| counts.len() - 1),
            depths: counts,
            same: None,
        }
    }
}

fn orbits(described: &Described) -> Vec<OrbitFacts> {
    let layout = match &described.layout {
        Some(layout) => layout,
        None => &Anatomy::of(&described.tables).layout,
    };
    let facts = |orbit: &Orbit| {
        let mut kinds = BTreeMap::new();
        let pieces = orbit.solved.pieces.iter();
        pieces.for_each(|piece| *kinds.entry(piece).or_insert(0) += 1);
        let mut alike: Vec<usize> = kinds.into_values().collect();
        alike.sort_unstable_by(|a, b| b.cmp(a));
        OrbitFacts {
            name: orbit.name.clone(),
            pieces: orbit.slots(),
            orientations: orbit.orientations,
            alike,
        }
    };
    layout.orbits.iter().map(facts).collect()
}

/// The least common multiple of the lengths of the cycles; `None` where it is more than 64 bits count.
fn order(from: &[u16]) -> Option<u64> {
    let mut met = vec![false; from.len()];
    let mut order = 1u64;
    for start in 0..from.len() {
        let (mut length, mut at) = (0, start);
        while !std::mem::replace(&mut met[at], true) {
            (at, length) = (from[at].into(), length + 1);
        }
        if length > 1 {
            order = order.checked_mul(length / gcd(order, length))?;
        }
    }
    Some(order)
}

fn gcd(a: u64, b: u64) -> u64 {
    if b == 0 { a } else { gcd(b, a % b) }
}

fn commuting(tables: &Tables) -> Vec<[String; 2]> {
    let moves = &tables.moves;
    let mut pairs = Vec::new();
    for (nth, (name, first)) in moves.iter().enumerate() {
        let moved = first.iter().enumerate();
        let moved = moved.filter(|(place, from)| *place != usize::from(**from));
        let moved: Vec<(usize, usize)> = moved.map(|(place, &from)| (place, from.into())).collect();
        for (other, next) in &moves[nth + 1..] {
            // Where the first one moves something is enough: elsewhere only the other one does.
            let commute =
                |&(place, from): &(usize, usize)| next[from] == first[usize::from(next[place])];
            if moved.iter().all(commute) {
                pairs.push([name.clone(), other.clone()]);
            }
        }
    }
    pairs
}

/// Which way the turns of a 3×3×3 cube go, if they have their usual names.
fn convention(tables: &Tables) -> Option<Convention> {
    let named = |name| tables.moves.iter().find(|mv| mv.0 == name).map(|mv| &mv.1);
    let mut all: Vec<u16> = (0..tables.stickers() as u16).collect();
    for name in ["U", "F", "R"] {
        let next = named(name)?;
        all = next.iter().map(|&place| all[usize::from(place)]).collect();
    }
    match order(&all)? {
        80 => Some(Convention::Usual),
        84 => Some(Convention::Inverted),
        _ => None,
    }
}
