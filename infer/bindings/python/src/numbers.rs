//! States as numbers, for arrays.
//!
//! | puzzle | a number for each | what it says |
//! |---|---|---|
//! | cubes | sticker, in the order of the text form | its colour: the place of its face in `URFDLB` |
//! | tiles | cell | its tile, 0 for the blank |
//! | Lights Out | cell | 1 where it is lit |
//! | puzzles from files | sticker | its colour, as in the text form |
//!
//! Levels of Sokoban differ in size and shape, so they have no such form.

use crate::fault::Fault;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyMemoryView, PyString};
use quarterturn::{Puzzle, State};

const FACES: &str = "URFDLB";
/// Most items of a sequence.
const MOST: usize = 1 << 24;

/// The text of a state that consists of digits, letters or words, one for each number.
enum Form {
    Letters,
    Digits,
    Words,
}

impl Form {
    fn of(puzzle: &Puzzle) -> Result<Self, Fault> {
        match puzzle.family() {
            "sokoban" => Err(Fault::new(
                "no-numbers",
                "levels of Sokoban have no form as numbers: use their text",
            )),
            "cube2" | "cube3" => Ok(Self::Letters),
            family if family.starts_with("lightsout") => Ok(Self::Digits),
            _ => Ok(Self::Words),
        }
    }
}

/// The numbers of a state.
pub fn of_state(state: &State) -> Result<Vec<u16>, Fault> {
    let text = state.to_string();
    Ok(match Form::of(&state.puzzle())? {
        Form::Letters => {
            let places = text.chars().filter_map(|face| FACES.find(face));
            places.map(|place| place as u16).collect()
        }
        Form::Digits => text.bytes().map(|digit| u16::from(digit == b'1')).collect(),
        Form::Words => {
            let words = text.split_whitespace();
            words.filter_map(|word| word.parse().ok()).collect()
        }
    })
}

/// The state of a puzzle that numbers say.
pub fn read(puzzle: &Puzzle, numbers: &[i64]) -> Result<State, Fault> {
    let refuse = |at: usize| {
        let message = format!(
            "number {at} is {}, which means nothing to {puzzle}",
            numbers[at]
        );
        Fault::new("impossible-number", message)
    };
    let mut text = String::new();
    let form = Form::of(puzzle)?;
    for (at, &number) in numbers.iter().enumerate() {
        match form {
            Form::Letters => {
                let place = usize::try_from(number).ok();
                let face = place.and_then(|place| FACES.chars().nth(place));
                text.push(face.ok_or_else(|| refuse(at))?);
            }
            Form::Digits if (0..=1).contains(&number) => text += &number.to_string(),
            Form::Words if number >= 0 => text += &format!("{number} "),
            _ => return Err(refuse(at)),
        }
    }
    Ok(puzzle.read(&text)?)
}

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
