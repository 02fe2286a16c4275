//! `quarterturn solve`: one state, or every state of a file.

mod args;
mod picture;
mod words;

use crate::display;
use crate::error::{CliError, Exit};
use crate::interrupt::Interrupt;
use crate::output::Output;
use crate::stream;
pub use args::{Args, shard};
use indicatif::ProgressBar;
use quarterturn::Refusal;
use quarterturn::puzzles::Repair;
use quarterturn::solver::{BuildError, Refused, Report, Request, RequestError, SolveError, Solver};
use quarterturn_lab::states::States;
use serde::Serialize;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Write};
use std::path::Path;

/// Solves what the arguments name.
pub fn run(args: &Args) -> Result<Exit, CliError> {
    let input = args.input()?;
    let many = args.from.is_some() || input == Some("-");
    if !many && (args.out.is_some() || args.shard.is_some()) {
        let message = "--out and --shard are for many states: give --from FILE or '-'";
        return Err(CliError::Usage(message.into()));
    }
    if many && args.picture.is_some() {
        let message = "--picture is of one state: give it as an argument";
        return Err(CliError::Usage(message.into()));
    }
    args.search.prepare(false)?;
    let interrupt = Interrupt::listen()?;
    let mut builder = args.search.builder()?;
    if let Some(target) = &args.target {
        builder = builder.target(target);
    }
    let solver = args.search.build(builder);
    let solver = solver.map_err(|error| args.located(error))?;
    if let Some(moves) = &args.improve {
        let wrong = |refusal| BuildError::Option {
            option: "improve",
            refusal,
        };
        let read = solver.puzzle().moves_of(moves).map_err(wrong);
        read.map_err(|error| args.located(error.into()))?;
    }
    if let Some(target) = &args.target
        && let Some(warning) = solver.puzzle().warning(target)
    {
        stream::tell(&format!("warning: --target: {warning}"));
    }
    // The input first: if it is missing, the output is not touched.
    let standard = Path::new("-");
    let file = args.from.as_deref().filter(|&path| path != standard);
    let file = file.map(open).transpose()?;
    let resumed = |path| {
        let run = args.settings(solver.model())?;
        Ok::<_, CliError>((Output::resume(path, &run)?, run))
    };
    let (out, run) = args.out.as_deref().map(resumed).transpose()?.unzip();
    let session = Session {
        out,
        run,
        bar: args.bar(),
        args,
        solver: &solver,
        interrupt: &interrupt,
        terminal: display::terminal(),
    };
    session.warn_of_other_metric();
    session.tell_of_other_search();
    match file {
        Some((file, path)) => session.lines(States::of_file(file, solver.puzzle()), path),
        None if many => {
            let states = States::of_stream(io::stdin().lock(), solver.puzzle());
            session.lines(states, Path::new("standard input"))
        }
        None => session.one(input.unwrap_or_default(), None),
    }
}

/// Opens a file of states.
fn open(path: &Path) -> Result<(BufReader<File>, &Path), CliError> {
    let file = File::open(path).map_err(CliError::reading(path))?;
    Ok((BufReader::new(file), path))
}

struct Session<'a> {
    args: &'a Args,
    solver: &'a Solver,
    interrupt: &'a Interrupt,
    terminal: (bool, bool),
    out: Option<Output>,
    /// The fingerprint of the settings, for a file of answers.
    run: Option<String>,
    bar: ProgressBar,
}

