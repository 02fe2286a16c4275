//! Linear equations whose matrix is symmetric and positive definite, as those of least squares are.

use ndarray::Array2;

/// The `x` of `matrix` × `x` = `right`, by Cholesky's decomposition: `[n, n]` and `[n, m]` to `[n, m]`.
///
/// # Panics
/// When the matrix is not positive definite.
pub(super) fn solve(mut matrix: Array2<f64>, mut right: Array2<f64>) -> Array2<f64> {
    let n = matrix.nrows();
    // The lower triangle becomes L of matrix = L Lᵀ.
    for j in 0..n {
        for k in 0..j {
            let factor = matrix[[j, k]];
            for i in j..n {
                matrix[[i, j]] -= factor * matrix[[i, k]];
            }
        }
        let root = matrix[[j, j]].sqrt();
        assert!(root > 0.0, "a positive definite matrix");
        for i in j..n {
            matrix[[i, j]] /= root;
        }
    }
    for column in 0..right.ncols() {
        // L y = right, then Lᵀ x = y.
        for i in 0..n {
            let known: f64 = (0..i).map(|k| matrix[[i, k]] * right[[k, column]]).sum();
            right[[i, column]] = (right[[i, column]] - known) / matrix[[i, i]];
        }
        for i in (0..n).rev() {
            let known: f64 = (i + 1..n)
                .map(|k| matrix[[k, i]] * right[[k, column]])
                .sum();
            right[[i, column]] = (right[[i, column]] - known) / matrix[[i, i]];
        }
    }
    right
}

#[cfg(test)]
mod tests {
    use super::*;
    use ndarray::array;

    #[test]
    fn what_was_multiplied_comes_back() {
        let matrix = array![[4.0, 2.0, -1.0], [2.0, 3.0, 0.5], [-1.0, 0.5, 2.0]];
        let x = array![[1.0, -2.0], [0.5, 0.0], [3.0, 4.0]];
        let off = solve(matrix.clone(), matrix.dot(&x)) - x;
        assert!(off.iter().all(|off| off.abs() < 1e-12), "{off}");
    }

    #[test]
    #[should_panic(expected = "positive definite")]
    fn what_has_no_root_is_refused() {
        solve(array![[1.0, 2.0], [2.0, 1.0]], array![[1.0], [1.0]]);
    }
}
