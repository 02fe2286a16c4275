//! Dense layers on activations in tiles, `[groups][panels]`.

use super::kernel::{Prefetch, Ready, Rows, SIDE, Tile};
use super::parameters::Weights;
use std::ops::Range;

/// Steps of a product whose right factors stay in the nearest cache, beside the sums of [`BAND`].
const DEPTH: usize = 8;
/// Groups of rows whose sums stay in the nearest cache.
const BAND: usize = 4;

/// All products of the rows in `x` with the weights. `each` gets rows of a tile, the tile's group and
/// panel, and its sums; `ahead` says what memory it will need for those.
pub fn forward(
    ready: &Ready,
    weights: &Weights,
    x: &[Rows],
    ahead: impl Fn(usize, usize) -> Prefetch,
    mut each: impl FnMut(Range<usize>, usize, usize, &Tile),
) {
    let panels = weights.master.panels();
    // One more than are in work: the last result is used while the next product is made.
    let mut sums = [Tile::ZERO; BAND + 1];
    let mut base = 0;
    let mut last: Option<(usize, usize, usize)> = None;
    for (first, x) in (0..).step_by(BAND).zip(x.chunks(BAND * panels)) {
        let groups = x.len() / panels;
        for (q, right) in weights.forward.chunks_exact(panels).enumerate() {
            for from in (0..panels).step_by(DEPTH) {
                let part = from..(from + DEPTH).min(panels);
                let done = part.end == panels;
                for (i, x) in x.chunks_exact(panels).enumerate() {
                    let (group, at) = (first + i, (base + i) % sums.len());
                    let next = if done {
                        ahead(group, q)
                    } else {
                        Prefetch::NONE
                    };
                    let (left, right) = (&x[part.clone()], &right[part.clone()]);
                    let add = from > 0;
                    match last.take() {
                        None => ready.product(left, right, &mut sums[at], add, next),
                        Some((group, q, before)) => {
                            let both = sums.get_disjoint_mut([at, before]);
                            let [sum, before] = both.expect("two places");
                            let mut beside = |rows: Range<usize>| each(rows, group, q, before);
                            let beside = Some(&mut beside as _);
                            ready.product_beside(left, right, sum, add, next, beside);
                        }
                    }
                    last = done.then_some((group, q, at));
                }
            }
            base += groups;
        }
    }
    if let Some((group, q, at)) = last {
        each(0..SIDE, group, q, &sums[at]);
    }
}
