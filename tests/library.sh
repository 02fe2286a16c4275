#!/usr/bin/env bash
# The library without what only programs need: with one network it takes few other crates, and none that reads arguments or
# makes JSON. That it compiles alone, tests/powerset.sh tells.
set -euo pipefail
cd "$(dirname "$0")/.."

crates=$(cargo tree -p quarterturn --no-default-features --features cube3-base --edges normal --prefix none --locked | sort -u)
if count=$(wc -l <<<"$crates") && [ "$count" -gt 40 ]; then
    echo "$count crates instead of 40 at most" >&2
    exit 1
fi
if grep -E '^(clap|indicatif|serde|serde_json|toml|min2phase) ' <<<"$crates"; then
    echo "the library alone should do without" >&2
    exit 1
fi
