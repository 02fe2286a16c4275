//! `quarterturn device`: cubes solved by a board on a serial line, by an emulated one, or by the
//! board's own code in this process.

use super::error::{CliError, Exit};
use super::text::Text;
use quarterturn::models::Model;
use quarterturn_core::cube::{Cube3, Cube3Qtm};
use quarterturn_core::device::frame::{MAX_FRAME, Received, pack};
use quarterturn_core::device::{
    Answer, Board, CANDIDATES, EFFORT, ErrorClass, MAX_MESSAGE, NEURONS, Receiver, Request, Server,
    WIDTH,
};
use quarterturn_core::net::{Net, Scratch};
use quarterturn_core::random::RandomState;
use quarterturn_core::search::Memory;
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::SeedableRng;
use std::fs::OpenOptions;
use std::io::{self, Read, Write};
use std::path::PathBuf;
use std::process::{Command, Stdio};

/// Arguments of `device`.
#[derive(clap::Args)]
pub struct Args {
    /// Cubes: moves from the solved cube, or 54 facelets
    cubes: Vec<String>,
    /// Random cubes besides
    #[arg(long, value_name = "N", default_value_t = 0)]
    random: usize,
    /// Seed of the random cubes
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// The board's serial port, set up before (`stty -F PORT raw -echo 115200`)
    #[arg(long, value_name = "PATH", conflicts_with_all = ["qemu", "model"])]
    port: Option<PathBuf>,
    /// A firmware image to be run by `qemu-system-arm`
    #[arg(long, value_name = "IMAGE", conflicts_with = "model")]
    qemu: Option<PathBuf>,
    /// The machine that QEMU emulates
    #[arg(long, default_value = "mps2-an386")]
    machine: String,
    /// Without a board: a model or weight file at most 704 wide for the board's code in this process
    #[arg(long, value_name = "FILE", default_value = "cube3-micro")]
    model: String,
    /// Evaluations allowed a cube; 0 leaves it to the board
    #[arg(long, value_name = "N", default_value_t = 0)]
    evaluations: u32,
    /// Print the board's signature over this many states
    #[arg(long, value_name = "STATES")]
    test: Option<u16>,
}

/// Sends a frame, waits for the one that answers it.
type Link<'a> = dyn FnMut(&[u8]) -> io::Result<Vec<u8>> + 'a;

/// Asks the board and prints its answers.
pub fn run(args: &Args) -> Result<Exit, CliError> {
    if let Some(path) = &args.port {
        let open = |o: &mut OpenOptions| {
            o.open(path).map_err(|source| CliError::Read {
                path: path.clone(),
                source,
            })
        };
        let mut output = open(OpenOptions::new().write(true))?;
        let mut input = open(OpenOptions::new().read(true))?;
        return ask_all(args, &mut |frame| exchange(&mut input, &mut output, frame));
    }
    if let Some(image) = &args.qemu {
        let mut child = Command::new("qemu-system-arm")
            .args(["-M", &args.machine, "-display", "none", "-monitor", "none"])
            .args(["-serial", "stdio", "-kernel"])
            .arg(image)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .map_err(|e| CliError::System(format!("cannot start qemu-system-arm: {e}")))?;
        let result = match (child.stdout.take(), child.stdin.take()) {
            (Some(mut input), Some(mut output)) => {
                ask_all(args, &mut |frame| exchange(&mut input, &mut output, frame))
            }
            _ => Err(CliError::System("QEMU has no serial line".into())),
        };
        // It never ends by itself; that it did is no reason to fail.
        let _ = child.kill();
        let _ = child.wait();
        return result;
    }
    let model = Model::find(&args.model)?;
    let net = Net::from_bytes(&model.bytes).map_err(|e| CliError::System(e.to_string()))?;
    let mut scratch = Scratch::<NEURONS>::new();
    let mut memory = Box::new(Memory::<WIDTH, CANDIDATES>::new());
    let mut server = Server::new(&net, &mut scratch, &mut memory, EFFORT)
        .map_err(|e| CliError::Usage(format!("{}: {e}", args.model)))?;
    ask_all(args, &mut |frame| {
        let mut host = Host::default();
        frame.iter().for_each(|&b| server.receive(b, &mut host));
        Ok(host.0)
    })
}

/// This process as a board.
#[derive(Default)]
struct Host(Vec<u8>);

impl Board for Host {
    fn send(&mut self, byte: u8) {
        self.0.push(byte);
    }

