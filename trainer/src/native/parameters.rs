//! Parameters with their gradients and moments, in tiles.

use super::kernel::{Columns, Kernel, Pairs, Rows, SIDE, Step, Tile};

/// Tiles that hold so many numbers in a row.
pub const fn tiles(width: usize) -> usize {
    width.div_ceil(SIDE)
}

/// A matrix that learns.
///
/// Its tiles lie panel by panel: all rows of the first 32 columns, then the next. Rows and
/// columns past the true size stay zero.
#[derive(Clone, Debug)]
pub struct Matrix {
    /// True size.
    pub rows: usize,
    /// True size.
    pub columns: usize,
    /// The numbers.
    pub value: Vec<Tile>,
    /// Adam's first moment.
    pub first: Vec<Tile>,
    /// Adam's second moment.
    pub second: Vec<Tile>,
    /// What the last backward pass says.
    pub gradient: Vec<Tile>,
}

impl Matrix {
    /// All zero.
    pub fn new(rows: usize, columns: usize) -> Self {
        let zero = vec![Tile::ZERO; tiles(rows) * tiles(columns)];
        Self {
            rows,
            columns,
            value: zero.clone(),
            first: zero.clone(),
            second: zero.clone(),
            gradient: zero,
        }
    }

    /// Tiles above each other.
    pub fn groups(&self) -> usize {
        tiles(self.rows)
    }

    /// Tiles beside each other.
    pub fn panels(&self) -> usize {
        tiles(self.columns)
    }

    /// One step of Adam on one tile.
    pub fn adam(&mut self, at: usize, kernel: Kernel, step: Step) {
        kernel.adam(
            self.value[at].0.as_flattened_mut(),
            self.first[at].0.as_flattened_mut(),
            self.second[at].0.as_flattened_mut(),
            self.gradient[at].0.as_flattened(),
            step,
        );
    }
}

/// Copies a matrix of `columns` columns, row by row, into tiles.
pub fn scatter(from: &[f32], columns: usize, to: &mut [Tile]) {
    let groups = to.len() / tiles(columns);
    for (i, row) in from.chunks_exact(columns).enumerate() {
        for (panel, part) in row.chunks(SIDE).enumerate() {
            to[panel * groups + i / SIDE].0[i % SIDE][..part.len()].copy_from_slice(part);
        }
    }
}

/// Copies tiles into a matrix of `columns` columns, row by row.
pub fn gather(from: &[Tile], columns: usize, to: &mut [f32]) {
    let groups = from.len() / tiles(columns);
    for (i, row) in to.chunks_exact_mut(columns).enumerate() {
        for (panel, part) in row.chunks_mut(SIDE).enumerate() {
            part.copy_from_slice(&from[panel * groups + i / SIDE].0[i % SIDE][..part.len()]);
        }
    }
}

/// A vector that learns; numbers past the true length stay zero.
#[derive(Clone, Debug)]
pub struct Vector {
    /// True length.
    pub length: usize,
    /// The numbers.
    pub value: Vec<Columns>,
    /// Adam's first moment.
    pub first: Vec<Columns>,
    /// Adam's second moment.
    pub second: Vec<Columns>,
    /// What the last backward pass says.
    pub gradient: Vec<Columns>,
}

impl Vector {
    /// All `value`.
    pub fn new(length: usize, value: f32) -> Self {
        let zero = vec![Columns::ZERO; tiles(length)];
        let mut vector = Self {
            length,
            value: zero.clone(),
            first: zero.clone(),
            second: zero.clone(),
            gradient: zero,
        };
        for i in 0..length {
            vector.value[i / SIDE].0[i % SIDE] = value;
        }
        vector
    }

    /// One step of Adam.
    pub fn adam(&mut self, kernel: Kernel, step: Step) {
        for at in 0..self.value.len() {
            kernel.adam(
                &mut self.value[at].0,
                &mut self.first[at].0,
                &mut self.second[at].0,
                &self.gradient[at].0,
                step,
            );
        }
    }
}

/// The weights of a dense layer, `[outputs, inputs]`, also as right factors in bfloat16.
#[derive(Clone, Debug)]
pub struct Weights {
    /// In float32.
    pub master: Matrix,
    /// For products with inputs: `[output panels][input panels]`.
    pub forward: Vec<Pairs>,
    /// For products with gradients: `[input panels][output panels]`.
    pub backward: Vec<Pairs>,
}

impl Weights {
    /// All zero.
    pub fn new(outputs: usize, inputs: usize) -> Self {
        let master = Matrix::new(outputs, inputs);
        let packed = vec![Pairs::ZERO; master.value.len()];
        Self {
            master,
            forward: packed.clone(),
            backward: packed,
        }
    }

    /// One step of Adam on one tile, in the factors as well.
    pub fn adam(&mut self, at: usize, kernel: Kernel, step: Step) {
        self.master.adam(at, kernel, step);
        self.pack_tile(at, kernel);
    }

    /// Brings the factors up to date with the weights.
    pub fn pack(&mut self, kernel: Kernel) {
        for at in 0..self.master.value.len() {
            self.pack_tile(at, kernel);
        }
    }

    fn pack_tile(&mut self, at: usize, kernel: Kernel) {
        let (groups, panels) = (self.master.groups(), self.master.panels());
        let (panel, group) = (at / groups, at % groups);
        let (mut rows, mut turned) = (Rows::ZERO, Rows::ZERO);
        kernel.round(&self.master.value[at], &mut rows);
        kernel.pair(&rows, &mut self.backward[at]);
        kernel.transpose(&rows, &mut turned);
        kernel.pair(&turned, &mut self.forward[group * panels + panel]);
    }
}
