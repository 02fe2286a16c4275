//! With the feature `libtorch`, links programs and tests so that they find LibTorch.

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    let args = std::env::var("DEP_QUARTERTURN_TORCH_LINK_ARGS").unwrap_or_default();
    for arg in args.split_whitespace() {
        println!("cargo:rustc-link-arg={arg}");
    }
}
