#!/usr/bin/env bash
# Every two features of the libraries go together, none at all included. Networks are data: one stands for all.
set -euo pipefail
cd "$(dirname "$0")/.."
source tests/cache.sh

quarterturn_tool cargo-hack "^0.6" || exit 0
networks=cube2-base,cube2-report,cube3-htm-base,cube3-micro,puzzle15-base,puzzle24-base,puzzle35-base,puzzle48-base,lightsout7-base,sokoban-base,dino-base,jewel-base
cargo hack check -p quarterturn-core --feature-powerset --depth 2 --lib --locked
cargo hack check -p quarterturn --feature-powerset --depth 2 --exclude-features "default,$networks" --lib --locked
