//! The board's side of the protocol.

use super::frame::{MAX_FRAME, MAX_MESSAGE, Receiver, pack};
use super::message::{Answer, ErrorClass, Line, Request, Usage};
use crate::cube::{Cube3, Cube3Qtm, CubeError};
use crate::fnv::Fnv;
use crate::net::{Net, Scratch};
use crate::notation::write_merged;
use crate::puzzle::Puzzle;
use crate::random::{Random, random_moves};
use crate::search::guide::{Guide, MAX_BRANCHING};
use crate::search::{Effort, GuideError, Memory, MoveSet, NetGuide, Progress, Ring, Solver};
use core::fmt::Write;
use rand_core::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;

/// Evaluations between two calls of [`Board::tick`].
const SLICE: u32 = 8;

/// The functions of the machine that the server needs.
pub trait Board {
    /// Sends one byte to the host.
    fn send(&mut self, byte: u8);

    /// Called every few evaluations: the place to feed a watchdog.
    fn tick(&mut self) {}

    /// A clock, of any origin; it may wrap.
    fn microseconds(&mut self) -> u32 {
        0
    }

    /// Memory used so far.
    fn usage(&mut self) -> Usage {
        Usage::default()
    }

    /// Writes a description of the board.
    fn name(&self) -> &'static str;
}

/// Answers requests to solve the 3×3×3 cube with a network `N` wide and a beam up to `W` wide.
#[derive(Debug)]
pub struct Server<'a, const N: usize, const W: usize, const C: usize> {
    net: &'a Net<'a>,
    effort: Effort,
    scratch: &'a mut Scratch<N>,
    memory: &'a mut Memory<W, C>,
    ring: Ring<'a>,
    receiver: Receiver,
}

impl<'a, const N: usize, const W: usize, const C: usize> Server<'a, N, W, C> {
    /// Serves with `net`; `effort` is spent on each cube unless the request says otherwise.
    ///
    /// # Errors
    /// The network does not fit; see [`GuideError`].
    pub fn new(
        net: &'a Net<'a>,
        scratch: &'a mut Scratch<N>,
        memory: &'a mut Memory<W, C>,
        effort: Effort,
    ) -> Result<Self, GuideError> {
        NetGuide::new(&Cube3Qtm, net, scratch)?;
        Ok(Self {
            net,
            effort,
            scratch,
            memory,
            ring: Ring::NONE,
            receiver: Receiver::new(),
        })
    }

    /// Ends beams where they meet a ring.
    pub fn ending_at(mut self, ring: Ring<'a>) -> Self {
        self.ring = ring;
        self
    }

    /// Takes one byte from the host, and answers if it ends a request.
    pub fn receive(&mut self, byte: u8, board: &mut impl Board) {
        let Self {
            net,
            effort,
            scratch,
            memory,
            ring,
            receiver,
        } = self;
        let Some(received) = receiver.push(byte) else {
            return;
        };
        let mut reply = Reply {
            board,
            // Frames answer frames, damaged ones too; lines answer lines.
            line: byte == b'\n',
        };
        let request = match Request::read(received) {
            Ok(request) => request,
            Err((class, reason)) => return reply.send(&Answer::Error(class, reason)),
        };
        let Ok(mut guide) = NetGuide::new(&Cube3Qtm, net, scratch) else {
            return;
        };
        match request {
            Request::Info => {
                let mut text = Line::<160>::new();
                let (name, version) = (reply.board.name(), env!("CARGO_PKG_VERSION"));
                let model = net.meta().name;
                let _ = write!(text, "quarterturn {version} on {name}: {model}, width {W}");
                reply.send(&Answer::Info(text.as_str()));
            }
            Request::Test { states } => {
                let signature = signature(&mut guide, memory, states, || reply.board.tick());
                reply.send(&Answer::Signature(signature));
            }
            Request::Solve { evaluations, cube } => {
                let mut effort = *effort;
                if evaluations > 0 {
                    effort.evaluations = evaluations;
                }
                let mut reason = Line::<200>::new();
                match read_cube(cube, &mut reason) {
                    Some(state) => {
                        let solver = Solver::new(&Cube3Qtm, memory, &state, effort);
                        let solver = solver.ending_at(*ring);
                        solve(solver, &mut guide, &mut reply);
                    }
                    None => reply.send(&Answer::Error(ErrorClass::Cube, reason.as_str())),
                }
            }
        }
    }
}

