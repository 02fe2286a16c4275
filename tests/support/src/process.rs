//! A solver that runs on, asked line by line.

use std::io::{self, BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

/// A running `quarterturn solve - --json`, or whatever the arguments say.
#[derive(Debug)]
pub struct Process {
    child: Child,
    input: ChildStdin,
    answers: Receiver<io::Result<String>>,
}

impl Process {
    /// Starts the program; its standard error is ours.
    ///
    /// # Errors
    /// Those of the system.
    pub fn start(program: &Path, args: &[String]) -> io::Result<Self> {
        let mut command = Command::new(program);
        command
            .args(args)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped());
        let mut child = command.spawn()?;
        let pipe = || io::Error::other("a pipe is missing");
        let input = child.stdin.take().ok_or_else(pipe)?;
        let output = BufReader::new(child.stdout.take().ok_or_else(pipe)?);
        let (send, answers) = channel();
        std::thread::spawn(move || output.lines().try_for_each(|line| send.send(line)));
        Ok(Self {
            child,
            input,
            answers,
        })
    }

    /// Sends a line.
    ///
    /// # Errors
    /// The process has gone.
    pub fn send(&mut self, line: &[u8]) -> io::Result<()> {
        self.input.write_all(&[line, b"\n"].concat())
    }

    /// The next line of the output.
    ///
    /// # Errors
    /// There is none within `wait`: the process hangs or has gone.
    pub fn receive(&self, wait: Duration) -> io::Result<String> {
        let answer = self.answers.recv_timeout(wait);
        answer.map_err(|e| io::Error::new(io::ErrorKind::TimedOut, e))?
    }

    /// Its resident memory in KiB, where the system tells.
    pub fn resident(&self) -> Option<u64> {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.child.id())).ok()?;
        let line = status.lines().find_map(|l| l.strip_prefix("VmRSS:"))?;
        line.split_whitespace().next()?.parse().ok()
    }

    /// Ends the input: how many lines it still had to say, and its exit code.
    ///
    /// # Errors
    /// Those of the system.
    pub fn finish(self) -> io::Result<(usize, Option<i32>)> {
        let Self {
            mut child,
            input,
            answers,
        } = self;
        drop(input);
        let left = answers.iter().count();
        Ok((left, child.wait()?.code()))
    }
}
