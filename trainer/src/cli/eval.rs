//! `eval`: how good the network of a run is.

use super::{Failure, device, open};
use quarterturn::Puzzle;
use quarterturn::eval::{Evaluator, Int8};
use quarterturn_trainer::eval::float::Float;
use quarterturn_trainer::eval::{beam, exact, greedy};
use quarterturn_trainer::export;
use quarterturn_trainer::puzzle::{self, Visitor};
use quarterturn_trainer::recipe::Net;
use quarterturn_trainer::saved::Saved;
use std::io::{self, Write};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use tch::Device;

/// Measure the network of a run on fixed scrambles: greedy, beam search, cost-to-go.
///
/// Networks that have an integer form are searched with it, as they will be used; the others in
/// float. On the 2x2x2 cube the value head is also compared with all true distances.
#[derive(clap::Args)]
pub struct Args {
    /// The folder of the run.
    folder: PathBuf,
    /// Take the best parameters that the evaluations of the run have found, not the last ones.
    #[arg(long)]
    best: bool,
    /// The recipe, if not the copy in the folder.
    #[arg(long)]
    recipe: Option<PathBuf>,
    /// States kept per depth by the beam.
    #[arg(long, default_value_t = 1024, value_parser = clap::value_parser!(u32).range(1..))]
    width: u32,
    /// Scrambles per depth for the beam.
    #[arg(long, default_value_t = 10)]
    scrambles: usize,
    /// Scramble lengths for the beam; the length of the training walks if not given.
    #[arg(long, value_delimiter = ',')]
    depths: Vec<usize>,
    /// Search in float even where there is an integer form.
    #[arg(long)]
    float: bool,
    /// cpu, cuda or cuda:N.
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
    let depth = saved.recipe.steps().min(40);
    let mut out = io::stdout().lock();
    let by_depth = greedy::evaluate(saved.dynamics.as_ref(), saved.net.as_ref(), depth, &stop);
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
    let integer = if matches!(saved.recipe.net, Net::Mlp { .. }) && !args.float {
        Some(export::integer(&saved, "eval", f64::INFINITY)?.file)
    } else {
        None
    };
    let name = saved.recipe.puzzle.clone();
    let search = Searched {
        args,
        saved: &mut saved,
        integer,
        out: &mut out,
    };
    puzzle::visit(&name, search)
        .unwrap_or_else(|| Err(format!("puzzle {name:?} is not known").into()))
}

struct Searched<'a, W> {
    args: &'a Args,
    saved: &'a mut Saved,
    integer: Option<Vec<u8>>,
    out: &'a mut W,
}

impl<W: Write> Visitor for Searched<'_, W> {
    type Output = Result<(), Failure>;

    fn visit<P: Puzzle>(self, puzzle: &P) -> Self::Output {
        let depths = match self.args.depths.as_slice() {
            [] => vec![self.saved.recipe.steps() as usize],
            depths => depths.to_vec(),
        };
        if let Some(file) = self.integer {
            let evaluator = Int8::load(puzzle, &file)?;
            search(puzzle, self.args, "int8", evaluator, &depths, self.out)?;
        } else {
            let evaluator = Float::new(self.saved.net.as_mut(), self.args.device);
            search(puzzle, self.args, "float", evaluator, &depths, self.out)?;
        }
        Ok(())
    }
}

fn search<P: Puzzle, E: Evaluator<P>>(
    puzzle: &P,
    args: &Args,
    kind: &str,
    evaluator: E,
    depths: &[usize],
    out: &mut impl Write,
) -> io::Result<()> {
    if puzzle.family() == "cube2" && evaluator.heads().value {
        let table = exact::run(puzzle, &evaluator);
        if args.json {
            writeln!(out, "{}", serde_json::json!({ "exact": table }))?;
        } else {
            writeln!(out, "\nvalue head ({kind}) against all true distances")?;
            writeln!(
                out,
                "{:>8} {:>9} {:>8} {:>8}",
                "distance", "states", "mean", "error"
            )?;
            for row in table {
                let exact::AtDistance {
                    distance,
                    states,
                    mean,
                    error,
                } = row;
                writeln!(out, "{distance:>8} {states:>9} {mean:>8.2} {error:>8.3}")?;
            }
        }
    }
    if !args.json {
        writeln!(out, "\nbeam search ({kind}), width {}", args.width)?;
        writeln!(
            out,
            "{:>6} {:>10} {:>11} {:>10} {:>9}",
            "depth", "solved", "mean length", "evaluated", "seconds"
        )?;
    }
    let results = beam::run(
        puzzle,
        evaluator,
        args.width as usize,
        depths,
        args.scrambles,
        &Arc::default(),
    );
    for row in results {
        if args.json {
            writeln!(
                out,
                "{}",
                serde_json::json!({ "beam": row, "width": args.width, "net": kind })
            )?;
        } else {
            writeln!(
                out,
                "{:>6} {:>10} {:>7.2} {} {:>10.0} {:>9.3}",
                row.depth,
                format!("{}/{}", row.solved, row.scrambles),
                row.mean_length,
                puzzle.metric(),
                row.evaluated,
                row.seconds
            )?;
        }
    }
    Ok(())
}
