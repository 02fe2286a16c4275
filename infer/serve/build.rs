//! Puts the page of `infer/web/dist`, where it was built, inside the library: a list of paths and bytes.

use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::{env, fs, io};

fn main() -> io::Result<()> {
    println!("cargo:rerun-if-changed=build.rs");
    let own = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").unwrap_or_default());
    let web = own.join("../web");
    let dist = web.join("dist");
    let mut list = String::from("static FILES: &[(&str, &[u8])] = &[");
    if dist.join("index.html").is_file() {
        println!("cargo:rerun-if-changed={}", dist.display());
        files(&dist.canonicalize()?, "", &mut list)?;
    } else if web.is_dir() {
        // The page may be built any time.
        println!("cargo:rerun-if-changed={}", web.display());
    }
    list += "];\n";
    let out = PathBuf::from(env::var_os("OUT_DIR").unwrap_or_default());
    fs::write(out.join("page.rs"), list)
}

/// Adds the files of a folder, in the order of their names.
fn files(folder: &Path, name: &str, list: &mut String) -> io::Result<()> {
    let mut entries = fs::read_dir(folder)?.collect::<io::Result<Vec<_>>>()?;
    entries.sort_by_key(fs::DirEntry::file_name);
    for entry in entries {
        let (path, part) = (entry.path(), entry.file_name());
        let part = part.to_string_lossy();
        if part.starts_with('.') {
            continue;
        }
        if path.is_dir() {
            files(&path, &format!("{name}{part}/"), list)?;
        } else {
            let _ = write!(
                list,
                "({:?}, include_bytes!({:?})),",
                format!("{name}{part}"),
                path
            );
        }
    }
    Ok(())
}
