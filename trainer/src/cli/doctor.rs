//! `doctor`: what the machine offers and what is missing.

use super::Failure;
use quarterturn_trainer::compute;
use std::io::{self, Write};
use tch::{Cuda, Device, utils};

/// Runs the command.
pub fn run() -> Result<(), Failure> {
    let mut out = io::stdout().lock();
    let yes = |b: bool| if b { "yes" } else { "no" };
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    writeln!(out, "trainer        {}", env!("CARGO_PKG_VERSION"))?;
    writeln!(out, "LibTorch       {}", env!("LIBTORCH_VERSION"))?;
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
    // LibTorch itself says "has CUDA" only where it finds a device.
    let build = env!("LIBTORCH_CUDA");
    let devices = Cuda::device_count();
    writeln!(out, "CUDA build     {build}")?;
    writeln!(out, "CUDA devices   {devices}")?;
    if build == "no" {
        writeln!(
            out,
            "               this LibTorch is for the CPU only; install one with CUDA for a GPU"
        )?;
    } else if devices == 0 {
        writeln!(
            out,
            "               no device is found: is there an NVIDIA card and its driver?"
        )?;
    }
    Ok(())
}
