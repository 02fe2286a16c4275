//! What a browser is shown: files that are held in memory, so no request ever names a file of this machine.

use axum::body::Bytes;
use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

include!(concat!(env!("OUT_DIR"), "/page.rs"));

/// The command that builds the page.
pub const BUILD: &str = "infer/web/build";

/// Largest page, in bytes.
const LARGEST: u64 = 256 << 20;

/// What is shown where no page was built.
const NONE: &str = include_str!("none.html");

/// A page: files by their paths.
#[derive(Clone, Debug)]
pub struct Page {
    files: Arc<BTreeMap<String, File>>,
    is_built: bool,
}

/// A file of a page.
#[derive(Clone, Debug)]
pub(crate) struct File {
    pub bytes: Bytes,
    /// Its type.
    pub kind: &'static str,
    /// What tells it from other versions.
    pub tag: String,
}

/// A folder that is no page.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum PageError {
    /// It cannot be read.
    #[error("cannot read {}: {source}", .path.display())]
    Read {
        /// The file or the folder.
        path: PathBuf,
        /// The system's reason.
        source: io::Error,
    },
    /// It has no beginning.
    #[error("{} has no index.html", .0.display())]
    NoIndex(PathBuf),
    /// It has too much.
    #[error("{} has more than {LARGEST} bytes in it", .0.display())]
    TooLarge(PathBuf),
}

impl File {
    fn new(path: &str, bytes: Bytes) -> Self {
        Self {
            kind: kind(path),
            tag: format!("\"{:08x}-{:x}\"", crc32fast::hash(&bytes), bytes.len()),
            bytes,
        }
    }
}

/// The page inside this program or, where there is none, a note that says how to build one.
impl Default for Page {
    fn default() -> Self {
        let inside = FILES
            .iter()
            .map(|&(path, bytes)| (path.to_owned(), Bytes::from_static(bytes)));
        match FILES.is_empty() {
            false => Self::of(inside, true),
            true => Self::of([("index.html".into(), NONE.into())], false),
        }
    }
}

impl Page {
    fn of(files: impl IntoIterator<Item = (String, Bytes)>, is_built: bool) -> Self {
        let file = |(path, bytes): (String, Bytes)| {
            let file = File::new(&path, bytes);
            (path, file)
        };
        let files = Arc::new(files.into_iter().map(file).collect());
        Self { files, is_built }
    }

    /// The page of a folder, which is read now, without its links and hidden files.
    ///
    /// # Errors
    /// [`PageError`].
    pub fn folder(folder: &Path) -> Result<Self, PageError> {
        let (mut files, mut left) = (Vec::new(), LARGEST);
        let mut folders = vec![(folder.to_path_buf(), String::new())];
        while let Some((at, name)) = folders.pop() {
            let read = |path: &Path| {
                let path = path.to_path_buf();
                |source| PageError::Read { path, source }
            };
            for entry in fs::read_dir(&at).map_err(read(&at))? {
                let entry = entry.map_err(read(&at))?;
                let path = entry.path();
                let Some(part) = entry.file_name().to_str().map(str::to_owned) else {
                    continue;
                };
                // That of the entry itself: a link is followed nowhere.
                let found = entry.metadata().map_err(read(&path))?;
                if part.starts_with('.') {
                    continue;
                }
                if found.is_dir() {
                    folders.push((path, format!("{name}{part}/")));
                } else if found.is_file() {
                    let rest = left.checked_sub(found.len());
                    left = rest.ok_or_else(|| PageError::TooLarge(folder.into()))?;
                    let bytes = fs::read(&path).map_err(read(&path))?;
                    files.push((format!("{name}{part}"), Bytes::from(bytes)));
                }
            }
        }
        let page = Self::of(files, true);
        match page.files.contains_key("index.html") {
            true => Ok(page),
            false => Err(PageError::NoIndex(folder.into())),
        }
    }

    /// Whether it is more than a note.
    pub fn is_built(&self) -> bool {
        self.is_built
    }

    /// The file at a path of a request.
    pub(crate) fn find(&self, path: &str) -> Option<&File> {
        let path = path.strip_prefix('/')?;
        match path {
            _ if path.is_empty() || path.ends_with('/') => {
                self.files.get(&format!("{path}index.html"))
            }
            _ => self.files.get(path),
        }
    }
}

/// What a file is, by the end of its name.
fn kind(path: &str) -> &'static str {
    let end = path.rsplit_once('.').map_or("", |(_, end)| end);
    match end.to_ascii_lowercase().as_str() {
        "html" => "text/html; charset=utf-8",
        "js" | "mjs" => "text/javascript; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "wasm" => "application/wasm",
        "json" | "map" => "application/json",
        "webmanifest" => "application/manifest+json",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "jpg" | "jpeg" => "image/jpeg",
        "webp" => "image/webp",
        "ico" => "image/x-icon",
        "woff2" => "font/woff2",
        "txt" | "md" => "text/plain; charset=utf-8",
        _ => "application/octet-stream",
    }
}
