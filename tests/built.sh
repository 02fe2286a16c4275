# shellcheck shell=bash
# Sourced by scripts that need a program or a library of this project. tests/run has built all of them once, and says where
# by QUARTERTURN_BUILT; a script that runs by itself builds what it needs.

# quarterturn_built PACKAGE FILE: sets `made` to the path of that file.
quarterturn_built() {
    made=${QUARTERTURN_BUILT:-}/$2
    [ ! -f "$made" ] || return 0
    cargo build --quiet --locked --release --package "$1"
    made=$(realpath "${CARGO_TARGET_DIR:-target}/release/$2")
}
