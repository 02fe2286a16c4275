//! A program that is run for at most some time.

use super::Machine;
use std::fs::File;
use std::io::{self, Read, Seek};
use std::path::Path;
use std::process::{Child, Command, ExitStatus};
use std::thread::sleep;
use std::time::{Duration, Instant};

/// Time between two looks at a program.
const EVERY: Duration = Duration::from_millis(10);
/// What a program may take after it was asked to stop.
const PATIENCE: Duration = Duration::from_secs(30);

/// What became of a program.
pub struct Ended {
    /// `None` when its time was over.
    pub status: Option<ExitStatus>,
    /// What it printed.
    pub out: String,
    /// Its messages for people.
    pub err: String,
}

impl Ended {
    /// Why it failed, in a line; `None` when it did not.
    pub fn failure(&self, may: &[i32]) -> Option<String> {
        let Some(status) = self.status else {
            return Some("out of time".into());
        };
        if status.code().is_some_and(|code| may.contains(&code)) {
            return None;
        }
        // LibTorch's errors have a trace behind them: the first line that names one says most.
        let lines = || self.err.lines().filter(|l| !l.trim().is_empty());
        let error = lines()
            .find(|l| l.contains("rror"))
            .or_else(|| lines().next_back());
        let error: String = error.unwrap_or_default().chars().take(300).collect();
        Some(format!("{status}: {error}"))
    }
}

impl Machine {
    /// One of the programs, with LibTorch where it will find it.
    pub fn program(&self, name: &str) -> Command {
        let mut command = Command::new(self.programs.join(name));
        let mut path = self.libtorch.folder.clone().into_os_string();
        if let Some(more) = std::env::var_os("LD_LIBRARY_PATH") {
            path.push(":");
            path.push(more);
        }
        command.env("LD_LIBRARY_PATH", path);
        command
    }
}

/// Runs a program to its end, or kills it after `limit`.
///
/// # Errors
/// It cannot be started.
pub fn run(command: &mut Command, limit: Duration) -> io::Result<Ended> {
    watched(command, limit, &mut |_| false, false)
}

/// As [`run`], but asks it to stop at the limit (SIGTERM) and kills it only some seconds later.
///
/// # Errors
/// It cannot be started.
pub fn asked(command: &mut Command, limit: Duration) -> io::Result<Ended> {
    watched(command, limit, &mut |_| false, true)
}

/// As [`run`], but kills it (SIGKILL) once a file is there. Whether it was.
///
/// # Errors
/// It cannot be started.
pub fn until(command: &mut Command, limit: Duration, file: &Path) -> io::Result<(Ended, bool)> {
    let mut seen = false;
    let ended = watched(
        command,
        limit,
        &mut |_| {
            seen = file.exists();
            seen
        },
        false,
    )?;
    Ok((ended, seen))
}

fn watched(
    command: &mut Command,
    limit: Duration,
    enough: &mut dyn FnMut(&Child) -> bool,
    politely: bool,
) -> io::Result<Ended> {
    // Files, not pipes: a program that prints much never waits for us.
    let (mut out, mut err) = (tempfile::tempfile()?, tempfile::tempfile()?);
    command.stdout(out.try_clone()?).stderr(err.try_clone()?);
    let start = Instant::now();
    let mut child = command.spawn().map_err(|e| {
        io::Error::new(
            e.kind(),
            format!("{}: {e}", command.get_program().display()),
        )
    })?;
    let mut asked = false;
    let status = loop {
        if let Some(status) = child.try_wait()? {
            break Some(status);
        }
        let late = start.elapsed() >= limit;
        if enough(&child) || (late && !politely) || start.elapsed() >= limit + PATIENCE {
            child.kill()?;
            child.wait()?;
            break None;
        }
        if late && !asked {
            asked = true;
            // No crate is worth it for one signal, and every system with CUDA has the command.
            Command::new("kill").arg(child.id().to_string()).status()?;
        }
        sleep(EVERY);
    };
    let text = |file: &mut File| {
        let mut bytes = Vec::new();
        file.rewind()?;
        file.read_to_end(&mut bytes)?;
        Ok::<_, io::Error>(String::from_utf8_lossy(&bytes).into_owned())
    };
    Ok(Ended {
        status,
        out: text(&mut out)?,
        err: text(&mut err)?,
    })
}
