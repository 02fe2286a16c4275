//! The unfolded cube for terminals, as one line of letters or as a picture.

use core::fmt::{self, Write};

use crate::cube::geometry::FACES;

/// Colours of the faces on a common cube, as numbers of the 256-colour palette: white, red,
/// green, yellow, orange, blue. Black letters are readable on each.
const BACKGROUND: [u8; 6] = [231, 196, 40, 226, 208, 39];

/// Where the faces are in the cross, by rows: `U`, then `L F R B`, then `D`.
const CROSS: [[Option<usize>; 4]; 3] = [
    [None, Some(0), None, None],
    [Some(4), Some(2), Some(1), Some(5)],
    [None, Some(3), None, None],
];

/// Writes the letter of each facelet's colour.
pub(super) fn write_letters(facelets: &[u8], out: &mut impl Write) -> fmt::Result {
    let mut letters = facelets.iter().map(|&f| FACES[f as usize] as char);
    letters.try_for_each(|letter| out.write_char(letter))
}

/// Draws faces of `side` × `side` facelets, each facelet the index of its colour's face.
pub(super) fn write_net(
    facelets: &[u8],
    side: usize,
    colour: bool,
    out: &mut impl Write,
) -> fmt::Result {
    for (faces, row) in CROSS
        .iter()
        .flat_map(|faces| (0..side).map(move |r| (faces, r)))
    {
        let last = faces.iter().rposition(Option::is_some).unwrap_or(0);
        for face in &faces[..=last] {
            let Some(face) = face else {
                write!(out, "{:width$}", "", width = side * 2)?;
                continue;
            };
            let start = (face * side + row) * side;
            for &f in &facelets[start..start + side] {
                let letter = FACES[f as usize] as char;
                if colour {
                    let background = BACKGROUND[f as usize];
                    write!(out, "\x1b[48;5;{background};38;5;16m{letter} ")?;
                } else {
                    write!(out, "{letter} ")?;
                }
            }
            if colour {
                out.write_str("\x1b[0m")?;
            }
        }
        out.write_char('\n')?;
    }
    Ok(())
}
