//! `doctor`: what the machine offers and what is missing.

use super::Failure;
use quarterturn_trainer::compute;
use std::io::{self, Write};
use tch::{Device, utils};

/// Runs the command.
pub fn run() -> Result<(), Failure> {
    let mut out = io::stdout().lock();
    let yes = |b: bool| if b { "yes" } else { "no" };
    let found = quarterturn_torch::found();
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    writeln!(out, "trainer        {}", env!("CARGO_PKG_VERSION"))?;
    writeln!(out, "LibTorch       {}", found.version)?;
    writeln!(
        out,
        "processors     {threads}, of which LibTorch uses {}",
        tch::get_num_threads()
    )?;
    writeln!(
        out,
        "bf16 on CPU    {}",
        yes(compute::native_bf16(Device::Cpu))
    )?;
    writeln!(out, "MKL            {}", yes(utils::has_mkl()))?;
    writeln!(out, "OpenMP         {}", yes(utils::has_openmp()))?;
    writeln!(out, "CUDA build     {}", yes(found.cuda_build))?;
    writeln!(out, "CUDA devices   {}", found.cuda_devices)?;
    if let Err(error) = quarterturn_torch::cuda(0) {
        writeln!(out, "               {error}")?;
    }
    Ok(())
}
