//! The commands of a program as Markdown, as they describe themselves.

use clap::builder::StyledStr;
use clap::{Arg, Command};
use std::fmt::Write as _;

/// The page of a program and of every command under it.
pub fn options(mut program: Command) -> String {
    program = program.disable_help_subcommand(true);
    program.build();
    let mut page = String::new();
    describe(&program, program.get_name(), &mut page);
    page
}

/// `name` has the names of the commands above it.
fn describe(command: &Command, name: &str, page: &mut String) {
    let about = command.get_long_about().or(command.get_about());
    let _ = write!(page, "## `{name}`\n\n{}", prose(about));
    let usage = command.clone().render_usage().to_string();
    let usage = usage.trim_start_matches("Usage:");
    let usage: Vec<_> = usage.trim().lines().map(str::trim).collect();
    let usage = usage.join("\n");
    let _ = write!(page, "```text\n{usage}\n```\n\n");
    for heading in headings(command) {
        let _ = write!(page, "{heading}:\n\n");
        let shown = command.get_arguments().filter(|arg| is_shown(arg));
        for arg in shown.filter(|arg| heading_of(arg) == heading) {
            page.push_str(&entry(arg));
        }
        page.push('\n');
    }
    let after = command.get_after_long_help().or(command.get_after_help());
    if let Some(after) = after {
        let _ = write!(page, "```text\n{}\n```\n\n", after.to_string().trim_end());
    }
    for under in command.get_subcommands().filter(|c| !c.is_hide_set()) {
        describe(under, &format!("{name} {}", under.get_name()), page);
    }
}

/// Every command has `--help`, and only a program tells its version.
fn is_shown(arg: &Arg) -> bool {
    !arg.is_hide_set() && !["help", "version"].contains(&arg.get_id().as_str())
}

fn heading_of(arg: &Arg) -> &str {
    arg.get_help_heading().unwrap_or(match arg.is_positional() {
        true => "Arguments",
        false => "Options",
    })
}

/// The headings of a command's options, in their order.
fn headings(command: &Command) -> Vec<&str> {
    let mut all = Vec::new();
    for arg in command.get_arguments().filter(|arg| is_shown(arg)) {
        if !all.contains(&heading_of(arg)) {
            all.push(heading_of(arg));
        }
    }
    all
}

/// An option with what it means, its default and the names that it takes.
fn entry(arg: &Arg) -> String {
    let help = prose(arg.get_long_help().or(arg.get_help()));
    let help = help.trim_end().replace("\n\n", "\n\n  ");
    let mut text = format!("- `{arg}`: {help}");
    let defaults = arg.get_default_values();
    if !defaults.is_empty() && !arg.is_hide_default_value_set() && takes_value(arg) {
        let all: Vec<_> = defaults.iter().map(|v| v.to_string_lossy()).collect();
        let all = all.join(" ");
        if !all.is_empty() {
            let _ = write!(text, " [default: {}]", escaped(&all));
        }
    }
    text.push('\n');
    if arg.is_hide_possible_values_set() || !takes_value(arg) {
        return text;
    }
    let values = arg.get_possible_values();
    let values: Vec<_> = values.iter().filter(|value| !value.is_hide_set()).collect();
    if values.iter().all(|value| value.get_help().is_none()) {
        let names: Vec<_> = values
            .iter()
            .map(|v| format!("`{}`", v.get_name()))
            .collect();
        if !names.is_empty() {
            let _ = writeln!(text, "  One of {}", names.join(", "));
        }
        return text;
    }
    for value in values {
        let help = value
            .get_help()
            .map(|help| format!(": {}", escaped(&help.to_string())));
        let _ = writeln!(
            text,
            "  - `{}`{}",
            value.get_name(),
            help.unwrap_or_default()
        );
    }
    text
}

fn takes_value(arg: &Arg) -> bool {
    arg.get_action().takes_values()
}

/// Paragraphs of a help text; what is indented in it stays as it is.
fn prose(text: Option<&StyledStr>) -> String {
    let text = text.map(ToString::to_string).unwrap_or_default();
    let mut all = String::new();
    for paragraph in text.split("\n\n").filter(|p| !p.trim().is_empty()) {
        let kept = paragraph.starts_with("  ");
        let _ = match kept {
            true => write!(all, "```text\n{paragraph}\n```\n\n"),
            false => write!(all, "{}\n\n", escaped(paragraph)),
        };
    }
    all
}

/// With what Markdown would take for its own as letters, outside code.
fn escaped(text: &str) -> String {
    let pieces = text.split('`').enumerate();
    let plain = |piece: &str| piece.replace('<', "&lt;").replace('*', "\\*");
    let pieces = pieces.map(|(nth, piece)| match nth % 2 {
        0 => plain(piece),
        _ => piece.to_owned(),
    });
    pieces.collect::<Vec<_>>().join("`")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_options_and_defaults_are_told() {
        let width = Arg::new("width")
            .long("width")
            .value_name("N")
            .default_value("16")
            .help("States kept, a * b < c, `<x>`")
            .help_heading("Search");
        let colour = Arg::new("colour")
            .long("colour")
            .value_parser(["red", "blue"]);
        let hidden = Arg::new("hidden").long("hidden").hide(true);
        let solve = Command::new("solve").about("Solve a state");
        let solve = solve.arg(Arg::new("STATE").help("A state"));
        let solve = solve
            .args([width, colour, hidden])
            .after_help("Exit codes: 0");
        let page = options(Command::new("program").subcommand(solve));
        for text in [
            "## `program solve`\n\nSolve a state\n\n```text\nprogram solve [OPTIONS] [STATE]\n```\n",
            "Arguments:\n\n- `[STATE]`: A state\n",
            "Search:\n\n- `--width <N>`: States kept, a \\* b &lt; c, `<x>` [default: 16]\n",
            "- `--colour <colour>`: \n  One of `red`, `blue`\n",
            "```text\nExit codes: 0\n```\n",
        ] {
            assert!(page.contains(text), "{text:?} is not in\n{page}");
        }
        assert!(
            !page.contains("hidden") && !page.contains("--help"),
            "{page}"
        );
    }
}
