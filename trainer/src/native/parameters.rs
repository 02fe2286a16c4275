//! Parameters with their gradients and moments, in tiles.

use super::kernel::{Columns, Kernel, Pairs, Rows, SIDE, Step, Tile, tiles};
use rayon::prelude::*;

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

    /// Panel by panel.
    pub fn panels_mut(&mut self) -> impl IndexedParallelIterator<Item = Panel<'_>> {
        let groups = self.groups();
        let value = self.value.par_chunks_exact_mut(groups);
        let moments = [&mut self.first, &mut self.second].map(|m| m.par_chunks_exact_mut(groups));
        let [first, second] = moments;
        let gradient = self.gradient.par_chunks_exact_mut(groups);
        let all = value.zip(first.zip(second)).zip(gradient);
        all.map(|((value, (first, second)), gradient)| Panel {
            value,
            first,
            second,
            gradient,
        })
    }
}

/// All rows of 32 columns of a matrix.
#[derive(Debug)]
pub struct Panel<'a> {
    /// The numbers.
    pub value: &'a mut [Tile],
    first: &'a mut [Tile],
    second: &'a mut [Tile],
    /// Their gradients.
    pub gradient: &'a mut [Tile],
}

impl Panel<'_> {
    /// One step of Adam.
    pub fn adam(&mut self, kernel: Kernel, step: Step) {
        for (at, gradient) in self.gradient.iter().enumerate() {
            kernel.adam(
                self.value[at].0.as_flattened_mut(),
                self.first[at].0.as_flattened_mut(),
                self.second[at].0.as_flattened_mut(),
                gradient.0.as_flattened(),
                step,
            );
        }
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

    /// One step of Adam, in the factors as well.
    pub fn adam(&mut self, kernel: Kernel, step: Step) {
        let panels = self.master.panels_mut();
        panels.for_each(|mut panel| panel.adam(kernel, step));
        self.pack(kernel);
    }

    /// Brings the factors up to date with the weights.
    pub fn pack(&mut self, kernel: Kernel) {
        let (groups, panels) = (self.master.groups(), self.master.panels());
        let value = &self.master.value;
        let backward = self.backward.par_iter_mut().with_min_len(16).zip(value);
        backward.for_each(|(pairs, tile)| {
            let mut rows = Rows::ZERO;
            kernel.round(tile, &mut rows);
            kernel.pair(&rows, pairs);
        });
        let forward = self.forward.par_iter_mut().with_min_len(16).enumerate();
        forward.for_each(|(at, pairs)| {
            let (group, panel) = (at / panels, at % panels);
            let (mut rows, mut turned) = (Rows::ZERO, Rows::ZERO);
            kernel.round(&value[panel * groups + group], &mut rows);
            kernel.transpose(&rows, &mut turned);
            kernel.pair(&turned, pairs);
        });
    }
}
