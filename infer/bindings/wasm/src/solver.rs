//! A solver in JavaScript's hands.

use crate::answer;
use crate::costs::costs;
use crate::fault::thrown;
use crate::puzzle::Puzzle;
use crate::request::Asked;
use js_sys::Function;
use quarterturn::models::Model;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use wasm_bindgen::prelude::{JsValue, wasm_bindgen};

/// A puzzle and the network that guides its searches, made once for all requests.
#[wasm_bindgen]
#[derive(Debug)]
pub struct Solver(quarterturn::Solver);

/// A function of JavaScript's that a search calls. It ends the search by returning `false`.
struct Callback {
    function: Function,
    stop: Arc<AtomicBool>,
}

impl Callback {
    fn call(&self, argument: &JsValue) {
        let said = self.function.call1(&JsValue::NULL, argument);
        // An exception cannot pass through the search, so it ends it.
        if said.map_or(true, |said| said == false) {
            self.stop.store(true, Ordering::Relaxed);
        }
    }
}

#[wasm_bindgen]
impl Solver {
    /// A solver of a puzzle. `network` is a weight file; without one the network inside guides it, or, where none serves the
    /// puzzle, the search is exact. `memory` is the most that searches hold, in bytes.
    ///
    /// # Errors
    /// An `Error` with a `code`: a network that is none or does not serve the puzzle.
    #[wasm_bindgen(constructor)]
    pub fn new(
        puzzle: &Puzzle,
        network: Option<Vec<u8>>,
        memory: Option<f64>,
    ) -> Result<Self, JsValue> {
        let mut builder = quarterturn::Solver::builder().puzzle(&puzzle.0);
        if let Some(bytes) = network {
            let model = Model::parse(bytes).map_err(thrown)?;
            builder = builder.loaded_model(model);
        }
        if let Some(bytes) = memory {
            builder = builder.memory_budget(bytes as usize);
        }
        let built = builder.build();
        built.map(Self).map_err(thrown)
    }

    /// The name of the network that guides its searches, if one does.
    #[wasm_bindgen(getter)]
    pub fn network(&self) -> Option<String> {
        self.0.model().map(|model| model.name.clone())
    }

    /// Solves a state, and returns when the search has ended.
    ///
    /// # Errors
    /// An `Error` with `code`, and with `at` and `hint` where the text is no state. That no solution was found is none.
    #[wasm_bindgen(unchecked_return_type = "Answer")]
    pub fn solve(&self, state: &str, asked: &Asked) -> Result<JsValue, JsValue> {
        let puzzle = self.0.puzzle();
        let target = asked.target();
        let request = match &target {
            Some(target) => self.0.request_towards(state, target),
            None => self.0.request(state),
        };
        let request = request.map_err(thrown)?;
        let stop = Arc::new(AtomicBool::new(false));
        let mut request = request.settings(asked.settings()?).cancel(&stop);
        if let Some(longest) = asked.longest()? {
            request = request.max_length(longest);
        }
        if let Some(given) = asked.costs() {
            request = request.costs(costs(puzzle, &given)?);
        }
        let callback = |function| Callback {
            function,
            stop: stop.clone(),
        };
        if let Some(told) = asked.on_better().map(callback) {
            request = request.on_better(move |found| told.call(&answer::better(&found)));
        }
        if let Some(told) = asked.on_progress().map(callback) {
            request = request.on_progress(move |now| told.call(&answer::progress(&now)));
        }
        let found = request.run().map_err(thrown)?;
        Ok(answer::answer(&found))
    }
}
