//! The tables against published counts, and the search against breadth-first search.

use super::coordinates::CORNERS;
use super::*;
use quarterturn::search::Bidirectional;
use quarterturn_core::cube::Cube3Qtm as P;
use quarterturn_core::random::random_moves;
use quarterturn_lab::suite::{EMBEDDED, parse};
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::SeedableRng;
use std::sync::OnceLock;

fn tables() -> &'static Arc<Tables> {
    static TABLES: OnceLock<Arc<Tables>> = OnceLock::new();
    TABLES.get_or_init(|| Arc::new(Tables::build(&P, |_, _| {})))
}

fn scrambled(moves: usize, seed: u64) -> Cube3 {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    let moves: Vec<_> = random_moves(&P, Cube3::SOLVED, &mut rng, moves).collect();
    P.apply_all(&Cube3::SOLVED, &moves)
}

#[test]
fn corners_are_as_far_away_as_is_known() {
    let known = [
        1, 12, 114, 924, 6539, 39528, 199926, 806136, 2761740, 8656152, 22334112, 32420448,
        18780864, 2166720, 6624,
    ];
    let mut counts = [0; 15];
    for state in 0..CORNERS {
        counts[usize::from(tables().corners.distance(state))] += 1;
    }
    assert_eq!(counts, known);
}

#[test]
fn their_bytes_are_those_that_the_documents_state() {
    assert_eq!((Tables::FILE, tables().bytes()), (86_667_840, 119_621_448));
}

#[test]
fn solutions_are_shortest() {
    let korf = Korf {
        tables: tables().clone(),
    };
    for (moves, seed) in (0..12).flat_map(|n| [(n, 1), (n, 2)]) {
        let cube = scrambled(moves, seed);
        let solution = korf.run(&P, &cube, &Limits::default()).solution;
        let shortest = Bidirectional.run(&P, &cube, &Limits::default());
        let lengths = [&solution, &shortest.solution].map(|s| s.as_ref().unwrap().len());
        assert_eq!(lengths[0], lengths[1], "{moves} moves, seed {seed}");
        let least = tables().at_least(&cube);
        assert!(usize::from(least) <= lengths[0]);
    }
}

#[test]
fn the_suite_says_what_it_finds() {
    let korf = Korf {
        tables: tables().clone(),
    };
    let mut proved = 0;
    for case in parse(EMBEDDED[0].text, P.metric()).unwrap() {
        // The others take minutes.
        if case.optimal.is_some_and(|moves| moves <= 15) {
            let cube = Cube3::from_moves(&case.state).unwrap().state;
            let solution = korf.run(&P, &cube, &Limits::default()).solution;
            assert_eq!(
                solution.map(|s| s.len()),
                case.optimal,
                "line {}",
                case.line
            );
            proved += 1;
        }
    }
    assert!(proved >= 50);
}

#[test]
fn limits_stop_it() {
    let korf = Korf {
        tables: tables().clone(),
    };
    let cube = scrambled(40, 3);
    let limits = Limits {
        nodes: Some(50_000),
        ..Limits::default()
    };
    let outcome = korf.run(&P, &cube, &limits);
    assert_eq!((outcome.solution, outcome.stopped), (None, Stopped::Nodes));
    let limits = Limits {
        max_length: 5,
        ..Limits::default()
    };
    let outcome = korf.run(&P, &cube, &limits);
    assert_eq!(outcome.stopped, Stopped::Exhausted);
}

#[test]
fn a_file_is_as_good_as_new_and_a_damaged_one_is_none() {
    let mut bytes = tables().encode(&P);
    let read = Tables::decode(&P, &bytes).expect("it is whole");
    for seed in 0..100 {
        let cube = scrambled(30, seed);
        assert_eq!(read.at_least(&cube), tables().at_least(&cube));
    }
    assert!(Tables::decode(&quarterturn_core::cube::Cube3Htm, &bytes).is_none());
    assert!(Tables::decode(&P, &bytes[..bytes.len() - 1]).is_none());
    bytes[1000] ^= 1;
    assert!(Tables::decode(&P, &bytes).is_none());
}

#[test]
fn a_cache_that_cannot_be_written_keeps_nothing() {
    let folder = std::env::temp_dir().join(format!("quarterturn-korf-{}", std::process::id()));
    // A folder with something in it stands where the file should be.
    let path = folder.join("korf.tables");
    std::fs::create_dir_all(path.join("in the way")).unwrap();
    assert!(crate::kept::store(&path, &[1; 1000]).is_err());
    assert_eq!(std::fs::read_dir(&folder).unwrap().count(), 1);
    std::fs::remove_dir_all(&path).unwrap();
    crate::kept::store(&path, &[1; 1000]).unwrap();
    assert_eq!(std::fs::read(&path).unwrap(), [1; 1000]);
    assert_eq!(std::fs::read_dir(&folder).unwrap().count(), 1);
    // Writing to this device finds its disk full.
    #[cfg(target_os = "linux")]
    {
        let partial = path.with_extension(format!("{}.partial", std::process::id()));
        std::os::unix::fs::symlink("/dev/full", &partial).unwrap();
        let error = crate::kept::store(&path, &[2; 1000]).unwrap_err();
        assert_eq!(error.kind(), std::io::ErrorKind::StorageFull);
        assert_eq!(std::fs::read_dir(&folder).unwrap().count(), 1);
        assert_eq!(std::fs::read(&path).unwrap(), [1; 1000]);
    }
    std::fs::remove_dir_all(&folder).unwrap();
}
