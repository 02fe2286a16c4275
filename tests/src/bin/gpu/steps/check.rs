//! Whether the device is there, and agrees with the portable code.

use super::Setting;
use crate::child::{self, Ended};
use crate::report::Found;
use crate::{SOLVER, card};
use serde_json::{Value, json};
use std::io;
use std::path::PathBuf;

/// States that each network is asked about in a whole run.
const STATES: f64 = 2000.0;

/// The JSON object that a program printed.
fn object(ended: &Ended) -> Value {
    serde_json::from_str(&ended.out).unwrap_or_default()
}

/// The card, its driver, LibTorch and memory.
pub fn doctor(setting: &Setting<'_>) -> io::Result<Found> {
    let mut doctor = setting.machine.program(SOLVER);
    let ended = child::run(doctor.args(["doctor", "--json"]), setting.limit)?;
    if let Some(why) = ended.failure(&[0]) {
        return Ok(Found::failed(why));
    }
    let said = object(&ended);
    let found = &said["libtorch"];
    if found.is_null() {
        return Ok(Found::failed(
            "the program quarterturn is built without LibTorch: build it with --features libtorch",
        ));
    }
    let devices = found["cuda_devices"].as_u64().unwrap_or(0);
    let card = setting.card.and_then(card::describe);
    let card = card.unwrap_or_else(|| "no card".into());
    let text = |key: &str| said[key].as_str().unwrap_or("?").to_owned();
    let says = format!(
        "{card}; {devices} CUDA devices; {} threads, kernel {}",
        said["threads"],
        text("kernel")
    );
    let failure = (setting.machine.is_card() && devices == 0).then(|| {
        "LibTorch finds no CUDA device: is there an NVIDIA card and its driver? Without a card, use --device libtorch-cpu"
            .to_owned()
    });
    Ok(Found {
        failure,
        says,
        figures: json!({ "card": card, "doctor": said }),
    })
}

/// Every network inside the program: all outputs the same bits.
pub fn embedded(setting: &Setting<'_>) -> io::Result<Found> {
    check(setting, &[])
}

/// Float networks of every kind of layer: within what their arithmetic leaves.
pub fn float(setting: &Setting<'_>) -> io::Result<Found> {
    check(setting, setting.networks)
}

fn check(setting: &Setting<'_>, models: &[PathBuf]) -> io::Result<Found> {
    let states = (STATES * setting.work).max(64.0) as u32;
    let mut doctor = setting.machine.program(SOLVER);
    doctor.args(["doctor", "--json", "--device", &setting.device]);
    doctor.args(["--check", &states.to_string()]);
    for model in models {
        doctor.arg("--model").arg(model);
    }
    let ended = child::run(&mut doctor, setting.limit)?;
    let said = object(&ended);
    let checked = said["check"].as_array().cloned().unwrap_or_default();
    let outputs = |key: &str| checked.iter().filter_map(|c| c[key].as_u64()).sum::<u64>();
    let worst = checked
        .iter()
        .filter_map(|c| c["mean"].as_f64())
        .fold(0.0, f64::max);
    let (all, same) = (outputs("outputs"), outputs("same"));
    Ok(Found {
        failure: ended.failure(&[0]),
        says: format!(
            "{} networks, {all} outputs, {same} the same; greatest mean difference {worst:.4} moves",
            checked.len()
        ),
        figures: json!({ "states": states, "check": checked }),
    })
}
