//! Errors as JavaScript has them: an `Error` with a `code`, and with `at` and `hint` where there are such.

use js_sys::{Error, Reflect};
use quarterturn::Fault;
use wasm_bindgen::JsValue;

/// What went wrong, with the place in the input and what to do about it where these are known.
pub fn thrown(fault: impl Into<Fault>) -> JsValue {
    let fault = fault.into();
    let error = Error::new(&fault.message);
    set(&error, "code", &fault.code.into());
    if let Some(at) = fault.at {
        set(&error, "at", &(at as u32).into());
    }
    if let Some(hint) = &fault.hint {
        set(&error, "hint", &hint.into());
    }
    error.into()
}

/// Sets a property. An object that was just made takes it.
pub fn set(object: &JsValue, name: &str, value: &JsValue) {
    let _ = Reflect::set(object, &name.into(), value);
}
