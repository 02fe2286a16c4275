//! What a search really allocates, counted by the allocator, against what it says and may use.
#![allow(unsafe_code)]

use quarterturn::core::cube::{Cube3, Cube3Qtm};
use quarterturn::core::random::Random;
use quarterturn::eval::Int8;
use quarterturn::models::Model;
use quarterturn::search::{Beam, Search};
use quarterturn::{Limits, Stopped};
use rand_core::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;
use std::alloc::{GlobalAlloc, Layout, System};
use std::sync::atomic::{AtomicUsize, Ordering};

/// The system's allocator with a count of the bytes in use and their peak.
struct Counting;

static NOW: AtomicUsize = AtomicUsize::new(0);
static PEAK: AtomicUsize = AtomicUsize::new(0);

// SAFETY: everything is passed on to the system's allocator; only numbers are kept beside it.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        let now = NOW.fetch_add(layout.size(), Ordering::SeqCst) + layout.size();
        PEAK.fetch_max(now, Ordering::SeqCst);
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

/// Evaluators and thread pools hold memory of their own, which does not grow with the search.
const BESIDE: usize = 3 << 20;

#[test]
fn a_beam_allocates_what_it_says_and_narrows_to_its_limit() {
    let model = Model::embedded_for("cube3").unwrap();
    let network = Int8::load(&Cube3Qtm, &model.bytes).unwrap();
    let state = Cube3::random(&mut Xoshiro256PlusPlus::seed_from_u64(3));
    let beam = Beam::new::<Cube3Qtm>(network, 1 << 15);
    let run = |memory| {
        let limits = Limits {
            memory,
            // Enough depths to fill every buffer; the width, not the answer, is the matter here.
            max_length: 14,
            ..Limits::default()
        };
        let before = NOW.load(Ordering::SeqCst);
        PEAK.store(before, Ordering::SeqCst);
        let outcome = beam.run(&Cube3Qtm, &state, &limits);
        (outcome, PEAK.load(Ordering::SeqCst) - before)
    };
    run(None); // threads and their scratch memory come to stay

    let (free, allocated) = run(None);
    assert_eq!((free.stopped, free.narrowed), (Stopped::Exhausted, None));
    assert!(
        allocated <= free.memory + BESIDE,
        "{allocated} {}",
        free.memory
    );
    assert!(free.memory <= 2 * allocated, "{} {allocated}", free.memory);

    for limit in [8 << 20, 5 << 20] {
        let (held, allocated) = run(Some(limit));
        assert_eq!(held.stopped, Stopped::Exhausted);
        let width = held.narrowed.expect("it does not fit");
        assert!(width < 1 << 15 && width > 1 << 10, "width {width}");
        assert!(held.memory <= limit);
        assert!(allocated <= limit + BESIDE, "{allocated} of {limit}");
    }

    // Too little for even one state per depth.
    assert_eq!(run(Some(1000)).0.stopped, Stopped::Memory);
}
