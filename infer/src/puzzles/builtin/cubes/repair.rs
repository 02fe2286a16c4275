//! Repairs of impossible cubes: the smallest change that makes a possible cube.
//!
//! If the cube was misread, one or two stickers are wrong. If it was assembled wrongly, a piece is wrong.

use super::changes::changes;
use super::faces::order;
use super::sides::Sides;
use crate::puzzles::text::Repair;
use crate::refusal::Refusal;
use quarterturn_core::cube::CubeError;
use quarterturn_core::facelets::{Cubie, FaceletError, FaceletErrorKind};

/// Most repairs that a hint names.
const NAMED: usize = 3;

/// The refusal of an impossible cube; its hint names a repair.
pub(super) fn refusal(sides: Sides, error: CubeError, text: &str) -> Refusal {
    let CubeError::Facelets(fault) = error else {
        return error.into();
    };
    let mut refusal = Refusal::from(fault);
    if let Some(hint) = hint(sides, fault, text) {
        refusal.hint = Some(hint);
    }
    refusal
}

fn hint(sides: Sides, fault: FaceletError, text: &str) -> Option<String> {
    let stickers = (sides.arranged)(text).ok()?;
    if !text.trim().contains(['\n', ':']) && (sides.read)(&rows(sides, &stickers)).is_ok() {
        return Some(
            "as the rows of a net this is a cube: put each row on a line of its own".into(),
        );
    }
    if let Some(order) = order(sides, text, &stickers) {
        return Some(format!(
            "as {order} this is a cube: put \"{order}: \" before it"
        ));
    }
    if is_of_a_piece(fault) {
        return None;
    }
    let repairs = of_stickers(sides, &stickers);
    let ways: Vec<&str> = repairs.iter().map(|repair| &*repair.what).collect();
    match ways.len() {
        0 => None,
        1 => Some(format!("{}, and it is a cube", ways[0])),
        2..=NAMED => Some(format!("{}, and it is a cube", ways.join(", or "))),
        count => Some(format!(
            "{count} ways to change {} make a cube of it: check the stickers",
            if ways[0].contains(" and ") {
                "two stickers"
            } else {
                "one sticker"
            }
        )),
    }
}

/// Stickers as the rows of a net.
fn rows(sides: Sides, stickers: &[char]) -> String {
    let (face, long) = stickers.split_at(sides.side * sides.side);
    let (long, last) = long.split_at(4 * face.len());
    let rows = face.chunks(sides.side).chain(long.chunks(4 * sides.side));
    let rows = rows.chain(last.chunks(sides.side)).map(String::from_iter);
    rows.collect::<Vec<String>>().join("\n")
}

/// Whether the pieces are all there, but cannot be turned to where they belong.
pub(super) fn is_of_a_piece(fault: FaceletError) -> bool {
    matches!(
        fault.kind,
        FaceletErrorKind::FlippedEdge { .. }
            | FaceletErrorKind::TwistedCorner { .. }
            | FaceletErrorKind::Parity { .. }
    )
}

/// The smallest changes that turn the stickers of a text into a possible cube.
pub(super) fn repairs(sides: Sides, text: &str) -> Vec<Repair> {
    let Ok(stickers) = (sides.arranged)(text) else {
        return Vec::new();
    };
    match (sides.read)(&String::from_iter(&stickers)) {
        Ok(_) => Vec::new(),
        Err(fault) if is_of_a_piece(fault) => {
            let state = |made: &[char]| sides.state(made);
            of_a_piece(sides, fault.kind, &stickers, &state)
                .into_iter()
                .collect()
        }
        Err(_) => of_stickers(sides, &stickers),
    }
}

