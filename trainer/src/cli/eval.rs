//! `eval`: how good the network of a run is.

use super::{device, failed, open};
use quarterturn::Puzzle;
use quarterturn::eval::{Evaluator, Int8};
use quarterturn_trainer::eval::float::Float;
use quarterturn_trainer::eval::{beam, exact, greedy};
use quarterturn_trainer::export;
use quarterturn_trainer::puzzle::{self, Visitor};
use quarterturn_trainer::recipe::Net;
use quarterturn_trainer::saved::Saved;
use std::path::PathBuf;
use std::process::ExitCode;
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
pub fn run(args: &Args) -> ExitCode {
    let mut saved = match open(&args.folder, args.best, args.recipe.as_deref(), args.device) {
        Ok(saved) => saved,
        Err(e) => return failed(e),
    };
    let stop = AtomicBool::new(false);
    let depth = saved.recipe.steps().min(40);
    let by_depth = greedy::evaluate(&saved.tables, saved.net.as_ref(), depth, &stop);
    if args.json {
        println!("{}", serde_json::json!({ "greedy": by_depth }));
    } else {
        println!("{}", by_depth.summary());
        println!("{:>6} {:>8} {:>8}", "depth", "greedy", "value");
        for (i, solved) in by_depth.solved.iter().enumerate() {
            let value = by_depth.value.get(i).copied().unwrap_or(f64::NAN);
            println!("{:>6} {:>6.0} % {:>8.2}", i + 1, solved * 100.0, value);
        }
    }
    let integer = if matches!(saved.recipe.net, Net::Mlp { .. }) && !args.float {
        match export::integer(&saved, "eval", f64::INFINITY) {
            Ok(export) => Some(export.file),
            Err(e) => return failed(e),
        }
    } else {
        None
    };
    let name = saved.recipe.puzzle.clone();
    let search = Searched {
        args,
        saved: &mut saved,
        integer,
    };
    match puzzle::visit(&name, search) {
        Some(Ok(())) => ExitCode::SUCCESS,
        Some(Err(e)) => failed(e),
        None => failed(format!("puzzle {name:?} is not known")),
    }
}

struct Searched<'a> {
    args: &'a Args,
    saved: &'a mut Saved,
    integer: Option<Vec<u8>>,
}

impl Visitor for Searched<'_> {
    type Output = Result<(), String>;

    fn visit<P: Puzzle>(self) -> Self::Output {
        let depths = match self.args.depths.as_slice() {
            [] => vec![self.saved.recipe.steps() as usize],
            depths => depths.to_vec(),
        };
        if let Some(file) = self.integer {
            let evaluator = Int8::load::<P>(&file).map_err(|e| e.to_string())?;
            search::<P, _>(self.args, "int8", evaluator, &depths);
        } else {
            let evaluator = Float::new(self.saved.net.as_mut(), self.args.device);
            search::<P, _>(self.args, "float", evaluator, &depths);
        }
        Ok(())
    }
}

fn search<P: Puzzle, E: Evaluator<P>>(args: &Args, kind: &str, evaluator: E, depths: &[usize]) {
    if P::FAMILY == "cube2" && evaluator.heads().value {
        let table = exact::run::<P>(&evaluator);
        if args.json {
            println!("{}", serde_json::json!({ "exact": table }));
        } else {
            println!("\nvalue head ({kind}) against all true distances");
            println!(
                "{:>8} {:>9} {:>8} {:>8}",
                "distance", "states", "mean", "error"
            );
            for row in table {
                let exact::AtDistance {
                    distance,
                    states,
                    mean,
                    error,
                } = row;
                println!("{distance:>8} {states:>9} {mean:>8.2} {error:>8.3}");
            }
        }
    }
    if !args.json {
        println!("\nbeam search ({kind}), width {}", args.width);
        println!(
            "{:>6} {:>10} {:>11} {:>10} {:>9}",
            "depth", "solved", "mean length", "evaluated", "seconds"
        );
    }
    let results = beam::run::<P, E>(
        evaluator,
        args.width as usize,
        depths,
        args.scrambles,
        &Arc::default(),
    );
    for row in results {
        if args.json {
            println!(
                "{}",
                serde_json::json!({ "beam": row, "width": args.width, "net": kind })
            );
        } else {
            println!(
                "{:>6} {:>10} {:>7.2} {} {:>10.0} {:>9.3}",
                row.depth,
                format!("{}/{}", row.solved, row.scrambles),
                row.mean_length,
                P::METRIC,
                row.evaluated,
                row.seconds
            );
        }
    }
}
