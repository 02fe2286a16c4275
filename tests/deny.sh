#!/usr/bin/env bash
# Licences, sources and duplicate crates by deny.toml; advisories where their database can be had.
set -euo pipefail
cd "$(dirname "$0")/.."

if ! command -v cargo-deny >/dev/null; then
    echo "Not run: cargo deny is not installed (cargo install cargo-deny --locked)"
    exit
fi
cargo deny check licenses bans sources
if cargo deny fetch db >/dev/null 2>&1; then
    cargo deny check advisories
else
    echo "Not run: the advisories' database cannot be fetched"
fi