/// Where answers go.
struct Reply<'b, B> {
    board: &'b mut B,
    line: bool,
}

impl<B: Board> Reply<'_, B> {
    fn send(&mut self, answer: &Answer<'_>) {
        if self.line {
            // The board's `send` does not fail.
            let _ = writeln!(self, "{answer}");
        } else {
            let (mut payload, mut frame) = ([0; MAX_MESSAGE], [0; MAX_FRAME]);
            let (kind, payload) = answer.encode(&mut payload);
            for &byte in pack(kind, payload, &mut frame) {
                self.board.send(byte);
            }
        }
    }
}

impl<B: Board> Write for Reply<'_, B> {
    fn write_str(&mut self, s: &str) -> core::fmt::Result {
        s.bytes().for_each(|byte| self.board.send(byte));
        Ok(())
    }
}

/// Searches, and sends the result.
fn solve<B: Board, const W: usize, const C: usize>(
    mut solver: Solver<'_, Cube3Qtm, W, C>,
    guide: &mut impl Guide<Cube3Qtm>,
    reply: &mut Reply<'_, B>,
) {
    let start = reply.board.microseconds();
    while solver.step(guide, SLICE) == Progress::Running {
        reply.board.tick();
    }
    let microseconds = reply.board.microseconds().wrapping_sub(start);
    let mut moves = Line::<{ 3 * crate::search::MAX_LENGTH }>::new();
    match solver.solution() {
        Some(solution) => {
            let _ = write_merged(&Cube3Qtm, solution.iter().copied(), &mut moves);
            let usage = reply.board.usage();
            reply.send(&Answer::Solution {
                evaluations: solver.evaluations(),
                beams: solver.attempts() as u16,
                usage,
                microseconds,
                moves: moves.as_str(),
            });
        }
        None => reply.send(&Answer::Error(
            ErrorClass::Unsolved,
            "no solution within the evaluations allowed",
        )),
    }
}

/// Reads a cube; or writes the error, as far as it fits.
#[inline(never)] // leaves its part of the stack to the search
pub fn read_cube(text: &str, reason: &mut impl Write) -> Option<Cube3> {
    match text.parse() {
        Ok(cube) => Some(cube),
        Err(error) => {
            let error: CubeError = error;
            // The reason may be cut off.
            let _ = write!(reason, "{error}; {}", error.hint());
            None
        }
    }
}

/// One number (64-bit FNV-1a) over the costs of `states` random cubes and one short search: two
/// machines that print the same compute the same.
pub fn signature<const W: usize, const C: usize>(
    guide: &mut impl Guide<Cube3Qtm>,
    memory: &mut Memory<W, C>,
    states: u16,
    mut tick: impl FnMut(),
) -> u64 {
    let mut hash = Fnv::default();
    let mut number = |n: i32| hash.bytes(&n.to_le_bytes());
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
    // Two at a time, as the search asks for them.
    for first in (0..states).step_by(2) {
        let mut costs = [[0; MAX_BRANCHING]; 2];
        let cubes = [Cube3::random(&mut rng), Cube3::random(&mut rng)];
        guide.pair(&Cube3Qtm, [&cubes[0], &cubes[1]], &mut costs);
        for costs in costs.iter().take((states - first).into()) {
            costs.iter().for_each(|&cost| number(cost));
        }
        tick();
    }
    let scramble = random_moves(&Cube3Qtm, Cube3::SOLVED, &mut rng, 8);
    let cube = scramble.fold(Cube3::SOLVED, |cube, mv| Cube3Qtm.apply(&cube, mv));
    let effort = Effort {
        width: 16,
        max_length: 20,
        patience: 0,
        attempts: 4,
        improvements: 0,
        evaluations: 1000,
        forbidden: MoveSet::EMPTY,
    };
    let mut solver = Solver::<Cube3Qtm, W, C>::new(&Cube3Qtm, memory, &cube, effort);
    while solver.step(guide, SLICE) == Progress::Running {
        tick();
    }
    number(solver.evaluations() as i32);
    let solution = solver.solution().unwrap_or(&[]);
    solution.iter().for_each(|mv| number(i32::from(mv.0)));
    hash.get()
}
