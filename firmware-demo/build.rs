//! Puts `memory.x` where the linker looks for it, and beside it the states at which beams end.

use quarterturn_core::cube::Cube3Qtm;
use quarterturn_core::device::RING;
use quarterturn_core::search::Ring;
use std::{env, fs, path::PathBuf};

fn main() {
    let out = PathBuf::from(env::var_os("OUT_DIR").expect("cargo sets it"));
    let write = |name, text: &[u8]| fs::write(out.join(name), text).expect("the folder is cargo's");
    write("memory.x", include_bytes!("memory.x"));
    let ring = Ring::prints(&Cube3Qtm, RING);
    write("ring.rs", format!("&{ring:?}").as_bytes());
    println!("cargo:rustc-link-search={}", out.display());
    println!("cargo:rerun-if-changed=memory.x");
}
