//! Targets of the 3×3×3 cube that leave facelets open.

use super::kpattern;
use crate::puzzles::Open;
use crate::puzzles::text::wildcards::refusal;
use crate::refusal::Refusal;
use quarterturn_core::cube::Cube3;
use quarterturn_core::cube::geometry::{CORNER_FACELET, EDGE_FACELET, SlotTable};

/// What stands for a sticker that does not matter.
const ANY: [char; 5] = ['?', '-', '.', '*', '_'];
const FACES: &str = "URFDLB";
/// Facelets of the 3×3×3 cube.
const FACELETS: usize = 54;
/// Stickers of the corners; those of the edges follow.
const CORNERS: u16 = 24;

/// The open facelets of a cube; `None` where a text is something else.
pub(super) fn facelets(text: &str) -> Option<Result<Open, Refusal>> {
    if let Some(read) = kpattern::open_facelets(text) {
        return match read {
            Ok(text) => facelets(&text),
            Err(refusal) => Some(Err(refusal)),
        };
    }
    let all: Vec<(usize, char)> = text
        .char_indices()
        .filter(|(_, c)| !c.is_whitespace())
        .collect();
    let known = |c: char| FACES.contains(c) || ANY.contains(&c);
    let is_open = all.len() == FACELETS
        && all.iter().all(|&(_, c)| known(c))
        && all.iter().any(|(_, c)| ANY.contains(c));
    is_open.then(|| read_facelets(&all))
}

fn read_facelets(all: &[(usize, char)]) -> Result<Open, Refusal> {
    let face = |facelet: usize| FACES.find(all[facelet].1).map(|face| face as u8);
    for centre in 0..6 {
        let facelet = 9 * centre + 4;
        if face(facelet).is_some_and(|face| usize::from(face) != centre) {
            let message = format!(
                "the centre of {} cannot be another",
                &FACES[centre..=centre]
            );
            return Err(refusal(all[facelet].0, message));
        }
    }
    let mut open = pieces::<8, 3>(&CORNER_FACELET, 0, all, &face)?;
    open.extend(pieces::<12, 2>(&EDGE_FACELET, CORNERS, all, &face)?);
    match twice(&open) {
        Some(_) => Err(refusal(all[0].0, "a piece is there twice".into())),
        None => Ok(open),
    }
}

/// The home of each sticker of `N` pieces with `K` stickers, counted from `first`.
fn pieces<const N: usize, const K: usize>(
    table: &SlotTable,
    first: u16,
    all: &[(usize, char)],
    face: &dyn Fn(usize) -> Option<u8>,
) -> Result<Open, Refusal> {
    let mut open = vec![None; N * K];
    for place in 0..N {
        let seen: [Option<u8>; K] = std::array::from_fn(|k| face(table[place * K + k].into()));
        if seen.iter().all(Option::is_none) {
            continue;
        }
        let at = all[usize::from(table[place * K])].0;
        if seen.iter().any(Option::is_none) {
            let message = "a piece is known with all its stickers, or not at all";
            return Err(refusal(at, message.into()));
        }
        // The sticker of the piece that its k-th sticker is, if its first one is at home in `slot`.
        let sticker = |slot: usize, k: usize| slot / K * K + (slot % K + k) % K;
        let fits = |&slot: &usize| (0..K).all(|k| seen[k] == Some(table[sticker(slot, k)] / 9));
        let Some(slot) = (0..N * K).find(fits) else {
            return Err(refusal(at, "no piece has these stickers".into()));
        };
        for k in 0..K {
            open[place * K + k] = Some(first + sticker(slot, k) as u16);
        }
    }
    Ok(open)
}

/// The home of the sticker at each place of a cube.
pub(super) fn homes(cube: &Cube3) -> Vec<u16> {
    let mut homes = vec![0; 2 * usize::from(CORNERS)];
    for slot in 0..CORNERS {
        let (corner, edge) = (
            cube.corners.image(slot.into()),
            cube.edges.image(slot.into()),
        );
        homes[corner] = slot;
        homes[usize::from(CORNERS) + edge] = CORNERS + slot;
    }
    homes
}

/// A colour that is there twice.
fn twice(open: &Open) -> Option<u16> {
    let mut seen = std::collections::HashSet::new();
    open.iter()
        .flatten()
        .copied()
        .find(|&colour| !seen.insert(colour))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzles::Cube3Turns::Half;
    use crate::puzzles::Text;
    use quarterturn_core::Puzzle;

    /// The order of stickers is that of the cube's description.
    #[test]
    fn moves_carry_stickers_as_the_description_says() {
        let described = Half.described().unwrap();
        let start = Text::start(&Half);
        for (mv, (name, from)) in Half.moves().zip(&described.tables.moves) {
            assert_eq!(homes(&Half.apply(&start, mv)), *from, "{name}");
        }
    }

    #[test]
    fn a_whole_cube_with_one_piece_open_is_that_cube() {
        let start = Text::start(&Half);
        let moved = Half.apply_all(&start, &Half.read_moves("R U F2 D' L B2").unwrap());
        let mut text: Vec<char> = moved.to_string().chars().collect();
        // The edge UR.
        let ur = EDGE_FACELET[..2].iter();
        ur.for_each(|&facelet| text[usize::from(facelet)] = '?');
        let text: String = text.into_iter().collect();
        let open = facelets(&text).unwrap().unwrap();
        for (place, (open, home)) in open.iter().zip(homes(&moved)).enumerate() {
            let expected = Some(home).filter(|_| !(24..26).contains(&place));
            assert_eq!(*open, expected, "{place}");
        }
    }
}
