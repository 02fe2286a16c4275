//! The `--device` option.

use quarterturn_trainer::tensor::Device;

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
    cuda(index)
}

#[cfg(feature = "libtorch")]
fn cuda(index: usize) -> Result<Device, String> {
    quarterturn_torch::cuda(index).map_err(|e| e.to_string())
}

#[cfg(not(feature = "libtorch"))]
fn cuda(_: usize) -> Result<Device, String> {
    Err("CUDA needs LibTorch, and this trainer was built without it; build it with the feature libtorch".into())
}
