//! Errors as JavaScript has them: an `Error` with a `code`, and with `at` and `hint` where there are such.

use js_sys::{Error, Reflect};
use quarterturn::Refusal;
use quarterturn::solver::{RequestError, SolveError};
use wasm_bindgen::JsValue;

/// An error with a code for programs and words for people.
pub fn fault(code: &str, words: &dyn std::fmt::Display) -> JsValue {
    let error = Error::new(&words.to_string());
    set(&error, "code", &code.into());
    error.into()
}

/// A refusal, with the place in the input and what to do about it.
pub fn refused(refusal: &Refusal) -> JsValue {
    let error = Error::new(&refusal.message);
    set(&error, "code", &refusal.code.into());
    if let Some(at) = refusal.at {
        set(&error, "at", &(at as u32).into());
    }
    if let Some(hint) = &refusal.hint {
        set(&error, "hint", &hint.into());
    }
    error.into()
}

/// Why a request was not answered.
pub fn unanswered(error: &RequestError) -> JsValue {
    match error {
        RequestError::Solve(SolveError::Refused(refusal)) => refused(refusal),
        _ => fault(error.code(), error),
    }
}

/// Sets a property. An object that was just made takes it.
pub fn set(object: &JsValue, name: &str, value: &JsValue) {
    let _ = Reflect::set(object, &name.into(), value);
}
