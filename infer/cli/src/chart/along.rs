//! What a network says along solutions, move by move: Figure 5 of Brinner 2021.

use super::bars::key;
use super::{COLOURS, Drawn, LINE, axes, dashed_key, page, saved};
use crate::error::CliError;
use plotters::prelude::*;
use quarterturn_lab::along::{Costs, Step};
use quarterturn_lab::picture::{Area, Fault, Picture, tick};
use std::path::Path;

/// The picture.
pub struct Along<'a> {
    /// Its title.
    pub title: String,
    /// Of all solutions, by the moves left.
    pub costs: &'a [Costs],
    /// Along the first one.
    pub first: &'a [Step],
}

impl Along<'_> {
    /// Draws it into a file.
    pub fn save(&self, path: &Path) -> Result<(), CliError> {
        saved(self, path, 3)
    }

    fn drawn(&self, area: &Area<'_>) -> Drawn {
        let (chart, legend) = page(area, &[self.title.clone(), String::new()])?;
        let names = [
            "all solutions: the mean, and the band between the quartiles",
            "the first solution",
        ];
        key(&legend, names)?;
        dashed_key(&legend, LINE as i32 * 5 / 2, "the moves left")?;
        self.lines(&chart)?;
        area.present()
    }

    /// A solution runs from left to right, so the moves left are drawn as numbers below zero.
    fn lines(&self, area: &Area<'_>) -> Drawn {
        let most = self.costs.last().map_or(1, |costs| costs.moves_left) as f64;
        let quartiles = self.costs.iter().map(|costs| costs.value_quartiles[3]);
        let means = self.costs.iter().map(|costs| costs.value_mean);
        let first = self.first.iter().map(|step| step.value);
        let top = quartiles.chain(means).chain(first).fold(most, f64::max);
        let mut chart = ChartBuilder::on(area)
            .margin(12)
            .margin_right(24)
            .x_label_area_size(52)
            .y_label_area_size(64)
            .build_cartesian_2d(-most..0.0, 0.0..top * 1.05)?;
        let mut mesh = chart.configure_mesh();
        axes(&mut mesh, "moves left", "predicted cost, in moves");
        mesh.x_labels(12).x_label_formatter(&|&x| tick(-x)).draw()?;
        let at = |left: usize, value: f64| (-(left as f64), value);
        let quarter = |nth: usize| move |c: &Costs| at(c.moves_left, c.value_quartiles[nth]);
        let band = self.costs.iter().map(quarter(1));
        let band = band.chain(self.costs.iter().rev().map(quarter(3)));
        let band: Vec<_> = band.collect();
        chart.draw_series([Polygon::new(band, COLOURS[0].mix(0.25))])?;
        let truth = [(-most, most), (0.0, 0.0)];
        chart.draw_series(DashedLineSeries::new(truth, 6, 4, BLACK.into()))?;
        let mean = self.costs.iter().map(|c| at(c.moves_left, c.value_mean));
        chart.draw_series(LineSeries::new(mean, COLOURS[0].stroke_width(2)))?;
        let first = self
            .first
            .iter()
            .map(|step| at(step.moves_left, step.value));
        chart.draw_series(LineSeries::new(first, COLOURS[1].stroke_width(2)))?;
        Ok(())
    }
}

impl Picture for Along<'_> {
    fn draw(&self, area: &Area<'_>) -> Result<(), String> {
        self.drawn(area).map_err(|e: Fault| e.to_string())
    }
}
