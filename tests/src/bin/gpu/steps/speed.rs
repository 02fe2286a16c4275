//! Evaluated states a second by the size of the batch.

use super::Setting;
use crate::SOLVER;
use crate::child;
use crate::report::Found;
use serde_json::{Value, json};
use std::io;

/// Seconds for each figure in a whole run.
const EACH: f64 = 0.35;

/// The networks inside, then the papers' shapes: as many programs, so that what is late costs only itself.
pub fn measure(setting: &Setting<'_>) -> io::Result<Found> {
    let seconds = (EACH * setting.work * setting.work).max(0.005).to_string();
    // The last two are the papers'.
    let papers = &setting.networks[1..];
    let (mut speeds, mut failure) = (Vec::new(), None);
    let start = std::time::Instant::now();
    for models in [&[][..], papers] {
        let mut doctor = setting.machine.program(SOLVER);
        doctor.args([
            "doctor",
            "--json",
            "--device",
            &setting.device,
            "--speed",
            &seconds,
        ]);
        for model in models {
            doctor.arg("--model").arg(model);
        }
        let left = setting.limit.saturating_sub(start.elapsed());
        let ended = child::run(&mut doctor, left)?;
        failure = failure.or(ended.failure(&[0]));
        let said: Value = serde_json::from_str(&ended.out).unwrap_or_default();
        speeds.extend(said["speed"].as_array().cloned().unwrap_or_default());
    }
    Ok(Found {
        failure,
        says: speeds.iter().map(best).collect::<Vec<_>>().join(", "),
        figures: json!({ "speed": speeds }),
    })
}

/// A network's name and the speed of its best batch.
fn best(speed: &Value) -> String {
    let batches = speed["batches"].as_array().into_iter().flatten();
    let best = batches
        .filter_map(|b| b["states_per_second"].as_f64())
        .fold(0.0, f64::max);
    let name = speed["model"].as_str().unwrap_or("?");
    if best < 1e6 {
        format!("{name} {:.0} k/s", best / 1e3)
    } else {
        format!("{name} {:.2} M/s", best / 1e6)
    }
}
