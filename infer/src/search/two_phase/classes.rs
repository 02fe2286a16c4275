//! Numbers that symmetries of the cube make of each other share a row of a table.

use quarterturn_core::cube::geometry::{SYMMETRY, SYMMETRY_INVERSE};

/// Symmetries that keep the axis from U to D.
pub const UPRIGHT: usize = 16;
/// Those of them that keep the other two axes too, which flips need. They come first.
pub const STRAIGHT: usize = 8;

/// The frames of the symmetries that keep the axis from U to D.
pub fn upright() -> [usize; UPRIGHT] {
    let axis = |frame: usize, face: usize| SYMMETRY[frame].face[face] % 3;
    let keeps = |frame: &usize| axis(*frame, 0) == 0;
    let mut frames: Vec<usize> = (0..SYMMETRY.len()).filter(keeps).collect();
    frames.sort_by_key(|&frame| axis(frame, 2) != 2);
    std::array::from_fn(|nth| frames[nth])
}

/// For each axis a frame in which it goes from U to D.
pub fn axes() -> [usize; 3] {
    [0, 1, 2].map(|axis| {
        let mut frames = 0..SYMMETRY.len();
        let turns = frames.find(|&frame| SYMMETRY[frame].face[axis].is_multiple_of(3));
        turns.unwrap_or(0)
    })
}

/// The classes of numbers under some symmetries.
#[derive(Debug)]
pub struct Classes {
    /// For each number 16 times its class, plus the symmetry that makes it the first of its class.
    of: Vec<u16>,
    /// The first number of each class.
    pub first: Vec<u16>,
}

impl Classes {
    /// The classes of `count` numbers. `seen(number, nth)` is the number as the nth of `symmetries` shows it.
    ///
    /// Also for each class the symmetries that leave its first number as it is.
    pub fn new(
        count: usize,
        symmetries: usize,
        seen: &dyn Fn(usize, usize) -> usize,
    ) -> (Self, Vec<Vec<usize>>) {
        let frames = upright();
        let back = |nth: usize| {
            let inverse = usize::from(SYMMETRY_INVERSE[frames[nth]]);
            frames.iter().position(|&frame| frame == inverse)
        };
        let (mut of, mut first, mut own) = (vec![u16::MAX; count], Vec::new(), Vec::new());
        for number in 0..count {
            if of[number] != u16::MAX {
                continue;
            }
            let mut stays = Vec::new();
            for nth in 0..symmetries {
                let other = seen(number, nth);
                if other == number {
                    stays.push(nth);
                }
                if of[other] == u16::MAX {
                    of[other] = (16 * first.len() + back(nth).unwrap_or(0)) as u16;
                }
            }
            first.push(number as u16);
            own.push(stays);
        }
        (Self { of, first }, own)
    }

    /// The class of a number, and the symmetry that makes it the first of its class.
    #[inline]
    pub fn of(&self, number: usize) -> (usize, usize) {
        let of = usize::from(self.of[number]);
        (of / 16, of % 16)
    }

    /// Bytes held.
    pub fn bytes(&self) -> usize {
        2 * (self.of.len() + self.first.len())
    }
}
