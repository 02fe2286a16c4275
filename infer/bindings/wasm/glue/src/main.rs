//! `quarterturn-wasm-glue WASM FOLDER` writes the JavaScript around what `cargo build` made of `quarterturn-wasm`.
//!
//! It is the program `wasm-bindgen` without all that is for tests in browsers. As a crate of this workspace it always has the
//! version that the library was built with: any other is refused.

use std::process::ExitCode;
use wasm_bindgen_cli_support::Bindgen;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [wasm, folder] = &arguments[..] else {
        eprintln!("usage: quarterturn-wasm-glue WASM FOLDER");
        return ExitCode::from(2);
    };
    match write(wasm, folder) {
        Ok(()) => ExitCode::SUCCESS,
        Err(why) => {
            eprintln!("error: {why}");
            ExitCode::FAILURE
        }
    }
}

fn write(wasm: &str, folder: &str) -> Result<(), Box<dyn std::error::Error>> {
    let mut glue = Bindgen::new();
    glue.input_path(wasm)
        .web(true)?
        .omit_default_module_path(false)
        .typescript(true)
        .remove_name_section(true)
        .remove_producers_section(true)
        .out_name("quarterturn")
        .generate(folder)?;
    Ok(())
}
