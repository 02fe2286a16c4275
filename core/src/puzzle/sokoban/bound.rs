//! A lower bound on the distance of a position from a goal.

use core::fmt::{self, Debug, Formatter};

use super::{CELLS, GRID, MAX_BOXES, MAX_SIDE, Move, Position, opposite, stepped};
use crate::at::at;
use crate::puzzle::bits::ones;

/// The bound of positions from which no goal can be reached, for some box alone or because two need
/// one target: more than any solution is long.
pub const DEAD: u32 = u16::MAX as u32;

/// No pushes lead there.
const NEVER: u8 = u8::MAX;

/// How many pushes bring a box from each cell to each target, if it were the only box.
#[derive(Clone, PartialEq, Eq)]
pub(super) struct Distances {
    targets: usize,
    pushes: [[u8; CELLS]; MAX_BOXES],
    /// Cells from which a box can be pushed to no target.
    dead: u128,
}

impl Debug for Distances {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.debug_struct("Distances").finish_non_exhaustive()
    }
}

impl Distances {
    pub(super) fn new(walls: u128, targets: u128) -> Self {
        let floor = GRID & !walls;
        let mut pushes = [[NEVER; CELLS]; MAX_BOXES];
        for (target, pushes) in ones(targets).zip(&mut pushes) {
            let (mut seen, mut layer) = (0, 1 << target);
            for distance in 0.. {
                seen |= layer;
                for cell in ones(layer) {
                    if let Some(place) = pushes.get_mut(cell) {
                        *place = distance;
                    }
                }
                // A box comes from a cell behind which the player has room.
                let before = |mv| stepped(layer, opposite(mv)) & floor & stepped(floor, mv);
                layer = (0..4).fold(0, |next, mv| next | before(Move(mv))) & !seen;
                if layer == 0 {
                    break;
                }
            }
        }
        let never = |cell: &usize| pushes.iter().all(|pushes| *at(pushes, *cell) == NEVER);
        let dead = (0..CELLS).filter(never);
        Self {
            targets: targets.count_ones() as usize,
            dead: dead.fold(0, |dead, cell| dead | 1 << cell),
            pushes,
        }
    }

    /// Cells from which a box can be pushed to no target, even if it were the only box.
    pub(super) const fn dead(&self) -> u128 {
        self.dead
    }

    /// See [`super::Sokoban::bound`].
    pub(super) fn bound(&self, position: Position) -> u32 {
        let boxes = position.boxes();
        let pushes = self.pushes(boxes);
        let player = position.player().trailing_zeros() as usize;
        let away = |cell: usize| {
            let rows = (cell / MAX_SIDE).abs_diff(player / MAX_SIDE);
            rows + (cell % MAX_SIDE).abs_diff(player % MAX_SIDE) - 1
        };
        match pushes {
            0 | DEAD => pushes,
            _ => pushes + ones(boxes).map(away).min().unwrap_or(0) as u32,
        }
    }

    /// The fewest pushes that bring each box to a target of its own, if boxes did not block each other.
    fn pushes(&self, boxes: u128) -> u32 {
        // `best[set]` is for the first boxes, as many as there are in the set of targets.
        let mut best = [DEAD; 1 << MAX_BOXES];
        best[0] = 0;
        let count = boxes.count_ones();
        let mut result = DEAD;
        for set in 0..1usize << self.targets.min(MAX_BOXES) {
            let (so_far, assigned) = (*at(&best, set), set.count_ones());
            if assigned == count {
                result = result.min(so_far);
            }
            let Some(cell) = ones(boxes).nth(assigned as usize) else {
                continue;
            };
            for (target, pushes) in self.pushes.iter().enumerate().take(self.targets) {
                let pushes = *at(pushes, cell);
                if set >> target & 1 == 0
                    && pushes != NEVER
                    && let Some(with) = best.get_mut(set | 1 << target)
                {
                    *with = (*with).min(so_far + u32::from(pushes));
                }
            }
        }
        result
    }
}
