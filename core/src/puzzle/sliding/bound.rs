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
            // `longest[i]`: the most tiles in order that end with the i-th tile of this row's own.
            let mut longest = [(0, 0); MAX_SIDE];
            let mut own = 0;
            for (column, &tile) in tiles.iter().enumerate().filter(|&(_, &tile)| tile != 0) {
                let home = usize::from(tile - 1);
                let (home_row, home_column) = (home / Self::SIDE, home % Self::SIDE);
                moves += home_column.abs_diff(column);
                if home_row == row {
                    let before = longest.iter().take(own).filter(|l| l.0 < home_column);
                    let length = 1 + before.map(|l| l.1).max().unwrap_or(0);
                    if let Some(place) = longest.get_mut(own) {
                        *place = (home_column, length);
                    }
                    own += 1;
                }
            }
            let kept = longest.iter().map(|l| l.1).max().unwrap_or(0);
            moves += 2 * (own - kept);
        }
        moves as u32
    }
}