/// What to do with a piece or two of a cube that was put together wrongly. Where any piece serves, the choice is
/// free: the cube can be solved after the same change to the real one.
fn of_a_piece(
    sides: Sides,
    kind: FaceletErrorKind,
    stickers: &[char],
    state: &dyn Fn(&[char]) -> Option<String>,
) -> Option<Repair> {
    let places = |cubie: Cubie| cubie.facelets(sides.side).collect::<Vec<_>>();
    let named = |cubie: Cubie| {
        let facelets = places(cubie).into_iter().map(|f| sides.name(f));
        format!("{cubie} ({})", facelets.collect::<Vec<_>>().join(" "))
    };
    let mut made = stickers.to_vec();
    let (what, changed) = match kind {
        FaceletErrorKind::FlippedEdge { piece } => {
            let piece = piece.unwrap_or(Cubie::Edge(1));
            let at = places(piece);
            made.swap(at[0], at[1]);
            (format!("flip the edge at {}", named(piece)), at)
        }
        FaceletErrorKind::TwistedCorner { piece, clockwise } => {
            let piece = piece.unwrap_or(Cubie::Corner(0));
            let at = places(piece);
            // A twist clockwise takes each sticker to the next facelet.
            let from = if clockwise { [1, 2, 0] } else { [2, 0, 1] };
            for (to, from) in from.into_iter().enumerate() {
                made[at[to]] = stickers[at[from]];
            }
            let way = if clockwise {
                "anticlockwise"
            } else {
                "clockwise"
            };
            (format!("twist the corner at {} {way}", named(piece)), at)
        }
        FaceletErrorKind::Parity { pieces } => {
            let [a, b] = pieces.unwrap_or([Cubie::Edge(0), Cubie::Edge(1)]);
            for (a, b) in places(a).into_iter().zip(places(b)) {
                made.swap(a, b);
            }
            let what = format!("exchange the pieces at {} and {}", named(a), named(b));
            (what, [places(a), places(b)].concat())
        }
        _ => return None,
    };
    Some(Repair {
        what,
        state: state(&made)?,
        stickers: changed,
    })
}

/// All that serves in place of the one repair of [`of_a_piece`], the piece that is named first; none where the fault is of
/// another kind.
pub(super) fn of_any_piece(
    sides: Sides,
    kind: FaceletErrorKind,
    stickers: &[char],
    state: &dyn Fn(&[char]) -> Option<String>,
) -> Vec<Repair> {
    use FaceletErrorKind::{FlippedEdge, Parity, TwistedCorner};
    let edges = (0..12).map(Cubie::Edge);
    let corners = (0..8).map(Cubie::Corner);
    let pairs = |all: Vec<Cubie>| {
        let pair = move |a: usize| {
            all[a + 1..]
                .iter()
                .map(|&b| [all[a], b])
                .collect::<Vec<_>>()
        };
        (0..).map(pair).take_while(|pairs| !pairs.is_empty())
    };
    let mut kinds: Vec<FaceletErrorKind> = match kind {
        FlippedEdge { .. } => edges
            .map(|edge| FlippedEdge { piece: Some(edge) })
            .collect(),
        TwistedCorner { clockwise, .. } => {
            let twisted = |piece| TwistedCorner { piece, clockwise };
            corners.map(Some).map(twisted).collect()
        }
        Parity { .. } => {
            let all = pairs(edges.collect()).chain(pairs(corners.collect()));
            let swapped = |pieces| Parity { pieces };
            all.flatten().map(Some).map(swapped).collect()
        }
        _ => Vec::new(),
    };
    kinds.sort_by_key(|other| *other != kind);
    let repair = |kind| of_a_piece(sides, kind, stickers, state);
    kinds.into_iter().filter_map(repair).collect()
}

/// All ways to change one sticker that make a cube or, if there is none, two.
fn of_stickers(sides: Sides, stickers: &[char]) -> Vec<Repair> {
    let all: Vec<usize> = (0..stickers.len()).collect();
    let state = |made: &[char]| sides.state(made);
    changes(sides, stickers, &palette(stickers), &all, &state)
}

/// The six colours: those that are there most often.
fn palette(stickers: &[char]) -> Vec<char> {
    let mut counted: Vec<(usize, char)> = Vec::new();
    for &sticker in stickers {
        match counted.iter_mut().find(|(_, colour)| *colour == sticker) {
            Some((count, _)) => *count += 1,
            None => counted.push((1, sticker)),
        }
    }
    counted.sort_by_key(|&(count, _)| usize::MAX - count);
    counted
        .into_iter()
        .take(6)
        .map(|(_, colour)| colour)
        .collect()
}

