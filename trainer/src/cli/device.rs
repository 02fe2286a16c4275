//! The `--device` option.

use quarterturn_trainer::device::Device;
use quarterturn_trainer::libtorch;

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
    libtorch::cuda(index).map_err(|error| error.to_string())
}
