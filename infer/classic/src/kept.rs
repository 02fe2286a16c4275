//! Tables that are made once and kept in a file.

use quarterturn::solver::{News, Tell};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// The reason why tables are not kept in a file.
#[derive(Debug, thiserror::Error)]
pub enum TablesError {
    /// The file cannot be read or written.
    #[error("cannot use the table file {}: {source}", .path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// The system's reason.
        source: io::Error,
    },
}

/// How tables are written to a file and read from it.
pub(super) struct Form<'a, T> {
    /// The tables in a file; `None` unless it is a whole file of these tables.
    pub decode: &'a dyn Fn(&[u8]) -> Option<T>,
    pub make: &'a dyn Fn() -> T,
    pub encode: &'a dyn Fn(&T) -> Vec<u8>,
}

/// Loads the tables from the file at `path`. If there are none or they are damaged, makes them and stores
/// them there. Tables that cannot be stored are still used, and `tell` reports the error.
pub(super) fn load_or_build<T>(path: &Path, form: &Form<'_, T>, tell: &Tell) -> T {
    let unkept = |source| {
        let path = path.into();
        tell(News::Unkept(&TablesError::File { path, source }));
    };
    match fs::read(path) {
        Ok(bytes) => {
            if let Some(tables) = (form.decode)(&bytes) {
                return tables;
            }
        }
        Err(error) if error.kind() == io::ErrorKind::NotFound => {}
        Err(error) => {
            // Reported before the work, so that the user can name another folder.
            unkept(error);
            return (form.make)();
        }
    }
    let tables = (form.make)();
    if let Err(error) = store(path, &(form.encode)(&tables)) {
        unkept(error);
    }
    tables
}

/// Writes a file of the cache completely or not at all.
pub(super) fn store(path: &Path, bytes: &[u8]) -> io::Result<()> {
    // Under another name first: an interrupted write leaves no half file.
    let partial = path.with_extension(format!("{}.partial", std::process::id()));
    let stored = fs::create_dir_all(path.parent().unwrap_or(Path::new("")))
        .and_then(|()| fs::write(&partial, bytes))
        .and_then(|()| fs::rename(&partial, path));
    if stored.is_err() {
        // There may be none.
        let _ = fs::remove_file(&partial);
    }
    stored
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::cell::Cell;
    use std::sync::Mutex;

    /// The tables, how often they were made for that, and what was told.
    fn ask(path: &Path) -> (Vec<u8>, u32, Vec<String>) {
        let (made, told) = (Cell::new(0), std::sync::Arc::new(Mutex::new(Vec::new())));
        let form = Form {
            decode: &|bytes| (bytes.len() == 3).then(|| bytes.to_vec()),
            make: &|| {
                made.set(made.get() + 1);
                vec![1, 2, 3]
            },
            encode: &|tables: &Vec<u8>| tables.clone(),
        };
        let heard = told.clone();
        let tables = load_or_build(path, &form, &move |news| {
            if let News::Unkept(error) = news {
                heard.lock().unwrap().push(error.to_string());
            }
        });
        let told = told.lock().unwrap().clone();
        (tables, made.get(), told)
    }

    #[test]
    fn tables_are_made_once() {
        let folder = std::env::temp_dir().join(format!("quarterturn-kept-{}", std::process::id()));
        let path = folder.join("deep").join("some.tables");
        assert_eq!(ask(&path), (vec![1, 2, 3], 1, vec![]));
        assert_eq!(ask(&path), (vec![1, 2, 3], 0, vec![]));
        fs::write(&path, b"damaged").unwrap();
        assert_eq!(ask(&path), (vec![1, 2, 3], 1, vec![]));
        assert_eq!(fs::read(&path).unwrap(), [1, 2, 3]);
        // A folder stands where the file should be, and a file where the folder should be.
        for path in [folder.join("deep"), path.join("other.tables")] {
            let (tables, made, told) = ask(&path);
            assert_eq!((tables, made), (vec![1, 2, 3], 1));
            assert!(told.len() == 1 && told[0].starts_with("cannot use the table file"));
        }
        fs::remove_dir_all(folder).unwrap();
    }

    /// Nobody can make a file there, as on a disk that is full.
    #[test]
    #[cfg(target_os = "linux")]
    fn tables_that_cannot_be_stored_serve_all_the_same() {
        let (tables, made, told) = ask(Path::new("/proc/no-such-folder/some.tables"));
        assert_eq!((tables, made, told.len()), (vec![1, 2, 3], 1, 1));
    }
}
