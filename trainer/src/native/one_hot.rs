//! The one-hot input of some rows, transposed, in tiles. The gradients of the first layer are multiplied by it where
//! products are fast.

use super::kernel::{Kernel, Pairs, Prefetch, Ready, Rows, SIDE, Tile, tiles};

/// X^T.
#[derive(Clone, Debug, Default)]
pub struct OneHot {
    /// Left factors: `[feature groups][row groups]`.
    left: Vec<Rows>,
    /// Right factors.
    right: Vec<Pairs>,
}

impl OneHot {
    /// Fills it for `features`, `[rows, active]`, of `width`.
    ///
    /// # Panics
    /// If a feature is past the width.
    pub fn fill(&mut self, features: &[u16], active: usize, width: usize) {
        const ONE: u16 = 0x3f80;
        let groups = (features.len() / active).div_ceil(SIDE);
        self.left.clear();
        self.left.resize(tiles(width) * groups, Rows::ZERO);
        for (i, state) in features.chunks_exact(active).enumerate() {
            for &f in state {
                let f = usize::from(f);
                self.left[f / SIDE * groups + i / SIDE].0[f % SIDE][i % SIDE] = ONE;
            }
        }
    }

    /// `to = [to +] X^T g`, one panel of it; `g` has the rows' numbers.
    pub fn multiply(
        &mut self,
        kernel: Kernel,
        ready: &Ready,
        g: &[Rows],
        to: &mut [Tile],
        add: bool,
    ) {
        self.right.resize(g.len(), Pairs::ZERO);
        for (rows, pairs) in g.iter().zip(&mut self.right) {
            kernel.pair(rows, pairs);
        }
        for (i, left) in self.left.chunks_exact(g.len()).enumerate() {
            let (to, next) = to[i..].split_first_mut().expect("as many");
            ready.product(left, &self.right, to, add, Prefetch::of(next));
        }
    }
}
