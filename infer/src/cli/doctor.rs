//! `quarterturn doctor`: what this machine and this binary offer.

use super::check::Against;
use super::display::count;
use super::error::{CliError, Exit};
use super::puzzles;
use quarterturn::eval::{self, KERNEL};
use quarterturn::models::{EMBEDDED, Model, ModelError};
use quarterturn_core::net::batch::Kernel;
use std::io::{self, Write};

/// Arguments of `doctor`.
#[derive(clap::Args)]
pub struct Args {
    /// Compare every kernel with the portable one, over all outputs of the embedded networks for so
    /// many states
    #[arg(long, value_name = "STATES", num_args = 0..=1, default_missing_value = "2000",
          value_parser = clap::value_parser!(u32).range(1..=10_000_000))]
    check: Option<u32>,
}

/// Prints the findings.
pub fn run(args: &Args) -> Result<Exit, CliError> {
    let mut out = io::stdout().lock();
    writeln!(out, "version   {}", env!("CARGO_PKG_VERSION"))?;
    let (arch, os) = (std::env::consts::ARCH, std::env::consts::OS);
    writeln!(
        out,
        "machine   {arch}, {os}, {} threads",
        rayon::current_num_threads()
    )?;
    writeln!(out, "features  {}", cpu_features().join(" "))?;
    let kernels: Vec<_> = Kernel::available().map(Kernel::name).collect();
    writeln!(
        out,
        "kernel    {} (available: {}; {KERNEL} chooses)",
        eval::kernel().map_err(ModelError::from)?.name(),
        kernels.join(", ")
    )?;
    writeln!(
        out,
        "LibTorch  not used: this binary runs integer networks on the CPU"
    )?;
    writeln!(out, "CUDA      not used: it needs LibTorch")?;
    for embedded in EMBEDDED {
        let (name, size) = (embedded.name, embedded.bytes.len());
        match Model::find(name) {
            Ok(model) => writeln!(
                out,
                "weights   {name}: {size} bytes, crc-32 {:08x}, ok",
                model.checksum()
            )?,
            Err(error) => writeln!(out, "weights   {error}")?,
        }
    }
    if EMBEDDED.is_empty() {
        writeln!(out, "weights   none are embedded")?;
    }
    args.check
        .map_or(Ok(Exit::Done), |states| check(states as usize, &mut out))
}

/// Compares the kernels; one that differs is a defect.
fn check(states: usize, out: &mut impl Write) -> Result<Exit, CliError> {
    let portable = Kernel::available().find(|kernel| kernel.name() == "portable");
    let Some(portable) = portable else {
        return Err(CliError::System("there is no portable kernel".into()));
    };
    let mut exit = Exit::Done;
    for embedded in EMBEDDED {
        let model = Model::find(embedded.name)?;
        let Some(puzzle) = puzzles::of_model(&model) else {
            continue;
        };
        for kernel in Kernel::available().filter(|k| k.name() != portable.name()) {
            let errors = puzzle.check(&model, Against::Kernels(kernel, portable), states)?;
            let (name, outputs) = (kernel.name(), count(errors.count()));
            write!(out, "check     {}, {name}: {outputs} outputs, ", model.name)?;
            if errors.same() == errors.count() {
                writeln!(out, "all as the portable kernel's")?;
            } else {
                writeln!(out, "not all as the portable kernel's, in moves:\n{errors}")?;
                exit = Exit::Internal;
            }
        }
    }
    Ok(exit)
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
    let present = known.into_iter().filter(|f| f.1).map(|f| f.0);
    let present: Vec<_> = present.collect();
    if present.is_empty() {
        vec!["none of those known"]
    } else {
        present
    }
}
