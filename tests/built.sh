# shellcheck shell=bash
# Sourced by scripts that need a program or a library of this project. tests/run has built all of them once, and says where
# by QUARTERTURN_BUILT; a script that runs by itself builds what it needs.

# quarterturn_built PACKAGE FILE: sets `made` to the path of that file.
quarterturn_built() {
    made=${QUARTERTURN_BUILT:-target/none}/$2
    [ ! -f "$made" ] || return 0
    # A library must not end the program that has loaded it, so its panics unwind.
    local profile=release
    [[ $2 != lib* ]] || profile=library
    cargo build --quiet --locked --profile $profile --package "$1"
    made=$(realpath "${CARGO_TARGET_DIR:-target}/$profile/$2")
}
