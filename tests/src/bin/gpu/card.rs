//! What a card is, and how much of its memory is used at most. Asks the driver's management library (NVML), which is
//! opened at run time.

use nvml_wrapper::Nvml;
use std::env;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::{self, JoinHandle};
use std::time::Duration;

/// A card in a line: its name, its driver, its memory; `None` where the driver knows none.
pub fn describe(index: u32) -> Option<String> {
    let nvml = Nvml::init().ok()?;
    let device = nvml.device_by_index(index).ok()?;
    let memory = device.memory_info().ok()?;
    let gib = |bytes: u64| bytes as f64 / f64::from(1 << 30);
    Some(format!(
        "{}, driver {}, {:.1} of {:.1} GiB free",
        device.name().ok()?,
        nvml.sys_driver_version().ok()?,
        gib(memory.free),
        gib(memory.total)
    ))
}

/// The number of cards that programs here may use.
pub fn count() -> u32 {
    let there = Nvml::init().and_then(|nvml| nvml.device_count());
    let there = there.unwrap_or(0);
    match env::var("CUDA_VISIBLE_DEVICES") {
        Ok(named) => {
            let named = named.split(',').filter(|name| !name.trim().is_empty());
            there.min(named.count() as u32)
        }
        Err(_) => there,
    }
}

/// Time between two looks.
const EVERY: Duration = Duration::from_millis(25);

/// Looks at a card's memory until it is asked for the most.
pub struct Watch {
    done: Arc<AtomicBool>,
    thread: Option<JoinHandle<Option<u64>>>,
}

impl Watch {
    /// Starts watching. Without a card, nothing is measured.
    pub fn start(index: u32) -> Self {
        let done = Arc::new(AtomicBool::new(false));
        let flag = Arc::clone(&done);
        let look = move || {
            let nvml = Nvml::init().ok()?;
            let device = nvml.device_by_index(index).ok()?;
            let used = || device.memory_info().ok().map(|memory| memory.used);
            let before = used()?;
            let mut most = before;
            while !flag.load(Ordering::Relaxed) {
                most = most.max(used()?);
                thread::sleep(EVERY);
            }
            Some(most - before)
        };
        Self {
            done,
            thread: Some(thread::spawn(look)),
        }
    }

    /// Bytes in use at most beyond those at the start.
    pub fn most(mut self) -> Option<u64> {
        self.done.store(true, Ordering::Relaxed);
        self.thread.take()?.join().ok()?
    }
}
