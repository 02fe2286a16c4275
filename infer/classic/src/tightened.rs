//! The two-phase algorithm with a time limit: its bound is lowered again and again until the time is over.
//!
//! A call of `min2phase` cannot be interrupted, and one turn less takes ten times as long. So it runs in
//! a process of its own, which reports each solution and is killed when the time is over.

use super::TwoPhase;
use quarterturn::limits::{Limits, Stopped};
use quarterturn::outcome::Outcome;
use quarterturn::search::Search;
use quarterturn::search::run::{Run, run};
use quarterturn_core::Puzzle;
use quarterturn_core::cube::Cube3;
use quarterturn_core::notation::read_turns;
use std::io::{self, BufRead, BufReader, Write};
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::thread;
use std::time::Duration;

/// Time between two looks at the limits and the cancel flag.
const PATIENCE: Duration = Duration::from_millis(20);

/// A program that does what [`serve`] does, as a search.
#[derive(Clone, Debug)]
pub struct Tightened {
    /// The program.
    pub program: PathBuf,
    /// Its arguments.
    pub arguments: Vec<String>,
}

/// Reads the facelets of a cube from `input` and writes shorter and shorter solutions to `output`, one a
/// line. The first line is empty and says that the tables are made.
///
/// # Errors
/// Those of input and output.
pub fn serve(mut input: impl BufRead, mut output: impl Write) -> io::Result<()> {
    let mut facelets = String::new();
    let _ = Cube3::SOLVED.write_facelets(&mut facelets);
    min2phase::solve(&facelets, TwoPhase::default().turns);
    writeln!(output)?;
    output.flush()?;

    let mut text = String::new();
    input.read_line(&mut text)?;
    let facelets = text.trim().to_owned();
    let mut turns = TwoPhase::default().turns;
    loop {
        let answer = min2phase::solve(&facelets, turns);
        if answer.starts_with("Error") {
            return Ok(());
        }
        writeln!(output, "{answer}")?;
        output.flush()?;
        let length = answer.split_whitespace().count() as u8;
        let Some(shorter) = length.checked_sub(1) else {
            return Ok(());
        };
        turns = shorter;
    }
}

/// A running program, which is killed when this value is dropped.
struct Working {
    child: Child,
    lines: Receiver<String>,
}

impl Drop for Working {
    fn drop(&mut self) {
        // It may have ended by itself.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Working {
    /// Starts the program and waits for its tables.
    fn start(how: &Tightened) -> io::Result<Self> {
        let mut command = Command::new(&how.program);
        let command = command.args(&how.arguments);
        let mut child = command
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()?;
        let output = child.stdout.take().ok_or(io::ErrorKind::BrokenPipe)?;
        let (tell, lines) = mpsc::channel();
        thread::spawn(move || {
            let lines = BufReader::new(output).lines().map_while(Result::ok);
            // Nobody reads any more: the search has ended.
            let _ = lines.map(|line| tell.send(line)).find(Result::is_err);
        });
        let working = Self { child, lines };
        let ready = working.lines.recv();
        ready.map_err(|_| io::ErrorKind::UnexpectedEof)?;
        Ok(working)
    }

    fn ask(&mut self, facelets: &str) -> io::Result<()> {
        let input = self.child.stdin.as_mut();
        writeln!(input.ok_or(io::ErrorKind::BrokenPipe)?, "{facelets}")
    }

    fn listen<P: Puzzle<State = Cube3>>(&self, run: &mut Run<'_, P>) -> Result<(), Stopped> {
        loop {
            run.check()?;
            let left = run.watch.left().unwrap_or(PATIENCE);
            match self.lines.recv_timeout(left.min(PATIENCE)) {
                Ok(line) => {
                    let solution: Result<_, _> = read_turns(run.puzzle, &line).collect();
                    run.collect(solution.map_err(|_| Stopped::Wrong)?)?;
                }
                Err(RecvTimeoutError::Timeout) => {}
                // It has proved that there is no shorter solution.
                Err(RecvTimeoutError::Disconnected) => {
                    return run.length().map_or(Ok(()), |_| Err(Stopped::Solved));
                }
            }
        }
    }
}

impl<P: Puzzle<State = Cube3>> Search<P> for Tightened {
    fn name(&self) -> &'static str {
        "two-phase"
    }

    /// The time to start the program and make its tables is not that of the search. One that cannot
    /// be started is [`Stopped::Unfit`].
    fn run(&self, puzzle: &P, state: &Cube3, limits: &Limits) -> Outcome {
        let working = Working::start(self);
        run(puzzle, state, limits, |run| {
            let mut facelets = String::new();
            let _ = state.write_facelets(&mut facelets);
            let mut working = working.map_err(|_| Stopped::Unfit)?;
            working.ask(&facelets).map_err(|_| Stopped::Unfit)?;
            working.listen(run)
        })
    }
}
