//! The share solved against the length of scrambles, as a picture (DeepCube's Figure 5).

use super::report::Report;
use crate::chart::COLOURS;
use crate::error::CliError;
use plotters::prelude::*;
use quarterturn_lab::picture::{Area, Fault, Picture, save};
use std::path::Path;

/// Width and height, in pixels.
const SIZE: (u32, u32) = (800, 440);

/// Draws the picture.
pub fn draw(report: &Report, path: &Path) -> Result<(), CliError> {
    save(&Depths { report }, path, SIZE).map_err(|e| CliError::System(e.to_string()))
}

struct Depths<'a> {
    report: &'a Report,
}

impl Picture for Depths<'_> {
    fn draw(&self, area: &Area<'_>) -> Result<(), String> {
        let fail = |e: Fault| e.to_string();
        area.fill(&WHITE).map_err(fail)?;
        let report = self.report;
        let lengths = report.rows.iter().map(|row| row.solved_by_depth.len());
        let longest = lengths.max().unwrap_or(0).max(2);
        let mut chart = ChartBuilder::on(area)
            .caption(
                format!("{}: {}", report.puzzle, report.states),
                ("sans-serif", 16),
            )
            .margin(12)
            .margin_right(24)
            .x_label_area_size(52)
            .y_label_area_size(64)
            .build_cartesian_2d(1.0..longest as f64, 0.0..105.0)
            .map_err(fail)?;
        chart
            .configure_mesh()
            .x_labels(longest.min(14))
            .x_label_formatter(&|x| format!("{x:.0}"))
            .y_label_formatter(&|y| format!("{y:.0}"))
            .bold_line_style(BLACK.mix(0.15))
            .light_line_style(TRANSPARENT)
            .x_desc("moves of the scramble")
            .y_desc("solved (%)")
            .label_style(("sans-serif", 16))
            .axis_desc_style(("sans-serif", 16))
            .draw()
            .map_err(fail)?;
        for (row, colour) in report.rows.iter().zip(COLOURS.into_iter().cycle()) {
            let shares = row.solved_by_depth.iter().enumerate();
            let points = shares.map(|(i, share)| (i as f64 + 1.0, share * 100.0));
            let style = colour.stroke_width(2);
            chart
                .draw_series(LineSeries::new(points, style))
                .map_err(fail)?
                .label(&row.solver)
                .legend(move |(x, y)| PathElement::new([(x, y), (x + 16, y)], style));
        }
        chart
            .configure_series_labels()
            .position(SeriesLabelPosition::LowerLeft)
            .background_style(WHITE.mix(0.8))
            .label_font(("sans-serif", 16))
            .draw()
            .map_err(fail)?;
        area.present().map_err(fail)
    }
}
