//! The errors of building a solver and of solving.

use crate::costs::CostsError;
use crate::models::ModelError;
use crate::outcome::WrongSolution;
use crate::refusal::Refusal;

/// Settings that do not go together, or that ask for something that does not exist.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SettingsError {
    /// No search of that name.
    #[error("there is no search {0:?} in this build")]
    NoSearch(String),
    /// No puzzle of that name.
    #[error("there is no puzzle {name:?}; there are {known}")]
    NoPuzzle {
        /// What was asked for.
        name: String,
        /// What there is.
        known: String,
    },
    /// A file that defines no puzzle.
    #[error("{0}")]
    PuzzleFile(String),
    /// An option of another search.
    #[error("{option} means nothing to the search '{search}'; it is for {others}")]
    MeansNothing {
        /// The option.
        option: &'static str,
        /// The search.
        search: &'static str,
        /// The searches that take it.
        others: String,
    },
    /// A number outside its range.
    #[error("{option} is {value}: {range}")]
    Range {
        /// The option.
        option: &'static str,
        /// Its value.
        value: String,
        /// What it must be.
        range: &'static str,
    },
    /// More memory than there is.
    #[error("{option} {wanted}: there are only {free} MiB free")]
    Memory {
        /// The option, or those that do so together.
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
        /// The option or the search.
        what: &'static str,
        /// The knowledge.
        needs: &'static str,
        /// The puzzle.
        puzzle: String,
    },
    /// A classical solver of another puzzle.
    #[error("{solver} does not solve {puzzle}")]
    NotSolvedBy {
        /// The solver.
        solver: &'static str,
        /// The puzzle.
        puzzle: String,
    },
    /// Words after a classical solver that mean nothing to it.
    #[error("{0}")]
    Words(String),
}

/// A solver that cannot be built.
#[derive(Debug, thiserror::Error)]
pub enum BuildError {
    /// Settings that do not go together.
    #[error(transparent)]
    Settings(#[from] SettingsError),
    /// No network, or one that cannot serve the puzzle.
    #[error(transparent)]
    Model(#[from] ModelError),
    /// Costs that do not parse.
    #[error("costs: {0}")]
    Costs(#[from] CostsError),
    /// A state or moves, given as an option, that are invalid.
    #[error("{option}: {refusal}{}", hint(.refusal))]
    Option {
        /// The option.
        option: &'static str,
        /// What is wrong with its value.
        refusal: Refusal,
    },
    /// No folder for pattern databases.
    #[error("{0}; give a folder with --tables DIR")]
    NoFolder(String),
}

fn hint(refusal: &Refusal) -> String {
    let hint = refusal.hint.as_ref();
    hint.map(|hint| format!("\n  hint: {hint}"))
        .unwrap_or_default()
}

/// Why a state was not searched.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SolveError {
    /// The text is not a state.
    #[error(transparent)]
    Refused(#[from] Refusal),
    /// The moves to be improved do not solve it.
    #[error("--improve: these moves do not solve the state")]
    NoSolution,
    /// A search broke its contract.
    #[error(transparent)]
    Wrong(#[from] WrongSolution),
}
