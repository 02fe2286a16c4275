//! `quarterturn man`: manual pages, made from the help texts.

use super::error::{CliError, Exit};
use super::output::OutputError;
use clap_mangen::Man;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

const EXAMPLES: &str = "\
Examples:
  quarterturn man solve | man -l -
  quarterturn man --out ~/.local/share/man/man1";

/// Arguments of `man`.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    /// The command whose page to print, such as `solve` or `models list` [default: quarterturn]
    command: Vec<String>,
    /// Write the pages of all commands into this folder instead
    #[arg(long, value_name = "DIR", conflicts_with = "command")]
    out: Option<PathBuf>,
}

/// Prints or writes the pages.
pub fn run(args: &Args, mut command: clap::Command) -> Result<Exit, CliError> {
    command = command.disable_help_subcommand(true);
    command.build();
    if let Some(folder) = &args.out {
        let written = fs::create_dir_all(folder).and_then(|()| write_all(&command, folder));
        let failed = |source| OutputError::Write {
            path: folder.into(),
            source,
        };
        written.map_err(failed)?;
        return Ok(Exit::Done);
    }
    let mut named = &command;
    for word in &args.command {
        let found = named.find_subcommand(word);
        let none = || CliError::Usage(format!("{} has no command {word:?}", named.get_name()));
        named = found.ok_or_else(none)?;
    }
    let mut page = Vec::new();
    page_of(named).render(&mut page)?;
    io::stdout().write_all(&page)?;
    Ok(Exit::Done)
}

fn page_of(command: &clap::Command) -> Man {
    let source = concat!("quarterturn ", env!("CARGO_PKG_VERSION"));
    Man::new(command.clone()).source(source)
}

/// The pages of a command and of those under it.
fn write_all(command: &clap::Command, folder: &Path) -> io::Result<()> {
    page_of(command).generate_to(folder)?;
    let mut under = command.get_subcommands();
    under.try_for_each(|command| write_all(command, folder))
}
