//! `quarterturn doctor`: what this machine and this binary offer.

use super::display::{count, counted};
use super::error::{CliError, Exit};
use super::stream;
use quarterturn::eval::{self, Device, KERNEL};
use quarterturn::models::{EMBEDDED, Embedded, Model, ModelError};
use quarterturn::puzzles::{self, Against};
use quarterturn_core::net::batch::Kernel;
use serde::Serialize;
use std::io::{self, Write};

/// Arguments of `doctor`.
#[derive(clap::Args)]
pub struct Args {
    /// Compare every kernel with the portable one, and every device of LibTorch where it is built in, over
    /// all outputs of the embedded networks for so many states
    #[arg(long, value_name = "STATES", num_args = 0..=1, default_missing_value = "2000",
          value_parser = clap::value_parser!(u32).range(1..=10_000_000))]
    check: Option<u32>,
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
}

/// LibTorch as it was built in, and what it finds now.
#[derive(Serialize)]
struct LibTorch {
    version: &'static str,
    cuda_build: bool,
    cuda_devices: usize,
}

#[cfg(feature = "libtorch")]
fn libtorch() -> Option<LibTorch> {
    let found = quarterturn::eval::libtorch::found();
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

/// A kernel beside the portable one.
#[derive(Serialize)]
struct Checked {
    model: String,
    kernel: String,
    outputs: u64,
    same: u64,
    /// For people.
    #[serde(skip)]
    histogram: String,
}

/// Prints the findings.
pub fn run(args: &Args) -> Result<Exit, CliError> {
    let report = Report {
        release: env!("CARGO_PKG_VERSION"),
        arch: std::env::consts::ARCH,
        os: std::env::consts::OS,
        threads: rayon::current_num_threads(),
        features: cpu_features(),
        kernel: eval::kernel().map_err(ModelError::from)?.name(),
        kernels: Kernel::available().map(Kernel::name).collect(),
        libtorch: libtorch(),
        weights: EMBEDDED.iter().map(Weights::of).collect(),
        check: args.check.map(|n| check(n as usize)).transpose()?,
    };
    if args.json {
        io::stdout().write_all(&stream::json(&report)?)?;
    } else {
        report.print()?;
    }
    let mut checked = report.check.iter().flatten();
    // A kernel that differs is a defect.
    Ok(if checked.all(|c| c.same == c.outputs) {
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
    /// For people: the library, its CUDA.
    fn lines(&self) -> (String, String) {
        let cuda = match (self.cuda_build, self.cuda_devices) {
            (false, _) => "not in this LibTorch, which is for the CPU only".into(),
            (true, 0) => {
                "in this LibTorch; no device is found: is there an NVIDIA card and its driver?"
                    .into()
            }
            (true, n) => format!("in this LibTorch; devices cuda:0 to cuda:{}", n - 1),
        };
        (format!("{}, --device libtorch-cpu", self.version), cuda)
    }
}

impl Report {
    fn print(&self) -> io::Result<()> {
        let mut out = io::stdout().lock();
        let features = match &*self.features {
            [] => "none of those known".into(),
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
        for c in self.check.iter().flatten() {
            let (model, kernel, outputs) = (&c.model, &c.kernel, count(c.outputs));
            write!(out, "check     {model}, {kernel}: {outputs} outputs, ")?;
            if c.same == c.outputs {
                writeln!(out, "all as the portable kernel's")?;
            } else {
                writeln!(out, "not all as the portable kernel's, in moves:")?;
                writeln!(out, "{}", c.histogram)?;
            }
        }
        Ok(())
    }
}

/// Compares every kernel with the portable one.
fn check(states: usize) -> Result<Vec<Checked>, CliError> {
    let portable = Kernel::available().find(|kernel| kernel.name() == "portable");
    let portable =
        portable.ok_or_else(|| CliError::System("there is no portable kernel".into()))?;
    let mut checked = Vec::new();
    for embedded in EMBEDDED {
        let model = Model::find(embedded.name)?;
        let Some(puzzle) = puzzles::of_model(&model) else {
            continue;
        };
        let kernels = Kernel::available().filter(|k| k.name() != portable.name());
        let kernels = kernels.map(|k| (k.name().into(), Against::Kernels(k, portable)));
        let devices = devices().map(|device| (device.to_string(), Against::Device(device)));
        for (kernel, against) in kernels.chain(devices) {
            let errors = puzzle.check(&model, against, states)?;
            checked.push(Checked {
                model: model.name.clone(),
                kernel,
                outputs: errors.count(),
                same: errors.same(),
                histogram: errors.to_string(),
            });
        }
    }
    Ok(checked)
}

/// The devices of LibTorch here.
fn devices() -> impl Iterator<Item = Device> {
    let gpus = libtorch().map(|found| (0..found.cuda_devices).map(Device::Cuda));
    let processor = gpus.is_some().then_some(Device::LibtorchCpu);
    processor.into_iter().chain(gpus.into_iter().flatten())
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
