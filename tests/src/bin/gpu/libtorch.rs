//! Finds the LibTorch that the programs are to load: the one that the environment names, or that of the Python
//! package `torch`.

use super::Missing;
use std::path::PathBuf;
use std::process::Command;

/// What the programs were built against; its binary interface changes with every minor version.
const VERSION: &str = "2.11.0";

/// Asks Python without importing torch, which takes seconds.
const ASK: &str = "import importlib.metadata as m, importlib.util as u\n\
print(m.version('torch'))\n\
print(u.find_spec('torch').submodule_search_locations[0])";

/// A LibTorch of the right version.
#[derive(Debug)]
pub struct LibTorch {
    /// Such as `2.11.0+cu130`.
    pub version: String,
    /// The folder of its libraries.
    pub folder: PathBuf,
}

impl LibTorch {
    /// Looks for it.
    pub fn find() -> Result<Self, Missing> {
        if let Some(root) = std::env::var_os("LIBTORCH") {
            let root = PathBuf::from(root);
            let version = std::fs::read_to_string(root.join("build-version"));
            let version = version.map_err(|e| {
                Missing(format!(
                    "LIBTORCH names {}, which is not a LibTorch: build-version: {e}",
                    root.display()
                ))
            })?;
            return Self::checked(version.trim(), root.join("lib"));
        }
        let said = Command::new("python3").args(["-c", ASK]).output().map_err(|e| {
            Missing(format!(
                "cannot ask python3 where LibTorch is ({e}): install Python 3 and its package torch {VERSION}, or \
                 set LIBTORCH to the folder of a LibTorch"
            ))
        })?;
        let text = String::from_utf8_lossy(&said.stdout);
        let mut lines = text.lines();
        let (Some(version), Some(folder)) = (lines.next(), lines.next()) else {
            return Err(Missing(format!(
                "python3 has no package torch: `pip install torch=={VERSION}`, or set LIBTORCH to the folder of a LibTorch"
            )));
        };
        Self::checked(version, PathBuf::from(folder).join("lib"))
    }

    fn checked(version: &str, folder: PathBuf) -> Result<Self, Missing> {
        if version.split('+').next() != Some(VERSION) {
            return Err(Missing(format!(
                "LibTorch {version} was found, but these programs need {VERSION}: `pip install torch=={VERSION}`"
            )));
        }
        if !folder.join("libtorch.so").is_file() {
            return Err(Missing(format!("{} has no libtorch.so", folder.display())));
        }
        Ok(Self {
            version: version.into(),
            folder,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn another_version_is_refused_by_its_number() {
        let Err(Missing(why)) = LibTorch::checked("2.9.1+cu128", PathBuf::new()) else {
            panic!("2.9.1 is another version");
        };
        assert!(
            why.contains("2.9.1+cu128") && why.contains(VERSION),
            "{why}"
        );
    }

    #[test]
    fn any_cuda_will_do_but_the_library_must_be_there() {
        let Err(Missing(why)) = LibTorch::checked("2.11.0+cu999", PathBuf::from("nowhere")) else {
            panic!("there is no such folder");
        };
        assert!(why.contains("nowhere"), "{why}");
    }
}
