//! Requests to a board, and its answers. No answer is shown or counted before it is checked.

use super::Args;
use super::wire::Wire;
use crate::error::{CliError, Exit};
use quarterturn::puzzles::Cube3Turns::Quarter;
use quarterturn::puzzles::Text;
use quarterturn_core::cube::Cube3;
use quarterturn_core::device::frame::{FrameError, MAX_FRAME, Received, pack};
use quarterturn_core::device::message::MAX_CUBE;
use quarterturn_core::device::{Answer, ErrorClass, MAX_MESSAGE, Receiver, Request};
use quarterturn_core::notation::read_turns;
use quarterturn_core::random::Random;
use quarterturn_core::{Move, Plain, Puzzle};
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::SeedableRng;
use std::io::{self, ErrorKind, Write};
use std::time::{Duration, Instant};

/// Time for a board to say what it is, which takes no computation.
const GREETING: Duration = Duration::from_secs(30);

/// What is wrong with a board.
#[derive(Debug, thiserror::Error)]
enum Fault {
    #[error("the board does not answer: {0}")]
    Gone(io::Error),
    #[error("the board has not answered within {} seconds", .0.as_secs_f64())]
    Silent(Duration),
    #[error("the board's answer is damaged: {0}")]
    Damaged(FrameError),
    #[error("the board sends something other than frames of this protocol")]
    Noise,
    #[error("the board's answer makes no sense")]
    Nonsense,
    #[error("the board answers another question than the one it was asked")]
    Other,
    #[error("the board refuses: {0}")]
    Refuses(String),
    #[error("the board is wrong: its answer does not solve the cube {0}")]
    Wrong(String),
    #[error("the board is wrong: it solves {0}, which is not a cube: {1}")]
    NoCube(String, String),
}

impl From<Fault> for CliError {
    fn from(fault: Fault) -> Self {
        Self::System(fault.to_string())
    }
}

/// Sends the requests of the arguments in order, and prints the answers and a summary of several cubes.
pub fn ask_all(args: &Args, wire: &mut dyn Wire, out: &mut impl Write) -> Result<Exit, CliError> {
    match ask(wire, &Request::Info, args.timeout.min(GREETING))?.read()? {
        Answer::Info(info) => writeln!(out, "{}", Plain(info))?,
        other => return Err(unexpected(other).into()),
    }
    if let Some(states) = args.test {
        match ask(wire, &Request::Test { states }, args.timeout)?.read()? {
            signature @ Answer::Signature(_) => writeln!(out, "{signature}")?,
            other => return Err(unexpected(other).into()),
        }
    }
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(args.seed);
    let random = (0..args.random).map(|_| Quarter.write(&Cube3::random(&mut rng)));
    let (mut exit, mut sum) = (Exit::Done, Summary::default());
    for cube in args.cubes.iter().cloned().chain(random) {
        sum.cubes += 1;
        if cube.len() > MAX_CUBE {
            writeln!(out, "error: a board takes no text above {MAX_CUBE} bytes")?;
            exit = exit.max(Exit::Invalid);
            continue;
        }
        let request = Request::Solve {
            evaluations: args.evaluations,
            cube: &cube,
        };
        match ask(wire, &request, args.timeout)?.read()? {
            Answer::Solution {
                evaluations,
                beams,
                usage,
                microseconds,
                moves,
            } => {
                let solution = solution(&cube, moves)?;
                sum.add(&solution, evaluations);
                let answer = Answer::Solution {
                    evaluations,
                    beams,
                    usage,
                    microseconds,
                    moves: &Quarter.write_moves(&Cube3::SOLVED, &solution, None),
                };
                writeln!(out, "{answer}")?;
            }
            Answer::Error(class, reason) => {
                writeln!(out, "error: {}", Plain(reason))?;
                exit = exit.max(match class {
                    ErrorClass::Unsolved => Exit::Unsolved,
                    _ => Exit::Invalid,
                });
            }
            other => return Err(unexpected(other).into()),
        }
    }
    if sum.cubes > 1 {
        sum.print(out)?;
    }
    Ok(exit)
}

/// The moves of an answer, which solve the cube.
fn solution(cube: &str, moves: &str) -> Result<Vec<Move>, Fault> {
    let (_, start) = Quarter
        .read(cube)
        .map_err(|refusal| Fault::NoCube(cube.into(), refusal.message))?;
    let wrong = || Fault::Wrong(cube.into());
    let moves: Vec<Move> = read_turns(&Quarter, moves)
        .collect::<Result<_, _>>()
        .map_err(|_| wrong())?;
    if !Quarter.is_solved(&Quarter.apply_all(&start, &moves)) {
        return Err(wrong());
    }
    Ok(moves)
}

/// An answer that does not fit the question.
fn unexpected(answer: Answer<'_>) -> Fault {
    match answer {
        Answer::Error(_, reason) => Fault::Refuses(reason.into()),
        _ => Fault::Other,
    }
}

/// A message from the board.
struct Reply {
    kind: u8,
    payload: Vec<u8>,
}

impl Reply {
    fn read(&self) -> Result<Answer<'_>, Fault> {
        Answer::decode(self.kind, &self.payload).ok_or(Fault::Nonsense)
    }
}

/// Sends a request and waits for the frame that answers it. No board can make this take longer, or
/// more memory than a frame.
fn ask(wire: &mut dyn Wire, request: &Request<'_>, within: Duration) -> Result<Reply, Fault> {
    let start = Instant::now();
    let (mut payload, mut frame) = ([0; MAX_MESSAGE], [0; MAX_FRAME]);
    let (kind, payload) = request.encode(&mut payload);
    let failed = |error: io::Error| match error.kind() {
        ErrorKind::TimedOut => Fault::Silent(within),
        _ => Fault::Gone(error),
    };
    wire.send(pack(kind, payload, &mut frame)).map_err(failed)?;
    let mut receiver = Receiver::new();
    let mut bytes = 0;
    loop {
        let left = within.saturating_sub(start.elapsed());
        if left.is_zero() {
            return Err(Fault::Silent(within));
        }
        for byte in wire.receive(left).map_err(failed)? {
            bytes += 1;
            match receiver.push(byte) {
                Some(Ok(Received::Message(kind, payload))) => {
                    let payload = payload.to_vec();
                    return Ok(Reply { kind, payload });
                }
                Some(Err(error)) => return Err(Fault::Damaged(error)),
                Some(Ok(Received::Line(_))) => return Err(Fault::Noise),
                None if bytes > MAX_FRAME => return Err(Fault::Noise),
                None => {}
            }
        }
    }
}

#[derive(Default)]
struct Summary {
    cubes: usize,
    solved: usize,
    turns: usize,
    most_turns: usize,
    evaluations: u64,
    most_evaluations: u32,
}

impl Summary {
    fn add(&mut self, solution: &[Move], evaluations: u32) {
        self.solved += 1;
        self.turns += solution.len();
        self.most_turns = self.most_turns.max(solution.len());
        self.evaluations += u64::from(evaluations);
        self.most_evaluations = self.most_evaluations.max(evaluations);
    }

    fn print(&self, out: &mut impl Write) -> io::Result<()> {
        let mean = |total: u64| total as f64 / self.solved.max(1) as f64;
        writeln!(
            out,
            "{} of {} solved, mean {:.3} (at most {}) quarter turns, evaluations mean {:.0}, at most {}",
            self.solved,
            self.cubes,
            mean(self.turns as u64),
            self.most_turns,
            mean(self.evaluations),
            self.most_evaluations
        )
    }
}
