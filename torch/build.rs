//! Finds out about LibTorch, and tells programs how to link so that they find it and keep its CUDA part.

use std::path::Path;

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    let (mut version, mut cuda) = (None, false);
    if let Ok(lib) = std::env::var("DEP_TCH_LIBTORCH_LIB") {
        // No symbol of the CUDA library is named directly; `--as-needed` would drop it in silence.
        let rpath = format!("-Wl,-rpath={lib}");
        let args = [&rpath, "-Wl,--no-as-needed", &format!("-L{lib}"), "-ltorch"];
        for arg in args {
            println!("cargo:rustc-link-arg={arg}");
        }
        println!("cargo:link_args={}", args.join(" "));
        version = Path::new(&lib).parent().and_then(libtorch_version);
        cuda = ["libtorch_cuda.so", "torch_cuda.lib"]
            .iter()
            .any(|name| Path::new(&lib).join(name).exists());
    }
    let version = version.unwrap_or_else(|| "of unknown version".into());
    println!("cargo:rustc-env=LIBTORCH_VERSION={version}");
    let cuda = if cuda { "yes" } else { "no" };
    println!("cargo:rustc-env=LIBTORCH_CUDA={cuda}");
}

/// The version that LibTorch's folder names: its archive has a plain file, its Python package a
/// module.
fn libtorch_version(root: &Path) -> Option<String> {
    if let Ok(text) = std::fs::read_to_string(root.join("build-version")) {
        return Some(text.trim().to_owned());
    }
    let module = std::fs::read_to_string(root.join("version.py")).ok()?;
    let line = module.lines().find(|l| l.starts_with("__version__"))?;
    Some(line.split('\'').nth(1)?.to_owned())
}
