//! How far a board is from the goal, at the least.

use super::{MAX_SIDE, Tiles};

impl<const CELLS: usize> Tiles<CELLS> {
    /// The columns that all tiles have to cross, and what the tiles within a row cost more because
    /// they are in each other's way (linear conflict).
    ///
    /// Tiles in their goal row that keep their order can pass along it; each of the others must
    /// leave the row and come back, two moves that no distance counts.
    pub(super) fn row_bound(&self) -> u32 {
        let mut moves = 0;
        for (row, tiles) in self.0.chunks(Self::SIDE).enumerate() {
            // By home column: the most of this row's own tiles in order that end with that one.
            let mut longest = [0u8; MAX_SIDE];
            let mut own = 0;
            for (column, &tile) in tiles.iter().enumerate().filter(|&(_, &tile)| tile != 0) {
                let home = usize::from(tile - 1);
                let (home_row, home_column) = (home / Self::SIDE, home % Self::SIDE);
                moves += home_column.abs_diff(column);
                if home_row == row {
                    let before = longest.iter().take(home_column).max();
                    longest[home_column] = 1 + before.copied().unwrap_or(0);
                    own += 1;
                }
            }
            let kept = longest.into_iter().max().unwrap_or(0);
            moves += 2 * usize::from(own - kept);
        }
        moves as u32
    }
}
