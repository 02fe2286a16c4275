//! How lengths and seconds are distributed: two bar charts side by side, with a bar for each solver.

use super::{COLOURS, Drawn, LINE, SIZE, TITLE, text, title};
use crate::error::CliError;
use plotters::prelude::*;
use quarterturn::Answer;
use quarterturn_lab::picture::{Area, Fault, Picture, save, tick};
use std::collections::BTreeMap;
use std::path::Path;

/// Bins in each power of ten of seconds.
const BINS: f64 = 4.0;
/// The share of a bin's width that its bars take.
const BAR: f64 = 0.8;
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
}

impl Distribution {
    /// Of the answers of some solvers, by name.
    pub fn new<'a>(
        title: [String; 2],
        solvers: impl IntoIterator<Item = (&'a str, &'a [(Option<usize>, Answer)])>,
    ) -> Self {
        let counted = |(name, results): (&str, &[(Option<usize>, Answer)])| {
            let seconds = |a: &Answer| a.outcome.elapsed.as_secs_f64().max(LEAST);
            let bin = |a: &Answer| (seconds(a).log10() * BINS).floor() as i32;
            Solver {
                name: name.into(),
                lengths: counts(results.iter().filter_map(|(_, a)| Some(a.length? as i32))),
                seconds: counts(results.iter().map(|(_, a)| bin(a))),
            }
        };
        Self {
            title,
            solvers: solvers.into_iter().map(counted).collect(),
        }
    }

    /// Draws it into a file.
    pub fn save(&self, path: &Path) -> Result<(), CliError> {
        let legend = (self.solvers.len() as u32 + 1) * LINE;
        save(self, path, (SIZE.0, TITLE + SIZE.1 + legend))
            .map_err(|e| CliError::System(e.to_string()))
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
        area.fill(&WHITE)?;
        let (heading, rest) = area.split_vertically(TITLE);
        title(&heading, &self.title)?;
        let (charts, legend) = rest.split_vertically(SIZE.1);
        for (nth, solver) in self.solvers.iter().enumerate() {
            let y = (LINE as usize * (2 * nth + 1) / 2) as i32;
            let colour = COLOURS[nth % COLOURS.len()].filled();
            legend.draw(&Rectangle::new([(80, y - 6), (96, y + 6)], colour))?;
            legend.draw_text(&solver.name, &text(&legend), (112, y))?;
        }
        let rooms = charts.split_evenly((1, 2));
        self.bars(&rooms[0], "length", |s| &s.lengths, (0.0, &|x| tick(x)))?;
        // A bin begins at its number, and a length stands in the middle of its bars.
        let seconds = |x: f64| rounded(10f64.powf(x / BINS));
        self.bars(
            &rooms[1],
            "seconds a state",
            |s| &s.seconds,
            (0.5, &seconds),
        )?;
        area.present()
    }

    /// A bar chart. The middle of a number's bars is `shift` above it, and `label` writes a number of the axis.
    fn bars(
        &self,
        area: &Area<'_>,
        across: &str,
        of: fn(&Solver) -> &BTreeMap<i32, usize>,
        (shift, label): (f64, &dyn Fn(f64) -> String),
    ) -> Drawn {
        let all = || self.solvers.iter().flat_map(|solver| of(solver).iter());
        let bins = all().map(|(&bin, _)| bin);
        let Some((least, most)) = bins.clone().min().zip(bins.max()) else {
            return Ok(());
        };
        let highest = all().map(|(_, &states)| states).max().unwrap_or(1);
        let ends = (f64::from(least) + shift - 0.7)..(f64::from(most) + shift + 0.7);
        let mut chart = ChartBuilder::on(area)
            .margin(12)
            .margin_right(24)
            .x_label_area_size(52)
            .y_label_area_size(64)
            .build_cartesian_2d(ends, 0.0..highest as f64 * 1.08)?;
        chart
            .configure_mesh()
            .disable_x_mesh()
            .x_labels(8)
            .y_labels(8)
            .bold_line_style(BLACK.mix(0.15))
            .light_line_style(TRANSPARENT)
            .x_label_formatter(&|&x| label(x))
            .y_label_formatter(&|&y| tick(y))
            .x_desc(across)
            .y_desc("states")
            .label_style(("sans-serif", 16))
            .axis_desc_style(("sans-serif", 16))
            .draw()?;
        let width = BAR / self.solvers.len() as f64;
        for (nth, solver) in self.solvers.iter().enumerate() {
            let colour = COLOURS[nth % COLOURS.len()].filled();
            let bar = |(&bin, &states): (&i32, &usize)| {
                let left = f64::from(bin) + shift - BAR / 2.0 + width * nth as f64;
                Rectangle::new([(left, 0.0), (left + width, states as f64)], colour)
            };
            chart.draw_series(of(solver).iter().map(bar))?;
        }
        Ok(())
    }
}
