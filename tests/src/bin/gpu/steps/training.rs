//! Training on the device: examples a second, losses that fall, and a run that is killed and goes on.

use super::{Setting, Step};
use crate::child;
use crate::plan::Priority;
use crate::report::Found;
use crate::{Machine, TRAINER};
use serde_json::{Value, json};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

/// A loss at the end that is this many times the first has not fallen.
const RISE: f64 = 1.05;
/// What the trainer takes to start.
const START: Duration = Duration::from_secs(2);
/// Seconds of training for each recipe in a whole run.
const SECONDS: f64 = 10.0;
/// What the last loss of a run that was killed and resumed on a card may differ from that of one that was not: sums
/// there are rounded in no fixed order.
const NEAR: f64 = 0.05;

/// A recipe with some of its numbers changed, written to a file of its own.
fn variant(
    machine: &Machine,
    name: &str,
    folder: &Path,
    change: impl FnOnce(&mut toml::Table),
) -> io::Result<PathBuf> {
    let text = fs::read_to_string(machine.recipes.join(name))?;
    let mut recipe: toml::Table = text.parse().map_err(io::Error::other)?;
    change(&mut recipe);
    let path = folder.join(name);
    fs::write(&path, recipe.to_string())?;
    Ok(path)
}

/// Sets a number of a recipe.
fn set(recipe: &mut toml::Table, section: &str, key: &str, value: i64) {
    if let Some(toml::Value::Table(section)) = recipe.get_mut(section) {
        section.insert(key.into(), value.into());
    }
}

/// No beam searches between the steps: they would take a part of these few seconds.
fn without_evaluation(recipe: &mut toml::Table) {
    set(recipe, "run", "evaluate_width", 0);
    set(recipe, "run", "evaluate_seconds", 100_000);
    set(recipe, "run", "checkpoint_seconds", 100_000);
}

/// In a small run, a small part of each batch.
fn shrink(recipe: &mut toml::Table, work: f64) {
    let batch = recipe
        .get("optimizer")
        .and_then(|o| o.get("batch")?.as_integer());
    if let (Some(batch), true) = (batch, work < 0.5) {
        // Twelve is a multiple of what recipes divide a batch by.
        let part = (batch as f64 * work / 12.0).max(1.0) as i64 * 12;
        set(recipe, "optimizer", "batch", part.min(batch));
        set(recipe, "target", "pool", part.min(batch) * 4);
    }
}

/// The papers' recipes, and that of the shipped network.
pub fn steps(machine: &Machine, device: &str, priority: Priority) -> Vec<Step> {
    let names = fs::read_dir(&machine.recipes)
        .into_iter()
        .flatten()
        .flatten();
    let names = names.filter_map(|entry| entry.file_name().into_string().ok());
    // DeepCubeA's other puzzles have the network and the target of its cube.
    let ours = |name: &String| {
        let paper = name.starts_with("paper-") && !name.starts_with("paper-deepcubea-");
        paper || name == "cube3-base.toml"
    };
    let mut names: Vec<String> = names.filter(ours).collect();
    names.sort();
    let step = |name: String| {
        let shown = format!("train {}", name.trim_end_matches(".toml"));
        let need = (priority, SECONDS + 4.0, 2.0 * SECONDS + 15.0);
        Step::new(shown, device, need, move |setting| {
            train(setting, &name, &[])
        })
    };
    names.into_iter().map(step).collect()
}

/// The shipped network's recipe by our own engine.
pub fn native() -> Step {
    let need = (Priority::Cores, SECONDS + 4.0, 2.0 * SECONDS + 15.0);
    Step::new("train cube3-base, own engine", "cpu", need, |setting| {
        train(setting, "cube3-base.toml", &["--backend", "native"])
    })
}

/// The trainer's name of a device.
fn device<'a>(setting: &'a Setting<'_>) -> &'a str {
    match &*setting.device {
        "cpu" => "cpu",
        _ => setting.machine.trainer_device(),
    }
}

fn train(setting: &Setting<'_>, name: &str, more: &[&str]) -> io::Result<Found> {
    let recipe = variant(setting.machine, name, setting.folder, |recipe| {
        without_evaluation(recipe);
        shrink(recipe, setting.work);
    })?;
    let out = setting.folder.join("run");
    let seconds = Duration::from_secs_f64((SECONDS * setting.work).max(1.0)) + START;
    let mut trainer = setting.machine.program(TRAINER);
    trainer.arg("train").arg(&recipe).arg("--out").arg(&out);
    trainer.args(["--device", device(setting)]).args(more);
    // Asked to stop, it leaves out the evaluation at its end.
    let ended = child::asked(&mut trainer, seconds.min(setting.limit))?;
    let lines = metrics(&out);
    let lost: Vec<f64> = lines.iter().filter_map(loss).collect();
    let last = lines.iter().rfind(|line| line["loss"].is_object());
    let get = |key: &str| last.and_then(|line| line[key].as_f64());
    let failure = ended
        .failure(&[0, 130])
        .or_else(|| fault(&lost, setting.work));
    let (first, end) = (lost.first().copied(), lost.last().copied());
    let (examples, steps) = (get("examples"), get("step"));
    // The first report has the start in it.
    let speeds: Vec<f64> = lines
        .iter()
        .filter_map(|line| line["examples_per_second"].as_f64())
        .collect();
    let steady = if speeds.len() > 2 {
        &speeds[1..speeds.len() - 1]
    } else {
        &speeds[..]
    };
    let speed = steady.iter().sum::<f64>() / steady.len().max(1) as f64;
    let share = get("generation_share");
    // A trainer that refuses at once makes no folder, and why it refused must not be lost for that.
    if out.exists() {
        fs::remove_dir_all(&out)?;
    }
    Ok(Found {
        failure,
        says: format!(
            "{speed:.0} examples/s, {} steps, loss {:.3} to {:.3}",
            steps.unwrap_or(0.0),
            first.unwrap_or(f64::NAN),
            end.unwrap_or(f64::NAN)
        ),
        figures: json!({
            "examples_per_second": speed,
            "examples": examples,
            "steps": steps,
            "first_loss": first,
            "last_loss": end,
            "generation_share": share,
        }),
    })
}

