#!/usr/bin/env bash
# Licences, sources and duplicate crates by deny.toml; advisories where their database can be had.
set -euo pipefail
cd "$(dirname "$0")/.."
source tests/cache.sh

if ! command -v cargo-deny >/dev/null; then
    # Into a folder of its own, and not optimised: two minutes of processor time instead of many.
    root="$quarterturn_cache/cargo-deny"
    export PATH="$root/bin:$PATH"
    if ! command -v cargo-deny >/dev/null &&
        ! CARGO_PROFILE_RELEASE_LTO=off CARGO_PROFILE_RELEASE_OPT_LEVEL=0 CARGO_PROFILE_RELEASE_CODEGEN_UNITS=16 \
            timeout 600 cargo install cargo-deny --version "^0.20" --locked --quiet --root "$root"; then
        echo "Not run: cargo deny cannot be installed"
        exit
    fi
fi
cargo deny check licenses bans sources
if timeout 120 cargo deny fetch db >/dev/null 2>&1; then
    cargo deny check advisories
else
    echo "Not run: the advisories' database cannot be fetched"
fi
