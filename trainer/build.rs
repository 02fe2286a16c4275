//! Links programs and tests so that they find LibTorch and keep its CUDA part.

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    let args = std::env::var("DEP_QUARTERTURN_TORCH_LINK_ARGS").unwrap_or_default();
    for arg in args.split_whitespace() {
        println!("cargo:rustc-link-arg={arg}");
    }
}
