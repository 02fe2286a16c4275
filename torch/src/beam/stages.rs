//! Where the time of beams goes. A device works on while the program goes ahead, so a measurement waits
//! for it after each stage, and everything takes longer.

use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};
use tch::{Cuda, Device};

/// A part of a layer's work.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Stage {
    Choose,
    Make,
    Meet,
    Seen,
    Input,
    First,
    Others,
    Narrow,
}

/// In the order of [`Stage`].
const NAMES: [&str; 8] = [
    "children chosen by their scores",
    "children and their keys made",
    "goal and ball looked for",
    "children met before dropped",
    "the network's input made",
    "its first layer",
    "its other layers",
    "states chosen by their values",
];

/// The time spent so far, if it is measured.
static SPENT: Mutex<Option<[Duration; NAMES.len()]>> = Mutex::new(None);

/// Measures all beams from now on.
pub fn measure() {
    *SPENT.lock().unwrap_or_else(PoisonError::into_inner) = Some(Default::default());
}

/// What the stages of all beams took together since [`measure`].
pub fn spent() -> Vec<(&'static str, Duration)> {
    let spent = SPENT.lock().unwrap_or_else(PoisonError::into_inner);
    let spent = spent.unwrap_or_default();
    NAMES.into_iter().zip(spent).collect()
}

/// The clock of one part of a search.
#[derive(Debug)]
pub(super) struct Stages {
    device: Device,
    last: Option<Instant>,
}

impl Stages {
    /// Starts it, if times are measured.
    pub fn start(device: Device) -> Self {
        let spent = SPENT.lock().unwrap_or_else(PoisonError::into_inner);
        let last = spent.is_some().then(Instant::now);
        Self { device, last }
    }

    /// Adds the time since the stage before.
    pub fn done(&mut self, stage: Stage) {
        let Some(last) = &mut self.last else { return };
        if let Device::Cuda(index) = self.device {
            Cuda::synchronize(index as i64);
        }
        let took = last.elapsed();
        *last = Instant::now();
        let mut spent = SPENT.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(spent) = &mut *spent {
            spent[stage as usize] += took;
        }
    }
}
