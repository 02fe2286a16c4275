//! KPattern JSON of the 3×3×3 and the 2×2×2 cube, in cubing.js's order of pieces.

use super::inspect;
use crate::puzzles::defined::pieces::is_pattern;
use crate::puzzles::formats::kpuzzle;
use crate::puzzles::formats::orbits::{Layout, Orbit, Placed};
use crate::refusal::Refusal;
use quarterturn_core::cube::Cube3;
use quarterturn_core::cube::geometry::{CORNER_FACELET, CORNERS, EDGE_FACELET, EDGES, FACES};
use quarterturn_core::cube::orbit::Orbit as Pieces;
use quarterturn_core::facelets::examine;

/// The slots of corners and edges as cubing.js numbers them.
const SLOTS: [(&str, &[&str], usize); 2] = [
    (
        "CORNERS",
        &["UFR", "URB", "UBL", "ULF", "DRF", "DFL", "DLB", "DBR"],
        3,
    ),
    (
        "EDGES",
        &[
            "UF", "UR", "UB", "UL", "DF", "DR", "DB", "DL", "FR", "FL", "BR", "BL",
        ],
        2,
    ),
];

/// The centres as cubing.js numbers them.
const CENTRES: [char; 6] = ['U', 'L', 'F', 'R', 'B', 'D'];

/// The facelets of the cube of that side that a text shows; `None` if it is no KPattern.
pub(super) fn facelets(text: &str, side: usize) -> Option<Result<String, Refusal>> {
    is_pattern(text).then(|| read(text, side, false))
}

/// The `patternData` that shows the stickers of a cube; `None` unless each piece is there once.
pub(super) fn written(stickers: &str) -> Option<String> {
    let stickers: Vec<char> = stickers.chars().collect();
    let (corners, edges) = examine(&inspect::faces(&stickers), &mut |_| ())?;
    let orbit = |kind: usize, slots: &[u8], own: &[&[u8]]| {
        let (name, names, n) = SLOTS[kind];
        let placed = names.iter().filter_map(|place| {
            let place = ours(own, place)?;
            let piece = slots
                .iter()
                .position(|&slot| usize::from(slot) / n == place)?;
            let number = names
                .iter()
                .position(|name| ours(own, name) == Some(piece))?;
            Some((number, usize::from(slots[piece]) % n))
        });
        let (pieces, turned): (Vec<usize>, Vec<usize>) = placed.unzip();
        format!("\"{name}\":{{\"pieces\":{pieces:?},\"orientation\":{turned:?}}}")
    };
    let mut orbits = vec![orbit(
        0,
        corners.slots(),
        &CORNERS.each_ref().map(|c| &c[..]),
    )];
    if stickers.len() == 54 {
        orbits.push(orbit(1, edges.slots(), &EDGES.each_ref().map(|e| &e[..])));
    }
    Some(format!("{{{}}}", orbits.join(",")))
}

/// The piece of that name, in our order: the letters may stand in another.
fn ours(own: &[impl AsRef<[u8]>], name: &str) -> Option<usize> {
    let sorted = |name: &[u8]| {
        let mut name = name.to_vec();
        name.sort_unstable();
        name
    };
    let name = sorted(name.as_bytes());
    own.iter().position(|own| sorted(own.as_ref()) == name)
}

/// The facelets of a target that leaves pieces open, with `?` for them: those whose number is there more than once. `None`
/// if a text is no such KPattern.
pub(super) fn open_facelets(text: &str) -> Option<Result<String, Refusal>> {
    let read = is_pattern(text).then(|| read(text, 3, true))?;
    let open = read.as_ref().map_or(true, |text| text.contains('?'));
    open.then_some(read)
}

