//! A lower bound on the distance of a board from the goal.

use super::{Sides, Tiles};
use crate::at::at;

/// Room for all tiles in a table, a power of two: see [`at`].
const TILES: usize = 64;

/// Bytes of a word, one for each row of a board or each column, and the last for a sum.
const BYTES: usize = 8;

/// The bits of the words' last bytes.
const LAST: u32 = u64::BITS - 8;

/// For each row (or column) and tile: the bit of the tile's home column (or row), in the line's byte, if that is its
/// home line, and in the last byte the lines that it has to cross from there. The blank has none.
pub(super) type InLine = [[u64; TILES]; BYTES];

/// The words of rows, or of columns, for a goal.
pub(super) const fn in_line(sides: Sides, goal: &[u8], column: bool) -> InLine {
    let mut words = [[0; TILES]; BYTES];
    let mut home = 0;
    while home < sides.cells() {
        let tile = goal[home] as usize;
        if tile > 0 {
            let (row, across) = (home / sides.columns(), home % sides.columns());
            let (own, place, lines) = if column {
                (across, row, sides.columns())
            } else {
                (row, across, sides.rows())
            };
            let mut line = 0;
            while line < lines {
                words[line][tile] = (line.abs_diff(own) as u64) << LAST;
                line += 1;
            }
            words[own][tile] = 1 << (8 * own + place);
        }
        home += 1;
    }
    words
}

/// The rows and columns that all tiles have to cross, and what the tiles within a line cost more
/// because they are in each other's way (linear conflict).
///
/// Tiles in their goal line that keep their order can pass along it; each of the others must
/// leave the line and come back, two moves that no distance counts.
#[inline(always)]
pub(super) fn bound(sides: Sides, cells: &[u8], in_row: &InLine, in_column: &InLine) -> u32 {
    // The bits of all rows, column by column, and of all columns, row by row. A cell is the only one of
    // its row and column, so sums of bits are sets of them.
    let (mut along, mut down) = ([0u64; BYTES], [0u64; BYTES]);
    for (row, cells) in cells.chunks_exact(sides.columns()).enumerate() {
        for (column, &tile) in cells.iter().enumerate() {
            let tile = usize::from(tile);
            along[column % BYTES] += at(at(in_row, row), tile);
            down[row % BYTES] += at(at(in_column, column), tile);
        }
    }
    let mut distance = 0;
    let mut steps = [[0; 2 * BYTES]; BYTES];
    for (step, words) in steps.iter_mut().zip(along.iter().zip(&down)) {
        let words = [words.0, words.1];
        for (bytes, word) in step.as_chunks_mut().0.iter_mut().zip(words) {
            distance += (word >> LAST) as u32;
            *bytes = (word & !(!0 << LAST)).to_le_bytes();
        }
    }
    distance + 2 * lost(&steps)
}

impl<const CELLS: usize> Tiles<CELLS> {
    const IN_ROW: InLine = in_line(Self::SIDES, &Self::SOLVED.0, false);
    const IN_COLUMN: InLine = in_line(Self::SIDES, &Self::SOLVED.0, true);

    /// [`bound`] to the usual goal.
    pub(super) fn bound(&self) -> u32 {
        bound(Self::SIDES, &self.0, &Self::IN_ROW, &Self::IN_COLUMN)
    }
}

/// How many tiles must leave their lines: `steps` along them, at each the bits of the tiles' homes, one
/// line a lane, 0 for what does not belong there.
///
/// Patience sorting (Mallows 1963) in sets of bits: bit `i` is set if `i` ends the best order of some
/// length. A new tile takes the place of the least worse end, and then the order is no longer for it.
fn lost(steps: &[[u8; 2 * BYTES]; BYTES]) -> u32 {
    let (mut ends, mut lost) = ([0u8; 2 * BYTES], [0u8; 2 * BYTES]);
    for bits in steps {
        for ((ends, lost), bit) in ends.iter_mut().zip(&mut lost).zip(bits) {
            let worse = *ends & !bit.wrapping_sub(1);
            let least = worse & worse.wrapping_neg();
            *lost += u8::from(least != 0);
            *ends = (*ends ^ least) | bit;
        }
    }
    lost.iter().map(|&lost| u32::from(lost)).sum()
}

#[cfg(test)]
mod tests {
    use super::super::MAX_SIDE;
    use super::*;

    /// The most of `homes` in increasing order, by trying all choices.
    fn longest(homes: &[usize]) -> u32 {
        let chosen = |set: u32| {
            homes
                .iter()
                .enumerate()
                .filter(move |(i, _)| set >> i & 1 == 1)
        };
        (0..1u32 << homes.len())
            .filter(|&set| chosen(set).map(|(_, home)| home).is_sorted())
            .map(u32::count_ones)
            .max()
            .unwrap_or(0)
    }

    #[test]
    fn as_few_leave_a_line_as_can() {
        let all = MAX_SIDE.pow(MAX_SIDE as u32);
        for number in 0..all {
            let homes: [usize; MAX_SIDE] =
                core::array::from_fn(|i| number / MAX_SIDE.pow(i as u32) % MAX_SIDE);
            if homes.iter().fold(0, |seen, home| seen | 1 << home) + 1 != 1 << MAX_SIDE {
                continue;
            }
            for homes in (0..=MAX_SIDE).filter_map(|count| homes.get(..count)) {
                let leave = homes.len() as u32 - longest(homes);
                let mut steps = [[0; 2 * BYTES]; BYTES];
                for (step, home) in steps.iter_mut().zip(homes) {
                    step[2] = 1 << home;
                }
                assert_eq!(lost(&steps), leave, "{homes:?}");
            }
        }
    }
}
