//! The names of curves, one below the other beside their ends.

/// The height of a name, in pixels.
const LINE: i32 = 18;

/// Where names stand whose curves end at these heights: as near as goes without one on another, in the order of the
/// ends, from `top` down to `bottom` as far as they have room.
pub fn spread(ends: &[i32], top: i32, bottom: i32) -> Vec<i32> {
    let mut order: Vec<_> = (0..ends.len()).collect();
    order.sort_by_key(|&nth| ends[nth]);
    let mut places = ends.to_vec();
    let mut least = top;
    for &nth in &order {
        places[nth] = places[nth].max(least);
        least = places[nth] + LINE;
    }
    let mut most = bottom;
    for &nth in order.iter().rev() {
        places[nth] = places[nth].min(most);
        most = places[nth] - LINE;
    }
    places
}

#[cfg(test)]
mod tests {
    use super::spread;

    #[test]
    fn names_keep_apart_in_the_order_of_their_ends() {
        assert_eq!(spread(&[100, 200, 20], 0, 400), [100, 200, 20]);
        assert_eq!(spread(&[50, 50, 40], 0, 400), [58, 76, 40]);
        // All end at the bottom.
        assert_eq!(spread(&[400, 400, 400], 0, 400), [364, 382, 400]);
        assert_eq!(spread(&[], 0, 400), [0; 0]);
    }
}
