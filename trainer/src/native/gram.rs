//! V = X^T X T̃, for the one-hot input X of a batch and a centred table T̃. The statistics of the first layer need
//! it. There are two ways to compute it: [`Gram`] and [`by_sums`].

use super::kernel::{
    Affine, Columns, Kernel, Line, Pairs, Prefetch, Rows, SIDE, States, Tile, tiles,
};
use super::share::{CHUNK, Share};
use rayon::prelude::*;

/// X^T X, by counting pairs of features: its cost grows with the square of the input's width.
#[derive(Clone, Debug, Default)]
pub struct Gram {
    /// The whole as left factors: `[groups][groups]`.
    left: Vec<Rows>,
}

/// How often each pair occurs, once for both orders: tiles `[groups][groups]`.
type Counts = Vec<[[u32; SIDE]; SIDE]>;

impl Gram {
    /// Counts a batch of `active` features a state, each less than `width`.
    pub fn take(&mut self, kernel: Kernel, shares: &[Share], active: usize, width: usize) {
        let groups = tiles(width);
        let counts = shares
            .par_iter()
            .map(|share| count(&share.features, active, groups))
            .reduce_with(|mut all, more| {
                let (to, more) = (all.as_flattened_mut(), more.as_flattened());
                let pairs = to.as_flattened_mut().iter_mut().zip(more.as_flattened());
                pairs.for_each(|(to, more)| *to += more);
                all
            });
        self.fill(kernel, groups, &counts.unwrap_or_default());
    }

    /// The left factors, from both orders of each pair.
    fn fill(&mut self, kernel: Kernel, groups: usize, counts: &Counts) {
        let mut half = vec![Rows::ZERO; groups * groups];
        let all = half.par_iter_mut().with_min_len(16).zip(counts);
        all.for_each(|(half, counts)| kernel.round_counts(counts, half));
        self.left.clone_from(&half);
        let left = self.left.par_iter_mut().with_min_len(16).enumerate();
        left.for_each(|(at, whole)| {
            let (i, j) = (at / groups, at % groups);
            let mut turned = Rows::ZERO;
            kernel.transpose(&half[j * groups + i], &mut turned);
            if i == j {
                for k in 0..SIDE {
                    turned.0[k][k] = 0;
                }
            }
            kernel.add(whole, &turned);
        });
    }

    /// A panel of V, from one of the table and what centres it.
    pub fn multiply(&self, kernel: Kernel, table: &[Tile], centre: &Columns, out: &mut [Tile]) {
        let ready = kernel.ready();
        let mut right = vec![Pairs::ZERO; table.len()];
        for (tile, right) in table.iter().zip(&mut right) {
            let mut rows = Rows::ZERO;
            kernel.centre(tile, centre, &mut rows);
            kernel.pair(&rows, right);
        }
        for (left, out) in self.left.chunks_exact(table.len()).zip(out) {
            ready.product(left, &right, out, false, Prefetch::NONE);
        }
    }
}

/// The pairs of some states.
fn count(features: &[u16], active: usize, groups: usize) -> Counts {
    let mut counts = vec![[[0; SIDE]; SIDE]; groups * groups];
    let numbers = counts.as_flattened_mut().as_flattened_mut();
    // Place by place: the rows of the few features that can be in one stay in the cache.
    for i in 0..active {
        for state in features.chunks_exact(active) {
            let f = usize::from(state[i]);
            let row = &mut numbers[(f / SIDE * groups * SIDE + f % SIDE) * SIDE..];
            for &other in &state[i..] {
                let f = usize::from(other);
                row[f / SIDE * SIDE * SIDE + f % SIDE] += 1;
            }
        }
    }
    counts
}

/// A panel of X^T of the sums X T̃, from one of the table in fixed point and what makes centred numbers of its
/// sums: the price goes with the number of active features.
///
/// # Panics
/// If the shares are not sorted.
pub fn by_sums(
    kernel: Kernel,
    shares: &[Share],
    active: usize,
    lines: &[Line],
    affine: &Affine,
    out: &mut [Tile],
) {
    let mut rows = vec![Rows::ZERO; CHUNK];
    out.fill(Tile::ZERO);
    for share in shares {
        let states = States::new(&share.features, active, lines.len());
        for (members, states) in share.members.iter().zip(states.groups(CHUNK)) {
            for (states, rows) in states.groups(1).zip(&mut rows) {
                kernel.sum(lines, affine, None, states, rows, Prefetch::NONE);
            }
            kernel.gather(&rows, members, out);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::distance;
    use super::*;

    /// 1,000 states with one feature of each of three dozens; both ways make of them what the
    /// definition says.
    #[test]
    fn both_ways_lead_to_the_same() {
        const ACTIVE: usize = 3;
        const WIDTH: usize = 36;
        let number = |i: usize| (i * 7919 % 1009) as f32 / 1009.0 - 0.5;
        let features: Vec<u16> = (0..1000 * ACTIVE)
            .map(|i| (12 * (i % ACTIVE) + i * i / 5 % 12) as u16)
            .collect();
        let mut lines = [Line([0; SIDE]); WIDTH];
        let mut table = [Tile::ZERO; 2];
        let step = 1.0 / 1024.0;
        for f in 0..WIDTH {
            for j in 0..SIDE {
                let fixed = (number(f * SIDE + j) / step).round();
                lines[f].0[j] = fixed as i16;
                table[f / SIDE].0[f % SIDE][j] = fixed * step;
            }
        }
        let entry = |f: u16, j: usize| table[usize::from(f) / SIDE].0[usize::from(f) % SIDE][j];
        let mut mean = Columns::ZERO;
        for j in 0..SIDE {
            mean.0[j] = features.iter().map(|&f| entry(f, j)).sum::<f32>() / 1000.0;
        }
        let mut expected = [Tile::ZERO; 2];
        for state in features.chunks_exact(ACTIVE) {
            for j in 0..SIDE {
                let sum: f32 = state.iter().map(|&f| entry(f, j)).sum::<f32>() - mean.0[j];
                for &f in state {
                    expected[usize::from(f) / SIDE].0[usize::from(f) % SIDE][j] += sum;
                }
            }
        }
        for kernel in Kernel::available() {
            let mut share = Share {
                features: features.clone(),
                ..Share::default()
            };
            share.sort(ACTIVE, WIDTH);
            let shares = [share];
            let mut gram = Gram::default();
            gram.take(kernel, &shares, ACTIVE, WIDTH);
            let mut by_pairs = [Tile::ZERO; 2];
            let centre = Columns(mean.0.map(|m| m / ACTIVE as f32));
            gram.multiply(kernel, &table, &centre, &mut by_pairs);
            let mut sums = [Tile::ZERO; 2];
            let affine = Affine {
                scale: Columns([step; SIDE]),
                shift: Columns(mean.0.map(|m| -m)),
            };
            by_sums(kernel, &shares, ACTIVE, &lines, &affine, &mut sums);
            for (what, tiles) in [("pairs", by_pairs), ("sums", sums)] {
                let numbers = |tiles: &[Tile; 2]| tiles.map(|t| t.0).concat().concat();
                let error = distance(&numbers(&tiles), &numbers(&expected));
                assert!(error < 0.01, "{} {what}: {error}", kernel.name());
            }
        }
    }
}
