//! The trainer's command line.

use clap::{Parser, Subcommand};
use quarterturn_trainer::recipe::Recipe;
use quarterturn_trainer::run::{self, Ended, Options};
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;
use tch::Device;

/// Train quarterturn's networks with LibTorch and export weight files.
#[derive(Parser)]
#[command(version)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Train what a recipe describes, or continue.
    Train {
        /// The recipe, a TOML file.
        recipe: PathBuf,
        /// The folder of the run.
        #[arg(long)]
        out: PathBuf,
        /// cpu, cuda or cuda:N.
        #[arg(long, default_value = "cpu")]
        device: String,
        /// Stop after this many seconds, with a checkpoint.
        #[arg(long)]
        time_limit: Option<u64>,
        /// Continue the run in the folder.
        #[arg(long)]
        resume: bool,
    },
}

fn main() -> ExitCode {
    let cli = Cli::parse();
    let stop = Arc::new(AtomicBool::new(false));
    let flag = Arc::clone(&stop);
    ctrlc::set_handler(move || flag.store(true, Ordering::Relaxed)).expect("one handler only");
    let Command::Train { recipe, out, device, time_limit, resume } = cli.command;
    let device = match device.as_str() {
        "cuda" => Device::Cuda(0),
        d => d.strip_prefix("cuda:").and_then(|n| n.parse().ok()).map_or(Device::Cpu, Device::Cuda),
    };
    let result = Recipe::load(&recipe).map_err(|e| e.to_string()).and_then(|recipe| {
        let options = Options {
            out,
            device,
            time_limit: time_limit.map(Duration::from_secs),
            resume,
            stop,
        };
        run::train(&recipe, &options).map_err(|e| e.to_string())
    });
    match result {
        Ok(Ended::Interrupted) => ExitCode::from(130),
        Ok(_) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("error: {message}");
            ExitCode::FAILURE
        }
    }
}
