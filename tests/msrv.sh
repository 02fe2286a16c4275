#!/usr/bin/env bash
# The solver, its library and the core compile with the oldest Rust that Cargo.toml promises, where rustup can fetch it.
set -euo pipefail
cd "$(dirname "$0")/.."

version=$(sed -n 's/^rust-version = "\(.*\)"/\1.0/p' Cargo.toml)
if ! command -v rustup >/dev/null ||
    ! timeout 120 rustup toolchain install "$version" --profile minimal >/dev/null 2>&1; then
    echo "Not run: Rust $version cannot be installed"
    exit
fi
cargo "+$version" check -p quarterturn-cli -p quarterturn -p quarterturn-core -p quarterturn-host -p quarterturn-serve \
    --locked --target-dir "target/rust-$version"
