//! The arithmetic of costs, in units of 1/1024 move, that best-first searches share.

use super::run::Run;
use crate::eval::MOVE_COST;
use quarterturn_core::Puzzle;

/// λ in the unit of all costs.
pub(super) fn weight(lambda: f32) -> i32 {
    (lambda.clamp(0.0, 1.0) * MOVE_COST as f32).round() as i32
}

/// The greatest depth worth reaching; one more still fits.
pub(super) fn bound<P: Puzzle>(run: &Run<'_, P>) -> u16 {
    run.bound().min(usize::from(u16::MAX - 1)) as u16
}

/// A network's cost-to-go, scaled to moves that cost `mean` on average.
pub(super) fn priced(cost: i32, mean: u32) -> i32 {
    let scaled = i64::from(cost.max(0)) * i64::from(mean) / i64::from(MOVE_COST);
    scaled.min(i64::from(i32::MAX)) as i32
}

/// λ · the cost of a path.
pub(super) fn weighted(cost: u32, weight: i32) -> i32 {
    let scaled = i64::from(cost) * i64::from(weight) / i64::from(MOVE_COST);
    scaled.min(i64::from(i32::MAX)) as i32
}
