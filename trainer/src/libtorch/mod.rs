//! All that LibTorch does: gradients of any network, on processors and GPUs, and the networks and targets of the
//! papers. The rest of the crate knows plain slices, and is compiled without this module too.

mod autograd;
pub mod compute;
mod course;
mod engine;
pub mod field;
pub mod import;
pub mod net;
pub mod optimizer;
mod pupil;
pub mod targets;
pub mod tensors;

pub use autograd::Autograd;
pub(crate) use course::{course, native_course};
pub(crate) use pupil::batches;

use crate::device::Device;
use crate::dynamics::Shape;
use crate::net::Net;
use crate::recipe::Recipe;
use crate::saved::Saved;
use import::ImportError;
use quarterturn_torch::{Compute, CudaError};
use std::io::{self, Write};
use std::path::Path;
use tch::utils;

/// Whether the trainer was built with LibTorch.
pub const BUILT: bool = true;

/// How many threads LibTorch uses.
pub fn threads() -> usize {
    tch::get_num_threads().max(1) as usize
}

/// Sets how many threads LibTorch uses.
pub fn allow_threads(count: usize) {
    tch::set_num_threads(count.clamp(1, i32::MAX as usize) as i32);
}

/// The GPU with that number, if it is there.
///
/// # Errors
/// What is missing.
pub fn cuda(index: usize) -> Result<Device, CudaError> {
    quarterturn_torch::cuda(index).map(|_| Device::Cuda(index))
}

/// DeepCubeA's network, from a file.
///
/// # Errors
/// [`ImportError`].
pub fn import(path: &Path) -> Result<Saved, ImportError> {
    import::deepcubea(path)
}

/// Says what LibTorch offers.
///
/// # Errors
/// What `out` says.
pub fn doctor(out: &mut impl Write) -> io::Result<()> {
    let yes = |b: bool| if b { "yes" } else { "no" };
    let found = quarterturn_torch::found();
    let bf16 = compute::native_bf16(tch::Device::Cpu);
    writeln!(out, "LibTorch       {}", found.version)?;
    writeln!(out, "bf16 on CPU    {}", yes(bf16))?;
    writeln!(out, "MKL            {}", yes(utils::has_mkl()))?;
    writeln!(out, "OpenMP         {}", yes(utils::has_openmp()))?;
    writeln!(out, "CUDA build     {}", yes(found.cuda_build))?;
    writeln!(out, "CUDA devices   {}", found.cuda_devices)?;
    if let Err(error) = quarterturn_torch::cuda(0) {
        writeln!(out, "               {error}")?;
    }
    Ok(())
}

/// The network of a recipe with fresh parameters, in float32.
pub(crate) fn net(recipe: &Recipe, shape: Shape, device: Device) -> Box<dyn Net> {
    let graph = net::build(recipe, shape, device, Compute::F32);
    Box::new(net::Trained::new(graph, shape.active))
}
