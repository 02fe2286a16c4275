//! Sets of cells as bits.

/// The elements of a set, the least first.
pub(super) fn ones(mut set: u128) -> impl Iterator<Item = usize> {
    core::iter::from_fn(move || {
        let lowest = (set != 0).then(|| set.trailing_zeros() as usize);
        set &= set.wrapping_sub(1);
        lowest
    })
}
