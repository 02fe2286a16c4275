//! Draws the learning curves of a run: loss, and solve rate and cost-to-go by scramble depth.

mod draw;
mod history;
mod labels;

pub use history::{Evaluation, History, HistoryError};

use draw::Curves;
use quarterturn_lab::picture::{PictureError, save};
use std::path::{Path, PathBuf};

/// Width and height of a picture, in pixels.
const SIZE: (u32, u32) = (1740, 520);

/// A picture that cannot be made.
#[derive(Debug, thiserror::Error)]
pub enum PlotError {
    /// The metrics cannot be read.
    #[error(transparent)]
    History(#[from] HistoryError),
    /// The picture cannot be drawn or written.
    #[error(transparent)]
    Picture(#[from] PictureError),
}

/// Draws the metrics of the run in `folder` as `learning.png` and `learning.svg` beside them, and
/// returns their paths. The folder's name is the title.
///
/// # Errors
/// [`PlotError`].
pub fn plot(folder: &Path) -> Result<[PathBuf; 2], PlotError> {
    let history = History::load(folder)?;
    // `plot .` has a name as well.
    let whole = folder.canonicalize().unwrap_or_else(|_| folder.into());
    let name = whole.file_name().unwrap_or(whole.as_os_str());
    let curves = Curves {
        name: &name.to_string_lossy(),
        history: &history,
    };
    let paths = ["learning.png", "learning.svg"].map(|name| folder.join(name));
    for path in &paths {
        save(&curves, path, SIZE)?;
    }
    Ok(paths)
}
