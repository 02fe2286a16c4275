//! The twenty pieces of a cube by their names, as Reid's and Korf's programs have them: what is at `UF`, at `UR` and so on.

use quarterturn_core::cube::geometry::{CORNER_FACELET, EDGE_FACELET, FACES};

/// The places in their order, each with the face of each sticker.
const PLACES: [&str; 20] = [
    "UF", "UR", "UB", "UL", "DF", "DR", "DB", "DL", "FR", "FL", "BR", "BL", "UFR", "URB", "UBL",
    "ULF", "DRF", "DFL", "DLB", "DBR",
];

/// The facelets of the cube that a text shows; `None` if it is not twenty names of pieces. Whether the cube is possible is
/// not asked.
pub(super) fn facelets(text: &str) -> Option<String> {
    let words: Vec<&str> = text.split_whitespace().collect();
    let is_piece = |(word, place): (&&str, &&str)| {
        let letters = word.bytes().enumerate();
        let mut fresh = letters.map(|(nth, letter)| !word.as_bytes()[..nth].contains(&letter));
        word.len() == place.len()
            && word.bytes().all(|letter| FACES.contains(&letter))
            && fresh.all(|fresh| fresh)
    };
    if words.len() != PLACES.len() || !words.iter().zip(&PLACES).all(is_piece) {
        return None;
    }
    let centres = FACES.iter().flat_map(|&face| [face; 9]);
    let mut facelets: Vec<u8> = centres.collect();
    for (word, place) in words.iter().zip(PLACES) {
        let n = place.len();
        let table = if n == 2 {
            &EDGE_FACELET
        } else {
            &CORNER_FACELET
        };
        let face = |facelet: u8| FACES[usize::from(facelet) / 9];
        let is_there = |slot: &&[u8]| slot.iter().all(|&f| place.as_bytes().contains(&face(f)));
        let slot = table[..24].chunks(n).find(is_there)?;
        for (letter, its) in word.bytes().zip(place.bytes()) {
            let facelet = slot.iter().find(|&&facelet| face(facelet) == its)?;
            facelets[usize::from(*facelet)] = letter;
        }
    }
    String::from_utf8(facelets).ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use quarterturn_core::cube::Cube3;

    /// R takes what is at DRF, with its sticker of D, to the front of UFR.
    #[test]
    fn the_names_of_pieces_are_the_cube_that_moves_make() {
        let solved = PLACES.join(" ");
        assert_eq!(facelets(&solved), Some(Cube3::SOLVED.to_string()));
        let made = "UF FR UB UL DF BR DB DL DR FL UR BL FDR FRU UBL ULF BRD DFL DLB BUR";
        let cube = Cube3::from_moves("R").unwrap().state;
        assert_eq!(facelets(made), Some(cube.to_string()));
        for moves in [
            "UF UR UB UL",
            &solved.replace("DBR", "DB"),
            &solved.replace("UF ", "UU "),
        ] {
            assert_eq!(facelets(moves), None, "{moves}");
        }
    }
}
