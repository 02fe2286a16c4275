//! Parities learnt from walks say what elimination on the puzzle itself says.

use crate::common::{succeed, trainer};
use quarterturn_core::Puzzle;
use quarterturn_core::net::{MOVE_COST, Net, Scratch};
use quarterturn_core::puzzle::lights::Lights;
use quarterturn_trainer::parities::{ParitiesError, learn};
use rand_core::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;

#[test]
fn value_and_q_are_exact() {
    for side in [3, 6, 7, 8] {
        let puzzle = Lights::new(side).unwrap();
        let learnt = learn(puzzle.name(), "parities", 2).unwrap();
        let net = Net::from_bytes(&learnt.file).unwrap();
        let mut scratch = Box::new(Scratch::<2048>::new());
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(3);
        for _ in 0..200 {
            let state = puzzle.random(&mut rng);
            let mut features = vec![0; puzzle.cells()];
            puzzle.features(&state, &mut features);
            let mut costs = vec![0; 1 + puzzle.cells()];
            net.evaluate(&features, &mut scratch, &mut costs).unwrap();
            let presses = |state: &_| puzzle.solve(state).unwrap().count() as i32;
            let mut expected = vec![presses(&state)];
            expected.extend(puzzle.moves().map(|mv| presses(&puzzle.apply(&state, mv))));
            assert_eq!(
                costs,
                expected.iter().map(|n| n * MOVE_COST).collect::<Vec<_>>()
            );
        }
    }
}

#[test]
fn every_seed_leads_to_the_same_parities() {
    let [one, other] = [1, 9].map(|seed| learn("lightsout7", "parities", seed).unwrap());
    assert_eq!(one.parities, other.parities);
    let same = learn("lightsout7", "parities", 1).unwrap();
    assert_eq!((one.file, one.examples), (same.file, same.examples));
}

#[test]
fn what_cannot_be_learnt_so_is_refused_by_name() {
    for puzzle in ["lightsout4", "lightsout5", "lightsout9"] {
        let error = learn(puzzle, "parities", 1).unwrap_err();
        assert!(matches!(&error, ParitiesError::Ambiguous(name) if name == puzzle));
    }
    for puzzle in ["cube3", "puzzle15", "sokoban", "nosuch"] {
        let error = learn(puzzle, "parities", 1).unwrap_err();
        assert!(matches!(&error, ParitiesError::Puzzle(name) if name == puzzle));
    }
}

/// The file inside is the one that the command makes.
#[test]
fn the_command_makes_the_file_inside() {
    let folder = tempfile::TempDir::new().unwrap();
    let file = folder.path().join("lightsout7-base.qtw");
    let mut command = trainer();
    succeed(command.args(["parities", "lightsout7", "--to"]).arg(&file));
    let inside = quarterturn::models::EMBEDDED
        .iter()
        .find(|e| e.name == "lightsout7-base");
    assert!(std::fs::read(&file).unwrap() == inside.unwrap().bytes);
}
