//! What JavaScript asks for: an object with these properties, all of which may be absent.

use crate::fault::thrown;
use js_sys::{Object, Reflect};
use quarterturn::Fault;
use quarterturn::solver::{Setting, Settings, SettingsError, Value};
use wasm_bindgen::prelude::{JsCast, JsValue, wasm_bindgen};

#[wasm_bindgen(typescript_custom_section)]
const TYPES: &str = r"
/** What one solve asks for: settings of the search by their names, such as `timeLimit`, and more. All times are in seconds. */
export interface Asked {
    [setting: string]: unknown;
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
    optimal?: boolean;
    /** What found it, where it was not the search that was asked for: another search, or `undone`. */
    by?: string;
    /** The algorithm that found it after the time was over. */
    fallback?: string;
    doubt?: string;
}
";

#[wasm_bindgen]
extern "C" {
    /// A request as JavaScript makes it.
    #[wasm_bindgen(typescript_type = "Asked")]
    pub type Asked;
    #[wasm_bindgen(method, getter, structural, js_name = maxLength)]
    pub fn max_length(this: &Asked) -> Option<f64>;
    #[wasm_bindgen(method, getter, structural)]
    pub fn target(this: &Asked) -> Option<String>;
    #[wasm_bindgen(method, getter, structural)]
    pub fn costs(this: &Asked) -> Option<Object>;
    #[wasm_bindgen(method, getter, structural, js_name = onBetter)]
    pub fn on_better(this: &Asked) -> Option<js_sys::Function>;
    #[wasm_bindgen(method, getter, structural, js_name = onProgress)]
    pub fn on_progress(this: &Asked) -> Option<js_sys::Function>;
}

/// What is asked for beside the settings; `states` is the worker's.
const OTHERS: [&str; 6] = [
    "maxLength",
    "target",
    "costs",
    "onBetter",
    "onProgress",
    "states",
];

/// A whole number from 0 on that fits; JavaScript has no other numbers than these.
///
/// # Errors
/// An `Error` that names the one at fault.
pub(crate) fn whole<T: TryFrom<u64>>(name: &str, value: Option<f64>) -> Result<Option<T>, JsValue> {
    let Some(value) = value else { return Ok(None) };
    let exact = (value >= 0.0 && value.fract() == 0.0 && value < 2f64.powi(53)).then_some(value);
    let whole = exact.and_then(|value| T::try_from(value as u64).ok());
    let wrong = || format!("{name}: {value} is not a whole number that it takes");
    whole
        .map(Some)
        .ok_or_else(|| thrown(Fault::new("bad-option", wrong())))
}

/// The name of a setting in JavaScript: `timeLimit`.
fn named(setting: Setting) -> String {
    let mut words = setting.name().split('_');
    let first = words.next().unwrap_or_default().to_owned();
    words.fold(first, |name, word| {
        let (letter, rest) = word.split_at(1);
        name + &letter.to_uppercase() + rest
    })
}

impl Asked {
    /// The settings among it, which are the library's.
    ///
    /// # Errors
    /// An `Error` that names the one at fault.
    pub fn settings(&self) -> Result<Settings, JsValue> {
        let mut settings = Settings::default();
        for name in Object::keys(self.unchecked_ref::<Object>()) {
            let given = Reflect::get(self, &name).unwrap_or(JsValue::UNDEFINED);
            let name = name.as_string().unwrap_or_default();
            if given.is_undefined() || given.is_null() || OTHERS.contains(&&*name) {
                continue;
            }
            let Some(&setting) = Setting::ALL.iter().find(|&&known| named(known) == name) else {
                return Err(thrown(SettingsError::NoSetting(name)));
            };
            let value = match (given.as_f64(), given.as_bool(), given.as_string()) {
                (Some(number), ..) => number.into(),
                (_, Some(yes), _) => yes.into(),
                (.., text) => Value::Text(text.unwrap_or_default()),
            };
            let set = settings.set(setting.name(), value);
            set.map_err(|error| {
                let mut fault = Fault::from(error);
                fault.message = fault.message.replacen(setting.name(), &name, 1);
                thrown(fault)
            })?;
        }
        Ok(settings)
    }

    /// The longest solution to look for.
    ///
    /// # Errors
    /// As [`Asked::settings`].
    pub fn longest(&self) -> Result<Option<usize>, JsValue> {
        whole("maxLength", self.max_length())
    }
}
