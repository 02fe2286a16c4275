//! `eval`: measures the network of a run.

use super::{Failure, device, open};
use quarterturn_trainer::device::Device;
use quarterturn_trainer::eval::beam::{self, Benchmark, Solved};
use quarterturn_trainer::eval::exact::{self, AtDistance};
use quarterturn_trainer::eval::{Searched, greedy};
use quarterturn_trainer::export;
use quarterturn_trainer::puzzle::family;
use quarterturn_trainer::recipe::Net;
use quarterturn_trainer::saved::Saved;
use std::io::{self, Write};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// Measure the network of a run on fixed scrambles: greedy search, beam search and cost-to-go.
///
/// A network that has an integer form is used in that form, as in an exported file; the others are used
/// in float. For puzzles of a few million states the value head is also compared with the true distances
/// of all states.
#[derive(clap::Args)]
pub struct Args {
    /// The folder of the run.
    folder: PathBuf,
    /// Use the best parameters that the evaluations of the run have found, not the last ones.
    #[arg(long)]
    best: bool,
    /// The recipe, if it is not the copy in the folder.
    #[arg(long)]
    recipe: Option<PathBuf>,
    /// States that the beam keeps at each depth.
    #[arg(long, default_value_t = 1024, value_parser = clap::value_parser!(u32).range(1..))]
    width: u32,
    /// Scrambles of each length for the beam.
    #[arg(long, default_value_t = 10)]
    scrambles: usize,
    /// Scramble lengths for the beam [default: the length of the training walks].
    #[arg(long, value_delimiter = ',')]
    depths: Vec<usize>,
    /// Search in float even if the network has an integer form.
    #[arg(long)]
    float: bool,
    /// Where to evaluate: cpu, cuda or cuda:N.
    #[arg(long, default_value = "cpu", value_parser = device::parse)]
    device: Device,
    /// Print JSON lines.
    #[arg(long)]
    json: bool,
}

/// Runs the command.
pub fn run(args: &Args) -> Result<(), Failure> {
    let recipe = args.recipe.as_deref();
    let mut saved = open(&args.folder, args.best, recipe, args.device)?;
    let stop = AtomicBool::new(false);
    let depth = saved.recipe.steps().min(40) as usize;
    let mut out = io::stdout().lock();
    let by_depth = greedy::evaluate(
        saved.dynamics.as_ref(),
        saved.net.as_ref(),
        &saved.recipe.net,
        depth,
        &stop,
    );
    if args.json {
        writeln!(out, "{}", serde_json::json!({ "greedy": by_depth }))?;
    } else {
        writeln!(out, "{}", by_depth.summary())?;
        writeln!(out, "{:>6} {:>8} {:>8}", "depth", "greedy", "value")?;
        for (i, solved) in by_depth.solved.iter().enumerate() {
            let value = by_depth.value.get(i).copied().unwrap_or(f64::NAN);
            writeln!(out, "{:>6} {:>6.0} % {:>8.2}", i + 1, solved * 100.0, value)?;
        }
    }
    if matches!(saved.recipe.net, Net::Mlp { .. }) && !args.float {
        // Says why there is no integer form where there should be one.
        export::integers(&saved.recipe, saved.dynamics.shape(), saved.net.as_ref())?;
    }
    let puzzle = saved.recipe.puzzle.clone();
    if let Some(table) = exact::run(&puzzle, search(args, &mut saved)) {
        print_exact(args, &table, &mut out)?;
    }
    let depths = match args.depths.as_slice() {
        [] => vec![saved.recipe.steps() as usize],
        depths => depths.to_vec(),
    };
    let benchmark = Benchmark {
        width: args.width as usize,
        depths,
        scrambles: args.scrambles,
        patience: usize::MAX,
        time: None,
    };
    let searched = search(args, &mut saved);
    let kind = searched.kind();
    let results = beam::run(&puzzle, searched, &benchmark, &Arc::default());
    let results = results.ok_or_else(|| format!("{puzzle} is not known"))?;
    print_beam(args, &puzzle, kind, &results, &mut out)?;
    Ok(())
}

/// The network as it is asked for.
fn search<'a>(args: &Args, saved: &'a mut Saved) -> Searched<'a> {
    let net = saved.net.as_mut();
    match args.float {
        true => Searched::float(&saved.recipe, net),
        false => Searched::new(&saved.recipe, saved.dynamics.as_ref(), net),
    }
}

fn print_exact(args: &Args, table: &[AtDistance], out: &mut impl Write) -> io::Result<()> {
    if args.json {
        return writeln!(out, "{}", serde_json::json!({ "exact": table }));
    }
    writeln!(out, "\nvalue head against all true distances")?;
    writeln!(
        out,
        "{:>8} {:>9} {:>8} {:>8}",
        "distance", "states", "mean", "error"
    )?;
    for row in table {
        let AtDistance {
            distance,
            states,
            mean,
            error,
        } = row;
        writeln!(out, "{distance:>8} {states:>9} {mean:>8.2} {error:>8.3}")?;
    }
    Ok(())
}

fn print_beam(
    args: &Args,
    puzzle: &str,
    kind: &str,
    results: &[Solved],
    out: &mut impl Write,
) -> io::Result<()> {
    if args.json {
        for row in results {
            let line = serde_json::json!({ "beam": row, "width": args.width, "net": kind });
            writeln!(out, "{line}")?;
        }
        return Ok(());
    }
    let (_, metric) = family(puzzle).unwrap_or_default();
    writeln!(out, "\nbeam search ({kind}), width {}", args.width)?;
    writeln!(
        out,
        "{:>6} {:>10} {:>11} {:>10} {:>9}",
        "depth", "solved", "mean length", "evaluated", "seconds"
    )?;
    for row in results {
        writeln!(
            out,
            "{:>6} {:>10} {:>7.2} {} {:>10.0} {:>9.3}",
            row.depth,
            format!("{}/{}", row.solved, row.scrambles),
            row.mean_length,
            metric,
            row.evaluated,
            row.seconds
        )?;
    }
    Ok(())
}
