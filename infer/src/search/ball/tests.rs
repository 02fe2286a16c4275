//! A ball against breadth-first distances.

use super::{Ball, Size};
use crate::eval::Table;
use crate::limits::{Limits, Stopped};
use crate::search::run::run;
use quarterturn_core::cube::{Cube2Qtm, Cube3Htm, Cube3Qtm};
use quarterturn_core::puzzle::lights::Lights;
use quarterturn_core::puzzle::sliding::Puzzle15;
use quarterturn_core::random::random_moves;
use quarterturn_core::{Move, Puzzle};
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::SeedableRng;
use std::time::Duration;

/// The ball, and the memory that its making held.
fn made<P: Puzzle>(puzzle: &P, size: Size, limits: &Limits) -> (Result<Ball, Stopped>, usize) {
    let goal = puzzle.goal().unwrap();
    // A search ends at once in the goal.
    let elsewhere = puzzle.moves().find(|&mv| puzzle.allowed(&goal, mv));
    let state = puzzle.apply(&goal, elsewhere.unwrap());
    let mut ball = Err(Stopped::Wrong);
    let outcome = run(puzzle, &state, limits, |run| {
        ball = Ball::new(puzzle, &goal, size, run);
        Ok(())
    });
    (ball, outcome.memory)
}

fn ball<P: Puzzle>(puzzle: &P, size: Size) -> Ball {
    made(puzzle, size, &Limits::default()).0.unwrap()
}

/// All states that random walks come by know their way if, and only if, they are near.
fn is_exact<P: Puzzle>(puzzle: &P, radius: usize) {
    let ball = ball(puzzle, Size::Radius(radius));
    assert_eq!(ball.radius(), radius);
    let table = Table::upto(puzzle, radius as u8);
    let goal = puzzle.goal().unwrap();
    let (mut near, mut far) = (0, 0);
    for seed in 0..200 {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
        let mut state = goal.clone();
        let walk: Vec<Move> = random_moves(puzzle, goal.clone(), &mut rng, 2 * radius).collect();
        for mv in walk {
            state = puzzle.apply(&state, mv);
            let way = ball.way(puzzle, &state);
            assert_eq!(way.as_ref().map(Vec::len), table.distance(&state));
            match way {
                Some(way) => {
                    assert!(puzzle.is_solved(&puzzle.apply_all(&state, &way)));
                    assert_eq!(ball.may_end(puzzle.key(&state)), way.len() == radius);
                    near += 1;
                }
                None => far += 1,
            }
        }
    }
    assert!(near > 0 && far > 0, "{near} {far}");
}

#[test]
fn it_has_every_state_within_its_radius_and_no_other() {
    is_exact(&Cube2Qtm, 6);
    is_exact(&Cube3Qtm, 4);
    is_exact(&Cube3Htm, 3);
    is_exact(&Puzzle15, 12);
    is_exact(&Lights::new(5).unwrap(), 3);
}

#[test]
fn it_can_hold_the_whole_puzzle() {
    let lights = Lights::new(3).unwrap();
    let whole = ball(&lights, Size::Radius(40));
    assert_eq!(
        whole.radius(),
        9,
        "every state of nine lights can be solved"
    );
    let table = Table::upto(&lights, 9);
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
    for mv in random_moves(&lights, lights.goal().unwrap(), &mut rng, 5) {
        let state = lights.apply(&lights.goal().unwrap(), mv);
        let length = whole.way(&lights, &state).map(|way| way.len());
        assert_eq!(length, table.distance(&state));
    }
}

/// States at each distance from the solved 3×3×3 cube, in quarter turns: 1, 12, 114, 1,068, 10,011.
#[test]
fn its_size_is_kept() {
    for (most, radius) in [(1, 0), (100, 1), (2000, 3), (30_000, 4)] {
        let ball = ball(&Cube3Qtm, Size::States(most));
        assert_eq!(ball.radius(), radius, "{most}");
        assert!(ball.bytes() <= most * 5 / 2 + 16 * (radius + 1));
    }
}

#[test]
fn it_keeps_within_memory_and_time() {
    let limit = 1 << 20;
    let limits = Limits {
        memory: Some(limit),
        ..Limits::default()
    };
    let (ball, held) = made(&Cube3Qtm, Size::Radius(20), &limits);
    assert!((1..20).contains(&ball.unwrap().radius()));
    assert!(held > 0 && held <= limit);
    let limits = Limits {
        time: Some(Duration::ZERO),
        ..Limits::default()
    };
    let (ball, _) = made(&Cube3Qtm, Size::Time, &limits);
    assert!(ball.map_or(true, |ball| ball.radius() <= 1));
}
