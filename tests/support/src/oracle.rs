//! The program's printed answers, judged: each puzzle, search and way of pricing is a cell.

use crate::input::{Input, valid};
use crate::judge::{Answer, Fault, PUZZLES, Prices, Puzzle, judge};
use crate::prices::Pricing;
use crate::rng;
use quarterturn_core::random::below;
use serde_json::Value;
use std::collections::BTreeMap;
use std::io;
use std::path::Path;
use std::process::{Command, Output};

/// A search, how far its scrambles go, and whether it takes prices.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Search {
    /// Name and settings on the command line.
    pub words: &'static str,
    /// The longest scrambles of the 3×3×3 and the 2×2×2 cube.
    pub longest: [u32; 2],
    /// Whether `--costs` means something to it.
    pub priced: bool,
}

const fn search(words: &'static str, longest: [u32; 2], priced: bool) -> Search {
    Search {
        words,
        longest,
        priced,
    }
}

/// All searches, with little effort each.
pub const SEARCHES: [Search; 11] = [
    search("beam --width 32 --views 2", [16, 30], true),
    search("beam --width 8 --target-length 12", [12, 30], false),
    search("bwas --batch 16", [8, 30], true),
    search("qstar --batch 16", [8, 30], true),
    search("gbfs", [8, 30], true),
    search("mcts --batch 8", [7, 10], false),
    search("mcts-naive --batch 8", [7, 10], false),
    search(
        "beam --width 64 --time-limit 0.05 --fallback no",
        [16, 30],
        false,
    ),
    search("ida --batch 16 --cache 4", [5, 6], true),
    search("greedy", [6, 10], false),
    search("bidirectional", [5, 8], false),
];

/// Nodes that any of them may generate.
const NODES: &str = "20000";

/// What the program prints.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// For people.
    Text,
    /// `--quiet`: solutions alone.
    Quiet,
    /// `--json`
    Json,
}

impl Form {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Text, Self::Quiet, Self::Json];

    /// What is said of each of `lines` inputs; `None` of one that is not solved.
    fn read(self, output: &Output, lines: usize) -> Option<Vec<Option<Answer>>> {
        let text = String::from_utf8(output.stdout.clone()).ok()?;
        let mut answers = vec![None; lines];
        match self {
            Self::Text => {
                for block in text.split_terminator("\n\n") {
                    let value = |key: &str| {
                        let line = block.lines().find_map(|line| line.strip_prefix(key));
                        line.map(str::trim)
                    };
                    let number = |key| value(key)?.split_whitespace().next()?.parse::<f64>().ok();
                    let place = answers.get_mut(number("line ")? as usize - 1)?;
                    let solution = match value("solution ")? {
                        words if words.starts_with("not found") => continue,
                        words if words.starts_with("none needed") => "",
                        words => words,
                    };
                    let length = number("length ").map(|n| n as usize);
                    *place = Some(Answer {
                        solution: solution.into(),
                        length: length.or_else(|| solution.is_empty().then_some(0)),
                        cost: number("cost "),
                    });
                }
            }
            Self::Quiet => {
                // Standard error tells which have none; these may or may not have a line here.
                let why = String::from_utf8_lossy(&output.stderr);
                let unsolved = |i| {
                    why.lines()
                        .any(|l| l.starts_with(&format!("line {}:", i + 1)))
                };
                let every = text.lines().count() == lines;
                let mut said = text.lines();
                for (i, place) in answers.iter_mut().enumerate() {
                    let solution = if unsolved(i) && !every {
                        ""
                    } else {
                        said.next()?
                    };
                    *place = (!unsolved(i)).then(|| Answer {
                        solution: solution.into(),
                        length: None,
                        cost: None,
                    });
                }
                if said.next().is_some() {
                    return None;
                }
            }
            Self::Json => {
                for line in text.lines() {
                    let line: Value = serde_json::from_str(line).ok()?;
                    let place = answers.get_mut(line["line"].as_u64()? as usize - 1)?;
                    *place = line["solution"].as_str().map(|solution| Answer {
                        solution: solution.into(),
                        length: line["length"].as_u64().map(|n| n as usize),
                        cost: line["cost"].as_f64(),
                    });
                }
            }
        }
        Some(answers)
    }
}

/// One puzzle, one search, one way of pricing.
#[derive(Clone, Copy, Debug)]
pub struct Cell {
    /// The puzzle.
    pub puzzle: Puzzle,
    /// The search.
    pub search: Search,
    /// The prices.
    pub pricing: Pricing,
}

