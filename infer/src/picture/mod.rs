//! Charts as files: vectors (SVG) or pixels (PNG), as the name ends, without a font of the system's.

mod pixels;

use pixels::Pixels;
use plotters::coord::Shift;
use plotters::prelude::{DrawingArea, DrawingBackend, IntoDrawingArea, SVGBackend};
use std::fs;
use std::path::{Path, PathBuf};

/// Something that can be drawn on any surface.
pub trait Picture {
    /// Draws it.
    ///
    /// # Errors
    /// What the surface says.
    fn draw<B: DrawingBackend>(&self, area: &DrawingArea<B, Shift>) -> Result<(), String>;
}

/// Why there is no picture.
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

/// Draws `picture` into a file, in so many pixels across and down.
///
/// # Errors
/// [`PictureError`] where it cannot be drawn or written.
pub fn save(picture: &impl Picture, path: &Path, size: (u32, u32)) -> Result<(), PictureError> {
    let bytes = if path.extension().is_some_and(|end| end == "png") {
        pixels(picture, size)
    } else {
        vectors(picture, size)
    };
    let written = bytes.and_then(|bytes| fs::write(path, bytes).map_err(|e| e.to_string()));
    written.map_err(|reason| PictureError {
        path: path.into(),
        reason,
    })
}

fn pixels(picture: &impl Picture, size: (u32, u32)) -> Result<Vec<u8>, String> {
    let mut pixels = Pixels::new(size);
    picture.draw(&(&mut pixels).into_drawing_area())?;
    pixels.encode().map_err(|e| e.to_string())
}

fn vectors(picture: &impl Picture, size: (u32, u32)) -> Result<Vec<u8>, String> {
    let mut text = String::new();
    picture.draw(&SVGBackend::with_string(&mut text, size).into_drawing_area())?;
    Ok(text.into_bytes())
}
