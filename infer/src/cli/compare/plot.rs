//! Length against time and against bytes, as a picture: pixels or vectors, as its name ends.

use super::report::{Report, Row};
use crate::cli::error::CliError;
use plotters::coord::Shift;
use plotters::prelude::*;
use plotters::style::{FontStyle, register_font};
use std::path::{Path, PathBuf};

/// Width and height, in pixels.
const SIZE: (u32, u32) = (1200, 480);

/// A solver's place on one axis and the mean length of its solutions.
type Point<'a> = (&'a str, f64, f64);

/// Reads the path of a picture.
pub fn path(text: &str) -> Result<PathBuf, String> {
    match Path::new(text).extension().and_then(|e| e.to_str()) {
        Some("png" | "svg") => Ok(text.into()),
        _ => Err("a picture is a file that ends in .png or .svg".into()),
    }
}

/// Draws the picture.
pub fn draw(report: &Report, path: &Path) -> Result<(), CliError> {
    // The font travels with the program: pictures look the same on machines without any.
    let font = epaint_default_fonts::UBUNTU_LIGHT;
    let _ = register_font("sans-serif", FontStyle::Normal, font);
    let drawn = if path.extension().is_some_and(|e| e == "png") {
        panels(report, &BitMapBackend::new(path, SIZE).into_drawing_area())
    } else {
        panels(report, &SVGBackend::new(path, SIZE).into_drawing_area())
    };
    drawn.map_err(|e| CliError::System(format!("cannot draw {}: {e}", path.display())))
}

fn panels<B: DrawingBackend<ErrorType: 'static>>(
    report: &Report,
    area: &DrawingArea<B, Shift>,
) -> Result<(), String> {
    area.fill(&WHITE).map_err(|e| e.to_string())?;
    let halves = area.split_evenly((1, 2));
    // The axes are logarithmic; what needs no time or bytes stands at their beginning.
    let points = |x: fn(&Row) -> f64| -> Vec<Point<'_>> {
        let rows = report.rows.iter();
        rows.filter_map(|r| Some((r.solver.as_str(), x(r), r.measured.mean_length?)))
            .collect()
    };
    let time = points(|r| r.measured.seconds_mean.max(1e-5));
    panel(&halves[0], "mean seconds a state", &time)?;
    let bytes = points(|r| r.bytes.max(1) as f64);
    panel(&halves[1], "bytes of weights or tables", &bytes)?;
    area.present().map_err(|e| e.to_string())
}

fn panel<B: DrawingBackend<ErrorType: 'static>>(
    area: &DrawingArea<B, Shift>,
    axis: &str,
    points: &[Point<'_>],
) -> Result<(), String> {
    let range = |of: fn(&Point<'_>) -> f64| {
        let all = points.iter().map(of);
        all.fold((f64::MAX, f64::MIN), |(a, b), x| (a.min(x), b.max(x)))
    };
    let ((left, right), (low, high)) = (range(|p| p.1), range(|p| p.2));
    if points.is_empty() {
        return Ok(());
    }
    let mut chart = ChartBuilder::on(area)
        .margin(12)
        .x_label_area_size(44)
        .y_label_area_size(52)
        // Room on the right for names.
        .build_cartesian_2d(
            (left / 2.0..right * 20.0).log_scale(),
            low - 1.0..high + 1.0,
        )
        .map_err(|e| e.to_string())?;
    chart
        .configure_mesh()
        .light_line_style(WHITE)
        .x_desc(axis)
        .y_desc("mean length")
        .label_style(("sans-serif", 14))
        .draw()
        .map_err(|e| e.to_string())?;
    let marks = points.iter().map(|&(name, x, y)| {
        EmptyElement::at((x, y))
            + Circle::new((0, 0), 4, BLUE.filled())
            + Text::new(name.to_owned(), (8, -6), ("sans-serif", 13))
    });
    chart.draw_series(marks).map_err(|e| e.to_string())?;
    Ok(())
}
