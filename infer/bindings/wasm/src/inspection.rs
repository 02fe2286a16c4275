//! What is wrong with stickers, as a plain object.

use crate::fault::set;
use js_sys::{Array, Object};
use quarterturn::puzzles::Inspection;
use wasm_bindgen::JsValue;

/// An inspection with the names that the library has.
pub fn inspection(found: &Inspection) -> Object {
    let faults = found.faults.iter().map(|fault| {
        plain(&[
            ("code", fault.code.into()),
            ("message", (&*fault.message).into()),
            ("stickers", numbers(&fault.stickers)),
        ])
    });
    let repairs = found.repairs.iter().map(|repair| {
        plain(&[
            ("what", (&*repair.what).into()),
            ("state", (&*repair.state).into()),
            ("stickers", numbers(&repair.stickers)),
        ])
    });
    plain(&[
        ("stickers", (&*found.stickers).into()),
        ("faults", faults.collect::<Array>().into()),
        ("repairs", repairs.collect::<Array>().into()),
    ])
}

fn plain(properties: &[(&str, JsValue)]) -> Object {
    let object = Object::new();
    for (name, value) in properties {
        set(&object, name, value);
    }
    object
}

fn numbers(numbers: &[usize]) -> JsValue {
    let numbers = numbers.iter().map(|&number| JsValue::from(number as u32));
    numbers.collect::<Array>().into()
}