/// All cells. Q* is not for half turns: no shipped network has their Q.
pub fn cells() -> Vec<Cell> {
    let mut cells = Vec::new();
    for puzzle in PUZZLES {
        for search in SEARCHES {
            for pricing in Pricing::ALL {
                let lacks_q = search.words.starts_with("qstar") && puzzle.half;
                if !lacks_q && (search.priced || pricing == Pricing::None) {
                    cells.push(Cell {
                        puzzle,
                        search,
                        pricing,
                    });
                }
            }
        }
    }
    cells
}

/// What became of the states of a cell.
#[derive(Clone, Debug, Default)]
pub struct Tally {
    /// States asked for.
    pub tried: usize,
    /// Answers with a solution.
    pub solved: usize,
    /// Faults by their kind.
    pub faults: BTreeMap<String, usize>,
    /// The first faults, with all that shows them.
    pub examples: Vec<String>,
}

impl Tally {
    fn fault(&mut self, kind: String, example: impl FnOnce() -> String) {
        *self.faults.entry(kind).or_default() += 1;
        if self.examples.len() < 3 {
            self.examples.push(example());
        }
    }
}

/// States a process.
const BATCH: usize = 500;

impl Cell {
    /// Has `states` states solved by the program and judges what it prints; `folder` is for files.
    ///
    /// # Errors
    /// The program does not run, or a file cannot be written.
    pub fn run(
        &self,
        program: &Path,
        folder: &Path,
        states: usize,
        seed: u64,
    ) -> io::Result<Tally> {
        let mut tally = Tally::default();
        let mut rng = rng(seed);
        let share = states.div_ceil(Form::ALL.len()).min(BATCH);
        let mut forms = Form::ALL.into_iter().cycle();
        while tally.tried < states
            && let Some(form) = forms.next()
        {
            let count = share.min(states - tally.tried);
            let longest = self.search.longest[usize::from(self.puzzle.small)];
            let input = |rng: &mut _| {
                let length = 1 + below(rng, longest) as usize;
                valid(rng, self.puzzle, length)
            };
            let inputs: Vec<Input> = (0..count).map(|_| input(&mut rng)).collect();
            let prices = self.pricing.draw(&mut rng, self.puzzle);
            self.batch(program, folder, form, &inputs, prices.as_ref(), &mut tally)?;
        }
        Ok(tally)
    }

    fn batch(
        &self,
        program: &Path,
        folder: &Path,
        form: Form,
        inputs: &[Input],
        prices: Option<&Prices>,
        tally: &mut Tally,
    ) -> io::Result<()> {
        let (from, costs) = (folder.join("states.txt"), folder.join("costs.toml"));
        let lines: Vec<&[u8]> = inputs.iter().map(|input| &input.line[..]).collect();
        std::fs::write(&from, lines.join(&b'\n'))?;
        let mut command = Command::new(program);
        command.args(["solve", "--threads", "1", "--node-limit", NODES]);
        command.args(["--puzzle", self.puzzle.name, "--search"]);
        command.args(self.search.words.split(' '));
        command.arg("--from").arg(&from);
        match form {
            Form::Text => {}
            Form::Quiet => drop(command.arg("--quiet")),
            Form::Json => drop(command.arg("--json")),
        }
        if let Some(prices) = prices {
            std::fs::write(&costs, prices.toml())?;
            command.arg("--costs").arg(&costs);
        }
        let output = command.output()?;
        tally.tried += inputs.len();
        let answers = form.read(&output, inputs.len());
        let whole = matches!(output.status.code(), Some(0 | 4));
        let Some(answers) = answers.filter(|_| whole) else {
            let said = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
            tally.fault("output".into(), || {
                let (out, err) = (said(&output.stdout), said(&output.stderr));
                format!("{command:?}: {:?}\n{out:.2000}\n{err:.2000}", output.status)
            });
            return Ok(());
        };
        for (input, answer) in inputs.iter().zip(answers) {
            let (Some(state), Some(answer)) = (&input.state, answer) else {
                continue;
            };
            tally.solved += 1;
            // Everything but `--quiet` states the length, and the cost where there are prices.
            let stated = form == Form::Quiet
                || answer.length.is_some()
                    && (answer.cost.is_some() || prices.is_none() || answer.length == Some(0));
            let verdict = judge(self.puzzle, prices, state, &answer);
            let verdict = verdict.and(if stated { Ok(()) } else { Err(Fault::Unstated) });
            if let Err(fault) = verdict {
                tally.fault(fault.kind(), || {
                    let line = String::from_utf8_lossy(&input.line);
                    format!("{command:?}\n  {line}\n  {answer:?}\n  {fault}")
                });
            }
        }
        Ok(())
    }
}
