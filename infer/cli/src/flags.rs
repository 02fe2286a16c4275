//! The library's errors in the words of the command line: a setting is a flag here.

use quarterturn::costs::CostsError;
use quarterturn::models::ModelError;
use quarterturn::puzzles::PuzzleError;
use quarterturn::solver::{BuildError, SolveError};
use quarterturn_classic::ClassicalError;

/// The flag of a setting, or the flags of several: `virtual_loss` is `--virtual-loss`. What is none, such as `the
/// search 'direct'`, stays as it is.
pub fn flag(setting: &str) -> String {
    if setting == "state" || setting.starts_with("the ") {
        return setting.into();
    }
    let flags = setting.split(" and ");
    let flags = flags.map(|name| format!("--{}", name.replace('_', "-")));
    flags.collect::<Vec<_>>().join(" and ")
}

/// Why a solver cannot be built.
pub fn build(error: &BuildError) -> String {
    if let BuildError::Extension(error) = error
        && let Some(error) = error.downcast_ref()
    {
        return classical(error);
    }
    if let BuildError::Model(error) = error {
        return model(error);
    }
    let text = error.to_string();
    let rest = error.setting().and_then(|setting| {
        let rest = text.strip_prefix(setting)?;
        Some(flag(setting) + rest)
    });
    rest.unwrap_or(text)
}

/// What is wrong with costs.
pub fn costs(error: &CostsError) -> String {
    let text = error.to_string();
    text.replace(
        "use the puzzle in the half-turn metric",
        "count them with --metric htm",
    )
}

/// Why there is no model.
pub fn model(error: &ModelError) -> String {
    match error {
        ModelError::NoDefault(puzzle) => format!(
            "no weights for {puzzle} are embedded in this build: give a weight file with --model FILE, or use \
             --search bidirectional, which needs none"
        ),
        error => error.to_string(),
    }
}

/// Why there is no puzzle in a file.
pub fn puzzle(error: &PuzzleError) -> String {
    let text = error.to_string();
    text.replace(
        "a weight file that has no puzzle in it",
        "a weight file, as --model takes it, that has no puzzle in it",
    )
}

/// Why a state was not searched.
pub fn solve(error: &SolveError) -> String {
    match error {
        SolveError::NoSolution => "--improve: these moves do not solve the state".into(),
        error => error.to_string(),
    }
}

/// Why a classical solver does not take what it was given.
pub fn classical(error: &ClassicalError) -> String {
    match error {
        ClassicalError::NoFolder(reason) => format!("{reason}; give a folder with --tables DIR"),
        error => error.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use quarterturn::solver::{SearchKind, Settings};

    #[test]
    fn settings_are_flags() {
        assert_eq!(flag("virtual_loss"), "--virtual-loss");
        assert_eq!(flag("cache and memory_limit"), "--cache and --memory-limit");
        assert_eq!(flag("the search 'direct'"), "the search 'direct'");
        let settings = Settings {
            search: Some(SearchKind::Greedy),
            virtual_loss: Some(1.0),
            ..Settings::default()
        };
        let error = settings.check().unwrap_err();
        let library =
            "virtual_loss means nothing to the search 'greedy'; it is for mcts, mcts-naive";
        assert_eq!(error.to_string(), library);
        assert_eq!(
            build(&error.into()),
            format!("--{}", library.replacen('_', "-", 1))
        );
    }
}
