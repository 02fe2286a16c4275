//! V = X^T X T̃, for a batch's one-hot input X and a centred table T̃: what the statistics of the first
//! layer need. There are two ways to it, and [`Gram`] and [`Sums`] go them.

use super::kernel::{
    Affine, Ahead, Columns, Kernel, Line, Members, Pairs, Ready, Rows, SIDE, States, Tile,
};
use super::parameters::tiles;

/// X^T X, by counting pairs of features: its price goes with the square of the input's width.
#[derive(Clone, Debug, Default)]
pub struct Gram {
    /// How often each pair occurs, once for both orders: tiles `[groups][groups]`.
    counts: Vec<[[u32; SIDE]; SIDE]>,
    /// The whole as left factors: `[groups][groups]`.
    left: Vec<Rows>,
    right: Vec<Pairs>,
}

impl Gram {
    /// Counts `features`, `[n, active]`, each less than `width`.
    pub fn take(&mut self, kernel: Kernel, features: &[u16], active: usize, width: usize) {
        let groups = tiles(width);
        self.counts.clear();
        self.counts.resize(groups * groups, [[0; SIDE]; SIDE]);
        let numbers = self.counts.as_flattened_mut().as_flattened_mut();
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
        self.fill(kernel, groups);
    }

    /// The left factors, from both orders of each pair.
    fn fill(&mut self, kernel: Kernel, groups: usize) {
        let mut half = vec![Rows::ZERO; groups * groups];
        for (half, counts) in half.iter_mut().zip(&self.counts) {
            kernel.round_counts(counts, half);
        }
        self.left.clone_from(&half);
        for (at, whole) in self.left.iter_mut().enumerate() {
            let (i, j) = (at / groups, at % groups);
            let mut turned = Rows::ZERO;
            kernel.transpose(&half[j * groups + i], &mut turned);
            if i == j {
                for k in 0..SIDE {
                    turned.0[k][k] = 0;
                }
            }
            kernel.add(whole, &turned);
        }
    }

    /// A panel of V, from one of the table and what centres it.
    pub fn multiply(
        &mut self,
        kernel: Kernel,
        ready: &Ready,
        table: &[Tile],
        centre: &Columns,
        out: &mut [Tile],
    ) {
        self.right.resize(table.len(), Pairs::ZERO);
        for (tile, right) in table.iter().zip(&mut self.right) {
            let mut rows = Rows::ZERO;
            kernel.centre(tile, centre, &mut rows);
            kernel.pair(&rows, right);
        }
        for (left, out) in self.left.chunks_exact(table.len()).zip(out) {
            ready.product(left, &self.right, out, false, Ahead::NONE);
        }
    }
}

/// X^T of the sums X T̃: its price goes with the number of active features.
#[derive(Clone, Debug, Default)]
pub struct Sums {
    /// Those of each chunk.
    members: Vec<Members>,
    rows: Vec<Rows>,
}

impl Sums {
    /// Groups of rows in a chunk.
    const CHUNK: usize = 16;

    /// Sorts a batch.
    pub fn take(&mut self, states: States<'_>) {
        let chunks = states.groups(Self::CHUNK);
        self.members.resize_with(chunks.len(), Members::default);
        for (members, states) in self.members.iter_mut().zip(chunks) {
            members.sort(states);
        }
        self.rows.resize(Self::CHUNK, Rows::ZERO);
    }

    /// A panel of V, from one of the table in fixed point and what makes centred numbers of its sums.
    pub fn multiply(
        &mut self,
        kernel: Kernel,
        states: States<'_>,
        lines: &[Line],
        affine: &Affine,
        out: &mut [Tile],
    ) {
        out.fill(Tile::ZERO);
        for (members, states) in self.members.iter().zip(states.groups(Self::CHUNK)) {
            for (states, rows) in states.groups(1).zip(&mut self.rows) {
                kernel.sum(lines, affine, None, states, rows, Ahead::NONE);
            }
            kernel.gather(&self.rows, members, out);
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
            let ready = kernel.ready();
            let mut gram = Gram::default();
            gram.take(kernel, &features, ACTIVE, WIDTH);
            let mut by_pairs = [Tile::ZERO; 2];
            let centre = Columns(mean.0.map(|m| m / ACTIVE as f32));
            gram.multiply(kernel, &ready, &table, &centre, &mut by_pairs);
            let states = States::new(&features, ACTIVE, WIDTH);
            let mut sums = Sums::default();
            sums.take(states);
            let mut by_sums = [Tile::ZERO; 2];
            let affine = Affine {
                scale: Columns([step; SIDE]),
                shift: Columns(mean.0.map(|m| -m)),
            };
            sums.multiply(kernel, states, &lines, &affine, &mut by_sums);
            for (what, tiles) in [("pairs", by_pairs), ("sums", by_sums)] {
                let numbers = |tiles: &[Tile; 2]| tiles.map(|t| t.0).concat().concat();
                let error = distance(&numbers(&tiles), &numbers(&expected));
                assert!(error < 0.01, "{} {what}: {error}", kernel.name());
            }
        }
    }
}
