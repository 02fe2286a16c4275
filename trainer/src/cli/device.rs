//! The `--device` option.

use tch::{Cuda, Device};

/// Reads `cpu`, `cuda` or `cuda:N` and makes sure that the device is there.
pub fn parse(text: &str) -> Result<Device, String> {
    let index = match text {
        "cpu" => return Ok(Device::Cpu),
        "cuda" => 0,
        _ => text
            .strip_prefix("cuda:")
            .and_then(|n| n.parse().ok())
            .ok_or("choose cpu, cuda or cuda:N")?,
    };
    if !Cuda::is_available() {
        return Err("LibTorch finds no CUDA device here; `doctor` says more".into());
    }
    let count = Cuda::device_count();
    if index as i64 >= count {
        return Err(format!(
            "there are {count} CUDA devices; the first is cuda:0"
        ));
    }
    Ok(Device::Cuda(index))
}
