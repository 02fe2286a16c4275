//! What JavaScript asks for: an object with these properties, all of which may be absent.

use crate::fault::fault;
use quarterturn::solver::{self, SearchKind, Settings};
use std::time::Duration;
use wasm_bindgen::prelude::{JsValue, wasm_bindgen};

#[wasm_bindgen(typescript_custom_section)]
const TYPES: &str = r"
/** What one solve asks for. All times are in seconds. */
export interface Asked {
    search?: string;
    width?: number;
    shortlist?: number;
    split?: number;
    ball?: number;
    views?: number;
    lambda?: number;
    batch?: number;
    exploration?: number;
    virtualLoss?: number;
    temperature?: number;
    restarts?: boolean;
    timeLimit?: number;
    nodeLimit?: number;
    memoryLimit?: number;
    targetLength?: number;
    maxLength?: number;
    target?: string;
    /** Prices of moves; the others cost 1. `Infinity` forbids. */
    costs?: Record<string, number>;
    /** Is told of every better solution. `false` stops the search. */
    onBetter?: (better: Better) => boolean | void;
    /** Is told how far the search has come, at most ten times a second. `false` stops the search. */
    onProgress?: (progress: Progress) => boolean | void;
}
export interface Better {
    text: string;
    moves: string[];
    length: number;
    qtm?: number;
    htm?: number;
    cost?: number;
    seconds: number;
    verified: boolean;
}
export interface Progress {
    seconds: number;
    share?: number;
    generated: number;
    depth?: number;
    width?: number;
    length?: number;
}
export interface Answer {
    text?: string;
    moves?: string[];
    length?: number;
    qtm?: number;
    htm?: number;
    cost?: number;
    seconds: number;
    verified: boolean;
    stopped: string;
    generated: number;
    evaluated: number;
    memory: number;
    doubt?: string;
}
";

#[wasm_bindgen]
extern "C" {
    /// A request as JavaScript makes it.
    #[wasm_bindgen(typescript_type = "Asked")]
    pub type Asked;
    #[wasm_bindgen(method, getter, structural)]
    fn search(this: &Asked) -> Option<String>;
    #[wasm_bindgen(method, getter, structural)]
    fn width(this: &Asked) -> Option<f64>;
    #[wasm_bindgen(method, getter, structural)]
    fn shortlist(this: &Asked) -> Option<f64>;
    #[wasm_bindgen(method, getter, structural)]
    fn split(this: &Asked) -> Option<f64>;
    #[wasm_bindgen(method, getter, structural)]
    fn ball(this: &Asked) -> Option<f64>;
    #[wasm_bindgen(method, getter, structural)]
    fn views(this: &Asked) -> Option<f64>;
    #[wasm_bindgen(method, getter, structural)]
    fn lambda(this: &Asked) -> Option<f64>;
    #[wasm_bindgen(method, getter, structural)]
    fn batch(this: &Asked) -> Option<f64>;
    #[wasm_bindgen(method, getter, structural)]
    fn exploration(this: &Asked) -> Option<f64>;
    #[wasm_bindgen(method, getter, structural, js_name = virtualLoss)]
    fn virtual_loss(this: &Asked) -> Option<f64>;
    #[wasm_bindgen(method, getter, structural)]
    fn temperature(this: &Asked) -> Option<f64>;
    #[wasm_bindgen(method, getter, structural)]
    fn restarts(this: &Asked) -> Option<bool>;
    #[wasm_bindgen(method, getter, structural, js_name = timeLimit)]
    fn time_limit(this: &Asked) -> Option<f64>;
    #[wasm_bindgen(method, getter, structural, js_name = nodeLimit)]
    fn node_limit(this: &Asked) -> Option<f64>;
    #[wasm_bindgen(method, getter, structural, js_name = memoryLimit)]
    fn memory_limit(this: &Asked) -> Option<f64>;
    #[wasm_bindgen(method, getter, structural, js_name = targetLength)]
    fn target_length(this: &Asked) -> Option<f64>;
    #[wasm_bindgen(method, getter, structural, js_name = maxLength)]
    pub fn max_length(this: &Asked) -> Option<f64>;
    #[wasm_bindgen(method, getter, structural)]
    pub fn target(this: &Asked) -> Option<String>;
    #[wasm_bindgen(method, getter, structural)]
    pub fn costs(this: &Asked) -> Option<js_sys::Object>;
    #[wasm_bindgen(method, getter, structural, js_name = onBetter)]
    pub fn on_better(this: &Asked) -> Option<js_sys::Function>;
    #[wasm_bindgen(method, getter, structural, js_name = onProgress)]
    pub fn on_progress(this: &Asked) -> Option<js_sys::Function>;
}

/// A whole number from 0 on that fits; JavaScript has no other numbers than these.
///
/// # Errors
/// An `Error` that names the one at fault.
pub(crate) fn whole<T: TryFrom<u64>>(name: &str, value: Option<f64>) -> Result<Option<T>, JsValue> {
    let Some(value) = value else { return Ok(None) };
    let exact = (value >= 0.0 && value.fract() == 0.0 && value < 2f64.powi(53)).then_some(value);
    let whole = exact.and_then(|value| T::try_from(value as u64).ok());
    let wrong = || format!("{name}: {value} is not a whole number that it takes");
    whole.map(Some).ok_or_else(|| fault("bad-option", &wrong()))
}

impl Asked {
    /// The settings among it.
    ///
    /// # Errors
    /// An `Error` that names the one at fault.
    pub fn settings(&self) -> Result<Settings, JsValue> {
        let search: Option<SearchKind> = match self.search() {
            Some(name) => Some(
                name.parse()
                    .map_err(|error: solver::SettingsError| fault(error.code(), &error))?,
            ),
            None => None,
        };
        let time = self.time_limit().map(Duration::try_from_secs_f64);
        let time = time
            .transpose()
            .map_err(|error| fault("bad-option", &format!("timeLimit: {error}")))?;
        Ok(Settings {
            search,
            width: whole("width", self.width())?,
            shortlist: self.shortlist().map(|x| x as f32),
            split: whole("split", self.split())?,
            ball: whole("ball", self.ball())?,
            views: whole("views", self.views())?,
            lambda: self.lambda(),
            batch: whole("batch", self.batch())?,
            exploration: self.exploration().map(|x| x as f32),
            virtual_loss: self.virtual_loss().map(|x| x as f32),
            temperature: self.temperature().map(|x| x as f32),
            restarts: self.restarts(),
            time_limit: time,
            node_limit: whole("nodeLimit", self.node_limit())?,
            memory_limit: whole("memoryLimit", self.memory_limit())?,
            target_length: whole("targetLength", self.target_length())?,
            ..Settings::default()
        })
    }

    /// The longest solution to look for.
    ///
    /// # Errors
    /// As [`Asked::settings`].
    pub fn longest(&self) -> Result<Option<usize>, JsValue> {
        whole("maxLength", self.max_length())
    }
}
