//! How far a board is from the goal, at the least.

use super::Tiles;
use crate::at::at;

/// Room for all tiles in a table, a power of two: see [`at`].
const TILES: usize = 64;

/// Lines of a board beside one another, as many as a vector has lanes.
const LANES: usize = 8;

impl<const CELLS: usize> Tiles<CELLS> {
    /// The rows and columns that each tile has to cross from each cell; the blank none.
    const DISTANCES: [[u8; TILES]; CELLS] = {
        let mut distances = [[0; TILES]; CELLS];
        let (mut cell, side) = (0, Self::SIDE);
        while cell < CELLS {
            let mut tile = 1;
            while tile < CELLS {
                let home = tile - 1;
                let rows = (cell / side).abs_diff(home / side);
                let columns = (cell % side).abs_diff(home % side);
                distances[cell][tile] = (rows + columns) as u8;
                tile += 1;
            }
            cell += 1;
        }
        distances
    };

    /// For each row and tile: the bit of the tile's home column if that is its home row, else none. The
    /// second is for columns.
    const OWN: [[[u16; TILES]; LANES]; 2] = {
        let mut own = [[[0; TILES]; LANES]; 2];
        let (mut home, side) = (0, Self::SIDE);
        while home + 1 < CELLS {
            own[0][home / side][home + 1] = 1 << (home % side);
            own[1][home % side][home + 1] = 1 << (home / side);
            home += 1;
        }
        own
    };

    /// The rows and columns that all tiles have to cross, and what the tiles within a line cost more
    /// because they are in each other's way (linear conflict).
    ///
    /// Tiles in their goal line that keep their order can pass along it; each of the others must
    /// leave the line and come back, two moves that no distance counts.
    pub(super) fn bound(&self) -> u32 {
        let mut distance = 0;
        // The bits of all rows, column by column, and of all columns, row by row.
        let (mut along, mut down) = ([[0; LANES]; LANES], [[0; LANES]; LANES]);
        let [own_rows, own_columns] = &Self::OWN;
        let (mut row, mut column) = (0, 0);
        for (&tile, distances) in self.0.iter().zip(&Self::DISTANCES) {
            let tile = usize::from(tile);
            distance += u32::from(*at(distances, tile));
            along[column % LANES][row % LANES] = *at(at(own_rows, row), tile);
            down[row % LANES][column % LANES] = *at(at(own_columns, column), tile);
            column += 1;
            if column == Self::SIDE {
                (row, column) = (row + 1, 0);
            }
        }
        distance + 2 * (lost(&along) + lost(&down))
    }
}

/// How many tiles must leave their lines: `steps` along them, at each the bits of the tiles' homes, one
/// line a lane, 0 for what does not belong there.
///
/// Patience sorting (Mallows 1963) in sets of bits: bit `i` is set if `i` ends the best order of some
/// length. A new tile takes the place of the least worse end, and then the order is no longer for it.
fn lost(steps: &[[u16; LANES]; LANES]) -> u32 {
    let (mut ends, mut lost) = ([0u16; LANES], [0u16; LANES]);
    for bits in steps {
        for ((ends, lost), bit) in ends.iter_mut().zip(&mut lost).zip(bits) {
            let worse = *ends & !bit.wrapping_sub(1);
            let least = worse & worse.wrapping_neg();
            *lost += u16::from(least != 0);
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
                let mut steps = [[0; LANES]; LANES];
                for (step, home) in steps.iter_mut().zip(homes) {
                    step[2] = 1 << home;
                }
                assert_eq!(lost(&steps), leave, "{homes:?}");
            }
        }
    }
}
