//! `tests/gpu train`: a part of a long training. What continues it fits into a few small files, so that parts on
//! several machines add up.

use super::child;
use super::report::refused;
use super::{Machine, Missing, Place, TRAINER};
use quarterturn_lab::units::time;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::{Duration, Instant};

/// Bytes of a file at most, and of all files together; how many files.
const FILE: usize = 16 << 20;
const ALL: usize = 64 << 20;
const FILES: usize = 8;
/// Time for the files at the end.
const RESERVE: Duration = Duration::from_secs(20);
/// Less is not worth starting.
const LEAST: Duration = Duration::from_secs(5);
/// Before the numbers of the parts of a checkpoint.
const PART: &str = "checkpoint.";

/// Arguments of `train`.
#[derive(clap::Args)]
pub struct Args {
    /// The recipe: a TOML file, or the name of one in trainer/recipes, such as paper-deepcubea
    recipe: PathBuf,
    /// Most time for the slice, including the files at its end
    #[arg(long, value_name = "TIME", default_value = "8m", value_parser = time)]
    budget: Duration,
    /// Folder of the slices: the slice there is continued, and replaced by the next one
    #[arg(long, value_name = "FOLDER")]
    out: PathBuf,
    #[command(flatten)]
    place: Place,
}

/// Runs a slice.
pub fn train(args: &Args) -> Result<ExitCode, Missing> {
    let start = Instant::now();
    let reserve = RESERVE.min(args.budget / 4);
    if args.budget < LEAST {
        return Err(Missing(format!(
            "a budget below {} seconds trains nothing",
            LEAST.as_secs()
        )));
    }
    let machine = Machine::find(&args.place)?;
    let recipe = recipe(&args.recipe, &machine)?;
    fs::create_dir_all(&args.out).map_err(refused(&args.out))?;
    let work = tempfile::tempdir().map_err(|e| Missing(format!("no temporary folder: {e}")))?;
    let run = work.path().join("run");
    fs::create_dir(&run).map_err(refused(&run))?;
    unpack(&args.out, &run)?;

    let mut trainer = machine.program(TRAINER);
    trainer
        .arg("train")
        .arg(&recipe)
        .arg("--out")
        .arg(&run)
        .arg("--resume");
    let seconds = (args.budget - reserve).saturating_sub(start.elapsed());
    trainer.args([
        "--device",
        machine.trainer_device(),
        "--time-limit",
        &seconds.as_secs_f64().to_string(),
    ]);
    // The evaluation at its end may not have the time of the files.
    let ended =
        child::asked(&mut trainer, seconds + reserve / 2).map_err(|e| Missing(e.to_string()))?;
    eprint!("{}", ended.err);
    if let Some(why) = ended.failure(&[0, 130]) {
        return Err(Missing(format!(
            "the trainer failed, and {} is as it was: {why}",
            args.out.display()
        )));
    }
    let said = pack(&machine, &run, &args.out)?;
    println!("{said}");
    Ok(ExitCode::SUCCESS)
}

/// The recipe by its path, or by its name among ours.
fn recipe(given: &Path, machine: &Machine) -> Result<PathBuf, Missing> {
    let ours = machine.recipes.join(given).with_extension("toml");
    let found = [given.to_path_buf(), ours]
        .into_iter()
        .find(|path| path.is_file());
    found.ok_or_else(|| {
        let (given, recipes) = (given.display(), machine.recipes.display());
        Missing(format!(
            "there is no recipe {given}, neither here nor in {recipes}"
        ))
    })
}

/// Puts together what a slice left.
fn unpack(from: &Path, run: &Path) -> Result<(), Missing> {
    let parts = parts(from).map_err(refused(from))?;
    if parts.is_empty() {
        return Ok(());
    }
    let read = |path: &PathBuf| fs::read(path);
    let whole: Result<Vec<_>, _> = parts.iter().map(read).collect();
    let whole =
        whole.map_err(|e| Missing(format!("cannot read the parts in {}: {e}", from.display())))?;
    let file = run.join("checkpoint.safetensors");
    fs::write(&file, whole.concat()).map_err(refused(&file))?;
    let (old, new) = (from.join(METRICS), run.join(METRICS));
    if old.is_file() {
        fs::copy(&old, &new).map_err(refused(&new))?;
    }
    Ok(())
}

const METRICS: &str = "metrics.jsonl";

/// The parts of a checkpoint in their order.
fn parts(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let numbered = |nth: usize| folder.join(format!("{PART}{nth}"));
    Ok((0..FILES)
        .map(numbered)
        .take_while(|path| path.is_file())
        .collect())
}

