//! `quarterturn doctor`: what this machine and this binary offer.

mod check;
mod speed;

use super::display::counted;
use super::error::{CliError, Exit};
use super::stream;
use check::Checked;
use quarterturn::Puzzle;
use quarterturn::eval::{self, Device, KERNEL};
use quarterturn::models::{EMBEDDED, Embedded, Model, ModelError};
use quarterturn_core::net::batch::Kernel;
use serde::Serialize;
use std::io::{self, Write};

/// Arguments of `doctor`.
#[derive(clap::Args)]
pub struct Args {
    /// Compare every kernel, and every device of LibTorch if it is built in, with the portable kernel: all
    /// outputs of the embedded networks for this number of states
    #[arg(long, value_name = "STATES", num_args = 0..=1, default_missing_value = "2000",
          value_parser = clap::value_parser!(u32).range(1..=10_000_000))]
    check: Option<u32>,
    /// Measure how many states per second a device evaluates, by batch size; each batch size takes at least
    /// this time
    #[arg(long, value_name = "SECONDS", num_args = 0..=1, default_missing_value = "0.5",
          value_parser = speed::seconds)]
    speed: Option<f64>,
    /// A network for --check and --speed, in place of the embedded ones; may be given several times
    #[arg(long, value_name = "NAME|FILE")]
    model: Vec<String>,
    /// With --check: check only this device. With --speed: the device to measure [default: cpu]
    #[arg(long, value_name = "DEVICE", value_parser = super::options::device)]
    device: Option<Device>,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

/// The findings.
#[derive(Serialize)]
struct Report {
    release: &'static str,
    arch: &'static str,
    os: &'static str,
    threads: usize,
    features: Vec<&'static str>,
    kernel: &'static str,
    kernels: Vec<&'static str>,
    /// Null in a build without it.
    libtorch: Option<LibTorch>,
    weights: Vec<Weights>,
    #[serde(skip_serializing_if = "Option::is_none")]
    check: Option<Vec<Checked>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    speed: Option<Vec<speed::Speed>>,
}

/// The LibTorch that was built in, and the devices that it finds now.
#[derive(Serialize)]
struct LibTorch {
    version: &'static str,
    cuda_build: bool,
    cuda_devices: usize,
}

#[cfg(feature = "libtorch")]
fn libtorch() -> Option<LibTorch> {
    let found = quarterturn_torch::found();
    Some(LibTorch {
        version: found.version,
        cuda_build: found.cuda_build,
        cuda_devices: found.cuda_devices,
    })
}

#[cfg(not(feature = "libtorch"))]
fn libtorch() -> Option<LibTorch> {
    None
}

/// An embedded model.
#[derive(Serialize)]
struct Weights {
    name: &'static str,
    bytes: usize,
    crc32: Option<String>,
    error: Option<String>,
}

/// Prints the findings.
pub fn run(args: &Args) -> Result<Exit, CliError> {
    let mut report = Report {
        release: env!("CARGO_PKG_VERSION"),
        arch: std::env::consts::ARCH,
        os: std::env::consts::OS,
        threads: rayon::current_num_threads(),
        features: cpu_features(),
        kernel: eval::kernel().map_err(ModelError::from)?.name(),
        kernels: Kernel::available().map(Kernel::name).collect(),
        libtorch: libtorch(),
        weights: EMBEDDED.iter().map(Weights::of).collect(),
        check: None,
        speed: None,
    };
    let models = models(&args.model)?;
    if let Some(states) = args.check {
        report.check = Some(check::check(&models, args.device, states as usize)?);
    }
    if let Some(seconds) = args.speed {
        let device = args.device.unwrap_or_default();
        report.speed = Some(speed::measure(&models, device, seconds)?);
    }
    if args.json {
        io::stdout().write_all(&stream::json(&report)?)?;
    } else {
        report.print()?;
    }
    let mut checked = report.check.iter().flatten();
    // A kernel that differs is a bug.
    Ok(if checked.all(Checked::passed) {
        Exit::Done
    } else {
        Exit::Internal
    })
}

impl Weights {
    fn of(embedded: &Embedded) -> Self {
        let found = Model::find(embedded.name);
        Self {
            name: embedded.name,
            bytes: embedded.bytes.len(),
            crc32: found.as_ref().ok().map(|m| format!("{:08x}", m.checksum())),
            error: found.err().map(|e| e.to_string()),
        }
    }
}

impl LibTorch {
    fn cards(&self) -> Vec<Device> {
        (0..self.cuda_devices).map(Device::Cuda).collect()
    }