#[cfg(test)]
mod tests {
    use super::super::sides::Sided;
    use super::*;
    use quarterturn_core::cube::geometry::FACES;
    use quarterturn_core::cube::{Cube2, Cube3};
    use quarterturn_core::random::{Random, below};
    use rand_xoshiro::Xoshiro256PlusPlus;
    use rand_xoshiro::rand_core::SeedableRng;

    /// Whether what was right is among the repairs of what was changed; `None` where that is a cube, or one whose
    /// pieces were exchanged.
    fn found(sides: Sides, right: &str, wrong: &str) -> Option<bool> {
        let fault = (sides.read)(wrong).err().filter(|f| !is_of_a_piece(*f));
        let is_right = |repair: &Repair| repair.state == right;
        fault.map(|_| repairs(sides, wrong).iter().any(is_right))
    }

    fn misread(sides: Sides, mut random: impl FnMut(&mut Xoshiro256PlusPlus) -> String) {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(16);
        let mut seen = 0;
        for _ in 0..60 {
            let right = random(&mut rng);
            let mut one: Vec<char> = right.chars().collect();
            let mut two = one.clone();
            let mut at = || below(&mut rng, right.len() as u32) as usize;
            let (a, b, c) = (at(), at(), at());
            one[a] = FACES[c % 6].into();
            two.swap(b, c);
            for wrong in [one, two] {
                let wrong = String::from_iter(wrong);
                let found = found(sides, &right, &wrong);
                assert_ne!(found, Some(false), "{right} {wrong}");
                seen += usize::from(found.is_some());
            }
        }
        assert!(seen > 60, "{seen}");
    }

    #[test]
    fn what_was_misread_is_among_the_repairs() {
        misread(Cube3::SIDES, |rng| Cube3::random(rng).to_string());
        // The corner at DBL tells the colours apart, so it stays right.
        let fixed = |text: &str| [14, 18, 23].map(|i| text.as_bytes()[i]);
        let sides = Cube2::SIDES;
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(17);
        for _ in 0..60 {
            let right = Cube2::random(&mut rng).to_string();
            let mut wrong: Vec<char> = right.chars().collect();
            let at = |n: u32| n as usize;
            wrong.swap(at(below(&mut rng, 24)), at(below(&mut rng, 24)));
            let wrong = String::from_iter(wrong);
            if fixed(&wrong) == fixed(&right) {
                assert_ne!(found(sides, &right, &wrong), Some(false), "{right} {wrong}");
            }
        }
    }

    #[test]
    fn a_piece_out_of_place_is_put_right() {
        let solved = Cube3::SOLVED.to_string();
        let exchanged = |pairs: &[(usize, usize)]| {
            let mut stickers: Vec<char> = solved.chars().collect();
            pairs.iter().for_each(|&(a, b)| stickers.swap(a, b));
            String::from_iter(stickers)
        };
        for (pairs, what) in [
            (&[(7, 19)][..], "flip the edge at UF (U8 F2)"),
            (
                &[(8, 9), (9, 20)],
                "twist the corner at URF (U9 R1 F3) clockwise",
            ),
            (
                &[(8, 20), (9, 20)],
                "twist the corner at URF (U9 R1 F3) anticlockwise",
            ),
            (
                &[(7, 5), (19, 10)],
                "exchange the pieces at UR (U6 R2) and UF (U8 F2)",
            ),
        ] {
            let repairs = repairs(Cube3::SIDES, &exchanged(pairs));
            let [
                Repair {
                    what: said,
                    state,
                    stickers,
                },
            ] = &repairs[..]
            else {
                panic!("{repairs:?}");
            };
            assert_eq!((&**said, state), (what, &solved));
            let mut swapped: Vec<usize> = pairs.iter().flat_map(|&(a, b)| [a, b]).collect();
            swapped.sort_unstable();
            swapped.dedup();
            let mut stickers = stickers.clone();
            stickers.sort_unstable();
            assert_eq!(stickers, swapped);
        }
    }
}
