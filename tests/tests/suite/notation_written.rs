//! What is written is read back as the same moves.

use quarterturn_core::cube::{Cube2Htm, Cube2Qtm, Cube3Htm, Cube3Qtm};
use quarterturn_core::notation::{read_turns, write_merged, write_merged_where, write_moves};
use quarterturn_core::random::below;
use quarterturn_core::{Metric, Move, Puzzle};
use quarterturn_support::judge::{Answer, PUZZLES, judge};
use quarterturn_support::model::Model;
use quarterturn_support::rng;
use rand_core::Rng;

const SEQUENCES: usize = 1_000_000;

fn read<P: Puzzle>(puzzle: &P, text: &str) -> Vec<Move> {
    let moves: Result<_, _> = read_turns(puzzle, text).collect();
    moves.expect(text)
}

/// Two equal quarter turns leave the direction open: both are read as the clockwise one.
fn undirected<P: Puzzle>(puzzle: &P, moves: &[Move]) -> Vec<Move> {
    let mut moves = moves.to_vec();
    let mut at = 0;
    while at + 1 < moves.len() {
        if moves[at] != moves[at + 1] {
            at += 1;
            continue;
        }
        if puzzle.move_name(moves[at]).ends_with('\'') {
            moves[at] = puzzle.undo(moves[at]).unwrap();
            moves[at + 1] = moves[at];
        }
        at += 2;
    }
    moves
}

/// Moves with many repetitions.
fn sequence<P: Puzzle>(puzzle: &P, rng: &mut impl Rng) -> Vec<Move> {
    let mut moves = Vec::new();
    for _ in 0..below(rng, 12) {
        let mv = Move(below(rng, puzzle.move_count() as u32) as u8);
        moves.extend(std::iter::repeat_n(mv, 1 + below(rng, 3) as usize));
    }
    moves
}

fn written_moves_are_read<P: Puzzle>(puzzle: &P, seed: u64) {
    let mut rng = rng(seed);
    let judged = PUZZLES
        .into_iter()
        .find(|p| p.name == puzzle.name())
        .unwrap();
    let mut text = String::new();
    for i in 0..SEQUENCES {
        let moves = sequence(puzzle, &mut rng);
        let all = || moves.iter().copied();
        text.clear();
        write_moves(puzzle, all(), &mut text).unwrap();
        assert_eq!(read(puzzle, &text), moves, "{text}");
        text.clear();
        write_merged(puzzle, all(), &mut text).unwrap();
        let merged = match puzzle.metric() {
            Metric::Quarter => undirected(puzzle, &moves),
            Metric::Half | Metric::Moves => moves.clone(),
        };
        assert_eq!(read(puzzle, &text), merged, "{text}");
        // Some moves may not be made the other way round.
        let uneven = rng.next_u32();
        text.clear();
        write_merged_where(puzzle, all(), |mv| uneven >> (mv.0 / 2) & 1 == 0, &mut text).unwrap();
        let found = read(puzzle, &text);
        assert_eq!(found.len(), moves.len(), "{text}");
        for (&found, &moved) in found.iter().zip(&moves) {
            let even = uneven >> (moved.0 / 2) & 1 == 0;
            assert!(
                found == moved || even && puzzle.undo(moved) == Some(found),
                "{text}"
            );
        }
        // The stickers agree, of some: there and back is solved.
        if i % 16 == 0 {
            let mut model = Model::default();
            for mv in moves.iter().rev() {
                let name = puzzle.move_name(puzzle.undo(*mv).unwrap());
                let quarters = [("2", 2), ("'", 3)]
                    .iter()
                    .find(|end| name.ends_with(end.0));
                model.turn(name.as_bytes()[0].into(), quarters.map_or(1, |end| end.1));
            }
            let answer = Answer {
                solution: text.clone(),
                length: Some(moves.len()),
                cost: None,
            };
            assert_eq!(judge(judged, None, &model, &answer), Ok(()), "{text}");
        }
    }
}

#[test]
fn quarter_turns_of_the_cube() {
    written_moves_are_read(&Cube3Qtm, 1);
}

#[test]
fn half_turns_of_the_cube() {
    written_moves_are_read(&Cube3Htm, 2);
}

#[test]
fn quarter_turns_of_the_small_cube() {
    written_moves_are_read(&Cube2Qtm, 3);
}

#[test]
fn half_turns_of_the_small_cube() {
    written_moves_are_read(&Cube2Htm, 4);
}
