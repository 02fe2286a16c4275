//! Length against time and against bytes, as a picture.

use super::report::{Report, Row};
use crate::cli::error::CliError;
use plotters::coord::Shift;
use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, Pos, VPos};
use quarterturn::picture::{Picture, is_picture, save};
use std::ops::Range;
use std::path::{Path, PathBuf};

/// Width of the picture and height of its charts, in pixels.
const SIZE: (u32, u32) = (1200, 440);
/// Height of the title's lines, and of a line of the legend.
const TITLE: u32 = 64;
const LINE: u32 = 24;

/// Told apart by readers who do not see all colours as well (Okabe and Ito).
pub const COLOURS: [RGBColor; 7] = [
    RGBColor(0, 114, 178),
    RGBColor(213, 94, 0),
    RGBColor(0, 158, 115),
    RGBColor(204, 121, 167),
    RGBColor(230, 159, 0),
    RGBColor(86, 180, 233),
    RGBColor(0, 0, 0),
];

/// Reads the path of a picture.
pub fn path(text: &str) -> Result<PathBuf, String> {
    if is_picture(Path::new(text)) {
        Ok(text.into())
    } else {
        Err("a picture is a file that ends in .png or .svg".into())
    }
}

/// Draws the picture.
pub fn draw(report: &Report, path: &Path) -> Result<(), CliError> {
    let lines = report.rows.len() as u32 + u32::from(report.mean_optimal().is_some());
    let height = TITLE + SIZE.1 + lines * LINE + LINE;
    let chart = Chart { report };
    save(&chart, path, (SIZE.0, height)).map_err(|e| CliError::System(e.to_string()))
}

struct Chart<'a> {
    report: &'a Report,
}

/// What a chart has across, and how it is told from a row.
type Axis = (&'static str, fn(&Row) -> f64);

/// The axes are logarithmic; a solver that needs less than a tenth of a millisecond or no tables stands
/// at their beginning, and the legend says so.
const AXES: [Axis; 2] = [
    ("mean seconds a state", |row| {
        row.measured.seconds_mean.max(1e-4)
    }),
    ("MB of weights or tables", |row| {
        (row.bytes as f64 / 1e6).max(1e-3)
    }),
];

impl Picture for Chart<'_> {
    fn draw<B: DrawingBackend>(&self, area: &DrawingArea<B, Shift>) -> Result<(), String> {
        let fail = |e: DrawingAreaErrorKind<B::ErrorType>| e.to_string();
        area.fill(&WHITE).map_err(fail)?;
        let (title, rest) = area.split_vertically(TITLE);
        let (charts, legend) = rest.split_vertically(SIZE.1);
        self.title(&title).map_err(fail)?;
        for (half, axis) in charts.split_evenly((1, 2)).iter().zip(AXES) {
            self.chart(half, axis).map_err(fail)?;
        }
        self.legend(&legend).map_err(fail)?;
        area.present().map_err(fail)
    }
}

/// What drawing on `B` may end in.
type Drawn<B> = Result<(), DrawingAreaErrorKind<<B as DrawingBackend>::ErrorType>>;

