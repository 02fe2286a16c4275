#!/usr/bin/env bash
# tests/interface.sh         the public interfaces of the libraries are those that docs/reference/interface has as text
# tests/interface.sh renew   writes that text
#
# Takes a nightly compiler, whose rustdoc writes JSON.
set -euo pipefail
cd "$(dirname "$0")/.."
source tests/cache.sh

if ! cargo +nightly --version >/dev/null 2>&1; then
    echo "Not run: the public interface, for want of a nightly compiler"
    exit
fi
quarterturn_tool cargo-public-api "^0.52" || exit 0
kept=docs/reference/interface
mkdir -p $kept
for crate in quarterturn-core quarterturn; do
    # Without what the compiler derives or implements for every type.
    text=$(cargo +nightly public-api -p $crate --target-dir target/interface -sss)
    if [ "${1:-}" = renew ]; then
        printf '%s\n' "$text" >$kept/$crate.txt
    else
        diff -u $kept/$crate.txt - <<<"$text" || {
            echo "The interface of $crate is another: tests/interface.sh renew, and look at what has changed"
            exit 1
        }
    fi
done
