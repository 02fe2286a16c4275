//! KPattern JSON of the 3×3×3 cube, in cubing.js's order of pieces.

use crate::puzzles::defined::pieces::is_pattern;
use crate::puzzles::formats::kpuzzle;
use crate::puzzles::formats::orbits::{Layout, Orbit, Placed};
use crate::refusal::Refusal;
use quarterturn_core::cube::Cube3;
use quarterturn_core::cube::geometry::{CORNER_FACELET, CORNERS, EDGE_FACELET, EDGES};
use quarterturn_core::cube::orbit::Orbit as Pieces;

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

/// The facelets of the cube that a text shows; `None` if it is no KPattern.
pub(super) fn facelets(text: &str) -> Option<Result<String, Refusal>> {
    is_pattern(text).then(|| read(text, false))
}

/// The facelets of a target that leaves pieces open, with `?` for them: those whose number is there more than once. `None`
/// if a text is no such KPattern.
pub(super) fn open_facelets(text: &str) -> Option<Result<String, Refusal>> {
    let read = is_pattern(text).then(|| read(text, true))?;
    let open = read.as_ref().map_or(true, |text| text.contains('?'));
    open.then_some(read)
}

fn read(text: &str, open: bool) -> Result<String, Refusal> {
    let refusal = |at, message: String| Refusal {
        code: "kpattern",
        message: format!("this is a KPattern in JSON: {message}"),
        at,
        hint: Some(
            "CORNERS and EDGES have the numbers and orientations of cubing.js's 3x3x3".into(),
        ),
    };
    let orbits = SLOTS.iter().map(|(name, slots, n)| {
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
    if text.contains("\"CENTERS\"") {
        let placed = Placed {
            orientations: vec![0; 6],
            pieces: (0..6).collect(),
        };
        layout.orbits.push(Orbit::new("CENTERS", 4, placed));
    }
    let state = kpuzzle::pattern(text, &layout);
    let state = state.map_err(|fault| refusal(Some(fault.at), fault.to_string()))?;
    if state
        .get(2)
        .is_some_and(|centres| centres.pieces != layout.orbits[2].solved.pieces)
    {
        let message = "its centres are turned: give it as it is held with U up and F in front";
        return Err(refusal(None, message.into()));
    }
    let twice = || refusal(None, "a piece is missing, or is there twice".into());
    let (corners, no_corners) = pieces::<8>(&state[0], 0, &CORNERS, open).ok_or_else(twice)?;
    let (edges, no_edges) = pieces::<12>(&state[1], 1, &EDGES, open).ok_or_else(twice)?;
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
    Ok(facelets.into_iter().collect())
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
    let sorted = |name: &[u8]| {
        let mut name = name.to_vec();
        name.sort_unstable();
        name
    };
    let ours = |name: &str| {
        own.iter()
            .position(|o| sorted(o.as_ref()) == sorted(name.as_bytes()))
    };
    let mut slots = [u8::MAX; N];
    let mut free = Vec::new();
    for ((name, piece), &turned) in names.iter().zip(&placed.pieces).zip(&placed.orientations) {
        let place = ours(name)?;
        let times = placed.pieces.iter().filter(|other| *other == piece).count();
        let piece = ours(names.get(usize::from(*piece))?)?;
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
        let cube = |text: &str| facelets(text).unwrap();
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
        assert!(facelets("R U").is_none());
        assert!(facelets("{}").is_none());
        for wrong in [
            "{\"EDGES\":{\"pieces\":[1]}}",
            &r.replace("[0,8,", "[8,8,"),
            &r.replace("[4,0,", "[40,0,"),
        ] {
            assert_eq!(cube(wrong).unwrap_err().code, "kpattern", "{wrong}");
        }
    }
}
