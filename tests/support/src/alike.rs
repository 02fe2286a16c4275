//! Random puzzles with stickers that look alike, and a model of them that enumerates all colourings and knows nothing of tables,
//! groups or searches.

use crate::{networks, rng};
use quarterturn::Puzzle;
use quarterturn::puzzles::{Seeded, Text, Visitor};
use quarterturn_core::net::NetHeads;
use quarterturn_core::random::below;
use serde::{Deserialize, Serialize};
use std::collections::{HashMap, VecDeque};
use std::fmt::Write;
use std::fs;
use std::path::Path;

const POINTS: usize = 9;
const COLOURS: usize = 3;
/// What the doors are asked: few puzzles and states, because each is a search.
const ASKED: (u64, usize) = (3, 20);

/// Three moves of nine points, whose colours are the points' numbers modulo three.
#[derive(Debug)]
pub struct Drawn {
    /// Where each point goes.
    moves: Vec<Vec<usize>>,
}

impl Drawn {
    /// A random one.
    pub fn new(rng: &mut Seeded) -> Self {
        let mut draw = |from: u32| below(rng, from) as usize;
        let mut cycle = |length: usize| {
            let mut points: Vec<usize> = (0..POINTS).collect();
            (1..POINTS).for_each(|i| points.swap(i, draw(i as u32 + 1)));
            let mut to: Vec<usize> = (0..POINTS).collect();
            (0..length).for_each(|i| to[points[i]] = points[(i + 1) % length]);
            to
        };
        Self {
            moves: vec![cycle(POINTS), cycle(4), cycle(3)],
        }
    }

    /// The definition, with points that look alike or without.
    pub fn text(&self, alike: bool) -> String {
        let mut text = String::new();
        for (name, to) in ["a", "b", "c"].iter().zip(&self.moves) {
            let start = (0..POINTS).find(|&p| to[p] != p).unwrap_or(0);
            let mut cycle = vec![start + 1];
            let mut at = to[start];
            while at != start {
                cycle.push(at + 1);
                at = to[at];
            }
            let cycle: Vec<String> = cycle.iter().map(usize::to_string).collect();
            let _ = write!(text, "{name}:=({});", cycle.join(","));
        }
        if alike {
            let class = |colour| {
                let points = (0..POINTS).filter(|p| p % COLOURS == colour);
                let points: Vec<String> = points.map(|p| (p + 1).to_string()).collect();
                format!("[{}]", points.join(","))
            };
            let classes: Vec<String> = (0..COLOURS).map(class).collect();
            let _ = write!(text, "ip:=[{}];", classes.join(","));
        }
        text
    }

    /// Every colouring that moves lead to from the solved one, with the fewest moves that solve it.
    pub fn distances(&self) -> HashMap<Vec<usize>, usize> {
        let solved: Vec<usize> = (0..POINTS).map(|p| p % COLOURS).collect();
        let mut distances = HashMap::from([(solved.clone(), 0)]);
        let mut queue = VecDeque::from([solved]);
        while let Some(colours) = queue.pop_front() {
            let far = distances[&colours] + 1;
            for to in &self.moves {
                let (mut there, mut back) = (colours.clone(), colours.clone());
                for (from, &to) in to.iter().enumerate() {
                    there[to] = colours[from];
                    back[from] = colours[to];
                }
                for next in [there, back] {
                    distances.entry(next.clone()).or_insert_with(|| {
                        queue.push_back(next);
                        far
                    });
                }
            }
        }
        distances
    }

    /// An arbitrary network for the puzzle without points that look alike, as a weight file.
    ///
    /// # Panics
    /// Never: its own definition can be read.
    pub fn network(&self, seed: u64) -> Vec<u8> {
        let apart = Puzzle::parse(self.text(false).as_bytes()).expect("a definition");
        apart.visit(Network(seed))
    }
}

struct Network(u64);

impl Visitor for Network {
    type Output = Vec<u8>;

    fn visit<P: Text>(self, puzzle: &P) -> Vec<u8> {
        let heads = NetHeads {
            value: true,
            q: false,
            policy: false,
            above_bound: false,
            moves: puzzle.move_count(),
        };
        networks::integer(&mut rng(self.0), puzzle, heads, 8)
    }
}

/// Up to thirty random moves.
pub fn walk(rng: &mut Seeded) -> String {
    let moves: Vec<&str> = (0..below(rng, 30))
        .map(|_| ["a", "b", "c", "a'", "b'", "c'"][below(rng, 6) as usize])
        .collect();
    moves.join(" ")
}

/// The colours that a state's text shows, place by place.
///
/// # Panics
/// When the text has others than numbers.
pub fn colours(text: &str) -> Vec<usize> {
    let word = |word: &str| word.parse::<usize>().unwrap_or_else(|_| panic!("{text}"));
    text.split_whitespace().map(word).collect()
}

/// A puzzle, a network and states that every door is asked about.
#[derive(Debug, Deserialize, Serialize)]
pub struct Question {
    /// The definition of the puzzle.
    pub definition: String,
    /// The weight file in hexadecimal digits.
    pub network: String,
    /// States as moves, with the fewest moves that solve them.
    pub states: Vec<(String, usize)>,
}

impl Question {
    /// Those of `tests/data/optimal.jsonl`.
    ///
    /// # Panics
    /// The file is damaged.
    pub fn all() -> Vec<Self> {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../data/optimal.jsonl");
        let text = fs::read_to_string(path).expect("a file of questions");
        let line = |line| serde_json::from_str(line).expect("a question");
        text.lines().map(line).collect()
    }

    /// The bytes of the weight file.
    ///
    /// # Panics
    /// They are no hexadecimal digits.
    pub fn network(&self) -> Vec<u8> {
        let byte = |at| u8::from_str_radix(&self.network[at..at + 2], 16).expect("digits");
        (0..self.network.len()).step_by(2).map(byte).collect()
    }
}

/// What `tests/data/optimal.jsonl` has: the questions by the model, a line each.
///
/// # Panics
/// Never: its own definitions can be read.
pub fn questions() -> String {
    let ask = |seed| {
        let rng = &mut rng(seed);
        let drawn = Drawn::new(rng);
        let (definition, distances) = (drawn.text(true), drawn.distances());
        let puzzle = Puzzle::parse(definition.as_bytes()).expect("a definition");
        let states = (0..ASKED.1).map(|_| {
            let moves = walk(rng);
            let state = puzzle.start().apply(&moves).expect("moves");
            let distance = distances[&colours(&state.to_string())];
            (moves, distance)
        });
        let states = states.collect();
        let network = drawn.network(seed);
        let network = network.iter().map(|byte| format!("{byte:02x}")).collect();
        let question = Question {
            definition,
            network,
            states,
        };
        serde_json::to_string(&question).expect("plain values") + "\n"
    };
    (0..ASKED.0).map(ask).collect()
}
