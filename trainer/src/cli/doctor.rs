//! `doctor`: what the machine offers and what is missing.

use super::Failure;
use quarterturn_trainer::libtorch;
use quarterturn_trainer::native::kernel::Kernel;
use quarterturn_trainer::threads;
use std::io::{self, Write};

/// Runs the command.
pub fn run() -> Result<(), Failure> {
    let mut out = io::stdout().lock();
    let processors = std::thread::available_parallelism().map_or(1, usize::from);
    writeln!(out, "trainer        {}", env!("CARGO_PKG_VERSION"))?;
    writeln!(
        out,
        "processors     {processors}, of which {} are used",
        threads::count()
    )?;
    writeln!(out, "native engine  {}", Kernel::detect().name())?;
    Ok(libtorch::doctor(&mut out)?)
}
