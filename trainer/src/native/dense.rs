//! Dense layers on activations in tiles, `[groups][panels]`.

use super::kernel::{Kernel, Ready, Rows, Tile};
use super::parameters::Weights;

/// Steps of a product whose right factors stay in the nearest cache, beside the sums of [`BAND`].
const DEPTH: usize = 8;
/// Groups of rows whose sums stay in the nearest cache.
const BAND: usize = 4;

/// All products of the rows in `x` with the weights; `each` gets the group, the panel and the sums.
pub fn forward(
    kernel: Kernel,
    ready: &Ready,
    weights: &Weights,
    x: &[Rows],
    mut each: impl FnMut(usize, usize, &Tile),
) {
    let panels = weights.master.panels();
    let mut sums = [Tile::ZERO; BAND];
    for band in 0..x.len().div_ceil(BAND * panels) {
        let (x, rest) = x[band * BAND * panels..].split_at((BAND * panels).min(x.len() - band * BAND * panels));
        let groups = x.len() / panels;
        let mut next = rest.iter();
        for (q, right) in weights.forward.chunks_exact(panels).enumerate() {
            for from in (0..panels).step_by(DEPTH) {
                let to = (from + DEPTH).min(panels);
                for group in 0..groups {
                    let left = &x[group * panels..][from..to];
                    ready.product(left, &right[from..to], &mut sums[group], from > 0, next.next());
                }
            }
            for (group, sums) in sums[..groups].iter().enumerate() {
                each(band * BAND + group, q, sums);
            }
        }
    }
}
