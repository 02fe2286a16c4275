//! A binary heap on a slice, largest first, and the sort that comes with it: in place, without
//! recursion and without a panic, which the standard library's sorts do not promise.

/// Restores the order after a new item at the end.
pub(super) fn sift_up<T: Ord>(heap: &mut [T]) {
    let mut at = heap.len().saturating_sub(1);
    while at > 0 {
        let above = (at - 1) / 2;
        match (heap.get(above), heap.get(at)) {
            (Some(a), Some(b)) if a < b => heap.swap(above, at),
            _ => return,
        }
        at = above;
    }
}

/// Restores the order after a change of the first item.
pub(super) fn sift_down<T: Ord>(heap: &mut [T]) {
    let mut at = 0;
    loop {
        let (left, right) = (2 * at + 1, 2 * at + 2);
        let larger = if heap.get(right) > heap.get(left) {
            right
        } else {
            left
        };
        match (heap.get(at), heap.get(larger)) {
            (Some(a), Some(b)) if a < b => heap.swap(at, larger),
            _ => return,
        }
        at = larger;
    }
}

/// Turns a heap into a slice sorted from the smallest.
pub(super) fn sort<T: Ord>(heap: &mut [T]) {
    let mut rest = heap;
    while let Some(last) = rest.len().checked_sub(1) {
        rest.swap(0, last);
        let Some(smaller) = rest.get_mut(..last) else {
            return;
        };
        sift_down(smaller);
        rest = smaller;
    }
}

#[cfg(test)]
mod tests {
    extern crate std;
    use super::*;
    use crate::random::below;
    use rand_core::SeedableRng;
    use rand_xoshiro::Xoshiro256PlusPlus;
    use std::vec::Vec;

    #[test]
    fn the_largest_is_on_top_and_the_rest_can_be_sorted() {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
        for length in 0..200 {
            let mut items: Vec<u32> = (0..length).map(|_| below(&mut rng, 100)).collect();
            let mut expected = items.clone();
            expected.sort_unstable();
            for end in 1..=items.len() {
                sift_up(&mut items[..end]);
                assert_eq!(items[..end].iter().max(), items.first());
            }
            sort(&mut items);
            assert_eq!(items, expected);
        }
    }
}
