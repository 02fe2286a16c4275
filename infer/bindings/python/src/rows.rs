//! Moves of many states at once, on arrays of NumPy.

use crate::fault::Fault;
use crate::numbers;
use pyo3::exceptions::{PyIndexError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyByteArray, PyBytes, PyString, PyTuple};
use quarterturn::puzzles::{Puzzle, Rows};

/// States in an array, one a row, of uint8 or of uint16.
struct Given<'py> {
    bytes: Bound<'py, PyBytes>,
    shape: Vec<usize>,
    wide: bool,
}

/// What a puzzle's moves do to rows.
pub fn of(puzzle: &Puzzle) -> PyResult<Rows> {
    let none = || {
        let message =
            format!("what the moves of {puzzle} do depends on the state: use State.apply");
        Fault::new("no-tables", message)
    };
    Ok(puzzle.rows().ok_or_else(none)?)
}

/// The tables of all moves: an array of moves × places.
pub fn tables<'py>(py: Python<'py>, rows: &Rows) -> PyResult<Bound<'py, PyAny>> {
    let tables: Vec<&[u16]> = (0..rows.moves()).map(|mv| rows.table(mv)).collect();
    py.import("numpy")?
        .call_method1("array", (tables, "uint16"))
}

/// A move of each state: by its name or its number for all, or numbers, one for each.
pub fn apply<'py>(
    rows: &Rows,
    puzzle: &Puzzle,
    states: &Bound<'py, PyAny>,
    moves: &Bound<'py, PyAny>,
    out: Option<&Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyAny>> {
    let given = Given::of(states, rows)?;
    let moves: Vec<i64> = match (moves.cast::<PyString>(), moves.extract::<i64>()) {
        (Ok(name), _) => {
            let name = name.to_cow()?;
            let at = puzzle.moves().position(|known| known.name() == name);
            let unknown = || {
                Fault::new(
                    "unknown-move",
                    format!("{name:?} is not a move of {puzzle}"),
                )
            };
            vec![at.ok_or_else(unknown)? as i64]
        }
        (_, Ok(number)) => vec![number],
        _ => numbers::row(moves)?,
    };
    let known = |&mv: &i64| {
        u8::try_from(mv)
            .ok()
            .filter(|&mv| usize::from(mv) < rows.moves())
    };
    let Some(moves) = moves.iter().map(known).collect::<Option<Vec<u8>>>() else {
        let message = format!("moves: numbers from 0 to {} are moves", rows.moves() - 1);
        return Err(PyIndexError::new_err(message));
    };
    let count = given.count();
    if moves.len() != 1 && moves.len() != count {
        let message = format!("moves: {} for {count} states", moves.len());
        return Err(PyValueError::new_err(message));
    }
    let shape = given.shape.clone();
    given.made(1, &shape, out, &Apply(rows, moves))
}

/// The states after every move of each state: an array with a dimension more, the moves.
pub fn children<'py>(
    rows: &Rows,
    states: &Bound<'py, PyAny>,
    out: Option<&Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyAny>> {
    let given = Given::of(states, rows)?;
    let mut shape = given.shape.clone();
    shape.insert(shape.len() - 1, rows.moves());
    given.made(rows.moves(), &shape, out, &Children(rows))
}

/// What makes rows of others, of numbers of any size.
trait Make {
    fn make<T: Copy + Default + Send + Sync>(&self, from: &[T], to: &mut [T]);
}

struct Apply<'a>(&'a Rows, Vec<u8>);

impl Make for Apply<'_> {
    fn make<T: Copy + Default + Send + Sync>(&self, from: &[T], to: &mut [T]) {
        self.0.apply(from, &self.1, to);
    }
}

struct Children<'a>(&'a Rows);

impl Make for Children<'_> {
    fn make<T: Copy + Default + Send + Sync>(&self, from: &[T], to: &mut [T]) {
        self.0.children(from, to);
    }
}

impl<'py> Given<'py> {
    fn of(states: &Bound<'py, PyAny>, rows: &Rows) -> PyResult<Self> {
        let array = states
            .py()
            .import("numpy")?
            .call_method1("asarray", (states,))?;
        let kind: String = array.getattr("dtype")?.getattr("str")?.extract()?;
        let wide = match &*kind {
            "|u1" => false,
            "<u2" => true,
            _ => {
                let message =
                    format!("states: an array of uint8 or uint16 is needed, not of {kind}");
                return Err(PyTypeError::new_err(message));
            }
        };
        let shape: Vec<usize> = array.getattr("shape")?.extract()?;
        if shape.last() != Some(&rows.places()) {
            let message = format!(
                "states: a row has {} numbers; the shape is {shape:?}",
                rows.places()
            );
            return Err(PyValueError::new_err(message));
        }
        let bytes = array.call_method0("tobytes")?.cast_into()?;
        Ok(Self { bytes, shape, wide })
    }

    /// Number of states.
    fn count(&self) -> usize {
        self.shape[..self.shape.len() - 1].iter().product()
    }

    /// An array with `times` as many numbers, which `make` makes of these; or `out`, with them.
    fn made(
        &self,
        times: usize,
        shape: &[usize],
        out: Option<&Bound<'py, PyAny>>,
        make: &impl Make,
    ) -> PyResult<Bound<'py, PyAny>> {
        let py = self.bytes.py();
        let from = self.bytes.as_bytes();
        let made = PyByteArray::new_with(py, from.len() * times, |to| {
            if self.wide {
                let words = from
                    .chunks_exact(2)
                    .map(|word| u16::from_le_bytes([word[0], word[1]]));
                let words: Vec<u16> = words.collect();
                let mut made = vec![0; words.len() * times];
                make.make(&words, &mut made);
                for (to, word) in to.chunks_exact_mut(2).zip(made) {
                    to.copy_from_slice(&word.to_le_bytes());
                }
            } else {
                make.make(from, to);
            }
            Ok(())
        })?;
        let numpy = py.import("numpy")?;
        let kind = if self.wide { "<u2" } else { "|u1" };
        let made = numpy.call_method1("frombuffer", (made, kind))?;
        let made = made.call_method1("reshape", (PyTuple::new(py, shape)?,))?;
        match out {
            None => Ok(made),
            Some(out) => {
                numpy.call_method1("copyto", (out, made))?;
                Ok(out.clone())
            }
        }
    }
}
