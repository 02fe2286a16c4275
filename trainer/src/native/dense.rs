//! Dense layers on activations in tiles, `[groups][panels]`.

use super::kernel::{Ahead, Ready, Rows, Tile};
use super::parameters::Weights;

/// Steps of a product whose right factors stay in the nearest cache, beside the sums of [`BAND`].
const DEPTH: usize = 8;
/// Groups of rows whose sums stay in the nearest cache.
const BAND: usize = 4;

/// All products of the rows in `x` with the weights; `each` gets the group, the panel and the sums,
/// `ahead` says what memory it will need for those.
pub fn forward(
    ready: &Ready,
    weights: &Weights,
    x: &[Rows],
    ahead: impl Fn(usize, usize) -> Ahead,
    mut each: impl FnMut(usize, usize, &Tile),
) {
    let panels = weights.master.panels();
    let mut sums = [Tile::ZERO; BAND + 1];
    let (mut last, mut products) = (None, 0);
    for (first, x) in (0..).step_by(BAND).zip(x.chunks(BAND * panels)) {
        let groups = x.len() / panels;
        for (q, right) in weights.forward.chunks_exact(panels).enumerate() {
            for from in (0..panels).step_by(DEPTH) {
                let to = (from + DEPTH).min(panels);
                for group in 0..groups {
                    let left = &x[group * panels..][from..to];
                    let sum = if panels > DEPTH { group } else { products % (BAND + 1) };
                    products += 1;
                    let ahead = if to == panels { ahead(first + group, q) } else { Ahead::NONE };
                    ready.product(left, &right[from..to], &mut sums[sum], from > 0, ahead);
                    // One product behind: the matrix unit works while its last result is used.
                    if to == panels && let Some((group, q, sum)) = last.replace((first + group, q, sum)) {
                        each(group, q, &sums[sum]);
                    }
                }
            }
            if panels > DEPTH && let Some((group, q, sum)) = last.take() {
                each(group, q, &sums[sum]);
            }
        }
    }
    if let Some((group, q, sum)) = last {
        each(group, q, &sums[sum]);
    }
}
