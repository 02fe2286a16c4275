//! The one-hot input of some rows, transposed: what the gradients of the first layer are multiplied with.

use super::kernel::{Ahead, Kernel, Members, Pairs, Ready, Rows, SIDE, States, Tile};
use super::parameters::tiles;

/// X^T: tiles where products with them are cheap, else lists.
#[derive(Clone, Debug, Default)]
pub struct OneHot {
    /// Left factors: `[feature groups][row groups]`.
    left: Vec<Rows>,
    /// Right factors.
    right: Vec<Pairs>,
    members: Members,
}

impl OneHot {
    /// Fills it for `features`, `[rows, active]`, of `width`.
    ///
    /// # Panics
    /// If a feature is past the width.
    pub fn fill(&mut self, kernel: Kernel, features: &[u16], active: usize, width: usize) {
        const ONE: u16 = 0x3f80;
        if !kernel.has_tiles() {
            return self.members.sort(States::new(features, active, width));
        }
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
        if !kernel.has_tiles() {
            if !add {
                to.fill(Tile::ZERO);
            }
            return kernel.gather(g, &self.members, to);
        }
        self.right.resize(g.len(), Pairs::ZERO);
        for (rows, pairs) in g.iter().zip(&mut self.right) {
            kernel.pair(rows, pairs);
        }
        for (i, left) in self.left.chunks_exact(g.len()).enumerate() {
            let (to, next) = to[i..].split_first_mut().expect("as many");
            ready.product(left, &self.right, to, add, Ahead::of(next));
        }
    }
}
