//! One search, on a thread that may block.

use crate::app::App;
use crate::events::{Event, Tell};
use crate::problem::Problem;
use crate::puzzles::Entry;
use crate::solvers::Guide;
use crate::words::Words;
use quarterturn::solver::{Answer, Report, Request, Solver};
use quarterturn::{Puzzle, Stopped};
use quarterturn_lab::json;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// How a search is told to end.
#[derive(Clone, Debug, Default)]
pub(crate) struct Signals {
    /// Read by the search.
    pub cancel: Arc<AtomicBool>,
    /// Set before the other one where the server's time is over.
    pub over: Arc<AtomicBool>,
}

/// Solves what a request says, and gives the command's JSON.
///
/// # Errors
/// [`Problem`] where the request makes no sense. That there is no solution is none.
pub(crate) fn solve(
    app: &App,
    words: &Words,
    signals: &Signals,
    tell: Option<&Tell>,
) -> Result<Vec<u8>, Problem> {
    let (input, is_scramble) = words.input()?;
    let settings = words.settings(&app.config)?;
    let guide = app.models.guide(words.model.as_deref())?;
    let entry = puzzle(app, words, &guide)?;
    let solver = app.solvers.of(&app.config, &entry.puzzle, &guide)?;
    // Letters such as UURR are moves and may be stickers too: a scramble becomes the state that it leads to.
    let scrambled = is_scramble.then(|| solver.scrambled(input)).transpose();
    let scrambled = scrambled.map_err(|fault| Problem::from(fault).of(input))?;
    let (mut request, repaired) = match scrambled {
        Some(request) if words.target.is_none() => (request, None),
        Some(request) => read(&solver, &request.state().to_string(), words)?,
        None => read(&solver, input, words)?,
    };
    request = request.settings(settings).cancel(&signals.cancel);
    let costs = words
        .costs
        .as_ref()
        .map(|prices| entry.puzzle.costs(&prices.toml()));
    let costs = costs.transpose()?;
    if let Some(tell) = tell {
        let (on_better, on_progress) = (tell.clone(), tell.clone());
        request = request.on_better(move |found| on_better.send(Event::Better(found.into())));
        request = request.on_progress(move |progress| on_progress.send(Event::Progress(progress)));
    }
    if let Some(costs) = costs {
        request = request.costs(costs);
    }
    let threads = words.threads.map(usize::from);
    let answer = app.search(threads, || request.run());
    let mut answer = answer.map_err(|error| Problem::from(error).of(input))?;
    finish(app, signals, &mut answer);
    let warning = entry.puzzle.warning(input);
    let mut report = Report::new(&solver, input, &answer);
    report.warning = warning.as_deref();
    report.repaired = repaired.as_deref();
    json::object(&report).map_err(|_| Problem::internal())
}

/// Counts a search. One that the server ended for want of time ended for want of time.
fn finish(app: &App, signals: &Signals, answer: &mut Answer) {
    if answer.stopped == Stopped::Cancelled && signals.over.load(Ordering::Relaxed) {
        answer.stopped = Stopped::Time;
    }
    app.metrics.searched(answer.stopped, answer.elapsed);
}

/// The puzzle that is meant: the one named, else that of the network, else the 3×3×3 cube; in the metric asked for.
fn puzzle(app: &App, words: &Words, guide: &Guide) -> Result<Arc<Entry>, Problem> {
    let own = match (&words.puzzle, guide) {
        (Some(name), _) => return app.puzzles.find(name, words.metric),
        (None, Guide::Model(model)) => model.puzzle(),
        _ => None,
    };
    match own {
        Some(puzzle) if words.metric.is_none() => Ok(app.puzzles.of(puzzle)),
        own => app
            .puzzles
            .find(own.as_ref().map_or("cube3", Puzzle::name), words.metric),
    }
}

/// Reads a state. With `repair`, the only repair of one that is impossible is made, and told.
fn read<'s>(
    solver: &'s Solver,
    input: &str,
    words: &Words,
) -> Result<(Request<'s>, Option<String>), Problem> {
    let request = |text| match &words.target {
        Some(target) => solver.request_towards(text, target),
        None => solver.request(text),
    };
    let refusal = match request(input) {
        Ok(request) => return Ok((request, None)),
        Err(refusal) => refusal,
    };
    let mut repairs = match words.repair {
        Some(true) => solver.puzzle().repairs(input),
        _ => Vec::new(),
    };
    let only = repairs.pop().filter(|_| repairs.is_empty());
    if let Some(only) = only
        && let Ok(request) = request(&only.state)
    {
        return Ok((request, Some(only.what)));
    }
    Err(Problem::from(refusal).of(input))
}
