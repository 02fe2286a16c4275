//! Networks by themselves as WebAssembly: what only the tests call, compiled beside the package and not inside it.

use quarterturn::Puzzle;
use quarterturn::core::net::batch::Kernel;
use quarterturn::eval::Device;
use quarterturn::models::Model;
use quarterturn_lab::networks::{self, Against};
use wasm_bindgen::prelude::{JsValue, wasm_bindgen};

fn fault(error: impl std::fmt::Display) -> JsValue {
    js_sys::Error::new(&error.to_string()).into()
}

fn model(bytes: Vec<u8>) -> Result<Model, JsValue> {
    Model::parse(bytes).map_err(fault)
}

/// The signature of networks, given as the bytes of their weight files, in hexadecimal digits.
///
/// # Errors
/// An `Error` where one is not a weight file.
#[wasm_bindgen]
pub fn signature(files: Vec<js_sys::Uint8Array>) -> Result<String, JsValue> {
    let models = files.iter().map(|file| model(file.to_vec()));
    let models: Vec<Model> = models.collect::<Result<_, _>>()?;
    let signature = networks::signature(&models);
    let signature = signature.map_err(fault)?;
    Ok(format!("{signature:016x}"))
}

/// The puzzle that a network counts in.
fn puzzle_of(model: &Model) -> Result<Puzzle, JsValue> {
    let none = || fault("a network of no built-in puzzle");
    model.puzzle().ok_or_else(none)
}

/// The kernels that do not equal the portable one over that many states.
///
/// # Errors
/// An `Error` where the bytes are no integer network of a built-in puzzle.
#[wasm_bindgen(js_name = differingKernels)]
pub fn differing_kernels(file: Vec<u8>, states: u32) -> Result<Vec<String>, JsValue> {
    let model = model(file)?;
    let puzzle = puzzle_of(&model)?;
    let mut differing = Vec::new();
    for kernel in Kernel::available() {
        let pair = Against::Kernels(kernel, Kernel::PORTABLE);
        let errors = networks::check(&puzzle, &model, pair, states as usize);
        if errors.map_err(fault)?.most != 0 {
            differing.push(kernel.name().into());
        }
    }
    Ok(differing)
}

/// States a second that a network evaluates in batches of 4,096, measured for that many seconds.
///
/// # Errors
/// An `Error` where the bytes are no network of a built-in puzzle.
#[wasm_bindgen(js_name = statesPerSecond)]
pub fn states_per_second(file: Vec<u8>, seconds: f64) -> Result<f64, JsValue> {
    let model = model(file)?;
    let speeds = networks::speed(&puzzle_of(&model)?, &model, Device::Cpu, &[4096], seconds);
    let speeds = speeds.map_err(fault)?;
    Ok(speeds.first().map_or(0.0, |&(_, speed)| speed))
}
