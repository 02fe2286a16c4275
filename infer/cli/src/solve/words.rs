//! What `solve` prints for people.

use crate::display::{count, counted};
use crate::stream;
use quarterturn::Stopped;
use quarterturn::puzzles::{self, Turns};
use quarterturn::search::UNDONE;
use quarterturn::solver::{Answer, Improvement, SearchKind, Solver};
use quarterturn_core::Metric;
use std::borrow::Cow;
use std::io::{self, Write};

/// Shows a better solution to a person who waits.
pub fn improvement(found: &Improvement) {
    let (solution, seconds) = (&found.solution, found.elapsed.as_secs_f64());
    let length = solution.length();
    let cost = solution
        .cost()
        .map(|x| format!("cost {x}, "))
        .unwrap_or_default();
    stream::tell(&format!(
        "so far    {cost}length {length} after {seconds:.2} s"
    ));
}

/// Prints only the solution; each of many inputs has its line.
pub fn bare(solver: &Solver, line: Option<usize>, answer: &Answer) -> io::Result<()> {
    match &answer.solution {
        Some(solution) => writeln!(io::stdout(), "{solution}")?,
        None => {
            let place = line.map(|n| format!("line {n}: ")).unwrap_or_default();
            let why = why(solver, answer.stopped);
            stream::tell(&format!("{place}no solution: {why}"));
            if line.is_some() {
                writeln!(io::stdout(), "-")?;
            }
        }
    }
    Ok(())
}

/// What an answer is: labels and their texts.
pub fn found(solver: &Solver, answer: &Answer) -> Vec<(&'static str, String)> {
    let Some(solution) = &answer.solution else {
        let why = why(solver, answer.stopped);
        return vec![("solution", format!("not found: {why}"))];
    };
    let length = solution.length();
    if length == 0 {
        return vec![("solution", "none needed: it is solved already".into())];
    }
    let metric = solver.puzzle().metric();
    let mut rows = vec![
        ("solution", solution.to_string()),
        ("length", length_in(metric, length, solution.turns())),
    ];
    if let Some(target) = solver.settings().target_length.map(usize::from)
        && length > target
    {
        let words = format!("none of length {target} or less was found");
        rows.push(("target", words));
    }
    rows.extend(solution.cost().map(|cost| ("cost", cost.to_string())));
    rows
}

/// Prints an answer and how it was found; `line` is the number of the input where it is one of many.
pub fn text(solver: &Solver, line: Option<usize>, answer: &Answer) -> io::Result<()> {
    let mut out = io::stdout().lock();
    if let Some(n) = line {
        writeln!(out, "line      {n}")?;
    }
    for (label, words) in found(solver, answer) {
        writeln!(out, "{label:<10}{words}")?;
    }
    let model = solver
        .model()
        .map(|model| format!(", model {}", model.name));
    let model = model.unwrap_or_default();
    writeln!(out, "search    {}{model}", solver.settings())?;
    let counters = answer.counters;
    writeln!(
        out,
        "nodes     {} generated, {} expanded, {} evaluated",
        count(counters.generated),
        count(counters.expanded),
        count(counters.evaluated)
    )?;
    if answer.optimal && answer.length() > Some(0) {
        writeln!(out, "optimal   no solution is shorter")?;
    }
    if let Some(n) = answer.remembered {
        writeln!(out, "cache     {} evaluated from memory", count(n))?;
    }
    if let Some(width) = answer.narrowed {
        let width = count(width as u64);
        writeln!(out, "narrowed  to width {width}: there is no room for more")?;
    }
    if let Some(name) = answer.fallback {
        writeln!(out, "fallback  by {name}: the search found nothing in time")?;
    }
    match answer.by {
        Some(UNDONE) => writeln!(out, "found     by undoing the moves of the input")?,
        Some(name) => writeln!(out, "found     by {name}, which worked beside the search")?,
        None => {}
    }
    if let Some(doubt) = answer.doubt {
        writeln!(out, "note      {doubt}")?;
    }
    writeln!(out, "time      {:.3} s", answer.elapsed.as_secs_f64())?;
    if line.is_some() {
        writeln!(out)?;
    }
    Ok(())
}

fn length_in(metric: Metric, length: usize, turns: Option<Turns>) -> String {
    let Some(Turns { quarter, half }) = turns else {
        return counted(length, "move");
    };
    let quarter = format!("{quarter} in the quarter-turn metric (qtm)");
    let half = format!("{half} in the half-turn metric (htm)");
    match metric {
        Metric::Half => format!("{half}, {quarter}"),
        _ => format!("{quarter}, {half}"),
    }
}

fn why(solver: &Solver, stopped: Stopped) -> Cow<'static, str> {
    let settings = solver.settings();
    let limit = match stopped {
        Stopped::Time => "the time limit was reached",
        Stopped::Nodes => "the node limit was reached",
        Stopped::Memory => "the memory limit was reached",
        Stopped::Cancelled => return "interrupted".into(),
        Stopped::Unfit => return "the puzzle lacks what the search needs".into(),
        Stopped::Wrong => return "internal error".into(),
        Stopped::Exhausted if settings.kind().exhausts() => return "there is no solution".into(),
        _ => {
            let longest = counted(solver.puzzle().longest(), "move");
            let next = "try another --search or a larger --width";
            return format!("none of up to {longest} among the states that were kept; {next}")
                .into();
        }
    };
    let more = stopped == Stopped::Memory && settings.memory_limit.is_none();
    if settings.kind() == SearchKind::Bidirectional {
        let name = solver.puzzle().name();
        let built_in = puzzles::names().any(|known| known == name);
        let name = if built_in { name } else { "FILE" };
        format!("{limit}; a network guides to longer solutions: `quarterturn-trainer learn {name}` makes one").into()
    } else if more {
        format!("{limit}; --memory-limit allows more").into()
    } else {
        limit.into()
    }
}
