//! The line to a board: a serial port, an emulator's, or the board's own code in this process.

use quarterturn_core::device::{Board, Server};
use serial2::SerialPort;
use std::io::{self, ErrorKind, Read, Write};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::thread;
use std::time::Duration;

/// Most bytes taken at once.
const CHUNK: usize = 1024;

/// A line to a board.
pub trait Wire {
    /// Sends all the bytes.
    fn send(&mut self, bytes: &[u8]) -> io::Result<()>;

    /// At least one byte of what the board sends; an error of the kind `TimedOut` when none came
    /// in time, `UnexpectedEof` when none will.
    fn receive(&mut self, within: Duration) -> io::Result<Vec<u8>>;
}

/// A serial port.
pub struct Port(SerialPort);

impl Port {
    /// Opens it and discards what is left of an earlier conversation.
    pub fn open(path: &Path, baud: u32) -> io::Result<Self> {
        let mut port = SerialPort::open(path, baud)?;
        // A request is short.
        port.set_write_timeout(Duration::from_secs(10))?;
        port.discard_buffers()?;
        Ok(Self(port))
    }
}

impl Wire for Port {
    fn send(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.0.write_all(bytes)
    }

    fn receive(&mut self, within: Duration) -> io::Result<Vec<u8>> {
        self.0.set_read_timeout(within)?;
        let mut bytes = vec![0; CHUNK];
        let length = self.0.read(&mut bytes)?;
        bytes.truncate(length);
        some(bytes)
    }
}

/// QEMU with a board's program.
pub struct Emulator {
    child: Child,
    /// What the program prints; its own thread reads it, since a pipe knows no time-out.
    output: Receiver<io::Result<Vec<u8>>>,
}

impl Emulator {
    /// Starts it.
    pub fn start(image: &Path, machine: &str) -> io::Result<Self> {
        let mut child = Command::new("qemu-system-arm")
            .args(["-M", machine, "-display", "none", "-monitor", "none"])
            .args(["-serial", "stdio", "-kernel"])
            .arg(image)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()?;
        let stdout = child.stdout.take();
        // Bounded: a program that never stops printing waits.
        let (sender, output) = mpsc::sync_channel(1);
        thread::spawn(move || {
            let mut stdout = stdout?;
            loop {
                let mut bytes = vec![0; CHUNK];
                let read = stdout.read(&mut bytes);
                let last = !matches!(read, Ok(1..));
                let read = read.map(|length| bytes[..length].to_vec());
                if sender.send(read).is_err() || last {
                    return Some(());
                }
            }
        });
        Ok(Self { child, output })
    }
}

impl Wire for Emulator {
    fn send(&mut self, bytes: &[u8]) -> io::Result<()> {
        let mut stdin = self.child.stdin.as_ref().ok_or(ErrorKind::BrokenPipe)?;
        stdin.write_all(bytes)
    }

    fn receive(&mut self, within: Duration) -> io::Result<Vec<u8>> {
        match self.output.recv_timeout(within) {
            Ok(bytes) => some(bytes?),
            Err(RecvTimeoutError::Timeout) => Err(ErrorKind::TimedOut.into()),
            Err(RecvTimeoutError::Disconnected) => some(Vec::new()),
        }
    }
}

impl Drop for Emulator {
    fn drop(&mut self) {
        // It never ends by itself; if it did, that is no failure.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// This process as a board.
pub struct InProcess<'a, const N: usize, const W: usize, const C: usize> {
    server: Server<'a, N, W, C>,
    answer: Answer,
}

impl<'a, const N: usize, const W: usize, const C: usize> InProcess<'a, N, W, C> {
    /// Serves requests with the board's own code.
    pub fn new(server: Server<'a, N, W, C>) -> Self {
        let answer = Answer::default();
        Self { server, answer }
    }
}

#[derive(Default)]
struct Answer(Vec<u8>);

impl Board for Answer {
    fn send(&mut self, byte: u8) {
        self.0.push(byte);
    }

    fn name(&self) -> &'static str {
        "this machine"
    }
}

impl<const N: usize, const W: usize, const C: usize> Wire for InProcess<'_, N, W, C> {
    fn send(&mut self, bytes: &[u8]) -> io::Result<()> {
        for &byte in bytes {
            self.server.receive(byte, &mut self.answer);
        }
        Ok(())
    }

    fn receive(&mut self, _: Duration) -> io::Result<Vec<u8>> {
        some(std::mem::take(&mut self.answer.0))
    }
}

fn some(bytes: Vec<u8>) -> io::Result<Vec<u8>> {
    if bytes.is_empty() {
        return Err(ErrorKind::UnexpectedEof.into());
    }
    Ok(bytes)
}