    /// For people: the library, its CUDA.
    fn lines(&self) -> (String, String) {
        let cuda = match (self.cuda_build, self.cuda_devices) {
            (false, _) => "not available: this LibTorch is for the CPU only".into(),
            (true, 0) => {
                "LibTorch has CUDA, but finds no device: is there an NVIDIA card and its driver?"
                    .into()
            }
            (true, 1) => "device cuda:0".into(),
            (true, n) => {
                let all = Device::several(&self.cards());
                let all = all.map_or_else(|e| e.to_string(), |d| d.to_string());
                format!("devices cuda:0 to cuda:{}, together {all}", n - 1)
            }
        };
        (format!("{}, --device libtorch-cpu", self.version), cuda)
    }
}

impl Report {
    fn print(&self) -> io::Result<()> {
        let mut out = io::stdout().lock();
        let features = match &*self.features {
            [] => "none that the kernels use".into(),
            some => some.join(" "),
        };
        writeln!(out, "version   {}", self.release)?;
        let threads = counted(self.threads, "thread");
        writeln!(out, "machine   {}, {}, {threads}", self.arch, self.os)?;
        writeln!(out, "features  {features}")?;
        writeln!(out, "kernel    {} ({KERNEL} chooses)", self.kernel)?;
        writeln!(out, "kernels   {}", self.kernels.join(", "))?;
        let (libtorch, cuda) = match &self.libtorch {
            Some(found) => found.lines(),
            None => (
                "not used: this program is built without the feature libtorch".into(),
                "not used: it needs LibTorch".into(),
            ),
        };
        writeln!(out, "LibTorch  {libtorch}")?;
        writeln!(out, "CUDA      {cuda}")?;
        for Weights {
            name,
            bytes,
            crc32,
            error,
        } in &self.weights
        {
            match (crc32, error) {
                (_, Some(error)) => writeln!(out, "weights   {error}")?,
                (crc32, None) => {
                    let crc32 = crc32.as_deref().unwrap_or_default();
                    writeln!(out, "weights   {name}: {bytes} bytes, crc-32 {crc32}, ok")?;
                }
            }
        }
        if self.weights.is_empty() {
            writeln!(out, "weights   none are embedded")?;
        }
        for checked in self.check.iter().flatten() {
            writeln!(out, "check     {checked}")?;
        }
        for speed in self.speed.iter().flatten() {
            writeln!(out, "speed     {speed}")?;
        }
        Ok(())
    }
}

/// The networks to look at, each with its puzzle: those named, or all that are embedded and whose puzzle has
/// a name.
fn models(names: &[String]) -> Result<Vec<(Model, Puzzle)>, CliError> {
    let embedded = EMBEDDED.iter().map(|embedded| embedded.name.to_owned());
    let all = if names.is_empty() {
        embedded.collect()
    } else {
        names.to_vec()
    };
    let with_puzzle = |name: String| {
        let model = Model::find(&name)?;
        Ok((model.puzzle(), model))
    };
    let found: Result<Vec<_>, CliError> = all.into_iter().map(with_puzzle).collect();
    let served = |(puzzle, model): (Option<Puzzle>, Model)| Some((model, puzzle?));
    Ok(found?.into_iter().filter_map(served).collect())
}

/// The devices of LibTorch here, and all cards together where there are several.
fn devices() -> Vec<Device> {
    let Some(found) = libtorch() else {
        return Vec::new();
    };
    let cards = found.cards();
    let together = Device::several(&cards).ok().filter(|_| cards.len() > 1);
    let each = [Device::LibtorchCpu].into_iter().chain(cards);
    each.chain(together).collect()
}

/// The instruction sets of this processor that matter to a kernel, present or future.
fn cpu_features() -> Vec<&'static str> {
    #[cfg(target_arch = "x86_64")]
    let known = [
        ("avx2", std::is_x86_feature_detected!("avx2")),
        ("avx512bw", std::is_x86_feature_detected!("avx512bw")),
        ("avx512vnni", std::is_x86_feature_detected!("avx512vnni")),
        ("avxvnni", std::is_x86_feature_detected!("avxvnni")),
    ];
    #[cfg(target_arch = "aarch64")]
    let known = [
        ("neon", std::arch::is_aarch64_feature_detected!("neon")),
        (
            "dotprod",
            std::arch::is_aarch64_feature_detected!("dotprod"),
        ),
        ("i8mm", std::arch::is_aarch64_feature_detected!("i8mm")),
    ];
    #[cfg(not(any(target_arch = "x86_64", target_arch = "aarch64")))]
    let known: [(&str, bool); 0] = [];
    known.into_iter().filter(|f| f.1).map(|f| f.0).collect()
}
