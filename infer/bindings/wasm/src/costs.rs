//! Prices of moves: in JavaScript an object from names of moves to numbers.

use crate::fault::thrown;
use js_sys::Object;
use quarterturn::Puzzle;
use quarterturn::costs::MoveCosts;
use wasm_bindgen::{JsCast, JsValue};

/// The prices of a puzzle's moves. Those that are not named cost one; `Infinity` forbids.
///
/// # Errors
/// An `Error` with a `code` where a move or its price is none.
pub fn costs(puzzle: &Puzzle, given: &Object) -> Result<MoveCosts, JsValue> {
    let entries = Object::entries(given);
    let entries = entries.iter().map(|entry| {
        let entry: js_sys::Array = entry.unchecked_into();
        let name = entry.get(0).as_string().unwrap_or_default();
        let price = entry.get(1).as_f64();
        (name, price.unwrap_or(f64::NAN))
    });
    let entries: Vec<(String, f64)> = entries.collect();
    let prices: Vec<(&str, f64)> = entries
        .iter()
        .map(|(name, price)| (&**name, *price))
        .collect();
    puzzle.prices(&prices).map_err(thrown)
}
