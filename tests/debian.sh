# shellcheck shell=bash
# Sourced by the scripts that need something of Debian's.

# quarterturn_debian PACKAGE...: installs those that are missing, as far as this user may.
quarterturn_debian() {
    dpkg -s "$@" >/dev/null 2>&1 && return
    echo "Installing from Debian: $*" >&2
    local root=
    [ "$(id -u)" = 0 ] || root=sudo
    $root apt-get update -qq >&2 &&
        $root apt-get install -y -qq --no-install-recommends "$@" >&2 || {
        echo "please install $* and try again" >&2
        return 1
    }
}
