//! Random states and random scrambles.
//!
//! ```
//! use quarterturn_core::cube::{Cube3, Cube3Qtm};
//! use quarterturn_core::random::{Random, random_moves};
//! use rand_core::SeedableRng;
//!
//! let mut rng = rand_xoshiro::Xoshiro256PlusPlus::seed_from_u64(1);
//! assert!(Cube3::random(&mut rng).is_reachable());
//! assert_eq!(random_moves(&Cube3Qtm, Cube3::SOLVED, &mut rng, 25).count(), 25);
//! ```

use rand_core::Rng;

pub use crate::draw::below;

use crate::cube::orbit::Orbit;
use crate::cube::{Cube2, Cube3};
use crate::draw::{pick, shuffled};
use crate::puzzle::{Move, Puzzle};
use crate::walk::{Past, Reductions, WideMoveSet};

/// States that can be drawn at random, each reachable state with the same probability.
pub trait Random: Sized {
    /// A random reachable state.
    fn random(rng: &mut impl Rng) -> Self;
}

impl Random for Cube3 {
    fn random(rng: &mut impl Rng) -> Self {
        let corners = shuffled::<8>(rng);
        let mut edges = shuffled::<12>(rng);
        let mut cube = Self {
            corners: twisted(&corners, rng),
            edges: twisted(&edges, rng),
        };
        if cube.corners.is_odd() != cube.edges.is_odd() {
            // Pairs up states of the wrong parity with states of the right one.
            edges.swap(0, 1);
            cube.edges = twisted(&edges, rng);
        }
        cube
    }
}

impl Random for Cube2 {
    fn random(rng: &mut impl Rng) -> Self {
        Self {
            corners: twisted(&shuffled::<7>(rng), rng),
        }
    }
}

/// A random scramble of `state`: `length` moves, none [`Puzzle::redundant`] after the one before: each
/// is drawn evenly from those left. It ends early only where no move is allowed. Walks to learn from are
/// [`crate::walk::random_walk`]s.
///
/// If checking only pairs could lead to a dead end, such as after the last move in order that commutes with all
/// others, moves are drawn as in those walks.
pub fn random_moves<P: Puzzle>(
    puzzle: &P,
    mut state: P::State,
    rng: &mut impl Rng,
    length: usize,
) -> impl Iterator<Item = Move> {
    let (mut previous, mut past) = (None, Past::default());
    let by_pairs = pairs_lead_everywhere(puzzle);
    let step = move || {
        let mv = if by_pairs {
            let useful = |&mv: &Move| {
                puzzle.allowed(&state, mv) && previous.is_none_or(|p| !puzzle.redundant(p, mv))
            };
            pick(puzzle.moves().filter(useful), rng)?
        } else {
            let mv = past.draw(puzzle, &state, rng)?;
            past = past.add(mv, &Reductions::of(puzzle, mv));
            mv
        };
        (previous, state) = (Some(mv), puzzle.apply(&state, mv));
        previous
    };
    core::iter::from_fn(step).take(length)
}

/// Whether moves that are not redundant after the one before lead from every move to every move.
fn pairs_lead_everywhere<P: Puzzle>(puzzle: &P) -> bool {
    let reached_all = |follows: &dyn Fn(Move, Move) -> bool| {
        let (mut reached, mut done) = (WideMoveSet::default(), WideMoveSet::default());
        // The first move counts as reached only when another one leads to it.
        let mut next = puzzle.moves().next();
        while let Some(mv) = next {
            done = done.or([mv].into_iter().collect());
            let others = puzzle.moves().filter(|&other| follows(mv, other));
            reached = reached.or(others.collect());
            next = puzzle.moves().find(|&mv| reached.has(mv) && !done.has(mv));
        }
        puzzle.moves().all(|mv| reached.has(mv))
    };
    reached_all(&|mv, next| !puzzle.redundant(mv, next))
        && reached_all(&|mv, before| !puzzle.redundant(before, mv))
}

/// Pieces at the given positions, with random orientations that sum to zero.
fn twisted<const N: usize, const K: usize>(positions: &[u8; N], rng: &mut impl Rng) -> Orbit<N, K> {
    let mut sum = 0;
    let slots = core::array::from_fn(|i| {
        let free = i + 1 < N;
        let twist = if free {
            below(rng, K as u32) as usize
        } else {
            (K - sum % K) % K
        };
        sum += twist;
        positions[i] * K as u8 + twist as u8
    });
    // Positions are a permutation, so this is always an orbit.
    Orbit::from_slots(slots).unwrap_or(Orbit::SOLVED)
}
