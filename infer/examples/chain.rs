//! Measures the solutions of random states that need no network.
use quarterturn::Puzzle;
use quarterturn::search::chain::{Ends, Facts};
use std::time::Instant;

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let states: u64 = args[1].parse().unwrap();
    let seconds: f64 = args[2].parse().unwrap();
    let puzzle = Puzzle::open(&args[0]).unwrap();
    let tables = puzzle.described().unwrap().tables;
    let points = tables.stickers();
    let moves: Vec<Vec<u16>> = tables.moves.into_iter().map(|(_, from)| from).collect();
    let started = Instant::now();
    let facts = Facts::new(points, &moves).unwrap();
    println!(
        "{} points {} moves {} table {:.2?}",
        args[0],
        points,
        moves.len(),
        started.elapsed()
    );
    let group = quarterturn::group::Group::new(points, &[], moves.iter().map(|m| &m[..])).unwrap();
    let marks = [0.0f64, 1.0, 10.0, 60.0];
    let (mut sums, mut worst, mut took, mut solved) = ([0; 4], [0; 4], 0.0f64, 0);
    for seed in 0..states {
        let from = group.random(&mut quarterturn::Seeded::new(seed));
        let state = facts.state(&from);
        let started = Instant::now();
        let now = || started.elapsed().as_secs_f64() >= seconds;
        let soon = || started.elapsed().as_secs_f64() >= 0.85 * seconds;
        let mut all: Vec<(f64, Vec<u8>)> = Vec::new();
        facts.solve(
            &state,
            &Ends {
                now: &now,
                soon: &soon,
                made: &Default::default(),
                widest: usize::MAX,
            },
            &mut |word| {
                all.push((started.elapsed().as_secs_f64(), word.to_vec()));
                true
            },
        );
        let Some(first) = all.first() else {
            println!("  seed {seed} unsolved");
            continue;
        };
        solved += 1;
        took = took.max(first.0);
        for (_, word) in &all {
            let mut now: Vec<u16> = from.clone();
            for &letter in word {
                now = moves[letter as usize]
                    .iter()
                    .map(|&p| now[p as usize])
                    .collect();
            }
            assert!((0..points).all(|p| now[p] == p as u16));
        }
        print!("  seed {seed}:");
        all.iter()
            .for_each(|(at, word)| print!(" {}@{at:.2}", word.len()));
        println!();
        for (nth, mark) in marks.iter().enumerate() {
            let best = all
                .iter()
                .filter(|(at, _)| *at <= mark.max(first.0))
                .map(|(_, word)| word.len())
                .min()
                .unwrap();
            sums[nth] += best;
            worst[nth] = worst[nth].max(best);
        }
    }
    let mean = |nth: usize| sums[nth] as f64 / solved as f64;
    println!(
        "{}: solved {solved}/{states}, first {:.1} max {} in {took:.2} s; 1 s {:.1}; 10 s {:.1} max {}; 60 s {:.1}",
        args[0],
        mean(0),
        worst[0],
        mean(1),
        mean(2),
        worst[2],
        mean(3)
    );
}
