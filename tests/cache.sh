# shellcheck shell=bash
# The folder of what these scripts install for themselves: $QUARTERTURN_CACHE, by default ~/.cache/quarterturn.
quarterturn_cache="${QUARTERTURN_CACHE:-${XDG_CACHE_HOME:-$HOME/.cache}/quarterturn}"
