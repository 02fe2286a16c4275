//! What pages of Markdown show: their blocks of code, and the commands in them with what is printed below.

use std::env;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// The root of the repository.
pub const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");

/// A fenced block of code.
pub struct Block<'p> {
    /// The last line that is not empty between the block before and this one.
    pub before: &'p str,
    pub language: &'p str,
    pub lines: Vec<&'p str>,
}

impl Block<'_> {
    /// Its lines, each with its end.
    pub fn text(&self) -> String {
        self.lines.iter().flat_map(|line| [line, "\n"]).collect()
    }
}

pub fn blocks(page: &str) -> Vec<Block<'_>> {
    let (mut all, mut before, mut lines) = (Vec::new(), "", page.lines());
    while let Some(line) = lines.next() {
        match line.strip_prefix("```") {
            Some(language) => {
                let inside = lines.by_ref().take_while(|line| !line.starts_with("```"));
                all.push(Block {
                    before: std::mem::take(&mut before),
                    language,
                    lines: inside.collect(),
                });
            }
            None if !line.is_empty() => before = line,
            None => {}
        }
    }
    all
}

/// A command, and what a page says that it prints.
pub struct Example {
    pub command: String,
    pub printed: String,
}

/// The examples of a page, in their order. In a block of `console` the lines after a command are its output. A block
/// of `json` right after it is the object that the last command prints, laid out for readers.
pub fn examples(page: &str) -> Vec<Example> {
    let mut all: Vec<Example> = Vec::new();
    let mut after_console = false;
    for block in blocks(page) {
        let is_console = block.language == "console";
        let is_object = block.language == "json" && after_console && block.before.is_empty();
        for line in &block.lines {
            match line.strip_prefix("$ ") {
                Some(command) if is_console => all.push(Example {
                    command: command.to_owned(),
                    printed: String::new(),
                }),
                _ if is_console || is_object => {
                    let example = all.last_mut().expect("a command comes first");
                    example.printed += line;
                    example.printed.push('\n');
                }
                _ => {}
            }
        }
        after_console = is_console;
    }
    all
}

/// Runs a command line in a folder, with the programs of another folder before all others. What it tells people comes
/// with what it prints.
pub fn run(command: &str, folder: &Path, programs: PathBuf) -> Output {
    let path = env::var_os("PATH").unwrap_or_default();
    let path = [programs].into_iter().chain(env::split_paths(&path));
    Command::new("sh")
        .args(["-c", &format!("({command}) 2>&1")])
        .current_dir(folder)
        .env("PATH", env::join_paths(path).unwrap())
        .env_remove("CLICOLOR_FORCE")
        .output()
        .unwrap()
}
