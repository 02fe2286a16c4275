//! `doctor --speed`: evaluated states a second, by the size of the batch.

use crate::display::count;
use crate::error::CliError;
use quarterturn::Puzzle;
use quarterturn::eval::Device;
use quarterturn::models::Model;
use quarterturn_lab::networks;
use serde::Serialize;
use std::fmt;

/// The sizes that are tried: 2^10 to 2^20.
const BATCHES: [usize; 6] = [1 << 10, 1 << 12, 1 << 14, 1 << 16, 1 << 18, 1 << 20];

/// What was measured of a network.
#[derive(Serialize)]
pub struct Speed {
    model: String,
    architecture: String,
    device: String,
    batches: Vec<Batch>,
}

/// States a second in batches of one size.
#[derive(Serialize)]
struct Batch {
    states: usize,
    states_per_second: f64,
}

/// Reads the time for each size.
pub fn seconds(text: &str) -> Result<f64, String> {
    let seconds = text.parse().map_err(|_| "a number of seconds")?;
    if (0.001..=60.0).contains(&seconds) {
        Ok(seconds)
    } else {
        Err("0.001 to 60 seconds".into())
    }
}

/// Measures each network on a device.
pub fn measure(
    models: &[(Model, Puzzle)],
    device: Device,
    seconds: f64,
) -> Result<Vec<Speed>, CliError> {
    let speed = |(model, puzzle): &(Model, Puzzle)| {
        let measured = networks::speed(puzzle, model, device, &BATCHES, seconds)?;
        let batch = |(states, states_per_second)| Batch {
            states,
            states_per_second,
        };
        Ok(Speed {
            model: model.name.clone(),
            architecture: model.architecture.clone(),
            device: device.to_string(),
            batches: measured.into_iter().map(batch).collect(),
        })
    };
    models.iter().map(speed).collect()
}

impl fmt::Display for Speed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{} ({}), {}:",
            self.model, self.architecture, self.device
        )?;
        for batch in &self.batches {
            let speed = count(batch.states_per_second as u64);
            write!(f, " {speed}/s by {}", count(batch.states as u64))?;
        }
        Ok(())
    }
}
