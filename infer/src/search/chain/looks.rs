//! States in which some pieces look alike: which one is where is chosen so that little is left to be done.

use super::Facts;
use super::residue::{class, left};
use crate::group::{Image, identity};

/// Orbits in which a pair more is exchanged, at most.
const MORE: usize = 6;
/// Pairs of pieces that are exchanged to try it, at most.
const EXCHANGES: usize = 20_000;

/// Where what is at each point may come from: `looks` is what is there, `solved` what is there when the puzzle is solved. `None`
/// where pieces are there that the puzzle does not have.
pub fn told_apart(facts: &Facts, looks: &[u16], solved: &[u16]) -> Option<Image> {
    let look = |of: &[u16], point: u16| -> Vec<u16> {
        facts.seen[usize::from(point)]
            .iter()
            .map(|&own| of[usize::from(own)])
            .collect()
    };
    let mut image = identity(facts.points);
    let mut alike = Vec::new();
    for orbit in &facts.pieces.orbits {
        let shown = |of: &[u16], piece: &[u16], by: usize| -> Vec<Vec<u16>> {
            (0..piece.len())
                .map(|nth| look(of, piece[(nth + by) % piece.len()]))
                .collect()
        };
        let mut free: Vec<usize> = (0..orbit.pieces.len()).collect();
        let mut open = free.clone();
        let mut place = |slot: usize, piece: usize, by: usize| {
            let (slot, piece) = (&orbit.pieces[slot], &orbit.pieces[piece]);
            for (nth, &point) in slot.iter().enumerate() {
                image[usize::from(point)] = piece[(nth + by) % piece.len()];
            }
        };
        let is = |slot: usize, piece: usize, by| {
            shown(looks, &orbit.pieces[slot], 0) == shown(solved, &orbit.pieces[piece], by)
        };
        open.retain(|&slot| {
            let home = is(slot, slot, 0);
            if home {
                place(slot, slot, 0);
                free.retain(|&piece| piece != slot);
            }
            !home
        });
        for slot in open {
            let turns = 0..orbit.pieces[0].len();
            let fit = |&piece: &usize| {
                turns
                    .clone()
                    .find(|&by| is(slot, piece, by))
                    .map(|by| (piece, by))
            };
            let (piece, by) = free.iter().find_map(fit)?;
            place(slot, piece, by);
            free.retain(|&own| own != piece);
        }
        for one in 0..orbit.pieces.len() {
            for other in 0..one {
                let [one, other] = [one, other].map(|piece| &orbit.pieces[piece]);
                if shown(solved, one, 0) == shown(solved, other, 0) {
                    alike.push((one.clone(), other.clone()));
                }
            }
        }
    }
    Some(nearest(facts, image, &alike))
}

/// The image after exchanges of pieces that look alike, by which the least is left to be done.
fn nearest(facts: &Facts, mut image: Image, alike: &[(Vec<u16>, Vec<u16>)]) -> Image {
    let exchanged = |image: &Image, (one, other): &(Vec<u16>, Vec<u16>)| -> Image {
        let mut to = identity(facts.points);
        for (&one, &other) in one.iter().zip(other) {
            to[usize::from(one)] = other;
            to[usize::from(other)] = one;
        }
        image.iter().map(|&point| to[usize::from(point)]).collect()
    };
    let worth =
        |image: &Image| left(facts, |point| image[usize::from(point)]).map_or(0, |left| left.worth);
    let mut best = worth(&image);
    let mut tries = EXCHANGES;
    let mut again = true;
    while std::mem::take(&mut again) {
        for pair in alike {
            tries = tries.saturating_sub(1);
            let new = exchanged(&image, pair);
            let now = worth(&new);
            if now < best && tries > 0 {
                (best, image, again) = (now, new, true);
            }
        }
    }
    // An exchange more in some orbits, where moves make the others even too.
    let mut firsts: Vec<&(Vec<u16>, Vec<u16>)> = Vec::new();
    for pair in alike {
        let orbit = |pair: &(Vec<u16>, Vec<u16>)| facts.pieces.orbit[usize::from(pair.0[0])];
        if firsts.len() < MORE && firsts.iter().all(|own| orbit(own) != orbit(pair)) {
            firsts.push(pair);
        }
    }
    let others = (0..1usize << firsts.len()).filter_map(|more| {
        let pairs = (0..).zip(&firsts).filter(|(nth, _)| more >> nth & 1 == 1);
        let image = pairs.fold(image.clone(), |image, (_, pair)| exchanged(&image, pair));
        let letters = facts.parity.letters(&class(&facts.pieces, &image))?;
        Some((super::LETTER * letters + worth(&image), more, image))
    });
    others.min().map_or(image, |(_, _, image)| image)
}
