//! The stickers of puzzles that have some.

/// Colours of a cube.
pub const COLOURS: i64 = 6;

/// Stickers of a puzzle family, the unmoving ones included; `None` where it has none.
pub fn stickers(family: &str) -> Option<i64> {
    match family {
        "cube3" => Some(54),
        "cube2" => Some(24),
        _ => None,
    }
}
