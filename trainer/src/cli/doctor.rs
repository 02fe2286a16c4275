//! `doctor`: what the machine offers and what is missing.

use quarterturn_trainer::compute;
use std::process::ExitCode;
use tch::{Cuda, Device, utils};

/// Runs the command.
pub fn run() -> ExitCode {
    let yes = |b: bool| if b { "yes" } else { "no" };
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    println!("trainer        {}", env!("CARGO_PKG_VERSION"));
    println!("LibTorch       {}", env!("LIBTORCH_VERSION"));
    println!(
        "processors     {threads}, of which LibTorch uses {}",
        tch::get_num_threads()
    );
    println!("bf16 on CPU    {}", yes(compute::native_bf16(Device::Cpu)));
    println!("MKL            {}", yes(utils::has_mkl()));
    println!("OpenMP         {}", yes(utils::has_openmp()));
    // LibTorch itself says "has CUDA" only where it finds a device.
    let build = env!("LIBTORCH_CUDA");
    let devices = Cuda::device_count();
    println!("CUDA build     {build}");
    println!("CUDA devices   {devices}");
    if build == "no" {
        println!(
            "               this LibTorch is for the CPU only; install one with CUDA for a GPU"
        );
    } else if devices == 0 {
        println!("               no device is found: is there an NVIDIA card and its driver?");
    }
    ExitCode::SUCCESS
}
