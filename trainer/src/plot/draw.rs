//! The three panels of a picture, on any of the plotting library's backends.

use super::history::{Evaluation, History};
use plotters::coord::Shift;
use plotters::prelude::*;

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

/// Draws loss, solve rate by depth and cost-to-go by depth.
pub fn curves<B: DrawingBackend>(
    history: &History,
    area: &DrawingArea<B, Shift>,
) -> Result<(), String> {
    area.fill(&WHITE).map_err(|e| e.to_string())?;
    let panels = area.split_evenly((1, 3));
    let losses: Vec<Curve> = history
        .losses
        .iter()
        .map(|(name, curve)| {
            let millions = curve.iter().map(|&(x, y)| (x / 1e6, y));
            (name.clone(), millions.collect())
        })
        .collect();
    panel(&panels[0], "Loss", "examples (millions)", &losses)?;
    let over_time = |values: fn(&Evaluation) -> &Vec<f64>, scale: f64| -> Vec<Curve> {
        chosen(&history.evaluations)
            .map(|e| {
                let points = values(e).iter().enumerate();
                let points = points.map(|(i, &y)| (i as f64 + 1.0, y * scale)).collect();
                (format!("{:.1} M", e.examples / 1e6), points)
            })
            .collect()
    };
    let solved = over_time(|e| &e.solved, 100.0);
    panel(&panels[1], "Solved greedily (%)", "scramble depth", &solved)?;
    let value = over_time(|e| &e.value, 1.0);
    panel(&panels[2], "Mean cost-to-go", "scramble depth", &value)?;
    area.present().map_err(|e| e.to_string())
}

/// At most as many evaluations as there are colours, evenly spread, the last one among them.
fn chosen(all: &[Evaluation]) -> impl Iterator<Item = &Evaluation> {
    let count = all.len().min(COLOURS.len());
    (1..=count).map(move |i| &all[i * all.len() / count - 1])
}

fn panel<B: DrawingBackend>(
    area: &DrawingArea<B, Shift>,
    title: &str,
    axis: &str,
    curves: &[Curve],
) -> Result<(), String> {
    let fail = |e: DrawingAreaErrorKind<B::ErrorType>| e.to_string();
    let points = || curves.iter().flat_map(|(_, points)| points);
    let most = |of: fn(&(f64, f64)) -> f64| points().map(of).fold(f64::MIN_POSITIVE, f64::max);
    let (right, top) = (most(|p| p.0), most(|p| p.1) * 1.05);
    let mut chart = ChartBuilder::on(area)
        .caption(title, ("sans-serif", 22))
        .margin(12)
        .x_label_area_size(40)
        .y_label_area_size(48)
        .build_cartesian_2d(0.0..right, 0.0..top)
        .map_err(fail)?;
    chart
        .configure_mesh()
        .light_line_style(WHITE)
        .x_desc(axis)
        .label_style(("sans-serif", 15))
        .draw()
        .map_err(fail)?;
    for (i, (name, points)) in curves.iter().enumerate() {
        let colour = COLOURS[i * COLOURS.len() / curves.len().max(1) % COLOURS.len()];
        chart
            .draw_series(LineSeries::new(
                points.iter().copied(),
                colour.stroke_width(2),
            ))
            .map_err(fail)?
            .label(name)
            .legend(move |(x, y)| PathElement::new([(x, y), (x + 16, y)], colour.stroke_width(2)));
    }
    if !curves.is_empty() {
        chart
            .configure_series_labels()
            .background_style(WHITE.mix(0.8))
            .label_font(("sans-serif", 15))
            .draw()
            .map_err(fail)?;
    }
    Ok(())
}
