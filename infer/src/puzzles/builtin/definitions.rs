//! Puzzles with a name that are files inside the library, read as a file of a user is.

use crate::puzzles::{Kind, Puzzle, defined, formats};

/// Their names and files.
const FILES: [(&str, &[u8]); 7] = [
    // An example for users as well.
    ("pyraminx", include_bytes!("../../../examples/pyraminx.gap")),
    ("tetraminx", include_bytes!("definitions/tetraminx.gap")),
    ("skewb", include_bytes!("definitions/skewb.gap")),
    ("dino", include_bytes!("definitions/dino.gap")),
    ("jewel", include_bytes!("definitions/jewel.gap")),
    ("megaminx", include_bytes!("definitions/megaminx.gap")),
    ("cube4", include_bytes!("definitions/cube4.gap")),
];

/// Their names. Reading a file takes milliseconds.
pub(in crate::puzzles) fn names() -> impl Iterator<Item = &'static str> {
    FILES.into_iter().map(|(name, _)| name)
}

/// All of them.
pub(in crate::puzzles) fn all() -> impl Iterator<Item = Puzzle> {
    names().filter_map(find)
}

/// The one of that name.
pub(in crate::puzzles) fn find(name: &str) -> Option<Puzzle> {
    let (name, bytes) = FILES.into_iter().find(|(own, _)| *own == name)?;
    read(name, bytes)
}

/// That of a file; `None` where the file is at fault, which a test excludes.
fn read(name: &str, bytes: &[u8]) -> Option<Puzzle> {
    let described = formats::describe(bytes, None).ok()?;
    let kind: Kind = defined::named(described, name).ok()?;
    Some(kind.into())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Moves, and states by the theory of groups.
    #[test]
    fn they_are_the_puzzles_of_their_names() {
        let facts = [
            // 3^4 tips, 3^4 pieces below, 6! / 2 arrangements of the edges and 2^5 flips.
            ("pyraminx", 16, Some(81 * 81 * 360 * 32)),
            ("tetraminx", 8, Some(81 * 360 * 32)),
            ("skewb", 8, Some(3_149_280)),
            ("dino", 16, Some(239_500_800)),
            // 12! arrangements of the edges, 2^11 flips, and 4^6 turns of the corners, of which half go with an arrangement.
            ("jewel", 12, Some(2_009_078_326_886_400)),
            ("megaminx", 24, None),
            ("cube4", 24, None),
        ];
        let found: Vec<_> = all()
            .map(|p| (p.name().to_owned(), p.moves().count(), p.order()))
            .collect();
        let expected: Vec<_> = facts
            .map(|(name, moves, order)| (name.to_owned(), moves, order))
            .into();
        assert_eq!(found, expected);
    }

    /// Stickers as the file says: a clockwise turn of `U` brings the front left corner of that face to the back left
    /// one, and one of `R` brings what is in front to the top.
    #[test]
    fn turns_are_clockwise() {
        let cube = Puzzle::named("cube4").unwrap();
        let described = cube.described().unwrap();
        for (turn, to, from) in [("U", 0, 12), ("R", 3, 35), ("2R", 2, 34), ("F", 12, 31)] {
            let mut moves = described.tables.moves.iter();
            let (_, table) = moves.find(|(name, _)| name == turn).unwrap();
            assert_eq!(table[to], from, "{turn}");
        }
    }
}
