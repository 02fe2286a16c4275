//! States.

use crate::fault::Fault;
use crate::puzzle::Puzzle;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};
use std::collections::hash_map::DefaultHasher;
use std::hash::{Hash, Hasher};

/// A state of a puzzle. As text it is what it looks like, in the puzzle's own form.
#[pyclass(frozen, module = "quarterturn")]
#[derive(Clone, Debug)]
pub struct State {
    pub inner: quarterturn::State,
    pub puzzle: Puzzle,
}

#[pymethods]
impl State {
    /// The puzzle that it is a state of; of Sokoban, its own level.
    #[getter]
    fn puzzle(&self) -> Puzzle {
        self.puzzle.clone().with(self.inner.puzzle())
    }

    /// The state that moves in text lead to.
    fn apply(&self, moves: &str) -> PyResult<Self> {
        let inner = self.inner.apply(moves).map_err(Fault::from)?;
        let puzzle = self.puzzle.clone();
        Ok(Self { inner, puzzle })
    }

    /// The names of the moves that can be made here.
    #[getter]
    fn moves<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let names = self.inner.moves().map(|mv| mv.name().to_owned());
        PyTuple::new(py, names.collect::<Vec<_>>())
    }

    /// Whether it is the goal, or one of the goals.
    #[getter]
    fn is_solved(&self) -> bool {
        self.inner.is_solved()
    }

    /// A doubt: it is not known whether any moves lead to it.
    #[getter]
    fn doubt(&self) -> Option<&'static str> {
        self.inner.doubt()
    }

    /// Its text form.
    #[getter]
    fn text(&self) -> String {
        self.inner.to_string()
    }

    /// A picture for a terminal, over several lines.
    #[pyo3(signature = (colour = false))]
    fn picture(&self, colour: bool) -> String {
        self.inner.picture(colour)
    }

    /// A number for each sticker or cell: of cubes, the place of its colour's face in "URFDLB".
    #[getter]
    fn numbers<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, self.inner.numbers().map_err(Fault::from)?)
    }

    /// The numbers as an array of NumPy, which must be installed: of uint8, or of uint16 where that is too small.
    fn numpy<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let numbers = self.inner.numbers().map_err(Fault::from)?;
        let dtype = if numbers.iter().all(|&number| number < 256) {
            "uint8"
        } else {
            "uint16"
        };
        py.import("numpy")?.call_method1("array", (numbers, dtype))
    }

    /// For `numpy.asarray`, of a state or of a list of states.
    #[pyo3(signature = (dtype = None, copy = None))]
    fn __array__<'py>(
        &self,
        py: Python<'py>,
        dtype: Option<Bound<'py, PyAny>>,
        copy: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        // It is always a new one.
        let _ = copy;
        let array = self.numpy(py)?;
        match dtype {
            None => Ok(array),
            Some(dtype) => array.call_method1("astype", (dtype,)),
        }
    }

    fn __str__(&self) -> String {
        self.inner.to_string()
    }

    fn __repr__(&self) -> String {
        format!("<State of {}: {}>", self.inner.puzzle(), self.inner)
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        let other = other.cast::<Self>();
        other.is_ok_and(|other| other.get().inner == self.inner)
    }

    fn __hash__(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        self.inner.to_string().hash(&mut hasher);
        hasher.finish()
    }

    fn __reduce__<'py>(
        &self,
        py: Python<'py>,
    ) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyTuple>)> {
        let read = py.get_type::<Puzzle>().getattr("read")?;
        let puzzle = Py::new(py, self.puzzle.clone())?;
        let text = self.inner.to_string();
        Ok((read, (puzzle, text).into_pyobject(py)?))
    }

    fn __copy__(&self) -> Self {
        self.clone()
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyDict>) -> Self {
        self.clone()
    }
}
