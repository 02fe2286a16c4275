//! States on a device are those of the host: by the puzzle's tables, on LibTorch's processor.

use quarterturn_trainer::dynamics::{Dynamics, States};
use quarterturn_trainer::labels::pool::Pool;
use quarterturn_trainer::libtorch::field::Ground;
use quarterturn_trainer::libtorch::tensors;
use quarterturn_trainer::puzzle;
use quarterturn_trainer::random::seeded;
use std::sync::Arc;
use tch::{Device, Tensor};

fn dynamics(name: &str) -> Arc<dyn Dynamics> {
    puzzle::dynamics(name).unwrap_or_else(|| panic!("{name} can be trained"))
}

/// States of walks, the goal among them.
fn states(dynamics: &dyn Dynamics) -> Box<dyn States> {
    dynamics.walks(&mut seeded(7, 1, 0), 30, 12).states
}

/// As numbers, state by state.
fn whole(tensor: &Tensor) -> Vec<i64> {
    let flat = tensor.to_kind(tch::Kind::Int64).reshape([-1]);
    flat.try_into().unwrap()
}

#[test]
fn children_by_tables_are_those_of_the_host() {
    let names = [
        "cube2",
        "cube3",
        "cube3-htm",
        "puzzle8",
        "puzzle15",
        "puzzle24",
        "puzzle35",
        "puzzle48",
        "lightsout7",
        "dino",
        "jewel",
    ];
    for name in names {
        let dynamics = dynamics(name);
        let ground = Ground::by_tables(dynamics.as_ref(), Device::Cpu);
        let ground = ground.unwrap_or_else(|| panic!("{name} has tables"));
        let own = states(dynamics.as_ref());
        let children = own.children();
        let (moves, goals) = (children.moves, children.goals());
        let placed = ground.place(own.narrow(0..own.count()));
        let made = placed.offspring();
        let features = |states: &dyn States| whole(&tensors::features(states, Device::Cpu));
        assert_eq!(whole(&placed.features()), features(own.as_ref()), "{name}");

        let goals: Vec<i64> = goals.into_iter().map(i64::from).collect();
        assert_eq!(whole(&made.goals), goals, "{name}");
        assert!(goals.contains(&1), "{name}: a walk begins at the goal");
        let barred = made.barred.map(|barred| whole(&barred));
        let allowed = children.allowed.clone();
        let expected = allowed.map(|allowed| allowed.iter().map(|&can| i64::from(!can)).collect());
        assert_eq!(barred, expected, "{name}");

        // Where a move cannot be made, any state will do.
        let barred = barred.unwrap_or_else(|| vec![0; own.count() * moves]);
        let possible: Vec<usize> = (0..barred.len()).filter(|&at| barred[at] == 0).collect();
        let here = features(children.states.pick(&possible).as_ref());
        let rows: Vec<i64> = possible.iter().map(|&row| row as i64).collect();
        let there = made.states.features();
        let there = there.index_select(0, &Tensor::from_slice(&rows));
        assert_eq!(whole(&there), here, "{name}");
        let part = made.states.narrow(3..8).features();
        let expected = made.states.features().narrow(0, 3, 5);
        assert_eq!(whole(&part), whole(&expected), "{name}");
    }
}

#[test]
fn levels_stay_on_the_host() {
    let sokoban = dynamics("sokoban");
    assert!(Ground::by_tables(sokoban.as_ref(), Device::Cpu).is_none());
    let ground = Ground::new(sokoban.as_ref(), Device::Cpu);
    let own = states(sokoban.as_ref());
    let children = own.children();
    let expected = children.goals();
    let made = ground.place(own).offspring();
    let expected: Vec<i64> = expected.into_iter().map(i64::from).collect();
    assert_eq!(whole(&made.goals), expected);
    assert!(made.barred.is_some(), "walls bar moves");
}

/// Pools that are made ahead have the same batches, in whatever order steps are asked for.
#[test]
fn batches_made_ahead_are_the_same() {
    let pool = |ahead| {
        let pool = Pool::new(dynamics("puzzle15"), 5, 9, 4, 12);
        pool.labelled().shuffled().ahead(ahead)
    };
    let (mut now, mut ahead) = (pool(false), pool(true));
    let facts = |pool: &mut Pool, step| {
        let (states, labels) = pool.states(step);
        (states.features(), labels)
    };
    for step in [0, 1, 2, 3, 4, 7, 100, 101, 3, 6] {
        assert_eq!(facts(&mut now, step), facts(&mut ahead, step), "{step}");
    }
    ahead.forget();
    assert_eq!(facts(&mut now, 9), facts(&mut ahead, 9));
}
