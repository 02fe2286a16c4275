//! How lengths, seconds and states are distributed: bar charts side by side, with a bar for each solver.

use super::bars::{Bars, key};
use super::{Drawn, page, saved};
use crate::error::CliError;
use quarterturn::Answer;
use quarterturn_lab::picture::{Area, Fault, Picture, tick};
use std::collections::BTreeMap;
use std::path::Path;

/// Bins in each power of ten of seconds and of states.
const BINS: f64 = 4.0;
/// Least seconds that are told apart.
const LEAST: f64 = 1e-6;

/// The picture.
pub struct Distribution {
    title: [String; 2],
    solvers: Vec<Solver>,
}

/// What one solver did: how many states fall into each bin.
struct Solver {
    name: String,
    lengths: BTreeMap<i32, usize>,
    seconds: BTreeMap<i32, usize>,
    generated: BTreeMap<i32, usize>,
}

impl Distribution {
    /// Of the answers of some solvers, by name.
    pub fn new<'a>(
        title: [String; 2],
        solvers: impl IntoIterator<Item = (&'a str, &'a [(Option<usize>, Answer)])>,
    ) -> Self {
        let counted = |(name, results): (&str, &[(Option<usize>, Answer)])| {
            let seconds = |a: &Answer| a.elapsed.as_secs_f64().max(LEAST);
            let bin = |x: f64| (x.log10() * BINS).floor() as i32;
            let states = |a: &Answer| Some(a.counters.generated as f64).filter(|&n| n > 0.0);
            Solver {
                name: name.into(),
                lengths: counts(results.iter().filter_map(|(_, a)| Some(a.length()? as i32))),
                seconds: counts(results.iter().map(|(_, a)| bin(seconds(a)))),
                generated: counts(results.iter().filter_map(|(_, a)| states(a)).map(bin)),
            }
        };
        Self {
            title,
            solvers: solvers.into_iter().map(counted).collect(),
        }
    }

    /// Draws it into a file.
    pub fn save(&self, path: &Path) -> Result<(), CliError> {
        saved(self, path, self.solvers.len())
    }
}

/// A number with two digits.
fn rounded(x: f64) -> String {
    tick(format!("{x:.1e}").parse().unwrap_or(x))
}

/// How often each number occurs.
fn counts(all: impl Iterator<Item = i32>) -> BTreeMap<i32, usize> {
    let mut found = BTreeMap::new();
    all.for_each(|number| *found.entry(number).or_default() += 1);
    found
}

impl Picture for Distribution {
    fn draw(&self, area: &Area<'_>) -> Result<(), String> {
        self.drawn(area).map_err(|e: Fault| e.to_string())
    }
}

impl Distribution {
    fn drawn(&self, area: &Area<'_>) -> Drawn {
        let (charts, legend) = page(area, &self.title)?;
        key(&legend, self.solvers.iter().map(|solver| &*solver.name))?;
        let rooms = charts.split_evenly((1, 3));
        self.bars("length", |s| &s.lengths, (0.0, &|x| tick(x)))
            .draw(&rooms[0])?;
        // A bin begins at its number, and a length stands in the middle of its bars.
        let number = |x: f64| rounded(10f64.powf(x / BINS));
        self.bars("seconds a state", |s| &s.seconds, (0.5, &number))
            .draw(&rooms[1])?;
        // The size of the tree, where a search makes one.
        self.bars("states generated", |s| &s.generated, (0.5, &number))
            .draw(&rooms[2])?;
        area.present()
    }

    fn bars<'a>(
        &self,
        across: &'a str,
        of: fn(&Solver) -> &BTreeMap<i32, usize>,
        (shift, label): (f64, &'a dyn Fn(f64) -> String),
    ) -> Bars<'a> {
        let series = |solver: &Solver| {
            let counts = of(solver).iter();
            counts.map(|(&bin, &states)| (bin, states as f64)).collect()
        };
        Bars {
            across,
            along: "states",
            series: self.solvers.iter().map(series).collect(),
            shift,
            label,
            lines: Vec::new(),
        }
    }
}
