//! Networks that say the extremes, take their time or lead in circles, and a search that lies.

use super::*;
use quarterturn::Stopped;
use quarterturn::outcome::Counters;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

/// Says the greatest and the least costs there are, some in between, and never the same for long.
fn extreme() -> Saying<impl Fn(&[State], Outputs<'_>) + Copy + Send + Sync> {
    let say = |states: &[State], out: Outputs<'_>| {
        let costs = [i32::MAX, 1_000_000_000, i32::MIN, -1, i32::MAX - 1, 0];
        let moves = P.move_count();
        for (head, each) in [(out.value, 1), (out.q, moves), (out.policy, moves)] {
            for (row, state) in head.chunks_exact_mut(each).zip(states) {
                for (i, cost) in row.iter_mut().enumerate() {
                    *cost = costs[(P.key(state) as usize + i) % costs.len()];
                }
            }
        }
    };
    Saying(ALL_HEADS, say)
}

#[test]
fn extreme_costs_overflow_nowhere() {
    let limits = Limits {
        nodes: Some(3000),
        max_length: 30,
        ..Limits::default()
    };
    for state in states(5, 61) {
        let mut searches: Vec<Box<dyn Search<P>>> = vec![
            Box::new(Bwas::new(extreme())),
            Box::new(QStar::new(extreme())),
            Box::new(Ida::new::<P>(extreme())),
            Box::new(Mcts::new(extreme())),
            Box::new(Greedy::new::<P>(extreme())),
        ];
        for rank in [Rank::Value, Rank::Q, Rank::Policy] {
            let beam = Beam::new::<P>(extreme(), 16);
            searches.push(Box::new(Beam { rank, ..beam }));
        }
        for search in searches {
            let outcome = search.run(&P, &state, &limits);
            length(&state, &outcome);
            assert_ne!(outcome.stopped, Stopped::Wrong, "{}", search.name());
        }
    }
}

/// A path of small probability goes on being one: the beam may be empty for no other reason than
/// that there are no states.
#[test]
fn improbable_states_stay_in_a_wide_beam() {
    let beam = Beam::new::<P>(extreme(), 2000);
    let beam = Beam {
        rank: Rank::Policy,
        shortlist: P.move_count() as f32,
        ..beam
    };
    let state = near(3, 62);
    let outcome = beam.run(&P, &state, &Limits::default());
    assert_eq!(length(&state, &outcome), Some(distance(&state)));
}

#[test]
fn tree_search_in_circles_ends() {
    let mut circles = 0;
    for state in states(10, 63) {
        for lambda in [0.0, 0.6] {
            let search = Mcts {
                exploration: 0.0,
                virtual_loss: 0.0,
                lambda: Some(lambda),
                ..Mcts::new(noisy())
            };
            let outcome = search.run(&P, &state, &Limits::default());
            circles += usize::from(outcome.stopped == Stopped::Exhausted);
            assert!(outcome.solution.is_some() || outcome.stopped == Stopped::Exhausted);
        }
    }
    assert!(circles > 0, "none ran in circles");
}

/// Batches larger than the number of states neither take forever to fill nor hide a limit.
#[test]
fn endless_batches_end() {
    let batch = u32::MAX as usize;
    let searches: Vec<Box<dyn Search<P>>> = vec![
        Box::new(Bwas {
            batch,
            ..Bwas::new(noisy())
        }),
        Box::new(QStar {
            batch,
            ..QStar::new(noisy())
        }),
        Box::new(Ida {
            front: batch,
            ..Ida::new::<P>(noisy())
        }),
        Box::new(Mcts {
            batch,
            ..Mcts::new(noisy())
        }),
    ];
    let limits = Limits {
        nodes: Some(20_000),
        ..Limits::default()
    };
    for search in searches {
        let near = search.run(&P, &near(3, 64), &Limits::default());
        assert!(near.solution.is_some(), "{}", search.name());
        let far = search.run(&P, &states(1, 65)[0], &limits);
        let ended = far.solution.is_some() || far.stopped == Stopped::Nodes;
        assert!(ended, "{}: {:?}", search.name(), far.stopped);
    }
}

type Say = dyn Fn(&[State], Outputs<'_>) + Send + Sync;

/// A network that takes a millisecond for a state, or more on a busy machine, and counts the states.
fn slow(asked: &Arc<AtomicUsize>) -> Saying<Box<Say>> {
    let asked = asked.clone();
    let say = move |states: &[State], out: Outputs<'_>| {
        asked.fetch_add(states.len(), Ordering::Relaxed);
        std::thread::sleep(Duration::from_millis(states.len() as u64));
        for head in [out.value, out.q, out.policy] {
            head.fill(0);
        }
    };
    Saying(ALL_HEADS, Box::new(say))
}

#[test]
fn a_slow_network_keeps_no_search_beyond_its_time() {
    let state = states(1, 67)[0];
    let limits = Limits {
        time: Some(Duration::from_millis(100)),
        ..Limits::default()
    };
    const BATCH: usize = 1 << 14;
    type Make = fn(Saying<Box<Say>>) -> Box<dyn Search<P>>;
    let searches: [Make; 5] = [
        |e| {
            Box::new(Beam {
                shortlist: P.move_count() as f32,
                ..Beam::new::<P>(e, BATCH)
            })
        },
        |e| {
            Box::new(Bwas {
                batch: BATCH,
                ..Bwas::new(e)
            })
        },
        |e| {
            Box::new(QStar {
                batch: BATCH,
                ..QStar::new(e)
            })
        },
        |e| {
            Box::new(Ida {
                front: BATCH,
                ..Ida::new::<P>(e)
            })
        },
        |e| {
            Box::new(Mcts {
                batch: BATCH,
                ..Mcts::new(e)
            })
        },
    ];
    for search in searches {
        let asked = Arc::new(AtomicUsize::new(0));
        let search = search(slow(&asked));
        let outcome = search.run(&P, &state, &limits);
        assert_eq!(outcome.stopped, Stopped::Time, "{}", search.name());
        // A hundred in time and those of the last slice; a whole batch has many more.
        let asked = asked.load(Ordering::Relaxed);
        assert!(asked <= 256, "{}: {asked} states", search.name());
    }
}

/// A search that answers with no moves at all.
struct Lying;

impl Search<P> for Lying {
    fn name(&self) -> &'static str {
        "lying"
    }

    fn run(&self, _: &P, _: &State, _: &Limits) -> Outcome {
        Outcome {
            solution: Some(Vec::new()),
            stopped: Stopped::Solved,
            counters: Counters::default(),
            elapsed: Duration::ZERO,
            memory: 0,
            narrowed: None,
            optimal: false,
            by: None,
        }
    }
}

#[test]
fn a_lie_is_told_from_an_unsolved_state() {
    let state = near(4, 68);
    let outcome = Anytime::new(|_| Box::new(Lying)).run(&P, &state, &Limits::default());
    assert_eq!((outcome.solution, outcome.stopped), (None, Stopped::Wrong));
}
