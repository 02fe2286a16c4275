//! A puzzle in JavaScript's hands.

use crate::fault::thrown;
use crate::inspection::inspection;
use crate::request::whole;
use wasm_bindgen::prelude::{JsValue, wasm_bindgen};

/// A puzzle: by a name, or as the bytes of a file define it.
#[wasm_bindgen]
#[derive(Debug)]
pub struct Puzzle(pub(crate) quarterturn::Puzzle);

#[wasm_bindgen]
impl Puzzle {
    /// The built-in puzzle of that name.
    ///
    /// # Errors
    /// An `Error` with a `code` where there is none.
    pub fn named(name: &str) -> Result<Self, JsValue> {
        let puzzle = quarterturn::Puzzle::named(name);
        puzzle.map(Self).map_err(thrown)
    }

    /// The puzzle that a file of these bytes defines, in any format that the library knows.
    ///
    /// # Errors
    /// An `Error` with a `code` where they define none.
    pub fn parse(bytes: &[u8]) -> Result<Self, JsValue> {
        let puzzle = quarterturn::Puzzle::parse(bytes);
        puzzle.map(Self).map_err(thrown)
    }

    /// Its name.
    #[wasm_bindgen(getter)]
    pub fn name(&self) -> String {
        self.0.name().into()
    }

    /// An identity that does not depend on names.
    #[wasm_bindgen(getter)]
    pub fn id(&self) -> String {
        self.0.id().into()
    }

    /// How its moves count: `qtm`, `htm` or `moves`.
    #[wasm_bindgen(getter)]
    pub fn metric(&self) -> String {
        self.0.metric().name().into()
    }

    /// The number of its states in decimal digits, where it is known.
    #[wasm_bindgen(getter)]
    pub fn order(&self) -> Option<String> {
        self.0.states().map(|states| states.to_string())
    }

    /// The names of its moves.
    #[wasm_bindgen(getter)]
    pub fn moves(&self) -> Vec<String> {
        self.0.moves().map(|mv| mv.name().into()).collect()
    }

    /// The state where moves in text begin: the solved one, of most puzzles.
    #[wasm_bindgen(getter)]
    pub fn start(&self) -> String {
        self.0.start().to_string()
    }

    /// A state, read and written in the puzzle's own text form.
    ///
    /// # Errors
    /// An `Error` with `code`, `at` and `hint` where the text is no state.
    pub fn read(&self, text: &str) -> Result<String, JsValue> {
        Ok(self.state(text)?.to_string())
    }

    /// The state that moves lead to.
    ///
    /// # Errors
    /// As [`Puzzle::read`].
    pub fn apply(&self, text: &str, moves: &str) -> Result<String, JsValue> {
        let state = self.state(text)?.apply(moves);
        Ok(state.map_err(thrown)?.to_string())
    }

    /// The names of the moves that may be made in a state.
    ///
    /// # Errors
    /// As [`Puzzle::read`].
    pub fn allowed(&self, text: &str) -> Result<Vec<String>, JsValue> {
        let state = self.state(text)?;
        Ok(state.moves().map(|mv| mv.name().into()).collect())
    }

    /// What is wrong with stickers, of which `.` has no colour yet, and what would mend it, first at the sticker `near`:
    /// `{ stickers, faults: [{ code, message, stickers }], repairs: [{ what, state, stickers }] }`; nothing where the text
    /// shows no stickers of a cube.
    pub fn inspect(&self, text: &str, near: Option<u32>) -> Option<js_sys::Object> {
        let near = near.map(|near| near as usize);
        Some(inspection(&self.0.inspect(text, near)?))
    }

    /// The `patternData` of cubing.js that shows the same as a text, possible or not; nothing where a piece is missing.
    pub fn kpattern(&self, text: &str) -> Option<js_sys::Object> {
        let parsed = js_sys::JSON::parse(&self.0.kpattern(text)?);
        parsed.ok().map(js_sys::Object::from)
    }

    /// What else may have been meant by a text that is read as a state.
    pub fn warning(&self, text: &str) -> Option<String> {
        self.0.warning(text)
    }

    /// Whether a state is solved.
    ///
    /// # Errors
    /// As [`Puzzle::read`].
    #[wasm_bindgen(js_name = isSolved)]
    pub fn is_solved(&self, text: &str) -> Result<bool, JsValue> {
        Ok(self.state(text)?.is_solved())
    }

    /// A random state, which the seed determines: a whole number from 0 on.
    ///
    /// # Errors
    /// An `Error` with a `code` where the seed is something else.
    pub fn random(&self, seed: JsValue) -> Result<String, JsValue> {
        Ok(self.0.random(number("seed", &seed)?).to_string())
    }

    /// Random moves, which the seed determines; the state where the puzzle scrambles without moves.
    ///
    /// # Errors
    /// As [`Puzzle::random`], also where there would be more than a million moves.
    pub fn scramble(&self, seed: JsValue, length: JsValue) -> Result<String, JsValue> {
        let (seed, length) = (number("seed", &seed)?, number("length", &length)?);
        let length = usize::try_from(length).unwrap_or(usize::MAX);
        let scramble = self.0.try_scramble(seed, length);
        let scramble = scramble.map_err(thrown)?;
        Ok(scramble.moves.unwrap_or_else(|| scramble.state.to_string()))
    }
}

/// A whole number that must be there.
fn number(name: &str, value: &JsValue) -> Result<u64, JsValue> {
    // What is no number is refused as one that is none.
    let number = value.as_f64().unwrap_or(f64::NAN);
    Ok(whole(name, Some(number))?.unwrap_or_default())
}

impl Puzzle {
    pub(crate) fn state(&self, text: &str) -> Result<quarterturn::State, JsValue> {
        self.0.read(text).map_err(thrown)
    }
}