fn read(text: &str, side: usize, open: bool) -> Result<String, Refusal> {
    let refusal = |at, message: String| Refusal {
        code: "kpattern",
        message: format!("this is a KPattern in JSON: {message}"),
        at,
        hint: Some(
            "CORNERS and EDGES have the numbers and orientations of cubing.js's 3x3x3".into(),
        ),
    };
    let kinds = if side == 2 { 1 } else { 2 };
    let orbits = SLOTS[..kinds].iter().map(|(name, slots, n)| {
        let each = 0..slots.len() as u16;
        let placed = Placed {
            orientations: vec![0; slots.len()],
            pieces: each.collect(),
        };
        Orbit::new(name, *n, placed)
    });
    let mut layout = Layout {
        name: None,
        orbits: orbits.collect(),
    };
    let has_centres = side == 3 && text.contains("\"CENTERS\"");
    if has_centres {
        let placed = Placed {
            orientations: vec![0; 6],
            pieces: (0..6).collect(),
        };
        layout.orbits.push(Orbit::new("CENTERS", 4, placed));
    }
    let state = kpuzzle::pattern(text, &layout);
    let state = state.map_err(|fault| refusal(Some(fault.at), fault.to_string()))?;
    let twice = || refusal(None, "a piece is missing, or is there twice".into());
    let (corners, no_corners) = pieces::<8>(&state[0], 0, &CORNERS, open).ok_or_else(twice)?;
    let edges = match state.get(1) {
        Some(placed) => pieces::<12>(placed, 1, &EDGES, open).ok_or_else(twice)?,
        None => (*Pieces::<12, 2>::SOLVED.slots(), Vec::new()),
    };
    let (edges, no_edges) = edges;
    let cube = Cube3 {
        corners: Pieces::from_slots(corners).ok_or_else(twice)?,
        edges: Pieces::from_slots(edges).ok_or_else(twice)?,
    };
    let mut facelets: Vec<char> = cube.to_string().chars().collect();
    let corners = no_corners
        .iter()
        .flat_map(|place| &CORNER_FACELET[3 * place..][..3]);
    let edges = no_edges
        .iter()
        .flat_map(|place| &EDGE_FACELET[2 * place..][..2]);
    corners
        .chain(edges)
        .for_each(|&facelet| facelets[usize::from(facelet)] = '?');
    if has_centres {
        // The others are seen from the centres, however the cube is held.
        for (place, &piece) in CENTRES.iter().zip(&state[2].pieces) {
            let face = FACES.iter().position(|&face| char::from(face) == *place);
            let centre = face.and_then(|face| facelets.get_mut(9 * face + 4));
            let seen = CENTRES.get(usize::from(piece)).ok_or_else(twice)?;
            centre.into_iter().for_each(|centre| *centre = *seen);
        }
    }
    let is_seen = |(facelet, _): &(usize, char)| side == 3 || matches!(facelet % 9, 0 | 2 | 6 | 8);
    let seen = facelets.into_iter().enumerate().filter(is_seen);
    Ok(seen.map(|(_, sticker)| sticker).collect())
}

/// The slot of each piece, in our order, and the places that are open; `None` where a piece does not exist or, unless
/// that leaves its places `open`, is there twice. What is open is filled with the pieces that are left.
fn pieces<const N: usize>(
    placed: &Placed,
    kind: usize,
    own: &[impl AsRef<[u8]>],
    open: bool,
) -> Option<([u8; N], Vec<usize>)> {
    let (_, names, n) = SLOTS[kind];
    let mut slots = [u8::MAX; N];
    let mut free = Vec::new();
    for ((name, piece), &turned) in names.iter().zip(&placed.pieces).zip(&placed.orientations) {
        let place = ours(own, name)?;
        let times = placed.pieces.iter().filter(|other| *other == piece).count();
        let piece = ours(own, names.get(usize::from(*piece))?)?;
        match times {
            1 => slots[piece] = (place * n + usize::from(turned) % n) as u8,
            _ if open => free.push(place),
            _ => return None,
        }
    }
    let missing = slots.iter_mut().filter(|slot| **slot == u8::MAX);
    for (slot, &place) in missing.zip(&free) {
        *slot = (place * n) as u8;
    }
    Some((slots, free))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// As cubing.js's definition of the cube says: `x` takes DRF to UFR and turns it twice.
    #[test]
    fn a_pattern_is_the_cube_that_moves_make() {
        let solved = "{\"EDGES\":{\"pieces\":[0,1,2,3,4,5,6,7,8,9,10,11],\"orientation\":[0,0,0,0,0,0,0,0,0,0,0,0]},
            \"CORNERS\":{\"pieces\":[0,1,2,3,4,5,6,7],\"orientation\":[0,0,0,0,0,0,0,0]}}";
        let cube = |text: &str| facelets(text, 3).unwrap();
        assert_eq!(cube(solved), Ok(Cube3::SOLVED.to_string()));
        let made = |moves: &str| Cube3::from_moves(moves).unwrap().state.to_string();
        let u = solved
            .replace("[0,1,2,3,4,5,6,7]", "[1,2,3,0,4,5,6,7]")
            .replace("[0,1,2,3,4,5,6,7,", "[1,2,3,0,4,5,6,7,");
        assert_eq!(cube(&u), Ok(made("U")));
        // R takes DRF to UFR, with its sticker of D in front.
        let r = "{\"EDGES\":{\"pieces\":[0,8,2,3,4,10,6,7,5,9,1,11],\"orientation\":[0,0,0,0,0,0,0,0,0,0,0,0]},
            \"CORNERS\":{\"pieces\":[4,0,2,3,7,5,6,1],\"orientation\":[2,1,0,0,1,0,0,2]}}";
        assert_eq!(cube(r), Ok(made("R")));
        assert!(facelets("R U", 3).is_none());
        assert!(facelets("{}", 3).is_none());
        for wrong in [
            "{\"EDGES\":{\"pieces\":[1]}}",
            &r.replace("[0,8,", "[8,8,"),
            &r.replace("[4,0,", "[40,0,"),
        ] {
            assert_eq!(cube(wrong).unwrap_err().code, "kpattern", "{wrong}");
        }
    }
}
