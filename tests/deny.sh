#!/usr/bin/env bash
# Licences, sources and duplicate crates by deny.toml; advisories where their database can be had.
set -euo pipefail
cd "$(dirname "$0")/.."
source tests/cache.sh

quarterturn_tool cargo-deny "^0.20" || exit 0
cargo deny check licenses bans sources
if timeout 120 cargo deny fetch db >/dev/null 2>&1; then
    cargo deny check advisories
else
    echo "Not run: the advisories' database cannot be fetched"
fi
