//! The tables against the truth, and the solver against a search without knowledge.

use super::tables::table;
use super::{Board, Patterns, Tables};
use quarterturn::limits::Limits;
use quarterturn::puzzles::{Erased, Text};
use quarterturn::search::{Bidirectional, Search};
use quarterturn::solver::News;
use quarterturn_core::Puzzle;
use quarterturn_core::puzzle::sliding::{Puzzle8, Puzzle35, Tiles};
use quarterturn_core::puzzle::symbols::Symbols;
use quarterturn_core::random::{Random, random_moves};
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::SeedableRng;
use std::sync::Arc;

#[test]
fn boards_of_eight_tiles_are_solved_optimally() {
    let tables = Arc::new(Tables::new(9, |_, _| ()).unwrap());
    let (puzzle, solver) = (Erased::new(Puzzle8), Patterns { tables });
    let rng = &mut Xoshiro256PlusPlus::seed_from_u64(1);
    for _ in 0..50 {
        let state = Symbols::of_bytes(Tiles::<9>::random(rng).cells());
        let limits = Limits::default();
        let solution = solver.run(&puzzle, &state, &limits).solution.unwrap();
        let other = Bidirectional
            .run(&puzzle, &state, &limits)
            .solution
            .unwrap();
        assert!(puzzle.is_solved(&puzzle.apply_all(&state, &solution)));
        assert_eq!(solution.len(), other.len());
    }
}

#[test]
fn tables_survive_their_file() {
    let tables = Tables::new(9, |_, _| ()).unwrap();
    let folder = std::env::temp_dir().join(format!("quarterturn-tiles-{}", std::process::id()));
    let told = Arc::new(std::sync::atomic::AtomicUsize::new(0));
    let heard = told.clone();
    let tell = move |_: News<'_>| {
        heard.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
    };
    let mut made = Vec::new();
    for _ in 0..2 {
        let kept = Tables::cached(9, &folder, &tell).unwrap();
        assert_eq!(kept.encode(), tables.encode());
        made.push(told.load(std::sync::atomic::Ordering::Relaxed));
    }
    assert_eq!(made, [2, 2], "one for each group, once");
    assert_eq!(std::fs::read_dir(&folder).unwrap().count(), 1);
    std::fs::remove_dir_all(folder).unwrap();
    // Those of another board, and half of a file.
    let bytes = tables.encode();
    let decode = |cells, bytes| Tables::decode(cells, &[&[1, 2, 3, 4], &[5, 6, 7, 8]], bytes);
    assert!(decode(9, &bytes).is_some());
    assert!(decode(16, &bytes).is_none());
    assert!(decode(9, &bytes[..bytes.len() / 2]).is_none());
}

#[test]
fn other_boards_have_no_tables() {
    assert!(Tables::fit(36) && !Tables::fit(49));
    assert!(Tables::new(49, |_, _| ()).is_none());
    let sizes = [[5; 7].as_slice(), &[5, 5, 5, 5, 5, 5, 5, 5, 5, 3]];
    let bytes = [36, 49].iter().zip(sizes);
    let bytes: Vec<u64> = bytes.map(|(&n, sizes)| Tables::size(n, sizes)).collect();
    assert_eq!(bytes, [423_263_232, 2_542_394_890]);
}

/// A search that moves the blank cell by cell, and knows no regions.
fn by_steps(group: &[u8], side: usize) -> Vec<Option<u8>> {
    let cells = side * side;
    let count = cells.pow(group.len() as u32);
    let number = |at: &[usize]| at.iter().rev().fold(0, |n, cell| n * cells + cell);
    let mut costs = vec![None; count];
    let mut seen = vec![false; count * cells];
    let home: Vec<usize> = group.iter().map(|&tile| usize::from(tile) - 1).collect();
    let mut queue = std::collections::VecDeque::from([(home, cells - 1, 0)]);
    while let Some((at, blank, cost)) = queue.pop_front() {
        let state = number(&at) * cells + blank;
        if std::mem::replace(&mut seen[state], true) {
            continue;
        }
        costs[number(&at)].get_or_insert(cost);
        let (row, column) = (blank / side, blank % side);
        let beside = [
            (row > 0).then(|| blank - side),
            (row + 1 < side).then_some(blank + side),
            (column > 0).then(|| blank - 1),
            (column + 1 < side).then_some(blank + 1),
        ];
        for to in beside.into_iter().flatten() {
            match at.iter().position(|&cell| cell == to) {
                Some(tile) => {
                    let mut at = at.clone();
                    at[tile] = blank;
                    queue.push_back((at, to, cost + 1));
                }
                // Moves of other tiles are free.
                None => queue.push_front((at.clone(), to, cost)),
            }
        }
    }
    costs
}

#[test]
fn tables_are_those_of_a_search_by_steps() {
    for (group, side) in [(&[1, 2, 3, 4][..], 3), (&[7, 12], 4), (&[17, 35], 6)] {
        let costs = table(group, side * side, side);
        let known = by_steps(group, side);
        assert!(known.iter().flatten().any(|&cost| cost > 5));
        for (nth, cost) in known.into_iter().enumerate() {
            // What no moves lead to is marked.
            assert_eq!(costs[nth], cost.unwrap_or(u8::MAX), "{group:?} {nth}");
        }
    }
}

/// The whole tables take minutes. These say nothing of most tiles, and their mirror image does.
#[test]
fn a_bound_of_thirty_five_tiles_never_exceeds_a_walk() {
    let groups: [&[u8]; 7] = [
        &[1, 2, 7],
        &[3, 4, 9],
        &[14, 15, 20],
        &[17, 23, 24],
        &[25, 31, 32],
        &[28, 34],
        &[35],
    ];
    let costs = groups.map(|group| table(group, 36, 6)).to_vec();
    let tables = Arc::new(Tables::with(36, &groups, costs));
    let puzzle = Erased::new(Puzzle35);
    let mut most = 0;
    for seed in 0..20 {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
        let mut state = puzzle.start();
        let walk: Vec<_> = random_moves(&puzzle, state.clone(), &mut rng, 300).collect();
        for (moves, mv) in walk.into_iter().enumerate() {
            state = puzzle.apply(&state, mv);
            let least = Board::new(&tables, &state.bytes()).least();
            assert!(least <= moves + 1);
            most = most.max(least);
        }
    }
    assert!(most > 20, "{most}");
}
