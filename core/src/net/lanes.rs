//! The inner loops of [`layer`](super::layer), in a form that compilers turn into vector
//! instructions where there are any.

/// Columns of the first layer that are summed together.
pub const COLUMNS: usize = 16;

/// Outputs of a dense layer that are computed together.
pub const OUTPUTS: usize = 4;

/// Sums of first-layer weights.
#[derive(Clone, Copy, Debug)]
pub struct Sums([i16; COLUMNS]);

impl Sums {
    /// Starts with the biases.
    #[inline]
    pub fn new(bias: [i16; COLUMNS]) -> Self {
        Self(bias)
    }

    /// Adds a part of a row of i8 weights.
    #[inline]
    pub fn add(&mut self, row: &[u8; COLUMNS]) {
        for (sum, &w) in self.0.iter_mut().zip(row) {
            *sum += i16::from(w as i8);
        }
    }

    /// The sums.
    #[inline]
    pub fn get(self) -> [i16; COLUMNS] {
        self.0
    }
}

/// Products of rows of i8 weights with activations of at most 127, each as far as both go.
#[inline]
pub fn dots(rows: [&[u8]; OUTPUTS], x: &[u8]) -> [i32; OUTPUTS] {
    rows.map(|row| {
        let products = row.iter().zip(x);
        products
            .map(|(&w, &x)| i32::from(w as i8) * i32::from(x))
            .sum()
    })
}
