//! Files that the programs write. Nothing of anybody else's is overwritten.

use std::fmt;
use std::fs::{self, File};
use std::io::{self, ErrorKind, Read, Write};
use std::path::{Path, PathBuf};

/// As much of a file as tells what it is, in bytes.
const BEGINNING: u64 = 1 << 16;

/// Why a command may not write a file.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Refused {
    /// A folder, a device or a pipe.
    #[error("{} is not a regular file; name another", .0.display())]
    NoFile(PathBuf),
    /// What the same command reads.
    #[error("{} is read by the same command; write to another file", .0.display())]
    Input(PathBuf),
    /// Somebody else's.
    #[error("{} is there already and is not {kind}; name another file, or remove this one first", .path.display())]
    Foreign {
        /// The file.
        path: PathBuf,
        /// What the command writes.
        kind: &'static str,
    },
    /// It cannot be looked at.
    #[error("cannot read {}: {source}", .path.display())]
    Read {
        /// The file.
        path: PathBuf,
        /// The system's reason.
        source: io::Error,
    },
}

/// What a command writes.
#[derive(Clone, Copy)]
pub struct Kind<'a> {
    /// In words: `a weight file`.
    pub name: &'static str,
    /// Whether a file that begins so is one.
    pub begins: &'a dyn Fn(&[u8]) -> bool,
}

impl fmt::Debug for Kind<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Kind({})", self.name)
    }
}

/// The file itself, whatever links lead to it; of `FILE#PART` that of the part.
fn real(path: &Path) -> Option<PathBuf> {
    let file = || Some(Path::new(path.to_str()?.split('#').next()?));
    let whole = path.canonicalize().ok();
    whole.or_else(|| file()?.canonicalize().ok())
}

/// Whether a command that reads `inputs` may write to a path: nothing is there, or a file that is empty or of the kind
/// that the command writes, or any regular file with `force`. Never a file that it reads.
///
/// # Errors
/// [`Refused`], before anything is written.
pub fn may_write(
    path: &Path,
    kind: &Kind<'_>,
    inputs: &[&Path],
    force: bool,
) -> Result<(), Refused> {
    let read = |source| Refused::Read {
        path: path.into(),
        source,
    };
    let found = match fs::metadata(path) {
        Ok(found) => found,
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(()),
        Err(error) => return Err(read(error)),
    };
    if !found.is_file() {
        return Err(Refused::NoFile(path.into()));
    }
    let own = real(path);
    if inputs.iter().any(|input| real(input) == own) {
        return Err(Refused::Input(path.into()));
    }
    if force {
        return Ok(());
    }
    let mut bytes = Vec::new();
    let file = File::open(path).map_err(read)?;
    file.take(BEGINNING).read_to_end(&mut bytes).map_err(read)?;
    match bytes.is_empty() || (kind.begins)(&bytes) {
        true => Ok(()),
        false => Err(Refused::Foreign {
            path: path.into(),
            kind: kind.name,
        }),
    }
}

/// Whether a text can be written there as it is: a terminal, a pipe or another device that takes bytes.
pub fn is_stream(path: &Path) -> bool {
    #[cfg(unix)]
    {
        use std::os::unix::fs::FileTypeExt;
        let kind = fs::metadata(path).map(|found| found.file_type());
        kind.is_ok_and(|kind| kind.is_fifo() || kind.is_char_device())
    }
    #[cfg(not(unix))]
    {
        let _ = path;
        false
    }
}

/// Writes a file, whole or not at all. A link stays one: the file that it names is replaced.
///
/// # Errors
/// The system's reason; the old file is then as it was.
pub fn write(path: &Path, bytes: &[u8]) -> io::Result<()> {
    if is_stream(path) {
        return fs::OpenOptions::new()
            .write(true)
            .open(path)?
            .write_all(bytes);
    }
    let path = path.canonicalize().unwrap_or_else(|_| path.into());
    let mut name = path.file_name().unwrap_or_default().to_owned();
    name.push(".new");
    let fresh = path.with_file_name(name);
    let mut file = File::create(&fresh)?;
    let written = file.write_all(bytes).and_then(|()| file.sync_all());
    written
        .and_then(|()| fs::rename(&fresh, &path))
        .inspect_err(|_| {
            // A partial file would only keep a full disk full.
            let _ = fs::remove_file(&fresh);
        })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_is_ones_own_is_overwritten() {
        let folder = std::env::temp_dir().join(format!("quarterturn-files-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        let at = |name: &str, text: &str| {
            fs::write(folder.join(name), text).unwrap();
            folder.join(name)
        };
        let kind = Kind {
            name: "a list",
            begins: &|bytes| bytes.starts_with(b"list"),
        };
        let (own, other, empty) = (at("own", "list 1"), at("other", "1"), at("empty", ""));
        for path in [&own, &empty, &folder.join("none")] {
            assert!(may_write(path, &kind, &[&other], false).is_ok());
        }
        let foreign = |path: &Path| {
            matches!(
                may_write(path, &kind, &[], false),
                Err(Refused::Foreign { .. })
            )
        };
        assert!(foreign(&other));
        assert!(may_write(&other, &kind, &[], true).is_ok());
        let input = may_write(&own, &kind, &[&folder.join("./own")], true);
        assert!(matches!(input, Err(Refused::Input(_))));
        let none = may_write(&folder, &kind, &[], true);
        assert!(matches!(none, Err(Refused::NoFile(_))));
        #[cfg(unix)]
        {
            let link = folder.join("link");
            std::os::unix::fs::symlink(&other, &link).unwrap();
            assert!(foreign(&link));
            write(&link, b"list 2").unwrap();
            assert!(link.is_symlink());
            assert_eq!(fs::read(&other).unwrap(), b"list 2");
            let null = Path::new("/dev/null");
            assert!(matches!(
                may_write(null, &kind, &[], true),
                Err(Refused::NoFile(_))
            ));
            write(null, b"list").unwrap();
            assert!(!null.is_file());
        }
        fs::remove_dir_all(&folder).unwrap();
    }
}
