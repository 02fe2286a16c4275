//! `quarterturn serve`: a page and a JSON API on this machine.

use crate::error::{CliError, Exit};
use crate::options::puzzle_parser;
use quarterturn::Puzzle;
use quarterturn_lab::units;
use std::path::PathBuf;
use std::time::Duration;

const EXAMPLES: &str = "\
Examples:
  quarterturn serve
  quarterturn serve --port 0 --threads 2 --memory 1GiB --time-limit 10s
  QUARTERTURN_TOKEN=$(openssl rand -hex 16) quarterturn serve --host 0.0.0.0
  curl -H 'Content-Type: application/json' -d '{\"state\": \"R U2 F\"}' http://127.0.0.1:8000/api/solve";

/// Where the token may be instead of on the command line, which other users of the machine can see.
#[cfg(feature = "serve")]
const TOKEN: &str = "QUARTERTURN_TOKEN";

/// Arguments of `serve`.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    /// The address or the name to listen at. Beyond this machine there must be a token
    #[arg(long, value_name = "HOST", default_value = "127.0.0.1")]
    host: String,
    /// The port; 0 takes a free one, which is printed
    #[arg(long, value_name = "PORT", default_value_t = 8000)]
    port: u16,
    /// A further name that browsers may call the server by, such as that of a proxy before it
    #[arg(long = "name", value_name = "NAME")]
    names: Vec<String>,
    /// Another site whose pages may use the server, such as http://localhost:5173; may be given several times
    #[arg(long = "origin", value_name = "URL")]
    origins: Vec<String>,
    /// What clients must send as `Authorization: Bearer TOKEN`, 16 characters at least. Other users of this machine cannot
    /// see it if it is in the variable QUARTERTURN_TOKEN instead
    #[arg(long, value_name = "TOKEN")]
    token: Option<String>,
    /// Searches at once, and threads of a search that runs alone [default: one per processor]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
    /// Most memory that all searches may use together: 2GiB, 512MiB, or a number of MiB. Each may use its share, one part of
    /// N [default: half of the free memory, at most 4 GiB]
    #[arg(long, value_name = "MIB", value_parser = units::bytes)]
    memory: Option<usize>,
    /// The longest time of a search: 2m, 1500ms, or a number of seconds
    #[arg(long, value_name = "TIME", default_value = "60", value_parser = units::time)]
    time_limit: Duration,
    /// The widest beam, and the largest batch, that a request may ask for
    #[arg(long, value_name = "N", default_value_t = 262_144, value_parser = clap::value_parser!(u32).range(1..))]
    max_width: u32,
    /// Requests that wait for their turn; further ones are refused with status 429
    #[arg(long, value_name = "N", default_value_t = 64)]
    queue: u16,
    /// Show the page in this folder and not the one inside the program
    #[arg(long, value_name = "DIR")]
    page: Option<PathBuf>,
    /// A weight file that requests may choose by the name inside it; may be given several times
    #[arg(long = "model", value_name = "FILE")]
    models: Vec<PathBuf>,
    /// A file that defines a puzzle, which requests may choose by name; may be given several times
    #[arg(long = "puzzle", value_name = "FILE", value_parser = puzzle_parser())]
    puzzles: Vec<Puzzle>,
}

/// Says how to build a program that can.
#[cfg(not(feature = "serve"))]
pub fn run(_: &Args) -> Result<Exit, CliError> {
    let message = "this program was built without its server. In a clone of the repository, this builds one with it:\n  \
                   cargo run --profile library --features serve -- serve";
    Err(CliError::Usage(message.into()))
}

/// Serves until Ctrl-C.
#[cfg(feature = "serve")]
pub fn run(args: &Args) -> Result<Exit, CliError> {
    use crate::stream;
    use quarterturn_serve::BUILD_THE_PAGE;
    use std::io::{self, Write};

    let config = args.config()?;
    if !config.page.is_built() {
        let text = "note: there is no page in this program. In a clone of the repository, build it and the program again:";
        stream::tell(&format!("{text}\n  {BUILD_THE_PAGE}"));
    }
    // A bug ends a request and not the server, as far as this program unwinds.
    drop(std::panic::take_hook());
    let mut written = Ok(());
    let served = quarterturn_serve::run(config, |address| {
        let mut out = io::stdout().lock();
        written = writeln!(out, "http://{address}/").and_then(|()| out.flush());
    });
    written?;
    served.map_err(|error| match error {
        quarterturn_serve::ServeError::Config(error) => CliError::Usage(error.to_string()),
        error => CliError::System(error.to_string()),
    })?;
    Ok(Exit::Done)
}

#[cfg(feature = "serve")]
impl Args {
    fn config(&self) -> Result<quarterturn_serve::Config, CliError> {
        use quarterturn::models::Model;
        use quarterturn_serve::{Config, Page};

        let models = self.models.iter().map(|path| Model::open(path));
        let models = models.collect::<Result<Vec<_>, _>>()?;
        let mut puzzles = self.puzzles.clone();
        for own in models.iter().filter_map(Model::own_puzzle) {
            puzzles.push(own.map_err(|error| CliError::Invalid(error.to_string()))?);
        }
        let page = self.page.as_deref().map(Page::folder).transpose();
        let page = page.map_err(|error| CliError::Invalid(error.to_string()))?;
        let hidden = || std::env::var(TOKEN).ok().filter(|token| !token.is_empty());
        let usual = Config::default();
        let config = Config {
            host: self.host.clone(),
            port: self.port,
            names: self.names.clone(),
            origins: self.origins.clone(),
            token: self.token.clone().or_else(hidden),
            threads: self.threads.map_or(usual.threads, usize::from),
            memory: self.memory.unwrap_or(usual.memory),
            time_limit: self.time_limit,
            max_width: self.max_width,
            queue: self.queue.into(),
            page: page.unwrap_or_default(),
            models,
            puzzles,
            ..usual
        };
        config
            .check()
            .map_err(|error| CliError::Usage(error.to_string()))?;
        Ok(config)
    }
}
