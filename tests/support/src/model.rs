//! A second opinion: the 3×3×3 cube as 54 stickers that are moved in hand-written cycles.
//!
//! It shares no code and no idea with the library, so the two are unlikely to be wrong alike.

/// Stickers in URFDLB order, each the face (0..6) where it was at first.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Model(pub [u8; 54]);

type Cycle = [usize; 4];

/// The names of the layers, and the three cycles of each that cross faces.
const LAYERS: [(char, [Cycle; 3]); 9] = [
    ('U', [[18, 36, 45, 9], [19, 37, 46, 10], [20, 38, 47, 11]]),
    ('R', [[20, 2, 51, 29], [23, 5, 48, 32], [26, 8, 45, 35]]),
    ('F', [[6, 9, 29, 44], [7, 12, 28, 41], [8, 15, 27, 38]]),
    ('D', [[24, 15, 51, 42], [25, 16, 52, 43], [26, 17, 53, 44]]),
    ('L', [[0, 18, 27, 53], [3, 21, 30, 50], [6, 24, 33, 47]]),
    ('B', [[0, 42, 35, 11], [1, 39, 34, 14], [2, 36, 33, 17]]),
    ('M', [[1, 19, 28, 52], [4, 22, 31, 49], [7, 25, 34, 46]]),
    ('E', [[21, 12, 48, 39], [22, 13, 49, 40], [23, 14, 50, 41]]),
    ('S', [[3, 10, 32, 43], [4, 13, 31, 40], [5, 16, 30, 37]]),
];

/// Moves of several layers; a small letter is a wide move.
const COMPOUND: [(char, &str); 9] = [
    ('x', "RMMMLLL"),
    ('y', "UEEEDDD"),
    ('z', "FSBBB"),
    ('r', "RMMM"),
    ('l', "LM"),
    ('u', "UEEE"),
    ('d', "DE"),
    ('f', "FS"),
    ('b', "BSSS"),
];

/// Where the corners are on a face.
const CORNERS: [usize; 4] = [0, 2, 6, 8];

impl Default for Model {
    fn default() -> Self {
        Self(std::array::from_fn(|i| (i / 9) as u8))
    }
}

impl Model {
    /// Turns by a clockwise quarter turn, repeated.
    pub fn turn(&mut self, letter: char, quarters: usize) {
        for _ in 0..quarters {
            match COMPOUND.iter().find(|c| c.0 == letter) {
                Some((_, layers)) => layers.chars().for_each(|l| self.layer(l)),
                None => self.layer(letter),
            }
        }
    }

    fn layer(&mut self, letter: char) {
        let index = LAYERS.iter().position(|l| l.0 == letter).expect("a layer");
        for cycle in LAYERS[index].1 {
            self.cycle(cycle);
        }
        if index < 6 {
            let face = index * 9;
            self.cycle([face, face + 2, face + 8, face + 6]);
            self.cycle([face + 1, face + 5, face + 7, face + 3]);
        }
    }

    fn cycle(&mut self, [a, b, c, d]: Cycle) {
        let s = &mut self.0;
        (s[b], s[c], s[d], s[a]) = (s[a], s[b], s[c], s[d]);
    }

    /// The stickers as letters.
    pub fn text(&self) -> String {
        self.0
            .iter()
            .map(|&f| "URFDLB".as_bytes()[f as usize] as char)
            .collect()
    }

    /// The stickers of the corners alone, as letters: a 2×2×2 cube.
    pub fn corner_text(&self) -> String {
        let text = self.text();
        (0..54)
            .filter(|i| CORNERS.contains(&(i % 9)))
            .map(|i| text.as_bytes()[i] as char)
            .collect()
    }

    /// Whether every face shows one colour, however the cube is held; of a 2×2×2 cube only the
    /// corners count.
    pub fn is_solved(&self, small: bool) -> bool {
        let counts = |i: usize| !small || CORNERS.contains(&i);
        let plain = |face: &[u8]| (0..9).all(|i| !counts(i) || face[i] == face[0]);
        self.0.chunks(9).all(plain)
    }
}
