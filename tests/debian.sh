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

# quarterturn_cargo TARGET: sets `cargo` to a command that builds for TARGET, with rustup's standard library or
# one made from Debian's sources, and installs that and whatever else is in `packages`.
quarterturn_cargo() {
    local sources=
    sources=$(/usr/bin/rustc --print sysroot 2>/dev/null)/lib/rustlib/src/rust/library || true
    cargo=(cargo)
    # What is here goes first: where rustup reaches nothing, it takes its time to say so.
    if ! rustup target list --installed 2>/dev/null | grep -qx "$1" &&
        { [ -e "$sources" ] || ! timeout 60 rustup target add "$1" >/dev/null 2>&1; }; then
        cargo=(env RUSTC=/usr/bin/rustc RUSTC_BOOTSTRAP=1 /usr/bin/cargo -Zbuild-std=std,panic_unwind,test)
        [ -e "$sources" ] || packages+=(rustc-web cargo-web rust-web-src)
    fi
    [ ${#packages[@]} = 0 ] || quarterturn_debian "${packages[@]}"
}
