//! Numbers and their products, in the precision that is wanted.

use std::fmt::Debug;
use std::iter::Sum;
use std::ops::{Add, AddAssign, Div, Mul, Sub};

/// A floating-point number.
pub trait Real:
    Copy
    + Debug
    + PartialOrd
    + Add<Output = Self>
    + AddAssign
    + Sub<Output = Self>
    + Mul<Output = Self>
    + Div<Output = Self>
    + Sum
{
    /// The nearest to `x`.
    fn near(x: f64) -> Self;
    /// In float64.
    fn wide(self) -> f64;
    /// √x
    fn root(self) -> Self;
    /// `c = add × c + a·b` for `a` of `rows × depth`, `b` of `depth × columns`.
    fn product(a: Factor<'_, Self>, b: Factor<'_, Self>, c: &mut [Self], columns: usize, add: bool);
}

/// A matrix, stored row by row with `columns` columns, perhaps to be read transposed.
#[derive(Clone, Copy, Debug)]
pub struct Factor<'a, R> {
    numbers: &'a [R],
    columns: usize,
    transposed: bool,
}

impl<'a, R> Factor<'a, R> {
    /// As it is stored.
    pub fn new(numbers: &'a [R], columns: usize) -> Self {
        Self {
            numbers,
            columns,
            transposed: false,
        }
    }

    /// Rows and columns swapped.
    pub fn turned(numbers: &'a [R], columns: usize) -> Self {
        Self {
            numbers,
            columns,
            transposed: true,
        }
    }

    /// Rows and columns, and the distances between rows and between columns.
    fn layout(&self) -> [usize; 4] {
        let rows = self.numbers.len() / self.columns;
        match self.transposed {
            false => [rows, self.columns, self.columns, 1],
            true => [self.columns, rows, 1, self.columns],
        }
    }
}

macro_rules! real {
    ($type:ty, $gemm:path) => {
        impl Real for $type {
            fn near(x: f64) -> Self {
                x as $type
            }

            fn wide(self) -> f64 {
                self.into()
            }

            fn root(self) -> Self {
                self.sqrt()
            }

            #[allow(unsafe_code)]
            fn product(
                a: Factor<'_, Self>,
                b: Factor<'_, Self>,
                c: &mut [Self],
                columns: usize,
                add: bool,
            ) {
                let [rows, depth, a_row, a_column] = a.layout();
                let [b_rows, b_columns, b_row, b_column] = b.layout();
                assert!(b_rows == depth && b_columns == columns && c.len() == rows * columns);
                let add = if add { 1.0 } else { 0.0 };
                // SAFETY: the sizes were compared with each other and with the slices.
                unsafe {
                    $gemm(
                        rows,
                        depth,
                        columns,
                        1.0,
                        a.numbers.as_ptr(),
                        a_row as isize,
                        a_column as isize,
                        b.numbers.as_ptr(),
                        b_row as isize,
                        b_column as isize,
                        add,
                        c.as_mut_ptr(),
                        columns as isize,
                        1,
                    );
                }
            }
        }
    };
}

real!(f32, matrixmultiply::sgemm);
real!(f64, matrixmultiply::dgemm);