    fn name(&self) -> &'static str {
        "this machine"
    }
}

fn exchange(input: &mut dyn Read, output: &mut dyn Write, frame: &[u8]) -> io::Result<Vec<u8>> {
    output.write_all(frame)?;
    output.flush()?;
    let (mut answer, mut byte) = (vec![], [0]);
    while answer.last() != Some(&0) {
        input.read_exact(&mut byte)?;
        answer.extend(byte);
    }
    Ok(answer)
}

/// What was asked for, in order, then a summary of several cubes.
fn ask_all(args: &Args, link: &mut Link<'_>) -> Result<Exit, CliError> {
    let mut out = io::stdout().lock();
    ask(link, &Request::Info, |answer| writeln!(out, "{answer}"))??;
    if let Some(states) = args.test {
        let test = Request::Test { states };
        ask(link, &test, |answer| writeln!(out, "{answer}"))??;
    }
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(args.seed);
    let random = (0..args.random).map(|_| Cube3Qtm::write(&Cube3::random(&mut rng)));
    let (mut exit, mut sum) = (Exit::Done, Summary::default());
    for cube in args.cubes.iter().cloned().chain(random) {
        let request = Request::Solve {
            evaluations: args.evaluations,
            cube: &cube,
        };
        let one = ask(link, &request, |answer| {
            let one = match answer {
                Answer::Error(ErrorClass::Unsolved, _) => Ok(Exit::Unsolved),
                Answer::Error(..) => Ok(Exit::Invalid),
                _ => sum.add(&cube, &answer).map(|()| Exit::Done),
            };
            writeln!(out, "{answer}").map(|()| one)
        })???;
        exit = exit.max(one);
        sum.cubes += 1;
    }
    if sum.cubes > 1 {
        let (n, solved) = (sum.cubes, sum.solved);
        let mean = |total: u64| total as f64 / solved.max(1) as f64;
        writeln!(
            out,
            "{solved} of {n} solved, mean {:.3} (at most {}) quarter turns, evaluations mean {:.0}, at most {}",
            mean(sum.turns),
            sum.most_turns,
            mean(sum.evaluations),
            sum.most_evaluations
        )?;
    }
    Ok(exit)
}

/// Hands the answer to `then`.
fn ask<T>(
    link: &mut Link<'_>,
    request: &Request<'_>,
    then: impl FnOnce(Answer<'_>) -> T,
) -> Result<T, CliError> {
    let (mut payload, mut frame) = ([0; MAX_MESSAGE], [0; MAX_FRAME]);
    let (kind, payload) = request.encode(&mut payload);
    let gone = |e| CliError::System(format!("the board does not answer: {e}"));
    let answer = link(pack(kind, payload, &mut frame)).map_err(gone)?;
    let mut receiver = Receiver::new();
    for byte in answer {
        match receiver.push(byte) {
            None => {}
            Some(Ok(Received::Message(kind, payload))) => {
                let garbled = || CliError::System("the board's answer makes no sense".into());
                return Ok(then(Answer::decode(kind, payload).ok_or_else(garbled)?));
            }
            Some(other) => {
                return Err(CliError::System(format!("not an answer: {other:?}")));
            }
        }
    }
    Err(CliError::System("the board's answer is empty".into()))
}

#[derive(Default)]
struct Summary {
    cubes: usize,
    solved: usize,
    turns: u64,
    most_turns: u64,
    evaluations: u64,
    most_evaluations: u64,
}

impl Summary {
    /// Counts a solution, after replaying it.
    fn add(&mut self, cube: &str, answer: &Answer<'_>) -> Result<(), CliError> {
        let Answer::Solution {
            evaluations, moves, ..
        } = *answer
        else {
            return Err(CliError::System("not a solution".into()));
        };
        let refused = |r: super::refusal::Refusal| CliError::System(r.message);
        let start = Cube3Qtm::read(cube).map_err(refused)?;
        let way = Cube3Qtm::read(moves).map_err(refused)?;
        if start.then(&way) != Cube3::SOLVED {
            return Err(quarterturn::outcome::WrongSolution.into());
        }
        let half_turns = moves.matches('2').count();
        let turns = (moves.split_whitespace().count() + half_turns) as u64;
        self.solved += 1;
        self.turns += turns;
        self.most_turns = self.most_turns.max(turns);
        self.evaluations += u64::from(evaluations);
        self.most_evaluations = self.most_evaluations.max(evaluations.into());
        Ok(())
    }
}
