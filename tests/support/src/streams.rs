//! A program whose standard output and standard error are in any state.

use std::fs::OpenOptions;
use std::io;
use std::process::{Command, Stdio};

/// A stream's state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stream {
    /// It is read.
    Works,
    /// The program starts without it.
    Closed,
    /// Nothing can be written.
    Full,
    /// Its reader has gone.
    Left,
}

/// All of them.
pub const STREAMS: [Stream; 4] = [Stream::Works, Stream::Closed, Stream::Full, Stream::Left];

impl Stream {
    fn stdio(self) -> io::Result<Stdio> {
        Ok(match self {
            Self::Full => OpenOptions::new().write(true).open("/dev/full")?.into(),
            Self::Left => io::pipe()?.1.into(),
            Self::Works | Self::Closed => Stdio::piped(),
        })
    }
}

/// That program with these arguments, with its standard output and standard error in these states.
///
/// # Errors
/// Those of the system.
pub fn command(program: &Command, args: &[&str], [out, err]: [Stream; 2]) -> io::Result<Command> {
    // Only a shell closes a stream.
    let closed = [(out, ">&-"), (err, "2>&-")];
    let closed = closed.iter().filter(|(s, _)| *s == Stream::Closed);
    let closed: String = closed.map(|(_, word)| format!(" {word}")).collect();
    let mut shell = Command::new("sh");
    shell
        .args(["-c", &format!("exec \"$0\" \"$@\"{closed}")])
        .arg(program.get_program())
        .args(args)
        .stdout(out.stdio()?)
        .stderr(err.stdio()?);
    Ok(shell)
}
