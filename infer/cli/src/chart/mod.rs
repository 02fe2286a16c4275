//! Pictures of measurements. Here, two charts of marks: side by side with one legend, or below each other with a name
//! at each mark.

mod along;
mod bars;
mod distribution;
mod labels;
mod triplets;

pub use along::Along;
pub use distribution::Distribution;
pub use triplets::Triplets;

use crate::error::CliError;
use labels::Room;
use plotters::chart::MeshStyle;
use plotters::coord::ranged1d::ValueFormatter;
use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, VPos};
use quarterturn_lab::picture::{Area, Fault, Picture, is_picture, may_save, save, style, tick};
use std::ops::Range;
use std::path::{Path, PathBuf};

/// Width of the picture and height of its charts, in pixels.
const SIZE: (u32, u32) = (1200, 440);
/// What a chart with names in it is higher.
const ROOM: u32 = 60;
/// Height of the title's lines, and of a line of the legend.
const TITLE: u32 = 64;
const LINE: u32 = 24;

/// Colours that colour-blind readers can tell apart (Okabe and Ito).
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
    if !is_picture(Path::new(text)) {
        return Err("choose a file for the picture that ends in .png or .svg".into());
    }
    // Said before anything is measured.
    match Path::new(text).parent() {
        Some(folder) if !folder.as_os_str().is_empty() && !folder.is_dir() => {
            Err(format!("there is no folder {}", folder.display()))
        }
        _ => may_save(Path::new(text)).map(|()| text.into()),
    }
}

/// The picture.
pub struct Chart {
    /// Its title, in two lines.
    pub title: [String; 2],
    /// The charts.
    pub panels: [Panel; 2],
    /// What the marks stand for, by their number.
    pub legend: Vec<Entry>,
    /// The legend of the panels' dashed lines.
    pub line: Option<String>,
    /// Where the legend stands.
    pub names: Names,
}

/// Where a reader finds what a mark stands for.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Names {
    /// In a list below the charts, which are side by side.
    Below,
    /// At the mark; the charts are as wide as the picture.
    Beside,
}

/// A chart. Its horizontal axis is logarithmic.
pub struct Panel {
    /// Label of the horizontal axis.
    pub across: &'static str,
    /// Label of the vertical axis.
    pub along: &'static str,
    /// Number of a mark, and where it is.
    pub points: Vec<(usize, (f64, f64))>,
    /// A dashed line across.
    pub line: Option<f64>,
}

/// A line of the legend.
pub struct Entry {
    pub text: String,
    /// The number of its colour.
    pub colour: usize,
    /// Whether its mark is in a chart.
    pub marked: bool,
}

impl Chart {
    /// Draws it into a file.
    pub fn save(&self, path: &Path) -> Result<(), CliError> {
        let height = match self.names {
            Names::Below => {
                let lines = self.legend.len() as u32 + u32::from(self.line.is_some());
                TITLE + SIZE.1 + lines * LINE + LINE
            }
            Names::Beside => TITLE + 2 * (SIZE.1 + ROOM),
        };
        save(self, path, (SIZE.0, height)).map_err(|e| CliError::System(e.to_string()))
    }
}

impl Picture for Chart {
    fn draw(&self, area: &Area<'_>) -> Result<(), String> {
        let fail = |e: Fault| e.to_string();
        area.fill(&WHITE).map_err(fail)?;
        let (heading, rest) = area.split_vertically(TITLE);
        title(&heading, &self.title).map_err(fail)?;
        let rooms = match self.names {
            Names::Below => {
                let (charts, legend) = rest.split_vertically(SIZE.1);
                self.legend(&legend).map_err(fail)?;
                charts.split_evenly((1, 2))
            }
            Names::Beside => rest.split_evenly((2, 1)),
        };
        for (room, panel) in rooms.iter().zip(&self.panels) {
            panel.draw(room, self).map_err(fail)?;
        }
        area.present().map_err(fail)
    }
}

type Drawn = Result<(), Fault>;

/// Draws a picture with that many lines of legend into a file.
fn saved(picture: &impl Picture, path: &Path, lines: usize) -> Result<(), CliError> {
    let height = TITLE + SIZE.1 + (lines as u32 + 1) * LINE;
    save(picture, path, (SIZE.0, height)).map_err(|e| CliError::System(e.to_string()))
}

/// Writes the title on an empty page, and divides the rest between the charts and the legend.
fn page<'a>(area: &Area<'a>, lines: &[String; 2]) -> Result<(Area<'a>, Area<'a>), Fault> {
    area.fill(&WHITE)?;
    let (heading, rest) = area.split_vertically(TITLE);
    title(&heading, lines)?;
    Ok(rest.split_vertically(SIZE.1))
}

/// How the axes of all charts look.
fn axes<'b, X, Y, DB>(mesh: &mut MeshStyle<'_, 'b, X, Y, DB>, across: &str, along: &str)
where
    X: Ranged<ValueType = f64> + ValueFormatter<f64>,
    Y: Ranged<ValueType = f64> + ValueFormatter<f64>,
    DB: DrawingBackend,
{
    mesh.x_labels(8)
        .y_labels(8)
        .bold_line_style(BLACK.mix(0.15))
        .light_line_style(TRANSPARENT)
        .y_label_formatter(&|&y| tick(y))
        .x_desc(across)
        .y_desc(along)
        .label_style(("sans-serif", 16))
        .axis_desc_style(("sans-serif", 16));
}

