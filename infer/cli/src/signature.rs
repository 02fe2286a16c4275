//! `quarterturn bench --signature`: one number over what nets and searches do.

use super::error::{CliError, Exit};
use quarterturn::models::{EMBEDDED, Model};
use quarterturn::solver::RequestError;
use quarterturn_lab::networks;
use std::io::{self, Write};

/// Prints the signature of the embedded weights.
pub fn run() -> Result<Exit, CliError> {
    if EMBEDDED.is_empty() {
        return Err(CliError::System(
            "no weights are embedded in this build".into(),
        ));
    }
    let models = EMBEDDED.iter().map(|embedded| Model::find(embedded.name));
    let models: Vec<Model> = models.collect::<Result<_, _>>()?;
    let signature = networks::signature(&models).map_err(|error| match error {
        RequestError::Build(error) => CliError::from(error),
        RequestError::Solve(error) => error.into(),
        error => CliError::System(error.to_string()),
    })?;
    writeln!(io::stdout(), "{signature:016x}")?;
    Ok(Exit::Done)
}