/// Leaves what continues the run, its metrics and its network in `out`; what was done, for people.
fn pack(machine: &Machine, run: &Path, out: &Path) -> Result<String, Missing> {
    let read = |path: &Path| {
        fs::read(path).map_err(|e| Missing(format!("cannot read {}: {e}", path.display())))
    };
    let whole = read(&run.join("checkpoint.safetensors"))?;
    let metrics = read(&run.join(METRICS))?;
    let recipe = read(&run.join("recipe.toml"))?;
    let small = run.join("parameters.safetensors");
    export(machine, run, &small)?;
    let parameters = read(&small)?;
    let room = ALL - metrics.len().min(ALL) - recipe.len();
    let (checkpoint, bare) = choose(whole, parameters, room)?;
    let mut said = format!(
        "{} bytes of checkpoint in {} parts",
        checkpoint.len(),
        checkpoint.len().div_ceil(FILE)
    );
    if bare {
        said += ": only the parameters, as the whole checkpoint is too large; the optimiser's moments begin again where training continues";
    }
    let mut files = vec![
        (METRICS.to_owned(), metrics),
        ("recipe.toml".to_owned(), recipe),
    ];
    let room = room - checkpoint.len();
    files.extend(
        checkpoint
            .chunks(FILE)
            .enumerate()
            .map(|(nth, part)| (format!("{PART}{nth}"), part.to_vec())),
    );
    let network = run.join("network.qtw");
    if files.len() < FILES && export(machine, run, &network).is_ok() {
        let bytes = read(&network)?;
        if bytes.len() <= FILE.min(room) {
            files.push(("network.qtw".into(), bytes));
        } else {
            said +=
                "; the network is too large to be added: make it with `quarterturn-trainer export`";
        }
    }
    replace(out, &files)?;
    Ok(said)
}

fn export(machine: &Machine, run: &Path, to: &Path) -> Result<(), Missing> {
    let mut export = machine.program(TRAINER);
    export.arg("export").arg(run).arg("--to").arg(to);
    let ended = child::run(&mut export, RESERVE).map_err(|e| Missing(e.to_string()))?;
    ended
        .failure(&[0])
        .map_or(Ok(()), |why| Err(Missing(format!("export failed: {why}"))))
}

/// The whole checkpoint if it may travel, else the parameters; and whether it is those.
fn choose(whole: Vec<u8>, parameters: Vec<u8>, room: usize) -> Result<(Vec<u8>, bool), Missing> {
    // Two files are the metrics and the recipe.
    let room = room.min((FILES - 2) * FILE);
    if whole.len() <= room {
        return Ok((whole, false));
    }
    if parameters.len() <= room {
        return Ok((parameters, true));
    }
    Err(Missing(format!(
        "the parameters are {} MiB, and at most {} MiB fit: train in one piece with quarterturn-trainer",
        parameters.len() >> 20,
        room >> 20
    )))
}

/// Writes all files beside the old ones first: a full disk leaves those.
fn replace(out: &Path, files: &[(String, Vec<u8>)]) -> Result<(), Missing> {
    for (name, bytes) in files {
        let fresh = out.join(format!("{name}.new"));
        if let Err(e) = fs::write(&fresh, bytes) {
            for (name, _) in files {
                // What is not there need not go.
                let _ = fs::remove_file(out.join(format!("{name}.new")));
            }
            return Err(refused(&fresh)(e));
        }
    }
    for old in parts(out).map_err(refused(out))? {
        fs::remove_file(&old).map_err(refused(&old))?;
    }
    for (name, _) in files {
        let path = out.join(name);
        fs::rename(out.join(format!("{name}.new")), &path).map_err(refused(&path))?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn filled(mib: usize) -> Vec<u8> {
        vec![7; mib << 20]
    }

    #[test]
    fn what_may_travel_is_whole_or_said() {
        let chosen = |whole, parameters| choose(filled(whole), filled(parameters), ALL);
        assert!(matches!(chosen(36, 12), Ok((c, false)) if c.len() == 36 << 20));
        assert!(matches!(chosen(240, 60), Ok((c, true)) if c.len() == 60 << 20));
        assert!(chosen(400, 100).is_err());
    }

    #[test]
    fn parts_come_together_again() {
        let folder = tempfile::tempdir().unwrap();
        let (out, run) = (folder.path().join("out"), folder.path().join("run"));
        fs::create_dir(&out).unwrap();
        fs::create_dir(&run).unwrap();
        unpack(&out, &run).unwrap();
        assert!(!run.join("checkpoint.safetensors").exists());
        let bytes: Vec<u8> = (0..40u32 << 20).map(|i| (i % 251) as u8).collect();
        let files = |bytes: &[u8]| -> Vec<_> {
            let part = |(nth, part): (usize, &[u8])| (format!("{PART}{nth}"), part.to_vec());
            let mut files: Vec<_> = bytes.chunks(FILE).enumerate().map(part).collect();
            files.push((METRICS.into(), b"{}".to_vec()));
            files
        };
        replace(&out, &files(&bytes)).unwrap();
        // The next one is shorter: no old part may stay behind it.
        let bytes = &bytes[..20 << 20];
        replace(&out, &files(bytes)).unwrap();
        unpack(&out, &run).unwrap();
        assert!(fs::read(run.join("checkpoint.safetensors")).unwrap() == bytes);
        assert_eq!(fs::read(run.join(METRICS)).unwrap(), b"{}");
    }
}