impl Session<'_> {
    /// Solves every state in order, holding one at a time; the most serious result is the exit code.
    fn lines(&self, states: States<'_, impl BufRead>, origin: &Path) -> Result<Exit, CliError> {
        let mut worst = self.out.as_ref().and_then(|out| out.worst);
        let (first, step) = self.args.shard.unwrap_or((1, 1));
        let mut last = 0;
        for (nth, line) in states.enumerate() {
            let line = line.map_err(CliError::reading(origin))?;
            last = line.number;
            if nth % step != first - 1 {
                worst.get_or_insert(Exit::Done);
                continue;
            }
            let number = Some(line.number);
            self.bar.inc(1);
            if let Some(out) = &self.out
                && out.has_answer(&line)?
            {
                continue;
            }
            let exit = match line.fault {
                Some(fault) => self.refuse(&fault, &line.text, number)?,
                None => self.one(&line.text, number)?,
            };
            worst = worst.max(Some(exit));
            if exit == Exit::Interrupted {
                break;
            }
        }
        if let Some(out) = &self.out {
            out.finish(last)?;
        }
        worst.ok_or_else(|| {
            let origin = origin.display();
            CliError::Invalid(format!(
                "{origin} holds no state: every line is blank or a remark"
            ))
        })
    }

    /// Solves one input; `line` is its number where it is one of many.
    fn one(&self, input: &str, line: Option<usize>) -> Result<Exit, CliError> {
        let (request, repair) = match self.solver.request(input) {
            Ok(request) => (request, None),
            Err(refusal) => match self.repair(input) {
                Some((request, repair)) => (request, Some(repair)),
                None => return self.refuse(&refusal, input, line),
            },
        };
        let state = request.state().clone();
        let place = line.map(|line| format!("line {line}: "));
        let place = place.unwrap_or_default();
        let warning = self.solver.puzzle().warning(input);
        if let Some(warning) = &warning {
            stream::tell(&format!("warning: {place}{warning}"));
        }
        if let Some(repair) = &repair {
            stream::tell(&format!("repaired: {place}{}", repair.what));
        }
        // A single answer in short time does not wait for tables that it may do without.
        let settings = &self.args.search.settings;
        if line.is_some() || settings.given().time_limit.is_none() || settings.chose() {
            self.solver.prepare();
        }
        if self.terminal.0 && !self.json() && !self.args.quiet {
            writeln!(io::stdout(), "{}", state.picture(self.terminal.1))?;
        }
        let request = self.asked(request, line.is_none());
        let answer = match self.interrupt.during(|| request.run()) {
            Err(RequestError::Solve(SolveError::Refused(refusal))) => {
                return self.refuse(&refusal, input, line);
            }
            answer => answer?,
        };
        if self.out.is_some() && self.interrupt.happened() {
            // Left for the run that resumes.
            return Ok(Exit::Interrupted);
        }
        if let Some(path) = &self.args.picture {
            let found = words::found(self.solver, &answer);
            picture::draw(path, &state.picture(true), input, found)?;
        }
        if self.json() {
            let mut report = Report::new(self.solver, input, &answer);
            (report.line, report.run) = (line, self.run.as_deref());
            report.warning = warning.as_deref();
            report.repaired = repair.as_ref().map(|repair| &*repair.what);
            self.print(&report)?;
        } else if self.args.quiet {
            words::bare(self.solver, line, &answer)?;
        } else {
            words::text(self.solver, line, &answer)?;
        }
        Ok(if self.interrupt.happened() {
            Exit::Interrupted
        } else if answer.solution.is_some() {
            Exit::Done
        } else {
            Exit::Unsolved
        })
    }

    /// The request with what is asked of every state.
    fn asked<'r>(&self, request: Request<'r>, single: bool) -> Request<'r> {
        let mut request = request.cancel(&self.interrupt.cancel);
        if let Some(moves) = &self.args.improve {
            request = request.improve(moves);
        }
        if single && self.args.watched() {
            request = request.on_better(|found| words::improvement(&found));
        }
        request
    }

    /// The state after the smallest repair of an input, if repairs are asked for and there is only one. Of
    /// several nobody knows which one is right; the hint of the refusal lists them.
    fn repair(&self, input: &str) -> Option<(Request<'_>, Repair)> {
        if !self.args.repair {
            return None;
        }
        let mut repairs = self.solver.puzzle().repairs(input);
        let repair = repairs.pop().filter(|_| repairs.is_empty())?;
        let request = self.solver.request(&repair.state).ok()?;
        Some((request, repair))
    }

    fn json(&self) -> bool {
        self.args.json || self.out.is_some()
    }

    /// One line of JSON, flushed so that a reader sees it at once and no answer is lost.
    fn print(&self, value: &impl Serialize) -> Result<(), CliError> {
        let line = stream::json(value)?;
        if let Some(out) = &self.out {
            return Ok(out.append(&line)?);
        }
        let mut out = io::stdout().lock();
        out.write_all(&line)?;
        Ok(out.flush()?)
    }

    fn refuse(&self, r: &Refusal, input: &str, line: Option<usize>) -> Result<Exit, CliError> {
        if self.json() {
            let mut refused = Refused::new(input, r);
            (refused.line, refused.run) = (line, self.run.as_deref());
            self.print(&refused)?;
        } else {
            let place = line.map(|line| format!("line {line}"));
            stream::tell(&display::refusal(r, input, place.as_deref()));
            if self.args.quiet && line.is_some() {
                writeln!(io::stdout(), "-")?;
            }
        }
        Ok(Exit::Invalid)
    }

    /// Tells the user that the search is an exact one, if none was asked for and there is no network.
    fn tell_of_other_search(&self) {
        let chosen = &self.solver.settings().search;
        let asked = self.args.search.settings.chose();
        if let (false, Some(kind), false) = (asked, chosen, self.args.quiet) {
            let name = self.solver.puzzle().name();
            let target = self.args.target.as_deref();
            if target.is_some_and(|target| self.solver.puzzle().is_open(target)) {
                let text = "note: the target leaves pieces open: the search is";
                return stream::tell(&format!("{text} '{kind}', which is exact"));
            }
            let which = if kind.exact() {
                "is exact"
            } else {
                "answers at once and then looks for shorter solutions, the longer with --time-limit"
            };
            let why = match target {
                Some(_) => "no network guides to this target".into(),
                None => format!("no network for {name} is embedded"),
            };
            stream::tell(&format!(
                "note: {why}: the search is '{kind}', which {which}"
            ));
        }
    }

    /// Warns that a network counts in the metric it was trained on, if the search counts in another.
    fn warn_of_other_metric(&self) {
        let metric = self.solver.puzzle().metric().name();
        if let Some(model) = self.solver.model()
            && model.metric != metric
            && !self.args.quiet
        {
            stream::tell(&format!(
                "note: the model {} counts in {}, but guides a search for solutions in {metric}",
                model.name, model.metric
            ));
        }
    }
}
