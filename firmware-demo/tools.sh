# Sourced by the checks: what they install and how they build, from the root of the project.

source tests/debian.sh

# build TARGET [CARGO'S ARGUMENTS]: uses rustup's own target where it can be had, else Debian's
# compiler, which builds the core library.
build() {
    local target=$1
    shift
    if rustup target list --installed 2>/dev/null | grep -qx "$target" ||
        timeout 60 rustup target add "$target" 2>/dev/null; then
        (cd firmware-demo && cargo build --locked --release --target "$target" "$@")
    else
        quarterturn_debian rustc-web cargo-web rust-web-src
        local tools # rust-lld
        tools=$(rustc --print sysroot)/lib/rustlib/$(rustc -vV | sed -n 's/host: //p')/bin
        (cd firmware-demo && PATH=/usr/bin:$tools:$PATH RUSTC_BOOTSTRAP=1 RUSTC=/usr/bin/rustc \
            /usr/bin/cargo build --locked --release -Zbuild-std=core --target "$target" "$@")
    fi
}

# Where it puts what it made for a target.
built() { echo "${CARGO_TARGET_DIR:-firmware-demo/target}/$1/release"; }
