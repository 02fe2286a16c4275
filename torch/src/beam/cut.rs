//! The lowest k of a list of scores on a device; among equals the first.

use tch::{Kind, Tensor};

/// The score of a child that is never taken.
pub(super) const NEVER: i64 = i32::MAX as i64;

/// The places, in order, of the `count` lowest scores, or of all; of none that is [`NEVER`].
///
/// The lowest themselves are the same whatever the device does; which of equals it finds first is not, so
/// only the greatest of them is used.
pub(super) fn lowest(scores: &Tensor, count: i64) -> Tensor {
    if count >= scores.size()[0] {
        return scores.lt(NEVER).nonzero().squeeze_dim(1);
    }
    if count == 0 {
        return Tensor::zeros([0], (Kind::Int64, scores.device()));
    }
    let (low, _) = scores.topk(count, 0, false, false);
    let threshold = low.max().clamp_max(NEVER - 1);
    let ties = low.lt_tensor(&threshold).sum(Kind::Int64).neg() + count;
    let near = scores.le_tensor(&threshold).nonzero().squeeze_dim(1);
    let tie = scores.index_select(0, &near).eq_tensor(&threshold);
    let early = tie.cumsum(0, Kind::Int64).le_tensor(&ties);
    near.masked_select(&tie.logical_not().logical_or(&early))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_lowest_and_the_first_of_equals() {
        let scores = [5, 1, 3, NEVER as i32, 3, 9, 3, 0, i32::MIN, NEVER as i32];
        for count in 0..=scores.len() {
            let mut expected: Vec<i64> = (0..scores.len() as i64).collect();
            expected.retain(|&i| i64::from(scores[i as usize]) != NEVER);
            expected.sort_by_key(|&i| scores[i as usize]);
            expected.truncate(count);
            expected.sort_unstable();
            let kept: Vec<i64> = lowest(&Tensor::from_slice(&scores), count as i64)
                .try_into()
                .unwrap();
            assert_eq!(kept, expected, "{count}");
        }
    }
}
