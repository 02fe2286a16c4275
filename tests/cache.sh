# shellcheck shell=bash
# The folder of what these scripts install for themselves: $QUARTERTURN_CACHE, by default ~/.cache/quarterturn.
quarterturn_cache="${QUARTERTURN_CACHE:-${XDG_CACHE_HOME:-$HOME/.cache}/quarterturn}"

# quarterturn_tool PROGRAM VERSION [OPTION...]: a program of cargo's, installed into a folder of its own if it is missing,
# and not optimised: two minutes of processor time instead of many.
quarterturn_tool() {
    local name=$1 version=$2 root="$quarterturn_cache/$1"
    shift 2
    command -v "$name" >/dev/null && return
    export PATH="$root/bin:$PATH"
    command -v "$name" >/dev/null && return
    CARGO_PROFILE_RELEASE_LTO=off CARGO_PROFILE_RELEASE_OPT_LEVEL=0 CARGO_PROFILE_RELEASE_CODEGEN_UNITS=16 \
        timeout 900 cargo install "$name" --version "$version" --locked --quiet --root "$root" "$@" && return
    echo "Not run: $name cannot be installed"
    return 1
}
