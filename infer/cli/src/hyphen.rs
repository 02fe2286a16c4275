//! Inputs that begin with `-`, as the floor of a Sokoban level does: they are told apart from options.

use clap::Command;
use std::ffi::{OsStr, OsString};

/// Moves arguments that cannot be options behind `--`, where the parser reads them as inputs.
pub fn inputs_last(args: impl Iterator<Item = OsString>, command: &Command) -> Vec<OsString> {
    let mut args = args.peekable();
    let (mut all, mut inputs): (Vec<_>, Vec<_>) = (args.by_ref().take(2).collect(), Vec::new());
    let solve = command.find_subcommand("solve");
    let Some(solve) = solve.filter(|solve| all.get(1).is_some_and(|name| name == solve.get_name()))
    else {
        all.extend(args);
        return all;
    };
    while let Some(arg) = args.next_if(|arg| arg != "--") {
        let value = all.last().is_some_and(|last| takes_value(last, solve));
        let list = if is_input(&arg) && !value {
            &mut inputs
        } else {
            &mut all
        };
        list.push(arg);
    }
    if !inputs.is_empty() && args.peek().is_none() {
        all.push("--".into());
    }
    // What stands behind a `--` of the user's follows.
    all.extend(args.by_ref().take(1));
    all.extend(inputs);
    all.extend(args);
    all
}

/// Whether an argument begins with `-` and has what no option's name has.
fn is_input(arg: &OsStr) -> bool {
    let text = arg.to_string_lossy();
    let name = text
        .strip_prefix('-')
        .and_then(|rest| rest.split('=').next());
    name.is_some_and(|name| name.contains(|c: char| c != '-' && !c.is_ascii_alphanumeric()))
}

/// Whether the argument that follows is a value.
fn takes_value(arg: &OsStr, command: &Command) -> bool {
    let text = arg.to_string_lossy();
    let long = text.strip_prefix("--");
    let of_name = |arg: &&clap::Arg| arg.get_long().is_some_and(|name| Some(name) == long);
    let found = command.get_arguments().find(of_name);
    found.is_some_and(|arg| arg.get_action().takes_values())
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::Arg;

    #[test]
    fn inputs_go_behind_and_options_stay() {
        let solve = Command::new("solve")
            .arg(Arg::new("target").long("target"))
            .arg(
                Arg::new("json")
                    .long("json")
                    .num_args(0)
                    .action(clap::ArgAction::SetTrue),
            );
        let command = Command::new("q").subcommand(solve);
        for (given, expected) in [
            ("q solve -#/-$ --json", "q solve --json -- -#/-$"),
            (
                "q solve --target -#/-$ --json",
                "q solve --target -#/-$ --json",
            ),
            ("q solve --json -#/-$", "q solve --json -- -#/-$"),
            ("q solve -- -#", "q solve -- -#"),
            ("q solve --#/@ -- -#", "q solve -- --#/@ -#"),
            (
                "q solve --wrong --time=1.5s -q -",
                "q solve --wrong --time=1.5s -q -",
            ),
            ("q bench -#/-$", "q bench -#/-$"),
            ("q", "q"),
        ] {
            let args = given.split(' ').map(OsString::from);
            let expected: Vec<OsString> = expected.split(' ').map(OsString::from).collect();
            assert_eq!(inputs_last(args, &command), expected, "{given}");
        }
    }
}