impl Chart<'_> {
    fn title<B: DrawingBackend>(&self, area: &DrawingArea<B, Shift>) -> Drawn<B> {
        let report = self.report;
        let lines = [
            (format!("{}: {}", report.puzzle, report.states), 20, 10),
            (
                format!(
                    "{}, {} thread{}",
                    report.metric_in_words(),
                    report.threads,
                    if report.threads == 1 { "" } else { "s" }
                ),
                16,
                38,
            ),
        ];
        for (text, size, top) in lines {
            let style = ("sans-serif", size).into_text_style(area);
            let style = style.pos(Pos::new(HPos::Center, VPos::Top));
            area.draw_text(&text, &style, (SIZE.0 as i32 / 2, top))?;
        }
        Ok(())
    }

    fn chart<B: DrawingBackend>(&self, area: &DrawingArea<B, Shift>, (name, of): Axis) -> Drawn<B> {
        let points = || self.points(of);
        let optimum = self.report.mean_optimal();
        let across = decades(points().map(|(_, at)| at.0));
        let lengths = points().map(|(_, at)| at.1).chain(optimum);
        let Some(along) = padded(lengths) else {
            return Ok(());
        };
        let mut chart = ChartBuilder::on(area)
            .margin(12)
            .margin_right(24)
            .x_label_area_size(52)
            .y_label_area_size(64)
            .build_cartesian_2d(across.clone().log_scale(), along)?;
        chart
            .configure_mesh()
            .x_labels(8)
            .y_labels(8)
            .bold_line_style(BLACK.mix(0.15))
            .light_line_style(TRANSPARENT)
            .x_label_formatter(&|x| format!("{x}"))
            .y_label_formatter(&|y| format!("{y:.1}"))
            .x_desc(name)
            .y_desc("mean length")
            .label_style(("sans-serif", 16))
            .axis_desc_style(("sans-serif", 16))
            .draw()?;
        if let Some(optimum) = optimum {
            let line = [(across.start, optimum), (across.end, optimum)];
            chart.draw_series(DashedLineSeries::new(line, 6, 4, BLACK.into()))?;
        }
        let places: Vec<_> = points()
            .map(|(row, at)| (row, chart.backend_coord(&at)))
            .collect();
        let corner = area.get_base_pixel();
        for (row, (x, y)) in places {
            mark(area, row, (x - corner.0, y - corner.1))?;
        }
        Ok(())
    }

    /// The rows that solved anything, with their places.
    fn points(&self, of: fn(&Row) -> f64) -> impl Iterator<Item = (usize, (f64, f64))> {
        let rows = self.report.rows.iter().enumerate();
        rows.filter_map(move |(i, row)| Some((i, (of(row), row.measured.mean_length?))))
    }

    fn legend<B: DrawingBackend>(&self, area: &DrawingArea<B, Shift>) -> Drawn<B> {
        let style = ("sans-serif", 16).into_text_style(area);
        let style = style.pos(Pos::new(HPos::Left, VPos::Center));
        let line = |i: usize| (LINE as usize * (2 * i + 1) / 2) as i32;
        for (i, row) in self.report.rows.iter().enumerate() {
            if row.measured.solved > 0 {
                mark(area, i, (88, line(i)))?;
            }
            area.draw_text(&self.entry(row), &style, (112, line(i)))?;
        }
        if let Some(optimum) = self.report.mean_optimal() {
            let y = line(self.report.rows.len());
            for x in [76, 86, 96] {
                area.draw(&PathElement::new([(x, y), (x + 5, y)], BLACK))?;
            }
            area.draw_text(&format!("optimum, {optimum:.2}"), &style, (112, y))?;
        }
        Ok(())
    }

    fn entry(&self, row: &Row) -> String {
        let measured = &row.measured;
        let mut text = row.solver.clone();
        if measured.solved < measured.states {
            text += &format!(", solved {} of {}", measured.solved, measured.states);
        }
        if row.bytes == 0 {
            text += ", no tables";
        }
        text
    }
}

/// The sign of a row: colours and shapes change at different steps.
fn mark<B: DrawingBackend>(area: &DrawingArea<B, Shift>, row: usize, at: (i32, i32)) -> Drawn<B> {
    let style = COLOURS[row % COLOURS.len()].filled();
    let (x, y) = at;
    match row % 4 {
        0 => area.draw(&Circle::new(at, 6, style)),
        1 => area.draw(&Rectangle::new([(x - 5, y - 5), (x + 6, y + 6)], style)),
        2 => area.draw(&TriangleMarker::new(at, 8, style)),
        _ => area.draw(&Polygon::new(
            [(x - 7, y), (x, y - 7), (x + 7, y), (x, y + 7)],
            style,
        )),
    }
}

/// The powers of ten around some numbers.
fn decades(all: impl Iterator<Item = f64>) -> Range<f64> {
    let (low, high) = all.fold((f64::MAX, f64::MIN), |(a, b), x| (a.min(x), b.max(x)));
    // A mark on the edge would be half a mark.
    let (low, high) = ((low / 1.5).log10().floor(), (high * 1.5).log10().ceil());
    // A little more: a power of ten on the edge itself may be rounded away.
    10f64.powf(low - 1e-6)..10f64.powf(high + 1e-6)
}

/// The range of some numbers with a tenth more on both sides; none without numbers.
fn padded(all: impl Iterator<Item = f64>) -> Option<Range<f64>> {
    let ends = |range: Option<(f64, f64)>, x: f64| {
        let (a, b) = range.unwrap_or((x, x));
        Some((a.min(x), b.max(x)))
    };
    let (low, high) = all.fold(None, ends)?;
    let room = (high - low).max(1.0) / 10.0;
    Some(low - room..high + room)
}
