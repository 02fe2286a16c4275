//! `optimal` is said of shortest solutions only, also where a network tells stickers apart that look alike. Distances come from a
//! model that enumerates all colourings and knows nothing of tables, groups or searches.

use quarterturn::core::net::Heads;
use quarterturn::core::random::below;
use quarterturn::models::Model;
use quarterturn::puzzles::{Seeded, Text, Visitor};
use quarterturn::solver::SearchKind;
use quarterturn::{Puzzle, Solver};
use quarterturn_support::{networks, rng};
use std::collections::{HashMap, VecDeque};
use std::fmt::Write;
use std::time::Duration;

/// Each has an end-game table of all its states, which takes a second.
const PUZZLES: u64 = 10;
const STATES: usize = 32;
const POINTS: usize = 9;
const COLOURS: usize = 3;

/// Three moves of nine points, whose colours are the points' numbers modulo three.
struct Drawn {
    /// Where each point goes.
    moves: Vec<Vec<usize>>,
}

impl Drawn {
    fn new(rng: &mut Seeded) -> Self {
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
    fn text(&self, alike: bool) -> String {
        let mut text = String::new();
        for (name, to) in ["a", "b", "c"].iter().zip(&self.moves) {
            let start = (0..POINTS).find(|&p| to[p] != p).unwrap();
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
    fn distances(&self) -> HashMap<Vec<usize>, usize> {
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
}

/// An arbitrary network for a puzzle.
struct Network(u64);

impl Visitor for Network {
    type Output = Vec<u8>;

    fn visit<P: Text>(self, puzzle: &P) -> Vec<u8> {
        let heads = Heads {
            value: true,
            q: false,
            policy: false,
            above_bound: false,
            moves: puzzle.move_count(),
        };
        networks::integer(&mut rng(self.0), puzzle, heads, 8)
    }
}

#[test]
fn what_is_called_optimal_is_shortest() {
    let (mut claims, mut shortened) = (0, 0);
    for seed in 0..PUZZLES {
        let rng = &mut rng(seed);
        let drawn = Drawn::new(rng);
        let distances = drawn.distances();
        let puzzle = Puzzle::parse(drawn.text(true).as_bytes()).unwrap();
        let apart = Puzzle::parse(drawn.text(false).as_bytes()).unwrap();
        let model = Model::parse(apart.visit(Network(seed))).unwrap();
        let solver = Solver::builder().puzzle(&puzzle).loaded_model(model);
        let solver = solver.build().unwrap();
        let solved = puzzle.start();
        for _ in 0..STATES {
            let moves: Vec<&str> = (0..below(rng, 30))
                .map(|_| ["a", "b", "c", "a'", "b'", "c'"][below(rng, 6) as usize])
                .collect();
            let state = solved.apply(&moves.join(" ")).unwrap();
            let distance = distances[&colours(&state.to_string())];
            let asked = || solver.request_for(state.clone()).width(64);
            let plain = asked().run().unwrap();
            let timed = asked().time_limit(Duration::from_secs(20)).run().unwrap();
            let exact = solver.request_for(state.clone());
            let exact = exact.search(SearchKind::Bidirectional).run().unwrap();
            for answer in [&plain, &timed, &exact] {
                // A network that says nothing may find nothing.
                let Some(length) = answer.length else {
                    continue;
                };
                assert!(length >= distance);
                claims += u32::from(answer.outcome.optimal);
                assert!(
                    !answer.outcome.optimal || length == distance,
                    "{seed}: {moves:?}"
                );
            }
            // So few states are all looked at before the time is over.
            assert!(timed.outcome.optimal && exact.outcome.optimal, "{seed}");
            shortened += u32::from(plain.length.is_none_or(|length| length > distance));
        }
    }
    assert!(claims > 640, "{claims}");
    assert!(shortened > 0, "no network misled its search");
}

/// The colours that a state's text shows, place by place.
fn colours(text: &str) -> Vec<usize> {
    let word = |word: &str| word.parse::<usize>().unwrap_or_else(|_| panic!("{text}"));
    text.split_whitespace().map(word).collect()
}
