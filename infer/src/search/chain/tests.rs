use super::{Chain, Ends, Facts};
use crate::limits::{Limits, Observer, Stopped};
use crate::puzzles::{Puzzle, Text, by_type};
use crate::search::Search;
use std::sync::{Arc, Mutex};
use std::time::Duration;

/// A ring of five, one that shares two beads with it, and a bead that only turns.
const RINGS: &str = "a:=(1,2,3,4,5)(11,12,13); b:=(4,5,6,7,8);";

fn moves(puzzle: &Puzzle) -> (usize, Vec<Vec<u16>>) {
    let tables = puzzle.described().expect("of stickers").tables;
    let moves = tables.moves.into_iter().map(|(_, from)| from);
    (tables.colours.len(), moves.collect())
}

fn facts(puzzle: &Puzzle) -> Facts {
    let (points, moves) = moves(puzzle);
    Facts::new(points, &moves).expect("moves that can be undone")
}

fn puzzles() -> Vec<Puzzle> {
    let named = ["skewb", "dino"];
    let named = named.iter().map(|name| Puzzle::named(name).unwrap());
    named
        .chain([Puzzle::parse(RINGS.as_bytes()).unwrap()])
        .collect()
}

/// What moves make of what is at each place.
fn made(mut places: Vec<u16>, moves: &[Vec<u16>], word: &[u8]) -> Vec<u16> {
    for &letter in word {
        places = moves[usize::from(letter)]
            .iter()
            .map(|&from| places[usize::from(from)])
            .collect();
    }
    places
}

/// All words until `rounds` have been told.
fn words(facts: &Facts, from: &[u16], rounds: usize) -> Vec<Vec<u8>> {
    let mut words = Vec::new();
    let never = || false;
    facts.solve(
        &facts.state(from),
        &Ends {
            now: &never,
            soon: &never,
            made: &Default::default(),
            widest: 16,
        },
        &mut |word| {
            words.push(word.to_vec());
            words.len() < rounds
        },
    );
    words
}

#[test]
fn random_states_are_solved_by_shorter_and_shorter_words_that_are_always_the_same() {
    for puzzle in puzzles() {
        let (_, moves) = moves(&puzzle);
        let (one, other) = (facts(&puzzle), facts(&puzzle));
        for seed in 0..5 {
            let from = match puzzle.group() {
                Some(group) => group.random(&mut crate::puzzles::Seeded::new(seed)),
                None => continue,
            };
            let found = words(&one, &from, 3);
            assert!(!found.is_empty(), "{} {seed}", puzzle.name());
            assert_eq!(found, words(&other, &from, 3));
            assert!(found.windows(2).all(|two| two[1].len() < two[0].len()));
            for word in found {
                let solved: Vec<u16> = (0..from.len() as u16).collect();
                assert_eq!(
                    made(from.clone(), &moves, &word),
                    solved,
                    "{}",
                    puzzle.name()
                );
            }
        }
    }
}

/// They cycle three pieces of their orbit, and hold the orbits that are solved before it.
#[test]
fn cycles_cycle_three_pieces() {
    for puzzle in puzzles() {
        let facts = facts(&puzzle);
        let mut met = 0;
        for (nth, &(orbit, _)) in facts.order.iter().enumerate() {
            let own = &facts.pieces.orbits[orbit];
            let first = own.points[0];
            for (y, z) in own
                .points
                .iter()
                .flat_map(|&y| own.points.iter().map(move |&z| (y, z)))
            {
                let places = [first, y, z].map(|point| facts.pieces.place[usize::from(point)]);
                for word in facts.cycles.words(orbit, places) {
                    let image = facts
                        .alphabet
                        .image(facts.cycles.letters(word), facts.points);
                    assert_eq!([image[usize::from(first)], image[usize::from(y)]], [y, z]);
                    let moved = |orbit: usize| {
                        let pieces = facts.pieces.orbits[orbit].pieces.iter();
                        pieces
                            .filter(|piece| image[usize::from(piece[0])] != piece[0])
                            .count()
                    };
                    assert_eq!(moved(orbit), 3);
                    assert!(
                        facts.order[..nth]
                            .iter()
                            .all(|&(before, _)| moved(before) == 0)
                    );
                    met += 1;
                }
            }
        }
        assert!(met > 0, "{}", puzzle.name());
    }
}

/// States of pieces that look alike, in a puzzle whose group is not asked: each is solved, and each solution is told.
#[test]
fn states_of_pieces_that_look_alike_are_solved() {
    let text = "a:=(1,2,3,4,5)(11,12,13); b:=(4,5,6,7,8); ip:=[[1,2,6],[3,4,5]];";
    let puzzle = Puzzle::parse(text.as_bytes()).unwrap();
    for seed in 0..5 {
        let told = Arc::new(Mutex::new(Vec::new()));
        let (state, lengths) = (puzzle.random(seed), told.clone());
        let limits = Limits {
            time: Some(Duration::from_millis(200)),
            observer: Some(Observer::new(move |found| {
                lengths.lock().unwrap().push(found.solution.len())
            })),
            ..Limits::default()
        };
        let outcome = by_type!(puzzle.kind(), own => {
            let state = own.read(&state.to_string()).unwrap().1;
            Chain::default().rescuing().run(own, &state, &limits)
        });
        let solution = outcome.solution.expect("a solution");
        assert!(state.all_made(&solution).is_solved());
        assert!(told.lock().unwrap().is_sorted_by(|a, b| a > b));
    }
}

#[test]
fn whoever_cancels_gets_no_answer_and_no_puzzle_without_stickers_has_one() {
    let cancelled = Limits::default();
    cancelled
        .cancel
        .store(true, std::sync::atomic::Ordering::Relaxed);
    let run = |puzzle: &Puzzle, limits: &Limits| {
        by_type!(puzzle.kind(), own => {
            let state = own.read(&puzzle.random(3).to_string()).unwrap().1;
            Chain::default().run(own, &state, limits).stopped
        })
    };
    assert_eq!(
        run(&Puzzle::named("skewb").unwrap(), &cancelled),
        Stopped::Cancelled
    );
    let short = Limits {
        time: Some(Duration::from_millis(100)),
        ..Limits::default()
    };
    assert_eq!(
        run(&Puzzle::named("puzzle24").unwrap(), &short),
        Stopped::Unfit
    );
}
