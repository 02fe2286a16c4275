//! Cubes: the slot of each piece, which turns map to another one.

use super::Places;
use quarterturn_core::Puzzle;
use quarterturn_core::cube::cube3::KEYS;
use quarterturn_core::cube::orbit::Orbit;
use quarterturn_core::cube::{Cube2, Cube3};
use quarterturn_core::puzzle::tables::Key;

/// An orbit with one piece in some slot, the others at home but for the one that was there.
fn with_piece<const N: usize, const K: usize>(piece: usize, slot: usize) -> Orbit<N, K> {
    let mut slots = *Orbit::<N, K>::SOLVED.slots();
    slots[slot / K] = (piece * K) as u8;
    slots[piece] = slot as u8;
    Orbit::from_slots(slots).expect("each position is taken once")
}

fn orbit<const N: usize, const K: usize>(slots: &[u8]) -> Orbit<N, K> {
    let slots = slots.try_into().ok().and_then(Orbit::from_slots);
    slots.expect("pieces moved by turns")
}

/// The 3×3×3 cube: the slot of each piece.
pub fn cube3<P: Puzzle<State = Cube3>>(puzzle: &P) -> Option<Places<Cube3>> {
    let with = |piece: usize, slot: usize| {
        let mut cube = Cube3::SOLVED;
        match piece.checked_sub(8) {
            None => cube.corners = with_piece(piece, slot),
            Some(edge) => cube.edges = with_piece(edge, slot),
        }
        cube
    };
    let of = |cube: &Cube3| [&cube.corners.slots()[..], cube.edges.slots()].concat();
    let state = |slots: &[u8]| Cube3 {
        corners: orbit(&slots[..8]),
        edges: orbit(&slots[8..]),
    };
    Some(Places::in_place(
        puzzle,
        [20, 24],
        Key::Words(KEYS),
        with,
        of,
        state,
    ))
}

/// The 2×2×2 cube: the slot of each piece.
pub fn cube2<P: Puzzle<State = Cube2>>(puzzle: &P) -> Option<Places<Cube2>> {
    let cube = |corners| Cube2 { corners };
    Some(Places::in_place(
        puzzle,
        [7, 21],
        Key::Words(KEYS),
        move |piece, slot| cube(with_piece(piece, slot)),
        |cube: &Cube2| cube.corners.slots().to_vec(),
        move |slots| cube(orbit(slots)),
    ))
}
