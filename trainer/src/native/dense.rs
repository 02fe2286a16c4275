//! Dense layers on activations in tiles, `[groups][panels]`.

use super::kernel::{Ready, Rows, Tile};
use super::parameters::Weights;

/// Steps of a product whose right factors stay in the nearest cache.
const DEPTH: usize = 16;

/// All products of the rows in `x` with the weights; `each` gets the group, the panel and the sums.
/// `sums` is scratch.
pub fn forward(
    ready: &Ready,
    weights: &Weights,
    x: &[Rows],
    sums: &mut Vec<Tile>,
    mut each: impl FnMut(usize, usize, &Tile),
) {
    let panels = weights.master.panels();
    let groups = x.len() / panels;
    sums.resize(groups.max(sums.len()), Tile::ZERO);
    for (q, right) in weights.forward.chunks_exact(panels).enumerate() {
        for from in (0..panels).step_by(DEPTH) {
            let to = (from + DEPTH).min(panels);
            for (group, sum) in sums[..groups].iter_mut().enumerate() {
                let left = &x[group * panels..][from..to];
                ready.product(left, &right[from..to], sum, from > 0);
                if to == panels {
                    each(group, q, sum);
                }
            }
        }
    }
}
