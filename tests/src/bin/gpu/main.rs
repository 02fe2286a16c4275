//! `tests/gpu`: whether everything works on a CUDA card, and how fast. Runs the programs as a user would, each
//! step within a time of its own, and the whole within a budget.

mod card;
mod child;
mod libtorch;
mod networks;
mod plan;
mod report;
mod slice;
mod steps;

use clap::{Args, Parser, Subcommand};
use libtorch::LibTorch;
use plan::Plan;
use quarterturn_lab::units::time;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

/// Check that everything works on a CUDA card, and measure how fast it is.
#[derive(Parser)]
#[command(
    name = "tests/gpu",
    bin_name = "tests/gpu",
    args_conflicts_with_subcommands = true,
    after_help = "tests/gpu pack DIR makes a folder with these programs for machines without Rust: run DIR/run there.\n\n\
    Exit codes: 0 all steps passed, 1 a step failed, 2 wrong usage, 3 the machine lacks something."
)]
struct Cli {
    #[command(subcommand)]
    command: Option<Command>,
    #[command(flatten)]
    run: Run,
}

#[derive(Subcommand)]
enum Command {
    /// Train for a while, and write a few small files from which the next slice continues
    Train(slice::Args),
}

/// What the checks and a slice of a training share.
#[derive(Args, Debug)]
pub struct Place {
    /// cuda, cuda:N, or libtorch-cpu: LibTorch on the processor
    #[arg(long, default_value = "cuda", value_parser = ["cuda", "cuda:0", "cuda:1", "cuda:2", "cuda:3", "libtorch-cpu"])]
    device: String,
    /// Folder of the programs [default: the folder of this one]
    #[arg(long, value_name = "FOLDER")]
    programs: Option<PathBuf>,
    /// Folder of the recipes [default: `recipes` beside the programs]
    #[arg(long, value_name = "FOLDER")]
    recipes: Option<PathBuf>,
}

#[derive(Args)]
struct Run {
    #[command(flatten)]
    place: Place,
    /// Most time for all steps together: 5m, 90s, or a number of seconds
    #[arg(long, value_name = "TIME", default_value = "5m", value_parser = time)]
    budget: Duration,
    /// Most share of a whole run's work, from 0 to 1: a trial on a slow machine needs less work, and not less time
    #[arg(long, value_name = "SHARE", default_value_t = 1.0)]
    work: f64,
    /// Folder for results.jsonl, one line a step, and table.txt
    #[arg(long, value_name = "FOLDER", default_value = "gpu-results")]
    out: PathBuf,
    /// Always measure the machine's own cores too; by default they are measured last, if time is left
    #[arg(long)]
    cores: bool,
    /// Only whether everything works, and not how fast it is
    #[arg(long, conflicts_with = "cores")]
    checks: bool,
}

/// What stops everything before it begins.
#[derive(Debug)]
pub struct Missing(String);

/// The programs and what they need to start.
#[derive(Debug)]
pub struct Machine {
    device: String,
    programs: PathBuf,
    recipes: PathBuf,
    libtorch: LibTorch,
}

impl Machine {
    /// Finds the programs and LibTorch.
    fn find(place: &Place) -> Result<Self, Missing> {
        let own = std::env::current_exe().map_err(|e| Missing(e.to_string()))?;
        let beside = own.parent().map(PathBuf::from).unwrap_or_default();
        let programs = place.programs.clone().unwrap_or(beside);
        for name in [SOLVER, TRAINER] {
            let path = programs.join(name);
            if !path.is_file() {
                let path = path.display();
                return Err(Missing(format!(
                    "{path} is missing: build it, or name its folder with --programs"
                )));
            }
        }
        let recipes = place
            .recipes
            .clone()
            .unwrap_or_else(|| programs.join("recipes"));
        if !recipes.is_dir() {
            let recipes = recipes.display();
            return Err(Missing(format!(
                "there is no folder {recipes} of recipes: name it with --recipes"
            )));
        }
        Ok(Self {
            device: place.device.clone(),
            programs,
            recipes,
            libtorch: LibTorch::find()?,
        })
    }

    /// The trainer's name of the device.
    fn trainer_device(&self) -> &str {
        match &*self.device {
            "libtorch-cpu" => "cpu",
            device => device,
        }
    }

    fn is_card(&self) -> bool {
        self.device.starts_with("cuda")
    }
}

const SOLVER: &str = "quarterturn";
const TRAINER: &str = "quarterturn-trainer";

fn main() -> ExitCode {
    let cli = Cli::parse();
    let done = match &cli.command {
        Some(Command::Train(args)) => slice::train(args),
        None => run(&cli.run),
    };
    done.unwrap_or_else(|Missing(why)| {
        eprintln!("error: {why}");
        ExitCode::from(3)
    })
}

fn run(args: &Run) -> Result<ExitCode, Missing> {
    let machine = Machine::find(&args.place)?;
    let plan = Plan::new(args.budget, args.work, machine.is_card(), args.cores)?;
    let mut report = report::Report::new(&args.out)?;
    eprintln!(
        "LibTorch {} in {}",
        machine.libtorch.version,
        machine.libtorch.folder.display()
    );
    let passed = steps::run(&machine, plan, args.checks, &mut report)?;
    report.finish()?;
    Ok(if passed {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    })
}
