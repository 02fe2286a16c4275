//! Learning curves of a run as pictures: loss, solve rate and cost-to-go by scramble depth.

mod draw;
mod history;

pub use history::{Evaluation, History, HistoryError};

use plotters::prelude::{BitMapBackend, IntoDrawingArea, SVGBackend};
use plotters::style::{FontStyle, register_font};
use std::path::{Path, PathBuf};

/// Width and height of a picture, in pixels.
const SIZE: (u32, u32) = (1500, 480);

/// Why a picture could not be made.
#[derive(Debug, thiserror::Error)]
pub enum PlotError {
    /// The metrics cannot be read.
    #[error(transparent)]
    History(#[from] HistoryError),
    /// The picture cannot be drawn or written.
    #[error("cannot draw {path}: {reason}")]
    Draw {
        /// The picture.
        path: PathBuf,
        /// What went wrong.
        reason: String,
    },
}

/// Draws the metrics of the run in `folder` as `learning.png` and `learning.svg` beside them, and
/// returns their paths.
///
/// # Errors
/// [`PlotError`].
pub fn plot(folder: &Path) -> Result<[PathBuf; 2], PlotError> {
    let history = History::load(folder)?;
    // The font travels with the program: pictures look the same on machines without any.
    let font = epaint_default_fonts::UBUNTU_LIGHT;
    let _ = register_font("sans-serif", FontStyle::Normal, font);
    let [png, svg] = ["learning.png", "learning.svg"].map(|name| folder.join(name));
    let failed = |path: &Path, reason: String| PlotError::Draw {
        path: path.into(),
        reason,
    };
    draw::curves(
        &history,
        &BitMapBackend::new(&png, SIZE).into_drawing_area(),
    )
    .map_err(|e| failed(&png, e))?;
    draw::curves(&history, &SVGBackend::new(&svg, SIZE).into_drawing_area())
        .map_err(|e| failed(&svg, e))?;
    Ok([png, svg])
}
