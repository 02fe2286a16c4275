//! `doctor`: what the machine offers and what is missing.

use super::Failure;
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
    Ok(libtorch(&mut out)?)
}

#[cfg(feature = "libtorch")]
fn libtorch(out: &mut impl Write) -> io::Result<()> {
    use quarterturn_trainer::compute::native_bf16;
    use tch::{Device, utils};
    let yes = |b: bool| if b { "yes" } else { "no" };
    let found = quarterturn_torch::found();
    writeln!(out, "LibTorch       {}", found.version)?;
    writeln!(out, "bf16 on CPU    {}", yes(native_bf16(Device::Cpu)))?;
    writeln!(out, "MKL            {}", yes(utils::has_mkl()))?;
    writeln!(out, "OpenMP         {}", yes(utils::has_openmp()))?;
    writeln!(out, "CUDA build     {}", yes(found.cuda_build))?;
    writeln!(out, "CUDA devices   {}", found.cuda_devices)?;
    if let Err(error) = quarterturn_torch::cuda(0) {
        writeln!(out, "               {error}")?;
    }
    Ok(())
}

#[cfg(not(feature = "libtorch"))]
fn libtorch(out: &mut impl Write) -> io::Result<()> {
    writeln!(
        out,
        "LibTorch       not built in (feature libtorch): this trainer is for networks of kind \"mlp\" with the targets \
walk and bellman"
    )
}
