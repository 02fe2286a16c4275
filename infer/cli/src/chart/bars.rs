//! A bar chart: how often each number occurs, with a bar for each series.

use super::{COLOURS, Drawn, LINE, axes, text};
use plotters::prelude::*;
use quarterturn_lab::picture::Area;
use std::collections::BTreeMap;

/// The share of a number's width that its bars take.
const BAR: f64 = 0.8;

/// The chart.
pub struct Bars<'a> {
    /// Labels of the axes.
    pub across: &'a str,
    pub along: &'a str,
    /// By series: how high the bar of each number is.
    pub series: Vec<BTreeMap<i32, f64>>,
    /// How far above its number the middle of its bars is.
    pub shift: f64,
    /// Writes a number at the horizontal axis.
    pub label: &'a dyn Fn(f64) -> String,
    /// By series: where a dashed line stands on the horizontal axis.
    pub lines: Vec<Option<f64>>,
}

impl Bars<'_> {
    /// Draws it; nothing where no number occurs.
    pub fn draw(&self, area: &Area<'_>) -> Drawn {
        let all = || self.series.iter().flatten();
        let numbers = all().map(|(&number, _)| number);
        let Some((least, most)) = numbers.clone().min().zip(numbers.max()) else {
            return Ok(());
        };
        let highest = all().map(|(_, &high)| high).fold(0.0, f64::max);
        let ends = (f64::from(least) + self.shift - 0.7)..(f64::from(most) + self.shift + 0.7);
        let top = highest * 1.08;
        let mut chart = ChartBuilder::on(area)
            .margin(12)
            .margin_right(24)
            .x_label_area_size(52)
            .y_label_area_size(64)
            .build_cartesian_2d(ends, 0.0..top)?;
        let label = |x: &f64| (self.label)(*x);
        let mut mesh = chart.configure_mesh();
        axes(&mut mesh, self.across, self.along);
        mesh.disable_x_mesh().x_label_formatter(&label).draw()?;
        let width = BAR / self.series.len() as f64;
        for (nth, series) in self.series.iter().enumerate() {
            let colour = COLOURS[nth % COLOURS.len()].filled();
            let bar = |(&number, &high): (&i32, &f64)| {
                let left = f64::from(number) + self.shift - BAR / 2.0 + width * nth as f64;
                Rectangle::new([(left, 0.0), (left + width, high)], colour)
            };
            chart.draw_series(series.iter().map(bar))?;
        }
        for (nth, line) in self.lines.iter().enumerate() {
            let Some(at) = *line else { continue };
            let colour = COLOURS[nth % COLOURS.len()].stroke_width(2);
            let ends = [(at, 0.0), (at, top)];
            chart.draw_series(DashedLineSeries::new(ends, 6, 4, colour))?;
        }
        Ok(())
    }
}

/// The names of series beside their colours, one below the other.
pub fn key<'a>(area: &Area<'_>, names: impl IntoIterator<Item = &'a str>) -> Drawn {
    for (nth, name) in names.into_iter().enumerate() {
        let y = (LINE as usize * (2 * nth + 1) / 2) as i32;
        let colour = COLOURS[nth % COLOURS.len()].filled();
        area.draw(&Rectangle::new([(80, y - 6), (96, y + 6)], colour))?;
        area.draw_text(name, &text(area), (112, y))?;
    }
    Ok(())
}