/// The legend of a dashed line, at that height.
fn dashed_key(area: &Area<'_>, y: i32, name: &str) -> Drawn {
    for x in [76, 86, 96] {
        area.draw(&PathElement::new([(x, y), (x + 5, y)], BLACK))?;
    }
    area.draw_text(name, &text(area), (112, y))
}

impl Chart {
    fn legend(&self, area: &Area<'_>) -> Drawn {
        let style = text(area);
        let line = |i: usize| (LINE as usize * (2 * i + 1) / 2) as i32;
        for (i, entry) in self.legend.iter().enumerate() {
            if entry.marked {
                mark(area, i, entry.colour, (88, line(i)))?;
            }
            area.draw_text(&entry.text, &style, (112, line(i)))?;
        }
        if let Some(text) = &self.line {
            dashed_key(area, line(self.legend.len()), text)?;
        }
        Ok(())
    }
}

impl Panel {
    fn draw(&self, area: &Area<'_>, of: &Chart) -> Drawn {
        if self.points.is_empty() {
            return Ok(());
        }
        let points = || self.points.iter();
        let across = decades(points().map(|(_, at)| at.0));
        let Some(along) = padded(points().map(|(_, at)| at.1).chain(self.line)) else {
            return Ok(());
        };
        let mut chart = ChartBuilder::on(area)
            .margin(12)
            .margin_right(24)
            .x_label_area_size(52)
            .y_label_area_size(64)
            .build_cartesian_2d(across.clone().log_scale(), along)?;
        let mut mesh = chart.configure_mesh();
        axes(&mut mesh, self.across, self.along);
        mesh.x_label_formatter(&|&x| tick(x)).draw()?;
        if let Some(at) = self.line {
            let line = [(across.start, at), (across.end, at)];
            chart.draw_series(DashedLineSeries::new(line, 6, 4, BLACK.into()))?;
        }
        // Pixels are counted from the corner of the picture, and drawn from that of the area.
        let corner = area.get_base_pixel();
        let place = |at: &(f64, f64)| {
            let (x, y) = chart.backend_coord(at);
            (x - corner.0, y - corner.1)
        };
        let places: Vec<_> = points().map(|(nth, at)| (*nth, place(at))).collect();
        for &(nth, at) in &places {
            // With its name beside it, a mark needs no shape of its own.
            let shape = if of.names == Names::Beside { 0 } else { nth };
            mark(area, shape, of.legend[nth].colour, at)?;
        }
        if of.names == Names::Below {
            return Ok(());
        }
        let (across, down) = chart.plotting_area().get_pixel_range();
        let across = across.start - corner.0..across.end - corner.0;
        let down = down.start - corner.1..down.end - corner.1;
        let line = of.line.as_deref().zip(self.line);
        let line = line.map(|(text, at)| (place(&(1.0, at)).1, text));
        name(area, &places, &of.legend, &Room { across, down, line })
    }
}

/// Writes the two lines of a title.
fn title(area: &Area<'_>, lines: &[String; 2]) -> Drawn {
    for (text, (size, top)) in lines.iter().zip([(20, 10), (16, 38)]) {
        let style = style(area, ("sans-serif", size), (HPos::Center, VPos::Top));
        area.draw_text(text, &style, (SIZE.0 as i32 / 2, top))?;
    }
    Ok(())
}

/// The style of names and legends.
fn text<'a>(area: &Area<'_>) -> TextStyle<'a> {
    style(area, ("sans-serif", 16), (HPos::Left, VPos::Center))
}

/// Writes names beside marks, with a line to those that are not near.
fn name(
    area: &Area<'_>,
    marks: &[(usize, (i32, i32))],
    legend: &[Entry],
    room: &Room<'_>,
) -> Drawn {
    if let (Some((_, line)), Some(at)) = (room.line, room.below()) {
        area.draw_text(line, &text(area), at)?;
    }
    let named = marks.iter().map(|&(nth, at)| (at, &*legend[nth].text));
    let named: Vec<_> = named.collect();
    for (&(mark, name), at) in named.iter().zip(labels::place(&named, room)) {
        if at.1.abs_diff(mark.1) > labels::FAR {
            let end = (mark.0.max(at.0), at.1 + if at.1 < mark.1 { 8 } else { -8 });
            area.draw(&PathElement::new([mark, end], BLACK.mix(0.4)))?;
        }
        area.draw_text(name, &text(area), at)?;
    }
    Ok(())
}

/// The sign of a mark: there are fewer shapes than colours, so both together tell more apart.
fn mark(area: &Area<'_>, shape: usize, colour: usize, at: (i32, i32)) -> Drawn {
    let style = COLOURS[colour % COLOURS.len()].filled();
    let (x, y) = at;
    match shape % 4 {
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
