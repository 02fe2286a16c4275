//! The steps in their order.

mod check;
mod search;
mod speed;
mod training;

use super::card::{self, Watch};
use super::plan::{Need, Plan, Priority};
use super::report::{Found, Report};
use super::{Machine, Missing, networks};
use std::io;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// What a step has to work with.
pub struct Setting<'a> {
    machine: &'a Machine,
    /// Where the step runs.
    device: String,
    /// The number of the card, if it is one.
    card: Option<u32>,
    /// The share of a whole run's work.
    work: f64,
    limit: Duration,
    /// For files of its own.
    folder: &'a Path,
    /// Weight files of float networks.
    networks: &'a [PathBuf],
}

type Run = Box<dyn Fn(&Setting<'_>) -> io::Result<Found>>;

/// A step: its name, where it runs, when and how.
struct Step {
    name: String,
    device: String,
    need: Need,
    run: Run,
}

impl Step {
    fn new(
        name: impl Into<String>,
        device: &str,
        (priority, typical, most): (Priority, f64, f64),
        run: impl Fn(&Setting<'_>) -> io::Result<Found> + 'static,
    ) -> Self {
        Self {
            name: name.into(),
            device: device.into(),
            need: Need {
                priority,
                typical,
                most,
            },
            run: Box::new(run),
        }
    }
}

/// Runs what there is time for, with `checks` only what tells right from wrong; whether all of that passed.
pub fn run(
    machine: &Machine,
    plan: Plan,
    checks: bool,
    report: &mut Report,
) -> Result<bool, Missing> {
    let folder = tempfile::tempdir().map_err(|e| Missing(format!("no temporary folder: {e}")))?;
    let networks = networks::write(folder.path())?;
    let mut steps = all(machine, plan.work());
    steps.retain(|step| !checks || step.need.priority == Priority::Right);
    let mut passed = true;
    for (nth, step) in steps.iter().enumerate() {
        let later: Vec<Need> = steps[nth + 1..].iter().map(|step| step.need).collect();
        let Some(limit) = plan.limit(step.need, &later) else {
            report.skip(&step.name, &step.device)?;
            continue;
        };
        let on_card = step.device.strip_prefix("cuda");
        let number = |rest: &str| rest.trim_start_matches(':').parse().unwrap_or(0);
        let setting = Setting {
            machine,
            device: step.device.clone(),
            card: on_card.map(number),
            work: plan.work(),
            limit,
            folder: folder.path(),
            networks: &networks,
        };
        let (watch, start) = (setting.card.map(Watch::start), Instant::now());
        let found = (step.run)(&setting).unwrap_or_else(|e| Found::failed(e.to_string()));
        let seconds = start.elapsed().as_secs_f64();
        let ours = found.failure.is_none();
        passed &= ours;
        report.add(
            &step.name,
            &step.device,
            seconds,
            watch.and_then(Watch::most),
            found,
        )?;
        if nth == 0 && !ours {
            return Err(Missing(
                "there is nothing to measure without the device".into(),
            ));
        }
    }
    Ok(passed)
}

/// All steps for a device, then those of the machine's own cores.
fn all(machine: &Machine, work: f64) -> Vec<Step> {
    use Priority::{Cores, Right, Speed};
    let device = &*machine.device;
    let mut steps = vec![
        Step::new("doctor", device, (Right, 4.0, 20.0), check::doctor),
        Step::new(
            "networks inside",
            device,
            (Right, 15.0, 60.0),
            check::embedded,
        ),
        Step::new("float networks", device, (Right, 10.0, 40.0), check::float),
        Step::new(
            "answers as the processor's",
            device,
            (Right, 10.0, 40.0),
            search::agrees,
        ),
        Step::new(
            "states a second",
            device,
            (Speed, 45.0, 70.0),
            speed::measure,
        ),
    ];
    if let Some(pair) = pair(device) {
        let (name, need) = ("answers as the processor's", (Right, 10.0, 40.0));
        steps.push(Step::new(name, pair, need, search::agrees));
        if machine.is_card() {
            let (name, need) = ("states a second", (Speed, 45.0, 70.0));
            steps.push(Step::new(name, pair, need, speed::measure));
        }
    }
    let searches = search::ALL.iter();
    steps.extend(
        searches
            .clone()
            .map(|which| which.step(device, Priority::Search, work)),
    );
    steps.extend(training::steps(machine, device, Priority::Training));
    steps.push(Step::new(
        "killed and resumed",
        device,
        (Priority::Training, 20.0, 60.0),
        training::resumes,
    ));
    steps.push(Step::new(
        "states a second",
        "cpu",
        (Cores, 45.0, 70.0),
        speed::measure,
    ));
    steps.extend(searches.map(|which| which.step("cpu", Cores, work)));
    steps.push(training::native());
    steps
}

/// Two devices that share batches; none where there is one card.
fn pair(device: &str) -> Option<&'static str> {
    match device {
        "libtorch-cpu" => Some("libtorch-cpu,libtorch-cpu"),
        _ if card::count() > 1 => Some("cuda:0,1"),
        _ => None,
    }
}
