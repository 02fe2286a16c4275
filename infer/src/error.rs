//! The errors of building a solver and of solving.

use crate::costs::CostsError;
use crate::models::ModelError;
use crate::outcome::WrongSolution;
use crate::puzzles::PuzzleError;
use crate::refusal::Refusal;
use std::borrow::Cow;
use std::error::Error;

/// Settings that do not go together, or that ask for something that does not exist.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum SettingsError {
    /// No search of that name.
    #[error("there is no search {0:?} in this build")]
    NoSearch(String),
    /// No setting of that name.
    #[error("there is no setting {0:?}")]
    NoSetting(String),
    /// A value of another kind, such as a text where a number is wanted.
    #[error("{option} is {value}: {wants}")]
    Value {
        /// The setting.
        option: &'static str,
        /// What was given.
        value: String,
        /// What it is not.
        wants: Cow<'static, str>,
    },
    /// A setting of another search, by its name in [`Settings`](crate::Settings).
    #[error("{option} means nothing to the search '{search}'; it is for {others}")]
    MeansNothing {
        /// The setting.
        option: &'static str,
        /// The search.
        search: &'static str,
        /// The searches that take it.
        others: String,
    },
    /// A number outside its range.
    #[error("{option} is {value}: {range}")]
    Range {
        /// The setting.
        option: &'static str,
        /// Its value.
        value: String,
        /// What it must be.
        range: Cow<'static, str>,
    },
    /// More memory than there is.
    #[error("{option} {wanted}: there are only {free} MiB free")]
    Memory {
        /// The setting, or those that do so together.
        option: &'static str,
        /// What it asks for.
        wanted: String,
        /// MiB that are free.
        free: usize,
    },
    /// The network lacks a head that the search needs.
    #[error(
        "the search '{search}' needs a {head} head, which the model {model} does not have for {puzzle}"
    )]
    NoHead {
        /// The search.
        search: &'static str,
        /// What it needs.
        head: &'static str,
        /// The model.
        model: String,
        /// The puzzle.
        puzzle: String,
    },
    /// The puzzle lacks knowledge about itself.
    #[error("{what} needs {needs}; {puzzle} has none")]
    Lacks {
        /// The setting or the search.
        what: &'static str,
        /// The knowledge.
        needs: &'static str,
        /// The puzzle.
        puzzle: String,
    },
    /// A target that leaves places open, where a whole state is needed.
    #[error(
        "'{what}' needs a whole state as its target; one that leaves pieces open is for the search 'bidirectional'"
    )]
    OpenTarget {
        /// The search, or the setting.
        what: &'static str,
    },
    /// A search that is not for the puzzle.
    #[error("{solver} does not solve {puzzle}")]
    Unsolved {
        /// The solver.
        solver: &'static str,
        /// The puzzle.
        puzzle: String,
    },
}

/// A solver that cannot be built.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum BuildError {
    /// No puzzle of that name, or none in the file.
    #[error(transparent)]
    Puzzle(#[from] PuzzleError),
    /// Settings that do not go together.
    #[error(transparent)]
    Settings(#[from] SettingsError),
    /// No network, or one that cannot serve the puzzle.
    #[error(transparent)]
    Model(#[from] ModelError),
    /// Costs that do not parse.
    #[error("costs: {0}")]
    Costs(#[from] CostsError),
    /// A state or moves, given to the builder, that are invalid.
    #[error("{option}: {refusal}{}", hint(.refusal))]
    Option {
        /// The setting.
        option: &'static str,
        /// What is wrong with its value.
        refusal: Refusal,
    },
    /// The reason of a search of another crate.
    #[error("{0}")]
    Extension(#[source] Box<dyn Error + Send + Sync>),
}

impl SettingsError {
    /// A stable name of the kind of error.
    pub const fn code(&self) -> &'static str {
        match self {
            Self::NoSearch(_) => "unknown-search",
            Self::NoSetting(_) => "unknown-setting",
            Self::Value { .. } => "bad-option",
            Self::MeansNothing { .. } => "means-nothing",
            Self::Range { .. } => "out-of-range",
            Self::Memory { .. } => "too-much-memory",
            Self::NoHead { .. } => "no-head",
            Self::Lacks { .. } => "puzzle-lacks",
            Self::OpenTarget { .. } => "open-target",
            Self::Unsolved { .. } => "not-for-puzzle",
        }
    }

    /// The setting at fault, by its name in [`Settings`](crate::Settings); the message begins with it.
    pub const fn setting(&self) -> Option<&'static str> {
        match self {
            Self::MeansNothing { option, .. }
            | Self::Value { option, .. }
            | Self::Range { option, .. }
            | Self::Memory { option, .. } => Some(option),
            Self::Lacks { what, .. } => Some(what),
            _ => None,
        }
    }
}

impl BuildError {
    /// A stable name of the kind of error, that of its source where it has one.
    pub fn code(&self) -> &'static str {
        match self {
            Self::Puzzle(error) => error.code(),
            Self::Settings(error) => error.code(),
            Self::Model(error) => error.code(),
            Self::Costs(error) => error.code(),
            Self::Option { refusal, .. } => refusal.code,
            Self::Extension(_) => "extension",
        }
    }

    /// What is at fault of what the builder was given, where it is one thing; the message begins with it.
    pub const fn setting(&self) -> Option<&'static str> {
        match self {
            Self::Settings(error) => error.setting(),
            Self::Option { option, .. } => Some(option),
            _ => None,
        }
    }
}

fn hint(refusal: &Refusal) -> String {
    let hint = refusal.hint.as_ref();
    hint.map(|hint| format!("\n  hint: {hint}"))
        .unwrap_or_default()
}

/// Why a state was not searched.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum SolveError {
    /// The text is not a state.
    #[error(transparent)]
    Refused(#[from] Refusal),
    /// The moves to be improved do not solve it.
    #[error("the moves to be improved do not solve the state")]
    NoSolution,
    /// A search broke its contract.
    #[error(transparent)]
    Wrong(#[from] WrongSolution),
}

impl SolveError {
    /// A stable name of the kind of error, that of its source where it has one.
    pub const fn code(&self) -> &'static str {
        match self {
            Self::Refused(refusal) => refusal.code,
            Self::NoSolution => "no-solution",
            Self::Wrong(_) => "wrong-solution",
        }
    }
}
