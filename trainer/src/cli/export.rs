//! `export`: a weight file, in integers or in float, or all parameters as safetensors.

use super::{Failure, open};
use quarterturn_core::Plain;
use quarterturn_core::net::format::MAGIC;
use quarterturn_lab::files::{self, Kind, may_write};
use quarterturn_trainer::checkpoint::{self, CheckpointError};
use quarterturn_trainer::device::Device;
use quarterturn_trainer::export::{self, Export};
use quarterturn_trainer::recipe::Net;
use quarterturn_trainer::saved::Saved;
use std::collections::HashMap;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// Export the network of a run as a weight file.
///
/// Batch normalisation is folded into the weights, which are rounded to 8 bits with one scale per output.
/// The file is then compared with the trained network on 10,000 states. If a weight does not fit, or a
/// difference is above the tolerance, nothing is written. Networks without an integer form (other than
/// kind "mlp") are written in float32.
#[derive(clap::Args)]
pub struct Args {
    /// The folder of the run.
    folder: PathBuf,
    /// The file to write: NAME.qtw, or NAME.safetensors for the float parameters.
    #[arg(long)]
    to: PathBuf,
    /// Use the best parameters that the evaluations of the run have found, not the last ones.
    #[arg(long)]
    best: bool,
    /// The recipe, if it is not the copy in the folder.
    #[arg(long)]
    recipe: Option<PathBuf>,
    /// Write float32 even if the network has an integer form.
    #[arg(long)]
    float: bool,
    /// Largest mean difference of a head from the trained network, in moves (policy: nats).
    #[arg(long, default_value_t = 0.1)]
    tolerance: f64,
    /// Overwrite the file of --to, whatever it is.
    #[arg(long)]
    force: bool,
}

/// Runs the command.
pub fn run(args: &Args) -> Result<(), Failure> {
    may_put(&args.to, &["qtw", "safetensors"], &[], args.force)?;
    let saved = open(&args.folder, args.best, args.recipe.as_deref(), Device::Cpu)?;
    write(&saved, &args.to, args.float, args.tolerance)
}

/// Writes a run to the file `to`, and says what was written.
pub fn write(saved: &Saved, to: &Path, float: bool, tolerance: f64) -> Result<(), Failure> {
    // Printed at the end, so that the file is written even if nobody reads the output.
    let mut out = Vec::new();
    let name = to.file_stem().and_then(|n| n.to_str());
    let name = name.ok_or("the file needs a name")?;
    let bytes = match to.extension().and_then(|e| e.to_str()) {
        Some("qtw") => {
            let integer = matches!(saved.recipe.net, Net::Mlp { .. }) && !float;
            let make = if integer {
                export::integer
            } else {
                export::full
            };
            let export = make(saved, name, tolerance)?;
            report(&export, &mut out)?;
            export.file
        }
        Some("safetensors") => {
            let progress = serde_json::to_string(&saved.progress)?;
            let metadata = HashMap::from([
                ("recipe".to_owned(), saved.text.clone()),
                ("examples".to_owned(), saved.progress.examples.to_string()),
                // With it the file is also a checkpoint, from which a run continues with fresh moments.
                ("progress".to_owned(), progress),
            ]);
            checkpoint::serialize(&saved.net.variables(), metadata)?
        }
        _ => return Err(choose(&["qtw", "safetensors"])),
    };
    put(to, &bytes)?;
    writeln!(
        out,
        "{}: {} bytes, {} examples, run {:016x}",
        Plain(&to.display().to_string()),
        bytes.len(),
        saved.progress.examples,
        saved.progress.run
    )?;
    Ok(io::stdout().write_all(&out)?)
}

fn choose(ends: &[&str]) -> Failure {
    format!("choose a file that ends in .{}", ends.join(" or .")).into()
}

/// Whether a network may be written to `to`, whose name has one of these ends, by a command that reads `inputs`: nothing is
/// there, or a network.
pub fn may_put(to: &Path, ends: &[&str], inputs: &[&Path], force: bool) -> Result<(), Failure> {
    let end = to.extension().and_then(|end| end.to_str());
    let end = end.filter(|end| ends.contains(end));
    let end = end.ok_or_else(|| choose(ends))?;
    let begins = |bytes: &[u8]| match end {
        "qtw" => bytes.starts_with(&MAGIC),
        // The length of the header, which is JSON.
        _ => bytes.get(8) == Some(&b'{'),
    };
    let name = match end {
        "qtw" => "a weight file",
        _ => "a safetensors file",
    };
    let begins = &begins;
    Ok(may_write(to, &Kind { name, begins }, inputs, force)?)
}

/// Writes a file, whole or not at all.
pub fn put(to: &Path, bytes: &[u8]) -> Result<(), Failure> {
    let written = files::write(to, bytes);
    Ok(written.map_err(|source| CheckpointError::Io {
        path: to.into(),
        source,
    })?)
}

fn report(export: &Export, out: &mut impl Write) -> io::Result<()> {
    if !export.ranges.is_empty() {
        writeln!(
            out,
            "{:<10} {:>11} {:>9} {:>9} {:>17} {:>8} {:>6}",
            "layer", "shape", "weight", "bias", "steps per unit", "error", "zeros"
        )?;
    }
    for range in &export.ranges {
        writeln!(
            out,
            "{:<10} {:>11} {:>9.4} {:>9.4} {:>17} {:>6.2} % {:>4.1} %",
            range.name,
            format!("{}x{}", range.shape.0, range.shape.1),
            range.largest.0,
            range.largest.1,
            format!("{:.0}..{:.0}", range.scale.0, range.scale.1),
            range.error * 100.0,
            range.zeros * 100.0
        )?;
    }
    writeln!(
        out,
        "\nthe file against the trained network on {} states (moves; nats for policy)",
        export::STATES
    )?;
    for c in &export.comparisons {
        writeln!(
            out,
            "{:<10} mean {:.4}  99 % {:.4}  max {:.4}",
            c.head, c.mean, c.p99, c.max
        )?;
    }
    Ok(())
}
