//! Exit codes.

use std::process::ExitCode;

/// The classes of exit code, from harmless to serious: over many inputs, the most serious wins.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Exit {
    /// Everything asked for was done.
    Done,
    /// Some input has no solution within the limits.
    Unsolved,
    /// Some input is invalid.
    Invalid,
    /// The options contradict each other or this build.
    Usage,
    /// A bug, or an output that cannot be written.
    Internal,
    /// The user stopped it.
    Interrupted,
}

impl Exit {
    /// The number that a shell sees.
    pub fn code(self) -> u8 {
        match self {
            Exit::Done => 0,
            Exit::Internal => 1,
            Exit::Usage => 2,
            Exit::Invalid => 3,
            Exit::Unsolved => 4,
            Exit::Interrupted => 130,
        }
    }
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> Self {
        exit.code().into()
    }
}
