//! Arrays of numbers, which states are in programs that compute with many.

use crate::fault::Fault;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyMemoryView, PyString};

/// Most items of a sequence.
const MOST: usize = 1 << 24;

/// The rows of numbers of an array: of one dimension or of two. An array is what has `tolist`, as those of NumPy have, or
/// a buffer, or is a sequence.
pub fn rows(array: &Bound<'_, PyAny>) -> PyResult<Vec<Vec<i64>>> {
    let list = listed(array)?;
    match list.get_item(0) {
        Ok(first) if first.extract::<i64>().is_err() => all(&list, |row| numbers(row)),
        _ => Ok(vec![numbers(&list)?]),
    }
}

/// The numbers of an array of one dimension.
pub fn row(array: &Bound<'_, PyAny>) -> PyResult<Vec<i64>> {
    numbers(&listed(array)?)
}

fn numbers(list: &Bound<'_, PyAny>) -> PyResult<Vec<i64>> {
    all(list, |number| number.extract())
}

/// The items of a sequence that is not a text. Memory is taken for those that come, whatever length it says it has.
pub fn all<'py, T>(
    list: &Bound<'py, PyAny>,
    item: impl Fn(&Bound<'py, PyAny>) -> PyResult<T>,
) -> PyResult<Vec<T>> {
    let is_other = list.is_instance_of::<PyString>() || list.is_instance_of::<PyDict>();
    if is_other || !list.hasattr("__getitem__")? {
        let message = format!("a sequence is needed, not {}", list.get_type().name()?);
        return Err(PyTypeError::new_err(message));
    }
    let mut items = Vec::new();
    for next in list.try_iter()? {
        if items.len() == MOST || items.is_empty() && list.len()? > MOST {
            let message = format!("a sequence of more than {MOST} items");
            return Err(Fault::new("too-long", message).into());
        }
        items.push(item(&next?)?);
    }
    Ok(items)
}

fn listed<'py>(array: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
    if array.hasattr("tolist")? {
        return array.call_method0("tolist");
    }
    match PyMemoryView::from(array) {
        Ok(view) => view.call_method0("tolist"),
        Err(_) => Ok(array.clone()),
    }
}
