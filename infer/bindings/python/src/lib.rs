//! The Python package `quarterturn`: what the library offers, as classes. What needs no Rust is in `python/`.

mod ask;
mod evaluator;
mod fault;
mod improving;
mod job;
mod numbers;
mod puzzle;
mod rows;
mod running;
mod solution;
mod solver;
mod state;

/// The compiled part of the package `quarterturn`.
#[pyo3::pymodule]
mod _native {
    use pyo3::prelude::*;

    #[pymodule_export]
    use crate::improving::Improving;
    #[pymodule_export]
    use crate::puzzle::{Puzzle, puzzles};
    #[pymodule_export]
    use crate::running::Progress;
    #[pymodule_export]
    use crate::solver::Solver;
    #[pymodule_export]
    use crate::state::State;

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        module.add("__version__", env!("CARGO_PKG_VERSION"))
    }
}
