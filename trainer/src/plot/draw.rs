//! The title and the three panels of a picture.

use super::history::{Evaluation, History};
use super::labels::spread;
use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, VPos};
use quarterturn_lab::picture::{Area, Fault, Picture, style, tick};

/// Height of the title, in pixels.
const TITLE: u32 = 40;

/// Room for the names of curves at the right of a panel, in pixels.
const NAMES: u32 = 130;

/// The part of a run whose losses are not drawn, its first.
const FRESH: f64 = 0.02;

/// The numbers that targets report in addition to their losses.
const COUNTS: [&str; 2] = ["label", "updates"];

/// Dark to light as time goes by.
const COLOURS: [RGBColor; 6] = [
    RGBColor(68, 1, 84),
    RGBColor(65, 68, 135),
    RGBColor(42, 120, 142),
    RGBColor(34, 168, 132),
    RGBColor(122, 209, 81),
    RGBColor(230, 170, 20),
];

type Curve = (String, Vec<(f64, f64)>);

/// Loss, solve rate by depth and cost-to-go by depth.
pub struct Curves<'a> {
    /// The name of the run.
    pub name: &'a str,
    /// Its metrics.
    pub history: &'a History,
}

impl Picture for Curves<'_> {
    fn draw(&self, area: &Area<'_>) -> Result<(), String> {
        area.fill(&WHITE).map_err(|e| e.to_string())?;
        let (title, rest) = area.split_vertically(TITLE);
        let middle = (title.dim_in_pixel().0 / 2) as i32;
        let style = style(&title, ("sans-serif", 20), (HPos::Center, VPos::Top));
        title
            .draw_text(&self.title(), &style, (middle, 14))
            .map_err(|e| e.to_string())?;
        for (area, panel) in rest.split_evenly((1, 3)).iter().zip(self.panels()) {
            panel.draw(area)?;
        }
        area.present().map_err(|e| e.to_string())
    }
}

impl Curves<'_> {
    fn title(&self) -> String {
        let seen = self
            .history
            .losses
            .values()
            .filter_map(|curve| curve.last());
        let seen = seen.map(|&(examples, _)| examples).fold(0.0, f64::max);
        format!("{}, {} examples", self.name, millions(seen))
    }

    fn panels(&self) -> [Panel; 3] {
        // The losses of a fresh network would hide all others.
        let learnt = |curve: &[(f64, f64)]| {
            let fresh = curve.last().map_or(0.0, |&(examples, _)| examples * FRESH);
            let late = curve.iter().filter(|&&(examples, _)| examples >= fresh);
            late.map(|&(x, y)| (x / 1e6, y)).collect()
        };
        let losses = self.history.losses.iter();
        let losses = losses.filter(|(name, _)| !COUNTS.contains(&name.as_str()));
        let by_depth = |title, values: fn(&Evaluation) -> &Vec<f64>, scale: f64| Panel {
            title,
            axis: "scramble depth",
            whole: true,
            curves: chosen(&self.history.evaluations)
                .map(|e| {
                    let points = values(e).iter().enumerate();
                    let points = points.map(|(i, &y)| (i as f64 + 1.0, y * scale));
                    (millions(e.examples), points.collect())
                })
                .collect(),
        };
        [
            Panel {
                title: "Loss",
                axis: "examples (millions)",
                whole: false,
                curves: losses
                    .map(|(name, curve)| (name.clone(), learnt(curve)))
                    .collect(),
            },
            by_depth("Solved greedily (%)", |e| &e.solved, 100.0),
            by_depth("Mean cost-to-go", |e| &e.value, 1.0),
        ]
    }
}

/// Examples in millions, to three digits.
fn millions(examples: f64) -> String {
    let rounded = format!("{:.2e}", examples / 1e6);
    format!("{} million", tick(rounded.parse().unwrap_or(0.0)))
}

/// At most as many evaluations as there are colours, evenly spread, the last one among them.
fn chosen(all: &[Evaluation]) -> impl Iterator<Item = &Evaluation> {
    let count = all.len().min(COLOURS.len());
    (1..=count).map(move |i| &all[i * all.len() / count - 1])
}

struct Panel {
    title: &'static str,
    axis: &'static str,
    /// Whether there is nothing between whole numbers on the axis.
    whole: bool,
    curves: Vec<Curve>,
}

impl Panel {
    fn draw(self, area: &Area<'_>) -> Result<(), String> {
        let fail = |e: Fault| e.to_string();
        let points = || self.curves.iter().flat_map(|(_, points)| points);
        let most = |of: fn(&(f64, f64)) -> f64| points().map(of).fold(f64::MIN_POSITIVE, f64::max);
        let (right, top) = (most(|p| p.0), most(|p| p.1) * 1.05);
        let mut chart = ChartBuilder::on(area)
            .caption(self.title, ("sans-serif", 20))
            .margin(12)
            .margin_right(NAMES)
            .x_label_area_size(48)
            .y_label_area_size(48)
            .build_cartesian_2d(0.0..right, 0.0..top)
            .map_err(fail)?;
        let mut mesh = chart.configure_mesh();
        mesh.bold_line_style(BLACK.mix(0.15))
            .light_line_style(TRANSPARENT)
            .x_labels(6)
            .x_desc(self.axis)
            .x_label_formatter(&|&x| tick(x))
            .y_label_formatter(&|&y| tick(y))
            .label_style(("sans-serif", 16))
            .axis_desc_style(("sans-serif", 16));
        if self.whole {
            // With at most this number of labels none lies between whole numbers.
            mesh.x_labels((right as usize + 1).min(10));
        }
        mesh.draw().map_err(fail)?;
        let count = self.curves.len();
        let corner = area.get_base_pixel();
        let (across, down) = chart.plotting_area().get_pixel_range();
        let end = |(_, points): &Curve| {
            let last = points.last().copied().unwrap_or_default();
            chart.backend_coord(&last).1 - corner.1
        };
        let ends: Vec<_> = self.curves.iter().map(end).collect();
        let names = spread(&ends, down.start - corner.1, down.end - corner.1);
        let right = across.end - corner.0;
        for (i, (name, points)) in self.curves.into_iter().enumerate() {
            let stroke = COLOURS[i * COLOURS.len() / count % COLOURS.len()].stroke_width(2);
            chart
                .draw_series(LineSeries::new(points, stroke))
                .map_err(fail)?;
            let line = PathElement::new([(right + 2, ends[i]), (right + 10, names[i])], stroke);
            area.draw(&line).map_err(fail)?;
            let words = style(area, ("sans-serif", 16), (HPos::Left, VPos::Center));
            area.draw_text(&name, &words, (right + 14, names[i]))
                .map_err(fail)?;
        }
        Ok(())
    }
}
