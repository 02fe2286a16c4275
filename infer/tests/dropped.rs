//! Puzzles and models are values: what the last of them leaves is freed, counted by the allocator.
#![allow(unsafe_code)]

use quarterturn::core::net::NetHeads;
use quarterturn::core::random::below;
use quarterturn::core::{Puzzle as Rules, fnv::Fnv};
use quarterturn::models::Model;
use quarterturn::puzzles::Kind;
use quarterturn::solver::{SearchKind, Settings};
use quarterturn::{Puzzle, Solver};
use quarterturn_support::{networks, rng};
use std::alloc::{GlobalAlloc, Layout, System};
use std::fmt::Write;
use std::sync::atomic::{AtomicUsize, Ordering};

/// The system's allocator with a count of the bytes in use.
struct Counting;

static NOW: AtomicUsize = AtomicUsize::new(0);

// SAFETY: everything is passed on to the system's allocator; only a number is kept beside it.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        NOW.fetch_add(layout.size(), Ordering::SeqCst);
        // SAFETY: the caller keeps the contract of GlobalAlloc.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, ptr: *mut u8, layout: Layout) {
        NOW.fetch_sub(layout.size(), Ordering::SeqCst);
        // SAFETY: as above.
        unsafe { System.dealloc(ptr, layout) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

/// Puzzles that are made and dropped.
const PUZZLES: usize = 10_000;
/// What may be left of each, in bytes: a search keeps buffers of its own, but no puzzle does.
const LEFT: usize = 4;

/// A search with every tenth of them: it takes longer than all else.
const SEARCHED: u64 = 10;

/// Sixteen beads on a ring, and a cycle through all of them that depends on the seed.
fn definition(seed: u64) -> String {
    let mut beads: Vec<usize> = (1..=16).collect();
    let rng = &mut rng(seed);
    (1..16).for_each(|i| beads.swap(i, below(rng, i as u32 + 1) as usize));
    let mut text = "turn:=(1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16); mix:=(".to_owned();
    for (nth, bead) in beads.iter().enumerate() {
        let _ = write!(text, "{}{bead}", if nth == 0 { "" } else { "," });
    }
    text + ");"
}

/// A hash of the puzzle's id, and one of its network's bytes.
fn used(seed: u64) -> (u64, u64) {
    let text = definition(seed);
    let puzzle = Puzzle::parse(text.as_bytes()).unwrap();
    let state = puzzle.start().apply("turn mix").unwrap();
    let Kind::Other(typed) = puzzle.kind() else {
        panic!("it has few stickers");
    };
    let heads = NetHeads {
        value: true,
        q: false,
        policy: false,
        above_bound: false,
        moves: typed.move_count(),
    };
    let bytes = networks::integer(&mut rng(seed), typed, heads, 8);
    let hash = |bytes: &[u8]| {
        let mut hash = Fnv::default();
        hash.bytes(bytes);
        hash.get()
    };
    let hashes = (hash(puzzle.id().as_bytes()), hash(&bytes));
    let model = Model::parse(bytes).unwrap();
    if !seed.is_multiple_of(SEARCHED) {
        return hashes;
    }
    let settings = Settings {
        search: Some(SearchKind::Greedy),
        ..Settings::default()
    };
    let solver = Solver::builder().puzzle(puzzle.clone()).settings(settings);
    let solver = solver.loaded_model(model).build().unwrap();
    drop(puzzle);
    assert!(solver.solve(&state.to_string()).is_ok());
    hashes
}

#[test]
fn ten_thousand_puzzles_and_models_leave_nothing_behind() {
    let mut hashes = Vec::with_capacity(PUZZLES);
    // What is made once, such as the threads of a pool.
    for seed in 0..10 {
        used(seed);
    }
    let before = NOW.load(Ordering::SeqCst);
    let first = used(0);
    hashes.extend((0..PUZZLES as u64).map(used));
    let after = NOW.load(Ordering::SeqCst);
    assert_eq!(hashes[0], first);
    let left = after.saturating_sub(before);
    assert!(left < LEFT * PUZZLES, "{left} bytes are left");
    // They were different ones.
    let count = |of: fn(&(u64, u64)) -> u64| {
        let mut all: Vec<u64> = hashes.iter().map(of).collect();
        all.sort_unstable();
        all.dedup();
        all.len()
    };
    assert_eq!([count(|h| h.0), count(|h| h.1)], [PUZZLES; 2]);
}
