//! `quarterturn device`: cubes solved by a board on a serial line, by an emulated one, or by the
//! board's own code in this process.

mod talk;
mod wire;

use super::error::{CliError, Exit};
use quarterturn::models::Model;
use quarterturn_core::cube::Cube3Qtm;
use quarterturn_core::device::{CANDIDATES, EFFORT, NEURONS, RING, Server, WIDTH};
use quarterturn_core::net::{Net, Scratch};
use quarterturn_core::search::{Memory, Ring};
use quarterturn_lab::units::time;
use std::path::PathBuf;
use std::time::Duration;
use wire::{Emulator, InProcess, Port, Wire};

/// Arguments of `device`.
#[derive(clap::Args)]
pub struct Args {
    /// Cubes to solve: moves from the solved cube, or 54 facelets. Without any, the board only says what it is
    cubes: Vec<String>,
    /// Number of random cubes to solve in addition
    #[arg(long, value_name = "N", default_value_t = 0)]
    random: usize,
    /// Seed of the random cubes
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// The board's serial port
    #[arg(long, value_name = "PATH", conflicts_with_all = ["qemu", "model"])]
    port: Option<PathBuf>,
    /// The port's speed, in bits per second
    #[arg(
        long,
        value_name = "RATE",
        default_value_t = 115_200,
        requires = "port"
    )]
    baud: u32,
    /// Without a board: a firmware image to run in `qemu-system-arm`
    #[arg(long, value_name = "IMAGE", conflicts_with = "model")]
    qemu: Option<PathBuf>,
    /// The machine that QEMU emulates
    #[arg(long, default_value = "mps2-an386")]
    machine: String,
    /// Without a board: run the board's code in this process with this network or weight file, at most 704
    /// wide
    #[arg(long, value_name = "FILE", default_value = "cube3-micro")]
    model: String,
    /// Most evaluations for a cube; 0 leaves it to the board
    #[arg(long, value_name = "N", default_value_t = 0)]
    evaluations: u32,
    /// Print the board's signature over this number of states
    #[arg(long, value_name = "STATES")]
    test: Option<u16>,
    /// Most time for an answer: 15m, 90s, or a number of seconds. The wait ends sooner if the board does not
    /// say what it is within 30 seconds
    #[arg(long, value_name = "TIME", default_value = "15m", allow_negative_numbers = true, value_parser = time)]
    timeout: Duration,
}

/// Asks the board and prints its answers.
pub fn run(args: &Args) -> Result<Exit, CliError> {
    let ask = |wire: &mut dyn Wire| talk::ask_all(args, wire, &mut std::io::stdout().lock());
    if let Some(path) = &args.port {
        let mut port = Port::open(path, args.baud).map_err(CliError::reading(path))?;
        return ask(&mut port);
    }
    if let Some(image) = &args.qemu {
        let emulator = Emulator::start(image, &args.machine)
            .map_err(|e| CliError::System(format!("cannot start qemu-system-arm: {e}")));
        return ask(&mut emulator?);
    }
    let model = Model::find(&args.model)?;
    let net = Net::from_bytes(&model.bytes).map_err(|e| CliError::System(e.to_string()))?;
    let mut scratch = Scratch::<NEURONS>::new();
    let mut memory = Box::new(Memory::<WIDTH, CANDIDATES>::new());
    let server = Server::new(&net, &mut scratch, &mut memory, EFFORT)
        .map_err(|e| CliError::Usage(format!("{}: {e}", args.model)))?;
    let ring = Ring::prints(&Cube3Qtm, RING);
    ask(&mut InProcess::new(
        server.ending_at(Ring::new(&ring, RING)),
    ))
}