/// What is wrong with a run's losses. A small run has too few to see them fall, and of recurrent networks they stay
/// where they are for longer than a step lasts.
fn fault(losses: &[f64], work: f64) -> Option<String> {
    let (first, last) = (losses.first()?, losses.last()?);
    if !last.is_finite() {
        return Some("the loss is not a number".into());
    }
    let enough = losses.len() > 2 && work > 0.5;
    (enough && *last >= first * RISE)
        .then(|| format!("the loss did not fall: {first:.4} to {last:.4}"))
}

/// The lines of a run's metrics.
fn metrics(out: &Path) -> Vec<Value> {
    let text = fs::read_to_string(out.join("metrics.jsonl")).unwrap_or_default();
    text.lines()
        .filter_map(|line| serde_json::from_str(line).ok())
        .collect()
}

/// The sum of what a report calls losses.
fn loss(line: &Value) -> Option<f64> {
    let parts = line["loss"].as_object()?.iter();
    // How often DAVI's labels were renewed stands among them.
    Some(
        parts
            .filter(|(name, _)| *name != "updates")
            .filter_map(|(_, v)| v.as_f64())
            .sum(),
    )
}

/// A run that is killed and resumed beside one that is not: on the processor the same parameters to the bit.
pub fn resumes(setting: &Setting<'_>) -> io::Result<Found> {
    const NAME: &str = "paper-cube2-report.toml";
    let steps = (60.0 * setting.work * setting.work).max(6.0) as i64;
    let recipe = variant(setting.machine, NAME, setting.folder, |recipe| {
        without_evaluation(recipe);
        set(recipe, "run", "checkpoint_seconds", 0);
        set(recipe, "run", "examples", steps * 64 * 64);
    })?;
    let start = std::time::Instant::now();
    let left = || setting.limit.saturating_sub(start.elapsed());
    let command = |out: &Path, resume: bool| {
        let mut trainer = setting.machine.program(TRAINER);
        trainer.arg("train").arg(&recipe).arg("--out").arg(out);
        trainer
            .args(["--device", device(setting)])
            .args(resume.then_some("--resume"));
        trainer
    };
    let (whole, killed) = (setting.folder.join("whole"), setting.folder.join("killed"));
    if let Some(why) = child::run(&mut command(&whole, false), left())?.failure(&[0]) {
        return Err(io::Error::other(why));
    }
    // The second checkpoint makes the first one the previous.
    let second = killed.join("checkpoint.previous.safetensors");
    let (_, seen) = child::until(&mut command(&killed, false), left(), &second)?;
    let at = parameters(setting.machine, &killed, setting.folder, left())?;
    let mut failure = (!seen).then(|| String::from("it had no second checkpoint"));
    failure = failure.or(child::run(&mut command(&killed, true), left())?.failure(&[0]));
    let of = |out: &Path| parameters(setting.machine, out, setting.folder, left());
    let (straight, resumed) = (of(&whole)?, of(&killed)?);
    let last = |out: &Path| metrics(out).iter().rev().find_map(loss).unwrap_or(f64::NAN);
    let losses = [last(&whole), last(&killed)];
    let apart = (losses[0] - losses[1]).abs() / losses[0].abs().max(1e-9);
    let same = straight == resumed && !straight.is_empty();
    let was_interrupted = at != resumed;
    let fault = match (same, setting.machine.is_card()) {
        _ if !was_interrupted => Some("it was over before it was killed".into()),
        (true, _) => None,
        (false, true) if apart <= NEAR => None,
        (false, true) => Some(format!("the losses are {:.1} % apart", 100.0 * apart)),
        (false, false) => Some("the parameters differ".into()),
    };
    Ok(Found {
        failure: failure.or(fault),
        says: format!(
            "{steps} steps; parameters {}, losses {:.4} and {:.4}",
            if same {
                "the same to the bit"
            } else {
                "differ"
            },
            losses[0],
            losses[1]
        ),
        figures: json!({ "steps": steps, "same": same, "losses": losses }),
    })
}

/// The bytes of a run's parameters, without what the file says of the run.
fn parameters(
    machine: &Machine,
    out: &Path,
    folder: &Path,
    limit: Duration,
) -> io::Result<Vec<u8>> {
    let to = folder.join("parameters.safetensors");
    let mut export: Command = machine.program(TRAINER);
    let ended = child::run(export.arg("export").arg(out).arg("--to").arg(&to), limit)?;
    if let Some(why) = ended.failure(&[0]) {
        return Err(io::Error::other(why));
    }
    // A safetensors file: the length of its header in eight bytes, the header, the numbers.
    let bytes = fs::read(&to)?;
    let header = bytes
        .first_chunk()
        .map_or(0, |length| u64::from_le_bytes(*length)) as usize;
    Ok(bytes.get(8 + header..).unwrap_or_default().to_vec())
}
