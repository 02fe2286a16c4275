//! Stickers to pieces.

use super::error::{Cubie, FaceletErrorKind};
use crate::at::at;
use crate::cube::geometry::SlotTable;
use crate::cube::orbit::Orbit;

/// The home slot of the sticker at a place's first slot; the others follow clockwise. `None` if
/// no piece has the place's colours.
pub(super) fn home_of_first<const N: usize, const K: usize>(
    home: &SlotTable,
    seen: &SlotTable,
    place: usize,
) -> Option<usize> {
    let fits = |&slot: &usize| {
        (0..K).all(|k| at(seen, place * K + k) == at(home, slot / K * K + (slot % K + k) % K))
    };
    (0..N * K).find(fits)
}

/// Finds the pieces whose stickers are seen, if each is there once, and tells what is wrong.
///
/// `home[slot]` is the face of a slot's sticker on the solved cube, `seen[slot]` that of the sticker now there, both
/// 0..6; larger numbers have no colour. `name` names a piece.
fn identify<const N: usize, const K: usize>(
    home: &SlotTable,
    seen: &SlotTable,
    name: fn(usize) -> Cubie,
    tell: &mut dyn FnMut(FaceletErrorKind),
) -> Option<Orbit<N, K>> {
    const UNSEEN: u8 = u8::MAX;
    let mut slots = [UNSEEN; N];
    let mut again = None;
    for place in 0..N {
        let Some(slot) = home_of_first::<N, K>(home, seen, place) else {
            // A place that is not painted yet may have any piece.
            if (0..K).all(|k| *at(seen, place * K + k) < 6) {
                let place = name(place);
                tell(FaceletErrorKind::Impossible { place });
            }
            continue;
        };
        let (piece, primary) = (slot / K, (K - slot % K) % K);
        if let Some(found) = slots.get_mut(piece) {
            let before = core::mem::replace(found, (place * K + primary) as u8);
            if before != UNSEEN {
                again.get_or_insert((piece, [before as usize / K, place]));
            }
        }
    }
    if let Some((piece, places)) = again {
        let missing = slots.iter().position(|&s| s == UNSEEN).unwrap_or(0);
        tell(FaceletErrorKind::Duplicate {
            piece: name(piece),
            places: places.map(name),
            missing: name(missing),
        });
    }
    // A piece that is unseen has no slot.
    Orbit::from_slots(slots)
}

/// The eight corners; see [`identify`].
pub(super) fn corners(
    home: &SlotTable,
    seen: &SlotTable,
    tell: &mut dyn FnMut(FaceletErrorKind),
) -> Option<Orbit<8, 3>> {
    let corners = identify(home, seen, Cubie::Corner, tell)?;
    if corners.twist() != 0 {
        let piece = only_turned(&corners).map(Cubie::Corner);
        let clockwise = corners.twist() == 1;
        tell(FaceletErrorKind::TwistedCorner { piece, clockwise });
    }
    Some(corners)
}

/// The twelve edges; see [`identify`].
pub(super) fn edges(
    home: &SlotTable,
    seen: &SlotTable,
    tell: &mut dyn FnMut(FaceletErrorKind),
) -> Option<Orbit<12, 2>> {
    let edges = identify(home, seen, Cubie::Edge, tell)?;
    if edges.twist() != 0 {
        let piece = only_turned(&edges).map(Cubie::Edge);
        tell(FaceletErrorKind::FlippedEdge { piece });
    }
    Some(edges)
}

/// The one piece that is not solved, if it is turned in its own place. With others unsolved too,
/// nobody can tell which one is at fault.
fn only_turned<const N: usize, const K: usize>(orbit: &Orbit<N, K>) -> Option<usize> {
    let solved = Orbit::<N, K>::SOLVED;
    let slots = orbit.slots().iter().zip(solved.slots());
    let mut unsolved = slots.enumerate().filter(|(_, (now, home))| now != home);
    let (piece, _) = unsolved.next()?;
    unsolved.next().is_none().then_some(piece)
}

/// The two pieces that are out of place, if there are just two.
pub(super) fn only_swapped<const N: usize, const K: usize>(
    orbit: &Orbit<N, K>,
) -> Option<[usize; 2]> {
    let slots = orbit.slots().iter().enumerate();
    let mut moved = slots
        .filter(|&(i, &slot)| slot as usize / K != i)
        .map(|(i, _)| i);
    let pair = [moved.next()?, moved.next()?];
    moved.next().is_none().then_some(pair)
}
