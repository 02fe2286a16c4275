//! Stickers to pieces.

use super::error::{Cubie, FaceletError, FaceletErrorKind};
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

/// Finds the pieces whose stickers are seen.
///
/// `home[slot]` is the face of a slot's sticker on the solved cube, `seen[slot]` that of the
/// sticker now there, both 0..6. `side` is the size of the cube and `name` names a piece.
pub(super) fn identify<const N: usize, const K: usize>(
    home: &SlotTable,
    seen: &SlotTable,
    side: usize,
    name: fn(usize) -> Cubie,
) -> Result<Orbit<N, K>, FaceletError> {
    let fail = |kind| FaceletError::new(kind, side);
    const UNSEEN: u8 = u8::MAX;
    let mut slots = [UNSEEN; N];
    let mut again = None;
    for place in 0..N {
        let Some(slot) = home_of_first::<N, K>(home, seen, place) else {
            let place = name(place);
            return Err(fail(FaceletErrorKind::Impossible { place }));
        };
        let (piece, primary) = (slot / K, (K - slot % K) % K);
        if let Some(found) = slots.get_mut(piece) {
            let before = core::mem::replace(found, (place * K + primary) as u8);
            if before != UNSEEN {
                again.get_or_insert((piece, [before as usize / K, place]));
            }
        }
    }
    // A piece that is there twice leaves another one unseen, which is no slot.
    Orbit::from_slots(slots).ok_or_else(|| {
        let missing = slots.iter().position(|&s| s == UNSEEN).unwrap_or(0);
        let (piece, places) = again.unwrap_or_default();
        fail(FaceletErrorKind::Duplicate {
            piece: name(piece),
            places: places.map(name),
            missing: name(missing),
        })
    })
}

/// The one piece that is not solved, if it is turned in its own place. With others unsolved too,
/// nobody can tell which one is at fault.
pub(super) fn only_turned<const N: usize, const K: usize>(orbit: &Orbit<N, K>) -> Option<usize> {
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
