//! Charts as files, SVG or PNG by the end of the name, without system fonts.

mod pixels;
mod surface;

pub use surface::Surface;

use crate::files::{self, Kind};
use pixels::Pixels;
use plotters::coord::Shift;
use plotters::prelude::{DrawingArea, DrawingAreaErrorKind, IntoDrawingArea, IntoTextStyle};
use plotters::style::TextStyle;
use plotters::style::text_anchor::{HPos, Pos, VPos};
use std::io;
use std::path::{Path, PathBuf};

/// Something that can be drawn.
pub trait Picture {
    /// Draws it.
    ///
    /// # Errors
    /// What the surface says.
    fn draw(&self, area: &Area<'_>) -> Result<(), String>;
}

/// A part of a surface, with its own corner.
pub type Area<'a> = DrawingArea<Surface<'a>, Shift>;

/// What plotters says when drawing fails.
pub type Fault = DrawingAreaErrorKind<io::Error>;

/// A picture that cannot be drawn or written.
#[derive(Debug, thiserror::Error)]
#[error("cannot draw {}: {reason}", .path.display())]
pub struct PictureError {
    /// The file.
    pub path: PathBuf,
    /// What went wrong.
    pub reason: String,
}

/// Whether a path names a picture that [`save`] can make.
pub fn is_picture(path: &Path) -> bool {
    let end = path.extension().and_then(|end| end.to_str());
    matches!(end, Some("png" | "svg"))
}

/// Whether [`save`] may write there: nothing is there, or a picture.
///
/// # Errors
/// Why not, for people.
pub fn may_save(path: &Path) -> Result<(), String> {
    let begins = |bytes: &[u8]| bytes.starts_with(b"\x89PNG") || bytes.starts_with(b"<svg");
    let kind = Kind {
        name: "a picture",
        begins: &begins,
    };
    files::may_write(path, &kind, &[], false).map_err(|refused| refused.to_string())
}

/// Letters of a font and a size in pixels. `anchor` is the point of a text that stands where the text is drawn.
pub fn style<'a>(area: &Area<'_>, font: (&'a str, u32), anchor: (HPos, VPos)) -> TextStyle<'a> {
    let anchor = Pos::new(anchor.0, anchor.1);
    font.into_text_style(area).pos(anchor)
}

/// A number at a tick of an axis: with as many digits as it needs, and no more.
pub fn tick(x: f64) -> String {
    // The last places are rounding errors of powers and sums of steps.
    let rounded: f64 = format!("{x:.9e}").parse().unwrap_or(x);
    let near = (rounded * 1e9).round() / 1e9;
    format!("{}", near + 0.0)
}

/// Draws `picture` into a file; its size is in pixels, across and down.
///
/// # Errors
/// [`PictureError`] where it cannot be drawn or written.
pub fn save(picture: &dyn Picture, path: &Path, size: (u32, u32)) -> Result<(), PictureError> {
    let bytes = if path.extension().is_some_and(|end| end == "png") {
        pixels(picture, size)
    } else {
        vectors(picture, size)
    };
    let may = may_save(path);
    let bytes = may.and(bytes);
    let written = bytes.and_then(|bytes| files::write(path, &bytes).map_err(|e| e.to_string()));
    written.map_err(|reason| PictureError {
        path: path.into(),
        reason,
    })
}

fn pixels(picture: &dyn Picture, size: (u32, u32)) -> Result<Vec<u8>, String> {
    let mut pixels = Pixels::new(size);
    picture.draw(&Surface::pixels(&mut pixels).into_drawing_area())?;
    pixels.encode().map_err(|e| e.to_string())
}

fn vectors(picture: &dyn Picture, size: (u32, u32)) -> Result<Vec<u8>, String> {
    let mut text = String::new();
    picture.draw(&Surface::vectors(&mut text, size).into_drawing_area())?;
    Ok(text.into_bytes())
}

#[cfg(test)]
mod tests {
    use super::tick;

    #[test]
    fn ticks_have_no_digits_that_say_nothing() {
        let steps = [0.1 + 0.2, 20.0, 20.5, 10f64.powf(-2.0), -0.0, 1e3, -1.5];
        let said = steps.map(tick);
        assert_eq!(said, ["0.3", "20", "20.5", "0.01", "0", "1000", "-1.5"]);
    }
}
